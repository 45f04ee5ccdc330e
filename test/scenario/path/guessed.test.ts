import { describe, expect, it } from 'vitest';
import { good, head, parse, shop, told } from '../builders.ts';

const rest = `${shop}behavior:\n  shop/api: { start: 10s, request: { cpu: 5ms } }\n`;
const scenario = (...paths: readonly string[]): string =>
  `${head}guessed:\n${paths.map((path) => `  - '${path}'\n`).join('')}${rest}`;

describe('guessed: inputs that nobody has measured', () => {
  it('names values of behaviour, resources and lists, each once', () => {
    const paths = [
      'behavior.shop/api.request.cpu',
      'gvc/shop.spec.staticPlacement.locationLinks',
      'shop/workload/api.spec.containers.main.cpu',
      'shop/workload/api.spec.containers[0].memory',
    ];
    expect(good(scenario(...paths, 'behavior.shop/api.request.cpu')).guessed).toEqual(paths);
    expect(good(`${head}${rest}`).guessed).toEqual([]);
  });

  it.each([
    'behavior.shop/api.request.memory',
    'behavior.shop/web.start',
    'shop/workload/web.spec.type',
    'shop/workload/api',
    'demand[0].rate',
    'shop/workload/api.spec.containers.+',
    'shop/workload/api.spec.containers.1.cpu',
    'behavior.shop/api.start.cv',
    '',
  ])('%s leads to nothing, which is an error at its place', (path) => {
    expect(told(scenario('behavior.shop/api.start', path))).toEqual(['6:5 unknown-path']);
    expect(parse(scenario('behavior.shop/api.start', path)).scenario).toBeNull();
  });
});
