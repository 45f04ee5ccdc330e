import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { ChanceResult, ExactResult, SelftestDocument } from '../../../src/report/selftest/selftestDocument.ts';
import { selftestHtml } from '../../../src/report/selftest/selftestHtml.ts';
import { selftestText } from '../../../src/report/selftest/selftestText.ts';
import { selftestSentence } from '../../../src/report/selftest/selftestWords.ts';
import { jsonText } from '../../../src/report/words/jsonText.ts';
import { markdownCanvas } from '../../../src/report/words/markdownTable.ts';

const lost: ChanceResult = {
  id: 'erlang-b',
  chapter: 'queues',
  title: 'lost requests of 3 replicas',
  formula: 'B(c, a)',
  source: 'A. K. Erlang, 1917',
  constants: { servers: 3, perSecond: 1.05 },
  unit: 'share',
  replications: 200,
  counted: 3_000,
  warmUp: 100,
  theory: 0.225378,
  value: 0.2261,
  low: 0.2252,
  high: 0.227,
  standardError: 0.0005,
  score: 1.44,
  findsShare: 0.0154,
  holds: true,
};
const slow: ChanceResult = {
  ...lost,
  id: 'md1',
  unit: 'ms',
  theory: 4_333.33,
  value: 4_766.6,
  low: 4_700,
  high: 4_833,
  score: -9.5,
  holds: false,
};
const broken: ChanceResult = {
  ...lost,
  id: 'mm1',
  value: null,
  low: null,
  high: null,
  standardError: null,
  score: null,
  findsShare: null,
  holds: false,
  failed: 'only 3 of 9 requests have ended',
};
const quota: ExactResult = {
  id: 'expansion-quota',
  chapter: 'volumes',
  title: 'hours in which an expansion is accepted',
  formula: 'hour mod 24 < 4',
  source: 'four in any 24 hours',
  constants: { expansions: 4 },
  expected: '0 1 2 3 24 25 26 27 48 49 50 51',
  found: '0 1 2 3 24 25 26 27 48 49 50 51',
  holds: true,
};

function documentWith(chance: readonly ChanceResult[], exact: readonly ExactResult[]): SelftestDocument {
  const results = { chance, exact, seed: '1' };
  return {
    schema: 'svcsim/selftest/1',
    sentence: selftestSentence(results),
    verdict: [...chance, ...exact].every(({ holds }) => holds) ? 'pass' : 'fail',
    seed: '1',
    falseAlarm: 1e-4,
    criticalScore: 4.54,
    confidence: 0.95,
    chance,
    exact,
  };
}

const textOf = (chance: readonly ChanceResult[], exact: readonly ExactResult[]): string =>
  selftestText(documentWith(chance, exact), markdownCanvas);

describe('the text of a self-test', () => {
  it('says that all hold, and shows each value beside its theory', () => {
    const text = textOf([lost], [quota]);
    expect(text).toContain('All 1 closed form and 1 exact check hold with seed 1.');
    expect(text).toContain('| erlang-b | 22.54 % | 22.61 % | 22.52 to 22.7 % | +1.44 | 1.5 % | holds |');
    expect(text).toContain('| expansion-quota | 0 1 2 3 24 25 26 27 48 … | holds |');
    expect(text).toContain('A check fails beyond 4.54');
    expect(text).not.toContain('formula:');
  });

  it('of a form that fails it names the source, the formula and the numbers', () => {
    const text = textOf([lost, slow], [quota]);
    expect(text).toContain('1 of 3 checks fails with seed 1: md1.');
    for (const line of [
      'formula: B(c, a)',
      'constants: servers 3, perSecond 1.05',
      'source: A. K. Erlang, 1917',
      'theory: 4,333.3 ms',
      'found: 4,766.6 ms, 10 % above the theory (4,700 to 4,833 ms with 95 % confidence)',
      'z-score: -9.50; at most 4.54 would hold (200 independent runs of 3000)',
    ])
      expect(text).toContain(line);
  });

  it('of an exact check that fails it shows both answers whole', () => {
    const text = textOf([], [{ ...quota, found: '0 1 2 3 4', holds: false }]);
    expect(text).toContain('expected: 0 1 2 3 24 25 26 27 48 49 50 51');
    expect(text).toContain('found: 0 1 2 3 4');
    expect(text).toContain('FAILS');
    expect(text).not.toContain('A check fails beyond');
  });

  it('of a run that ended with an error it says the error', () => {
    const text = textOf([broken], []);
    expect(text).toContain('a run failed: only 3 of 9 requests have ended');
    expect(text).not.toContain('null');
  });
});

describe('the page of a self-test', () => {
  const page = selftestHtml(documentWith([lost, slow, broken], [quota]), 'body{}');

  it('is one file: no script, no address, and a policy that allows its own style alone', () => {
    const digest = createHash('sha256').update('body{}').digest('base64');
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'`);
    expect(page).not.toMatch(/<script|https?:|<link|<img|style="/);
  });

  it('shows what failed before all numbers, each with its formula and source', () => {
    const places = ['Failures', 'Scores', 'Closed forms', 'Formulas and sources', 'Exact checks'].map((title) =>
      page.indexOf(`<h2>${title}</h2>`),
    );
    expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
    for (const words of ['B(c, a)', 'A. K. Erlang, 1917', '22.54 %', 'only 3 of 9 requests', 'hour mod 24 &lt; 4'])
      expect(page).toContain(words);
    expect(page).not.toMatch(/null|NaN|undefined/);
  });

  it('has no failures where there are none', () => {
    expect(selftestHtml(documentWith([lost], [quota]), 'body{}')).not.toContain('Failures');
  });
});

describe('the document of a self-test', () => {
  const schema = readFileSync(new URL('../../../schema/selftest.schema.json', import.meta.url), 'utf8');
  const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(schema));
  const document = JSON.parse(jsonText(documentWith([lost, slow, broken], [quota])));

  it('is as its schema says', () => {
    check(document);
    expect(check.errors ?? []).toEqual([]);
  });

  it.each([
    ['a key that is not of the format', { more: 1 }],
    ['another format', { schema: 'svcsim/selftest/2' }],
    ['another verdict', { verdict: 'perhaps' }],
  ])('with %s it is told from it', (_, change) => {
    expect(check({ ...document, ...change })).toBe(false);
  });
});
