/** `svcsim logs`: prints the log lines of a scenario or a report folder that a query selects. */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Entry } from '../../engine/journal.ts';
import { LineTable, lineJson } from '../../report/logs/lineText.ts';
import { parseQuery } from '../../report/logs/parseQuery.ts';
import type { LogQuery, QueryProblem } from '../../report/logs/query.ts';
import { readEntry } from '../../report/logs/readEntry.ts';
import { Selection } from '../../report/logs/selection.ts';
import { UnmetValues } from '../../report/logs/unmet.ts';
import { type LogAssumptions, LogWriter } from '../../report/logs/writer.ts';
import { renderProblems } from '../../scenario/text/frame.ts';
import { columnsOf, fitted } from '../columns.ts';
import { exitCode, Stop } from '../exit.ts';
import type { LogsFlags } from '../flags.ts';
import { paintFor } from '../paint.ts';
import { progressBar } from '../progress.ts';
import { openReportedJournal } from '../reported/reportedJournal.ts';
import { blamed, instead, readRun } from '../reported/reportedRun.ts';
import { isFolder, refuseScenarioFlags } from '../reported/reportSource.ts';
import { say } from '../say.ts';
import { type Range, rangeOf } from './logRange.ts';

/** Events, or entries, between two looks at whether anybody still reads. */
const slice = 20_000;
const bufferCharacters = 1 << 16;
/** Lines that are held to be shown from the last one on: about 1.5 GB of memory. */
const heldMax = 1_000_000;
/** Where a line that is too long for a terminal goes on: beside its time. */
const besideTime = 26;

export async function logs(source: string, text: string, flags: LogsFlags): Promise<number> {
  const query = parseQuery(text);
  if (!('matchers' in query)) {
    showQueryProblems(text, query);
    return exitCode.usage;
  }
  const limit = readLimit(flags.limit);
  if (isFolder(source)) {
    try {
      return await folderLogs(source, query, limit, flags);
    } catch (error) {
      throw blamed(error, source);
    }
  }
  if (/\.(ndjson|parquet)$/.test(source)) {
    throw new Stop(exitCode.usage, `${source} is a report file, not a scenario; give its report folder instead`);
  }
  return await scenarioLogs(source, query, limit, flags);
}

/** Runs a scenario and shows lines as they come. */
async function scenarioLogs(file: string, query: LogQuery, limit: number, flags: LogsFlags): Promise<number> {
  const { readScenarios } = await import('../inputs.ts');
  const { makeRoom } = await import('../memory.ts');
  const { showProblems } = await import('../problems.ts');
  const [read] = await readScenarios([file], flags);
  if (read === undefined) throw new Error(`nothing was read for ${file}`);
  const { parsed } = read;
  showProblems(parsed, process.stderr);
  const { scenario } = parsed;
  if (scenario === null) return exitCode.invalid;
  makeRoom(scenario);
  const { start, end, assumptions } = scenario;
  const { Run } = await import('../../experiment/run.ts');
  const tail = new Tail(query, limit, flags, { from: start, to: end }, assumptions);
  const heard: Entry[] = [];
  const live = new Run(scenario, { events: false, sink: (entry) => heard.push(entry) });
  // On one terminal the bar and the lines would write over each other.
  const progress = progressBar(scenario.name, flags.quiet === true || process.stdout.isTTY === true);
  let isOver = false;
  while (!isOver) {
    isOver = live.advance(slice) === 'done';
    for (const entry of heard.splice(0)) if (!(await tail.hear(entry))) isOver = true;
    isOver ||= tail.isOver(live.now);
    progress.update((live.now - start) / (end - start), live.sim.events);
    await tail.pause();
  }
  progress.clear();
  await tail.close(assumptions['run.window'] === 'untilIncluded' ? end + 1 : end);
  return exitCode.ok;
}

