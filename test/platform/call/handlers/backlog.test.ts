import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/engine/journal.ts';
import { hour, second } from '../../../../src/engine/time.ts';
import { Run } from '../../../../src/experiment/run.ts';
import { parseScenario } from '../../../../src/scenario/parse.ts';

const container = '{ name: main, image: "web:1", cpu: "1", memory: 128Mi, ports: [{ number: 80, protocol: http }] }';

/** One replica that serves 10 requests a second, and 12 a second that come for an hour, then a window of 10 minutes. */
function played(window: string, { demand = '12/s', options = '' } = {}): { entries: Entry[]; run: Run } {
  const text = `
svcsim: 1
start: 2026-11-01T00:00:00Z
for: 3h
assumptions: { traffic.queue: unlimited }
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: serverless
      containers: [${container}]
      defaultOptions: { timeoutSeconds: 600${options}, autoscaling: { metric: concurrency, target: 1, minScale: 1, maxScale: 1, maxConcurrency: 1 } }
behavior: { shop/web: { request: { duration: 100ms } } }
demand: [{ to: shop/web, rate: { steps: [[0s, ${demand}], [1h, 1/s]] } }]
window: ${window}
`;
  const { scenario, problems } = parseScenario(text, { file: 's.yaml' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const entries: Entry[] = [];
  const run = new Run(scenario, { sink: (entry) => entries.push(entry) });
  run.advance();
  return { entries, run };
}

interface Answer {
  readonly caller: string;
  readonly status: number;
  readonly waitedMs: number;
  readonly latencyMs: number;
}

const answersOf = (entries: readonly Entry[]): Answer[] =>
  entries.flatMap(({ type, data }) => (type === 'call.ended' ? [data as unknown as Answer] : []));
const isOfBacklog = ({ caller }: Answer): boolean => caller.includes('/backlog/');
const turnedOf = (entries: readonly Entry[]) =>
  entries.filter(({ type }) => type === 'demand.turned').map(({ at, data, reason }) => ({ at, data, reason }));

describe('the backlog that amounts have left', () => {
  it('goes on as single requests, which begin to wait when the window begins', () => {
    const { entries, run } = played('{ from: +1h, for: 10m, arrivals: poisson }');
    const { start } = run.scenario;
    const [turned] = turnedOf(entries);
    // 2 a second too many for the first 10 minutes; then as many time out as come.
    expect(turned?.at).toBe(start + hour);
    expect(turned?.reason.assumptions).toEqual(['fluid.overflow']);
    const { waiting } = (turned?.data ?? { waiting: 0 }) as { waiting: number };
    expect(waiting).toBeGreaterThan(1_000);
    const own = answersOf(entries).filter(isOfBacklog);
    expect(own.length).toBeLessThanOrEqual(waiting);
    // One after the other, 10 a second: the n-th has waited for n tenths of a second.
    const served = own.filter(({ status }) => status === 200);
    expect(served.slice(0, 50).map(({ waitedMs }) => waitedMs)).toEqual(
      Array.from({ length: 50 }, (_, index) => index * 100),
    );
    // No amount is left: what waits now are calls.
    for (const entity of run.sim.world.entities)
      if (entity.kind === 'deployment') expect(entity.inflow.waiting).toBe(0);
  });

  it('counts its timeout from there', () => {
    const { entries } = played('{ from: +1h, for: 10m, arrivals: poisson }', { options: '' });
    const own = answersOf(entries).filter(isOfBacklog);
    const late = own.filter(({ status }) => status === 504);
    for (const { latencyMs } of late) expect(latencyMs).toBe(600 * second);
  });

  it('is nothing where capacity is enough', () => {
    const { entries } = played('{ from: +2h, for: 10m, arrivals: poisson }', { demand: '1/s' });
    expect(turnedOf(entries).map(({ data }) => data)).toEqual([{ waiting: 0 }]);
    const answers = answersOf(entries);
    expect(answers.filter(isOfBacklog)).toEqual([]);
    expect(answers.length).toBeGreaterThan(500);
    expect(answers.length).toBeLessThan(700);
  });

  it('is left alone in a window that goes on with amounts', () => {
    const { entries } = played('{ from: +1h, for: 10m }');
    expect(turnedOf(entries)).toEqual([]);
    expect(answersOf(entries)).toEqual([]);
  });
});
