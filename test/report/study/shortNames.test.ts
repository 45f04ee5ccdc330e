import { describe, expect, it } from 'vitest';
import { planNameOf, shortNames, withShortNames } from '../../../src/report/study/shortNames.ts';

const point = (plan: string, min: string) => ({ name: `${plan} min=${min}`, axes: { min } });

describe('the names of points as people read them', () => {
  it.each([
    ['one plan', [point('today', '2'), point('today', '3')], ['min=2', 'min=3']],
    ['several plans', [point('today', '2'), point('leaner', '2')], ['today min=2', 'leaner min=2']],
    ['no axes', [{ name: 'today', axes: null }], ['today']],
    ['names that are short already', [{ name: 'min=2', axes: { min: '2' } }], ['min=2']],
    ['one value of the first axis', [{ name: 'today a=1 b=2', axes: { a: '1', b: '2' } }], ['a=1 b=2']],
    ['a text with a blank', [{ name: 'today a="x y"', axes: { a: '"x y"' } }], ['a="x y"']],
  ])('of %s', (_, points, names) => {
    expect(points.map(({ name }) => name).map(shortNames(points))).toEqual(names);
  });

  it('are those of the plan and its values on the axes', () => {
    expect([point('today', '2'), { name: 'today' }, { name: 'min=2', axes: { min: '2' } }].map(planNameOf)).toEqual([
      'today',
      'today',
      '',
    ]);
  });

  it('stand wherever a document names a plan', () => {
    const [one, other] = [point('today', '2'), point('today', '3')].map((each) => ({
      ...each,
      changes: [],
      runs: 1,
      measures: [],
    }));
    if (one === undefined || other === undefined) throw new Error('two points');
    const pair = { plan: other.name, base: one.name };
    const total = { from: '1.0', to: '2.0', difference: '1.0' };
    const estimate = { mean: 1, low: 1, high: 1, least: 1, greatest: 1, runs: 1, reduction: null };
    const short = withShortNames({
      plans: [one, { ...other, dropped: { runs: 1, by: one.name, isEqual: false } }],
      differences: [{ ...pair, ...estimate, measure: 'bill.total' }],
      best: other.name,
      rivals: [one.name],
      pareto: [other.name],
      bridges: [{ ...pair, replication: 0, rows: [], total }],
    });
    expect(JSON.stringify(short)).not.toContain('today');
    expect(short).toMatchObject({ best: 'min=3', plans: [{ name: 'min=2' }, { dropped: { by: 'min=2' } }] });
    expect(withShortNames(short)).toEqual(short);
  });
});
