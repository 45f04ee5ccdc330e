import { describe, expect, it } from 'vitest';
import { head, parse, shop } from '../builders.ts';

/** What is replaced without a word of what it was about: the text that each points at, and its message. */
function replaced(behaviour: string, more = ''): string[] {
  const text = `${head}${shop}behavior: { ${behaviour} }\n${more}`;
  const lines = text.split('\n');
  return parse(text).problems.flatMap(({ code, line, column, endColumn, message, hint }) =>
    code === 'part-replaced' ? [`${lines[line - 1]?.slice(column - 1, endColumn - 1)}: ${message}; ${hint}`] : [],
  );
}

const later = (behaviour: string): string => `timeline: [{ at: +1h, behavior: { ${behaviour} } }]\n`;

describe('a part of a behaviour takes the place of another whole', () => {
  it('in the timeline what it leaves out of the start is told', () => {
    expect(
      replaced('shop/api: { request: { cpu: 5ms, duration: 9ms } }', later('shop/api: { request: { failure: 5% } }')),
    ).toEqual([
      "request: 'request' of 'shop/api' replaces the whole 'request' of 'shop/api': its cpu and duration no longer apply; write cpu and duration here too",
    ]);
    expect(
      replaced('shop/*: { execution: { duration: 5m } }', later('shop/nightly: { execution: { failure: 5% } }')),
    ).toEqual([
      "execution: 'execution' of 'shop/nightly' replaces the whole 'execution' of 'shop/*': its duration no longer applies; write duration here too",
    ]);
  });

  it('at the start what a pattern says is told', () => {
    expect(replaced('shop/*: { request: { cpu: 5ms } }, shop/api: { request: { failure: 5% } }')).toHaveLength(1);
    expect(replaced('shop/a*: { request: { failure: 5% } }, shop/api: { request: { cpu: 5ms } }')).toEqual([]);
  });

  it.each([
    ['that says it anew', 'shop/api: { request: { cpu: 5ms } }', 'shop/api: { request: { cpu: 9ms, failure: 5% } }'],
    ['that says it otherwise', 'shop/api: { request: { cpu: 5ms } }', 'shop/api: { request: { duration: 9ms } }'],
    ['of which nothing was said', 'shop/api: { cpu: 5m }', 'shop/api: { request: { failure: 5% } }'],
    ['of another workload', 'shop/nightly: { request: { cpu: 5ms } }', 'shop/api: { request: { failure: 5% } }'],
  ])('not one %s', (_, behaviour, change) => {
    expect(replaced(behaviour, later(change))).toEqual([]);
  });
});
