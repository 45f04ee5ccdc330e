/** Fields of documents that one rule refuses, for kinds that a scenario may hold beside its workloads. */
import type { AssumptionName } from '../../rules/assumptions.ts';
import type { RuleId } from '../../rules/register.ts';
import type { DocumentKind } from './documents.ts';

/** A field of a document of `documentsOf` with a value that exactly one rule refuses. */
export interface SpoiledDocument {
  readonly kind: DocumentKind;
  readonly rule: RuleId | AssumptionName;
  readonly change: string;
  /** The path of the field in the document. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

type Row = readonly [rule: SpoiledDocument['rule'], change: string, path: SpoiledDocument['path'], value: unknown];

const rowsOf = (kind: DocumentKind, rows: readonly Row[]): SpoiledDocument[] =>
  rows.map(([rule, change, path, value]) => ({ kind, rule, change: `${kind}: ${change}`, path, value }));

const ext4 = { fileSystemType: 'ext4', initialCapacity: 10 };
const shared = { fileSystemType: 'shared', initialCapacity: 10 };
const mounted = (resources: object): object => ({ ...shared, mountOptions: { resources } });
const encrypted = (regions: object): object => ({ ...ext4, customEncryption: { regions } });
const key = { keyId: 'arn:aws:kms:us-east-1:111122223333:key/1a' };

const volumesets = rowsOf('volumeset', [
  ['VOL-1', 'no spec', ['spec'], null],
  ['VOL-2', 'an unknown file system', ['spec'], { ...ext4, fileSystemType: 'ntfs' }],
  ['VOL-4', 'an unknown class', ['spec', 'performanceClass'], 'slow'],
  ['VOL-4', 'class shared of an ext4 set', ['spec'], { ...ext4, performanceClass: 'shared' }],
  ['VOL-7', '9 GB', ['spec'], { ...ext4, initialCapacity: 9 }],
  ['VOL-7', '65537 GB', ['spec'], { ...ext4, initialCapacity: 65_537 }],
  ['VOL-8', '199 GB', ['spec'], { ...ext4, performanceClass: 'high-throughput-ssd', initialCapacity: 199 }],
  ['VOL-21', 'mount options of an ext4 set', ['spec'], { ...ext4, mountOptions: { resources: { minCpu: '100m' } } }],
  ['VOL-22', 'minCpu 4001m below maxCpu', ['spec'], mounted({ minCpu: '4000m', maxCpu: '8001m' })],
  ['VOL-23', 'minCpu below a quarter', ['spec'], mounted({ minCpu: '49m', maxCpu: '200m' })],
  ['VOL-24', 'minMemory 4097Mi below maxMemory', ['spec'], mounted({ minMemory: '4096Mi', maxMemory: '8193Mi' })],
  ['VOL-25', 'minMemory below a quarter', ['spec'], mounted({ minMemory: '63Mi', maxMemory: '256Mi' })],
  ['VOLAUTO-1', 'maxCapacity below the capacity', ['spec'], { ...ext4, autoscaling: { maxCapacity: 9 } }],
  [
    'VOLAUTO-10',
    'prediction without the fields that it requires',
    ['spec'],
    { ...ext4, autoscaling: { predictive: { enabled: true } } },
  ],
  ['SNAP-1', 'retention in weeks', ['spec'], { ...ext4, snapshots: { retentionDuration: '5w' } }],
  ['SNAP-2', 'a schedule as a word', ['spec'], { ...ext4, snapshots: { schedule: 'often' } }],
  ['SNAP-3', 'snapshots twice an hour', ['spec'], { ...ext4, snapshots: { schedule: '*/30 * * * *' } }],
  ['SNAP-6', 'snapshots of a shared set', ['spec'], { ...shared, snapshots: { schedule: '0 * * * *' } }],
  ['ENC-2', 'a key that is no ARN', ['spec'], encrypted({ 'aws-us-east-1': { keyId: 'key/1a' } })],
  ['ENC-3', 'a key for a region of GCP', ['spec'], encrypted({ 'gcp-us-east1': key })],
  ['ENC-4', 'a key of a shared set', ['spec'], { ...shared, customEncryption: { regions: { 'aws-us-east-1': key } } }],
]);

