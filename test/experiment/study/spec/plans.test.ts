import { describe, expect, it } from 'vitest';
import { parseStudies } from '../../../../src/experiment/study/spec/readStudies.ts';
import { head, shop } from '../../../scenario/builders.ts';
import { fileOf, scale, studyOf, told } from './studies.ts';

const book = (currency: string): string =>
  `{ kind: pricebook, name: mine, currency: ${currency}, issuer: Me, skus: [{ id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 1970-01-01T00:00:00Z, list: "0.03" }] }] }\n`;

describe('the plans of a study', () => {
  it('keep the order of the file, and their changes as --set takes them', () => {
    const files = { 'books/next.yaml': book('USD'), 'other.yaml': `${head}${shop}` };
    const { plans } = studyOf(
      [
        'plans:',
        '  today: {}',
        '  empty:',
        '  one: { variant: leaner }',
        `  more: { variant: [leaner], prices: books/next.yaml, assume: { hpa.tolerance: 0.05 }, set: { for: 10d, ${scale('minScale')}: 1 } }`,
        '  other: { file: ./other.yaml }',
      ],
      files,
    );
    const none = { file: null, variants: [], assume: {}, prices: null, set: [] };
    expect(plans.map(({ name, changes }) => [name, changes])).toEqual([
      ['today', none],
      ['empty', none],
      ['one', { ...none, variants: ['leaner'] }],
      [
        'more',
        {
          ...none,
          variants: ['leaner'],
          prices: 'books/next.yaml',
          assume: { 'hpa.tolerance': 0.05 },
          set: [
            { path: 'for', value: '10d' },
            { path: scale('minScale'), value: '1' },
          ],
        },
      ],
      ['other', { ...none, file: 'other.yaml' }],
    ]);
  });

  it.each([
    [
      '{ a: { variant: leanr } }',
      "1:28 no-such-variant: expected a variant of this scenario, found 'leanr'; it has leaner, wrong; did you mean 'leaner'?",
    ],
    [
      '{ a: { variant: [leaner, leanr] } }',
      "1:37 no-such-variant: expected a variant of this scenario, found 'leanr'; it has leaner, wrong; did you mean 'leaner'?",
    ],
    ['{ a: { variant: [leaner, leaner] } }', "1:37 variant-twice: the variant 'leaner' is given twice"],
    [
      '{ a: { variant: wrong } }',
      "-2:87 unknown-path: in the plan a: 'shop/workload/api.spec.defaultOptions.autoscaling' has no field 'maxscale': this change would have no effect; did you mean 'shop/workload/api.spec.defaultOptions.autoscaling.maxScale'?",
    ],
    [
      '{ a: { set: { sed: 5 } } }',
      "1:26 unknown-path: a scenario has no key 'sed': this change would have no effect; did you mean 'seed'?",
    ],
    [
      '{ a: { set: { end: never } } }',
      "1:26 bad-date: expected a date and time with its zone, such as 2026-11-01T00:00:00Z, found 'never'",
    ],
    [
      '{ a: { set: { seed: 5 } } }',
      "1:26 contradiction: 'seed' is the same for all plans of a study, so that they are compared under the same luck",
    ],
    [
      '{ a: { set: { prices: x.yaml } } }',
      '1:26 contradiction: a price book of a study belongs to a plan: plans: { dearer: { prices: ./dearer.yaml } }',
    ],
    [
      '{ a: { assume: { hpa.tolerence: 0.05 } } }',
      "1:29 bad-assumption: there is no assumption 'hpa.tolerence'; did you mean 'hpa.tolerance'?",
    ],
    [
      '{ a: { assume: { hpa.tolerance: 5% } } }',
      '1:29 bad-assumption: hpa.tolerance: expected a number of at least 0; found "5%"',
    ],
    ['{ a: { prices: ./none.yaml } }', '1:27 file-unreadable: cannot read none.yaml: no such file'],
    [
      '{ a: { prices: eur.yaml } }',
      '1:27 contradiction: the prices of this plan are in EUR, those of the scenario in USD: their bills cannot be compared',
    ],
    ['{ a: { file: none.yaml } }', '1:25 file-unreadable: cannot read none.yaml: no such file'],
    ['{ a: { file: bad.yaml } }', "1:25 missing-key: bad.yaml:1:1: the key 'start' is missing"],
    [
      '{ a: { file: other.yaml, variant: leaner } }',
      "1:46 no-such-variant: expected a variant of this scenario, found 'leaner'; it has none",
    ],
    [
      '{ a b: {} }',
      "1:14 bad-name: expected a name of letters, digits, ., _ and -, which begins with a letter or digit, found 'a b'",
    ],
    ['{ a: { varint: x } }', "1:19 unknown-key: unknown key 'varint'; did you mean 'variant'?"],
    ['{ a: {}, a: {} }', "1:21 duplicate-key: the key 'a' is written a second time in this map"],
  ])('%s: the mistake has its place', (plans, problem) => {
    const files = { 'eur.yaml': book('EUR'), 'bad.yaml': 'svcsim: 1\nfor: 1d\n', 'other.yaml': `${head}${shop}` };
    expect(told([`plans: ${plans}`], files)).toEqual([problem]);
  });

  it('tell one mistake of a variant once, as an error, though several plans have it', () => {
    const [first, ...others] = told(['plans: { today: {}, a: { variant: wrong }, b: { variant: wrong } }']);
    expect(first).toMatch(/^-2:87 unknown-path: in the plan a: /);
    expect(others).toEqual([]);
    const text = fileOf(['plans: { a: { variant: odd } }']).replace('  wrong:', '  odd: { demnad: [] }\n  wrong:');
    const { problems } = parseStudies(text, { file: 's.yaml' });
    expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
      ['error', "in the plan a: unknown key 'demnad'"],
    ]);
  });

  it('come after what the command line changes, and a mistake is still found at its own change', () => {
    const options = { set: [{ path: 'org', value: 'x' }], assume: { 'hpa.tolerance': 0.1 }, variants: ['leaner'] };
    const here = (lines: readonly string[]) => told(lines, {}, options).filter((text) => !text.startsWith('-'));
    const lines = ['plans: { a: { variant: none, set: { org: y, sed: 5 }, assume: { hpa.tolerance: -1 } } }'];
    expect(here(lines).map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      '1:28 no-such-variant:',
      '1:49 unknown-path:',
      '1:69 bad-assumption:',
    ]);
    expect(here(['plans: { a: { variant: leaner } }'])).toEqual([
      "1:28 variant-twice: the variant 'leaner' is given twice",
    ]);
  });
});
