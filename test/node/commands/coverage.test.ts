import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CoverageDocument } from '../../../src/report/coverage/coverageDocument.ts';
import { folderOf, invalid, small, svcsim } from '../cli.ts';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`;
const cwd = folderOf({
  'still.yaml': small('still'),
  'moving.yaml': small('moving', rollout),
  'invalid.yaml': invalid,
});
mkdirSync(join(cwd, 'set'));
for (const name of ['still.yaml', 'moving.yaml']) writeFileSync(join(cwd, 'set', name), readFileSync(join(cwd, name)));
writeFileSync(join(cwd, 'set/manifest.yaml'), 'kind: gvc\nname: other\n');

function covered(...args: readonly string[]): CoverageDocument {
  return JSON.parse(svcsim(['coverage', ...args, '--json'], { cwd }).stdout);
}

function ruleIn(document: CoverageDocument, id: string) {
  return document.rules.find((rule) => rule.id === id);
}

describe('svcsim coverage', () => {
  it('counts the journal entries of a rule as the journal has them, and names the scenarios', () => {
    svcsim(['run', 'moving.yaml', '-q'], { cwd });
    const journal = readFileSync(join(cwd, 'reports/moving/journal.ndjson'), 'utf8').trimEnd().split('\n');
    const entries = journal.map((line) => JSON.parse(line) as { rules: string[]; assumptions: string[] });
    const document = covered('still.yaml', 'moving.yaml');
    const cited = new Set(entries.flatMap(({ rules }) => rules));
    expect(cited.size).toBeGreaterThan(3);
    expect(ruleIn(document, 'ROLL-5')?.files).toEqual(['moving.yaml']);
    const alone = covered('moving.yaml');
    for (const id of cited) {
      const one = ruleIn(alone, id);
      expect([id, one?.count]).toEqual([id, entries.filter(({ rules }) => rules.includes(id)).length]);
    }
  });

  it('a rule that no scenario exercises has the count 0, and is named in the text', () => {
    const document = covered('still.yaml');
    expect(ruleIn(document, 'LIMIT-1')).toMatchObject({ count: 0, files: [], isSimulated: true });
    const { stdout, code } = svcsim(['coverage', 'still.yaml'], { cwd });
    expect(stdout).toMatch(/and all of [^:]*LIMIT \(1\)/);
    expect(stdout.startsWith(`${document.sentence}\n`)).toBe(true);
    expect(code).toBe(0);
  });

  it('of a scenario with errors, the rules of its errors count', () => {
    const document = covered('invalid.yaml');
    expect(document.scenarios).toEqual([
      { file: 'invalid.yaml', outcome: 'refused', journalEntries: 0, rules: 1, assumptions: 0 },
    ]);
    expect(document.rules.filter(({ count }) => count > 0).map(({ id }) => id)).toEqual(['TYPE-1']);
  });

  it('an assumption that a scenario changes is counted with its value', () => {
    const one = (document: CoverageDocument) => document.assumptions.find(({ name }) => name === 'termination.preStop');
    expect(one(covered('moving.yaml'))?.otherValues).toEqual([]);
    expect(one(covered('moving.yaml', '--assume', 'termination.preStop=none'))?.otherValues).toEqual(['none']);
  });

  it('a folder means its scenarios, a pattern those that match; other files are left out', () => {
    const files = ({ scenarios }: CoverageDocument): string[] => scenarios.map(({ file }) => file);
    expect(files(covered('set'))).toEqual(['set/moving.yaml', 'set/still.yaml']);
    expect(files(covered('set/*.yaml'))).toEqual(['set/moving.yaml', 'set/still.yaml']);
    expect(files(covered('set/still.yaml', 'set'))).toEqual(['set/still.yaml', 'set/moving.yaml']);
  });

  it('says what is wrong with a folder, a pattern or a file that has none', () => {
    mkdirSync(join(cwd, 'empty'));
    for (const [given, message] of [
      ['empty', 'empty has no scenario file'],
      ['none/*.yaml', 'no scenario file matches none/*.yaml'],
      ['missing.yaml', 'cannot read missing.yaml'],
    ] as const) {
      const { code, stderr } = svcsim(['coverage', given], { cwd });
      expect(stderr).toContain(message);
      expect(code).toBe(2);
    }
  });

  it('the page runs no script, and has each rule', () => {
    const { stdout } = svcsim(['coverage', 'moving.yaml', '--format', 'html'], { cwd });
    expect(stdout).not.toContain('<script');
    expect(stdout).toContain('ROLL-5');
    expect(stdout).toContain('LIMIT-1');
    expect(stdout).toContain('never');
  });
});
