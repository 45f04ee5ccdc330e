import { describe, expect, it } from 'vitest';
import { zoneNamed } from '../../../../src/engine/zone/zone.ts';
import {
  type Recording,
  type RecordingOptions,
  readRecording,
} from '../../../../src/scenario/read/recording/recording.ts';

const minute = 60_000;
const options: RecordingOptions = {
  file: 'a.csv',
  time: undefined,
  value: undefined,
  zone: null,
  series: undefined,
  counter: undefined,
  unit: undefined,
  isAmount: true,
  use: 'requests',
  gap: 'hold',
  kinds: ['requests', 'requests/s'],
};
const levels: Partial<RecordingOptions> = { use: 'levels', isAmount: false, kinds: ['B'] };
const read = (text: string, more: Partial<RecordingOptions> = {}): Recording =>
  readRecording(text, { ...options, ...more });
const values = (text: string, more: Partial<RecordingOptions> = {}): readonly number[] =>
  read(text, more).rows.map(({ value }) => value);
const told = (text: string, more: Partial<RecordingOptions> = {}): readonly string[] =>
  read(text, more).problems.map(({ line, column, code, severity }) => `${line}:${column} ${code} ${severity}`);
const said = (text: string, more: Partial<RecordingOptions> = {}): string =>
  read(text, more)
    .problems.map(({ message }) => message)
    .join('\n');
/** Rows a minute apart from 14:00 on. */
const csv = (header: string, ...rows: string[]): string =>
  `${header}\n${rows.map((row, index) => `2026-09-08 14:${String(index).padStart(2, '0')}:00${row}\n`).join('')}`;
const matrix = (...series: (readonly [metric: object, values: readonly (readonly [number, string])[]])[]): string =>
  JSON.stringify({
    status: 'success',
    data: { resultType: 'matrix', result: series.map(([metric, samples]) => ({ metric, values: samples })) },
  });
const each = (...samples: string[]): readonly (readonly [number, string])[] =>
  samples.map((sample, index) => [1_767_225_600 + 60 * index, sample]);

