/**
 * `report.md`: a run as the text of a pull request. What everybody reads stands in a short table, the rest is folded.
 */

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { instantFromIso } from '../../engine/time.ts';
import { clipped } from '../../text/folded.ts';
import { plain } from '../../text/plain.ts';
import { amount } from '../bill/costs.ts';
import type { Report } from '../report.ts';
import { problemText, signedMoney } from '../verdict/effectText.ts';
import { remedyLines } from '../verdict/failureText.ts';
import type { ReportFinding } from '../verdict/reportFinding.ts';
import { togetherText } from '../verdict/togetherText.ts';
import { countText, durationText, instantText, moneyText, stretchText } from '../words/format.ts';
import { markdownCanvas, markdownText, strong } from '../words/markdownTable.ts';
import { left, right } from '../words/placedTable.ts';
import { plannedText, verdictWord } from './terminal.ts';
import { callTable } from './terminalCalls.ts';
import { failureTable } from './terminalFailures.ts';
import { loadTable } from './terminalLoad.ts';
import { costTable, cronTable, replicaTable, rolloutTable, volumeTable } from './terminalTables.ts';

/** Of a comment that the hosts of repositories take. */
const bytesMax = 60_000;
/** Findings that stand in the open. */
const worstMax = 3;
/** Items of a folded list. */
const listMax = 40;

