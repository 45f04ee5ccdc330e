import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { laws } from '../../src/testing/checkLaws.ts';
import { invariants } from '../../src/testing/invariants/all.ts';
import { corners } from '../../src/testing/reached.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/TESTING.md'), 'utf8');
const examples = readdirSync(join(root, 'examples/testing'))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(root, 'examples/testing', name), 'utf8'));

describe('docs/TESTING.md', () => {
  it('names every law, invariant and situation, with its rules and its sentence', () => {
    const rows = [
      ...[...invariants, ...laws].map(({ id, rules, sentence }) => `| \`${id}\` | ${rules.join(', ')} | ${sentence} |`),
      ...Object.entries(corners).map(([name, text]) => `| \`${name}\` | ${text} |`),
    ];
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  });

  it('shows only code that is in the example project', () => {
    const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code.trim());
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.filter((code) => !examples.some((text) => text.includes(code)))).toEqual([]);
  });
});
