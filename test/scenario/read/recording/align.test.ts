import { describe, expect, it } from 'vitest';
import { curveAt } from '../../../../src/platform/traffic/curve.ts';
import { usedBytesAt } from '../../../../src/platform/volume/usage.ts';
import { good, head, mountsData, parse, shop } from '../../builders.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** The run starts on Sunday, 1 November 2026, at 00:00. */
const start = Date.UTC(2026, 10, 1);
/** The recording starts on Tuesday, 8 September 2026, at 14:00. */
const first = Date.UTC(2026, 8, 8, 14);
const iso = (at: number): string => new Date(at).toISOString();
/** Rows an hour apart, each with the hours since the first. */
const rows = (count: number): string =>
  `Time,web\n${Array.from({ length: count }, (_, index) => `${iso(first + index * hour)},${index}\n`).join('')}`;
const behaviour = 'behavior: { shop/api: { request: { cpu: 1ms } } }\n';
const served = shop.replace('memory: 512Mi', 'memory: 512Mi, ports: [{ number: 8080, protocol: http }]');
const demand = (keys: string): string =>
  `${head}${served}${behaviour}demand: [{ to: shop/api, rate: { trace: { file: a.csv, time: Time, unit: requests/s, ${keys} } } }]\n`;
/** From Tuesday 14:00 to Sunday 00:00. */
const toSunday = 4 * 24 + 10;

describe('align', () => {
  const at = (text: string, count: number, hours: number): number => {
    const [one] = good(text, { 'a.csv': rows(count) }).demand;
    if (one === undefined) throw new Error('expected demand');
    return curveAt(one.curve, start + hours * hour + 1);
  };

  it('weekday begins at the first such weekday and time, and ends with the recording', () => {
    const text = demand('align: weekday');
    expect(at(text, 200, 0)).toBe(toSunday);
    expect(at(text, 200, 10)).toBe(toSunday + 10);
    expect(at(text, 200, 200 - toSunday)).toBe(0);
  });

  it('day begins at the time of day', () => {
    expect(at(demand('align: day'), 200, 0)).toBe(10);
  });

  it('with repeat, whole weeks repeat, and what came before the start comes last', () => {
    const text = demand('align: weekday, repeat: true');
    // 200 rows are one week and 32 hours.
    expect(at(text, 200, 0)).toBe(toSunday);
    expect(at(text, 200, 167 - toSunday)).toBe(167);
    expect(at(text, 200, 168 - toSunday)).toBe(0);
    expect(at(text, 200, 167)).toBe(toSunday - 1);
    expect(at(text, 200, 168)).toBe(toSunday);
    expect(at(text, 200, 3 * 168 + 5)).toBe(toSunday + 5);
  });

  it('a week may lack its last two rows: the one before holds', () => {
    const text = demand('align: weekday, repeat: true');
    expect(at(text, 166, 167 - toSunday)).toBe(165);
    expect(at(text, 166, 168 - toSunday)).toBe(0);
  });

  const problems = (text: string, count: number): readonly string[] =>
    parse(text, { 'a.csv': rows(count) })
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code}: ${message}`);

  it('of less than a week nothing repeats by weekday', () => {
    expect(problems(demand('align: weekday, repeat: true'), 100)).toEqual([
      'short-trace: expected a recording of at least 7d to repeat, found 4d4h: write align: day, or leave it out',
    ]);
    expect(problems(demand('align: weekday'), 100)).toEqual([
      "short-trace: the recording, of 4d4h, has no instant with the weekday and time of the run's start: write align: day, or leave it out",
    ]);
    expect(problems(demand('align: day, repeat: true'), 100)).toEqual([]);
  });

  it('an unknown zone of the stamps is an error', () => {
    expect(problems(demand('repeat: true, zone: Berlin'), 200)).toEqual([
      "unknown-zone: expected UTC or a time zone of the IANA database such as Europe/Berlin, found 'Berlin'; did you mean 'Europe/Berlin'?",
    ]);
  });

  it('takes the place of from', () => {
    expect(problems(demand('align: day, from: 2026-09-09T00:00:00Z'), 100)).toEqual([
      "contradiction: expected 'from' or 'align', found both: 'from' names the instant that 'align' would find",
    ]);
  });

  it('is offered where the dates differ and there is a week', () => {
    const [problem] = parse(demand('repeat: true'), { 'a.csv': rows(200) }).problems;
    expect(problem?.hint).toBe(
      'add align: weekday to keep the days of the week, or from: 2026-09-08T14:00:00Z if the first row is right',
    );
  });
});

describe('align of the usage of a volume', () => {
  const usage = (keys: string, more = '') => {
    const text = `${head}${shop}behavior: { shop/data: { usage: { ${more}trace: { file: a.csv, time: Time, unit: GB, ${keys} } } } }\n${mountsData}`;
    const found = good(text, { 'a.csv': rows(200) }).behaviours.volumesets.get('shop/volumeset/data')?.usage;
    if (found === undefined) throw new Error('expected usage');
    return (hours: number): number => usedBytesAt(found, hours * hour) / 1e9;
  };

  it('a level is that of the weekday, week after week', () => {
    const at = usage('align: weekday, repeat: true');
    expect([at(0), at(1), at(168 - toSunday), at(168), at(169)]).toEqual([
      toSunday,
      toSunday + 1,
      0,
      toSunday,
      toSunday + 1,
    ]);
  });

  it('growth goes on from week to week', () => {
    const at = usage('align: weekday, repeat: true, integrate: true', 'start: 5GB, ');
    const whole = (168 * 167) / 2;
    expect([at(0), at(1), at(2)]).toEqual([5, 5 + toSunday, 5 + 2 * toSunday + 1]);
    expect([at(168), at(169), at(2 * 168)]).toEqual([5 + whole, 5 + whole + toSunday, 5 + 2 * whole]);
  });

  it('without repeat it begins there', () => {
    expect(usage('align: day')(day / hour)).toBe(10 + 24);
  });
});
