import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { pageOf } from './paged.ts';

const file = 'scenarios/tour/06-a-bad-day.yaml';
const added = [
  'metric: replicas.available, of: shop/web, always: ">= 4"',
  'metric: replicas.available, of: shop/web, always: ">= 2"',
  'metric: replicas.crashes, of: shop/worker, is: "= 3"',
  'metric: replicas.evictions, of: shop/thumbs, is: "= 0"',
  'metric: replicas.ready, of: shop/thumbs, is: ">= 2", share: ">= 99.99 %"',
  'metric: volumes.freePercentage, of: shop/event-data, always: ">= 20"',
  'metric: expansions.accepted, of: shop/event-data, is: "= 5"',
  'metric: volumes.capacityGB, of: shop/event-data, atEnd: "= 92.25 GB"',
  'metric: requests.unexpected, is: "= 0"',
  'metric: bill.total, is: "<= 0.1 USD"',
];

describe('what decided an expectation, on the page', () => {
  const text = `${readFileSync(file, 'utf8')}${added.map((one) => `  - { ${one} }\n`).join('')}`;
  const { scenario } = parseScenario(text, { file, read: () => '' });
  if (scenario === null) throw new Error('no scenario');
  const { summary, verdictTrails, entries } = pageOf(scenario);
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const first = summary.expectations.length - added.length;
  const trails = verdictTrails.slice(first).map(({ by, entries: counted }) => {
    const entry = bySeq.get(by ?? 0);
    return [
      entry === undefined ? null : `${entry.type} ${entry.subject.split('/').slice(2).join('/')}`,
      counted.length,
    ];
  });

  it('has one trail for each, and every entry that they name', () => {
    expect(verdictTrails).toHaveLength(summary.expectations.length);
    const named = verdictTrails.flatMap(({ by, entries: counted }) => [...(by === null ? [] : [by]), ...counted]);
    expect(named.filter((seq) => !bySeq.has(seq))).toEqual([]);
  });

  it('names the entry that broke it or came nearest to that, not another one of the same instant', () => {
    expect(trails.slice(0, 2)).toEqual([
      ['replica.terminating web@aws-eu-central-1/3', 0],
      ['replica.terminating web@aws-eu-central-1/3', 0],
    ]);
    expect(trails[4]).toEqual(['replica.evicted thumbs@aws-eu-central-1/1', 0]);
  });

  it('counts: the entry with which it was too many, and some of all', () => {
    expect(trails[2]).toEqual(['replica.exited worker@aws-eu-central-1/1', 12]);
    expect(bySeq.get(verdictTrails[first + 2]?.by ?? 0)?.data['restarts']).toBe(4);
    expect(trails[3]).toEqual(['replica.evicted thumbs@aws-eu-central-1/1', 2]);
    expect(trails[6]).toEqual(['expansion.accepted event-data@aws-eu-central-1/0', 5]);
  });

  it('of what changes between entries, what was said of it then; at the end, what moved it last', () => {
    expect(trails[5]).toEqual(['expansion.accepted event-data@aws-eu-central-1/0', 0]);
    expect(trails[7]).toEqual(['volume.expanded event-data@aws-eu-central-1/0', 0]);
  });

  it('is empty where nothing was counted, and for money', () => {
    expect(trails.slice(8)).toEqual([
      [null, 0],
      [null, 0],
    ]);
  });

  it('a finding that tells of a broken expectation begins with the entry that broke it', () => {
    const data = pageOf(scenario);
    const index = data.summary.findings.findIndex(({ message }) =>
      message.startsWith('replicas.available of shop/web'),
    );
    const [entry] = data.trails[index]?.entries ?? [];
    expect(bySeq.get(entry ?? 0)?.type).toBe('replica.terminating');
  });
});
