import { describe, expect, it } from 'vitest';
import { SharedProgress } from '../../../src/report/load/sharedProgress.ts';

interface Told {
  readonly need: number;
  readonly requests: number;
  readonly first: number;
  readonly last: number;
}

function listener(): { readonly told: Told[]; readonly tell: (n: number, r: number, f: number, l: number) => void } {
  const told: Told[] = [];
  return { told, tell: (need, requests, first, last) => told.push({ need, requests, first, last }) };
}

describe('requests that share processors', () => {
  it('are done when progress has grown by their need', () => {
    const { told, tell } = listener();
    const progress = new SharedProgress([{ share: 1, work: 1 }]);
    // Half of a mean request each second.
    progress.grow(0.5, { from: 0, until: 1_000, requests: 10 }, tell);
    progress.grow(0.5, { from: 1_000, until: 2_000, requests: 10 }, tell);
    expect(told).toEqual([]);
    progress.grow(0.5, { from: 2_000, until: 3_000, requests: 0 }, tell);
    expect(told).toEqual([{ need: 0, requests: 10, first: 2_000, last: 2_000 }]);
    // Twice as fast: the second ten began at 0.5 and 1.0.
    progress.grow(1, { from: 3_000, until: 4_000, requests: 0 }, tell);
    expect(told.at(-1)).toEqual({ need: 0, requests: 10, first: 2_000, last: 1_500 });
  });

  it('each by its own need', () => {
    const { told, tell } = listener();
    const progress = new SharedProgress([
      { share: 0.75, work: 0.5 },
      { share: 0.25, work: 2 },
    ]);
    progress.grow(1, { from: 0, until: 1_000, requests: 8 }, tell);
    expect(told).toEqual([{ need: 0, requests: 3, first: 500, last: 500 }]);
    progress.grow(2, { from: 1_000, until: 3_000, requests: 0 }, tell);
    expect(told.slice(1)).toEqual([
      { need: 0, requests: 3, first: 500, last: 500 },
      { need: 1, requests: 2, first: 2_000, last: 2_000 },
    ]);
  });

  it('that were held take all of the time since they came', () => {
    const { told, tell } = listener();
    const progress = new SharedProgress([{ share: 1, work: 1 }]);
    progress.joinHeld(5_000, { from: 1_000, until: 3_000, requests: 4 });
    progress.grow(2, { from: 5_000, until: 7_000, requests: 0 }, tell);
    expect(told).toEqual([{ need: 0, requests: 4, first: 5_000, last: 3_000 }]);
  });

  it('that are left at the end go on at a pace', () => {
    const { told, tell } = listener();
    const progress = new SharedProgress([{ share: 1, work: 1 }]);
    progress.grow(0.5, { from: 0, until: 1_000, requests: 10 }, tell);
    progress.finish(1_000, 100, tell);
    // The first has half of its work left, the last all of it.
    expect(told).toEqual([{ need: 0, requests: 10, first: 1_050, last: 100 }]);
  });

  it('all are told of, once, however it is cut', () => {
    const whole = listener();
    const parts = listener();
    const progress = new SharedProgress([{ share: 1, work: 0.3 }]);
    const cut = new SharedProgress([{ share: 1, work: 0.3 }]);
    progress.grow(3, { from: 0, until: 3_000, requests: 300 }, whole.tell);
    for (let part = 0; part < 300; part += 1)
      cut.grow(0.01, { from: 10 * part, until: 10 * part + 10, requests: 1 }, parts.tell);
    progress.finish(3_000, 1_000, whole.tell);
    const fork = cut.fork();
    fork.finish(3_000, 1_000, parts.tell);
    for (const { told } of [whole, parts]) {
      expect(told.reduce((sum, { requests }) => sum + requests, 0)).toBeCloseTo(300, 6);
      for (const { first, last } of told) expect([first, last].map(Math.round)).toEqual([300, 300]);
    }
  });
});
