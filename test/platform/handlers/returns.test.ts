import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { second } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';

/** The journal of a stateful workload of one replica with a volume of 10 GB, of which 5 GB are used. */
function journalOf(timeline: string, behaviour = ''): Entry[] {
  const text = `
svcsim: 1
start: 2026-11-01T00:00:00Z
for: 6h
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: volumeset
    gvc: shop
    name: data
    spec:
      fileSystemType: ext4
      performanceClass: general-purpose-ssd
      initialCapacity: 10
      autoscaling: { maxCapacity: 100, minFreePercentage: 20, scalingFactor: 2 }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", volumes: [{ uri: svc://volumeset/data, path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
behavior:
  shop/data: { usage: { start: 5GB } }
  ${behaviour}
timeline:
${timeline}
`;
  const { scenario, problems } = parseScenario(text, { file: 'test.yaml' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('; '));
  const entries: Entry[] = [];
  new Run(scenario, { sink: (entry) => entries.push(entry) }).advance();
  return entries;
}

const scaledUp =
  '  - { at: +1h, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } } } }';
const updated =
  '  - { at: +2h, patch: /gvc/shop/workload/db, with: { spec: { containers: [{ name: main, image: "db:2" }] } } }';
const jumped = '  - { at: +3h, behavior: { shop/data: { usage: { add: 4GB } } } }';

/** The type of the entry that led to the first one of a type after an instant. */
function causeOf(entries: readonly Entry[], type: string, after: number): string | undefined {
  const found = entries.find((entry) => entry.type === type && entry.seq > after);
  return entries.find(({ seq }) => seq === found?.cause)?.type;
}

describe('the return of a stateful replica', () => {
  it('takes 59 s at an update, whether its volume was there from the start or came with it', () => {
    const entries = journalOf(`${scaledUp}\n${updated}`);
    const began = entries.find(({ type }) => type === 'rollout.started')?.seq ?? 0;
    const times = (type: string): number[] =>
      entries.filter((entry) => entry.type === type && entry.seq > began).map(({ at }) => at);
    const gone = times('replica.gone');
    expect(times('replica.ready').map((at, index) => (at - (gone[index] ?? 0)) / second)).toEqual([59, 59]);
  });

  it('has the work on its volume as its cause, and that the jump that made it necessary', () => {
    const entries = journalOf(jumped);
    expect(causeOf(entries, 'expansion.accepted', 0)).toBe('behaviour.changed');
    expect(causeOf(entries, 'volume.expanded', 0)).toBe('expansion.accepted');
    expect(causeOf(entries, 'replica.created', 0)).toBe('volume.bound');
    const expanded = entries.find(({ type }) => type === 'volume.expanded')?.seq ?? 0;
    expect(causeOf(entries, 'volume.bound', expanded)).toBe('volume.expanded');
  });

  it('has the eviction as its cause, where one was', () => {
    const entries = journalOf('  []', 'shop/db: { ephemeral: { start: 500MB, growth: 500MB/h } }');
    expect(causeOf(entries, 'replica.created', 0)).toBe('volume.bound');
    const evicted = entries.find(({ type }) => type === 'replica.evicted')?.seq ?? 0;
    expect(causeOf(entries, 'volume.bound', evicted)).toBe('replica.gone');
    expect(causeOf(entries, 'replica.gone', evicted)).toBe('replica.evicted');
  });
});
