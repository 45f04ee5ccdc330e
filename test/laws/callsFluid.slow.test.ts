import { describe, expect, it } from 'vitest';
import { minute, second } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { type CallLoad, callLoad } from '../../src/platform/autoscaling/handlers/calls.ts';
import type { TargetMetric } from '../../src/platform/autoscaling/settings.ts';
import { settleCalls } from '../../src/platform/call/handlers/waitingLine.ts';
import { servingAt } from '../../src/platform/traffic/handlers/inflow.ts';
import { loadOf } from '../../src/platform/traffic/load.ts';
import type { Deployment } from '../../src/platform/workload/deployment.ts';
import { expectFlowNear } from './flowNear.ts';
import { BatchMeans } from './interval.ts';
import { played, scenarioOf } from './play.ts';
import { expectClosedForm, meanOver, type StationShape, servers, sharers, stationDoc } from './station.ts';
import type { Doc } from './worlds.ts';

const tick = 15 * second;

function deploymentIn({ sim }: Run): Deployment {
  const found = sim.world.entities.find((entity) => entity.kind === 'deployment');
  if (found?.kind !== 'deployment') throw new Error('no deployment');
  return found;
}

/** What the autoscaler measures of all replicas together, over the quarter of a minute that ends now. */
function measured(run: Run): CallLoad {
  const { sim } = run;
  const deployment = deploymentIn(run);
  const { waitingLine, inflow } = deployment;
  if (waitingLine === null) throw new Error('nobody has called');
  settleCalls(sim, deployment);
  const metric = { metric: 'cpu', interval: tick, window: tick, percentile: null } as TargetMetric;
  return callLoad(waitingLine, metric, { since: inflow.since, now: run.now, ready: deployment.replicas });
}