describe('CSV as Grafana exports it', () => {
  it('a column of stamps and one of values are found', () => {
    const { rows, form, time, unit, problems } = read(csv('"Time","web"', ',1', ',2.5'));
    expect(rows.map(({ at, value }) => [at - (rows[0]?.at ?? 0), value])).toEqual([
      [0, 1],
      [minute, 2.5],
    ]);
    expect({ form, time, unit, problems }).toEqual({ form: 'columns', time: 'Time', unit: null, problems: [] });
  });

  it('a byte order mark, sep= and semicolons, with decimal commas', () => {
    const text = `\uFEFFsep=;\n${csv('Time;web', ';1,5', ';2')}`;
    expect(values(text)).toEqual([1.5, 2]);
    expect(told(`\uFEFFsep=;\n${csv('Time;web', ';1,5', ';x')}`, { value: 'web' })).toEqual(['4:21 bad-number error']);
  });

  it('stamps are seconds or milliseconds since 1970, too', () => {
    expect(values('Time,web\n1767225600000,1\n1767225660000,2\n')).toEqual([1, 2]);
  });

  it.each([
    ['120 req/s', 120, 'requests/s'],
    ['1.2K req/s', 1_200, 'requests/s'],
    ['1.2 K req/s', 1_200, 'requests/s'],
    ['90 req/m', 1.5, 'requests/s'],
    ['3 rps', 3, 'requests/s'],
    ['1.5 Mil', 1_500_000, null],
    ['"1,234.5"', 1_234.5, null],
    ['3 req', 3, 'requests'],
  ])('a value %s', (text, value, unit) => {
    const recording = read(csv('Time,web', `,${text}`, `,${text}`));
    expect(recording.rows.map((row) => row.value)).toEqual([value, value]);
    expect(recording.unit).toBe(unit);
  });

  it.each([
    ['3.5 GiB', 3.5 * 2 ** 30],
    ['3.5 GB', 3.5e9],
    ['2 kB', 2_000],
    ['8 Mb', 1e6],
  ])('a size %s', (text, value) => {
    expect(read(csv('Time,disk', `,${text}`), levels)).toMatchObject({ rows: [{ value }], unit: 'B' });
  });

  it.each([
    ['15%', 'a percentage'],
    ['20 ms', 'a duration'],
    ['3 GiB', 'B'],
    ['3 apples', 'something else'],
  ])('%s is no rate of requests', (text, kind) => {
    expect(told(csv('Time,web', `,${text}`))).toEqual(['2:21 bad-unit error']);
    expect(said(csv('Time,web', `,${text}`))).toBe(`the values of 'web' are ${kind}, expected requests or requests/s`);
  });

  it('empty, null, undefined and NaN are no samples, which is a warning at the first', () => {
    const text = csv('Time,web', ',1', ',2', ',3', ',', ',null', ',undefined', ',NaN', ',8');
    expect(values(text)).toEqual([1, 2, 3, 3, 3, 3, 3, 8]);
    expect(told(text)).toEqual(['5:21 no-value warning', '9:21 trace-gap warning']);
    expect(told(text, { gap: 'error' })).toEqual(['5:21 no-value warning', '9:21 trace-gap error']);
  });

  it('several columns are summed for requests, aloud, and one is chosen for a level', () => {
    const text = csv('Time,a,b', ',1,10', ',2,', ',3,30');
    expect(values(text)).toEqual([11, 2, 33]);
    expect(told(text)).toEqual(['1:1 several-series warning', '3:23 no-value warning', '1:1 several-series warning']);
    expect(values(text, { series: ['all'] })).toEqual([11, 2, 33]);
    expect(values(text, { series: ['a'] })).toEqual([1, 2, 3]);
    expect(values(text, { series: ['b', 'a'] })).toEqual([11, 2, 33]);
    expect(told(text, { series: ['a'] })).toEqual([]);
    expect(told(text, levels)).toEqual(['1:1 several-series error']);
    expect(said(text, levels)).toBe("expected one series, found 2: 'a', 'b'; name one: series: a");
    expect(said(text, { series: ['c'] })).toMatch(/^no series is 'c'; the file has 'a', 'b'; /);
  });

  describe('in a zone', () => {
    const zone = zoneNamed('Europe/Berlin');
    const instants = (...stamps: string[]): readonly string[] =>
      read(`Time,web\n${stamps.map((stamp, index) => `${stamp},${index}\n`).join('')}`, { zone }).rows.map(({ at }) =>
        new Date(at).toISOString().slice(5, 16),
      );

    it('stamps that name no zone are local; the others are not', () => {
      expect(instants('2026-07-01 14:00:00', '2026-07-01 15:00:00')).toEqual(['07-01T12:00', '07-01T13:00']);
      expect(instants('2026-12-01 14:00:00', '2026-12-01T14:00:00Z')).toEqual(['12-01T13:00', '12-01T14:00']);
    });

    it('an hour that comes twice is told by the row before, and one that is left out counts on', () => {
      const twice = ['01:00', '02:00', '02:00', '03:00'].map((time) => `2026-10-25 ${time}:00`);
      expect(instants(...twice)).toEqual(['10-24T23:00', '10-25T00:00', '10-25T01:00', '10-25T02:00']);
      const short = ['01:00', '03:00'].map((time) => `2026-03-29 ${time}:00`);
      expect(instants(...short)).toEqual(['03-29T00:00', '03-29T01:00']);
      expect(instants('2026-03-29 02:30:00')).toEqual(['03-29T01:30']);
    });

    it('plain rows are, too', () => {
      const { rows } = read('time,value\n2026-07-01 14:00:00,1\n', { zone });
      expect(rows.map(({ at }) => at)).toEqual([Date.UTC(2026, 6, 1, 12)]);
    });
  });

  it('long rows name their series', () => {
    const text = 'Time,Metric,Value\n1767225600,a,1\n1767225660,a,3\n1767225600,b,10\n1767225660,b,30\n';
    expect(values(text)).toEqual([11, 33]);
    expect(values(text, { series: ['b'] })).toEqual([10, 30]);
    const labels = 'Time,job,code,Value\n1767225600,web,200,1\n1767225600,web,500,2\n';
    expect(read(labels).series.map(({ name }) => name)).toEqual(['{job="web", code="200"}', '{job="web", code="500"}']);
    expect(values(labels, { series: ['{code="500"}'] })).toEqual([2]);
    expect(told(labels.replace('Value', 'rate'))).toEqual(['1:1 unclear-columns error']);
  });

  it('rows from the last to the first are turned round', () => {
    expect(values('Time,web\n1767225660,2\n1767225600,1\n')).toEqual([1, 2]);
    expect(told('Time,web\n1767225660,2\n1767225720,3\n1767225600,1\n')).toEqual(['4:12 wrong-order error']);
  });

  it('samples of one instant are averaged, which is a warning', () => {
    const text = 'Time,web\n1767225600,1\n1767225600,3\n1767225660,4\n';
    expect(values(text)).toEqual([2, 4]);
    expect(told(text)).toEqual(['3:12 duplicate-rows warning']);
  });

  it.each([
    ['no date', 'Time,web\n"09/08/2026, 2:00 PM",1\n', '2:1 bad-date error'],
    ['no number in between', csv('Time,web', ',1', ',abc'), '3:21 bad-number error'],
    ['no column of numbers', csv('Time,web', ',a', ',b'), '1:1 unclear-columns error'],
    ['a unit that changes', csv('Time,web', ',1 req/s', ',1 GiB'), '3:21 bad-unit error'],
    ['a negative value', csv('Time,web', ',1', ',-1'), '3:21 bad-number error'],
    ['nothing but gaps', csv('Time,web', ',', ','), '1:1 empty-trace error'],
    ['a field too many', csv('Time,web', ',1', ',1,2'), '3:1 bad-row error'],
    ['a binary file', 'Time,web\n\u0000,1\n', '1:1 not-text error'],
  ])('%s', (_, text, problem) => {
    expect(read(text).rows).toEqual([]);
    expect(told(text)).toEqual([problem]);
  });

  it('a file with the columns time and value is read as before', () => {
    expect(read('time,value\n1767225600,1\n1767225660,2\n').form).toBeNull();
    expect(told('time,value\n1767225600,NaN\n')).toEqual(['2:12 bad-number error']);
  });
});

