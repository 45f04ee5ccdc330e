/**
 * What would be left if something were lost at the worst hour, as reports have it.
 */
import type { EstimateResult } from '../study/document.ts';

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

/**
 * The limit that keeps a workload from serving its requests after a loss, in the locations that are left: `location`,
 * none is left; `zones`, replicas are not spread over zones; `maxScale`, the workload is at maxScale; `replicas`, the
 * count is fixed; `scaleUp`, new replicas are ready too late; `target`, replicas are full and autoscaling desires no
 * more.
 */
export type LimitName = 'location' | 'zones' | 'maxScale' | 'replicas' | 'scaleUp' | 'target';

/** The setting that a proposal changes; `replicas`: minScale and maxScale together. */
export type LeverName = 'multiZone' | 'maxScale' | 'minScale' | 'replicas' | 'target' | 'cpu' | 'maxConcurrency';

/** A change that helps where no spare replica does, or at a lower cost. */
export interface RemedyReport extends Survival {
  readonly lever: LeverName;
  /** `maxScale 40` */
  readonly proposed: string;
  /** As `--set` takes it, one each. */
  readonly set: readonly string[];
  /** What it costs in the whole run, without any loss, and in thirty days. */
  readonly cost: string;
  readonly costPerMonth: string;
  /** Over all runs; absent: nothing is random, so one run says it. */
  readonly runs?: {
    /** The served share of the hour after the loss with the change, 0 to 1. */
    readonly served: EstimateResult;
    /** The same less that without the change, run by run. */
    readonly servedMore: EstimateResult;
    /** What the change costs in thirty days, run by run. */
    readonly costPerMonth: EstimateResult;
  };
  /** Other changes that serve enough at a higher cost, or less; in the order in which they were tried. */
  readonly others: readonly { readonly lever: LeverName; readonly proposed: string; readonly served: string | null }[];
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
  /** The limit that binds after the loss; null: hardly anything is missing, or no limit is reached. */
  readonly limit: LimitName | null;
  /** Over all runs, the served share after the loss; absent: nothing is random, or hardly anything is missing. */
  readonly runs?: { readonly served: EstimateResult };
  /**
   * null: with a spare replica nearly as much is served as without the loss, and no lever does it for nothing; or
   * nothing that was tried helps.
   */
  readonly remedy: RemedyReport | null;
}
