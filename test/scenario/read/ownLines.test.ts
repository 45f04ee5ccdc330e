import { describe, expect, it } from 'vitest';
import { good, head, parse, shop, told } from '../builders.ts';

const lines = (text: string): string => `${head}${shop}behavior:\n  shop/api: { logs: ${text} }\n`;

describe('the lines that a workload writes', () => {
  it.each([
    ['{ every: 30s, line: alive }', { afterMs: 30_000, everyMs: 30_000 }],
    ['{ after: 5s, line: alive }', { afterMs: 5_000, everyMs: null }],
    ['{ after: 0s, every: 1m, line: alive }', { afterMs: 0, everyMs: 60_000 }],
    [
      '{ every: 1h, line: alive, container: main, stream: stderr }',
      { container: 'main', stream: 'stderr', afterMs: 3_600_000, everyMs: 3_600_000 },
    ],
  ])('%s', (text, more) => {
    const { behaviours } = good(lines(`[${text}]`));
    expect(behaviours.workloads.get('shop/workload/api')).toEqual({
      logs: [{ text: 'alive', container: null, stream: 'stdout', ...more }],
    });
  });

  it('of a key that is more specific take the place of those of another', () => {
    const text = `${head}${shop}behavior:\n  "shop/*": { logs: [{ every: 1m, line: all }] }\n  shop/api: { logs: [] }\n`;
    expect(good(text).behaviours.workloads.get('shop/workload/api')).toEqual({ logs: [] });
    expect(good(text).behaviours.workloads.get('shop/workload/nightly')?.logs).toMatchObject([{ text: 'all' }]);
  });

  it.each([
    ['no list', '{ every: 1m, line: alive }', '16:21 wrong-type'],
    ['one that comes all the time', '[{ every: 0s, line: alive }]', '16:31 wrong-value'],
    ['a bare number', '[{ every: 30, line: alive }]', '16:31 wrong-type'],
    ['a word for a duration', '[{ every: soon, line: alive }]', '16:31 bad-unit'],
    ['an unreadable time before the first', '[{ every: 1m, after: soon, line: alive }]', '16:42 bad-unit'],
    ['one that never comes', '[{ line: alive }]', '16:22 missing-key'],
    ['no text', '[{ every: 1m }]', '16:22 missing-key'],
    ['an empty text', '[{ every: 1m, line: "" }]', '16:41 wrong-value'],
    ['a text of two lines', '[{ every: 1m, line: "a\\nb" }]', '16:41 wrong-value'],
    ['a container that is not there', '[{ every: 1m, line: alive, container: mian }]', '16:59 unknown-container'],
    ['another stream', '[{ every: 1m, line: alive, stream: out }]', '16:56 wrong-value'],
    ['an unknown key', '[{ every: 1m, line: alive, level: debug }]', '16:48 unknown-key'],
  ])('%s is a problem', (_, text, problem) => {
    expect(told(lines(text))).toEqual([problem]);
  });

  it('a container may be one that the timeline brings, and one of any workload that is meant', () => {
    const later =
      'timeline: [{ at: +1d, patch: /gvc/shop/workload/api, with: { spec: { $append/containers: [{ name: side, image: "s:1" }] } } }]\n';
    const one = '[{ every: 1m, line: alive, container: side }]';
    expect(told(`${lines(one)}${later}`)).toEqual([]);
    expect(told(`${head}${shop}behavior:\n  "shop/*": { logs: ${one} }\n${later}`)).toEqual([]);
    expect(told(`${head}${shop}behavior:\n  shop/nightly: { logs: ${one} }\n${later}`)).toEqual([
      '16:63 unknown-container',
    ]);
  });

  it('in the timeline as well', () => {
    const { problems } = parse(
      `${head}${shop}timeline:\n  - { at: +1d, behavior: { shop/api: { logs: [{ every: 1m, line: a, container: mian }] } } }\n`,
    );
    expect(problems.map(({ line, column, code, message, hint }) => [line, column, code, message, hint])).toEqual([
      [16, 80, 'unknown-container', "expected one of the containers main, found 'mian'", "did you mean 'main'?"],
    ]);
  });
});
