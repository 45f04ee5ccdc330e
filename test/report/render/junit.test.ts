import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { junitReport } from '../../../src/report/render/junit.ts';
import { eventful, ran } from '../ran.ts';

const { report } = ran(`${eventful}  - { at: +21h, get: /gvc/nowhere, answers: 200 }
  - { at: +21h, get: /gvc/shop, answers: { body: { kind: org } } }
expect:
  - { metric: volumes.freePercentage, of: shop/data, always: ">= 10%" }
  - { metric: rollouts.completed, of: shop/web, is: "= 2" }
`);

interface Case {
  readonly '@name': string;
  readonly failure?: { readonly '@message': string };
  readonly skipped?: unknown;
}

/** As a reader of such files sees it. */
function read(xml: string): {
  '@tests': string;
  '@failures': string;
  testsuite: { '@name': string; testcase: Case[] }[];
} {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  return parser.parse(xml).testsuites;
}

describe('the report for continuous integration', () => {
  it('has a case for each expectation, and one for a request that was answered otherwise than stated', () => {
    const { testsuite, ...counts } = read(junitReport([report]));
    expect(counts).toMatchObject({ '@tests': '4', '@failures': '3' });
    const cases = testsuite[0]?.testcase ?? [];
    expect(cases.map((one) => [one['@name'], one.failure?.['@message']])).toEqual([
      ['volumes.freePercentage of shop/data always >= 10%', expect.stringMatching(/: was \S+ % at \d+ Nov /)],
      ['rollouts.completed of shop/web is = 2', undefined],
      ['answer of /org/acme/gvc/nowhere', 'answered 404, expected 200'],
      ['answer of /org/acme/gvc/shop', 'answered 200 with "gvc" at kind, expected "org"'],
    ]);
  });

  it('has a suite for each run, and no times', () => {
    const xml = junitReport([report, { ...report, name: 'other' }]);
    expect(read(xml).testsuite.map((suite) => suite['@name'])).toEqual(['eventful', 'other']);
    expect(xml).not.toMatch(/time(stamp)?=/);
  });

  it('skips what has held so far in a run that was interrupted', () => {
    const cases = read(junitReport([{ ...report, isComplete: false }])).testsuite[0]?.testcase ?? [];
    expect(cases.map((one) => one.skipped !== undefined)).toEqual([false, true, false, false]);
  });

  it('is well-formed whatever a name holds', () => {
    const name = 'a "b" <c> & \u0001 \uD800 \n d';
    expect(read(junitReport([{ ...report, name }])).testsuite[0]?.['@name']).toBe('a "b" <c> & ␁ \uFFFD &#10; d');
  });
});
