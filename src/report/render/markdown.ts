/**
 * `report.md`: the report of a run as the text of a pull request: a short table, then folded sections.
 */

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { clipped } from '../../text/folded.ts';
import { plain } from '../../text/plain.ts';
import { amount } from '../bill/costs.ts';
import type { Report } from '../report.ts';
import { runsClause } from '../verdict/changeSentence.ts';
import { problemText, signedMoney } from '../verdict/effectText.ts';
import { remedyLines } from '../verdict/failureText.ts';
import { inputTexts } from '../verdict/inputText.ts';
import { manyText } from '../verdict/overRuns.ts';
import { parameterTexts, seedText } from '../verdict/parameterText.ts';
import type { Advice } from '../verdict/recommendation.ts';
import { firstText, type ReportFinding, rulesBehind } from '../verdict/reportFinding.ts';
import { togetherText } from '../verdict/togetherText.ts';
import { countOf, countText, durationText, moneyText, stretchText } from '../words/format.ts';
import { markdownCanvas, markdownText, strong } from '../words/markdownTable.ts';
import { left, right } from '../words/placedTable.ts';
import { plannedText, verdictWord } from './terminal.ts';
import { callTable } from './terminalCalls.ts';
import { failureTable } from './terminalFailures.ts';
import { loadTable } from './terminalLoad.ts';
import { costTable, cronTable, replicaTable, rolloutTable, volumeTable } from './terminalTables.ts';

/** The longest comment that repository hosts accept, in bytes. */
const bytesMax = 60_000;
/** Findings that are shown unfolded. */
const worstMax = 3;
/** Most items of a folded list. */
const listMax = 40;

