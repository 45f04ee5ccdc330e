import { describe, expect, it } from 'vitest';
import { timeAxis } from '../../../../src/report/study/page/plotAxis.ts';
import { elementsOf, figureOf, forkWith, pageOf, wordsOf } from './documents.ts';

describe('the page of futures', () => {
  const html = pageOf(forkWith());
  const picture = figureOf(html, 'bigger: runs with volume.full of shop/data, by the time of acting');

  it('has the probability of the bad end against the time of acting, with its bounds as a band', () => {
    const points = [...picture.matchAll(/<svg x="([\d.]+)%" y="([\d.]+)%" overflow/g)].map(([, x, y]) => [x, y]);
    expect(points).toEqual([
      ['0', '100'],
      ['33.33', '95'],
      ['66.67', '40'],
      ['100', '10'],
    ]);
    const [band] = elementsOf(picture, 'band').filter(({ d }) => d !== undefined);
    expect(band?.['d']).toBe('M0 85L33.33 80L66.67 25L100 0L100 20L66.67 50L33.33 100L0 100Z');
  });

  it('shades the time in which it becomes too late, and says what happens if nobody acts', () => {
    const [stretch] = elementsOf(picture, 'stretch').filter(({ height }) => height === '100%');
    expect(stretch).toMatchObject({ x: '33.33%', width: '33.34%' });
    expect(elementsOf(picture, 'level')).toEqual([expect.objectContaining({ y1: '5%', y2: '5%' })]);
    expect(wordsOf(`<body>${picture}`)).toContain('nobody acts');
  });

  it('has all numbers in tables', () => {
    const words = wordsOf(html);
    expect(words).toContain('never - 19 of 20 95 % 75 % to 99 %');
    expect(words).toContain('Wed 4 Nov 00:00 bigger 12 of 20 60 % 50 % to 75 %');
    expect(words).toContain('bigger Mon 2 Nov 00:00 shop/data has 100 GB');
    expect(words).toContain('bigger 2 of 20 LIMIT-1 at most 4 expansions in 24 hours');
  });

  it('without instants has the differences alone', () => {
    const { instants: _, unacted: __, deadlines: ___, ...plain } = forkWith();
    const page = pageOf(plain);
    expect(page).not.toContain('Until when');
    expect(page).toContain('bill.total: difference from today');
  });
});

describe('an axis of time', () => {
  it('goes from the first instant to the last, with ticks at round times', () => {
    const axis = timeAxis([0, 43_200_000]);
    expect(axis.marks.map(({ text }) => text)).toEqual(['1970', '03:00', '06:00', '09:00', '12:00']);
    expect(axis.placeOf(10_800_000)).toBe(25);
  });

  it('of a single instant has it in the middle', () => {
    expect(timeAxis([7_200_000]).placeOf(7_200_000)).toBe(50);
  });
});
