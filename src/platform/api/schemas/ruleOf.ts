/**
 * Which rule gives each field its form: the rule that a structural finding cites.
 */
import type { AssumptionName } from '../../../rules/assumptions.ts';
import type { RuleId } from '../../../rules/register.ts';
import type { Path } from '../document/json.ts';
import type { Kind } from '../records/kinds.ts';

type Table = { readonly [pattern: string]: RuleId | AssumptionName };

const envelope: Table = { kind: 'RES-2', name: 'RES-3', description: 'RES-4', tags: 'RES-2', spec: 'RES-2' };

const options: Table = {
  autoscaling: 'WL-18',
  'autoscaling.metric': 'type.metrics',
  'autoscaling.target': 'fields.bounds.target',
  'autoscaling.scaleToZeroDelay': 'fields.bounds.scaleToZeroDelay',
  'autoscaling.maxConcurrency': 'fields.bounds.maxConcurrency',
  'autoscaling.metricPercentile': 'fields.bounds.metricPercentile',
  'autoscaling.multi': 'fields.bounds.multiMetrics',
  'autoscaling.keda': 'type.metrics',
  timeoutSeconds: 'WL-19',
  capacityAI: 'fields.defaults.capacityAI',
  debug: 'fields.defaults.debug',
  suspend: 'SUSP-1',
  multiZone: 'WL-20',
};

const container: Table = {
  '': 'WL-1',
  name: 'WL-3',
  image: 'WL-3',
  command: 'WL-3',
  args: 'WL-3',
  cpu: 'WL-4',
  memory: 'WL-5',
  minCpu: 'WL-6',
  minMemory: 'WL-6',
  env: 'WL-11',
  ports: 'WL-12',
  volumes: 'WL-13',
};

const tables: { readonly [kind in Kind]?: Table } = {
  location: {
    ...envelope,
    tags: 'LOC-2',
    provider: 'LOC-5',
    region: 'LOC-6',
    spec: 'LOC-7',
    'spec.storageDriver': 'VOL-26',
    'spec.storageClasses': 'VOL-27',
  },
  workload: {
    ...envelope,
    tags: 'TAG-1',
    'spec.identityLink': 'IDN-10',
    'spec.type': 'TYPE-1',
    ...under('spec.containers', { '': 'WL-1' }),
    ...under('spec.containers.*', container),
    ...under('spec.defaultOptions', options),
    ...under('spec.localOptions.*', options),
    'spec.loadBalancer.replicaDirect': 'WL-23',
    'spec.rolloutOptions': 'ROLL-1',
    'spec.rolloutOptions.minReadySeconds': 'ROLL-2',
    'spec.rolloutOptions.maxUnavailableReplicas': 'ROLL-4',
    'spec.rolloutOptions.maxSurgeReplicas': 'ROLL-6',
    'spec.rolloutOptions.scalingPolicy': 'ROLL-8',
    'spec.rolloutOptions.terminationGracePeriodSeconds': 'ROLL-11',
    'spec.requestRetryPolicy.attempts': 'RETRY-1',
    'spec.requestRetryPolicy.retryOn': 'RETRY-3',
    'spec.job': 'CRON-1',
    'spec.job.schedule': 'CRON-1',
    'spec.job.concurrencyPolicy': 'CRON-2',
    'spec.job.historyLimit': 'CRON-6',
    'spec.job.restartPolicy': 'CRON-8',
    'spec.job.activeDeadlineSeconds': 'CRON-9',
    'spec.job.suspend': 'SUSP-5',
  },
  volumeset: {
    ...envelope,
    spec: 'VOL-1',
    'spec.fileSystemType': 'VOL-2',
    'spec.initialCapacity': 'VOL-3',
    'spec.performanceClass': 'VOL-4',
    'spec.autoscaling.maxCapacity': 'VOLAUTO-1',
    'spec.autoscaling.minFreePercentage': 'VOLAUTO-2',
    'spec.autoscaling.scalingFactor': 'VOLAUTO-3',
    'spec.autoscaling.predictive': 'VOLAUTO-4',
    'spec.autoscaling.predictive.lookbackHours': 'VOLAUTO-5',
    'spec.autoscaling.predictive.projectionHours': 'VOLAUTO-6',
    'spec.autoscaling.predictive.minDataPoints': 'VOLAUTO-7',
    'spec.autoscaling.predictive.minGrowthRateGBPerHour': 'VOLAUTO-8',
    'spec.autoscaling.predictive.scalingFactor': 'VOLAUTO-9',
    'spec.snapshots.retentionDuration': 'SNAP-1',
    'spec.snapshots.schedule': 'SNAP-2',
    'spec.mountOptions': 'VOL-21',
    'spec.customEncryption': 'ENC-2',
  },
  identity: {
    kind: 'RES-2',
    name: 'IDN-1',
    description: 'IDN-1',
    tags: 'IDN-1',
    gvc: 'IDN-1',
    aws: 'IDN-2',
    gcp: 'IDN-3',
    azure: 'IDN-4',
    ngs: 'IDN-5',
    networkResources: 'IDN-6',
    nativeNetworkResources: 'IDN-7',
    memcacheAccess: 'IDN-8',
    spicedbAccess: 'IDN-8',
  },
  policy: {
    ...envelope,
    targetKind: 'PERM-8',
    target: 'PERM-8',
    targetLinks: 'PERM-8',
    targetQuery: 'PERM-8',
    bindings: 'PERM-8',
  },
  group: { ...envelope, memberLinks: 'PERM-8', memberQuery: 'PERM-8' },
  user: { ...envelope, email: 'RES-2' },
  secret: { ...envelope, type: 'RES-2' },
  quota: { ...envelope, max: 'api.quotas' },
  domain: { ...envelope, 'spec.routes': 'NET-5' },
};

/**
 * The rule behind the field at a path from the document's root: that of the nearest field at or above it; list indexes
 * count as `*`.
 *
 *   workload spec.containers.0.cpu -> WL-4 workload spec.containers.0.ports.1.number -> WL-12 gvc spec.staticPlacement
 *   -> RES-2
 */
export function ruleOf(kind: Kind, path: Path): RuleId | AssumptionName | null {
  const table = tables[kind] ?? envelope;
  const keys = path.map((part) => (typeof part === 'number' ? '*' : part));
  for (let length = keys.length; length > 0; length--) {
    const pattern = keys.slice(0, length).join('.');
    const rule = Object.hasOwn(table, pattern) ? table[pattern] : undefined;
    if (rule !== undefined) return rule;
  }
  return null;
}

function under(prefix: string, table: Table): Table {
  return Object.fromEntries(
    Object.entries(table).map(([field, rule]) => [field === '' ? prefix : `${prefix}.${field}`, rule]),
  );
}