/** Something that is folded until somebody wants to see it; empty where a run has nothing of its kind. */
interface Folded {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Under 60,000 bytes whatever the run: folded parts that would be too much are left out, and named. Ends in a line end.
 */
export function markdownReport(report: Report): string {
  const { expectations, summary } = report;
  const held = expectations.filter(({ pass }) => pass).length;
  const parts: Folded[] = [
    { title: `Expectations: ${held} of ${expectations.length} held`, lines: expectationLines(report) },
    { title: `Findings: ${countText(summary.findings.length)}`, lines: findingLines(report) },
    { title: 'Cost', lines: costTable(report, markdownCanvas) },
    { title: 'Load', lines: loadTable(report, markdownCanvas) },
    { title: 'Requests', lines: callTable(report, markdownCanvas) },
    { title: 'Replicas', lines: replicaTable(report, markdownCanvas) },
    { title: 'Rollouts', lines: rolloutTable(report, markdownCanvas) },
    { title: 'Cron', lines: cronTable(report, markdownCanvas) },
    { title: 'Volumes', lines: volumeTable(report, markdownCanvas) },
    { title: 'If something is lost', lines: lossLines(report) },
    { title: `What to change: ${report.capacity.recommendations.length}`, lines: adviceLines(report) },
    { title: 'Assumptions', lines: assumptionLines(report) },
  ];
  return plain(withinBytes(headLines(report), plainParts(parts)));
}

/** Shown characters take more bytes than what they show. */
function plainParts(parts: readonly Folded[]): Folded[] {
  return parts.map(({ title, lines }) => ({ title: plain(title), lines: lines.map(plain) }));
}

function withinBytes(head: readonly string[], parts: readonly Folded[]): string {
  let text = `${head.join('\n')}\n`;
  const left: string[] = [];
  // Room for the sentence that names what is left out.
  let room = bytesMax - 500 - utf8ToBytes(text).length;
  for (const { title, lines } of parts) {
    if (lines.length === 0) continue;
    const part = `\n<details><summary>${markdownText(title)}</summary>\n\n${lines.join('\n').trimEnd()}\n\n</details>\n`;
    const size = utf8ToBytes(part).length;
    if (size > room) left.push(title);
    else {
      text += part;
      room -= size;
    }
  }
  return left.length === 0 ? text : `${text}\nToo long for this place, see the report's files: ${left.join(', ')}.\n`;
}

function headLines(report: Report): string[] {
  const { name, description, start, end, summary, expectations } = report;
  const { seed, fingerprint, currency, changes, book } = summary;
  const held = expectations.filter(({ pass }) => pass).length;
  const total = `${moneyText(amount(summary.payable))} ${currency}`;
  const rows = [
    ['Cost', `${strong(total)} (${markdownText(book.notice ?? `price book ${book.name}`)})`],
    ['Prices', `${markdownText(book.name)}, ${book.hash}`],
    ['Expectations', expectations.length === 0 ? 'none' : `${held} of ${expectations.length} held`],
    ['Time', `${stretchText(start, end)}, ${durationText(end - start)}`],
    ...(plannedText(report) === null ? [] : [['Interrupted', markdownText(plannedText(report) ?? '')]]),
    ...changes.map((change) => ['Changed', markdownText(change)]),
    ['Repeats as', `seed ${markdownText(seed)}, fingerprint ${fingerprint}`],
  ];
  const worst = summary.findings.slice(0, worstMax).map(findingLine);
  return [
    `### ${[markdownText(name), verdictWord(report), total].filter((word) => word !== '').join(' · ')}`,
    '',
    ...(description === '' ? [] : [markdownText(description), '']),
    '| | |',
    '|:---|:---|',
    ...rows.map(([key, value]) => `| ${key} | ${value} |`),
    ...(worst.length === 0 ? [] : ['', 'To look at first:', '', ...worst]),
  ];
}

const marks = { error: '✗', warning: '!', info: '·' } as const;

function findingLine({ severity, subject, message, at, rule }: ReportFinding): string {
  const who = subject === '' ? '' : `${markdownText(subject)}: `;
  const since = at === null ? 'none' : instantFromIso(at);
  const when = typeof since === 'number' ? `, from ${instantText(since)}` : '';
  return `- ${marks[severity]} ${who}${markdownText(message)}${when}${rule === null ? '' : ` (${rule})`}`;
}

/** All of them, where the worst did not tell all. */
function findingLines({ summary }: Report): string[] {
  const { findings } = summary;
  if (findings.length <= worstMax) return [];
  return [...findings.slice(0, listMax).map(findingLine), ...moreLines(findings.length - listMax)];
}

function moreLines(count: number): string[] {
  return count <= 0 ? [] : ['', `… and ${countText(count)} more in summary.json`];
}

/** Broken ones first. */
function expectationLines({ expectations }: Report): string[] {
  if (expectations.length === 0) return [];
  const sorted = [...expectations.filter(({ pass }) => !pass), ...expectations.filter(({ pass }) => pass)];
  const rows = sorted
    .slice(0, listMax)
    .map(({ pass, isDecided, message }) => [
      pass ? '✓' : ({ text: isDecided ? '✗' : '?', style: isDecided ? 'bad' : 'warn' } as const),
      message,
    ]);
  const lines = markdownCanvas.table([left(''), left('what was expected')], rows, markdownCanvas);
  return [...lines, ...moreLines(sorted.length - listMax)];
}

function lossLines({ capacity }: Report): string[] {
  const { failures, currency } = capacity;
  if (failures.length === 0) return [];
  const helps = remedyLines(failures, currency).map((line) => `- ${markdownText(line)}`);
  return [...failureTable(failures, currency, markdownCanvas), ...(helps.length === 0 ? [] : ['', ...helps])];
}

/** Where advice was asked for: each change with what it brings, what all of them come to, and their patch to copy. */
function adviceLines({ capacity }: Report): string[] {
  const { recommendations, currency, horizon, advice } = capacity;
  if (advice === undefined || recommendations.length === 0) return [];
  const rows = recommendations.slice(0, listMax).map(({ target, field, now, proposed, reason, effect }) => {
    const problems = effect.problems.map((one) => ` ${markdownText(problemText(one))}.`).join('');
    const change = `${strong(markdownText(`${target} ${field}`))}: ${markdownText(`${now} → ${proposed}`)}`;
    return `- ${change}, ${signedMoney(effect.costPerMonth)} ${currency} a month. ${markdownText(reason)}.${problems}`;
  });
  const together = togetherText(advice, { count: recommendations.length, currency, horizon });
  return [...rows, '', markdownText(together), '', '```yaml', ...advice.patch.trimEnd().split('\n'), '```'];
}

/**
 * Those that decided something, of the bill too, and all that were changed: with their values, and where those come
 * from.
 */
function assumptionLines({ summary }: Report): string[] {
  const { changed, exercised, billing } = summary.assumptions;
  const text = (value: unknown): string => clipped(typeof value === 'string' ? value : JSON.stringify(value), 60);
  const decided = [
    ...exercised,
    ...billing.filter((one) => one.count > 0 && !exercised.some(({ name }) => name === one.name)),
  ];
  const silent = changed
    .filter(({ name, source }) => source === 'scenario' && !decided.some((one) => one.name === name))
    .map(({ name, value }) => ({ name, value, count: 0 }));
  const rows = [...decided, ...silent].map(({ name, value, count }) => {
    const before = changed.find((one) => one.name === name);
    const source = before === undefined ? 'default' : before.source === 'timing' ? 'timing: instant' : 'scenario';
    const shown = before === undefined ? text(value) : `${text(value)} (default ${text(before.default)})`;
    return [name, shown, source, countText(count)];
  });
  if (rows.length === 0) return [];
  const columns = [left('assumption'), left('value'), left('from'), right('times it decided')];
  return markdownCanvas.table(columns, rows, markdownCanvas);
}
