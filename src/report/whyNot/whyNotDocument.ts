/**
 * `svcsim why-not ... --json`: why what was wanted did not happen, and which changes would have brought it.
 */
import type { Value } from '../../engine/value.ts';

export interface WhyNotDocument {
  readonly schema: 'svcsim/why-not/1';
  readonly question: string;
  /** What it is about, as a question names it: `shop/api@aws-us-east-1`. */
  readonly subject: string;
  /** The instant that was asked about, and what there was: replicas, GB, or how often the event happened. */
  readonly at: string;
  readonly value: number | null;
  readonly unit: 'replicas' | 'GB' | 'events';
  /** The type of the event that is asked about; null: a value is. */
  readonly event: string | null;
  /** Since when it holds, if it does already: then nothing is tried. null: it does not hold. */
  readonly heldSince: string | null;
  /** What the planner decided last, and why. null: nobody decides on it at that instant. */
  readonly decision: WhyNotDecision | null;
  /** When it comes true without a change; null: not in the time that was looked at. */
  readonly byItself: WhyNotByItself | null;
  /** The same planner, asked again with one thing changed just before it decided. */
  readonly atThisInstant: WhyNotAnswer | null;
  /** Runs that go on from before the first decision that led to it, with one thing changed there. */
  readonly fromWhereItBegan: WhyNotOrigin | null;
  readonly cost: WhyNotCost;
}

export interface WhyNotDecision {
  readonly at: string;
  /** `hold`: nothing changed; `act`: it set what there is; `refuse`: a rule forbids it. */
  readonly plan: 'hold' | 'act' | 'refuse';
  /** The name of the hold, such as `heldUp` or `atMaxScale`; null: it acts or refuses. */
  readonly hold: string | null;
  readonly sentence: string;
  /** How it was decided, in numbers: one line a step. */
  readonly formula: readonly string[];
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
}

export interface WhyNotByItself {
  /** The first decision after that instant that proposes it; null: none was looked at. */
  readonly proposedAt: string | null;
  /** When it holds. */
  readonly at: string;
}

export interface WhyNotAnswer {
  /** The instant of the decision. */
  readonly at: string;
  readonly flips: readonly WhyNotFlip[];
  readonly tried: readonly WhyNotTried[];
  /** What was not tried because nothing was left of the asks or runs. */
  readonly untried: readonly string[];
}

export interface WhyNotOrigin extends WhyNotAnswer {
  /** The first decision of the chain, with its number in the journal; null: the run began with it. */
  readonly first: { readonly seq: number; readonly at: string; readonly sentence: string } | null;
}

/** A change that brings what is wanted: the smallest of its kind. */
export interface WhyNotFlip {
  readonly name: string;
  readonly kind: 'field' | 'assumption';
  readonly from: Value;
  readonly to: Value;
  /** The nearest value that was tried and does not bring it; null: it is the present one. */
  readonly notYet: Value | null;
  /** Whether nothing nearer is left to try. */
  readonly isSmallest: boolean;
  /** What it comes to: replicas, GB or events. */
  readonly value: number | null;
  /** The change as a share of the present value; 1 for a choice. */
  readonly distance: number;
  /** The option that makes the change from the start; null: no run with it was made, or it does not bring it. */
  readonly option: string | null;
}

/** What was tried and does not bring it. */
export interface WhyNotTried {
  readonly name: string;
  readonly kind: 'field' | 'assumption';
  readonly from: Value;
  /** The values that were tried: of a number the nearest, two between, the furthest; of a choice all other ones. */
  readonly to: readonly Value[];
  /** Why none of them can be set; null: they can, and do not help. */
  readonly refused: string | null;
}

export interface WhyNotCost {
  /** Questions to the planner at the instant. */
  readonly asks: number;
  /** Trials that went on from before the first decision, and those from the start of the run. */
  readonly forkedRuns: number;
  readonly wholeRuns: number;
  /** Most of both together. */
  readonly runsMost: number;
  /** Events of all trials; of the stretch from before the first decision to the instant; of the run up to it. */
  readonly events: number;
  readonly stretchEvents: number;
  readonly runEvents: number;
}
