import type { RuleText } from '../rule.ts';

/** Who may do what, and where: identities, locations, credentials, permissions. */
export const accessRules = {
  'IDN-1': {
    kind: 'shape',
    source: 'Identity, rows name, description, tags, gvc',
    statement: 'To create an identity: the strings `name`, `description` and `gvc`, and `tags`, an object.',
  },
  'IDN-2': {
    kind: 'shape',
    source: 'Identity, row aws',
    statement:
      '`aws` of an identity holds the strings `cloudAccountLink` and `roleName`, the strings of `policyRefs`, and a `trustPolicy` of the string `Version` and a list of objects `Statement`.',
  },
  'IDN-3': {
    kind: 'shape',
    source: 'Identity, row gcp',
    statement:
      '`gcp` of an identity holds the strings `cloudAccountLink` and `serviceAccount`, the strings of `scopes`, and `bindings`, each a string `resource` with a list of strings `roles`.',
  },
  'IDN-4': {
    kind: 'shape',
    source: 'Identity, row azure',
    statement:
      '`azure` of an identity holds the string `cloudAccountLink` and `roleAssignments`, each a string `scope` with a list of strings `roles`.',
  },
  'IDN-5': {
    kind: 'shape',
    source: 'Identity, row ngs',
    statement:
      '`ngs` of an identity holds the string `cloudAccountLink`, `pub` and `sub` (lists of strings `allow` and `deny`), `resp` (the integer `max`, the string `ttl`) and the integers `subs`, `data` and `payload`.',
  },
  'IDN-6': {
    kind: 'shape',
    source: 'Identity, row networkResources[]',
    statement:
      'Each of `networkResources` has the strings `name`, `agentLink`, `FQDN` and `resolverIP`, a list of strings `IPs` and a list of integers `ports`.',
  },
  'IDN-7': {
    kind: 'shape',
    source: 'Identity, row nativeNetworkResources[]',
    statement:
      'Each of `nativeNetworkResources` has the strings `name` and `FQDN`, a list of integers `ports`, `awsPrivateLink` with the string `endpointServiceName` and `gcpServiceConnect` with the string `targetService`.',
  },
  'IDN-8': {
    kind: 'shape',
    source: 'Identity, rows memcacheAccess[], spicedbAccess[]',
    statement: 'Each of `memcacheAccess` and of `spicedbAccess` has the string `clusterLink`.',
  },
  'IDN-9': {
    kind: 'surface',
    source: 'Identity, closing sentence; Authentication, rule 4',
    statement: 'Aimed at a workload identity, a policy gives the running workload its say over the API.',
  },
  'IDN-10': {
    kind: 'surface',
    source: 'Workload types, rule 3',
    statement: 'An identity is open to workloads of every type.',
  },
  'LOC-1': {
    kind: 'shape',
    source: 'Location, rows id, kind, created, lastModified',
    statement:
      'The strings `id` and `kind` and the date-times `created` and `lastModified` of a location can be read but not written.',
  },
  'LOC-2': {
    kind: 'shape',
    source: 'Location, row tags; 2. Patch a location, row tags',
    statement: 'The `tags` of a location are an object.',
  },
  'LOC-3': {
    kind: 'shape',
    source: 'Location, row links[]',
    statement: 'The `links` of a location are a list of the strings `rel` and `href`.',
  },
  'LOC-4': {
    kind: 'shape',
    source: 'Location, row origin',
    statement:
      'The `origin` of a location, `builtin`, `default` or `custom`, can be read but not written and is `default` unless set.',
  },
  'LOC-5': {
    kind: 'shape',
    source: 'Location, row provider; 2. Patch a location, row provider',
    statement:
      'The `provider` of a location is one of `aws`, `gcp`, `azure`, `byok`, `linode`, `vultr`, `equinix` and `oci`.',
  },
  'LOC-6': {
    kind: 'shape',
    source: 'Location, row region; 2. Patch a location, row region',
    statement: 'The `region` of a location is text.',
  },
  'LOC-7': {
    kind: 'shape',
    source: 'Location, row spec.enabled',
    statement: '`spec.enabled` of a location is true or false.',
  },
  'LOC-8': {
    kind: 'shape',
    source: 'Location, row status.geo',
    statement:
      '`status.geo` of a location can only be read: the numbers `lat` and `lon`, the strings `country`, `state`, `city` and `continent`.',
  },
  'LOC-9': {
    kind: 'shape',
    source: 'Location, row status.ipRanges',
    statement: '`status.ipRanges` of a location can only be read: a list of strings.',
  },
  'AUTH-1': {
    kind: 'surface',
    source: 'Authentication, rule 1; Endpoints',
    statement: 'An API key in the header `Authorization` goes with every request to the API.',
  },
  'AUTH-2': {
    kind: 'surface',
    source: 'Authentication, rule 1',
    statement: 'The key of a service account serves as an API key.',
  },
  'AUTH-3': {
    kind: 'surface',
    source: 'Authentication, rule 2',
    statement:
      'A running workload puts the value of its `SVC_TOKEN` into `Authorization`, typically to ask `{base_url}/org/<org_name>`.',
  },
  'AUTH-4': {
    kind: 'surface',
    source: 'Authentication, rule 4',
    statement: 'The policies on the identity of a workload say what its `SVC_TOKEN` can do.',
  },
  'AUTH-5': {
    kind: 'surface',
    source: 'Authentication, rule 4',
    statement: 'Lacking an identity, a workload still may GET its own org with its token.',
  },
  'PERM-1': {
    kind: 'shape',
    source: 'Authentication, rule 5',
    statement:
      'Permissions on a volume set: `create`, `delete`, `edit`, `exec`, `exec.createVolumeSnapshot`, `exec.deleteVolume`, `exec.deleteVolumeSnapshot`, `exec.expandVolume`, `exec.restoreVolume`, `exec.shrinkVolume`, `manage`, `view`.',
  },
  'PERM-2': {
    kind: 'surface',
    source: 'Authentication, rule 5, rows create, delete',
    statement: '`create` and `delete` are not said to bring any other permission along.',
  },
  'PERM-3': {
    kind: 'surface',
    source: 'Authentication, rule 5, row edit',
    statement: 'Whoever may `edit` may `view`.',
  },
  'PERM-4': {
    kind: 'surface',
    source: 'Authentication, rule 5, row exec',
    statement: 'Whoever may `exec` may run all six volume commands.',
  },
  'PERM-5': {
    kind: 'surface',
    source: 'Authentication, rule 5, row exec.*',
    statement: '`exec.` and the name of a volume command permits that one command.',
  },
  'PERM-6': {
    kind: 'surface',
    source: 'Authentication, rule 5, row manage',
    statement: 'Whoever may `manage` has each permission there is on a volume set, `manage` among them.',
  },
  'PERM-7': {
    kind: 'surface',
    source: 'Authentication, rule 5, row view',
    statement: '`view` goes no further than reading.',
  },
  'PERM-8': {
    kind: 'surface',
    source: 'Authentication',
    statement: 'It is policies that hand permissions to principals.',
  },
  'PERM-9': {
    kind: 'surface',
    source: 'Authentication',
    statement: 'The access report of a workload or a volume set tells which principals were granted what.',
  },
} as const satisfies RuleText;
