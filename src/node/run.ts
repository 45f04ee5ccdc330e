/** `svcsim run`: scenarios in, report folders and a summary out. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Run } from '../experiment/run.ts';
import { exampleBook } from '../platform/metering/exampleBook.ts';
import { Chronicle } from '../report/chronicle.ts';
import { fileOf, filesOf } from '../report/files.ts';
import { jsonText } from '../report/jsonText.ts';
import { compareWithBill, type Difference } from '../report/recount/compare.ts';
import { Recount } from '../report/recount/recount.ts';
import { type Report, reportOf } from '../report/report.ts';
import { terminalSummary } from '../report/terminal.ts';
import { renderProblems } from '../scenario/frame.ts';
import type { Parsed } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { exitCode, Stop } from './exit.ts';
import { ReportFolder } from './folder.ts';
import { readScenario } from './inputs.ts';
import { JournalFile, type JournalKind } from './journalFile.ts';
import type { ScenarioFlags } from './main.ts';
import { paintFor } from './paint.ts';
import { type Progress, progressBar } from './progress.ts';

export interface RunFlags extends ScenarioFlags {
  readonly out: string;
  readonly journal: JournalKind;
  readonly journalLimit: string;
  readonly verify?: boolean;
}

/** Events between two looks at the clock and at Ctrl-C: some milliseconds of work. */
const slice = 20_000;

/** Runs all valid scenarios, in the order given. @returns the highest exit code among them */
export async function run(files: readonly string[], flags: RunFlags): Promise<number> {
  const bytesMax = readLimit(flags.journalLimit);
  const read = files.map((file) => ({ file, parsed: readScenario(file, flags) }));
  refuseSameNames(read);
  const outcomes: unknown[] = [];
  let code: number = exitCode.ok;
  for (const { file, parsed } of read) {
    if (flags.json !== true || parsed.scenario === null) showProblems(parsed);
    if (parsed.scenario === null) {
      outcomes.push({ file, problems: parsed.problems });
      code = Math.max(code, exitCode.invalid);
      continue;
    }
    const done = await runOne(parsed.scenario, file, { ...flags, bytesMax });
    outcomes.push({
      file,
      folder: done.folder,
      summary: done.report.summary,
      ...(done.differences === null ? {} : { differences: done.differences }),
    });
    code = Math.max(code, done.code);
    if (done.code === exitCode.interrupted) break;
  }
  if (flags.json === true) process.stdout.write(jsonText({ schema: 'svcsim/run/1', runs: outcomes }));
  return code;
}

/** Problems with their code frames, on the error stream. */
function showProblems(parsed: Parsed): void {
  if (parsed.problems.length === 0) return;
  process.stderr.write(`${renderProblems(parsed.problems, (file) => parsed.texts.get(file))}\n\n`);
}

function readLimit(text: string): number {
  const megabytes = Number(text);
  if (!(megabytes > 0)) throw new Stop(exitCode.usage, `--journal-limit takes a number of MB above 0; found '${text}'`);
  return megabytes * 1_000_000;
}

/** Two scenarios of one name would write the same folder. */
function refuseSameNames(read: readonly { readonly file: string; readonly parsed: Parsed }[]): void {
  const files = new Map<string, string>();
  for (const { file, parsed } of read) {
    const name = parsed.scenario?.name;
    if (name === undefined) continue;
    const other = files.get(name);
    if (other !== undefined) {
      throw new Stop(
        exitCode.usage,
        `${other} and ${file} are both named '${name}', so one report would replace the other; rename one, or run them one by one with --out.`,
      );
    }
    files.set(name, file);
  }
}

interface Done {
  readonly code: number;
  readonly folder: string;
  readonly report: Report;
  /** null: not verified. */
  readonly differences: readonly Difference[] | null;
}

async function runOne(
  scenario: Scenario,
  file: string,
  flags: RunFlags & { readonly bytesMax: number },
): Promise<Done> {
  const folder = new ReportFolder(join(flags.out, scenario.name));
  const progress = progressBar(scenario.name, flags.quiet === true);
  try {
    const journal =
      flags.journal === 'none' ? null : new JournalFile(folder.stream('journal.ndjson'), flags.journal, flags.bytesMax);
    const chronicle = new Chronicle(scenario);
    const book = scenario.prices ?? exampleBook;
    const recount =
      flags.verify === true ? new Recount({ org: scenario.org, assumptions: scenario.assumptions, book }) : null;
    const live = new Run(scenario, {
      events: flags.journal === 'all',
      sink: (entry) => {
        chronicle.listen(entry);
        journal?.listen(entry);
        recount?.listen(entry);
      },
    });
    const isWhole = await advance(live, progress);
    progress.clear();
    journal?.close();
    const report = reportOf(live, chronicle);
    const others = journal === null ? [] : [fileOf('journal.ndjson', folder.content('journal.ndjson'), sha256)];
    for (const [name, text] of filesOf(report, others, sha256)) folder.write(name, text);
    const path = isWhole ? folder.path : `${folder.path}.interrupted`;
    folder.finish(path);
    const horizon = { start: scenario.start, end: live.now };
    const differences = recount === null ? null : compareWithBill(recount, report.bill, book, horizon);
    show(report, file, path, flags, { isWhole, isCut: journal?.isFull === true, differences });
    return { code: codeOf(report, isWhole, differences), folder: path, report, differences };
  } finally {
    progress.clear();
    folder.discard();
  }
}

/** Quicker than the portable one by far. */
function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Runs to the end in slices; false where Ctrl-C came first. */
async function advance(live: Run, progress: Progress): Promise<boolean> {
  const { start, end } = live.scenario;
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    while (live.advance(slice) === 'more') {
      progress.update((live.now - start) / (end - start), live.sim.events);
      await setImmediate();
      if (isInterrupted) return false;
    }
    return true;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

function codeOf({ summary }: Report, isWhole: boolean, differences: readonly Difference[] | null): number {
  if (!isWhole) return exitCode.interrupted;
  if (differences !== null && differences.length > 0) return exitCode.defect;
  return summary.verdict === 'pass' ? exitCode.ok : exitCode.failed;
}

interface Ending {
  readonly isWhole: boolean;
  readonly isCut: boolean;
  readonly differences: readonly Difference[] | null;
}

function show(
  report: Report,
  file: string,
  path: string,
  flags: RunFlags,
  { isWhole, isCut, differences }: Ending,
): void {
  const paint = paintFor(process.stderr);
  if (!isWhole) process.stderr.write(`${paint.warn('interrupted')}: the reports up to here are in ${path}\n`);
  if (isCut)
    process.stderr.write(
      `${paint.warn('journal.ndjson')} stopped at ${flags.journalLimit} MB; the run and its reports went on\n`,
    );
  if (differences !== null) process.stderr.write(`${verdictOf(differences, paint)}\n`);
  if (flags.quiet === true || flags.json === true) return;
  const columns = process.stdout.columns ?? 100;
  process.stdout.write(`${terminalSummary(report, paintFor(process.stdout), columns, { file })}\n\n`);
}

function verdictOf(differences: readonly Difference[], paint: ReturnType<typeof paintFor>): string {
  if (differences.length === 0)
    return paint.good('verified: the bill recomputed from the journal agrees to the last unit');
  const first = differences.slice(0, 5).map(({ figure, of, recounted, billed, entries }) => {
    return `  ${figure} of ${of}: ${billed} billed, ${recounted} by the journal (entries ${entries.slice(0, 8).join(', ')})`;
  });
  return [
    paint.bad(`the bill and the journal differ in ${differences.length} places; this is a defect of svcsim`),
    ...first,
  ].join('\n');
}
