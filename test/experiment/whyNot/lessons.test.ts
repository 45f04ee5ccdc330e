import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { runsMost } from '../../../src/experiment/whyNot/whyNot.ts';
import { answer, flipsOf, planOfText, scenarioOf, shipped, triedOf } from './asked.ts';

const badDay = shipped('tour/06-a-bad-day');
const autoscaling = shipped('tour/08-autoscaling');

/** How often an expansion is refused in lesson 6 with another scalingFactor, from the start of the run. */
function refusedWith(scalingFactor: number): number {
  const path = 'shop/volumeset/event-data.spec.autoscaling.scalingFactor';
  const scenario = scenarioOf(badDay, { set: [{ path, value: String(scalingFactor) }] });
  let count = 0;
  const run = new Run(scenario, {
    sink: ({ type }) => {
      if (type === 'expansion.refused') count += 1;
    },
  });
  run.advance();
  return count;
}

describe('lesson 6: no expansion.refused', () => {
  const found = answer(badDay, 'no expansion.refused');

  it('was the fifth expansion in 24 hours, until the first of the four is as old (LIMIT-1)', () => {
    expect(found.subject).toBe('shop/event-data@aws-eu-central-1/0');
    expect(found.decision).toMatchObject({ at: '2026-11-03T07:00:00.000Z', plan: 'refuse', hold: null });
    expect(found.decision?.sentence).toBe(
      'refused as expansion number 5 in 24 hours: 4 expansions were accepted (3 Nov 03:00:00, 3 Nov 04:00:00, 3 Nov 05:00:00, 3 Nov 06:00:00), and the next is accepted from 4 Nov 03:00:00 on',
    );
    expect(found.decision?.formula).toEqual([
      'free: (61.5 GB - 56 GB) / 61.5 GB = 8.943 %',
      'target: 56 GB / (100 % - 20 %) x 1.2 = 84 GB',
    ]);
    expect(found.decision?.rules).toContain('LIMIT-1');
  });

  it('had been avoided by a scalingFactor of 1.33, and not by 1.32: 41/31 is 1.3226', () => {
    const factor = found.fromWhereItBegan?.flips.find(({ name }) => name.endsWith('.scalingFactor'));
    expect(factor).toMatchObject({ from: 1.2, to: 1.33, notYet: 1.32, isSmallest: true });
    expect(factor?.option).toBe('--set shop/volumeset/event-data.spec.autoscaling.scalingFactor=1.33');
    expect([refusedWith(1.2), refusedWith(1.32), refusedWith(1.33)]).toEqual([1, 1, 0]);
  });

  it('had been avoided by the least change of every other number, too, within 20 runs', () => {
    expect(found.fromWhereItBegan?.flips).toMatchObject([
      { from: 20, to: 22, notYet: 21, isSmallest: true },
      { to: 1.33 },
      { from: 20, to: 15, notYet: 16, isSmallest: true },
    ]);
    expect(found.fromWhereItBegan?.untried).toEqual([]);
  });

  it('began with the first of the four expansions', () => {
    expect(found.fromWhereItBegan?.first?.at).toBe('2026-11-03T03:00:00.000Z');
  });

  it('could not be avoided at that instant: only a minFreePercentage of 8.9 would have asked for none', () => {
    expect(flipsOf(found.atThisInstant)).toEqual([]);
    expect(found.atThisInstant?.tried.map(({ to }) => to)).toEqual([
      [1.21, 1.5, 1.8, 2.4],
      [21, 27, 35, 50],
      [19, 18, 15, 10],
      ['closed'],
    ]);
  });
});

describe('lesson 6: no volume.full', () => {
  it('had been avoided by 24 or 25 GB, although 40 GB at the start do not', () => {
    const { cost, fromWhereItBegan } = answer(badDay, 'no volume.full');
    const capacity = fromWhereItBegan?.flips.find(({ name }) => name.endsWith('.initialCapacity'));
    expect(capacity).toMatchObject({ from: 20, to: 24, notYet: 23, isSmallest: true });
    const fullWith = (gb: number): boolean => {
      const path = 'shop/volumeset/event-data.spec.initialCapacity';
      let isFull = false;
      const sink = ({ type }: { readonly type: string }): void => {
        if (type === 'volume.full') isFull = true;
      };
      new Run(scenarioOf(badDay, { set: [{ path, value: String(gb) }] }), { sink }).advance();
      return isFull;
    };
    expect([23, 24, 25, 40].map(fullWith)).toEqual([true, false, false, true]);
    expect(cost.forkedRuns + cost.wholeRuns).toBeLessThanOrEqual(runsMost);
  });
});

