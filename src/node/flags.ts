/** The options of each verb, as commander parses them. */

import type { Grain } from '../platform/metering/cells.ts';
import type { AllocationMethod } from '../report/bill/allocation.ts';
import { exitCode, Stop } from './exit.ts';
import type { JournalFormat, JournalKind } from './journal/journalFormat.ts';

/** Options of every verb that reads a scenario. */
export interface ScenarioFlags {
  readonly seed?: string;
  readonly replication?: number;
  readonly variant?: readonly string[];
  readonly assume?: readonly string[];
  readonly set?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Default of `--out`: the parent folder of report folders. */
export const defaultOut = 'reports';

/** Default of `--out` of `study`: the parent folder of folders of studies. */
export const studiesOut = 'studies';

/** Formats of a run's result: for a terminal, a pull request, continuous integration, a program. */
export const runFormats = ['text', 'md', 'junit', 'json'] as const;

export type RunFormat = (typeof runFormats)[number];

/** The requested format; `--json` is the same as `--format json`. */
export function formatOf({ format, json = false, quiet = false }: RunFlags): RunFormat | 'none' {
  if (json && format !== undefined && format !== 'json')
    throw new Stop(exitCode.usage, `--json and --format ${format} contradict each other; give one of them`);
  if (json) return 'json';
  return format ?? (quiet ? 'none' : 'text');
}

/** Periods that a usage row of focus.csv can cover. */
export const focusGrains = ['hour', 'day'] as const satisfies readonly Grain[];

export type FocusGrain = (typeof focusGrains)[number];

/** Options of `run`. */
export interface RunFlags extends ScenarioFlags {
  readonly out: string;
  readonly journal: JournalKind;
  /** Default: `ndjson`. */
  readonly journalFormat?: JournalFormat;
  /** In MB, as typed. */
  readonly journalLimit: string;
  /** Format on standard output; absent: `text`, or nothing with `--quiet`. */
  readonly format?: RunFormat;
  readonly billGrain: Grain;
  readonly focusGrain: FocusGrain;
  readonly replicaRows?: boolean;
  readonly extrapolate?: 'month';
  readonly allocate?: AllocationMethod;
  readonly verify?: boolean;
  readonly twice?: boolean;
  readonly literal?: boolean;
  /** Threads of the run itself, as typed; absent: one for each core if the run is long. */
  readonly threads?: string;
  readonly recommend?: boolean;
  readonly failures?: boolean;
  /** Runs of each proposal, the confidence of their intervals, and threads, as typed; absent: the usual ones. */
  readonly runs?: string;
  readonly confidence?: string;
  readonly workers?: string;
  /** Whether another verb reads the reports and then deletes them; messages then do not name the folder. */
  readonly isPassing?: boolean;
}

/** Runs of each proposal of `recommend` and `run --failures`, and the confidence of their intervals. */
export const usualRuns = '5';
export const usualConfidence = '95%';

/** Options of every verb that runs a scenario many times, as typed. */
export interface StudyFlags extends ScenarioFlags {
  /** Threads; absent: one for each core. */
  readonly workers?: string;
  /** Address of a Redis; absent: the runs are performed on this machine. */
  readonly queue?: string;
  readonly format?: 'text' | 'md' | 'json' | 'html';
}

/** Options of `study`, as typed. */
export interface StudyFileFlags extends StudyFlags {
  /** Parent folder of the study's folder. */
  readonly out: string;
  readonly list?: boolean;
  readonly mostPoints?: string;
  readonly mostRequests?: string;
  /** A share of the runs, such as `3/16`; absent: the whole study. */
  readonly shard?: string;
}

/** Options of `merge`, as typed. */
export interface MergeFlags {
  readonly out: string;
  readonly quiet?: boolean;
}

/** Options of `compare`, as typed. */
export interface CompareFlags extends StudyFlags {
  readonly plan?: readonly string[];
  readonly base?: string;
  readonly measure?: readonly string[];
  readonly runs: string;
  readonly confidence: string;
  readonly failIf?: readonly string[];
  readonly list?: boolean;
}

/** Options of `sensitivity`, as typed. */
export interface SensitivityFlags extends StudyFlags {
  readonly of?: readonly string[];
  readonly input?: readonly string[];
  readonly only?: readonly string[];
  readonly change: string;
  readonly runs: string;
  readonly confidence: string;
  readonly list?: boolean;
}

/** Options of `find`, as typed. */
export interface FindFlags extends StudyFlags {
  readonly vary: string;
  readonly until: string;
  readonly within?: string;
  readonly probability: string;
  readonly confidence: string;
  readonly runs: string;
  readonly list?: boolean;
}

/** Options of `work`, as typed. */
export interface WorkFlags {
  readonly queue: string;
  readonly workers?: string;
  readonly idle?: string;
  readonly lostAfter: string;
  readonly quiet?: boolean;
}

/** Options of `fork`, as typed. */
export interface ForkFlags extends StudyFlags {
  readonly at?: string;
  readonly every?: string;
  readonly until?: string;
  readonly probability: string;
  readonly plan?: readonly string[];
  readonly measure?: readonly string[];
  readonly runs: string;
  readonly confidence: string;
  readonly list?: boolean;
}

/** Options of `selftest`, as typed. */
export interface SelftestFlags extends Pick<StudyFlags, 'workers' | 'format' | 'json' | 'quiet' | 'seed'> {
  readonly only?: readonly string[];
}

/** Default of `--out` of `fuzz`: the folder of saved failures. */
export const defaultFailures = 'fuzz';

/** Default of `--hang-after` of `fuzz`. */
export const defaultHangAfter = '2m';

/** Options of `fuzz`, as typed. */
export interface FuzzFlags extends Pick<StudyFlags, 'workers' | 'json' | 'quiet' | 'seed'> {
  readonly for?: string;
  readonly runs?: string;
  readonly laws?: readonly string[];
  /** Folder of saved failures. */
  readonly out: string;
  readonly bail?: boolean;
  /** False: failures are saved as they are generated. */
  readonly shrink?: boolean;
  readonly hangAfter: string;
  readonly list?: boolean;
}

/** Options of `coverage`, as typed. */
export interface CoverageFlags extends ScenarioFlags, Pick<StudyFlags, 'format'> {}

/** Options of `recommend`, as typed. */
export interface RecommendFlags extends ScenarioFlags, Pick<StudyFlags, 'workers' | 'queue'> {
  readonly format?: 'text' | 'md' | 'json';
  readonly runs?: string;
  readonly confidence?: string;
  readonly list?: boolean;
  /** Parent folder of the output folder; absent: no files are written. */
  readonly out?: string;
}

/** Options of `bill`, as typed. */
export interface BillFlags extends ScenarioFlags {
  readonly by?: string;
  readonly prices?: string;
  readonly csv?: boolean;
}

/** Options of `explain`, as typed. */
export interface ExplainFlags extends ScenarioFlags {
  readonly of: string;
  readonly hour?: string;
}

/** Options of `why`, as typed. */
export interface WhyFlags extends ScenarioFlags {
  readonly at?: string;
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

/** Options of `serve`, as typed. */
export interface ServeFlags extends ScenarioFlags {
  readonly port: string;
  readonly host: string;
  readonly prefix?: 'svc' | 'cpln';
  readonly rate?: string;
  readonly paused?: boolean;
  readonly simKey?: string;
  readonly key?: readonly string[];
}

/** Options of `reprice`, as typed. */
export interface RepriceFlags {
  /** A file; absent: the built-in book. */
  readonly prices?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}
