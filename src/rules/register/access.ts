import type { RuleText } from '../rule.ts';

/** Rules of identities, locations, API keys and tokens, and permissions. */
export const accessRules = {
  'IDN-1': {
    kind: 'shape',
    source: 'Identity, rows name, description, tags, gvc',
    statement:
      'The body that creates an identity contains the strings `name`, `description` and `gvc`, and the object `tags`.',
  },
  'IDN-2': {
    kind: 'shape',
    source: 'Identity, row aws',
    statement:
      '`aws` of an identity contains the strings `cloudAccountLink` and `roleName`, the string list `policyRefs` and the object `trustPolicy`. `trustPolicy` contains the string `Version` and the object list `Statement`.',
  },
  'IDN-3': {
    kind: 'shape',
    source: 'Identity, row gcp',
    statement:
      '`gcp` of an identity contains the strings `cloudAccountLink` and `serviceAccount`, the string list `scopes` and the list `bindings`. Each binding contains the string `resource` and the string list `roles`.',
  },
  'IDN-4': {
    kind: 'shape',
    source: 'Identity, row azure',
    statement:
      '`azure` of an identity contains the string `cloudAccountLink` and the list `roleAssignments`. Each assignment contains the string `scope` and the string list `roles`.',
  },
  'IDN-5': {
    kind: 'shape',
    source: 'Identity, row ngs',
    statement:
      '`ngs` of an identity contains the string `cloudAccountLink` and the integers `subs`, `data` and `payload`. Its `pub` and `sub` each contain the string lists `allow` and `deny`; its `resp` contains the integer `max` and the string `ttl`.',
  },
  'IDN-6': {
    kind: 'shape',
    source: 'Identity, row networkResources[]',
    statement:
      'Each entry of `networkResources` contains the strings `name`, `agentLink`, `FQDN` and `resolverIP`, the string list `IPs` and the integer list `ports`.',
  },
  'IDN-7': {
    kind: 'shape',
    source: 'Identity, row nativeNetworkResources[]',
    statement:
      'Each entry of `nativeNetworkResources` contains the strings `name` and `FQDN` and the integer list `ports`. Its `awsPrivateLink` contains the string `endpointServiceName`; its `gcpServiceConnect` contains the string `targetService`.',
  },
  'IDN-8': {
    kind: 'shape',
    source: 'Identity, rows memcacheAccess[], spicedbAccess[]',
    statement: 'Each entry of `memcacheAccess` and of `spicedbAccess` contains the string `clusterLink`.',
  },
  'IDN-9': {
    kind: 'surface',
    source: 'Identity, closing sentence; Authentication, rule 4',
    statement:
      'A policy can have the identity of a workload as its target. The policy then authorizes the running workload to use the API.',
  },
  'IDN-10': {
    kind: 'surface',
    source: 'Workload types, rule 3',
    statement: 'A workload of any type can have an identity.',
  },
  'LOC-1': {
    kind: 'shape',
    source: 'Location, rows id, kind, created, lastModified',
    statement:
      'The strings `id` and `kind` and the date-times `created` and `lastModified` of a location are read-only.',
  },
  'LOC-2': {
    kind: 'shape',
    source: 'Location, row tags; 2. Patch a location, row tags',
    statement: 'The field `tags` of a location is an object.',
  },
  'LOC-3': {
    kind: 'shape',
    source: 'Location, row links[]',
    statement: 'The field `links` of a location is a list of objects with the strings `rel` and `href`.',
  },
  'LOC-4': {
    kind: 'shape',
    source: 'Location, row origin',
    statement:
      '`origin` of a location is `builtin`, `default` or `custom`; the default is `default`. The field is read-only.',
  },
  'LOC-5': {
    kind: 'shape',
    source: 'Location, row provider; 2. Patch a location, row provider',
    statement:
      '`provider` of a location is one of `aws`, `gcp`, `azure`, `byok`, `linode`, `vultr`, `equinix` and `oci`.',
  },
  'LOC-6': {
    kind: 'shape',
    source: 'Location, row region; 2. Patch a location, row region',
    statement: 'The field `region` of a location is a string.',
  },
  'LOC-7': {
    kind: 'shape',
    source: 'Location, row spec.enabled',
    statement: 'The field `spec.enabled` of a location is a boolean.',
  },
  'LOC-8': {
    kind: 'shape',
    source: 'Location, row status.geo',
    statement:
      '`status.geo` of a location is read-only. It contains the numbers `lat` and `lon` and the strings `country`, `state`, `city` and `continent`.',
  },
  'LOC-9': {
    kind: 'shape',
    source: 'Location, row status.ipRanges',
    statement: '`status.ipRanges` of a location is a list of strings. The field is read-only.',
  },
  'AUTH-1': {
    kind: 'surface',
    source: 'Authentication, rule 1; Endpoints',
    statement: 'Callers authenticate with API keys: every API request has one in the header `Authorization`.',
  },
  'AUTH-2': {
    kind: 'surface',
    source: 'Authentication, rule 1',
    statement: 'The key of a service account can be used as an API key.',
  },
  'AUTH-3': {
    kind: 'surface',
    source: 'Authentication, rule 2',
    statement:
      'A running workload receives `SVC_TOKEN` and sends its value in the header `Authorization`, typically to `{base_url}/org/<org_name>`.',
  },
  'AUTH-4': {
    kind: 'surface',
    source: 'Authentication, rule 4',
    statement: 'The policies attached to the identity of a workload decide what its `SVC_TOKEN` may do.',
  },
  'AUTH-5': {
    kind: 'surface',
    source: 'Authentication, rule 4',
    statement: 'When a workload has no identity, it can still read (GET) its own org with its token.',
  },
  'PERM-1': {
    kind: 'shape',
    source: 'Authentication, rule 5',
    statement:
      'A principal can have these permissions on a volume set: `create`, `delete`, `edit`, `exec`, `exec.createVolumeSnapshot`, `exec.deleteVolume`, `exec.deleteVolumeSnapshot`, `exec.expandVolume`, `exec.restoreVolume`, `exec.shrinkVolume`, `manage` and `view`.',
  },
  'PERM-2': {
    kind: 'surface',
    source: 'Authentication, rule 5, rows create, delete',
    statement: 'The specification states no other permission that `create` or `delete` implies.',
  },
  'PERM-3': {
    kind: 'surface',
    source: 'Authentication, rule 5, row edit',
    statement: 'The permission `edit` implies `view`.',
  },
  'PERM-4': {
    kind: 'surface',
    source: 'Authentication, rule 5, row exec',
    statement: 'The permission `exec` implies all six `exec.` permissions, one for each volume command.',
  },
  'PERM-5': {
    kind: 'surface',
    source: 'Authentication, rule 5, row exec.*',
    statement: 'Each permission `exec.<command>` permits the volume command with that name.',
  },
  'PERM-6': {
    kind: 'surface',
    source: 'Authentication, rule 5, row manage',
    statement: 'The permission `manage` implies every permission on a volume set, including `manage` itself.',
  },
  'PERM-7': {
    kind: 'surface',
    source: 'Authentication, rule 5, row view',
    statement: 'The permission `view` permits only reading.',
  },
  'PERM-8': {
    kind: 'surface',
    source: 'Authentication',
    statement: 'Policies grant permissions to principals.',
  },
  'PERM-9': {
    kind: 'surface',
    source: 'Authentication',
    statement:
      'The access report of a workload or a volume set shows which permissions each principal has been granted on it.',
  },
} as const satisfies RuleText;
