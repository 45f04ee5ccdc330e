/** The coverage of scenarios for the terminal and for a pull request: by scenario, by area of rules, by family. */
import { areaOf } from '../../rules/register.ts';
import { wrapped } from '../../text/folded.ts';
import { textWidth } from '../study/comparisonText.ts';
import { countText } from '../words/format.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { CoverageDocument, Exercise } from './coverageDocument.ts';

/** Lines of an answer. */
export function coverageText(document: CoverageDocument, canvas: Canvas): string {
  const { paint } = canvas;
  const width = textWidth(canvas);
  const lines = wrapped(document.sentence, width).map((line) => paint.bold(line));
  const columns = [left('Scenario'), left('Outcome'), right('Journal entries'), right('Rules'), right('Assumptions')];
  const rows = document.scenarios.map(({ file, outcome, journalEntries, rules, assumptions }) => [
    file,
    outcome,
    countText(journalEntries),
    `${rules}`,
    `${assumptions}`,
  ]);
  lines.push('', ...canvas.table(columns, rows, canvas));
  for (const [title, groups] of groupsOf(document)) {
    const exercised = (group: CoverageGroup): number => group.members.length - group.never.length;
    const table = groups.map((group) => [group.name, `${exercised(group)}`, `${group.members.length}`]);
    lines.push('', ...canvas.table([left(title), right('Exercised'), right('Of')], table, canvas));
    lines.push('', paint.bold(`${title}: never exercised`));
    const partly = groups.filter(({ never, members }) => never.length > 0 && never.length < members.length);
    for (const { name, never } of partly) lines.push(...wrapped(`${name}: ${never.join(', ')}`, width, '  '));
    // Nothing is said about the members of a group that is not touched at all: --json has them.
    const untouched = groups.filter(({ never, members }) => never.length === members.length);
    if (untouched.length === 0) continue;
    const names = untouched.map(({ name, members }) => `${name} (${members.length})`);
    lines.push(...wrapped(`${partly.length === 0 ? 'all' : 'and all'} of ${names.join(', ')}`, width, '  '));
  }
  return lines.join('\n').trimEnd();
}

/** Rules of an area, or assumptions of a family. */
export interface CoverageGroup {
  readonly name: string;
  readonly members: readonly string[];
  readonly never: readonly string[];
}

/** What is simulated, in groups: rules by area, assumptions by the first word of their names. */
export function groupsOf({ rules, assumptions }: CoverageDocument): [title: string, groups: CoverageGroup[]][] {
  return [
    ['Rules', grouped(rules.map((one) => ({ ...one, name: one.id, group: areaOf(one.id) })))],
    ['Assumptions', grouped(assumptions.map((one) => ({ ...one, group: one.name.split('.')[0] ?? '' })))],
  ];
}

function grouped(
  all: readonly (Exercise & { readonly name: string; readonly group: string; readonly isSimulated: boolean })[],
): CoverageGroup[] {
  const own = all.filter(({ isSimulated }) => isSimulated);
  return [...new Set(own.map(({ group }) => group))].map((name) => {
    const members = own.filter(({ group }) => group === name);
    return {
      name,
      members: members.map((one) => one.name),
      never: members.filter(({ count }) => count === 0).map((one) => one.name),
    };
  });
}
