/** `svcsim debug --json`: the answer to each command, one document a line. */
import type { WhyDocument } from '../why/whyDocument.ts';
import type { WhyNotDocument } from '../whyNot/whyNotDocument.ts';
import type { StatePart } from './state.ts';
import type { StateChange } from './stateText.ts';

export interface DebugDocument {
  readonly schema: 'svcsim/debug/1';
  /** As it was typed. */
  readonly command: string;
  /** Where the run is after the command. */
  readonly at: string;
  /** How many journal entries there are up to now. */
  readonly entries: number;
  readonly answer: DebugAnswer;
}

export type DebugAnswer =
  | DebugMove
  | { readonly kind: 'state'; readonly parts: readonly StatePart[] }
  | { readonly kind: 'diff'; readonly since: string; readonly changes: readonly StateChange[] }
  | { readonly kind: 'journal'; readonly journal: readonly DebugEntry[] }
  | { readonly kind: 'breakpoints'; readonly breakpoints: readonly { readonly number: number; readonly on: string }[] }
  | { readonly kind: 'why'; readonly why: WhyDocument }
  | { readonly kind: 'why-not'; readonly whyNot: WhyNotDocument }
  /** Steps that were added at this instant, and the entries that they led to at once. */
  | {
      readonly kind: 'taken';
      readonly steps: readonly string[];
      /** How many of them the API refused. */
      readonly refused: number;
      readonly journal: readonly DebugEntry[];
    }
  /** The file, and the name of its scenario. */
  | { readonly kind: 'saved'; readonly file: string; readonly name: string }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string };

/** The run has moved. */
export interface DebugMove {
  readonly kind: 'moved';
  readonly from: string;
  /** `there`: where the command wanted to go; `end`: the last instant of the run, or its first on the way back. */
  readonly stop: 'there' | 'entry' | 'breakpoint' | 'end' | 'interrupted' | 'refused';
  /** The breakpoint, the entry (`#812`), or why time cannot go on; null: nothing more is to be said. */
  readonly because: string | null;
  /** The entries of the instant at which it stopped. */
  readonly journal: readonly DebugEntry[];
  /** Commands that a move back has undone, as they were typed, the newest first. */
  readonly undone: readonly string[];
  /** How many entries came before these since the move began. */
  readonly passed: number;
}

/** A journal entry as a sentence. */
export interface DebugEntry {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly subject: string;
  readonly sentence: string;
}