describe("the answer of Prometheus' range query", () => {
  const web = { __name__: 'http_requests:rate5m', job: 'web' };

  it('has samples in seconds since 1970', () => {
    const { rows, form, problems, series } = read(matrix([web, each('1.5', '2e1')]));
    expect(rows.map(({ at, value }) => [at, value])).toEqual([
      [1_767_225_600_000, 1.5],
      [1_767_225_660_000, 20],
    ]);
    expect(form).toBe('prometheus');
    expect(series.map(({ name }) => name)).toEqual(['http_requests:rate5m{job="web"}']);
    expect(problems).toEqual([]);
  });

  it('its data alone, a bare list of series, other keys and line breaks', () => {
    const whole = JSON.parse(matrix([web, each('1', '2')]));
    expect(values(JSON.stringify(whole.data))).toEqual([1, 2]);
    expect(values(JSON.stringify(whole.data.result))).toEqual([1, 2]);
    expect(values(JSON.stringify({ ...whole, warnings: ['x "y"'], stats: { a: [1, null, true] } }, null, 2))).toEqual([
      1, 2,
    ]);
  });

  it('NaN and infinite samples are no samples, duplicate stamps are averaged, a gap is filled', () => {
    const text = matrix([web, [...each('1', '2', '3', 'NaN', '+Inf', '6'), [1_767_225_900, '8']]]);
    expect(values(text)).toEqual([1, 2, 3, 3, 3, 7]);
    expect(told(text).map((problem) => problem.replace(/^1:\d+ /, ''))).toEqual([
      'duplicate-rows warning',
      'no-value warning',
      'trace-gap warning',
    ]);
  });

  it('places are those of the sample', () => {
    const text = `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[\n[1767225600,"1"],\n [1767225660,"x"]]}]}}`;
    expect(told(text)).toEqual(['3:2 bad-query error']);
    expect(told(text.replace('"x"', '"-1"'))).toEqual(['3:2 bad-number error']);
  });

  it('series are chosen by name, metric, label or labels', () => {
    const text = matrix(
      [{ ...web, code: '200' }, each('1', '2')],
      [{ ...web, code: '500' }, each('10', '20')],
      [{ __name__: 'other', job: 'api' }, each('100', '200')],
    );
    expect(values(text, { series: ['http_requests:rate5m'] })).toEqual([11, 22]);
    expect(values(text, { series: ['api'] })).toEqual([100, 200]);
    expect(values(text, { series: ['{code="500"}'] })).toEqual([10, 20]);
    expect(values(text, { series: ['http_requests:rate5m{job="web", code="200"}'] })).toEqual([1, 2]);
    expect(said(text, { series: ['{code="404"}'] })).toMatch(/^no series is '{code="404"}'; the file has /);
  });

  describe('counters', () => {
    const total = { __name__: 'http_requests_total' };

    it('of a telling name give their growth a second; a fall is a reset', () => {
      const text = matrix([total, each('100', '160', '220', '30', '90')]);
      expect(read(text)).toMatchObject({ unit: 'requests/s', isCounter: true });
      expect(values(text)).toEqual([1, 1, 0.5, 1]);
      expect(said(text)).toMatch(/^'http_requests_total' only grows: read as a counter/);
      expect(told(text, { counter: true })).toEqual([]);
      expect(values(text, { counter: false })).toEqual([100, 160, 220, 30, 90]);
    });

    it('of any name are guessed where they never fall in ten steps and more', () => {
      const rising = each(...Array.from({ length: 11 }, (_, index) => String(60 * index)));
      expect(read(matrix([{}, rising])).isCounter).toBe(true);
      expect(read(matrix([{}, rising.slice(1)])).isCounter).toBe(false);
      expect(read(matrix([{}, rising]), { unit: 'requests/s' }).isCounter).toBe(false);
      expect(read(matrix([{}, rising]), levels).isCounter).toBe(false);
    });

    it('grow through a gap', () => {
      const text = matrix([total, [...each('0', '60', '120', '180'), [1_767_226_080, '660']]]);
      expect(values(text)).toEqual([1, 1, 1, 1.6]);
    });

    it('need two samples', () => {
      expect(said(matrix([total, each('5')]), { counter: true })).toMatch(/^expected two or more samples of a counter/);
    });
  });

  it('of a histogram the bucket that counts all is read, and quantiles are not summed', () => {
    const bucket = (le: string): object => ({ __name__: 'x_bucket', le });
    const text = matrix([bucket('0.1'), each('1', '2', '3')], [bucket('+Inf'), each('60', '120', '240')]);
    expect(values(text)).toEqual([1, 2]);
    expect(said(text)).toMatch(/^the series are buckets of a histogram/);
    const quantiles = matrix([{ quantile: '0.5' }, each('1', '2')], [{ quantile: '0.9' }, each('3', '4')]);
    expect(told(quantiles)).toEqual(['1:1 several-series error']);
  });

  it('series with samples at other instants are not summed', () => {
    const shifted = each('1', '2', '3', '4').map(([at, value]): [number, string] => [at + 7, value]);
    expect(said(matrix([{ a: '1' }, each('1', '2', '3', '4')], [{ a: '2' }, shifted]))).toMatch(
      /cannot be summed; name one with series:/,
    );
    const later = each('9', '9').map(([at, value]): [number, string] => [at + 240, value]);
    expect(values(matrix([{ a: '1' }, each('1', '2', '3', '4')], [{ a: '2' }, later]), { counter: false })).toEqual([
      1, 2, 3, 4, 9, 9,
    ]);
  });

  it.each([
    [
      'an instant query',
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"2"]}]}}',
      /query_range/,
    ],
    ['one without its type', '{"data":{"result":[{"metric":{},"value":[1,"2"]}]}}', /query_range/],
    ['a failed query', '{"status":"error","errorType":"bad_data","error":"no such"}', /the query failed: "no such"/],
    ['no series', '{"status":"success","data":{"resultType":"matrix","result":[]}}', /found no series/],
    [
      'native histograms',
      '{"data":{"resultType":"matrix","result":[{"metric":{},"histograms":[]}]}}',
      /histogram_count/,
    ],
    ["Grafana's record", '{"results":{"A":{}}}', /Inspect, Data, Download CSV/],
    ['a file that was cut', matrix([{}, each('1', '2')]).slice(0, -30), /is it whole\?|expected/],
    ['more after its end', `${matrix([{}, each('1', '2')])}x`, /expected the end of the answer, found 'x'/],
  ])('%s is an error that says what to do', (_, text, message) => {
    const { rows, problems } = read(text);
    expect(rows).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: 'error', line: 1, message: expect.stringMatching(message) });
  });

  it('a text that is cut anywhere is an error, never a crash', () => {
    const text = matrix([web, each('1', '2')]);
    for (let end = 12; end < text.length; end += 1) expect(read(text.slice(0, end)).problems.length).toBeGreaterThan(0);
  });
});
