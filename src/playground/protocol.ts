/**
 * What the page of the playground and its engine, a web worker, say to each other. All of it is plain data.
 *
 * The page sends one `EngineRequest` for each question, and gets one `EngineReply` with the same id. Instants are ms
 * since the epoch; a range has `from` included and `until` excluded.
 */
import type { Instant } from '../engine/time.ts';
import type { GoalResult } from '../lesson/exercise.ts';
import type { AnswerSide } from '../lesson/givenAnswer.ts';
import type { TriedExercise } from '../lesson/progress.ts';
import type { StatePart } from '../report/debug/state.ts';
import type { PageData } from '../report/page/pageData.ts';
import type { PageEntry } from '../report/picture/picture.ts';
import type { WhyDocument } from '../report/why/whyDocument.ts';
import type { WhyNotDecision } from '../report/whyNot/whyNotDocument.ts';
import type { Problem } from '../scenario/text/problem.ts';
import type { Replacement } from '../scenario/text/replacement.ts';

/** Texts of other files that a scenario or a lesson reads, by path. */
export type FileTexts = { readonly [path: string]: string };

/** A scenario as the page has it. */
export interface ScenarioText {
  /** Its path: other files are found relative to it. */
  readonly file: string;
  readonly text: string;
  readonly files: FileTexts;
}

/** A problem, with its quick fix where one is known. */
export interface EditorProblem extends Problem {
  readonly replacement?: Replacement;
}

export interface OpenQuestion extends ScenarioText {
  /** Time of the engine in ms, if the reader wants to wait for longer than the usual 5,000. */
  readonly msMax?: number;
}

/** Every question, and what is answered to it. */
export interface PlaygroundCalls {
  /** Reads a scenario and runs it; a later `open` ends an earlier one that still runs. */
  readonly open: { readonly ask: OpenQuestion; readonly reply: OpenedRun };
  /** Moves to an instant of the run that was opened last. */
  readonly seek: { readonly ask: { readonly at: Instant }; readonly reply: MomentView };
  /** The world at an instant, and nothing else: quick enough for each picture while time moves. */
  readonly glance: { readonly ask: { readonly at: Instant }; readonly reply: WorldView };
  /** The next or previous instant with an entry; `decision`: only those at which a planner acted or refused. */
  readonly step: { readonly ask: StepQuestion; readonly reply: { readonly at: Instant | null } };
  /** Entries of a part of the run in order of time, each with its sentence; at most 200. */
  readonly entries: {
    readonly ask: EntriesQuestion;
    readonly reply: { readonly entries: readonly TimedEntry[]; readonly leftOut: number };
  };
  /** Why an entry happened. */
  readonly why: { readonly ask: { readonly seq: number }; readonly reply: WhyDocument };
  /** Why what was wanted did not happen, as `svcsim why-not` says it: paragraphs with indented details. */
  readonly whyNot: {
    readonly ask: { readonly wanted: string; readonly at: Instant };
    readonly reply: { readonly text: string };
  };
  /** What autoscaling and automatic expansion decide, at their last look up to the instant. */
  readonly decisions: { readonly ask: { readonly at: Instant }; readonly reply: readonly DecisionView[] };
  /** Runs the opened scenario with one more step of its timeline, and compares. */
  readonly branch: { readonly ask: { readonly step: string }; readonly reply: BranchedRun };
  /** Ends what the engine works on: an `open` is superseded then, other work ends with an error. */
  readonly stop: { readonly ask: null; readonly reply: null };
  readonly complete: {
    readonly ask: { readonly text: string; readonly offset: number };
    readonly reply: CompletionView;
  };
  readonly hover: {
    readonly ask: { readonly text: string; readonly offset: number };
    readonly reply: HoverView | null;
  };
  /** Reads a lesson and makes its unmodified run. */
  readonly lesson: {
    readonly ask: { readonly file: string; readonly files: FileTexts };
    readonly reply: LessonView | { readonly problems: readonly EditorProblem[] };
  };
  readonly judge: {
    readonly ask: { readonly question: string; readonly given: string };
    readonly reply: JudgedView;
  };
  readonly reveal: { readonly ask: { readonly question: string }; readonly reply: RevealedAnswer };
  readonly check: {
    readonly ask: ScenarioText & { readonly exercise: string };
    readonly reply: CheckedView;
  };
  /** The values that an exercise lets change, with their places in the text. */
  readonly knobs: {
    readonly ask: { readonly text: string; readonly edit: readonly string[] };
    readonly reply: readonly Knob[];
  };
  /** What to write for a new value of a knob; null: the text has no such knob. */
  readonly turn: {
    readonly ask: {
      readonly text: string;
      readonly edit: readonly string[];
      readonly path: string;
      readonly value: string;
    };
    readonly reply: KnobTurn | null;
  };
}

