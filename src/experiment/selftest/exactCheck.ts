/**
 * A check without chance: one answer of a run or of a planner must be what a formula or a statement says.
 */
import type { Chapter, Constants } from './chanceCheck.ts';

/** What was computed, and what it must be; equal texts hold. */
export interface ExactCheck<Named extends Constants = Constants> {
  /** Names the check, such as `little`. */
  readonly id: string;
  readonly chapter: Chapter;
  /** What is compared, as a phrase. */
  readonly title: string;
  /** The formula, or the statement that must hold. */
  readonly formula: string;
  readonly source: string;
  readonly constants: Named;
  /** A constant that is wrong by such a factor is surely found (a test proves it). */
  readonly finds: { readonly [name in keyof Named]?: readonly number[] };
  /** What must be found. */
  expected(constants: Named, seed: string): string;
  /** What the simulator does. */
  found(constants: Named, seed: string): string;
}
