/** What the person at the terminal is told when a run has ended, and the exit code. */
import type { Failures } from '../experiment/failure/failures.ts';
import type { Grain } from '../platform/metering/cells.ts';
import { grainOfPeriod } from '../report/bill/rowGrain.ts';
import type { Difference } from '../report/recount/compare.ts';
import { markdownReport } from '../report/render/markdown.ts';
import { terminalSummary } from '../report/render/terminal.ts';
import { adviceText } from '../report/render/terminalAdvice.ts';
import { failureTable } from '../report/render/terminalFailures.ts';
import type { Report } from '../report/report.ts';
import { remedyLines } from '../report/verdict/failureText.ts';
import type { Advice } from '../report/verdict/recommendation.ts';
import type { Summary } from '../report/verdict/summary.ts';
import { tableLines } from '../report/words/table.ts';
import { wrapped } from '../text/folded.ts';
import { shellWord } from '../text/shellWord.ts';
import { calledAs } from './calledAs.ts';
import { columnsOf, fitted } from './columns.ts';
import { exitCode } from './exit.ts';
import { defaultOut, type formatOf, type RunFlags } from './flags.ts';
import { journalNames } from './journal/journalFormat.ts';
import { paintFor } from './paint.ts';
import { say } from './say.ts';
import type { TwiceResult } from './twice/secondRun.ts';

/** What takes runs of its own; null: it was not asked for. */
export interface ExtraRuns {
  readonly advice: Advice | null;
  readonly losses: Failures | null;
}

export interface RunEnding extends ExtraRuns {
  /** The scenario's file; `-` is standard input. */
  readonly file: string;
  readonly folder: string;
  readonly report: Report;
  /** What `summary.json` holds. */
  readonly summary: Summary;
  /** Whether the run came to its end, and was not interrupted. */
  readonly isWhole: boolean;
  /** Whether the journal's file reached its limit. */
  readonly isCut: boolean;
  /** What a row of `focus.csv` is for; null: there is none. */
  readonly focusGrain: Grain | null;
  /** null: not verified. */
  readonly differences: readonly Difference[] | null;
  /** null: not run twice. */
  readonly twice: TwiceResult | null;
}

export function codeOf({ report, isWhole, differences, twice }: RunEnding): number {
  if (!isWhole) return exitCode.interrupted;
  if (differences !== null && differences.length > 0) return exitCode.defect;
  if (report.bookFindings.some(({ severity }) => severity === 'error')) return exitCode.invalid;
  if (twice !== null && !twice.same) return exitCode.failed;
  return report.summary.verdict === 'pass' ? exitCode.ok : exitCode.failed;
}

/** The summary on standard output, what is unusual on the error stream. */
export function show(ending: RunEnding, flags: RunFlags, format: ReturnType<typeof formatOf>): void {
  const { file, folder, report, isWhole, isCut, focusGrain, differences, twice } = ending;
  const journalName = journalNames[flags.journalFormat ?? 'ndjson'];
  const paint = paintFor(process.stderr);
  const tell = (text: string): boolean => say(process.stderr, fitted(`${text}\n`, process.stderr));
  if (!isWhole) {
    const left =
      flags.isPassing === true
        ? 'no result is shown for an incomplete run'
        : `the reports of the simulated part are in ${folder}`;
    tell(`${paint.warn('interrupted')}: ${left}`);
  }
  if (isCut)
    tell(
      `${paint.warn(journalName)} reached its limit of ${flags.journalLimit} MB; the run and the other reports are complete${report.chronicle.isNumbered ? '' : ', but name no journal entries: --journal-limit raises it'}`,
    );
  if (report.bill.grain !== 'hour')
    tell(
      `${paint.warn('ledger.ndjson')} has cells per ${report.bill.grain}: cells per hour would be more than a million`,
    );
  const [row] = report.bill.usage;
  const grain = row === undefined ? flags.billGrain : grainOfPeriod(row.period);
  // Nothing is coarser than a billing period, which may be called by a day (`billing.period`).
  if (flags.billGrain !== 'month' && grain !== flags.billGrain)
    tell(`${paint.warn('bill.json')} has rows per ${grain}: rows per ${flags.billGrain} would be too many`);
  if (focusGrain === null)
    tell(`${paint.warn('focus.csv')} is not written: FOCUS has no billing period as long as the run (billing.period)`);
  else if (focusGrain !== flags.focusGrain)
    tell(`${paint.warn('focus.csv')} has rows per ${focusGrain}: rows per ${flags.focusGrain} would be too many`);
  if (differences !== null) tell(verdictOf(differences, paint));
  if (twice !== null) tell(twiceText(twice, paint));
  if (format === 'md') say(process.stdout, `${markdownReport(report)}\n`);
  if (format !== 'text') return;
  const columns = columnsOf(process.stdout) ?? 100;
  const hasJournal = flags.journal !== 'none' && !isCut;
  const about = {
    calledAs,
    folder,
    hasJournal,
    journalName,
    ...(file === '-' ? {} : { command: commandOf(file, flags).replace('svcsim', calledAs) }),
  };
  say(process.stdout, `${terminalSummary(report, paintFor(process.stdout), columns, about)}\n\n`);
  showAsked(ending, flags, columns);
}

