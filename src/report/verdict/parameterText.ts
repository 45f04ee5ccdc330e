/**
 * Parameters of a run in words, the same in the terminal, in Markdown and on the page.
 */
import type { Summary, SummaryParameter } from './summary.ts';

/**
 * Each parameter with its value, and how it was drawn; empty if there is none.
 *   `growth = 6.3 (triangular: low 3, mode 5, high 9; round 0.1)`, `region = aws-us-east-1`
 */
export function parameterTexts({ parameters = [] }: Pick<Summary, 'parameters'>): readonly string[] {
  return parameters.map(({ name, value, distribution }) => `${name} = ${value}${drawnFrom(distribution)}`);
}

function drawnFrom(distribution: SummaryParameter['distribution']): string {
  if (distribution === 'constant') return '';
  const { round, ...forms } = distribution;
  const parts = Object.entries(forms).map(([kind, fields]) => `${kind}: ${fieldsText(fields)}`);
  return ` (${[...parts, ...(round === undefined ? [] : [`round ${round}`])].join('; ')})`;
}

function fieldsText(fields: unknown): string {
  if (Array.isArray(fields)) return `${fields.length} values`;
  return Object.entries(fields as object)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
}

/** What repeats a run: `1`, or `1, replication 3`. */
export function seedText({ seed, replication = 0 }: Pick<Summary, 'seed' | 'replication'>): string {
  return replication === 0 ? seed : `${seed}, replication ${replication}`;
}
