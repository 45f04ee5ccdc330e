import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { readEntry } from '../../../src/report/logs/readEntry.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';

const entry: Entry = {
  seq: 21,
  at: 1_793_491_200_123,
  type: 'replica.exited',
  subject: { name: 'shop/workload/web@aws-us-east-1', hash: 7 },
  ordinal: 3,
  reason: { rules: ['ROLL-3'], assumptions: [] },
  cause: 20,
  data: { container: 'main', restarts: 1, restartAt: 1_793_491_300_000 },
};

describe('a line of a journal read back', () => {
  it('is the entry, but for the hash of its subject and the kind of its ordinal', () => {
    expect(readEntry(journalLine(entry))).toEqual({
      ...entry,
      subject: { name: entry.subject.name, hash: 0 },
      ordinal: '3',
    });
  });

  it.each([
    ['a deployment', 'shop/workload/web@aws-us-east-1', null],
    ['a workload, whose slashes are its name', 'shop/workload/web', null],
  ])('of %s has no ordinal', (_, name, ordinal) => {
    const line = journalLine({ ...entry, subject: { name, hash: 0 }, ordinal: null });
    expect(readEntry(line)).toMatchObject({ subject: { name }, ordinal });
  });

  it('may say that the file stops', () => {
    expect(readEntry('{"stopped":"the file reached its limit","seq":9}')).toEqual({
      stopped: 'the file reached its limit',
    });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"seq":1'],
    ['no map', '[1]'],
    ['no instant', journalLine(entry).replace(/"at":"[^"]*"/, '"at":"now"')],
    ['an instant without a zone', journalLine(entry).replace('.123Z', '')],
    ['no subject', journalLine(entry).replace('"subject"', '"about"')],
    ['no data', journalLine(entry).replace('"data"', '"what"')],
  ])('%s is no entry', (_, line) => {
    expect(readEntry(line)).toBe(null);
  });
});
