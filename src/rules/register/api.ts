import type { RuleText } from '../rule.ts';

/** Rules of the API: paths, the location patch, queries, rejected requests, limits and versions. */
export const apiRules = {
  'API-1': {
    kind: 'surface',
    source: 'Endpoints',
    statement: 'All API paths start with `{base_url}`.',
  },
  'API-2': {
    kind: 'surface',
    source: 'Endpoints',
    statement: 'A request with a body has the header `Content-Type: application/json`.',
  },
  'API-3': {
    kind: 'surface',
    source: '1. Create an identity',
    statement:
      '`POST /org/{org}/gvc/{gvc}/identity` creates an identity and returns its record. The path parameters are strings; the body contains the fields of IDN-1 to IDN-8.',
  },
  'PATCH-1': {
    kind: 'surface',
    source: '2. Patch a location',
    statement:
      '`PATCH /org/{org}/location/{name}` changes a location and, on success, returns its record. The path parameters are required strings.',
  },
  'PATCH-2': {
    kind: 'shape',
    source: '2. Patch a location',
    statement: 'The body of a location patch is JSON, and every field in it is optional.',
  },
  'PATCH-3': {
    kind: 'shape',
    source: '2. Patch a location, rows name, description, tags, provider, region',
    statement:
      'A location patch may contain `name`, `description`, `tags`, `provider` and `region`. Their types and bounds are those of the location.',
  },
  'PATCH-4': {
    kind: 'shape',
    source: '2. Patch a location, row $drop',
    statement:
      '`$drop` of a location patch is a list of any of `description`, `tags`, `provider`, `region` and `spec`.',
  },
  'PATCH-5': {
    kind: 'shape',
    source: '2. Patch a location, row $replace/tags',
    statement: 'The field `$replace/tags` of a location patch is an object.',
  },
  'PATCH-6': {
    kind: 'shape',
    source: '2. Patch a location, row spec',
    statement: '`spec` of a location patch is an object with the list `$drop` and the boolean `enabled`.',
  },
  'PATCH-7': {
    kind: 'shape',
    source: '2. Patch a location, row $replace/spec',
    statement: '`$replace/spec` of a location patch is an object with the boolean `enabled`.',
  },
  'QUERY-1': {
    kind: 'surface',
    source: '3. Query quotas; Quota query',
    statement:
      '`POST /org/{org}/quota/-query` queries the quotas of an org, in the format that all queries have in common.',
  },
  'QUERY-2': {
    kind: 'shape',
    source: '3. Query quotas, row kind',
    statement: 'The field `kind` of a query is a string.',
  },
  'QUERY-3': {
    kind: 'shape',
    source: '3. Query quotas, row spec.match',
    statement:
      '`spec.match` of a query is a string. The documented value is `all`; svcsim also accepts `any` and `none`.',
  },
  'QUERY-4': {
    kind: 'shape',
    source: '3. Query quotas, row spec.terms[]',
    statement:
      '`spec.terms` of a query is a list of objects with the strings `op`, `property`, `rel`, `tag` and `value`. The documented value of `op` is `=`; the assumption `api.queryOps` lists what svcsim accepts.',
  },
  'QUERY-5': {
    kind: 'shape',
    source: '3. Query quotas, row spec.sort',
    statement:
      '`spec.sort` of a query is an object with the strings `by` and `order`. The documented value of `order` is `asc`; svcsim also accepts `desc`.',
  },
  'QUERY-6': {
    kind: 'surface',
    source: '3. Query quotas; Quota query',
    statement:
      'The response to a query contains the string `kind`, `itemKind`, the object list `items`, `links` (a list of `{rel, href}`) and `query`.',
  },
  'QUERY-7': {
    kind: 'surface',
    source: '3. Query quotas',
    statement:
      '`itemKind` in the response to a query is one of `org`, `cloudaccount`, `policy`, `user`, `group`, `resource`, `task`, `permissions`, `serviceaccount`, `secret`, `location`, `gvc`, `workload`, `quota`, `identity`, `deployment`, `event`, `domain`, `image`, `ipset`, `resourcepolicy`, `agent`, `accessreport`, `policymembership`, `dbcluster`, `auditctx`, `memcachecluster`, `spicedbcluster`, `tenant`, `mk8s`, `command`, `imagesummary` and `volumeset`.',
  },
  'QUERY-8': {
    kind: 'surface',
    source: '3. Query quotas',
    statement:
      '`query` in the response contains `kind`, the object `context` and a `spec` with the same fields as the `spec` of the request.',
  },
  'ERR-1': {
    kind: 'surface',
    source: 'Errors, rule 1; Authentication, rule 3; Built-in environment variables of every container, row SVC_TOKEN',
    statement:
      '`SVC_TOKEN` is valid only in requests from the workload that received it. From another workload or from outside, the API returns HTTP 403 Forbidden.',
  },
  'ERR-2': {
    kind: 'surface',
    source: 'Errors, rule 3; Volume set, rule 6; 5. Volume set commands, row shrinkVolume',
    statement:
      'When a volume set has the `shared` file system, the platform rejects `createVolumeSnapshot`, `deleteVolumeSnapshot`, `restoreVolume`, `deleteVolume` and `shrinkVolume`.',
  },
  'ERR-3': {
    kind: 'surface',
    source: 'Errors, rule 4; 5. Volume set commands, row expandVolume',
    statement: 'When `expandVolume` requests a size smaller than the present one, the platform rejects the command.',
  },
  'LIMIT-1': {
    kind: 'behaviour',
    source: 'Limits, row Volume expansions; Errors, rule 2',
    statement:
      'Within any rolling 24 hours, the platform accepts at most four `expandVolume` commands for one volume. It refuses a fifth.',
  },
  'VER-1': {
    kind: 'surface',
    source: 'Versioning, rule 1; Location, row version',
    statement: 'Every resource has a read-only integer `version`.',
  },
  'VER-2': {
    kind: 'behaviour',
    source: 'Versioning, rule 2; Built-in environment variables of every container, row SVC_WORKLOAD_VERSION',
    statement: 'The workload version changes when a change must be applied to running replicas, and only then.',
  },
  'VER-3': {
    kind: 'behaviour',
    source: 'Versioning, rule 2; Built-in environment variables of every container, row SVC_WORKLOAD_VERSION',
    statement: 'A scaling change leaves the workload version unchanged.',
  },
  'VER-4': {
    kind: 'shape',
    source: 'Versioning, rule 4; Workload special tags, Routing and networking',
    statement: 'The tags `svc/protocol` and `svc/multiZone` are deprecated: fields of `spec` replace them.',
  },
} as const satisfies RuleText;
