import { describe, expect, it } from 'vitest';
import { gridSize, pointsOf, type StudyPoint } from '../../../../src/experiment/study/spec/points.ts';
import type { StudySpec } from '../../../../src/experiment/study/spec/studySpec.ts';
import { scale, studyOf } from './studies.ts';

const place = { file: 's.yaml', line: 1, column: 1, endColumn: 2 };
const changes = { file: null, variants: [], assume: {}, prices: null, set: [] };

/** Axes with so many whole numbers each. */
function gridOf(sizes: Readonly<Record<string, number>>, more: Partial<StudySpec> = {}) {
  const axes = Object.entries(sizes).map(([name, size]) => ({
    name,
    path: name,
    values: Array.from({ length: size }, (_, index) => index),
    unit: '',
    place,
  }));
  return { plans: [{ name: 'today', changes, place }], axes, together: [], where: null, ...more };
}

/** Points that can be made. */
function made(spec: Parameters<typeof pointsOf>[0], most?: number): readonly StudyPoint[] {
  const points = pointsOf(spec, most);
  if (typeof points === 'string') throw new Error(points);
  return points;
}

const names = (points: readonly StudyPoint[]): string[] => points.map(({ name }) => name);

describe('the points of a study', () => {
  it('are its plans if nothing varies', () => {
    const study = studyOf(['plans: { today: {}, leaner: { variant: leaner } }']);
    expect(names(made(study))).toEqual(['today', 'leaner']);
    expect(made(study)[1]?.changes.variants).toEqual(['leaner']);
  });

  it('are all plans with all combinations, the last axis first', () => {
    const study = studyOf([
      'plans: { today: {}, longer: { set: { for: 40d } } }',
      `vary: { min: { path: ${scale('minScale')}, values: [1, 2] }, max: { path: ${scale('maxScale')}, from: 20, to: 25, step: 5 } }`,
    ]);
    expect(names(made(study))).toEqual([
      'today min=1 max=20',
      'today min=1 max=25',
      'today min=2 max=20',
      'today min=2 max=25',
      'longer min=1 max=20',
      'longer min=1 max=25',
      'longer min=2 max=20',
      'longer min=2 max=25',
    ]);
    expect(made(study).at(-1)).toEqual({
      name: 'longer min=2 max=25',
      plan: 'longer',
      axes: { min: 2, max: 25 },
      changes: {
        ...changes,
        set: [
          { path: 'for', value: '40d' },
          { path: scale('minScale'), value: '2' },
          { path: scale('maxScale'), value: '25' },
        ],
      },
    });
  });

  it('take axes in step as one', () => {
    const spec = gridOf({ a: 2, b: 3, c: 2 }, { together: [['a', 'c']] });
    expect(gridSize(spec)).toBe(6n);
    expect(names(made(spec))).toEqual([
      'today a=0 b=0 c=0',
      'today a=0 b=1 c=0',
      'today a=0 b=2 c=0',
      'today a=1 b=0 c=1',
      'today a=1 b=1 c=1',
      'today a=1 b=2 c=1',
    ]);
  });

  it('are only those for which the condition holds', () => {
    expect(names(made(gridOf({ a: 3, b: 3 }, { where: 'a + b == 2' })))).toEqual([
      'today a=0 b=2',
      'today a=1 b=1',
      'today a=2 b=0',
    ]);
  });

  it('are not made where the condition leaves none of them, or fails', () => {
    expect(pointsOf(gridOf({ a: 3, b: 3 }, { where: 'a + b > 10' }))).toBe(
      "'where' leaves none of the 9 combinations of the axes",
    );
    expect(pointsOf(gridOf({ a: 3 }, { where: '2 / a > 0' }))).toBe("'where' fails at a=0, column 1: division by zero");
  });

  it('show texts with blanks in quotes, and give them to --set as texts', () => {
    const spec = gridOf({});
    const axes = [{ name: 'a', path: 'org', values: ['x y', '24', true], unit: '', place }];
    const points = made({ ...spec, axes });
    expect(names(points)).toEqual(['today a="x y"', 'today a=24', 'today a=true']);
    expect(points.map((point) => point.changes.set[0]?.value)).toEqual(['x y', '"24"', 'true']);
  });
});

describe('a large grid', () => {
  it('of 1,000 points is made, one of more only if that is allowed', () => {
    expect(made(gridOf({ a: 10, b: 100 }))).toHaveLength(1_000);
    expect(pointsOf(gridOf({ a: 7, b: 143 }))).toBe(
      'the study has 1,001 points, more than 1,000: give the axes fewer values, or allow them with --most-points 1001',
    );
    expect(made(gridOf({ a: 7, b: 143 }), 1_001)).toHaveLength(1_001);
  });

  it('counts each plan', () => {
    const plans = ['a', 'b'].map((name) => ({ name, changes, place }));
    expect(pointsOf(gridOf({ a: 501 }, { plans }))).toMatch(/^the study has 1,002 points/);
    expect(pointsOf(gridOf({ a: 501 }, { plans, where: 'a >= 0' }))).toMatch(/^the study has 1,002 points, more/);
    expect(made(gridOf({ a: 501 }, { plans, where: 'a > 0' }))).toHaveLength(1_000);
  });

  it('is counted and refused before it is built, however large', () => {
    const spec = gridOf({ a: 1_000, b: 1_000, c: 1_000, d: 1_000, e: 1_000, f: 1_000, g: 1_000 });
    expect(gridSize(spec)).toBe(10n ** 21n);
    expect(pointsOf(spec)).toMatch(/^the study has 1,000,000,000,000,000,000,000 points, more than 1,000/);
    expect(pointsOf({ ...spec, where: 'a < 0' })).toMatch(/^the study has 1,0[0,]* points before 'where', more than/);
  });

  it('may be thinned by a condition from up to 100,000 combinations', () => {
    expect(names(made(gridOf({ a: 1_000, b: 100 }, { where: 'a == 0 && b == 99' })))).toEqual(['today a=0 b=99']);
    expect(pointsOf(gridOf({ a: 1_000, b: 101 }, { where: 'a == 0 && b == 99' }))).toMatch(/before 'where'/);
  });
});
