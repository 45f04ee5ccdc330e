import { describe, expect, it } from 'vitest';
import type { VolumeUsage } from '../../../../src/platform/volume/usage.ts';
import { readTraceRows } from '../../../../src/scenario/read/demand/trace.ts';
import { good, head, mountsData, parse, shop, told } from '../../builders.ts';

const hour = 3_600_000;
const options = { file: 'a.csv', time: 'time', value: 'value', isAmount: false, gap: 'hold' } as const;
const rows = (text: string, more: Partial<Parameters<typeof readTraceRows>[1]> = {}) => {
  const { rows: read, problems } = readTraceRows(text, { ...options, ...more });
  const first = read[0]?.at ?? 0;
  return {
    rows: read.map(({ at, value }) => [(at - first) / hour, value]),
    problems: problems.map(({ line, column, code }) => `${line}:${column} ${code}`),
  };
};
const csv = (...values: string[]): string => `time,value\n${values.join('\n')}\n`;

describe('rows of a trace', () => {
  it.each([
    [
      'dates with and without zone, which is UTC',
      csv('2026-01-01T00:00:00Z,1', '2026-01-01 01:00:00,2', '2026-01-01T03:00:00+01:00,3'),
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'seconds and milliseconds since 1970',
      csv('1767225600,1', '1767229200000,2'),
      [
        [0, 1],
        [1, 2],
      ],
    ],
    [
      'quotes, CRLF, empty lines and other columns',
      'name,"time","value"\r\n"a,b",2026-01-01,1\r\n\r\n"say ""x""",2026-01-01T01:00,2\r\n',
      [
        [0, 1],
        [1, 2],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(rows(text)).toEqual({ rows: expected, problems: [] });
  });

  describe('rows of one instant', () => {
    const twice = csv('2026-01-01,1', '2026-01-01,4', '2026-01-01T01:00,2');
    const often = csv('2026-01-01,1', '2026-01-01T01:00,2', '2026-01-01T01:00,4', '2026-01-01T02:00,1', '1767232800,2');
    const json = '{"time":"2026-01-01","value":1}\n{"time":"2026-01-01T00:00Z","value":4}\n';

    it.each([
      ['levels are averaged', twice, { isAmount: false }, [2.5, 2]],
      ['amounts are summed', twice, { isAmount: true }, [5, 2]],
      ['so are those of NDJSON', json, { isAmount: true, file: 'a.ndjson' }, [5]],
    ])('%s', (_, text, how, values) => {
      expect(readTraceRows(text, { ...options, ...how }).rows.map(({ value }) => value)).toEqual(values);
    });

    it.each([
      [
        'at the second row',
        twice,
        { isAmount: true },
        [3, '1 row has the same time as the row before; the values of one instant are summed'],
      ],
      [
        'once for all, at the first',
        often,
        {},
        [4, '2 rows have the same time as the row before (at 2 instants); the values of one instant are averaged'],
      ],
      [
        'in NDJSON too',
        json,
        { file: 'a.ndjson' },
        [2, '1 row has the same time as the row before; the values of one instant are averaged'],
      ],
    ])('are a warning %s', (_, text, how, [line, message]) => {
      const { problems } = readTraceRows(text, { ...options, ...how });
      expect(problems).toEqual([
        { code: 'duplicate-rows', severity: 'warning', line, column: 1, endColumn: 2, message },
      ]);
    });
  });

  it('an amount of a single instant holds for a day, which is a warning; a level holds on', () => {
    expect(rows(csv('2026-01-01,1'), { isAmount: true })).toEqual({ rows: [[0, 1]], problems: ['2:1 single-row'] });
    expect(rows(csv('2026-01-01,1'))).toEqual({ rows: [[0, 1]], problems: [] });
  });

  it('a column that is not there is told of each row of NDJSON, and the column of the time is not meant by it', () => {
    const text = '{"t":"2026-01-01","v":1}\n{"t":"2026-01-02"}\n{"t":"2026-01-03","w":1}\n';
    const { problems } = readTraceRows(text, { ...options, file: 'a.ndjson', time: 't', value: 'v' });
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "2 expected a column 'v', found 't'",
      "3 expected a column 'v', found 't', 'w': did you mean 'w'?",
    ]);
  });

  it('NDJSON by the name of the file', () => {
    expect(
      rows('{"time":"2026-01-01","value":1}\n{"time":"2026-01-01T01:00","value":"2"}\n', { file: 'a.ndjson' }).rows,
    ).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it.each([
    ['out of order', csv('2026-01-01T01:00,1', '2026-01-01,2'), ['3:1 wrong-order']],
    [
      'no number',
      csv('2026-01-01,NaN', '2026-01-02,x', '2026-01-03,'),
      ['2:12 bad-number', '3:12 bad-number', '4:12 bad-number'],
    ],
    ['another notation', csv('2026-01-01,0x10', '2026-01-02,0b11'), ['2:12 bad-number', '3:12 bad-number']],
    ['a column twice', 'time,value,value\n2026-01-01,1,2\n', ['1:12 bad-row']],
    ['a quote without its end', csv('2026-01-01,1', '2026-01-02,"2'), ['3:12 bad-row']],
    ['negative', csv('2026-01-01,-1'), ['2:12 bad-number']],
    ['no date', csv('yesterday,1'), ['2:1 bad-date']],
    ['a column that is not there', 'time,bytes\n2026-01-01,1\n', ['1:1 unknown-column']],
    ['a field too many', csv('2026-01-01,1,2'), ['2:1 bad-row']],
    ['a binary file', 'time,value\n\u0000\u0001,2\n', ['1:1 not-text']],
    ['nothing', '', ['1:1 empty-trace']],
    ['a header alone', 'time,value\n', ['1:1 empty-trace']],
  ])('%s is a problem with its line', (_, text, problems) => {
    expect(rows(text)).toEqual({ rows: [], problems });
  });

  it('takes decimals with and without an exponent, and columns of one name that nobody reads', () => {
    const text = 'time,value,,\n2026-01-01,.5,a,b\n2026-01-01T01:00,+1e3,a,b\n2026-01-01T02:00,"2.",a,b\n';
    expect(rows(text).rows.map(([, value]) => value)).toEqual([0.5, 1000, 2]);
    expect(rows(text).problems).toEqual([]);
  });

  it('a number of NDJSON that is beyond all numbers is told as what it is', () => {
    const { problems } = readTraceRows('{"time":"2026-01-01","value":1e309}\n', { ...options, file: 'a.ndjson' });
    expect(problems.map(({ message }) => message)).toEqual(["expected a number, found 'Infinity'"]);
  });

  it('a line that is no JSON object', () => {
    expect(rows('{"time":"2026-01-01","value":1}\n[1]\n{\n', { file: 'a.jsonl' }).problems).toEqual([
      '2:1 bad-row',
      '3:1 bad-row',
    ]);
  });

  it('after 20 mistakes the rest is counted', () => {
    const { problems } = readTraceRows(csv(...Array<string>(500).fill('x,1')), options);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)?.message).toBe('480 more rows have errors');
  });

  describe('a gap', () => {
    const gappy = csv('2026-01-01T00:00,1', '2026-01-01T01:00,2', '2026-01-01T05:00,6', '2026-01-01T06:00,7');

    it('is reported once, with its length', () => {
      const { problems } = readTraceRows(gappy, options);
      expect(problems.map(({ severity, line, message }) => [severity, line, message])).toEqual([
        ['warning', 4, '1 gap between rows that are usually 1h apart, the longest of 4h; filled by gap: hold'],
      ]);
    });

    it.each([
      [
        'hold',
        false,
        [
          [0, 1],
          [1, 2],
          [2, 2],
          [4, 2],
          [5, 6],
          [6, 7],
        ],
      ],
      [
        'zero',
        false,
        [
          [0, 1],
          [1, 2],
          [2, 0],
          [4, 0],
          [5, 6],
          [6, 7],
        ],
      ],
      [
        'hold',
        true,
        [
          [0, 1],
          [1, 2],
          [2, 2],
          [3, 2],
          [4, 2],
          [5, 6],
          [6, 7],
        ],
      ],
      [
        'zero',
        true,
        [
          [0, 1],
          [1, 2],
          [2, 0],
          [3, 0],
          [4, 0],
          [5, 6],
          [6, 7],
        ],
      ],
    ] as const)('is bridged by %s (amounts: %s)', (gap, isAmount, expected) => {
      expect(rows(gappy, { gap, isAmount }).rows).toEqual(expected);
    });

    it('error refuses it', () => {
      expect(rows(gappy, { gap: 'error' })).toEqual({ rows: [], problems: ['4:1 trace-gap'] });
    });
  });
});

