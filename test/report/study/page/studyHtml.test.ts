import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { studyHtml } from '../../../../src/report/study/page/studyHtml.ts';
import {
  differenceWith,
  effectWith,
  elementsOf,
  figureOf,
  findWith,
  pageOf,
  planWith,
  sensitivityWith,
  studyWith,
  wordsOf,
} from './documents.ts';

describe('the page of a study', () => {
  it('is one file: no script, no address, and a policy that allows its own style alone', () => {
    const html = pageOf(studyWith({}));
    const digest = createHash('sha256').update('body{}').digest('base64');
    expect(html).toContain(`content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'`);
    expect(html).not.toMatch(/<script|https?:|<link|<img|style="/);
    expect(html).toBe(pageOf(studyWith({})));
    expect(() => studyHtml(studyWith({}), { currency: 'USD', style: '</style>' })).toThrow('end too early');
  });

  it('begins with the sentence, a paragraph for each plan', () => {
    const answers = [...pageOf(studyWith({})).matchAll(/<p class="answer">(.*?)<\/p>/g)].map(([, text]) => text);
    expect(answers).toEqual([
      'leaner instead of today saves 0.66 USD (0.60 to 0.72 USD).',
      'dearer cannot be run: no such class.',
    ]);
  });

  it('says how many runs would allow an interval where the runs are too uneven', () => {
    const says = 'Too uneven: 178 runs of each plan may be enough for an interval.';
    expect(pageOf(studyWith({}))).toContain(says);
    expect(pageOf(studyWith({ differences: [differenceWith({})] }))).not.toContain('Too uneven');
  });

  it('shows names as they are, whatever stands in them', () => {
    const name = '</title><b onclick="x">\u202e';
    const html = pageOf(studyWith({ name, differences: [differenceWith({ plan: name })] }));
    expect(html).not.toContain('<b onclick');
    expect(html).not.toContain('\u202e');
    expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;\\u202e');
  });

  it('says of each condition whether it holds, and why a plan is refused', () => {
    const words = wordsOf(
      pageOf(
        studyWith({
          plans: [
            planWith({}),
            planWith({ name: 'bad', runs: 0, refused: { rule: 'WL-8', message: 'cpu is too small' } }),
          ],
          conditions: [{ text: 'x', plan: 'leaner', verdict: 'holds', message: 'bill.total > +5 % holds for leaner' }],
        }),
      ),
    );
    expect(words).toContain('holds bill.total > +5 % holds for leaner');
    expect(words).toContain('bad refused: WL-8: cpu is too small');
  });

  it('gives the command of the median and of the worst run', () => {
    const command = 'svcsim run shop.yaml --replication 7';
    const examples = [
      { kind: 'median', measure: 'bill.total', replication: 7, value: 765.75, command },
      {
        kind: 'worst',
        measure: 'bill.total',
        replication: 3,
        value: 801,
        command: 'svcsim run shop.yaml --replication 3',
      },
    ] as const;
    const html = pageOf(studyWith({ plans: [planWith({ examples })] }));
    expect(wordsOf(html)).toContain('median run by bill.total: replication 7, 765.75 USD');
    expect(html).toContain(`>${command}</pre>`);
    expect(wordsOf(html)).toContain('worst run by bill.total: replication 3, 801.00 USD');
  });
});

describe('a forest plot', () => {
  const html = pageOf(studyWith({}));

  it('has the interval of the mean difference, the mean, and 0', () => {
    const bill = figureOf(html, 'bill.total: difference from today');
    expect(elementsOf(bill, 'interval')).toHaveLength(2);
    expect(elementsOf(bill, 'zero')[0]).toMatchObject({ x1: '100%' });
    // -0.8 to 0 is the axis.
    expect(elementsOf(bill, 'length')[0]).toMatchObject({ x1: '10%', x2: '25%' });
    expect(wordsOf(`<body>${bill}`)).toContain('-0.66 USD (-0.72 to -0.60 USD)');
    expect(wordsOf(`<body>${bill}`)).toContain('95 % confidence of all intervals together (each at 97.5 %)');
  });

  it('draws no interval where none can be trusted: the runs that were seen, and their median', () => {
    const failed = figureOf(html, 'load.failed of shop/api: difference from today');
    expect(elementsOf(failed, 'interval')).toHaveLength(0);
    expect(elementsOf(failed, 'mean')).toHaveLength(0);
    expect(elementsOf(failed, 'length')[0]).toMatchObject({ x1: '7.5%', x2: '100%' });
    expect(wordsOf(`<body>${failed}`)).toContain('differs in 2 of 20 runs, by -370,000 to 0');
    expect(wordsOf(`<body>${failed}`)).toContain('no interval can be trusted');
  });

  it('shows what is exact as a point', () => {
    const exact = differenceWith({ mean: 5, low: 5, high: 5, least: 5, greatest: 5, runs: 1 });
    const bill = figureOf(pageOf(studyWith({ chance: 'none', differences: [exact] })), 'bill.total');
    expect(elementsOf(bill, 'interval')).toHaveLength(0);
    expect(wordsOf(`<body>${bill}`)).toContain('leaner +5.00 USD');
  });

  it('leaves out a measure in which no plan differs', () => {
    const same = differenceWith({
      measure: 'volumes.fullAt of shop/db',
      mean: 0,
      low: null,
      high: null,
      least: 0,
      greatest: 0,
    });
    expect(pageOf(studyWith({ differences: [same] }))).not.toContain('<figure>');
  });
});

describe('the bridge between two bills', () => {
  const row = (resource: string | null, meter: string, from: string, to: string, difference: string) => ({
    resource,
    meter,
    from,
    to,
    difference,
  });
  const bridge = {
    plan: 'leaner',
    base: 'today',
    replication: 7,
    rows: [
      row('shop/workload/api', 'cpu', '5.900001', '2.0', '-3.900001'),
      row('shop/workload/api', 'memory', '4.0', '4.0', '0.0'),
      row('shop/workload/new', 'cpu', '0.0', '1.25', '1.25'),
      row(null, 'rounding', '-0.000001', '0.0', '0.000001'),
    ],
    total: { from: '9.9', to: '7.25', difference: '-2.65' },
  };
  const html = pageOf(studyWith({ bridges: [bridge] }));
  const picture = figureOf(html, 'From the bill of today, 9.90 USD, to that of leaner, 7.25 USD');

  it('begins each bar where the one before it ends, the greatest first, and ends at the difference', () => {
    // -4 to 0 is the axis.
    const bars = elementsOf(picture, 'bar').filter(({ x }) => x?.endsWith('%'));
    expect(bars.map((one) => [one['class'], one['x'], one['width']])).toEqual([
      ['bar less', '2.5%', '97.5%'],
      ['bar more', '2.5%', '31.25%'],
      ['bar more', '33.75%', '0.3%'],
      ['bar whole', '33.75%', '66.25%'],
    ]);
    expect(wordsOf(`<body>${picture}`)).toContain('Replication 7 of both plans');
  });

  it('has all digits in a table, what is unchanged in one row, and the total', () => {
    const words = wordsOf(html);
    expect(words).toContain('shop/workload/api cpu 5.900001 2.0 -3.900001');
    expect(words).toContain('1 unchanged 4.0 4.0 0.0');
    expect(words).toContain('payable 9.9 7.25 -2.65');
  });

  it('draws small differences as one bar where there are many', () => {
    const rows = Array.from({ length: 20 }, (_, index) => row(`shop/workload/w${index}`, 'cpu', '0.0', '1.0', '1.0'));
    const page = pageOf(studyWith({ bridges: [{ ...bridge, rows }] }));
    expect(elementsOf(figureOf(page, 'From the bill'), 'bar').filter(({ x }) => x?.endsWith('%'))).toHaveLength(14);
    expect(wordsOf(page)).toContain('8 smaller differences +8.00 USD');
  });
});

describe('the page of a break-even', () => {
  const html = pageOf(findWith({}));

  it('has the share of runs in which the condition held at each value, with its bounds', () => {
    const shares = figureOf(html, 'Runs in which load.goodPercentage');
    const heights = [...shares.matchAll(/<svg x="[\d.]+%" y="([\d.]+%)"/g)].map(([, y]) => y);
    // The last one is refused: a cross at the bottom.
    expect(heights).toEqual(['0%', '15%', '90%', '100%']);
    expect(elementsOf(shares, 'cross')).toHaveLength(2);
    expect(elementsOf(shares, 'whisker').map(({ y1, y2 }) => [y1, y2])).toContainEqual(['45%', '3%']);
    expect(shares).toContain('asked: 50 %');
  });

  it('shades the gap in which the break-even lies, and marks verdicts by their shape', () => {
    const shares = figureOf(html, 'Runs in which load.goodPercentage');
    const x = (value: string) => Number(value.replace('%', ''));
    const [stretch] = elementsOf(shares, 'stretch').filter(({ height }) => height === '100%');
    const [, second, third] = [...shares.matchAll(/<svg x="([\d.]+%)" y="/g)].map(([, place = '']) => x(place));
    expect(x(stretch?.['x'] ?? '')).toBe(second);
    expect(x(stretch?.['x'] ?? '') + x(stretch?.['width'] ?? '')).toBeCloseTo(third ?? 0, 1);
    expect(elementsOf(shares, 'open').length).toBeGreaterThan(0);
  });

  it('has every value in a table, with why one is refused', () => {
    expect(wordsOf(html)).toContain('7%/week does not hold 2 of 20 1 % to 38 % 99.2 %');
    expect(wordsOf(html)).toContain('9%/week refused: growth is too large');
  });

  it('of what is not random has the measure alone', () => {
    expect(pageOf(findWith({ chance: 'none' }))).not.toContain('Runs in which');
  });
});

describe('a tornado', () => {
  const html = pageOf(sensitivityWith({}));
  const bill = figureOf(html, 'bill.total: effect of each change');

  it('has a bar from 0 for each change that moves the measure, the greatest first', () => {
    // -10 to 5 is the axis.
    const bars = elementsOf(bill, 'bar').filter(({ x }) => x?.endsWith('%'));
    expect(bars.map((one) => [one['class'], one['x'], one['width']])).toEqual([
      ['bar more', '66.67%', '26.66%'],
      ['bar less', '53.33%', '13.34%'],
    ]);
  });

  it('marks a change that flips the verdict with the verdict', () => {
    expect(wordsOf(`<body>${bill}`)).toContain(
      'cron.forbid.missed = lateStart instead of skip +4.00 USD flips to fail',
    );
  });

  it('tells an interval from runs that were seen', () => {
    expect(elementsOf(bill, 'length')).toHaveLength(2);
    expect(wordsOf(html)).toContain('growth drawn 2 bill.total -2.00 USD -8.00 USD 0.00 USD (seen)');
  });

  it('is left out if nothing moves the measure; the table still has all changes', () => {
    const still = effectWith({ mean: 0, low: 0, high: 0, least: 0, greatest: 0 });
    const page = pageOf(sensitivityWith({ effects: [still] }));
    expect(page).not.toContain('<figure>');
    expect(wordsOf(page)).toContain('cron.forbid.missed skip lateStart bill.total 0.00 USD');
  });
});
