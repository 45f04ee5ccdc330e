/**
 * What would be left if something were lost at the worst hour, as reports have it.
 */

/** One workload in one run with the loss: its requests within the hour. */
export interface Survival {
  /** 0 to 1, of the requests of that hour: answered, and not by an error. null: none were asked. */
  readonly served: string | null;
  /** Minutes of that hour, or parts of them, in which a request came to nothing. */
  readonly breachMinutes: number;
}

/** The same with more replicas everywhere. */
export interface Spare extends Survival {
  /** More replicas in each location. */
  readonly more: 1 | 2;
  /** What they cost in the whole run, without any loss, and in thirty days. */
  readonly cost: string;
  readonly costPerMonth: string;
}

/** A change that helps where no spare replica does. */
export interface RemedyReport extends Survival {
  /** `maxScale 40` */
  readonly proposed: string;
  /** As `--set` takes it, one each. */
  readonly set: readonly string[];
  /** What it costs in the whole run, without any loss, and in thirty days. */
  readonly cost: string;
  readonly costPerMonth: string;
}

export interface FailureReport {
  readonly gvc: string;
  readonly name: string;
  readonly lost: 'replica' | 'zone' | 'location';
  /** Where. */
  readonly location: string;
  /** Of a zone its letter, else null. */
  readonly zone: string | null;
  /** The hour in which most is asked of the workload; the loss lasts from its start to its end. */
  readonly from: string;
  readonly until: string;
  /** The same hour without a loss. */
  readonly before: Survival;
  readonly after: Survival;
  /** N+1 and N+2; none where the platform refuses so many replicas. */
  readonly spares: readonly Spare[];
  /** null: with a spare replica nearly as much is served as without the loss, or nothing that was tried helps. */
  readonly remedy: RemedyReport | null;
}