describe('lesson 8: shop/api <= 7 at +13h55m', () => {
  const found = answer(autoscaling, 'shop/api <= 7', '13h55m');

  it('was held up by nothing: the metrics proposed 8', () => {
    expect(found.value).toBe(8);
    expect(found.decision).toMatchObject({ plan: 'hold', hold: 'onTarget', at: '2026-11-02T13:55:00.000Z' });
    expect(found.decision?.sentence).toBe('nothing is held up: the metrics propose 8, and 8 are desired');
    expect(found.decision?.formula[0]).toContain('ceil(8 x 53 % / 60 %) = 8');
  });

  it('came true by itself: 7 is first proposed at 13:58:00, and the window ends at 14:02:45', () => {
    expect(found.byItself).toEqual({ proposedAt: '2026-11-02T13:58:00.000Z', at: '2026-11-02T14:02:45.000Z' });
  });

  it('had come true with maxScale 7 at once; with another target only after the window', () => {
    expect(flipsOf(found.atThisInstant)).toEqual(['maxScale 20 -> 7']);
    expect(triedOf(found.atThisInstant)).toEqual(['target', 'scaleToZeroDelay', 'tolerance', 'window']);
  });

  it('had come true with target 61 or maxScale 7 from where it began, and not without the window', () => {
    const { fromWhereItBegan } = found;
    expect(flipsOf(fromWhereItBegan).slice(0, 2)).toEqual(['target 60 -> 61', 'maxScale 20 -> 7']);
    expect(fromWhereItBegan?.flips.map(({ option }) => option)).toEqual([
      '--set shop/workload/api.spec.defaultOptions.autoscaling.target=61',
      '--set shop/workload/api.spec.defaultOptions.autoscaling.maxScale=7',
      '--assume hpa.tolerance=0.2',
    ]);
    expect(fromWhereItBegan?.tried.find(({ name }) => name === 'hpa.down.window')?.to).toContain('0s');
  });

  it('is held up by the window four minutes later, until no higher proposal is within it', () => {
    const later = answer(autoscaling, 'shop/api <= 7', '13h59m');
    expect(later.decision).toMatchObject({ hold: 'heldUp' });
    expect(later.decision?.sentence).toContain('held up by the scale-down window until 2 Nov 14:02:45');
    expect(flipsOf(later.atThisInstant)).toContain('window scaleToZeroDelay -> 0s');
    // The last proposal of 8 is that of 13:57:45, 75 s ago: it is just outside of a window that long.
    expect(flipsOf(later.atThisInstant)).toContain('scaleToZeroDelay 300 -> 75');
  });

  it('holds already once the window has ended', () => {
    const held = answer(autoscaling, 'shop/api <= 7', '14h10m');
    expect(held).toMatchObject({ heldSince: '2026-11-02T14:02:45.000Z', value: 7, decision: null });
    expect(held.cost).toMatchObject({ asks: 0, forkedRuns: 0, wholeRuns: 0 });
  });

  it('is the same with = as with the bound on its side, if a change comes to exactly that', () => {
    const exact = answer(autoscaling, 'shop/api = 7', '13h55m');
    expect(flipsOf(exact.fromWhereItBegan)).toEqual(flipsOf(found.fromWhereItBegan));
  });
});

describe('an option of the command line', () => {
  it('is not advised where a run from the start does not bring it: a later request sets the field again', () => {
    const text = `${autoscaling.text}
timeline:
  - at: +5h
    patch: /gvc/shop/workload/api
    with: { spec: { defaultOptions: { autoscaling: { target: 60, maxScale: 20 } } } }
`;
    const { fromWhereItBegan } = answer(planOfText(text), 'shop/api <= 7', '13h55m');
    expect(fromWhereItBegan?.first?.at).toBe('2026-11-02T06:19:15.000Z');
    expect(fromWhereItBegan?.flips.map(({ to, option }) => [to, option])).toEqual([
      [61, null],
      [7, null],
      [0.2, '--assume hpa.tolerance=0.2'],
    ]);
  });
});

describe('the cost of an answer', () => {
  it.each([
    [badDay, 'no expansion.refused', null],
    [badDay, 'shop/event-data capacity >= 100GB', '8h'],
    [autoscaling, 'shop/api <= 7', '13h55m'],
    [autoscaling, 'shop/api >= 12', '12h'],
  ] as const)('is at most 20 runs, and most of them begin before the first decision: %#', (plan, text, at) => {
    const { cost } = answer(plan, text, at);
    expect(cost.forkedRuns + cost.wholeRuns).toBeLessThanOrEqual(runsMost);
    expect(cost.forkedRuns).toBeGreaterThan(cost.wholeRuns);
    expect(cost.stretchEvents).toBeLessThanOrEqual(cost.runEvents);
  });
});
