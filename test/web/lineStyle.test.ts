import { expect, it } from 'vitest';
import { stylesOf } from '../../src/web/charts/lineStyle.ts';

it.each([
  ['demand', ['offered', 'succeeded', 'failed']],
  ['latency', ['p50', 'p99']],
  ['replicas', ['desired', 'ready', 'billed']],
  ['use', ['used', 'reserved']],
  ['a volume', ['used', 'capacity', 'threshold', 'forecast', 'trend']],
  ['costs', ['total', 'shop/a', 'shop/b', 'shop/c', 'shop/d', 'shop/e', 'shop/f', '14 others']],
])('no two lines of one chart look alike: %s', (_, names) => {
  const looks = stylesOf(names).map(({ color, dash }) => `${color} ${dash.join(' ')}`);
  expect(new Set(looks).size).toBe(names.length);
});
