import { describe, expect, it } from 'vitest';
import { Run } from '../../../../src/experiment/run.ts';
import { scenarioFrom, servers, stationDocument } from '../../../../src/experiment/selftest/stations.ts';
import { type Station, stationOf } from '../../../../src/platform/call/handlers/stationAhead.ts';
import type { World } from '../../../../src/platform/world.ts';

const request = { duration: { exponential: { mean: '300ms' } } };

/** A station without a request under way, after some. */
function idle(): { readonly run: Run; readonly station: Station } {
  const run = new Run(scenarioFrom(stationDocument({ spec: servers(1), request, perSecond: 1 }, 100), '1'));
  for (let events = 0; events < 50 || run.sim.world.calls.size > 0; events += 1) run.advance(1);
  return { run, station: found(run)! };
}

function found({ sim }: Run): Station | null {
  return stationOf(sim, sim.world.activeDemands[0]!);
}

type Mutable<Given> = { -readonly [Key in keyof Given]: Given[Key] };

/** Whatever is readonly in a run is set here, as what changes it would take many events. */
function set<Given extends object>(one: Given, fields: Partial<Mutable<Given>>): void {
  Object.assign(one, fields);
}

describe('a single station', () => {
  it('is a replica that serves one request at a time, those of one source', () => {
    const { station } = idle();
    expect(station.deployment.subject.name).toBe('ash/workload/api@aws-us-east-1');
    expect(station.deployment.replicas).toEqual([station.replica.handle]);
  });

  it.each<[string, (station: Station, world: World) => void]>([
    ['that is taken literally', (_, world) => set(world, { isLiteral: true })],
    ['called from inside', (_, world) => set(world.activeDemands[0]!, { by: 'ash/web' })],
    ['called from two locations', (_, world) => callFrom(world, ['aws-us-east-1', 'aws-us-west-2'])],
    [
      'called as far as callers are known',
      (_, world) => set(world.activeDemands[0]!.demand, { caller: { kind: 'workload' } as never }),
    ],
    [
      'in two locations',
      ({ deployment }, world) =>
        (world.deployments as Map<string, number[]>).set(deployment.workload, [deployment.handle, deployment.handle]),
    ],
    ['that nobody has called', ({ deployment }) => set(deployment, { waitingLine: null })],
    ['with a request under way', ({ waitingLine }) => set(waitingLine.gauge, { present: 1 })],
    ['that serves two at a time', ({ deployment }) => set(deployment.options, { maxConcurrency: 2 })],
    ['that serves any number at a time', ({ deployment }) => set(deployment.options, { maxConcurrency: null })],
    ['with a second replica', ({ deployment }) => deployment.replicas.push(deployment.replicas[0]!)],
    [
      'whose requests use the processor',
      ({ deployment }) => set(deployment, { behaviour: { request: { cpu: { kind: 'constant', value: 1 } } } }),
    ],
    ['without a port', ({ deployment }) => set(deployment.settings, { hasPort: false })],
    ['with authorization', ({ deployment }) => set(deployment.settings.requests, { authorization: {} as never })],
    ['with a rate limit', ({ deployment }) => set(deployment.settings.requests, { isLimited: true })],
    ['with a waiting line that may be full', (_, world) => set(world.assumptions, { 'traffic.queue': 5 })],
    ['whose location is disabled', ({ deployment }) => set(deployment, { closed: 'disabled' })],
    ['that is scaled to zero', ({ deployment }) => set(deployment, { desired: 0 })],
    [
      'that a request would wake',
      ({ deployment }) => {
        set(deployment, { desired: 0 });
        set(deployment.options, { autoscaling: { loop: 'kpa' } as never });
      },
    ],
    [
      'that its firewall shuts',
      ({ deployment }, world) => {
        set(world.assumptions, { 'firewall.enforce': 'external' });
        set(deployment, { firewall: { ...deployment.firewall, opensOutside: false } });
      },
    ],
    ['that is not ready', ({ replica }) => set(replica, { ready: false })],
    [
      'of a version that does not serve',
      ({ deployment }) =>
        set(deployment, { revisions: [...deployment.revisions, ...deployment.revisions], serving: 99 }),
    ],
    ['that refuses connections', ({ replica }) => set(replica, { answers: false })],
  ])('is none: one %s', (_, change) => {
    const { run, station } = idle();
    change(station, run.sim.world);
    expect(found(run)).toBe(null);
  });
});

function callFrom({ activeDemands }: World, locations: readonly string[]): void {
  const origins = locations.map((location) => ({ location, share: 1 / locations.length }));
  set(activeDemands[0]!.demand, { caller: { kind: 'world', origins } });
}
