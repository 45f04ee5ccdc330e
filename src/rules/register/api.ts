import type { RuleText } from '../rule.ts';

/** What the API takes and refuses: paths, patches, queries, refusals, limits, versions. */
export const apiRules = {
  'API-1': {
    kind: 'surface',
    source: 'Endpoints',
    statement: '`{base_url}` comes before every API path.',
  },
  'API-2': {
    kind: 'surface',
    source: 'Endpoints',
    statement: 'A body is announced by `Content-Type: application/json`.',
  },
  'API-3': {
    kind: 'surface',
    source: '1. Create an identity',
    statement:
      '`POST /org/{org}/gvc/{gvc}/identity`, both path parameters being strings, makes an identity of its body and answers with the record.',
  },
  'PATCH-1': {
    kind: 'surface',
    source: '2. Patch a location',
    statement:
      '`PATCH /org/{org}/location/{name}`, both path parameters required strings, changes a location and answers with its record once done.',
  },
  'PATCH-2': {
    kind: 'shape',
    source: '2. Patch a location',
    statement: 'The body of a location patch is JSON without a required field.',
  },
  'PATCH-3': {
    kind: 'shape',
    source: '2. Patch a location, rows name, description, tags, provider, region',
    statement:
      'A location patch may set `name`, `description`, `tags`, `provider` and `region`, bound as in the location itself.',
  },
  'PATCH-4': {
    kind: 'shape',
    source: '2. Patch a location, row $drop',
    statement: '`$drop` of a location patch lists any of `description`, `tags`, `provider`, `region` and `spec`.',
  },
  'PATCH-5': {
    kind: 'shape',
    source: '2. Patch a location, row $replace/tags',
    statement: '`$replace/tags` of a location patch is an object.',
  },
  'PATCH-6': {
    kind: 'shape',
    source: '2. Patch a location, row spec',
    statement: '`spec` of a location patch is an object of the list `$drop` and `enabled`, true or false.',
  },
  'PATCH-7': {
    kind: 'shape',
    source: '2. Patch a location, row $replace/spec',
    statement: '`$replace/spec` of a location patch is an object of `enabled`, true or false.',
  },
  'QUERY-1': {
    kind: 'surface',
    source: '3. Query quotas; Quota query',
    statement: '`POST /org/{org}/quota/-query`, with `org` in the path, asks for quotas in the form common to queries.',
  },
  'QUERY-2': {
    kind: 'shape',
    source: '3. Query quotas, row kind',
    statement: '`kind` of a query is text.',
  },
  'QUERY-3': {
    kind: 'shape',
    source: '3. Query quotas, row spec.match',
    statement: '`spec.match` of a query is text, `all` being one value.',
  },
  'QUERY-4': {
    kind: 'shape',
    source: '3. Query quotas, row spec.terms[]',
    statement:
      '`spec.terms` of a query lists objects of the strings `op`, `property`, `rel`, `tag` and `value`, `=` being one `op`.',
  },
  'QUERY-5': {
    kind: 'shape',
    source: '3. Query quotas, row spec.sort',
    statement: '`spec.sort` of a query has the strings `by` and `order`, `asc` being one `order`.',
  },
  'QUERY-6': {
    kind: 'surface',
    source: '3. Query quotas; Quota query',
    statement:
      'A query is answered with the string `kind`, `itemKind`, the objects of `items`, `links` of `{rel, href}`, and `query`.',
  },
  'QUERY-7': {
    kind: 'surface',
    source: '3. Query quotas',
    statement:
      '`itemKind` is `org`, `cloudaccount`, `policy`, `user`, `group`, `resource`, `task`, `permissions`, `serviceaccount`, `secret`, `location`, `gvc`, `workload`, `quota`, `identity`, `deployment`, `event`, `domain`, `image`, `ipset`, `resourcepolicy`, `agent`, `accessreport`, `policymembership`, `dbcluster`, `auditctx`, `memcachecluster`, `spicedbcluster`, `tenant`, `mk8s`, `command`, `imagesummary` or `volumeset`.',
  },
  'QUERY-8': {
    kind: 'surface',
    source: '3. Query quotas',
    statement: '`query` of an answer has `kind`, the object `context`, and a `spec` formed like the one asked.',
  },
  'ERR-1': {
    kind: 'surface',
    source: 'Errors, rule 1; Authentication, rule 3; Built-in environment variables of every container, row SVC_TOKEN',
    statement:
      "A workload's `SVC_TOKEN` works in that workload's own requests; from another workload or from outside the answer is HTTP 403 Forbidden.",
  },
  'ERR-2': {
    kind: 'surface',
    source: 'Errors, rule 3; Volume set, rule 6; 5. Volume set commands, row shrinkVolume',
    statement:
      'A set on the shared file system takes no `createVolumeSnapshot`, `deleteVolumeSnapshot`, `restoreVolume`, `deleteVolume` or `shrinkVolume`.',
  },
  'ERR-3': {
    kind: 'surface',
    source: 'Errors, rule 4; 5. Volume set commands, row expandVolume',
    statement: '`expandVolume` is refused a size below the one the volume has.',
  },
  'LIMIT-1': {
    kind: 'behaviour',
    source: 'Limits, row Volume expansions; Errors, rule 2',
    statement:
      'One volume takes four `expandVolume` commands in any 24 hours on end, the fourth included; a fifth is refused.',
  },
  'VER-1': {
    kind: 'surface',
    source: 'Versioning, rule 1; Location, row version',
    statement: 'Resources show a whole number `version` that cannot be written.',
  },
  'VER-2': {
    kind: 'behaviour',
    source: 'Versioning, rule 2; Built-in environment variables of every container, row SVC_WORKLOAD_VERSION',
    statement: 'The workload version moves with changes that running replicas have to be given, and with those alone.',
  },
  'VER-3': {
    kind: 'behaviour',
    source: 'Versioning, rule 2; Built-in environment variables of every container, row SVC_WORKLOAD_VERSION',
    statement: 'Scaling does not move the workload version.',
  },
  'VER-4': {
    kind: 'shape',
    source: 'Versioning, rule 4; Workload special tags, Routing and networking',
    statement: 'Two tags have fields as successors and are deprecated: `svc/protocol` and `svc/multiZone`.',
  },
} as const satisfies RuleText;
