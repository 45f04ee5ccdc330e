import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../../src/engine/time.ts';
import { simulate } from '../../../../src/experiment/run.ts';
import { inflowBetween } from '../../../../src/platform/traffic/inflow.ts';
import { ran, replicas, workload } from '../../handlers/ran.ts';

const ports = [{ number: 8080, protocol: 'http' }];
const containers = [{ name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi', ports }];
const web = (count = 2): object => workload('web', 'standard', { containers, ...replicas(count) });
/** A workload `api` in two locations. */
const wide = [
  {
    kind: 'gvc',
    name: 'wide',
    spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/aws-eu-central-1'] } },
  },
  { ...workload('api', 'standard', { containers, ...replicas(1) }), gvc: 'wide' },
];
const demand = [{ to: 'shop/web', rate: '10/s' }];
const name = 'shop/workload/web/1';
const here = { demand: name, shares: { 'aws-us-east-1': 1 }, unrouted: 0 };
const nowhere = { demand: name, shares: {}, unrouted: 1 };

/** Minutes and what is said, of each entry about where requests go. */
function routed({ of, run }: ReturnType<typeof ran>): readonly unknown[] {
  return of('demand.routed').map(({ at, data }) => [(at - run.scenario.start) / minute, data.demands]);
}

describe('`traffic.route.location`: where requests go, journalled where it changes', () => {
  it('is told at the start, also where nobody answers', () => {
    expect(routed(ran({ for: '10m', resources: [web()], demand }))).toEqual([[0, [here]]]);
    // A port that comes after the end: until then nobody answers.
    const spec = { containers: [{ name: 'main', image: 'web:1', ports: [{ number: 8080 }] }] };
    const timeline = [{ at: '+10m', patch: '/gvc/shop/workload/web', with: { spec } }];
    const portless = ran({ for: '10m', resources: [workload('web', 'standard')], demand, timeline });
    expect(routed(portless)).toEqual([[0, [nowhere]]]);
  });

  it('is told once the first replica is ready after a cold start', () => {
    const cold = ran({ for: '10m', resources: [web()], demand, assumptions: { 'run.start': 'cold' } });
    expect(routed(cold)).toEqual([
      [0, [nowhere]],
      [14 / 60, [here]],
    ]);
  });

  it('is not told of every replica, but of a location that ceases to answer, with the entry that led to it', () => {
    const suspend = { spec: { defaultOptions: { suspend: true } } };
    const timeline = [
      {
        at: '+2m',
        patch: '/gvc/shop/workload/web',
        with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } },
      },
      { at: '+5m', patch: '/gvc/shop/workload/web', with: suspend },
    ];
    const seen = ran({ for: '10m', resources: [web()], demand, timeline });
    expect(routed(seen)).toEqual([
      [0, [here]],
      [5, [nowhere]],
    ]);
    const [first, last] = seen.of('demand.routed');
    expect(first?.cause).toBeNull();
    expect(seen.entries.find(({ seq }) => seq === last?.cause)?.type).toBe('deployment.suspended');
    expect(last?.subject.name).toBe('shop/workload/web');
    expect(last?.reason).toEqual({ rules: [], assumptions: ['traffic.route.location'] });
  });

  it('shares callers out, and moves them to the location that is left', () => {
    const from = { 'aws-us-east-1': '60%', 'aws-eu-central-1': '40%' };
    const seen = ran({
      for: '30m',
      resources: wide,
      demand: [{ to: 'wide/api', from, rate: '10/s' }],
      timeline: [{ at: '+5m', fault: { locationOutage: { location: 'aws-us-east-1' } }, for: '10m' }],
    });
    const shares = seen.of('demand.routed').map(({ at, data }) => {
      const [one] = data.demands as unknown as readonly { readonly shares: object }[];
      return [(at - seen.run.scenario.start) / second, one?.shares];
    });
    const both = { 'aws-eu-central-1': 0.4, 'aws-us-east-1': 0.6 };
    expect(shares).toEqual([
      [0, both],
      [300, { 'aws-eu-central-1': 1 }],
      [914, both],
    ]);
  });

  it('is nothing new where a location goes that nobody was sent to', () => {
    const seen = ran({
      for: '30m',
      resources: wide,
      demand: [{ to: 'wide/api', from: { 'aws-us-east-1': '100%' }, rate: '10/s' }],
      timeline: [{ at: '+5m', fault: { locationOutage: { location: 'aws-eu-central-1' } }, for: '10m' }],
    });
    expect(routed(seen)).toHaveLength(1);
  });

  it('leaves out whom the firewall of the workload shuts out, from the instant of a change on (NET-7)', () => {
    const caller = workload('caller', 'standard', { containers, ...replicas(1) });
    const firewall = (inboundAllowType: string) => ({ firewallConfig: { internal: { inboundAllowType } } });
    const shut = workload('web', 'standard', { containers, ...replicas(2), ...firewall('none') });
    const change = (at: string, inboundAllowType: string) => {
      return { at, patch: '/gvc/shop/workload/web', with: { spec: firewall(inboundAllowType) } };
    };
    const seen = ran({
      for: '10m',
      resources: [shut, caller],
      demand: [
        { to: 'shop/web', by: 'shop/caller', rate: '10/s' },
        { to: 'shop/web', rate: '1/s' },
      ],
      timeline: [change('+2m', 'same-gvc'), change('+5m', 'none')],
    });
    const second = { ...here, demand: 'shop/workload/web/2' };
    expect(routed(seen)).toEqual([
      [0, [nowhere, second]],
      [2, [here, second]],
      [5, [nowhere, second]],
    ]);
  });

  it('follows the replicas of a workload that asks from one location to another', () => {
    const autoscaling = (minScale: number): object => ({ metric: 'disabled', minScale, maxScale: minScale });
    const here = 'aws-us-east-1';
    const scaled = (at: string, count: number): object => ({
      at,
      patch: '/gvc/wide/workload/front',
      with: { spec: { localOptions: [{ location: `//location/${here}`, autoscaling: autoscaling(count) }] } },
    });
    const front = { ...workload('front', 'standard', { containers, ...replicas(1) }), gvc: 'wide' };
    const seen = ran({
      for: '10m',
      resources: [...wide, front],
      demand: [{ to: 'wide/api', by: 'wide/front', rate: '12/s' }],
      timeline: [scaled('+2m', 2), scaled('+3m', 3), scaled('+5m', 1)],
    });
    const shares = seen.of('demand.routed').map(({ at, data, cause }) => {
      const [one] = data.demands as unknown as readonly { readonly shares: Readonly<Record<string, number>> }[];
      const led = seen.entries.find(({ seq }) => seq === cause);
      return [(at - seen.run.scenario.start) / second, one?.shares[here], led?.type ?? null];
    });
    expect(shares).toEqual([
      [0, 1 / 2, null],
      [134, 2 / 3, 'replica.ready'],
      [194, 3 / 4, 'replica.ready'],
      [300, 2 / 3, 'replica.terminating'],
      [300, 1 / 2, 'replica.terminating'],
    ]);
    const came = seen.run.sim.world.entities.flatMap((one) =>
      one.kind === 'deployment' && one.name === 'api'
        ? [inflowBetween(one.inflow, seen.run.scenario.start, seen.run.now)]
        : [],
    );
    // 134, 60, 106 and 300 seconds of 12 a second.
    const total = 12 * (134 / 2 + (60 * 2) / 3 + (106 * 3) / 4 + 300 / 2);
    expect(came.map(Math.round)).toEqual([7_200 - total, total]);
  });

  it('shuts out callers from outside where the external firewall is enforced (`firewall.enforce`)', () => {
    const assumptions = { 'firewall.enforce': 'external' };
    expect(routed(ran({ for: '10m', resources: [web()], demand, assumptions }))).toEqual([[0, [nowhere]]]);
  });

  it('is nothing to tell where nobody asks', () => {
    expect(routed(ran({ for: '10m', resources: [web()] }))).toEqual([]);
  });
});

describe('what a replica did for a request', () => {
  it('is kept over the run for whoever hears it; where nobody does, as far back as anything looks', () => {
    // Another behaviour every half an hour, for three days.
    const cpu = (given: string): object => ({
      behavior: { 'shop/web': { request: { cpu: given, duration: '20ms' } } },
    });
    const timeline = [
      { every: '0 * * * *', ...cpu('1ms') },
      { every: '30 * * * *', ...cpu('2ms') },
    ];
    const { run } = ran({ for: '3d', resources: [web()], demand, timeline });
    const quiet = simulate(run.scenario);
    const [kept, left] = [run, quiet].map(({ sim }) =>
      sim.world.entities.flatMap((one) => (one.kind === 'deployment' ? one.inflow.servings : [])),
    );
    expect(kept).toHaveLength(1 + 3 * 48);
    // A day, and the one that held when it began.
    expect(left).toEqual(kept?.slice(-49));
    expect(quiet.sim.journal.fingerprint()).toBe(run.sim.journal.fingerprint());
  });
});
