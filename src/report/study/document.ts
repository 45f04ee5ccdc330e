/**
 * The result of a study as one document, the same for the terminal, for files and for programs.
 */

/** What the runs of several plans come to, whatever is asked. */
export interface ComparedPlans {
  /** `none`: nothing in these plans is random, so each was run once and all values are exact. */
  readonly chance: 'none' | 'present';
  /** That all intervals together contain the truth, 0 to 1; and that each one does. */
  readonly confidence: number;
  readonly confidenceOfEach: number;
  /** In the order given; the first one that ran is the base of the differences. */
  readonly plans: readonly PlanResult[];
  /** By plan, then by measure. */
  readonly differences: readonly StudyDifference[];
}

/**
 * `svcsim compare --json`, `svcsim study --json` and `study.json`. Numbers are in the unit that `expect` has for the
 * measure; durations in ms.
 */
export interface StudyDocument extends ComparedPlans {
  readonly schema: 'svcsim/study/1';
  readonly name: string;
  /** The answer, in one sentence for each plan. */
  readonly sentence: string;
  /** Conditions of `--fail-if`, in the order given. */
  readonly conditions: readonly ConditionResult[];
  /** What is varied between the plans, in the order given; absent: the plans have no common axes. */
  readonly axes?: readonly AxisResult[];
  /** What is to be least or greatest, one or two; absent: nothing. */
  readonly goals?: readonly StudyGoal[];
  /** The plan that meets all requirements and is best by the one goal; null: none does, or it is not decided. */
  readonly best?: string | null;
  /** Plans that may be as good as the best one: no interval shows that they are worse. Absent: none. */
  readonly rivals?: readonly string[];
  /** With two goals: the plans that no other plan beats in both, in the order of `plans`. */
  readonly pareto?: readonly string[];
  /** From the bill of the base to that of other plans; absent: the bills are equal, or nobody asked about them. */
  readonly bridges?: readonly BillBridge[];
  /** Whether the study answers its question; absent: it is a comparison, which has conditions instead. */
  readonly verdict?: 'answered' | 'no plan' | 'undecided';
  /** When the study ended, and why; absent: it is a comparison. */
  readonly stopped?: StudyEnd;
  /** The part of each run that is measured; absent: the whole run, or the window of the scenario. */
  readonly window?: WindowResult;
  /** What the race of plans promises, and under which conditions; absent: no plan was raced. */
  readonly guarantee?: string;
}

export interface WindowResult {
  /** Included; a date and time in UTC. */
  readonly from: string;
  /** Excluded; the runs end here. */
  readonly until: string;
  /** `poisson`: requests come one by one in the window, and as amounts before it; absent: as the demand says. */
  readonly arrivals?: 'poisson';
}

/** Why a study made so many runs. */
export interface StudyEnd {
  /**
   * `exact`: nothing is random; `planned`: the number was fixed before; `narrow`: the intervals of the differences are
   * as narrow as asked; `decided`: the question is; `most`: no more runs are allowed.
   */
  readonly why: 'exact' | 'planned' | 'narrow' | 'decided' | 'most';
  /** Runs of each plan that was not dropped. */
  readonly runs: number;
  /** How many times the study looked at its runs; 1 if their number was fixed before. */
  readonly looks: number;
}

/**
 * Which resources and meters make the difference of two bills, in one pair of runs with the same luck: the pair whose
 * difference is the median.
 */
export interface BillBridge {
  readonly plan: string;
  readonly base: string;
  readonly replication: number;
  /** By resource, then by meter, then what belongs to whole invoices. They add up to the total to the last digit. */
  readonly rows: readonly BridgeRow[];
  readonly total: BridgeAmounts;
}

export interface BridgeRow extends BridgeAmounts {
  /** Such as `shop/workload/api`; null: an amount of whole invoices. */
  readonly resource: string | null;
  /** The meter; of whole invoices `credits`, `tax` or `rounding`. */
  readonly meter: string;
}

/** Exact decimals as text, as in the bill: what the base costs, what the plan costs, and the plan less the base. */
export interface BridgeAmounts {
  readonly from: string;
  readonly to: string;
  readonly difference: string;
}

/** Settings that a study varies, each value with each of the other axes. */
export interface AxisResult {
  readonly name: string;
  readonly path: string;
  /** In the order given, as written. */
  readonly values: readonly string[];
}

export interface StudyGoal {
  readonly measure: string;
  readonly direction: 'minimise' | 'maximise';
}

