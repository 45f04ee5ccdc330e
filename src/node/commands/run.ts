/** `svcsim run`: simulates scenarios, writes their report folders and prints a summary. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { StandstillError } from '../../engine/standstill.ts';
import type { AdviceInput } from '../../experiment/recommend/plan.ts';
import { explainStandstill } from '../../platform/handlers/standstill.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { allocationOf } from '../../report/bill/allocation.ts';
import { allocationCsv } from '../../report/focus/allocationCsv.ts';
import { MountChronicle } from '../../report/fold/mountChronicle.ts';
import { type PageAssets, pageHtml } from '../../report/page/html.ts';
import { pageDataOf } from '../../report/page/pageDataOf.ts';
import { compareWithBill, type Difference } from '../../report/recount/compare.ts';
import { Recount } from '../../report/recount/recount.ts';
import { fileOf, writingsOf } from '../../report/render/files.ts';
import { junitReport } from '../../report/render/junit.ts';
import { type Report, reportOf } from '../../report/report.ts';
import { withLosses } from '../../report/verdict/lossFindings.ts';
import { wholeOf } from '../../report/verdict/recommendation.ts';
import type { Summary } from '../../report/verdict/summary.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { behaviourPlace, type Written } from '../../scenario/behaviourPlace.ts';
import { bookProblems } from '../../scenario/read/prices.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { scenarioDigest } from '../../scenario/text/digest.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import { fitted } from '../columns.ts';
import { compileFor } from '../compiling.ts';
import { codeOf, type ExtraRuns, type RunEnding, show } from '../ending.ts';
import { exitCode, Stop } from '../exit.ts';
import { formatOf, type RunFlags } from '../flags.ts';
import { ReportFolder } from '../folder.ts';
import { type ReadScenario, readScenarios } from '../inputs.ts';
import { Interrupt } from '../interrupt.ts';
import { openJournal, refuseFormatOfNone } from '../journal/openJournal.ts';
import { makeRoom, sizeText } from '../memory.ts';
import { readPageAssets } from '../pageAssets.ts';
import { paintFor } from '../paint.ts';
import { readThreads } from '../parts/threadedRun.ts';
import { performRun } from '../performRun.ts';
import { showProblems } from '../problems.ts';
import { barOf, type ProgressBar, progressBar } from '../progress.ts';
import { say } from '../say.ts';
import { JournalRecord } from '../twice/journalRecord.ts';
import { comparedWithSecond, type TwiceResult } from '../twice/secondRun.ts';
import { writeFocus } from './focusFile.ts';
import { adviceFor, lossesFor } from './study/manyAdvice.ts';
import { isFailed, type ScenarioOutcome, tallyText } from './tally.ts';

/** `svcsim run --json`. */
export interface RunDocument {
  readonly schema: 'svcsim/run/1';
  /** In the order of the files. */
  readonly runs: readonly ScenarioRun[];
}

/** The result of one file; only its problems if it could not be run. */
export interface ScenarioRun {
  readonly file: string;
  readonly problems: readonly Problem[];
  /** Where its report is. */
  readonly folder?: string;
  /** As `summary.json` has it. */
  readonly summary?: Summary;
  /** Only where it was verified: where the bill and the journal differ. */
  readonly differences?: readonly Difference[];
  /** Only with `--twice`: whether a second run was the same. */
  readonly twice?: TwiceResult;
}

/** Runs all valid scenarios in the given order. @returns the highest exit code of all */
export async function run(files: readonly string[], flags: RunFlags): Promise<number> {
  const bytesMax = readLimit(flags.journalLimit);
  refuseFormatOfNone(flags);
  const threadsAsked = readThreads(flags.threads);
  const format = formatOf(flags);
  const assets = readPageAssets();
  const read = await readScenarios(files, flags);
  refuseSameNames(read);
  const outcomes: ScenarioRun[] = [];
  const endings: ScenarioOutcome[] = [];
  const reports: Report[] = [];
  const interrupt = new Interrupt();
  for (const { file, label, parsed, text, options } of read) {
    await setImmediate();
    if (interrupt.isRequested) {
      say(process.stderr, `interrupted before ${label}\n`);
      break;
    }
    showProblems(parsed, process.stderr);
    const { scenario, problems } = parsed;
    if (scenario === null) {
      outcomes.push({ file: label, problems });
      endings.push({ name: label, code: exitCode.invalid });
      continue;
    }
    const given = { scenario, file, label, texts: parsed.texts, text, options };
    const ending = await runOne(given, interrupt, { ...flags, bytesMax, threadsAsked, assets }).catch(
      (error: unknown) => {
        if (error instanceof StandstillError) return standstillProblem(error, given);
        throw error;
      },
    );
    if ('code' in ending) {
      showProblems({ ...parsed, problems: [ending] }, process.stderr);
      outcomes.push({ file: label, problems: [...problems, ending] });
      endings.push({ name: scenario.name, code: exitCode.invalid });
      continue;
    }
    show(ending, flags, format);
    const { folder, summary, differences, twice, report } = ending;
    if (format === 'junit') reports.push(report);
    const verified = { ...(differences === null ? {} : { differences }), ...(twice === null ? {} : { twice }) };
    const told = { ...parsed, problems: bookProblems(scenario, report.bookFindings) };
    showProblems(told, process.stderr);
    outcomes.push({ file: label, folder, problems: [...problems, ...told.problems], summary, ...verified });
    endings.push({ name: scenario.name, code: codeOf(ending) });
    if (!ending.isWhole) break;
  }
  interrupt.close();
  const document: RunDocument = { schema: 'svcsim/run/1', runs: outcomes };
  if (format === 'json') say(process.stdout, jsonText(document));
  if (format === 'junit') say(process.stdout, junitReport(reports));
  if (files.length > 1) showTally(endings, files.length, format);
  return Math.max(
    endings.length < files.length ? exitCode.interrupted : exitCode.ok,
    ...endings.map(({ code }) => code),
  );
}