// Theory is exact for requests that are given out at random.
const assumptions = { 'traffic.route.replica': 'random' };
const exponential = (mean: string): object => ({ exponential: { mean } });
const retrying = (attempts: number): object => ({ requestRetryPolicy: { attempts } });
/** One replica that takes every request at once; a second later they are given up. */
const hasty = {
  type: 'standard',
  defaultOptions: { timeoutSeconds: 1, autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
};
const failing = { failingService: { of: 'ash/api', failure: '50%' } };
const slow = (latency: string): object => ({ slowService: { of: 'ash/api', latency } });

describe('a flow and single requests agree on means, below four fifths of what replicas can do', () => {
  it.each<[string, StationShape]>([
    [
      'nothing that limits them, any duration',
      { spec: sharers(2), request: { duration: { weibull: { scale: '300ms', shape: 0.7 } } }, perSecond: 20 },
    ],
    ['one processor, half busy', { spec: sharers(1), request: { cpu: exponential('60ms') }, perSecond: 8.3 }],
    ['three processors, 0.6 busy', { spec: sharers(3), request: { cpu: exponential('60ms') }, perSecond: 30 }],
    ['two places, 0.6 busy', { spec: servers(2), request: { duration: exponential('200ms') }, perSecond: 6 }],
    [
      'failures that are tried again, a processor 0.6 busy',
      { spec: sharers(1, retrying(2)), request: { cpu: exponential('60ms'), failure: '40%' }, perSecond: 6.4 },
    ],
    [
      'failures that are tried again, two places',
      {
        spec: { ...servers(2), ...retrying(3) },
        request: { duration: exponential('200ms') },
        perSecond: 3,
        faults: [failing],
      },
    ],
    [
      'failures that no condition names',
      {
        spec: sharers(1, { requestRetryPolicy: { attempts: 4, retryOn: ['reset'] } }),
        request: { cpu: exponential('60ms') },
        perSecond: 8.3,
        faults: [failing],
      },
    ],
    [
      'a slow service, a processor half busy',
      { spec: sharers(1), request: { cpu: exponential('60ms') }, perSecond: 8.3, faults: [slow('150ms')] },
    ],
    [
      'one so slow that some are given up, nothing that limits them',
      {
        spec: hasty,
        request: { duration: exponential('400ms') },
        perSecond: 20,
        faults: [slow('500ms')],
      },
    ],
    [
      'slow and failing, given up in the third try',
      {
        spec: { ...hasty, ...retrying(4) },
        request: { duration: '50ms', failure: '30%' },
        perSecond: 20,
        faults: [slow('300ms')],
      },
    ],
  ])('%s', (_, shape) => {
    const { perSecond } = shape;
    const calls = 450_000;
    const ticks = Math.floor((calls * second) / perSecond / tick);
    const means = { present: new BatchMeans(ticks), cpu: new BatchMeans(ticks), rps: new BatchMeans(ticks) };
    const [latency, tries, failed] = [new BatchMeans(calls), new BatchMeans(calls), new BatchMeans(calls)];
    const doc = stationDoc({ ...shape, assumptions }, calls + 10 * Math.sqrt(calls));
    const run = new Run(scenarioOf(doc), {
      events: false,
      sink: ({ type, data }) => {
        if (type !== 'call.ended') return;
        latency.add(Number(data.latencyMs));
        tries.add(Number(data.tries));
        failed.add(Number(data.status) >= 400 ? 1 : 0);
      },
    });
    const { start, end } = run.scenario;
    let before = 0;
    for (let at = start + tick; at < end; at += tick) {
      run.sim.runUntil(at);
      const { busyMillicores, perSecond: rps } = measured(run);
      means.cpu.add(busyMillicores);
      means.rps.add(rps);
      const presentMs = deploymentIn(run).waitingLine?.gauge.presentMs ?? 0;
      means.present.add((presentMs - before) / tick);
      before = presentMs;
    }
    run.advance();

    const { world } = run.sim;
    const deployment = deploymentIn(run);
    const ready = deployment.replicas.length;
    const serving = servingAt(world, deployment);
    const flowing = loadOf(serving, { perSecond, ready, waiting: 0 }, world.assumptions);
    if (serving.tries > 1) expectClosedForm(tries.interval(), serving.tries);
    else expect(tries.interval().mean).toBe(1);
    if (serving.failure > 0) expectClosedForm(failed.interval(), serving.failure);
    else expect(failed.interval().mean).toBe(0);
    expectClosedForm(latency.interval(), flowing.latency);
    expectClosedForm(means.present.interval(), (flowing.latency * perSecond) / second);
    expectClosedForm(means.rps.interval(), flowing.rps * ready);
    if (flowing.cpuMillicores > 0) expectClosedForm(means.cpu.interval(), flowing.cpuMillicores * ready);
    else expect(means.cpu.interval().mean).toBe(0);
  });
});

const lognormal = { lognormal: { mean: '200ms', cv: 2 } };

describe('a flow and single requests agree on the wait for a place, however durations vary', () => {
  it.each<[string, number, unknown, number, number, number]>([
    // For one place theory is exact.
    ['one place, all alike', 1, '200ms', 3.5, 450_000, 0],
    ['one place, uneven', 1, lognormal, 2.5, 3_000_000, 0],
    // For several a rule of thumb, which makes too little of durations that are alike, and too much of uneven ones.
    ['two places, all alike', 2, '200ms', 7, 450_000, 0.06],
    ['two places, uneven', 2, lognormal, 7, 3_000_000, 0.08],
    ['five places, uneven', 5, lognormal, 17.5, 3_000_000, 0.25],
  ])('%s', { timeout: 1_200_000 }, (_, count, duration, perSecond, calls, roughness) => {
    const shape: StationShape = { spec: servers(count), request: { duration }, perSecond, assumptions };
    const { mean, halfWidth } = meanOver(shape, calls, ({ waitedMs }) => waitedMs);
    const run = new Run(scenarioOf(stationDoc(shape, 100)));
    run.advance();
    const { world } = run.sim;
    const serving = servingAt(world, deploymentIn(run));
    const { latency } = loadOf(serving, { perSecond, ready: count, waiting: 0 }, world.assumptions);
    const expected = latency - 200;
    expect(halfWidth / expected).toBeLessThanOrEqual(0.06);
    const slack = halfWidth + roughness * expected;
    expect(Math.abs(mean - expected), `${mean} is not ${expected}, give or take ${slack}`).toBeLessThanOrEqual(slack);
  });
});

describe('a flow and single requests nearly agree on latency where requests are not given out at random', () => {
  const uneven = { lognormal: { mean: '60ms', cv: 2 } };
  it.each<[string, number, object, number]>([
    ['all alike, 0.5 busy', 12, { cpu: '60ms' }, 0.5],
    ['all alike, 0.85 busy', 6, { cpu: '60ms' }, 0.85],
    ['exponential, 0.85 busy', 6, { cpu: exponential('60ms') }, 0.85],
    ['uneven, 0.5 busy', 30, { cpu: uneven }, 0.5],
    ['uneven, 0.85 busy', 2, { cpu: uneven }, 0.85],
    ['a third of the time at the processor', 6, { cpu: exponential('60ms'), duration: exponential('180ms') }, 0.7],
  ])('%s', { timeout: 1_200_000 }, (_, count, request, busy) => {
    const shape = { spec: sharers(count), request, perSecond: (busy * count * second) / 60 };
    expectFlowNear(shape, 'roundRobin', 800_000, 1 / 10);
    expectFlowNear(shape, 'leastRequests', 800_000, 1 / 8);
  });
});

describe('autoscaling comes to the same count for a flow as for single requests, where chance leaves it no choice', () => {
  const withMetric = (type: string, autoscaling: object): object => ({
    type,
    defaultOptions: { autoscaling: { minScale: 1, maxScale: 20, ...autoscaling } },
  });

  it.each<[string, object, object, number, number]>([
    // 1,200 millicores, 400 each: a ratio within a tenth of 1 changes nothing.
    ['cpu', withMetric('standard', { metric: 'cpu', target: 40 }), { cpu: '10ms' }, 120, 3],
    // 4.6 times the target: four replicas would have more than a tenth too much, and a run does not begin settled at
    // four.
    ['rps', withMetric('standard', { metric: 'rps', target: 50 }), { cpu: '1ms' }, 230, 5],
    // 18 in flight, give or take 2 over a minute: 3.6 times the target, and never 4 times nor 3 times.
    ['concurrency', withMetric('serverless', { metric: 'concurrency', target: 5 }), { duration: '500ms' }, 36, 4],
    ['rps, serverless', withMetric('serverless', { metric: 'rps', target: 10 }), { duration: '50ms' }, 36, 4],
  ])('%s', (_, spec, request, perSecond, count) => {
    const doc = stationDoc({ spec, request, perSecond }, 25 * 60 * perSecond);
    const [asked] = (doc as unknown as { readonly demand: readonly object[] }).demand;
    for (const arrivals of ['fluid', 'poisson']) {
      const { run, journal } = played({ ...doc, demand: [{ ...asked, arrivals }] } as unknown as Doc);
      expect(deploymentIn(run).desired, arrivals).toBe(count);
      const late = run.scenario.end - 10 * minute;
      expect(journal.filter(({ type, at }) => type === 'deployment.scaled' && at > late)).toEqual([]);
    }
  });
});
