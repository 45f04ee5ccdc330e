/** What may stand on the command line beside files, as commander gives it. */
import type { JournalKind } from './journalFile.ts';

/** Options that every verb reading a scenario takes. */
export interface ScenarioFlags {
  readonly seed?: string;
  readonly assume?: readonly string[];
  readonly set?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Where `run` makes its report folders if nothing is said. */
export const defaultOut = 'reports';

/** Options of `run`. */
export interface RunFlags extends ScenarioFlags {
  readonly out: string;
  readonly journal: JournalKind;
  /** In MB, as typed. */
  readonly journalLimit: string;
  readonly verify?: boolean;
  readonly literal?: boolean;
}

/** Options of `env`, as typed. */
export interface EnvFlags extends ScenarioFlags {
  readonly at?: string;
  readonly location?: string;
  readonly container?: string;
  readonly addresses?: boolean;
}

/** Options of `request`, as typed. */
export interface RequestFlags extends ScenarioFlags {
  readonly at?: string;
  readonly from?: string;
  readonly by?: string;
  readonly location?: string;
  readonly replica?: string;
  readonly path: string;
  readonly header?: readonly string[];
}

/** Options of `logs`, as typed. */
export interface LogsFlags extends ScenarioFlags {
  readonly from?: string;
  readonly to?: string;
  readonly since?: string;
  readonly limit?: string;
  readonly direction: 'forward' | 'backward';
}