/** Shows the lines of a run that is over, from its journal. */
async function folderLogs(folder: string, query: LogQuery, limit: number, flags: LogsFlags): Promise<number> {
  refuseScenarioFlags(flags);
  const run = readRun(folder);
  const { start, end, assumptions, journalEntries: entries } = run;
  const reported = await openReportedJournal(folder, run);
  const journal = reported.path;
  const tail = new Tail(query, limit, flags, { from: start, to: end }, assumptions);
  let endAt = assumptions['run.window'] === 'untilIncluded' ? end + 1 : end;
  let isWhole = true;
  let count = 0;
  for (const line of reported.lines()) {
    const entry = readEntry(line);
    if (entry === null) throw new Stop(exitCode.usage, `${journal}:${count + 1} is not a journal entry`);
    if ('stopped' in entry) {
      const cut = `${journal} reached its size limit (--journal-limit): later log lines are missing\n`;
      say(process.stderr, fitted(cut, process.stderr));
      endAt = Number.NEGATIVE_INFINITY;
      isWhole = false;
      break;
    }
    count += 1;
    if (entry.seq !== count) {
      throw incomplete(journal, 'its run used --journal decisions');
    }
    if (!(await tail.hear(entry))) {
      isWhole = false;
      break;
    }
    if (count % slice !== 0) continue;
    await tail.pause();
  }
  if (isWhole && count < entries) throw incomplete(journal, `it has ${count} of ${entries} entries`);
  await tail.close(endAt);
  return exitCode.ok;
}

function incomplete(journal: string, why: string): Stop {
  return new Stop(exitCode.usage, `${journal} lacks entries that log lines are derived from: ${why}. ${instead}`);
}

/** From the journal's entries to the lines on standard output. */
class Tail {
  readonly #writer: LogWriter;
  readonly #selection: Selection;
  readonly #unmet: UnmetValues;
  readonly #isQuiet: boolean;
  #buffer = '';
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(query: LogQuery, limit: number, flags: LogsFlags, run: Range, assumptions: LogAssumptions) {
    const table = new LineTable(paintFor(process.stdout));
    const options = { query, ...rangeOf(flags, run), limit, direction: flags.direction };
    this.#isQuiet = flags.quiet === true;
    this.#selection = new Selection(options, (line) => {
      this.#buffer += `${flags.json === true ? lineJson(line) : fitted(table.row(line), process.stdout, besideTime)}\n`;
      if (this.#buffer.length >= bufferCharacters) this.#flush();
    });
    this.#unmet = new UnmetValues(query);
    const isHeld = flags.direction === 'backward' && limit > heldMax;
    this.#writer = new LogWriter(assumptions, (line) => {
      this.#writtenAt = line.at;
      this.#unmet.look(line);
      this.#selection.take(line);
      if (isHeld && this.#selection.count > heldMax) throw tooMany;
    });
  }

  /** Takes the next entry; false: nothing from it on is asked for. */
  async hear(entry: Entry): Promise<boolean> {
    if (this.isOver(entry.at) || !(await this.#reach(entry.at))) return false;
    this.#writer.listen(entry);
    return true;
  }

  isOver(now: number): boolean {
    return this.#selection.isOver(now);
  }

  /** Shows what was selected and waits until it is taken; whether anybody still reads shows meanwhile. */
  async pause(): Promise<void> {
    this.#flush();
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    else await setImmediate();
  }

  #flush(): void {
    if (this.#buffer === '') return;
    say(process.stdout, this.#buffer);
    this.#buffer = '';
  }

  /** The run is over, or nothing of its rest is asked for. */
  async close(end: number): Promise<void> {
    if (await this.#reach(end)) this.#writer.close(end);
    this.#selection.close();
    this.#flush();
    if (this.#selection.count > 0 || this.#isQuiet) return;
    const sentences = this.#unmet.sentences();
    say(
      process.stderr,
      fitted(`${sentences.length === 0 ? 'no line matches the query' : sentences.join('\n')}\n`, process.stderr),
    );
  }

  /**
   * Writes what is due before an instant, with pauses in which it shows whether anybody still reads; false: enough was
   * written.
   */
  async #reach(until: number): Promise<boolean> {
    while (!this.#writer.settle(until, slice)) {
      if (this.isOver(this.#writtenAt)) return false;
      await this.pause();
    }
    return true;
  }
}

const tooMany = new Stop(
  exitCode.usage,
  `the query selects more than ${heldMax} lines, too many for --direction backward: give --limit, or a shorter time range`,
);

function readLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new Stop(exitCode.usage, `--limit takes a whole number of lines above 0; found '${text}'`);
}

function showQueryProblems(text: string, problems: readonly QueryProblem[]): void {
  const placed = problems.map(({ code, from, to, message, hint }) => {
    const before = text.slice(0, from).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    const lineEnd = text.indexOf('\n', from);
    const until = lineEnd === -1 ? to : Math.min(to, lineEnd);
    return {
      file: 'query',
      line: before.length,
      column,
      endColumn: column + until - from,
      code,
      rule: null,
      message,
      severity: 'error' as const,
      ...(hint === undefined ? {} : { hint }),
    };
  });
  say(process.stderr, `${renderProblems(placed, () => text, columnsOf(process.stderr))}\n`);
}