export type PlaygroundCall = keyof PlaygroundCalls;

export interface EngineRequest {
  readonly id: number;
  readonly call: PlaygroundCall;
  readonly ask: PlaygroundCalls[PlaygroundCall]['ask'];
}

export interface EngineReply {
  readonly id: number;
  /** Absent if `error` is there. */
  readonly reply?: PlaygroundCalls[PlaygroundCall]['reply'];
  /** One sentence. */
  readonly error?: string;
  /** How much of a run is done, 0 to 1; the reply comes later. */
  readonly progress?: number;
}

/** What came of a scenario. */
export type OpenedRun =
  /** Errors keep it from running. */
  | { readonly kind: 'invalid'; readonly problems: readonly EditorProblem[] }
  | { readonly kind: 'superseded' }
  | ({ readonly kind: 'ran' } & RanScenario);

export interface RanScenario {
  readonly problems: readonly EditorProblem[];
  readonly page: PageData;
  /** Instants with at least one entry, rising. */
  readonly instants: Float64Array;
  readonly entries: number;
  /** Of the run, as the command line prints it; of a part of the run, that of the part. */
  readonly fingerprint: string;
  /**
   * `budget`: the time of the playground ended before the run did; `entries`: the run has more journal entries than the
   * page can hold. All figures are of the part that ran.
   */
  readonly stopped: null | 'budget' | 'entries';
  /** If it was stopped: how far it came, and the command that runs all of it. */
  readonly notice: string | null;
}

export interface EntriesQuestion {
  readonly from: Instant;
  readonly until: Instant;
  /** As in a `StepQuestion`. */
  readonly of: string | null;
}

export interface StepQuestion {
  readonly from: Instant;
  readonly by: 1 | -1;
  /** As the journal names it, or a part of such a name: `shop/workload/web`; null: any. */
  readonly of: string | null;
  readonly only: 'any' | 'decision';
}

/** The world at an instant, after all its events. */
export interface MomentView {
  readonly at: Instant;
  readonly world: WorldView;
  readonly parts: readonly StatePart[];
  /** How many more parts there are that are not sent. */
  readonly partsLeftOut: number;
  /** What the entries of this instant changed, a line for each object. */
  readonly changes: readonly string[];
  /** Entries of this instant, with their sentences; at most 60. */
  readonly entries: readonly TimedEntry[];
  readonly entriesLeftOut: number;
  /** What was charged up to here. */
  readonly cost: { readonly amount: string; readonly currency: string };
}

/** Workloads and volumes at an instant, after all its events. */
export interface WorldView {
  readonly at: Instant;
  /** One for each location of a workload, in the order of the journal's names at the start. */
  readonly workloads: readonly WorkloadView[];
  readonly volumes: readonly VolumeView[];
}

/** A workload in one location. Instants are null where nothing of the kind is due or known. */
export interface WorkloadView {
  /** As the journal names it: `shop/workload/web@aws-us-east-1`. */
  readonly subject: string;
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
  readonly type: string;
  readonly desired: number;
  readonly ready: number;
  readonly available: number;
  readonly terminating: number;
  /** The wanted version. */
  readonly version: number;
  readonly rollout: { readonly version: number; readonly since: Instant; readonly isStalled: boolean } | null;
  /** Why nothing runs in the location; null: it is open. */
  readonly closed: string | null;
  /** Which loop looks after the count: `hpa`, `kpa` or `keda`; null: none. */
  readonly scaledBy: string | null;
  /** Requests that wait for a replica. */
  readonly waitingRequests: number;
  /** Since when requests wait because no replica is ready. */
  readonly waitingSince: Instant | null;
  readonly replicas: readonly ReplicaView[];
  readonly replicasLeftOut: number;
  /** The next tick of a schedule. */
  readonly nextTickAt: Instant | null;
  readonly executions: readonly ExecutionView[];
}

export interface ReplicaView {
  readonly name: string;
  readonly ordinal: number;
  readonly version: number;
  readonly zone: number;
  readonly restarts: number;
  readonly createdAt: Instant;
  /** `unready`: its containers run, but it is not ready; `ready`: not yet for `minReadySeconds`. */
  readonly phase: 'starting' | 'unready' | 'ready' | 'available' | 'backoff' | 'terminating';
  readonly since: Instant | null;
  /** When the phase ends if nothing interferes. */
  readonly endsAt: Instant | null;
  /** Number of the journal entry that put it there; 0: it was there at the start. */
  readonly cause: number;
}

