import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { JournalComparison, JournalRecord } from '../../src/node/twice/journalRecord.ts';
import { folderOf, small, svcsim } from './cli.ts';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`;
const cwd = folderOf({ 'shop.yaml': small('shop', rollout) });

describe('svcsim run --twice', () => {
  it('says that both runs are the same, with their entries and their fingerprint', () => {
    const { code, stderr, stdout } = svcsim(['run', 'shop.yaml', '--twice', '--json'], { cwd });
    const { summary, twice } = JSON.parse(stdout).runs[0];
    const { journalEntries: entries, fingerprint } = summary;
    expect(twice).toEqual({ same: true, entries, fingerprint });
    expect(entries).toBeGreaterThan(20);
    expect(stderr).toBe(
      `run twice: ${entries} journal entries, the bill and the state at the end are the same; fingerprint ${fingerprint}\n`,
    );
    expect(code).toBe(0);
  });

  it('reports the same as a run that is made once', () => {
    svcsim(['run', 'shop.yaml', '--twice', '-q', '--out', 'two'], { cwd });
    svcsim(['run', 'shop.yaml', '-q', '--out', 'one'], { cwd });
    for (const name of ['summary.json', 'journal.ndjson', 'report.html'])
      expect(readFileSync(join(cwd, 'two/shop', name))).toEqual(readFileSync(join(cwd, 'one/shop', name)));
  });
});

describe('the journals of two runs are compared', () => {
  const reason = { rules: [], assumptions: [] };
  const journalOf = (count: number, odd = -1): Entry[] =>
    Array.from({ length: count }, (_, index) => ({
      seq: index + 1,
      at: index === odd ? 1 : 0,
      type: 'settled',
      subject: { name: 'org', hash: 0 },
      ordinal: null,
      reason,
      cause: null,
      data: {},
    }));
  const compared = (first: readonly Entry[], second: readonly Entry[]) => {
    const record = new JournalRecord();
    for (const entry of first) record.listen(entry);
    record.end();
    const comparison = new JournalComparison(record);
    for (const entry of second) comparison.listen(entry);
    return comparison.end();
  };

  it.each([0, 1, 4_096, 4_097, 10_000])('%i entries are the same', (count) => {
    expect(compared(journalOf(count), journalOf(count))).toBeNull();
  });

  it.each([0, 4_095, 4_096, 9_999])('the entry after %i others differs', (odd) => {
    const difference = compared(journalOf(10_000), journalOf(10_000, odd));
    expect(difference?.entry).toBe(odd + 1);
    expect(difference?.second).toContain('00:00:00.001Z');
  });

  it.each([
    [0, 1],
    [4_096, 4_097],
    [4_095, 4_096],
  ])('%i entries and %i entries differ where the first end', (few, many) => {
    expect(compared(journalOf(few), journalOf(many))).toMatchObject({ entry: few + 1, first: null });
    expect(compared(journalOf(many), journalOf(few))).toMatchObject({ entry: few + 1, second: null });
  });
});