/**
 * A zero-time loop is a mistake in the scenario that only a run finds. The problem names the place of the field to
 * change.
 */
function standstillProblem(error: StandstillError, given: Written & { readonly label: string }): Problem {
  const { about, ...loop } = explainStandstill(error);
  const found = about === null ? null : behaviourPlace(given, { ...about, at: error.at });
  const place = found ?? { file: given.label, line: 1, column: 1, endColumn: 2 };
  return { ...place, code: 'zero-time-loop', severity: 'error', ...loop };
}

/** Prints the tally on standard output; for formats other than text on the error stream, and only after a failure. */
function showTally(endings: readonly ScenarioOutcome[], count: number, format: ReturnType<typeof formatOf>): void {
  const isBad = endings.some(isFailed);
  const isQuiet = format !== 'text';
  if (isQuiet && !isBad) return;
  const stream = isQuiet ? process.stderr : process.stdout;
  const paint = paintFor(stream);
  say(stream, `${paint[isBad ? 'bad' : 'good'](fitted(tallyText(endings, count), stream))}\n`);
}

function readLimit(text: string): number {
  const megabytes = Number(text);
  if (!(megabytes > 0)) throw new Stop(exitCode.usage, `--journal-limit takes a number of MB above 0; found '${text}'`);
  return megabytes * 1_000_000;
}

/** Refuses scenarios with the same name, because they would write the same folder. */
function refuseSameNames(read: readonly ReadScenario[]): void {
  const labels = new Map<string, string>();
  for (const { label, parsed } of read) {
    const name = parsed.scenario?.name;
    if (name === undefined) continue;
    const other = labels.get(name);
    if (other === label) throw new Stop(exitCode.usage, `${label} is given twice`);
    if (other !== undefined) {
      throw new Stop(
        exitCode.usage,
        `${other} and ${label} are both named '${name}', so one report would replace the other; rename one, or run them one by one with --out.`,
      );
    }
    labels.set(name, label);
  }
}

interface Given extends AdviceInput {
  readonly scenario: Scenario;
  readonly file: string;
  readonly label: string;
  /** All that it was read from. */
  readonly texts: ReadonlyMap<string, string>;
}

