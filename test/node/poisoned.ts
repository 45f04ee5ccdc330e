/** A scenario whose tags, names, values and lines hold what a terminal would obey and a spreadsheet would compute. */

/** Colours, sets a title, clears the screen, reorders text and breaks lines of those who count them otherwise. */
export const harm = '\u001b[31m\u001b]0;title\u0007\u001b[2J\u202ereversed\u2066\u0085\u009b31m\u007f\u2028\u200f\b\r';
export const poison = `a${harm}z`;
export const formula = `=HYPERLINK("http://example.com/${harm}")`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
export const harmful = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/;

export const poisoned = {
  svcsim: 1,
  name: 'poisoned',
  description: poison,
  start: '2026-11-01T00:00:00Z',
  for: '2h',
  resources: [
    { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'web',
      description: poison,
      tags: { team: poison, plus: `+${poison}`, minus: '-1+1', at: '@SUM(1)', tab: '\t=1', formula },
      spec: {
        type: 'standard',
        containers: [
          {
            name: 'main',
            image: `shop/web:1`,
            args: [poison],
            env: [
              { name: 'VALUE', value: poison },
              { name: 'FORMULA', value: formula },
            ],
            cpu: '500m',
            memory: '512Mi',
            ports: [{ number: 8080, protocol: 'http' }],
          },
        ],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 3, maxScale: 3 } },
      },
    },
  ],
  behavior: { 'shop/web': { logs: [{ every: '10m', line: poison.replace(/[\r\u0085\u2028]/g, '') }] } },
  timeline: [
    { at: '+10m', patch: '/gvc/shop/workload/web', with: { tags: { team: `-${poison}` } } },
    { at: '+20m', patch: '/gvc/shop/workload/web', with: { spec: { [poison]: poison } }, answers: 200 },
    { at: '+30m', patch: `/gvc/shop/workload/${poison}`, with: { description: poison } },
    { at: '+40m', probe: { to: 'shop/web', headers: { 'x-poison': 'a\u0085\u202eb' } } },
  ],
  prices: 'book.json',
  expect: [{ metric: 'replicas.ready', of: 'shop/web', is: '9' }],
};
export const poisonedBook = {
  kind: 'pricebook',
  name: 'mine',
  currency: 'EUR',
  issuer: formula,
  skus: [
    {
      id: 'cpu',
      meters: ['reserved-cpu'],
      unit: 'Core-Hours',
      prices: [{ from: '2020-01-01T00:00:00Z', list: '1.111' }],
    },
    {
      id: 'mem',
      meters: ['reserved-memory'],
      unit: 'GiB-Hours',
      prices: [{ from: '2020-01-01T00:00:00Z', list: '0' }],
    },
  ],
  credits: [{ id: 'back', org: 'acme', amount: '0.7', from: '2026-10-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }],
};

/** A file may hold such characters as escapes alone. */
export function fileText(document: object): string {
  return JSON.stringify(document).replace(
    /[\u007f-\u{10ffff}]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
