import { describe, expect, it } from 'vitest';
import type { PageBar } from '../../src/report/picture/picture.ts';
import { laneLayout } from '../../src/web/charts/laneLayout.ts';

const bar = (from: number, until: number, row = 0, state = 'version 1'): PageBar => ({
  from,
  until,
  row,
  state,
  label: '',
  events: null,
});
const stretch = { from: 0, until: 100 };

describe('a lane on the screen', () => {
  it('bars lie where their time is, in their rows', () => {
    const { bars, rows } = laneLayout({ bars: [bar(0, 50), bar(25, 100, 1)], points: [] }, stretch, 200);
    expect(bars.map(({ x, width }) => [x, width])).toEqual([
      [0, 100],
      [50, 150],
    ]);
    expect(bars[1]?.y).toBeGreaterThan(bars[0]?.y ?? 0);
    expect(rows).toBe(2);
  });

  it('what lies outside is left out, what reaches beyond is cut', () => {
    const { bars } = laneLayout(
      { bars: [bar(0, 10), bar(40, 60), bar(90, 120)], points: [] },
      { from: 50, until: 100 },
      100,
    );
    expect(bars.map(({ index, x, width }) => [index, x, width])).toEqual([
      [1, 0, 20],
      [2, 80, 20],
    ]);
  });

  it('nothing is too thin to be hit', () => {
    expect(laneLayout({ bars: [bar(10, 10)], points: [] }, stretch, 100).bars[0]?.width).toBe(2);
  });

  it('of thousands in one place few are drawn, of every state at least one', () => {
    const many = Array.from({ length: 5_000 }, (_, i) =>
      bar(i / 50, i / 50 + 0.01, 0, i === 2_500 ? 'failed' : 'succeeded'),
    );
    const { bars } = laneLayout({ bars: many, points: [] }, stretch, 100);
    expect(bars.length).toBeLessThan(110);
    expect(bars.some((one) => one.bar.state === 'failed')).toBe(true);
  });

  it('points have a row of their own below the bars', () => {
    const { points, height } = laneLayout(
      { bars: [bar(0, 50)], points: [{ at: 50, state: 'skipped', label: '', entry: 1 }] },
      stretch,
      100,
    );
    expect(points[0]?.x).toBe(50);
    expect(points[0]?.y).toBeGreaterThan(20);
    expect(points[0]?.y).toBeLessThan(height);
  });

  it('a bar that stands for many is as high as they are many, with what failed at its bottom', () => {
    const many = (from: number, parts: PageBar['parts']): PageBar => ({
      ...bar(from, from + 10),
      ...(parts && { parts }),
    });
    const { bars } = laneLayout(
      {
        bars: [
          many(0, [
            ['failed', 10],
            ['succeeded', 30],
          ]),
          many(10, [['succeeded', 20]]),
        ],
        points: [],
      },
      stretch,
      100,
    );
    const [one, other] = bars.map(({ parts }) => parts);
    const height = (parts: typeof one): number => (parts ?? []).reduce((sum, part) => sum + part.height, 0);
    expect(height(other)).toBeCloseTo(height(one) / 2);
    expect(one?.map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    expect(one?.[0]?.height).toBeCloseTo(height(one) / 4);
    expect(one?.[0]?.y).toBeGreaterThan(one?.[1]?.y ?? 99);
  });
});
