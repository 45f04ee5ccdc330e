import { describe, expect, it } from 'vitest';
import { measureAxis, plotAxis } from '../../../../src/report/study/page/plotAxis.ts';
import { type PlotMark, rowPlot } from '../../../../src/report/study/page/rowPlot.ts';
import { elementsOf } from './documents.ts';

const axis = plotAxis([-10, 30], { unit: '' });

function drawn(mark: PlotMark): string {
  return rowPlot(axis, [{ name: 'leaner', marks: [mark], text: '' }]).html;
}

describe('marks of a row', () => {
  it('lie where the axis has their value: -10 at its begin, 30 at its end', () => {
    expect(axis.marks.map(({ text }) => text)).toEqual(['-10', '0', '10', '20', '30']);
    expect([-10, 0, 10, 30].map(axis.placeOf)).toEqual([0, 25, 50, 100]);
    expect(elementsOf(drawn({ kind: 'mean', at: 10 }), 'mean')).toEqual([expect.objectContaining({ cx: '50%' })]);
  });

  it('an interval goes from its low to its high bound, and has a form of its own', () => {
    const html = drawn({ kind: 'interval', low: 0, high: 20 });
    expect(elementsOf(html, 'length')).toEqual([expect.objectContaining({ x1: '25%', x2: '75%' })]);
    expect(elementsOf(html, 'interval')).toHaveLength(1);
    expect(elementsOf(html, 'seen')).toHaveLength(0);
  });

  it('a bar begins at 0, to either side, and is seen however short it is', () => {
    const bar = (until: number) => elementsOf(drawn({ kind: 'bar', from: 0, until, look: 'more' }), 'bar')[0];
    expect(bar(30)).toMatchObject({ x: '25%', width: '75%' });
    expect(bar(-10)).toMatchObject({ x: '0%', width: '25%' });
    expect(bar(0)).toMatchObject({ x: '25%', width: '0.3%' });
  });

  it('every row has the line at 0', () => {
    expect(elementsOf(drawn({ kind: 'mean', at: 10 }), 'zero')).toEqual([expect.objectContaining({ x1: '25%' })]);
  });
});

describe('the axis of a measure', () => {
  it.each([
    ['bill.total', [0, 3], 'USD', ['0', '1', '2', '3']],
    ['load.goodPercentage of shop/api', [-4, 0], 'percentage points', ['-4', '-3', '-2', '-1', '0']],
    ['load.failed of shop/api', [0, 30_000_000], 'million', ['0', '10', '20', '30']],
    ['load.failed of shop/api', [0, 300], '', ['0', '100', '200', '300']],
    ['executions.duration of shop/night', [0, 7_200_000], 'hours', ['0', '0.5', '1', '1.5', '2']],
  ])('%s %j in %s', (measure, values, unit, texts) => {
    const found = measureAxis({ measure, currency: 'USD', values, isDifference: true });
    expect([found.unit, found.marks.map(({ text }) => text)]).toEqual([unit, texts]);
  });
});