describe('a trace as the use of a volume', () => {
  const use = (trace: string, text: string, start = ''): VolumeUsage | undefined =>
    good(`${head}${shop}behavior: { shop/data: { usage: { ${start}trace: { file: t/a.csv, ${trace} } } } }\n`, {
      't/a.csv': text,
    }).behaviours.volumesets.get('shop/volumeset/data')?.usage;
  const text = csv('2026-11-01T00:00,10', '2026-11-01T01:00,30');

  it('levels are points over the age; the first row is age 0', () => {
    expect(use('unit: GB', text)).toEqual({ kind: 'points', ages: [0, hour], bytes: [10e9, 30e9], repeat: null });
    expect(use('unit: Mi, scale: 2', text)).toMatchObject({ bytes: [20 * 1_048_576, 60 * 1_048_576] });
    expect(use('', text)).toMatchObject({ bytes: [10, 30] });
  });

  it('integrate adds up what each row brings, on top of the start', () => {
    expect(use('unit: GB, integrate: true', text, 'start: 5GB, ')).toEqual({
      kind: 'points',
      ages: [0, hour, 2 * hour],
      bytes: [5e9, 15e9, 45e9],
      repeat: null,
    });
    expect(use('unit: GB/30m, integrate: true', text)).toMatchObject({ bytes: [0, 20e9, 80e9] });
  });

  it('repeat starts again one step after the last row', () => {
    expect(use('unit: GB, repeat: true', text)).toMatchObject({ repeat: { period: 2 * hour, growthBytes: 0 } });
    expect(use('unit: GB, integrate: true, repeat: true', text)).toMatchObject({
      repeat: { period: 2 * hour, growthBytes: 40e9 },
    });
  });

  it('from is an instant of the trace that is age 0: earlier rows are not used, a level is what it is then', () => {
    const from = 'from: 2026-11-01T00:15:00Z';
    expect(use(`unit: GB, ${from}, repeat: true`, text)).toEqual({
      kind: 'points',
      ages: [0, 0.75 * hour],
      bytes: [15e9, 30e9],
      repeat: { period: 1.75 * hour, growthBytes: 0 },
    });
    expect(use(`unit: GB, ${from}, integrate: true`, text, 'start: 5GB, ')).toMatchObject({
      ages: [0, 0.75 * hour, 1.75 * hour],
      bytes: [5e9, 12.5e9, 42.5e9],
    });
    expect(use('unit: GB, from: 2026-11-01T01:59:00Z', text)).toMatchObject({ ages: [0], bytes: [30e9] });
  });

  it.each([
    ['levels', '', 'its last value holds from then on'],
    ['growth', ', integrate: true', 'nothing is added from then on'],
  ])('one of %s that is shorter than the run is a warning', (_, keys, then) => {
    const problems = (trace: string) =>
      parse(`${head}${shop}behavior: { shop/data: { usage: { trace: { file: a.csv${trace} } } } }\n${mountsData}`, {
        'a.csv': text,
      }).problems;
    expect(problems(keys)).toMatchObject([
      {
        code: 'short-trace',
        severity: 'warning',
        message: `the trace ends 2h after the creation of each volume, before the end of the run: ${then}`,
        hint: 'add repeat: true to repeat it',
      },
    ]);
    expect(problems(`${keys}, repeat: true`)).toEqual([]);
  });

  it('one file as levels and as requests is told with the use of each, and the same use once', () => {
    const twice = csv('2026-11-01T00:00,1', '2026-11-01T00:00,3', '2026-11-01T01:00,1');
    const trace = '{ trace: { file: a.csv, repeat: true, unit:';
    const { problems } = parse(
      `${head}${shop}behavior: { shop/data: { usage: ${trace} GB } } }, shop/api: { request: { cpu: 1ms } } }
demand: [{ to: shop/api, rate: ${trace} requests } } }, { to: shop/api, rate: ${trace} requests } } }]\n`,
      { 'a.csv': twice },
    );
    expect(problems.flatMap(({ code, message }) => (code === 'duplicate-rows' ? [message] : []))).toEqual([
      '1 row has the same time as the row before; read as levels, the values of one instant are averaged',
      '1 row has the same time as the row before; read as requests, the values of one instant are summed',
    ]);
  });

  it('a unit may be written bytes', () => {
    expect(use('unit: bytes', text)).toEqual(use('unit: B', text));
    expect(use('unit: bytes/m, integrate: true', text)).toEqual(use('unit: B/m, integrate: true', text));
  });

  it('rows of other dates than the run has are a warning, which from answers', () => {
    const old = { 'a.csv': csv('2020-01-01T00:00,10', '2020-01-01T01:00,30') };
    const problems = (keys: string) =>
      parse(`${head}${shop}behavior: { shop/data: { usage: { trace: { file: a.csv${keys} } } } }\n${mountsData}`, old)
        .problems;
    const [problem] = problems('');
    expect(problem).toMatchObject({ line: 15, column: 35, code: 'trace-dates', severity: 'warning' });
    expect(problem?.message).toBe(
      'the first row, of 2020-01-01T00:00:00Z, applies at the creation of each volume, although the run starts at 2026-11-01T00:00:00Z',
    );
    expect(problem?.hint).toBe('add from: 2020-01-01T00:00:00Z if the first row is right');
    expect(problems(', repeat: true, from: 2020-01-01T00:00:00Z')).toEqual([]);
  });

  it('of a great many columns, and of long ones, a few words are enough', () => {
    const scenario = `${head}${shop}behavior: { shop/data: { usage: { trace: { file: a.csv } } } }\n${mountsData}`;
    const names = ['x'.repeat(500), ...Array.from({ length: 200 }, (_, index) => `column${index}`)];
    const [problem] = parse(scenario, { 'a.csv': `${names.join(',')}\n${names.map(() => 1).join(',')}\n` }).problems;
    expect(problem?.message).toMatch(/^expected a column 'time', found 'x{39}…', 'column0', .*'column10', 189 more$/);
  });

  it('problems stand in the trace', () => {
    const scenario = `${head}${shop}behavior: { shop/data: { usage: { trace: { file: t/a.csv, value: bytes } } } }\n${mountsData}`;
    expect(told(scenario, { 't/a.csv': csv('2026-11-01,1') })).toEqual(['t/a.csv:1:1 unknown-column']);
    expect(told(scenario)).toEqual(['15:50 file-unreadable']);
    expect(parse(scenario, { 't/a.csv': csv('2026-11-01,1') }).problems[0]?.message).toBe(
      "expected a column 'bytes', found 'time', 'value'",
    );
  });

  it.each([
    ['unit: apples', '15:74 bad-unit'],
    ['unit: GB/d', '15:74 contradiction'],
  ])('%s', (trace, problem) => {
    expect(
      told(
        `${head}${shop}behavior: { shop/data: { usage: { trace: { file: a.csv, gap: hold, ${trace} } } } }\n${mountsData}`,
        {
          'a.csv': text,
        },
      ),
    ).toEqual([problem]);
  });
});
