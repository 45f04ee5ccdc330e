/**
 * The metrics of expectations (a closed list), and the comparison of one of them.
 */

/** The unit of a metric, its subject, and the value that `is` compares. */
export interface Metric {
  readonly unit: 'money' | 'count' | 'GB' | 'percent' | 'duration';
  readonly of: 'workload' | 'volumeset' | 'none';
  /** `over`: `is` compares the total of the run; `end`: the value at its end. */
  readonly is: 'over' | 'end';
  /** Measured over the whole run only, not at its instants. Absent: no. */
  readonly isOfWhole?: boolean;
  /** A maximum or a share, which cannot be summed over a run. Absent: no. */
  readonly isPeak?: boolean;
  readonly says: string;
}

/** The closed list of metrics. */
export const metrics = {
  'bill.total': {
    unit: 'money',
    of: 'none',
    is: 'over',
    says: 'The payable amount of all invoices of the run.',
  },
  'bill.workload': {
    unit: 'money',
    of: 'workload',
    is: 'over',
    says: 'Cost of one workload, before invoice rounding.',
  },
  'bill.workloads': { unit: 'money', of: 'none', is: 'over', says: 'Cost of all workloads, before invoice rounding.' },
  'bill.volumeset': {
    unit: 'money',
    of: 'volumeset',
    is: 'over',
    says: 'Cost of one volume set, before invoice rounding.',
  },
  'bill.volumesets': {
    unit: 'money',
    of: 'none',
    is: 'over',
    says: 'Cost of all volume sets, before invoice rounding.',
  },
  'replicas.desired': { unit: 'count', of: 'workload', is: 'end', says: 'Desired replicas.' },
  'replicas.ready': { unit: 'count', of: 'workload', is: 'end', says: 'Ready replicas.' },
  'replicas.available': {
    unit: 'count',
    of: 'workload',
    is: 'end',
    says: 'Available replicas: ready for at least minReadySeconds.',
  },
  'replicas.total': {
    unit: 'count',
    of: 'workload',
    is: 'end',
    says: 'All replicas, including starting and terminating ones.',
  },
  'replicas.crashes': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'How many times a container of a replica exited by itself.',
  },
  'replicas.evictions': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Replicas that were evicted because they exceeded their ephemeral storage.',
  },
  'executions.started': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Executions started by a schedule or a command.',
  },
  'executions.succeeded': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Success.' },
  'executions.failed': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Failure.' },
  'executions.removed': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Removed.' },
  'executions.invalid': { unit: 'count', of: 'workload', is: 'over', says: 'Executions that ended as Invalid.' },
  'executions.skipped': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Ticks that Forbid skipped, or that were kept and never started an execution.',
  },
  'executions.active': { unit: 'count', of: 'workload', is: 'end', says: 'Active executions.' },
  'executions.kept': {
    unit: 'count',
    of: 'workload',
    is: 'end',
    says: 'Ended executions that are kept in the history.',
  },
  'executions.duration': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'The longest time that an execution was Active.',
  },
  'volumes.count': { unit: 'count', of: 'volumeset', is: 'end', says: 'Volumes that exist.' },
  'volumes.capacityGB': { unit: 'GB', of: 'volumeset', is: 'end', says: 'Total capacity of all volumes.' },
  'volumes.usedGB': { unit: 'GB', of: 'volumeset', is: 'end', says: 'Total usage of all volumes.' },
  'volumes.freePercentage': {
    unit: 'percent',
    of: 'volumeset',
    is: 'end',
    says: 'Free percentage of the fullest volume.',
  },
  'volumes.lostGB': {
    unit: 'GB',
    of: 'volumeset',
    is: 'over',
    says: 'Data lost when devices were shrunk, deleted or replaced by a restore.',
  },
  'volumes.iops': {
    unit: 'count',
    of: 'volumeset',
    is: 'end',
    says: 'The maximum IOPS of the slowest volume, from its performance class, provider and capacity.',
  },
  'expansions.accepted': {
    unit: 'count',
    of: 'volumeset',
    is: 'over',
    says: 'Accepted expansions, automatic and by command.',
  },
  'expansions.refused': {
    unit: 'count',
    of: 'volumeset',
    is: 'over',
    says: 'Refused expansions; an unchanged refusal that repeats counts once.',
  },
  'snapshots.count': { unit: 'count', of: 'volumeset', is: 'end', says: 'Snapshots that exist.' },
  'rollouts.started': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Rollouts started: new versions that replicas had to get.',
  },
  'rollouts.completed': { unit: 'count', of: 'workload', is: 'over', says: 'Completed rollouts.' },
  'rollouts.stalled': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Rollouts that made no progress within the progress deadline.',
  },
  'rollouts.duration': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'The longest time from a new version to the end of its rollout.',
  },
  'calls.total': { unit: 'count', of: 'workload', is: 'over', says: 'Single requests that have ended.' },
  'calls.failed': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Single requests that ended with a status of 400 or more.',
  },
  'calls.goodPercentage': {
    unit: 'percent',
    of: 'workload',
    is: 'over',
    isPeak: true,
    says: 'Percentage of the single requests that have ended with a status below 400.',
  },
  'calls.held': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    says: 'Single requests that were held until a replica was ready: cold starts.',
  },
  'calls.retries': { unit: 'count', of: 'workload', is: 'over', says: 'Retries of single requests.' },
  'calls.latency.mean': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'Mean latency of single requests, from arrival to response. With several locations: that of the slowest location.',
  },
  'calls.latency.p50': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'p50 latency of single requests, from arrival to response. With several locations: that of the slowest location.',
  },
  'calls.latency.p90': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'p90 latency of single requests, like calls.latency.p50.',
  },
  'calls.latency.p99': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    says: 'p99 latency of single requests, like calls.latency.p50.',
  },
  'load.requests': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Rate-based requests (arrivals: fluid). For all locations together it includes requests that reached no location.',
  },
  'load.failed': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Rate-based requests with an error: they failed, found the queue full, were held too long, or timed out in the queue.',
  },
  'load.lost': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Rate-based requests that were lost without a response because they exceeded the capacity (assumption fluid.overflow).',
  },
  'load.unrouted': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Rate-based requests that reached no location.',
  },
  'load.goodPercentage': {
    unit: 'percent',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    isPeak: true,
    says: 'Percentage of requests that did not fail, were not lost and reached a location. Requests that wait at the end do not count as good.',
  },
  'load.retries': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Retries of rate-based requests.',
  },
  'load.waiting': {
    unit: 'count',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    isPeak: true,
    says: 'The largest backlog at one time in one location.',
  },
  'load.latency.mean': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'Mean latency of rate-based requests, from arrival to response. With several locations: that of the slowest location.',
  },
  'load.latency.p50': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'p50 latency of rate-based requests, waiting included. With several locations: that of the slowest location.',
  },
  'load.latency.p90': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'p90 latency of rate-based requests, like load.latency.p50.',
  },
  'load.latency.p99': {
    unit: 'duration',
    of: 'workload',
    is: 'over',
    isOfWhole: true,
    says: 'p99 latency of rate-based requests, like load.latency.p50.',
  },
  'requests.refused': {
    unit: 'count',
    of: 'none',
    is: 'over',
    says: 'API requests in the timeline that the platform refused.',
  },
  'requests.unexpected': {
    unit: 'count',
    of: 'none',
    is: 'over',
    says: 'API requests and probes in the timeline whose response was not the one in `answers`.',
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** Whether a text is the name of a metric. */
export function isMetric(name: string): name is MetricName {
  return Object.hasOwn(metrics, name);
}

/** A condition on a metric; when one fails, `svcsim run` exits with 1. */
export interface Expectation {
  readonly metric: MetricName;
  /** `gvc/kind/name`, or a `gvc` for everything in it; null: everything that the metric covers. */
  readonly of: string | null;
  /** A location; null: all locations together. */
  readonly at: string | null;
  /**
   * `is`: over the run or at its end, depending on the metric; `always`: at every instant; `atEnd`: at the end of the
   * run; `total`: summed over the run; `share`: the share of time in which `holds` is true.
   */
  readonly test: 'is' | 'always' | 'atEnd' | 'total' | 'share';
  readonly comparison: Comparison;
  /** Only with `share`: the condition whose time counts. */
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
  /** As written: `USD`, `%`, `GB`; empty if none is written. */
  readonly unit: string;
  /** How far a value may miss the comparison; absent: not at all. */
  readonly tolerance?: Tolerance;
}

/**
 * In the unit of its comparison, 0 or more; a value between `least` and `greatest`, both included, counts as equal to
 * the compared value.
 */
export interface Tolerance extends Pick<Comparison, 'value' | 'decimal'> {
  readonly least: number;
  readonly greatest: number;
}
