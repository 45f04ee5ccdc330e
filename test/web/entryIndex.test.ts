import { describe, expect, it } from 'vitest';
import type { PageEntry } from '../../src/report/picture/picture.ts';
import { briefText, entryTypeText, fieldText, isTrouble } from '../../src/web/stories/datum.ts';
import { EntryIndex } from '../../src/web/view/entryIndex.ts';
import { isAbout, locationOf, resourceOf, shortName } from '../../src/web/view/subject.ts';

const entry = (seq: number, cause: number | null, more: Partial<PageEntry> = {}): PageEntry => ({
  seq,
  at: seq * 1_000,
  type: 'volume.expanded',
  subject: 'shop/volumeset/data@aws-us-east-1/0',
  rules: [],
  assumptions: [],
  cause,
  data: {},
  ...more,
});

describe('the story of an entry', () => {
  const story = new EntryIndex([
    entry(1, null),
    entry(3, 1, { rules: ['LIMIT-1'] }),
    entry(4, 3),
    entry(5, 3),
    entry(9, 7),
  ]);
  const seqs = (entries: readonly PageEntry[]): number[] => entries.map(({ seq }) => seq);

  it('what led to it, the nearest first', () => {
    expect(seqs(story.causesOf(entry(4, 3)))).toEqual([3, 1]);
  });
  it('ends where a cause is not on the page', () => {
    expect(seqs(story.causesOf(entry(9, 7)))).toEqual([]);
  });
  it('does not go round where an entry would be its own cause', () => {
    expect(seqs(new EntryIndex([entry(1, 2), entry(2, 1)]).causesOf(entry(2, 1)))).toEqual([1]);
  });
  it('what came of it', () => {
    expect(seqs(story.effectsOf(entry(3, 1)))).toEqual([4, 5]);
  });
  it('where a rule decided', () => {
    expect(seqs(story.decidedBy('LIMIT-1'))).toEqual([3]);
  });
  it('what happened within a stretch, its end excluded', () => {
    expect(seqs(story.during({ from: 3_000, until: 5_000 }, null))).toEqual([3, 4]);
  });
  it('what happened about an instant', () => {
    expect(seqs(story.around(4_500, null, 2))).toEqual([3, 4, 5, 9]);
  });
});

describe('names of things', () => {
  const replica = 'shop/workload/api@aws-us-east-1/0';
  it.each([
    [null, true],
    ['shop/workload/api', true],
    ['shop/workload/api@aws-us-east-1', true],
    ['shop/workload/api@aws-us-east-1/0', true],
    ['shop/workload/api@aws-us-east-1/1', false],
    ['shop/workload/ap', false],
    ['shop/workload/api2', false],
    ['shop/workload/api@aws-eu-central-1', false],
    ['', false],
  ])('a replica is about %s: %s', (of, is) => {
    expect(isAbout(replica, of)).toBe(is);
  });
  it('are parts of one another', () => {
    expect([resourceOf(replica), locationOf(replica), locationOf('shop/workload/api')]).toEqual([
      'shop/workload/api',
      'aws-us-east-1',
      null,
    ]);
  });
  it('are short for people', () => {
    expect([shortName(replica), shortName('shop/volumeset/data', 2), shortName('acme')]).toEqual([
      'api/0 in aws-us-east-1',
      'shop/data',
      'acme',
    ]);
  });
});

describe('what entries say, in words', () => {
  it.each([
    ['fromMicroGB', 40_000_000, 'from', '40 GB'],
    ['lostBytes', 1_500_000_000, 'data lost', '1.5 GB'],
    ['memoryBytes', 2 ** 26, 'memory', '64 MiB'],
    ['tookMs', 90_000, 'duration', '1m 30s'],
    ['retryAt', 0, 'retry at', 'Thu 1 Jan 1970, 00:00 UTC'],
    ['cpuMillicores', 250, 'CPU', '0.25 cores'],
    ['running', 2, 'active executions', '2'],
    ['held', true, 'held until a replica is ready', 'yes'],
    ['replica', null, 'replica', 'none'],
  ])('%s: %s', (name, value, words, text) => {
    expect(fieldText(name, value)).toEqual([words, text]);
  });
  it('types are sentences, and trouble is told apart', () => {
    expect(entryTypeText('replica.pullFailed')).toBe('Image pull failed');
    expect(['expansion.refused', 'volume.expanded'].map(isTrouble)).toEqual([true, false]);
  });
  it('the most telling on one line', () => {
    expect(briefText({ data: { fromMicroGB: 40e6, toMicroGB: 52e6, at: null, nested: { a: 1 } } })).toBe(
      'from 40 GB, to 52 GB',
    );
  });
});

describe('the values of a field', () => {
  it('in a list have the unit of the name: instants are no numbers', () => {
    const at = Date.UTC(2026, 10, 3, 3, 0);
    const [, text] = fieldText('expandedAt', [at, at + 3_600_000]);
    expect(text).toBe('Tue 3 Nov 2026, 03:00 UTC; Tue 3 Nov 2026, 04:00 UTC');
    expect(fieldText('sizesMicroGB', [20_000_000])[1]).toBe('20 GB');
    expect(fieldText('waitsFor', [{ replica: 'web-1', lacks: 'port' }])[1]).toContain('web-1');
    expect(fieldText('expandedAt', [])[1]).toBe('none');
  });
});
