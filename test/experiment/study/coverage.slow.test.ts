/**
 * Whole comparisons of plans whose true difference is known: their 95 % intervals contain it in about 95 of 100 cases.
 */
import { describe, expect, it } from 'vitest';
import { meanSojourn } from '../../../src/experiment/selftest/forms.ts';
import type { ComparedPlan } from '../../../src/experiment/study/planRuns.ts';
import { compared, planOf } from './plans.ts';
import { apiOf, failing, shopOf } from './shops.ts';

const studies = 1_000;

/** How many of a thousand comparisons with other luck contain the truth. */
async function covering(
  plansOf: (seed: string) => readonly ComparedPlan[],
  measure: string,
  truth: number,
): Promise<{ readonly covered: number; readonly trusted: number }> {
  let [covered, trusted] = [0, 0];
  for (let seed = 1; seed <= studies; seed += 1) {
    const { document } = await compared(plansOf(String(seed)), { of: [measure], runs: 20 });
    const { low = null, high = null } = document.differences[0] ?? {};
    if (low === null || high === null) continue;
    trusted += 1;
    if (low <= truth && truth <= high) covered += 1;
  }
  return { covered, trusted };
}

/** Single requests at a rate, for 5 minutes. */
const calls = (perSecond: number): string => `${shopOf('calls', '5m')}
${apiOf('{ metric: disabled, minScale: 1, maxScale: 1 }')}
behavior:
  shop/api: { request: { duration: 1ms } }
demand:
  - { to: shop/api, rate: ${perSecond}/s, arrivals: poisson }
`;

const [perSecond, service] = [5, 200];

/** A queue: so many replicas of one request each, exponential services, requests at random, for 12 minutes. */
const queue = (servers: number): string => `${shopOf('queue', '12m')}
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: serverless
      containers: [{ name: api, image: api:1, cpu: 500m, memory: 256Mi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions:
        autoscaling: { metric: concurrency, target: 1, maxConcurrency: 1, minScale: ${servers}, maxScale: ${servers} }
        timeoutSeconds: 600
behavior:
  shop/api: { request: { duration: { exponential: { mean: ${service}ms } } } }
demand:
  - { to: shop/api, rate: ${perSecond}/s, arrivals: poisson }
`;

describe('the interval of a difference that is known contains it', () => {
  it('in 930 to 970 of 1,000 studies: executions that fail with 20 % or with 40 %, 24 ticks', async () => {
    const plans = (seed: string): ComparedPlan[] =>
      ['20%', '40%'].map((share) => planOf(share, `${failing(share)}seed: ${seed}\n`));
    const { covered, trusted } = await covering(plans, 'executions.failed of shop/night', 0.2 * 24);
    // Where twenty values look too skewed, no interval is given: about one study in ten, even of symmetric values.
    expect(trusted).toBeGreaterThan(0.85 * studies);
    expect((1_000 * covered) / trusted).toBeGreaterThanOrEqual(930);
    expect((1_000 * covered) / trusted).toBeLessThanOrEqual(970);
  });

  it('in 930 to 970 of 1,000 studies: Poisson requests at 0.2/s or at 0.25/s, for 5 minutes', async () => {
    const plans = (seed: string): ComparedPlan[] =>
      [0.2, 0.25].map((rate) => planOf(String(rate), `${calls(rate)}seed: ${seed}\n`));
    const { covered, trusted } = await covering(plans, 'calls.total of shop/api', 0.05 * 300);
    expect(trusted).toBeGreaterThan(0.85 * studies);
    expect((1_000 * covered) / trusted).toBeGreaterThanOrEqual(930);
    expect((1_000 * covered) / trusted).toBeLessThanOrEqual(970);
  });

  // Waits are skewed: of runs of 6 minutes, 92.7 % of the intervals contained the truth.
  it('in 930 to 970 of 1,000 studies: the mean latency of M/M/2 or of M/M/3, half and a third busy, for 12 minutes', async () => {
    const plans = (seed: string): ComparedPlan[] =>
      [2, 3].map((servers) => planOf(String(servers), `${queue(servers)}seed: ${seed}\n`));
    const [two, three] = [2, 3].map((servers) => meanSojourn({ perSecond, service, servers }));
    const { covered, trusted } = await covering(plans, 'calls.latency.mean of shop/api', (three ?? 0) - (two ?? 0));
    expect(trusted).toBeGreaterThan(0.8 * studies);
    expect((1_000 * covered) / trusted).toBeGreaterThanOrEqual(930);
    expect((1_000 * covered) / trusted).toBeLessThanOrEqual(970);
  }, 3_600_000);

  it('exactly where nothing is random: prices a fifth dearer', async () => {
    const text = failing('0%');
    const sku = (id: string, meters: string, unit: string, list: number): string =>
      `    - { id: ${id}, meters: [${meters}], unit: ${unit}, prices: [{ from: 2026-01-01T00:00:00Z, list: "${list}" }] }\n`;
    const book = (factor: number): string =>
      [
        `${text}prices:\n  kind: pricebook\n  name: test\n  currency: USD\n  issuer: Me\n  skus:\n`,
        sku('cpu', 'reserved-cpu', 'Core-Hours', 10 * factor),
        sku('memory', 'reserved-memory', 'GiB-Hours', 20 * factor),
      ].join('');
    const plans = [planOf('today', book(1)), planOf('dearer', book(1.2))];
    const { document } = await compared(plans, { of: ['bill.total'] });
    const [difference] = document.differences;
    const base = document.plans[0]?.measures[0]?.mean ?? 0;
    expect(difference?.low).toBe(difference?.high);
    expect(difference?.mean).toBeCloseTo(0.2 * base, 6);
  });
});
