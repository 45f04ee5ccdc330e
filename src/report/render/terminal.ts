/**
 * The terminal summary of a run: expectations, cost, load, replicas, volumes, refusals, findings and assumptions.
 */

import { instantFromIso } from '../../engine/time.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import type { Exercised } from '../../rules/exercised.ts';
import { isRuleId, ruleOf } from '../../rules/register.ts';
import type { Timing } from '../../rules/resolveAssumptions.ts';
import { isEverNamed } from '../../rules/unnamed.ts';
import { clipped, wrapped } from '../../text/folded.ts';
import { shellWord } from '../../text/shellWord.ts';
import { amount } from '../bill/costs.ts';
import { settlementText } from '../bill/settlementText.ts';
import type { RefusalCount } from '../fold/refusalChronicle.ts';
import type { Report } from '../report.ts';
import { inputTexts } from '../verdict/inputText.ts';
import { seedText } from '../verdict/parameterText.ts';
import { firstText, rulesBehind } from '../verdict/reportFinding.ts';
import type { Summary } from '../verdict/summary.ts';
import { countText, durationText, moneyText, preciseInstantText, stretchText } from '../words/format.ts';
import type { Paint } from '../words/paint.ts';
import { type Canvas, roomFor } from '../words/placedTable.ts';
import { tableLines } from '../words/table.ts';
import { callTable } from './terminalCalls.ts';
import { loadTable } from './terminalLoad.ts';
import { costTable, cronTable, replicaTable, rolloutTable, volumeTable } from './terminalTables.ts';

/** Most lines of a list in the summary; the report files have all. */
const linesMax = 8;
/** Most assumptions that the summary names as the most used. */
const assumptionsMax = 3;
const columnsLeast = 60;
const columnsMost = 120;

interface About {
  /** The command that gives this run, as a shell takes it. */
  readonly command?: string;
  /** How the reader calls svcsim; default: `svcsim`. */
  readonly calledAs?: string;
  readonly folder?: string;
  /** Whether the folder has the whole journal, so that `why` can be asked of it. */
  readonly hasJournal?: boolean;
  /** The name of the journal's file; default: `journal.ndjson`. */
  readonly journalName?: string;
}

/**
 * Returns the summary as lines separated by line ends; the last line has none.
 *
 * @param columns width of the terminal; values below 60 count as 60, values above 120 as 120
 * @param about the command that repeats the run, and the folder of the report files; without them the footer leaves out
 * the lines that need them
 */
