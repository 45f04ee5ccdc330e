import { describe, expect, it } from 'vitest';
import { head, parse, shop } from '../builders.ts';

const book = (match: string, currency = 'USD') => `prices:
  kind: pricebook
  name: mine
  currency: ${currency}
  issuer: Me
  skus:
    - { id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "1" }] }
    - { id: one, meters: [reserved-cpu], match: ${match}, unit: Core-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "2" }] }
`;

function problemsOf(text: string) {
  return parse(`${head}${shop}${text}`).problems.map(({ message, severity, line }) => ({ message, severity, line }));
}

const lineOfMatch = `${head}${shop}${book('{}')}`.split('\n').findIndex((line) => line.includes('id: one')) + 1;

describe('a SKU that matches nothing there is', () => {
  it.each([
    ['location: nowhere', 'this scenario has no location nowhere'],
    ['location: aws-us-east1', null],
    ['provider: amazon', 'this scenario has no provider amazon'],
    ['provider: gcp', null],
    ['org: cedar', 'this scenario has no org cedar'],
    ['org: acme', null],
    ['gvc: shopp', 'this scenario has no gvc shopp (did you mean shop?)'],
    ['gvc: shop', null],
    ['container: sidecar', 'this scenario has no container sidecar'],
    ['container: cpln-mounter', null],
  ])('%s: %s', (match, message) => {
    const [problem, ...more] = problemsOf(book(`{ ${match} }`));
    expect(more).toEqual([]);
    if (message === null) expect(problem).toBeUndefined();
    else
      expect(problem).toEqual({
        message: `${message}: this SKU applies to nothing`,
        severity: 'warning',
        line: lineOfMatch,
      });
  });

  it('is no stranger where the timeline makes what it names', () => {
    const made = 'timeline: [{ at: +1h, post: /gvc, with: { kind: gvc, name: later, spec: {} } }]\n';
    expect(problemsOf(`${book('{ gvc: later }')}${made}`)).toEqual([]);
  });
});

describe('a currency', () => {
  it.each([
    ['QQQ', 'expected the ISO 4217 code of a currency, such as USD; found QQQ'],
    ['EUT', 'expected the ISO 4217 code of a currency, such as USD; found EUT (did you mean EUR?)'],
    ['Eur', 'expected an ISO 4217 code of three capital letters; found Eur'],
  ])('%s is none', (code, message) => {
    expect(problemsOf(book('{ gvc: shop }', code))).toMatchObject([{ message, severity: 'error' }]);
  });
});