function showAsked({ file, report, advice, losses }: RunEnding, flags: RunFlags, columns: number): void {
  const paint = paintFor(process.stdout);
  if (losses !== null) {
    const canvas = { width: Math.max(60, Math.min(120, columns)), paint, table: tableLines };
    const table = failureTable(losses.failures, report.bill.currency, canvas);
    const more = losses.untried === 0 ? [] : [`  ${losses.untried} more losses were not simulated: there are too many`];
    const helps = remedyLines(losses.failures, report.bill.currency).flatMap((line) =>
      wrapped(line, canvas.width, '    '),
    );
    const lines =
      table.length === 0 ? ['  No workload has demand, so no loss was simulated.'] : [...table, ...helps, ...more];
    say(process.stdout, `${lines.join('\n')}\n\n`);
  }
  if (advice !== null) {
    const command =
      file === '-' ? undefined : commandOf(file, { ...flags, set: [...(flags.set ?? []), ...advice.set] });
    say(process.stdout, `${adviceText(advice, paint, columns, command)}\n\n`);
  }
}

/** The command that repeats the run, without its seed. */
export function commandOf(file: string, flags: Partial<RunFlags>): string {
  const { variant = [], set = [], assume = [], replication = 0, out = defaultOut } = flags;
  const variants = variant.flatMap((one) => ['--variant', one]);
  const changes = [...variants, ...set.flatMap((one) => ['--set', one]), ...assume.flatMap((one) => ['--assume', one])];
  const folder = out === defaultOut ? [] : ['--out', out];
  const drawn = replication === 0 ? [] : ['--replication', `${replication}`];
  return ['svcsim', 'run', file, ...changes, ...drawn, ...folder].map(shellWord).join(' ');
}

function verdictOf(differences: readonly Difference[], paint: ReturnType<typeof paintFor>): string {
  if (differences.length === 0) return paint.good('verified: the bill recomputed from the journal is identical');
  const first = differences.slice(0, 5).map(({ figure, of, recounted, billed, entries }) => {
    return `  ${figure} of ${of}: billed ${billed}, recomputed ${recounted} (entries ${entries.slice(0, 8).join(', ')})`;
  });
  return [
    paint.bad(
      `the bill and its recomputation from the journal differ in ${differences.length} places; this is a defect of svcsim`,
    ),
    ...first,
  ].join('\n');
}

function twiceText(twice: TwiceResult, paint: ReturnType<typeof paintFor>): string {
  if (twice.same)
    return paint.good(
      `run twice: ${twice.entries} journal entries, the bill and the state at the end are the same; fingerprint ${twice.fingerprint}`,
    );
  const { what, number, first, second } = twice;
  const places = {
    journal: `from journal entry ${number} on`,
    bill: `in line ${number} of the bill, after the same journal`,
    state: 'in the state at the end, after the same journal and bill',
  };
  return [
    paint.bad(`run twice: the two runs differ ${places[what]}; this is a defect of svcsim`),
    `  first run:  ${first ?? 'nothing more'}`,
    `  second run: ${second ?? 'nothing more'}`,
  ].join('\n');
}