export interface ExecutionView {
  /** The number of its tick, or the id of its command. */
  readonly name: string;
  readonly slotAt: Instant | null;
  readonly since: Instant;
  readonly status: string;
  readonly version: number;
  readonly endsAt: Instant | null;
  readonly cause: number;
}

export interface VolumeView {
  /** As the journal names it. */
  readonly subject: string;
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
  readonly index: number;
  readonly lifecycle: string;
  readonly sizeGB: number;
  readonly usedGB: number;
  readonly freeGB: number;
  readonly maxGB: number;
  readonly minFreePercentage: number | null;
  /** Expansions that are still allowed in the last 24 hours, and how many there may be. */
  readonly tokensLeft: number;
  readonly tokensMost: number;
  /** When each spent expansion is allowed again, rising. */
  readonly refillsAt: readonly Instant[];
  readonly isWorkedOn: boolean;
  readonly refusedUntil: Instant | null;
  readonly snapshots: number;
  readonly cause: number;
}

export interface TimedEntry extends PageEntry {
  readonly sentence: string;
}

/** What a planner decides. */
export interface DecisionView extends WhyNotDecision {
  readonly subject: string;
}

export interface BranchedRun {
  /** The changed scenario. */
  readonly text: string;
  readonly run: OpenedRun;
  /** What differs: what gets worse first, then what gets better, then the rest. Empty if it did not run. */
  readonly differences: readonly FutureDifference[];
}

/** A sentence about what differs between two runs. */
export interface FutureDifference {
  readonly text: string;
  readonly tone: 'worse' | 'better' | 'plain';
}

export interface CompletionView {
  /** Offsets of the word that is replaced, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly {
    readonly label: string;
    readonly detail: string;
    readonly kind: 'key' | 'value';
    /** What is written instead of the label. */
    readonly apply?: string;
  }[];
}

/** What a word means: lines of plain text. */
export interface HoverView {
  /** Offsets of the word, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A lesson without its answers: these stay in the engine. Texts are in English and may have marks. */
export interface LessonView {
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  readonly scenario: ScenarioText;
  readonly questions: readonly QuestionView[];
  readonly exercises: readonly ExerciseView[];
}

export interface QuestionView {
  readonly id: string;
  readonly ask: string;
  readonly choices: readonly { readonly id: string; readonly text: string }[] | null;
  /** How the answer is typed, with an example. */
  readonly form: string;
  readonly hints: readonly string[];
}

export interface ExerciseView {
  readonly id: string;
  readonly ask: string;
  readonly edit: readonly string[];
  /** What must hold: `replicas.total of shop/web always <= 14`. */
  readonly goals: readonly string[];
  readonly hints: readonly string[];
  readonly par: TriedExercise['changes'];
  readonly say: string | null;
  readonly solution: readonly string[];
}

export type JudgedView =
  | { readonly kind: 'right'; readonly revealed: RevealedAnswer }
  | { readonly kind: 'wrong'; readonly say: string | null; readonly answerIs: AnswerSide | null }
  | { readonly kind: 'unread'; readonly message: string };

export interface RevealedAnswer {
  /** As it is shown: `1m 8s`. */
  readonly answer: string;
  readonly say: string | null;
  readonly show: {
    readonly from: Instant | null;
    readonly until: Instant | null;
    readonly of: string | null;
    /** Number of the entry whose causes explain the answer. */
    readonly why: number | null;
    /** Its instant. */
    readonly at: Instant | null;
  } | null;
}

export interface CheckedView {
  readonly problems: readonly EditorProblem[];
  readonly changed: readonly string[];
  readonly forbidden: readonly string[];
  /** Why something that was written has no effect, one sentence each. */
  readonly ignored: readonly string[];
  readonly goals: readonly GoalResult[];
  readonly isDone: boolean;
}

/** A value in the text of a scenario that a slider, a switch or a field changes. */
export interface Knob {
  readonly path: string;
  /** The last word of the path: `maxSurgeReplicas`. */
  readonly name: string;
  /** Offsets in the text, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly value: KnobValue;
}

/** A text that replaces the one from `from` to `to` (excluded). */
export interface KnobTurn {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export type KnobValue =
  /** @property unit `%`, `Mi`, `m`, `s`; '' for none */
  | {
      readonly kind: 'number';
      readonly number: number;
      readonly unit: string;
      /** Ends of the slider, included; a larger value can be typed. */
      readonly least: number;
      readonly most: number;
      readonly step: number;
    }
  | { readonly kind: 'switch'; readonly isOn: boolean }
  | { readonly kind: 'text'; readonly text: string };