const identities = rowsOf('identity', [
  ['IDN-2', 'aws as a word', ['aws'], 'yes'],
  ['IDN-2', 'policyRefs as a word', ['aws', 'policyRefs'], 'all'],
  ['IDN-3', 'scopes as a word', ['gcp', 'scopes'], 'all'],
  ['IDN-4', 'roles as a word', ['azure'], { roleAssignments: [{ roles: 'all' }] }],
  ['IDN-5', 'data that is not whole', ['ngs', 'data'], 1.5],
  ['IDN-6', 'a port as a word', ['networkResources'], [{ ports: ['http'] }]],
  ['IDN-7', 'a port that is not whole', ['nativeNetworkResources'], [{ ports: [1.5] }]],
  ['IDN-8', 'memcacheAccess as a word', ['memcacheAccess'], 'all'],
  ['IDN-8', 'a cluster as a number', ['spicedbAccess'], [{ clusterLink: 5 }]],
  ['api.links', 'a cloud account that does not exist', ['aws', 'cloudAccountLink'], '//cloudaccount/none'],
]);

const policies = rowsOf('policy', [
  ['PERM-8', 'no targetKind', ['targetKind'], null],
  ['PERM-8', 'an unknown targetKind', ['targetKind'], 'tea'],
  ['PERM-8', 'target some', ['target'], 'some'],
  ['PERM-8', 'permissions as a word', ['bindings'], [{ permissions: 'view' }]],
  ['api.permissions', 'an unknown permission', ['bindings'], [{ permissions: ['fly'] }]],
  ['api.links', 'a principal that does not exist', ['bindings'], [{ principalLinks: ['//group/none'] }]],
  ['api.builtIn', 'the name of a built-in policy', ['name'], 'viewers-workload'],
]);

const groups = rowsOf('group', [
  ['PERM-8', 'memberLinks as a word', ['memberLinks'], 'all'],
  ['api.links', 'a member that does not exist', ['memberLinks'], ['//serviceaccount/none']],
  ['api.links', 'a group as a member', ['memberLinks'], ['//group/viewers']],
  ['QUERY-3', 'an unknown match', ['memberQuery'], { kind: 'user', spec: { match: 'some' } }],
]);

const long = 'x'.repeat(251);
const others: readonly SpoiledDocument[] = [
  ...rowsOf('serviceaccount', [
    ['RES-3', 'a name of 65 characters', ['name'], 'x'.repeat(65)],
    ['RES-4', 'a description of 251 characters', ['description'], long],
    ['api.namePattern', 'a name in capitals', ['name'], 'NO'],
  ]),
  ...rowsOf('user', [['api.rename', 'another address than its name', ['email'], 'other@example.com']]),
  ...rowsOf('secret', [
    ['RES-2', 'type as a number', ['type'], 5],
    ['RES-4', 'a description of 251 characters', ['description'], long],
  ]),
  ...rowsOf('domain', [
    ['NET-5', 'a route to nothing', ['spec', 'routes'], [{ prefix: '/' }]],
    ['api.links', 'a route to a gvc', ['spec', 'routes'], [{ prefix: '/', workloadLink: '//gvc/ash' }]],
  ]),
  ...rowsOf('location', [
    ['LOC-5', 'an unknown provider', ['provider'], 'moon'],
    ['LOC-6', 'region as a number', ['region'], 5],
    ['LOC-7', 'enabled as a word', ['spec', 'enabled'], 'perhaps'],
  ]),
];

/** Every one of them, each just outside its bound where there is one. */
export const spoiledDocuments: readonly SpoiledDocument[] = [
  ...volumesets,
  ...identities,
  ...policies,
  ...groups,
  ...others,
];