export function terminalSummary(report: Report, paint: Paint, columns: number, about: About = {}): string {
  const width = Math.max(columnsLeast, Math.min(columnsMost, columns));
  const canvas: Canvas = { width, paint, table: tableLines };
  const sections = [
    headline(report, canvas),
    expectationLines(report, canvas),
    costLines(report, canvas),
    loadTable(report, canvas),
    callTable(report, canvas),
    replicaTable(report, canvas),
    rolloutTable(report, canvas),
    cronTable(report, canvas),
    volumeTable(report, canvas),
    refusalLines(report, canvas, about.journalName),
    findingLines(report, canvas),
    inputLines(report, canvas),
    assumptionLines(report, canvas),
    footer(report, canvas, about),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headline(report: Report, { width, paint }: Canvas): string[] {
  const { name, description, start, end, summary } = report;
  const total = `${moneyText(amount(summary.payable))} ${summary.currency}`;
  const verdict = verdictWord(report);
  const tone = verdict === 'FAIL' ? 'bad' : verdict === 'PASS' ? 'good' : 'warn';
  const blanks = ' '.repeat(Math.max(2, width - name.length - verdict.length - 2 - total.length));
  const about = description === '' ? [] : wrapped(description, width);
  return [
    `${paint.bold(name)}${blanks}${paint[tone](verdict)}  ${paint.bold(total)}`,
    ...about,
    ...summary.changes.flatMap((change) => wrapped(`changed: ${change}`, width).map(paint.accent)),
    ...parameterLines(summary, width).map(paint.accent),
    paint.dim(`${stretchText(start, end)}, ${durationText(end - start)}`),
    ...(plannedText(report) === null ? [] : [paint.warn(plannedText(report) ?? '')]),
  ];
}

/** All parameters with their values; report.md and the page say how they were drawn. */
function parameterLines({ parameters = [] }: Summary, width: number): string[] {
  const values = parameters.map(({ name, value }) => `${name} = ${value}`);
  return values.length === 0 ? [] : wrapped(`parameters: ${values.join(', ')}`, width);
}

/** How much of the planned time an interrupted run simulated; null: the run is complete. */
export function plannedText({ start, end, summary }: Pick<Report, 'start' | 'end' | 'summary'>): string | null {
  const planned = instantFromIso(summary.plannedEnd);
  if (!summary.interrupted || typeof planned !== 'number') return null;
  return `interrupted after ${durationText(end - start)} of ${durationText(planned - start)} (planned: ${stretchText(start, planned)})`;
}

/**
 * PASS, FAIL or INTERRUPTED; '' for a complete run of a scenario without expectations.
 */
export function verdictWord({ isComplete, summary }: Pick<Report, 'isComplete' | 'summary'>): string {
  if (!isComplete) return 'INTERRUPTED';
  if (summary.verdict === 'fail') return 'FAIL';
  return summary.expectations.length === 0 ? '' : 'PASS';
}

/** Failed expectations first, then undecided ones, those that covered nothing, and passed ones. */
function expectationLines({ expectations, isComplete }: Report, { width, paint }: Canvas): string[] {
  const kept = expectations.filter(({ pass }) => pass);
  const empty = kept.filter(({ measured }) => measured === null);
  const measuredAndPassed = kept.filter(({ measured }) => measured !== null);
  const broken = expectations.filter(({ pass, isDecided }) => !pass && isDecided);
  const open = expectations.filter(({ pass, isDecided }) => !pass && !isDecided);
  if (expectations.length === 0) return [];
  return [
    `  ${paint.bold('Expectations')}  ${kept.length} of ${expectations.length} passed${isComplete ? '' : ` so far${open.length === 0 ? '' : `, ${open.length} undecided`}`}`,
    ...broken.flatMap(({ message, brokenBy }) =>
      marked(paint.bad('✗'), brokenBy === null ? message : `${message} #${brokenBy}`, width),
    ),
    ...open.slice(0, linesMax).flatMap(({ message }) => marked(paint.warn('?'), message, width)),
    ...more(open.length - linesMax, 'summary.json', paint),
    ...empty.slice(0, linesMax).flatMap(({ message }) => marked(paint.warn('!'), message, width)),
    ...more(empty.length - linesMax, 'summary.json', paint),
    ...measuredAndPassed.slice(0, linesMax).flatMap(({ message }) => marked(paint.good('✓'), message, width)),
    ...more(measuredAndPassed.length - linesMax, 'summary.json', paint),
  ];
}

/** A mark of one character (which may be coloured), followed by a text that is wrapped and indented. */
function marked(mark: string, text: string, width: number): string[] {
  return wrapped(text, width, '    ').map((line, index) => (index === 0 ? `  ${mark} ${line.slice(4)}` : line));
}

function costLines(report: Report, canvas: Canvas): string[] {
  const { notice, name } = report.bill.book;
  const lines = costTable(report, canvas);
  if (lines.length === 0) return [];
  const settled = settlementText(report.bill);
  return [
    ...lines,
    ...(settled === null ? [] : wrapped(settled, canvas.width, '  ')),
    ...extrapolatedLines(report, canvas),
    ...wrapped(notice ?? `Price book: ${name}`, canvas.width, '  ').map(canvas.paint.dim),
  ];
}

/** The extrapolated cost of a whole month, separate from the cost table because it is not billed. */
function extrapolatedLines({ bill }: Report, { width }: Canvas): string[] {
  return (bill.extrapolated ?? []).flatMap(({ period, simulatedMs, monthMs, extrapolatedUsage }) => {
    const money = `${moneyText(amount(extrapolatedUsage))} ${bill.currency}`;
    const part = `${durationText(simulatedMs)} of ${durationText(monthMs)}`;
    return wrapped(
      `Extrapolated, not billed: ${money} for the whole of ${period}, from the simulated part (${part})`,
      width,
      '  ',
    );
  });
}

/**
 * What the platform refused, by rule: with the message of the first refusal, or with the statement of the rule if
 * several kinds were refused or the platform gave no message.
 */
function refusalLines({ chronicle }: Report, { width, paint }: Canvas, journalName = 'journal.ndjson'): string[] {
  const { isNumbered, refusals } = chronicle;
  const { all } = refusals;
  if (all.length === 0) return [];
  const shown = all.slice(0, linesMax);
  const byRule = new Map<string, RefusalCount[]>();
  for (const one of shown) {
    const key = one.rule === '' ? one.what : one.rule;
    byRule.set(key, [...(byRule.get(key) ?? []), one]);
  }
  const lines = [...byRule.values()].flatMap((group) => {
    const heads = group.map(({ what, count, firstAt, firstSeq, subject }) => {
      const words = refusedWords[what][count === 1 ? 0 : 1];
      const entry = firstSeq === null || !isNumbered ? '' : ` (#${firstSeq})`;
      return `${countText(count)} ${words}, first ${preciseInstantText(firstAt)}${entry}: ${subject}`;
    });
    const rule = group[0]?.rule ?? '';
    const message = group.find((one) => one.message !== '')?.message ?? '';
    const isCommon = isRuleId(rule) && (group.length > 1 || message === '');
    const words = isCommon ? ruleOf(rule).statement : message;
    const text = rule === '' ? words : `${rule}: ${words}`;
    return [...heads.flatMap((head) => wrapped(head, width, '  ')), ...wrapped(text, width, '    ').map(paint.dim)];
  });
  return [`  ${paint.bold('Refusals')}`, ...lines, ...more(all.length - linesMax, journalName, paint)];
}

const refusedWords = {
  request: ['request', 'requests'],
  expansion: ['expansion', 'expansions'],
  execution: ['tick skipped', 'ticks skipped'],
  snapshot: ['snapshot', 'snapshots'],
  command: ['command failed', 'commands failed'],
} as const satisfies Record<RefusalCount['what'], readonly [string, string]>;

/** Kinds of finding that another section of the summary already shows. */
const shownElsewhere: readonly string[] = [
  'expectation',
  'executions-skipped',
  'request-refused',
  'command-refused',
  'snapshot-refused',
];

function findingLines({ summary }: Report, { width, paint }: Canvas): string[] {
  // A refused expansion of a volume that became full is a refusal already; the finding is that the volume was full.
  const full = new Set(summary.findings.flatMap(({ kind, subject }) => (kind === 'volume-full' ? [subject] : [])));
  const all = summary.findings.filter(
    ({ kind, subject }) => !shownElsewhere.includes(kind) && !(kind === 'volume-refused' && full.has(subject)),
  );
  if (all.length === 0) return [];
  const marks = { error: paint.bad('✗'), warning: paint.warn('!'), info: paint.dim('·') };
  const room = roomFor(all.filter(({ severity }) => severity === 'error').length, linesMax);
  const lines = all.slice(0, room).flatMap((finding) => {
    const { severity, subject, message, change = [] } = finding;
    const who = subject === '' ? '' : `${subject}: `;
    const rules = rulesBehind(finding);
    const behind = rules.length === 0 ? '' : ` [${rules.join(', ')}]`;
    const remedy = change.length === 0 ? [] : wrapped(`to change: ${change.join(', ')}`, width, '      ');
    return [
      ...marked(marks[severity], `${who}${message}${firstText(finding)}${behind}`, width),
      ...remedy.map(paint.dim),
    ];
  });
  return [`  ${paint.bold('Findings')}`, ...lines, ...more(all.length - room, 'summary.json', paint)];
}

/** Inputs that are guesses, and manifests that the run is without: the figures above are worth no more than these. */
function inputLines({ summary }: Report, { width, paint }: Canvas): string[] {
  return inputTexts(summary).flatMap(([heading, text]) => marked(paint.warn('!'), `${heading}: ${text}`, width));
}

/**
 * How many assumptions affected the run, which of them the scenario changed, and which were used most; report.md and
 * the page have all.
 */
function assumptionLines({ summary }: Report, { width, paint }: Canvas): string[] {
  const { changed, exercised, billing, timing: set = 'measured' } = summary.assumptions;
  const number = exercised.length;
  if (number === 0 && changed.length === 0) return [];
  const countOf = (name: AssumptionName): number =>
    [...exercised, ...billing].find((one) => one.name === name)?.count ?? 0;
  const given = changed.filter(({ source }) => source === 'scenario');
  const lines = given.flatMap(({ name, value, default: before }) => {
    const times = countOf(name) === 0 ? unnamedText(name) : `used ${timesText(countOf(name))}`;
    return wrapped(
      `${name} = ${plain(value)} (default ${plain(before)}), set by the scenario: ${times}`,
      width,
      '    ',
    );
  });
  const timed = changed.filter(({ source }) => source === 'timing');
  const told = timed.filter(({ name }) => countOf(name) > 0).length;
  const timing =
    timed.length === 0 ? '' : `timing: ${set} sets ${timedText(timed.length, set)}; ${told} of them affected this run`;
  const who = number === 1 ? '1 assumption' : `${number} assumptions`;
  const usual = number === 1 ? 'at its default' : 'all at their defaults';
  const names = new Set(changed.map(({ name }) => name));
  const different = exercised.filter(({ name }) => names.has(name)).length;
  const how =
    different === 0 ? usual : `${different} of them not at ${different === 1 ? 'its default' : 'their defaults'}`;
  const head = `${who} affected this run, ${how}.`;
  return [
    ...wrapped(head, width, '  ').map(paint.dim),
    ...lines,
    ...(timing === '' ? [] : wrapped(timing, width, '    ')),
    ...mostLines(exercised, width).map(paint.dim),
  ];
}

/** What a timing sets, in words. */
function timedText(count: number, timing: Timing): string {
  const durations = `${countText(count)} duration${count === 1 ? '' : 's'}`;
  return timing === 'instant' ? `${durations} to 0` : `${durations} as recorded on a real platform`;
}

/** The assumptions that were used most, with their values. */
function mostLines(all: readonly Exercised[], width: number): string[] {
  const some = all.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  if (some.length === 0) return [];
  const shown = some
    .slice(0, assumptionsMax)
    .map(({ name, value, count }) => `${name} = ${clipped(plain(value), 30)} (${countText(count)})`);
  const rest = some.length - shown.length;
  return wrapped(
    `most used: ${shown.join(', ')}${rest <= 0 ? '' : `; ${countText(rest)} more in summary.json`}`,
    width,
    '    ',
  );
}

/** Only an assumption that journal entries can name is known to be unused if none names it. */
function unnamedText(name: AssumptionName): string {
  return isEverNamed(name)
    ? 'it decided no entry of the journal'
    : 'no journal entry can name it; compare with a run at its default';
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${countText(count)} times`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The size of the run, how to reproduce it, where its files are, and a command to try next. */
function footer(report: Report, { width, paint }: Canvas, about: About): string[] {
  const { folder } = about;
  const { fingerprint, events, journalEntries, changes } = report.summary;
  const size = `${countText(events)} events simulated, ${countText(journalEntries)} journal entries.`;
  const seed = seedText(report.summary);
  const who = changes.length === 0 ? `Seed ${seed} reproduces` : `Seed ${seed} with the same changes reproduces`;
  const repeat = report.isComplete
    ? `${who} this run exactly on any machine (fingerprint ${fingerprint}).`
    : 'This summary covers only the part of the run before the interrupt.';
  const next = nextStep(report, about);
  const nextLines = (label: string, command: string): string[] =>
    label.length + command.length + 3 <= width
      ? [`  ${paint.dim(label)} ${paint.accent(command)}`]
      : [`  ${paint.dim(label)}`, `    ${paint.accent(command)}`];
  return [
    ...[size, repeat].flatMap((text) => wrapped(text, width, '  ')).map(paint.dim),
    ...(folder === undefined ? [] : [`  ${paint.dim('Reports:')} ${folder}`]),
    ...(next === null ? [] : nextLines(`Next, ${next.why}:`, next.command)),
  ];
}

/**
 * The entry that broke the first expectation; else the rule of the first refusal; else the same run with another seed,
 * if anything was drawn at random; else the most used assumption.
 */
function nextStep(
  { summary, chronicle, expectations, isComplete, isDrawn }: Report,
  { command, folder, hasJournal, calledAs = 'svcsim' }: About,
): { readonly command: string; readonly why: string } | null {
  const broken = expectations.find(({ brokenBy }) => brokenBy !== null)?.brokenBy;
  if (broken != null && folder !== undefined && hasJournal === true)
    return { command: `${calledAs} why ${shellWord(folder)} ${broken}`, why: 'ask why the expectation is not met' };
  const rule = chronicle.refusals.all.map((one) => one.rule).find((one) => one !== '');
  if (rule !== undefined)
    return {
      command: `${calledAs} rules ${rule}`,
      why: `read the ${isRuleId(rule) ? 'rule' : 'assumption'} behind the refusal`,
    };
  if (!isComplete) return null;
  if (isDrawn && command !== undefined)
    return { command: `${command} --seed ${summary.seed === '2' ? 3 : 2}`, why: 'repeat with another seed' };
  const [most] = [...summary.assumptions.exercised].sort((a, b) => b.count - a.count);
  return most === undefined
    ? null
    : { command: `${calledAs} rules ${most.name}`, why: 'read the most used assumption' };
}

function more(count: number, file: string, paint: Paint): string[] {
  return count <= 0 ? [] : [paint.dim(`  … and ${countText(count)} more in ${file}`)];
}