async function runOne(
  given: Given,
  interrupt: Interrupt,
  flags: RunFlags & { readonly bytesMax: number; readonly threadsAsked: number | null; readonly assets: PageAssets },
): Promise<RunEnding> {
  const { scenario, file } = given;
  makeRoom(scenario);
  const size = flags.quiet === true ? null : sizeText(scenario);
  if (size !== null) say(process.stderr, fitted(`${size}\n`, process.stderr));
  const folder = new ReportFolder(join(flags.out, scenario.name));
  const progress = progressBar(scenario.name, flags.quiet === true);
  try {
    const journal = await openJournal(folder, flags, flags.bytesMax);
    const book = scenario.prices ?? exampleBook;
    const recount =
      flags.verify === true
        ? new Recount({ org: scenario.org, start: scenario.start, assumptions: scenario.assumptions, book })
        : null;
    const mounts = flags.allocate === undefined ? null : new MountChronicle(scenario.assumptions);
    const record = flags.twice === true ? new JournalRecord() : null;
    const options = {
      events: flags.journal === 'all',
      replicas: flags.replicaRows === true,
      rowsPer: flags.billGrain,
      isLiteral: flags.literal === true,
    };
    compileFor('run');
    const {
      run: live,
      here,
      chronicle,
      load,
      isWhole,
    } = await performRun(
      scenario,
      {
        options,
        journal,
        listeners: [record, recount, mounts].filter((one) => one !== null),
        takesBundles: recount === null && record === null,
        threads: flags.threadsAsked,
        isQuiet: flags.quiet === true,
      },
      progress,
      interrupt,
    );
    compileFor('reports');
    progress.say('writing the reports');
    await pause(interrupt, isWhole);
    const plain = reportOf(live, chronicle, {
      ...load,
      scenarioHash: scenarioDigest(given.texts, given.label, sha256),
      ...(flags.extrapolate === undefined ? {} : { extrapolate: flags.extrapolate }),
    });
    const asked = isWhole ? await askedFor(given, progress, interrupt, flags) : nothingAsked;
    const { advice, losses } = asked;
    const report = {
      ...plain,
      ...(losses === null
        ? {}
        : { summary: { ...plain.summary, findings: withLosses(plain.summary.findings, losses.failures) } }),
      capacity: {
        ...plain.capacity,
        failures: losses?.failures ?? [],
        ...(losses === null ? {} : { failuresUntried: losses.untried }),
        recommendations: advice?.recommendations ?? [],
        ...(advice === null ? {} : { advice: wholeOf(advice) }),
      },
    };
    await pause(interrupt, isWhole);
    const others = journal === null ? [] : [journal.close()];
    const write = (name: string, text: string): void => {
      folder.write(name, text);
      others.push(fileOf(name, Buffer.from(text), sha256));
    };
    write('report.html', pageHtml(pageDataOf(report, live), flags.assets));
    if (mounts !== null && flags.allocate !== undefined) {
      const parts = allocationOf(report.bill, mounts.upTo(report.end), flags.allocate);
      const origin = { book, seed: scenario.seed, scenarioHash: report.summary.scenarioHash };
      const horizon = { start: report.start, end: report.end };
      const periods = scenario.assumptions['billing.period'];
      write('allocation.csv', allocationCsv(parts, flags.allocate, { ...origin, horizon, periods }));
    }
    await pause(interrupt, isWhole);
    const focus = await writeFocus(
      folder,
      {
        cells: report.cells,
        book,
        assumptions: scenario.assumptions,
        horizon: { start: report.start, end: report.end },
        invoices: report.bill.invoices,
        seed: scenario.seed,
        scenarioHash: report.summary.scenarioHash,
      },
      flags.focusGrain,
      () => pause(interrupt, isWhole),
    );
    if (focus !== null) others.push(focus.file);
    for (const [name, writing] of writingsOf(report)) {
      await pause(interrupt, isWhole);
      const file = folder.stream(name);
      writing((text) => file.write(text));
      others.push(file.close());
    }
    others.sort((a, b) => (a.name < b.name ? -1 : 1));
    const summary: Summary = { ...report.summary, files: others };
    folder.write('summary.json', jsonText(summary));
    const path = isWhole ? folder.path : `${folder.path}.interrupted`;
    folder.finish(path);
    const horizon = { start: scenario.start, end: report.end };
    // The bill has what a session has not told yet.
    if (recount !== null && here !== null && scenario.session !== null)
      here.fork((entry) => recount.listen(entry)).close();
    const differences = recount === null ? null : compareWithBill(recount, report.bill, book, horizon);
    const twice =
      record === null || here === null || !isWhole
        ? null
        : await comparedWithSecond({ ...given, run: here, record }, { ...options, isAsked: false }, (share) => {
            progress.say(`the second run ${barOf(share)} ${Math.floor(share * 100)}%`);
            if (interrupt.isRequested)
              throw new Stop(exitCode.interrupted, `interrupted in the second run: the reports are in ${path}`);
          });
    return {
      file,
      folder: path,
      report,
      summary,
      isWhole,
      isCut: journal !== null && journal.filledAt !== null,
      focusGrain: focus?.grain ?? null,
      differences,
      twice,
      ...asked,
    };
  } finally {
    progress.clear();
    folder.discard();
  }
}

/** What takes more runs, and is made only where it is asked for. */
async function askedFor(
  given: Given,
  progress: ProgressBar,
  interrupt: Interrupt,
  flags: RunFlags,
): Promise<ExtraRuns> {
  const say = (label: string) => (told: string) => progress.say(`${label}: ${told}`);
  return {
    advice: flags.recommend === true ? await adviceFor(given, flags, interrupt, say('tries changes')) : null,
    losses: flags.failures === true ? await lossesFor(given, flags, interrupt, say('tries losses')) : null,
  };
}

const nothingAsked: ExtraRuns = { advice: null, losses: null };

/**
 * Lets signals be heard. Who interrupts the writing after a whole run wants none of it; who interrupted the run wants
 * what there is.
 */
async function pause(interrupt: Interrupt, isWhole: boolean): Promise<void> {
  await setImmediate();
  if (isWhole && interrupt.isRequested)
    throw new Stop(exitCode.interrupted, 'interrupted while the reports were written: none is left');
}

/** Quicker than the portable one by far. */
function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
