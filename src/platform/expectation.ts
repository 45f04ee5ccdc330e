/**
 * What can be expected of a run: the closed list of metrics, and a comparison of one of them.
 */

/** Which unit a metric has, of what it is measured, and what a bare `is` compares. */
export interface Metric {
  readonly unit: 'money' | 'count' | 'GB' | 'percent' | 'duration';
  readonly of: 'workload' | 'volumeset' | 'none';
  /** `over`: `is` compares the total of the run; `end`: the value at its end. */
  readonly is: 'over' | 'end';
  /** Known of the run as a whole, not of its instants. Absent: no. */
  readonly isOfWhole?: boolean;
  /** The most of something, or a share, which does not add up over a run. Absent: no. */
  readonly isPeak?: boolean;
  readonly says: string;
}

/** The closed list of what can be expected. */
export const metrics = {
  'bill.total': {
    unit: 'money',
    of: 'none',
    is: 'over',
    says: 'What is to be paid for the run, all invoices together.',
  },
  'bill.workload': { unit: 'money', of: 'workload', is: 'over', says: 'Cost of one workload before invoice rounding.' },
  'bill.workloads': { unit: 'money', of: 'none', is: 'over', says: 'Cost of all workloads before invoice rounding.' },
  'bill.volumeset': {
    unit: 'money',
    of: 'volumeset',
    is: 'over',
    says: 'Cost of one volume set before invoice rounding.',
  },
  'bill.volumesets': {
    unit: 'money',
    of: 'none',
    is: 'over',
    says: 'Cost of all volume sets before invoice rounding.',
  },
  'replicas.desired': { unit: 'count', of: 'workload', is: 'end', says: 'Replicas wanted.' },
  'replicas.ready': { unit: 'count', of: 'workload', is: 'end', says: 'Replicas that are ready.' },
  'replicas.available': { unit: 'count', of: 'workload', is: 'end', says: 'Replicas ready for minReadySeconds.' },
  'replicas.total': {
    unit: 'count',
    of: 'workload',
    is: 'end',
    says: 'Replicas that exist, starting and terminating ones too.',
  },
  'replicas.crashes': { unit: 'count', of: 'workload', is: 'over', says: 'Times a container of a replica exited.' },
  'replicas.evictions': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Replicas replaced for exceeding their ephemeral storage.',
  },
  'executions.started': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Executions begun, by schedule or command.',
  },
  'executions.succeeded': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Success.' },
  'executions.failed': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Failure.' },
  'executions.removed': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Removed.' },
  'executions.invalid': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Invalid.' },
  'executions.skipped': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Ticks that Forbid skipped, or that were kept and never started.',
  },
  'executions.active': { unit: 'count', of: 'workload', is: 'end', says: 'Executions that are Active.' },
  'executions.kept': { unit: 'count', of: 'workload', is: 'end', says: 'Final executions in the history.' },
  'executions.duration': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'The longest time an execution was Active.',
  },
  'volumes.count': { unit: 'count', of: 'volumeset', is: 'end', says: 'Volumes that exist.' },
  'volumes.capacityGB': { unit: 'GB', of: 'volumeset', is: 'end', says: 'Capacity of all volumes together.' },
  'volumes.usedGB': { unit: 'GB', of: 'volumeset', is: 'end', says: 'Use of all volumes together.' },
  'volumes.freePercentage': { unit: 'percent', of: 'volumeset', is: 'end', says: 'Free share of the fullest volume.' },
  'volumes.lostGB': {
    unit: 'GB',
    of: 'volumeset',
    is: 'over',
    says: 'Data lost with devices that were shrunk, deleted or restored over.',
  },
  'volumes.iops': {
    unit: 'count',
    of: 'volumeset',
    is: 'end',
    says: 'The most IOPS that the least able volume reaches, by its class, provider and capacity.',
  },
  'expansions.accepted': {
    unit: 'count',
    of: 'volumeset',
    is: 'over',
    says: 'Expansions taken, automatic and manual.',
  },
  'expansions.refused': {
    unit: 'count',
    of: 'volumeset',
    is: 'over',
    says: 'Expansions refused; one that stands unchanged counts once.',
  },
  'snapshots.count': { unit: 'count', of: 'volumeset', is: 'end', says: 'Snapshots kept.' },
  'rollouts.started': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Newer versions that replicas had to be given.',
  },
  'rollouts.completed': { unit: 'count', of: 'workload', is: 'over', says: 'Rollouts that reached their end.' },
  'rollouts.stalled': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Rollouts that made no progress for the progress deadline.',
  },
  'rollouts.duration': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'The longest time from a new version to the end of its rollout.',
  },
  'calls.total': { unit: 'count', of: 'workload', is: 'over', says: 'Requests that came one by one and have ended.' },
  'calls.failed': { unit: 'count', of: 'workload', is: 'over', says: 'Those that ended with a status of 400 or more.' },
  'calls.held': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Those that found no replica and were kept for one: cold starts.',
  },
  'calls.retries': { unit: 'count', of: 'workload', is: 'over', says: 'Tries beyond the first.' },
  'calls.latency.p50': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'Time from arrival to answer that half of them did not exceed; of several locations the slowest.',
  },
  'calls.latency.p90': { unit: 'duration', of: 'workload', is: 'over', says: 'The same of nine in ten.' },
  'calls.latency.p99': { unit: 'duration', of: 'workload', is: 'over', says: 'The same of 99 in 100.' },
  'load.requests': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Requests that came as amounts; in all locations together those, too, that found none.',
  },
  'load.failed': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Those whose answer is an error: they failed, found no room, were held too long or given up.',
  },
  'load.lost': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Those that came beyond what can be answered and were lost, without an answer (fluid.overflow).',
  },
  'load.unrouted': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Those that found no location that answers.',
  },
  'load.goodPercentage': {
    unit: 'percent',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    isPeak: true,
    says: 'Share of those that did not fail, were not lost and found a location; what waits at the end counts as none.',
  },
  'load.retries': { unit: 'count', of: 'workload', is: 'over', isOfWhole: true, says: 'Tries beyond the first.' },
  'load.waiting': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    isPeak: true,
    says: 'The most that waited at one time in one location.',
  },
  'load.latency.mean': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Mean time from arrival to answer over all requests; of several locations the slowest.',
  },
  'load.latency.p50': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Half of the requests took at most so long, waiting included; of several locations the slowest.',
  },
  'load.latency.p90': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'The same of nine in ten.',
  },
  'load.latency.p99': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'The same of 99 in 100.',
  },
  'requests.refused': {
    unit: 'count',
    of: 'none',
    is: 'over',
    says: 'API requests of the timeline that the platform refused.',
  },
  'requests.unexpected': {
    unit: 'count',
    of: 'none',
    is: 'over',
    says: 'API requests whose answer was not the one under `answers`.',
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** Whether a text is the name of a metric. */
export function isMetric(name: string): name is MetricName {
  return Object.hasOwn(metrics, name);
}

/** What must hold at the end of a run; one that does not makes the run exit 1. */
export interface Expectation {
  readonly metric: MetricName;
  /** `gvc/kind/name`, or a `gvc` for all of it; null: everything the metric covers. */
  readonly of: string | null;
  /** A location; null: all together. */
  readonly at: string | null;
  /**
   * `is`: as the metric says, at the end or over the run; `always`: at every instant; `atEnd`: at the end of the run;
   * `total`: summed over the run; `share`: the share of time in which `holds` is true.
   */
  readonly test: 'is' | 'always' | 'atEnd' | 'total' | 'share';
  readonly comparison: Comparison;
  /** Only with `share`: what is true in the time that counts. */
  readonly holds: Comparison | null;
  /** As written: `replicas.ready of shop/api always >= 2`. */
  readonly text: string;
}

export interface Comparison {
  readonly operator: '<' | '<=' | '=' | '!=' | '>=' | '>';
  /** In the metric's unit; a share is 0 to 1. */
  readonly value: number;
  /** The number as written, exactly, for money. */
  readonly decimal: string;
  /** As written: `USD`, `%`, `GB`; empty where there is none. */
  readonly unit: string;
  /** How far on the wrong side is still right; absent: not at all. */
  readonly tolerance?: Tolerance;
}

/**
 * In the unit of its comparison, 0 or more; all between `least` and `greatest`, both included, counts as what is
 * compared with.
 */
export interface Tolerance extends Pick<Comparison, 'value' | 'decimal'> {
  readonly least: number;
  readonly greatest: number;
}
