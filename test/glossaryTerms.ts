/** The words that docs/GLOSSARY.md explains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bold words of its tables: those of one row as one, and each of them. */
export function glossaryTerms(): ReadonlySet<string> {
  const page = readFileSync(join(import.meta.dirname, '../docs/GLOSSARY.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\*\*.*?) \|/gm)].map(([, cell = '']) => cell.replaceAll('**', ''));
  return new Set(
    rows.flatMap((row) => [row, ...row.split(/, | \(| or /)].map((one) => one.replace(/\).*$/, '').trim())),
  );
}
