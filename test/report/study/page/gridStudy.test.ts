import { describe, expect, it } from 'vitest';
import { shadeOf } from '../../../../src/report/study/page/heatMap.ts';
import { edgeOf } from '../../../../src/report/study/page/paretoPlot.ts';
import { elementsOf, figureOf, gridStudy, pageOf, planWith, wordsOf } from './documents.ts';

describe('a Pareto plot', () => {
  const html = pageOf(gridStudy());
  const picture = figureOf(html, 'minimise bill.total and maximise load.goodPercentage of shop/api');

  it('has every plan with a result as a point: 210 to 430 USD, 99.2 to 99.8 %', () => {
    const points = [...picture.matchAll(/<svg x="([\d.]+)%" y="([\d.]+)%" overflow="visible"><title>([^<]*)/g)];
    expect(points).toHaveLength(8);
    // 200 to 500 USD across, 99.2 to 99.8 % up.
    expect(points.find(([, , , title]) => title?.startsWith('min=2 max=20'))?.slice(1)).toEqual([
      '6.67',
      '66.67',
      'min=2 max=20: 220.00 USD, 99.4 %',
    ]);
  });

  it('marks the set by shape and number, and lists its numbers', () => {
    const shapes = elementsOf(picture, 'point').map((one) => one['class']);
    const keys = 4;
    expect(shapes.filter((one) => one === 'point full')).toHaveLength(4 + 1);
    expect(shapes.filter((one) => one === 'point cross')).toHaveLength(1 + 1);
    expect(shapes).toHaveLength(8 + keys);
    expect(html).toContain('<li>min=2 max=10: 210.00 USD, 99.2 %</li>');
  });

  it.each([
    ['both least', 'minimise', 'minimise', { x: 4, y: 9 }],
    ['the first least, the second greatest', 'minimise', 'maximise', { x: 4, y: 3 }],
    ['both greatest', 'maximise', 'maximise', { x: 1, y: 3 }],
  ] as const)('the border of what the set beats turns where both worse values meet: %s', (_, first, second, corner) => {
    const set = [
      { x: 4, y: 3 },
      { x: 1, y: 9 },
    ];
    expect(edgeOf(set, { direction: first }, { direction: second })).toEqual([{ x: 1, y: 9 }, corner, { x: 4, y: 3 }]);
  });

  it('numbers plans in one place together', () => {
    const { plans } = gridStudy();
    const [first] = plans;
    const twin = planWith({ ...first, name: 'today min=1 max=10' });
    const html = pageOf(gridStudy({ plans: [...plans, twin], pareto: [first?.name ?? '', twin.name] }));
    expect(figureOf(html, 'minimise bill.total')).toContain('>1, 2</text>');
  });

  it('needs two goals', () => {
    const { goals = [] } = gridStudy();
    expect(pageOf(gridStudy({ goals: goals.slice(0, 1), best: 'today min=2 max=30' }))).not.toContain('Pareto set');
  });
});

describe('a heat map', () => {
  const html = pageOf(gridStudy());
  const bill = figureOf(html, 'bill.total: max down, min across');

  it('has a cell for each point, shaded by its mean, with the verdict of its requirements', () => {
    const words = wordsOf(`<body>${bill}`);
    expect(words).toContain('30 230.00 USD ✓ , requirements met Pareto');
    expect(words).toContain('310.00 USD ✗ , requirements not met');
    expect(words).toContain('420.00 USD ? , requirements undecided');
    expect(elementsOf(bill, 'heat-0')).toHaveLength(3);
    expect(elementsOf(bill, 'heat-4')).toHaveLength(2);
  });

  it('says which point is refused', () => {
    expect(bill).toContain('<td class="number is-refused">refused</td>');
  });

  it('leaves a point out that the study does not have', () => {
    const { plans } = gridStudy();
    const fewer = plans.filter(({ name }) => name !== 'today min=3 max=20');
    expect(figureOf(pageOf(gridStudy({ plans: fewer })), 'bill.total')).toContain('<td class="number"></td>');
  });

  it('of several plans has a map each', () => {
    const { plans } = gridStudy();
    const others = plans.map((plan) => ({ ...plan, name: plan.name.replace('today', 'leaner') }));
    const page = pageOf(gridStudy({ plans: [...plans, ...others] }));
    expect(page).toContain('<h3>bill.total of leaner: max down, min across');
    expect(page.match(/<table class="heat">/g)).toHaveLength(4);
  });

  it('needs two axes with several values', () => {
    expect(pageOf(gridStudy({ axes: [{ name: 'min', path: 'x', values: ['2', '3'] }] }))).not.toContain('class="heat"');
  });

  it.each([
    [0, 0],
    [19.9, 0],
    [20, 1],
    [99, 4],
    [100, 4],
  ])('%f of 0 to 100 has shade %i of 0 to 4', (value, shade) => {
    expect(shadeOf(value, 0, 100)).toBe(shade);
  });

  it('of equal values has one shade', () => {
    expect(shadeOf(7, 7, 7)).toBe(0);
  });
});

describe('all numbers of a study of axes', () => {
  it('are in tables: axes, means, requirements', () => {
    const words = wordsOf(pageOf(gridStudy()));
    expect(words).toContain(
      'min=2 max=20 2 20 bill.total 220.00 USD 219.00 USD to 221.00 USD 218.00 USD 222.00 USD 20',
    );
    expect(words).toContain('refused: WL-8: max is too small');
    expect(words).toContain('>= 99.5% in 95 % of runs met 19 of 20 at least 78 %');
  });

  it('say why the study ended, what its race promises, and which plans it dropped', () => {
    const { plans } = gridStudy();
    const dropped = { runs: 10, by: 'today min=2 max=10', isEqual: true };
    const words = wordsOf(
      pageOf(
        gridStudy({
          plans: plans.map((plan, index) => (index === 4 ? { ...plan, dropped } : plan)),
          stopped: { why: 'decided', runs: 45, looks: 3 },
          guarantee: 'The best plan is kept with 95 % confidence.',
        }),
      ),
    );
    expect(words).toContain('45 runs of each plan: after 3 looks the question is decided.');
    expect(words).toContain('The best plan is kept with 95 % confidence.');
    expect(words).toContain('min=3 max=20 10 surely worse than min=2 max=10, by the same in each run seen');
  });

  it('say which plan is best by the one goal, or that none is', () => {
    const { goals = [] } = gridStudy();
    const one = goals.slice(0, 1);
    const best = 'Best by bill.total (minimise):';
    expect(wordsOf(pageOf(gridStudy({ goals: one, best: 'today min=2 max=30' })))).toContain(`${best} min=2 max=30`);
    const rivals = ['today min=2 max=20', 'today min=2 max=10'];
    expect(wordsOf(pageOf(gridStudy({ goals: one, best: 'today min=2 max=30', rivals })))).toContain(
      'min=2 max=30 ; as good may be min=2 max=20, min=2 max=10',
    );
    expect(wordsOf(pageOf(gridStudy({ goals: one, best: null })))).toContain(`${best} no plan, or undecided`);
    expect(wordsOf(pageOf(gridStudy({ plans: [planWith({})] })))).not.toContain('Best by');
  });
});
