/**
 * The summary of a run for a terminal: what happened, what it cost, what ran out, and which rule decided.
 */

import { instantFromIso } from '../../engine/time.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import type { Exercised } from '../../rules/exercised.ts';
import { isRuleId, ruleOf } from '../../rules/register.ts';
import { isEverNamed } from '../../rules/unnamed.ts';
import { clipped, wrapped } from '../../text/folded.ts';
import { amount } from '../bill/costs.ts';
import { settlementText } from '../bill/settlementText.ts';
import type { RefusalCount } from '../fold/refusalChronicle.ts';
import type { Report } from '../report.ts';
import { countText, durationText, instantText, moneyText, stretchText } from '../words/format.ts';
import type { Paint } from '../words/paint.ts';
import { type Canvas, roomFor } from '../words/placedTable.ts';
import { tableLines } from '../words/table.ts';
import { callTable } from './terminalCalls.ts';
import { loadTable } from './terminalLoad.ts';
import { costTable, cronTable, replicaTable, rolloutTable, volumeTable } from './terminalTables.ts';

/** Rows of a list; the files hold the rest. */
const linesMax = 8;
/** Assumptions of one kind that are named. */
const assumptionsMax = 3;
const columnsLeast = 60;
const columnsMost = 120;

interface About {
  /** The command that gives this run, as a shell takes it. */
  readonly command?: string;
  readonly folder?: string;
}

/**
 * Lines joined by line ends, none after the last.
 *
 * @param columns width of the terminal; taken as 60 to 120
 * @param about how the reader names the scenario, for the command at the end, and where the report files are; absent:
 * nothing is said that needs it
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
    refusalLines(report, canvas),
    findingLines(report, canvas),
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
    paint.dim(`${stretchText(start, end)}, ${durationText(end - start)}`),
    ...(plannedText(report) === null ? [] : [paint.warn(plannedText(report) ?? '')]),
  ];
}

/** How much of its time a run that was interrupted came through; null: it came to its end. */
export function plannedText({ start, end, summary }: Pick<Report, 'start' | 'end' | 'summary'>): string | null {
  const planned = instantFromIso(summary.plannedEnd);
  if (!summary.interrupted || typeof planned !== 'number') return null;
  return `interrupted after ${durationText(end - start)} of ${durationText(planned - start)}: it was to be ${stretchText(start, planned)}`;
}

/**
 * PASS, FAIL or INTERRUPTED. Nothing is said of a run that nothing was expected of, nor of one that may still go either
 * way.
 */
export function verdictWord({ isComplete, summary }: Pick<Report, 'isComplete' | 'summary'>): string {
  if (!isComplete) return 'INTERRUPTED';
  if (summary.verdict === 'fail') return 'FAIL';
  return summary.expectations.length === 0 ? '' : 'PASS';
}

/** Broken ones first, then those of what never was there; each as a sentence with what was measured. */
function expectationLines({ expectations, isComplete }: Report, { width, paint }: Canvas): string[] {
  const kept = expectations.filter(({ pass }) => pass);
  const empty = kept.filter(({ measured }) => measured === null);
  const held = kept.filter(({ measured }) => measured !== null);
  const broken = expectations.filter(({ pass, isDecided }) => !pass && isDecided);
  const open = expectations.filter(({ pass, isDecided }) => !pass && !isDecided);
  if (expectations.length === 0) return [];
  return [
    `  ${paint.bold('Expectations')}  ${kept.length} of ${expectations.length} held${isComplete ? '' : ` so far${open.length === 0 ? '' : `, ${open.length} not decided`}`}`,
    ...broken.flatMap(({ message }) => marked(paint.bad('✗'), message, width)),
    ...open.slice(0, linesMax).flatMap(({ message }) => marked(paint.warn('?'), message, width)),
    ...more(open.length - linesMax, 'summary.json', paint),
    ...empty.slice(0, linesMax).flatMap(({ message }) => marked(paint.warn('!'), message, width)),
    ...more(empty.length - linesMax, 'summary.json', paint),
    ...held.slice(0, linesMax).flatMap(({ message }) => marked(paint.good('✓'), message, width)),
    ...more(held.length - linesMax, 'summary.json', paint),
  ];
}