export interface PlanResult {
  readonly name: string;
  /** What makes the plan: its file, variants and changes. */
  readonly changes: readonly string[];
  /** Runs with a result. */
  readonly runs: number;
  /** Why the plan cannot be run. */
  readonly refused?: { readonly rule: string | null; readonly message: string };
  /** Runs that hit a defect of svcsim; they count nowhere. */
  readonly failed?: readonly FailedRun[];
  readonly measures: readonly MeasureResult[];
  /** Where the plan stands on each of the study's axes, by the axis' name; absent: the study has none. */
  readonly axes?: { readonly [axis: string]: string };
  /** Requirements, in the order given; absent: the study has none. */
  readonly requires?: readonly RequirementResult[];
  /** Runs to look at more closely; absent: no run has a value. */
  readonly examples?: readonly ExampleRun[];
  /** Why a race made no more runs of the plan; absent: it made all. */
  readonly dropped?: DroppedPlanResult;
}

/** A plan that surely is not the answer. */
export interface DroppedPlanResult {
  /** After so many runs. */
  readonly runs: number;
  /** The better plan; null: it does not meet a requirement. */
  readonly by: string | null;
  /** Whether it was worse by the same amount in each run, so that rare runs are not ruled out. */
  readonly isEqual: boolean;
}

/** How often the runs of a plan met a requirement, and what follows. */
export interface RequirementResult {
  readonly measure: string;
  /** The comparison, such as `>= 99.9%`. */
  readonly is: string;
  /** The share of all runs that has to meet it, and how sure that has to be; 0 to 1. */
  readonly probability: number;
  readonly confidence: number;
  /** Runs that met it, of so many. */
  readonly held: number;
  readonly runs: number;
  /** The least share of all runs that meets it, with that confidence, 0 to 1. */
  readonly low: number;
  readonly verdict: 'met' | 'not met' | 'undecided';
  /** So sure is each verdict, so that those of all plans hold together (Bonferroni). */
  readonly confidenceOfEach?: number;
  /** Runs in which the measure has no value; they count as runs that did not meet it. Absent: none. */
  readonly unmeasured?: number;
}

/** One run of a plan, and the command that makes its full report. */
export interface ExampleRun {
  readonly kind: 'median' | 'worst';
  /** By this measure: the first goal, or else the first measure. */
  readonly measure: string;
  readonly replication: number;
  readonly value: number;
  readonly command: string;
}

export interface FailedRun {
  readonly replication: number;
  readonly message: string;
  /** Makes the run again; absent: no command does, as of a file that is no longer on disk as it was read. */
  readonly command?: string;
}

/** What is known about the mean of a measure over all luck. */
export interface EstimateResult {
  /** Null: no run has a value. */
  readonly mean: number | null;
  /** Bounds of the interval; null if no interval can be trusted: then `seen` says what the runs showed. */
  readonly low: number | null;
  readonly high: number | null;
  readonly least: number | null;
  readonly greatest: number | null;
  /** Runs that have a value. */
  readonly runs: number;
  readonly seen?: SeenResult;
}

/** What runs showed whose values allow no interval of the mean. */
export interface SeenResult {
  /** `few`: below three runs; `equal`: all values are equal; `skewed`: too uneven for so few runs. */
  readonly why: 'few' | 'equal' | 'skewed';
  /** The usual value, and in how many runs it differs; null: no value occurs twice. */
  readonly from: number | null;
  readonly count: number | null;
  /** Bounds of the share of all runs that differ, 0 to 1. */
  readonly low: number | null;
  readonly high: number | null;
  readonly median: number;
  /** So many runs, as uneven as these, would allow an interval; absent: they are not too uneven. */
  readonly enough?: number;
}

export interface MeasureResult extends EstimateResult {
  readonly measure: string;
}

/** A plan less its base under the same luck, run by run. */
export interface StudyDifference extends EstimateResult {
  readonly plan: string;
  readonly base: string;
  readonly measure: string;
  /**
   * How many times fewer runs the common luck needed than independent luck would; null: neither plan varies, or the
   * difference does not vary.
   */
  readonly reduction: number | null;
  /** In how many runs the plans differ; absent: exact, or `seen` has it. */
  readonly differsIn?: number;
}

export interface ConditionResult {
  readonly text: string;
  readonly plan: string;
  readonly verdict: 'holds' | 'does not hold' | 'undecided';
  readonly message: string;
}
