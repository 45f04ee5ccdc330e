import { describe, expect, it } from 'vitest';
import { hour, instantFromIso } from '../../../src/engine/time.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { shop as closed, head } from '../builders.ts';

const start = instantFromIso('2026-11-01T00:00:00Z') as number;
const shop = closed.replace('cpu: 500m,', 'ports: [{ number: 80, protocol: http }], cpu: 500m,');
const behavior = 'behavior: { shop/api: { request: { duration: 50ms } } }\n';
const api = 'demand: [{ to: shop/api, rate: 10/s }]\n';
const read = (window: string, demand = api) =>
  parseScenario(`${head}${shop}${behavior}${demand}window: ${window}\n`, { file: 's.yaml' });

describe('the window of a scenario', () => {
  it('ends the run', () => {
    const { scenario } = read('{ from: +2d, for: 30m }');
    const from = start + 48 * hour;
    expect(scenario).toMatchObject({ start, end: from + hour / 2 });
    expect(scenario?.window).toEqual({ from, until: from + hour / 2, arrivals: null });
  });

  it('with single requests turns each demand at its start, which keeps its name, its noise and its own gaps', () => {
    const demand =
      'demand: [{ to: shop/api, rate: 10/s, noise: { every: 5m, cv: 0.2 } }, { to: shop/api, rate: 1/s, arrivals: { gamma: { cv: 2 } } }]\n';
    const { scenario } = read('{ from: +1d, for: 1h, arrivals: poisson }', demand);
    const from = start + 24 * hour;
    const told = scenario?.demand.map(({ name, arrivals, noiseOf, takesBacklogAt }) => [
      name,
      arrivals.kind === 'fluid' ? 'fluid' : arrivals.gap.kind,
      noiseOf,
      takesBacklogAt,
    ]);
    expect(told).toEqual([
      ['shop/workload/api/1/before', 'fluid', 'shop/workload/api/1', undefined],
      ['shop/workload/api/1', 'exponential', undefined, from],
      ['shop/workload/api/2/before', 'fluid', 'shop/workload/api/2', undefined],
      ['shop/workload/api/2', 'gamma', undefined, from],
    ]);
  });

  it('that begins with the run has single requests alone', () => {
    const { scenario } = read('{ from: +0s, for: 1h, arrivals: poisson }');
    expect(scenario?.demand.map(({ name, arrivals }) => `${name} ${arrivals.kind}`)).toEqual([
      'shop/workload/api/1 single',
    ]);
  });

  it.each([
    ['{ from: +30d, for: 1h }', 'from', 'expected a start within the run, 2026-11-01T00:00:00Z to'],
    ['{ from: 2026-10-31T23:00:00Z, for: 1h }', 'from', 'expected a start within the run'],
    ['{ from: +1d30m, for: 1h }', 'from', 'expected a whole UTC hour, such as 2026-11-02T00:00:00Z'],
    ['{ from: +29d23h, for: 61m }', 'for', 'expected a window within the run'],
    ['{ from: +1d, for: 0s }', 'for', 'expected a duration above 0'],
    ['{ from: +1d, for: soon }', 'for', 'expected a duration'],
    ['{ from: later, for: 1h }', 'from', 'expected a date and time with its zone'],
    ['{ from: +1d, for: 1h, arrivals: fluid }', 'arrivals', 'expected'],
  ])('%s is refused at %s', (window, key, message) => {
    const { scenario, problems } = read(window);
    expect(scenario).toBeNull();
    const [problem] = problems;
    expect(problem?.message).toContain(message);
    const line = `window: ${window}`;
    expect(problem?.column).toBe(line.indexOf(`${key}: `) + `${key}: `.length + 1);
  });

  it('may end where the run does', () => {
    expect(read('{ from: +29d23h, for: 1h }').problems).toEqual([]);
  });

  it('is refused with more single requests than a run may have', () => {
    const { problems } = read(
      '{ from: +1d, for: 1d, arrivals: poisson }',
      'demand: [{ to: shop/api, rate: 1000/s }]\n',
    );
    expect(problems[0]?.message).toContain('expected at most 50000000 single requests, found about 86400000');
  });
});