/** A folded section; `lines` is empty if the run has nothing of its kind. */
interface Folded {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Always under 60,000 bytes: sections that do not fit are left out, and the last line names them. Ends in a line end.
 */
export function markdownReport(report: Report): string {
  const { expectations, summary } = report;
  const passed = expectations.filter(({ pass }) => pass).length;
  const parts: Folded[] = [
    { title: `Expectations: ${passed} of ${expectations.length} passed`, lines: expectationLines(report) },
    { title: `Findings: ${countText(summary.findings.length)}`, lines: findingLines(report) },
    { title: 'Cost', lines: costTable(report, markdownCanvas) },
    { title: 'Load', lines: loadTable(report, markdownCanvas) },
    { title: 'Requests', lines: callTable(report, markdownCanvas) },
    { title: 'Replicas', lines: replicaTable(report, markdownCanvas) },
    { title: 'Rollouts', lines: rolloutTable(report, markdownCanvas) },
    { title: 'Cron', lines: cronTable(report, markdownCanvas) },
    { title: 'Volumes', lines: volumeTable(report, markdownCanvas) },
    { title: 'Failure analysis', lines: lossLines(report) },
    { title: `Recommendations: ${report.capacity.recommendations.length}`, lines: adviceLines(report) },
    { title: 'Assumptions', lines: assumptionLines(report) },
  ];
  return plain(withinBytes(headLines(report), plainParts(parts)));
}

/** Makes the sections plain before their size is counted: a visible escape takes more bytes than the character. */
function plainParts(parts: readonly Folded[]): Folded[] {
  return parts.map(({ title, lines }) => ({ title: plain(title), lines: lines.map(plain) }));
}

function withinBytes(head: readonly string[], parts: readonly Folded[]): string {
  let text = `${head.join('\n')}\n`;
  const left: string[] = [];
  // Keep room for the sentence that names the sections left out.
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
  return left.length === 0
    ? text
    : `${text}\nLeft out because of the size limit, see the report files: ${left.join(', ')}.\n`;
}

function headLines(report: Report): string[] {
  const { name, description, start, end, summary, expectations } = report;
  const { fingerprint, currency, changes, book } = summary;
  const passed = expectations.filter(({ pass }) => pass).length;
  const total = `${moneyText(amount(summary.payable))} ${currency}`;
  const rows = [
    ['Cost', `${strong(total)} (${markdownText(book.notice ?? `price book ${book.name}`)})`],
    ['Prices', `${markdownText(book.name)}, ${book.hash}`],
    ['Expectations', expectations.length === 0 ? 'none' : `${passed} of ${expectations.length} passed`],
    ['Time', `${stretchText(start, end)}, ${durationText(end - start)}`],
    ...(plannedText(report) === null ? [] : [['Interrupted', markdownText(plannedText(report) ?? '')]]),
    ...changes.map((change) => ['Changed', markdownText(change)]),
    ...parameterTexts(summary).map((parameter) => ['Parameter', markdownText(parameter)]),
    ...inputTexts(summary).map(([key, text]) => [key, markdownText(text)]),
    ['Reproduce with', `seed ${markdownText(seedText(summary))}, fingerprint ${fingerprint}`],
  ];
  const worst = summary.findings.slice(0, worstMax).map(findingLine);
  return [
    `### ${[markdownText(name), verdictWord(report), total].filter((word) => word !== '').join(' · ')}`,
    '',
    ...(description === '' ? [] : [markdownText(description), '']),
    '| | |',
    '|:---|:---|',
    ...rows.map(([key, value]) => `| ${key} | ${value} |`),
    ...(worst.length === 0 ? [] : ['', 'Top findings:', '', ...worst]),
  ];
}

const marks = { error: '✗', warning: '!', info: '·' } as const;

function findingLine(finding: ReportFinding): string {
  const { severity, subject, message, change = [] } = finding;
  const who = subject === '' ? '' : `${markdownText(subject)}: `;
  const rules = rulesBehind(finding);
  const behind = rules.length === 0 ? '' : ` (${rules.join(', ')})`;
  const remedy = change.length === 0 ? '' : `. To change: ${change.map((path) => `\`${path}\``).join(', ')}`;
  return `- ${marks[severity]} ${who}${markdownText(message)}${firstText(finding)}${behind}${remedy}`;
}

/** All findings; empty if the unfolded ones are all there are. */
function findingLines({ summary }: Report): string[] {
  const { findings } = summary;
  if (findings.length <= worstMax) return [];
  return [...findings.slice(0, listMax).map(findingLine), ...moreLines(findings.length - listMax)];
}

function moreLines(count: number): string[] {
  return count <= 0 ? [] : ['', `… and ${countText(count)} more in summary.json`];
}

/** Failed ones first. */
function expectationLines({ expectations }: Report): string[] {
  if (expectations.length === 0) return [];
  const sorted = [...expectations.filter(({ pass }) => !pass), ...expectations.filter(({ pass }) => pass)];
  const rows = sorted
    .slice(0, listMax)
    .map(({ pass, isDecided, message }) => [
      pass ? '✓' : ({ text: isDecided ? '✗' : '?', style: isDecided ? 'bad' : 'warn' } as const),
      message,
    ]);
  const lines = markdownCanvas.table([left(''), left('expectation')], rows, markdownCanvas);
  return [...lines, ...moreLines(sorted.length - listMax)];
}

function lossLines({ capacity }: Report): string[] {
  const { failures, currency } = capacity;
  if (failures.length === 0) return [];
  const helps = remedyLines(failures, currency).map((line) => `- ${markdownText(line)}`);
  return [...failureTable(failures, currency, markdownCanvas), ...(helps.length === 0 ? [] : ['', ...helps])];
}

function adviceLines({ capacity }: Report): string[] {
  const { recommendations, currency, horizon, advice } = capacity;
  if (advice === undefined || recommendations.length === 0) return [];
  return adviceMarkdown({ ...advice, recommendations, currency, horizon });
}

/** Recommendations for a pull request: each change with its effect, the total effect, and the patch to copy. */
export function adviceMarkdown(advice: Omit<Advice, 'schema' | 'name' | 'seed' | 'replication'>): string[] {
  const { recommendations, currency, horizon } = advice;
  if (recommendations.length === 0) return ['No worthwhile change was found.'];
  const rows = recommendations.slice(0, listMax).map((one) => {
    const { target, field, now, proposed, reason, effect, runs, next } = one;
    const more = next === undefined ? '' : ` ${markdownText(`Next step: ${next.sentence}`)}`;
    const change = `${strong(markdownText(`${target} ${field}`))}: ${markdownText(`${now} → ${proposed}`)}`;
    if (runs !== undefined) {
      const said = `In ${countOf(runs.costPerMonth.runs, 'run')} it ${runsClause(runs, currency)}`;
      return `- ${change}. ${markdownText(said)}. ${markdownText(reason)}.${more}`;
    }
    const problems = effect.problems.map((one) => ` ${markdownText(problemText(one))}.`).join('');
    return `- ${change}, ${signedMoney(effect.costPerMonth)} ${currency} a month. ${markdownText(reason)}.${problems}${more}`;
  });
  const together = `${togetherText(advice, { count: recommendations.length, currency, horizon })}${manyText(advice)}`;
  return [...rows, '', markdownText(together), '', '```yaml', ...advice.patch.trimEnd().split('\n'), '```'];
}

/**
 * The assumptions that affected the run or its bill, and all that the scenario changed, with their values and where the
 * values come from.
 */
function assumptionLines({ summary }: Report): string[] {
  const { changed, exercised, billing, timing = 'measured' } = summary.assumptions;
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
    const source = before === undefined ? 'default' : before.source === 'timing' ? `timing: ${timing}` : 'scenario';
    const shown = before === undefined ? text(value) : `${text(value)} (default ${text(before.default)})`;
    return [name, shown, source, countText(count)];
  });
  if (rows.length === 0) return [];
  const columns = [left('assumption'), left('value'), left('from'), right('times used')];
  return markdownCanvas.table(columns, rows, markdownCanvas);
}
