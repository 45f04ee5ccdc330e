import { describe, expect, it } from 'vitest';
import { type Span, SpanHistory, spansIn } from '../../../src/platform/metering/spanHistory.ts';

const spanAt = (from: number): Span => ({
  from,
  until: from + 1,
  opened: 2 * from,
  closed: 2 * from + 1,
  amount: from,
});

/** 200 spans of three series in turn: more than the columns begin with. */
function filled(): SpanHistory {
  const history = new SpanHistory();
  for (let i = 0; i < 200; i += 1) history.add(i % 3, spanAt(i));
  return history;
}

const fromsOf = (history: SpanHistory, series: number): number[] => Array.from(history.of(series, []).from);

describe('the history of spans', () => {
  it('keeps those of each series in the order in which they were added, with all their fields', () => {
    const history = filled();
    expect(history.countOf(1)).toBe(67);
    expect(spansIn(history.of(1, []))).toEqual(Array.from({ length: 67 }, (_, i) => spanAt(3 * i + 1)));
  });

  it('has none of a series of which none was added', () => {
    expect(filled().countOf(7)).toBe(0);
    expect(fromsOf(filled(), 7)).toEqual([]);
  });

  it('puts others behind its own', () => {
    const open = { ...spanAt(500), until: Number.POSITIVE_INFINITY };
    expect(spansIn(filled().of(2, [open])).at(-1)).toEqual(open);
  });

  it('gives both journal entries of each span their new numbers', () => {
    const history = filled();
    history.renumber((seq) => seq + 1_000);
    expect(spansIn(history.of(0, []))[1]).toEqual({ ...spanAt(3), opened: 1_006, closed: 1_007 });
  });

  it('takes those of another history under the numbers that their series have here', () => {
    const history = new SpanHistory();
    history.add(5, spanAt(900));
    history.join(filled(), (series) => series + 5);
    expect(fromsOf(history, 5)).toEqual([900, ...fromsOf(filled(), 0)]);
    expect(fromsOf(history, 7)).toEqual(fromsOf(filled(), 2));
  });

  it('is not changed by what happens to a copy', () => {
    const history = filled();
    const copy = history.fork();
    copy.add(0, spanAt(800));
    copy.renumber(() => 0);
    expect(history.countOf(0)).toBe(67);
    expect(spansIn(history.of(0, []))[1]).toEqual(spanAt(3));
    expect(fromsOf(copy, 0).at(-1)).toBe(800);
  });
});