/** A text after a mark of one character, which may be coloured. */
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

/** Apart from the cost, as what it is: no part of the bill. */
function extrapolatedLines({ bill }: Report, { width }: Canvas): string[] {
  return (bill.extrapolated ?? []).flatMap(({ period, simulatedMs, monthMs, extrapolatedUsage }) => {
    const money = `${moneyText(amount(extrapolatedUsage))} ${bill.currency}`;
    const part = `${durationText(simulatedMs)} of ${durationText(monthMs)} were simulated`;
    return wrapped(
      `extrapolated, not billed: ${money} for ${period}, all of it as its part that ran (${part})`,
      width,
      '  ',
    );
  });
}

/**
 * What the platform refused, by rule: what it said to the first, or the rule in words where it refused things of
 * several kinds, or said nothing.
 */
function refusalLines({ chronicle }: Report, { width, paint }: Canvas): string[] {
  const { all } = chronicle.refusals;
  if (all.length === 0) return [];
  const shown = all.slice(0, linesMax);
  const byRule = new Map<string, RefusalCount[]>();
  for (const one of shown) {
    const key = one.rule === '' ? one.what : one.rule;
    byRule.set(key, [...(byRule.get(key) ?? []), one]);
  }
  const lines = [...byRule.values()].flatMap((group) => {
    const heads = group.map(({ what, count, firstAt, subject }) => {
      const words = refusedWords[what][count === 1 ? 0 : 1];
      return `${countText(count)} ${words}, first ${instantText(firstAt)}: ${subject}`;
    });
    const rule = group[0]?.rule ?? '';
    const message = group.find((one) => one.message !== '')?.message ?? '';
    const isCommon = isRuleId(rule) && (group.length > 1 || message === '');
    const words = isCommon ? ruleOf(rule).statement : message;
    const text = rule === '' ? words : `${rule}: ${words}`;
    return [...heads.flatMap((head) => wrapped(head, width, '  ')), ...wrapped(text, width, '    ').map(paint.dim)];
  });
  return [`  ${paint.bold('Refused')}`, ...lines, ...more(all.length - linesMax, 'journal.ndjson', paint)];
}

const refusedWords = {
  request: ['request', 'requests'],
  expansion: ['expansion', 'expansions'],
  execution: ['tick skipped', 'ticks skipped'],
  snapshot: ['snapshot', 'snapshots'],
  command: ['command failed', 'commands failed'],
} as const satisfies Record<RefusalCount['what'], readonly [string, string]>;

/** Shown in places of their own. */
const shownElsewhere: readonly string[] = [
  'expectation',
  'executions-skipped',
  'request-refused',
  'command-refused',
  'snapshot-refused',
];

function findingLines({ summary }: Report, { width, paint }: Canvas): string[] {
  // Why a volume could not grow stands among the refusals: that it was full is what came of it.
  const full = new Set(summary.findings.flatMap(({ kind, subject }) => (kind === 'volume-full' ? [subject] : [])));
  const all = summary.findings.filter(
    ({ kind, subject }) => !shownElsewhere.includes(kind) && !(kind === 'volume-refused' && full.has(subject)),
  );
  if (all.length === 0) return [];
  const marks = { error: paint.bad('✗'), warning: paint.warn('!'), info: paint.dim('·') };
  const room = roomFor(all.filter(({ severity }) => severity === 'error').length, linesMax);
  const lines = all.slice(0, room).flatMap(({ severity, subject, message, rule, at }) => {
    const since = at === null ? 'invalid' : instantFromIso(at);
    const when = typeof since === 'number' ? `, from ${instantText(since)}` : '';
    const who = subject === '' ? '' : `${subject}: `;
    return marked(marks[severity], `${who}${message}${when}${rule === null ? '' : ` [${rule}]`}`, width);
  });
  return [`  ${paint.bold('To look at')}`, ...lines, ...more(all.length - room, 'summary.json', paint)];
}

/**
 * How much rests on assumptions: those that were changed and by what, and those that decided most; report.md and the
 * page have all.
 */
