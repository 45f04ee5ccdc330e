import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryStore, needs, type StoredEntry } from '../../../src/report/fold/page/entryStore.ts';

/** The same need by type, read from the entry itself and from all that it led to. */
function needOf(entries: readonly StoredEntry[], { seq, type }: StoredEntry): number {
  const own = needs([{ seq, type, cause: null }])[0] ?? Number.NaN;
  const effects = entries.filter(({ cause }) => cause === seq);
  return Math.min(own, ...effects.map((effect) => needOf(entries, effect)));
}

const type = fc.constantFrom('deployment.scaled', 'replica.created', 'replica.exited', 'execution.started');
const journal = fc
  .array(fc.record({ type, gap: fc.integer({ min: 1, max: 4 }), back: fc.option(fc.integer({ min: 1, max: 60 })) }))
  .map((given) => {
    let seq = 0;
    return given.map(({ type, gap, back }): StoredEntry => {
      seq += gap;
      return { seq, type, cause: back === null || back >= seq ? null : seq - back };
    });
  });

describe('entries that a page keeps', () => {
  it('are needed as much as what they led to', () => {
    const property = fc.property(journal, (entries) => {
      expect([...needs(entries)]).toEqual(entries.map((entry) => needOf(entries, entry)));
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it('of a long run are the most needed, the first of equal ones, and the last 4,000', () => {
    const types = ['replica.created', 'replica.exited', 'replica.ready', 'deployment.scaled'];
    const store = new EntryStore<StoredEntry>();
    const all = Array.from({ length: 40_000 }, (_, i): StoredEntry => {
      return { seq: i + 1, type: types[i % 4] ?? '', cause: i % 8 === 6 ? i - 1 : null };
    });
    for (const entry of all) store.listen(entry, true);
    // 36,000 come before the last 4,000: 9,000 scalings, then of 9,000 exits the first 7,000.
    const kept = all.filter(({ type }, i) => i >= 36_000 || type === 'deployment.scaled');
    const exits = all.filter(({ type }) => type === 'replica.exited').slice(0, 7_000);
    const expected = [...kept, ...exits].map(({ seq }) => seq).sort((a, b) => a - b);
    expect([...store.kept().keys()]).toEqual(expected);
    expect(expected).toHaveLength(20_000);
  });

  it('are all there, in whatever number, up to the 40,000th', () => {
    const store = new EntryStore<StoredEntry>();
    for (let seq = 1; seq < 40_000; seq += 1) store.listen({ seq, type: 'replica.ready', cause: null }, true);
    store.listen({ seq: 40_000, type: 'execution.forgotten', cause: null }, false);
    expect(store.kept().size).toBe(39_999);
    expect(store.missing([{ type: 'replica.ready' }])).toEqual([
      ['replica.ready', 39_998],
      ['execution.forgotten', 1],
    ]);
  });
});
