/** The answer of `svcsim fuzz` for the terminal: what is broken first, then what was checked and reached. */

import { countText } from '../../report/words/format.ts';
import { type Canvas, left, right } from '../../report/words/placedTable.ts';
import { assumptionNames } from '../../rules/assumptions.ts';
import { assumptionStatus, ruleStatus } from '../../rules/built.ts';
import { rules } from '../../rules/register.ts';
import { wrapped } from '../../text/folded.ts';
import { type FuzzDocument, fuzzCheckOf } from './fuzzDocument.ts';

/** Simulated rules, of which `rules` of a document are a part. */
export const simulatedRules: number = rules.filter(({ id }) => ruleStatus(id).status === 'built').length;
const simulatedAssumptions = assumptionNames.filter((name) => assumptionStatus(name).status === 'built').length;

/** Lines of an answer. @param options that decide what is found, each after a blank: ` --laws littlesLaw` */
export function fuzzText(document: FuzzDocument, canvas: Canvas, options = ''): string {
  const { paint } = canvas;
  const width = Math.min(canvas.width, 120);
  const lines = wrapped(document.sentence, width).map((line) =>
    document.verdict === 'clean' ? paint.good(line) : paint.bad(line),
  );
  for (const { id, expected, observed, file, trial, source } of document.failures) {
    const { sentence, rules: cited } = fuzzCheckOf(id);
    lines.push('', paint.bad(`${id}${cited.length === 0 ? '' : ` (${cited.join(', ')})`}`));
    lines.push(...wrapped(sentence, width, '  '));
    lines.push(...wrapped(`expected: ${expected}`, width, '  '), ...wrapped(`observed: ${observed}`, width, '  '));
    lines.push(`  ${file === null ? `trial ${trial} (${source})` : `${file} (trial ${trial}, ${source})`}`);
  }
  if (document.replayed.length > 0) lines.push('');
  for (const { file, outcome, text } of document.replayed)
    lines.push(
      ...wrapped(
        `${file}: ${outcome === 'holds' ? `${text} holds now; delete it, or keep it as a test` : text}`,
        width,
      ),
    );
  if (document.runs > 0) lines.push('', ...tables(document, canvas));
  if (document.runs > 0)
    lines.push('', `Repeat it: svcsim fuzz --seed ${document.seed} --runs ${document.runs}${options}`);
  return lines.join('\n').trimEnd();
}

function tables(
  { checks, corners, rules: cited, assumptions, journalEntries }: FuzzDocument,
  canvas: Canvas,
): string[] {
  const made = checks.filter(({ held, skipped, broken }) => held + skipped + broken > 0);
  const rows = made.map(({ id, held, skipped, broken }) => [
    id,
    countText(held),
    countText(skipped),
    broken === 0 ? '0' : ({ text: countText(broken), style: 'bad' } as const),
  ]);
  const situations = Object.entries(corners).map(([name, count]) => [name, countText(count)]);
  return [
    ...canvas.table([left('Check'), right('Holds'), right('Does not apply'), right('Broken')], rows, canvas),
    '',
    ...canvas.table([left('Situation'), right('Trials')], situations, canvas),
    '',
    `Journal entries: ${countText(journalEntries)}. They cite ${cited.length} of ${simulatedRules} simulated rules and ${assumptions.length} of ${simulatedAssumptions} simulated assumptions.`,
  ];
}