function assumptionLines({ summary }: Report, { width, paint }: Canvas): string[] {
  const { changed, exercised, billing } = summary.assumptions;
  const number = exercised.length;
  if (number === 0 && changed.length === 0) return [];
  const countOf = (name: AssumptionName): number =>
    [...exercised, ...billing].find((one) => one.name === name)?.count ?? 0;
  const given = changed.filter(({ source }) => source === 'scenario');
  const lines = given.flatMap(({ name, value, default: before }) => {
    const times = countOf(name) === 0 ? unnamedText(name) : `decided ${timesText(countOf(name))}`;
    return wrapped(`${name} = ${plain(value)} instead of ${plain(before)}, by the scenario: ${times}`, width, '    ');
  });
  const timed = changed.filter(({ source }) => source === 'timing');
  const told = timed.filter(({ name }) => countOf(name) > 0).length;
  const timing =
    timed.length === 0 ? '' : `timing: instant makes ${countText(timed.length)} durations 0, of which ${told} decided`;
  const who = number === 1 ? '1 assumption' : `${number} assumptions`;
  const usual = number === 1 ? 'at its default' : 'all at their defaults';
  const names = new Set(changed.map(({ name }) => name));
  const different = exercised.filter(({ name }) => names.has(name)).length;
  const how = different === 0 ? usual : `${different} not at ${different === 1 ? 'its default' : 'their defaults'}`;
  const head = `Where the platform's rules are silent, entries of the journal name ${who} that decided, ${how}.`;
  return [
    ...wrapped(head, width, '  ').map(paint.dim),
    ...lines,
    ...(timing === '' ? [] : wrapped(timing, width, '    ')),
    ...mostLines(exercised, width).map(paint.dim),
  ];
}

/** Those that decided most, with their values. */
function mostLines(all: readonly Exercised[], width: number): string[] {
  const some = all.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  if (some.length === 0) return [];
  const shown = some
    .slice(0, assumptionsMax)
    .map(({ name, value, count }) => `${name} = ${clipped(plain(value), 30)} (${countText(count)})`);
  const rest = some.length - shown.length;
  return wrapped(
    `most often: ${shown.join(', ')}${rest <= 0 ? '' : `; ${countText(rest)} more in summary.json`}`,
    width,
    '    ',
  );
}

/** Whether it decided anything is known only where an entry would say so. */
function unnamedText(name: AssumptionName): string {
  return isEverNamed(name) ? 'no entry names it' : 'of a kind that no entry names; compare with a run at its default';
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${countText(count)} times`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** How to have the same run again, where its files are, and what to do next. */
function footer(report: Report, { width, paint }: Canvas, { command, folder }: About): string[] {
  const { seed, fingerprint, events, journalEntries, changes } = report.summary;
  const size = `${countText(events)} events simulated, ${countText(journalEntries)} facts and decisions in the journal.`;
  const who = changes.length === 0 ? `Seed ${seed} repeats` : `Seed ${seed} and what was changed repeat`;
  const repeat = report.isComplete
    ? `${who} this run exactly, on any machine: fingerprint ${fingerprint}.`
    : 'What is said here is of the part that had run when it was interrupted.';
  const next = nextStep(report, command);
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
 * The rule that refused first; else the same with other random draws, where anything was drawn; else what decided most.
 */
function nextStep(
  { summary, chronicle, isComplete, isDrawn }: Report,
  command: string | undefined,
): { readonly command: string; readonly why: string } | null {
  const rule = chronicle.refusals.all.map((one) => one.rule).find((one) => one !== '');
  if (rule !== undefined)
    return { command: `svcsim rules ${rule}`, why: `the ${isRuleId(rule) ? 'rule' : 'assumption'} that refused` };
  if (!isComplete) return null;
  if (isDrawn && command !== undefined)
    return { command: `${command} --seed ${summary.seed === '2' ? 3 : 2}`, why: 'with other random draws' };
  const [most] = [...summary.assumptions.exercised].sort((a, b) => b.count - a.count);
  return most === undefined ? null : { command: `svcsim rules ${most.name}`, why: 'the assumption that decided most' };
}

function more(count: number, file: string, paint: Paint): string[] {
  return count <= 0 ? [] : [paint.dim(`  … and ${countText(count)} more in ${file}`)];
}
