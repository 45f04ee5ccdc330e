import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/engine/journal.ts';
import { Chronicle } from '../../../../src/report/fold/chronicle.ts';
import { reportOf } from '../../../../src/report/report.ts';
import { routedSentence } from '../../../../src/report/why/routedSentence.ts';
import { type Given, ran, replicas, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const [east, west] = ['aws-us-east-1', 'aws-us-west-2'];
const ports = [{ number: 8080, protocol: 'http' }];
const gvc = (name: string, ...locations: readonly string[]): object => ({
  kind: 'gvc',
  name,
  spec: { staticPlacement: { locationLinks: locations.map((location) => `//location/${location}`) } },
});
const placed = (of: string, name: string, count: number, more: object = {}, type = 'standard'): object => {
  const containers = [{ name: 'main', image: `${name}:1`, cpu: '100m', memory: '128Mi', ports }];
  return { ...workload(name, type, { containers, ...replicas(count), ...more }), gvc: of };
};
const suspend = (isSuspended: boolean): object => ({ spec: { defaultOptions: { suspend: isSuspended } } });
const local = (isSuspended: boolean): object => ({
  spec: {
    localOptions: [{ location: `//location/${east}`, suspend: isSuspended, autoscaling: { minScale: 1, maxScale: 1 } }],
  },
});
const toApi = (at: string, spec: object): object => ({ at, patch: '/gvc/back/workload/api', with: spec });
const second = (entry: Entry | undefined): number => ((entry?.at ?? Number.NaN) - start) / 1_000;

/** `api` in the east is suspended and comes back in minute 2; `front` calls it from the west, or from both. */
function awoken(assumptions: object, demand: readonly object[], more: Partial<Given> = {}, callers = [west]): Given {
  return {
    for: '10m',
    resources: [
      gvc('back', east),
      gvc('front', ...callers),
      placed('back', 'api', 1, { defaultOptions: { suspend: true } }),
      placed('front', 'web', 1),
    ],
    demand,
    behavior: { 'back/api': { request: { duration: '20ms' } } },
    timeline: [
      toApi('+2m', { spec: { defaultOptions: { suspend: false, autoscaling: { minScale: 1, maxScale: 1 } } } }),
    ],
    assumptions,
    ...more,
  };
}

const inside = (more: object = {}): object => ({ to: 'back/api', by: 'front/web', rate: '2/s', ...more });
const poisson = { arrivals: 'poisson' } as const;
const parts = ({ of }: ReturnType<typeof ran>): readonly unknown[] =>
  of('demand.routed').map((entry) => [second(entry), entry.data.demands]);
const reported = ({ run, entries }: ReturnType<typeof ran>) => {
  const chronicle = new Chronicle(run.scenario);
  for (const entry of entries) chronicle.listen(entry);
  return reportOf(run, chronicle);
};
const demandOf = (seen: ReturnType<typeof ran>) => {
  const [demand] = reported(seen).capacity.demand;
  return { offered: Number(demand?.offered), unrouted: Number(demand?.unrouted), served: Number(demand?.served) };
};
const name = 'back/workload/api/1';

describe('`discovery.duration`: callers in other locations find a cold location later', () => {
  it.each([
    ['0s', 0],
    ['100s', 100],
  ])('%s: rates are routed there so many seconds after it is ready', (takes, seconds) => {
    const seen = ran(awoken({ 'discovery.duration': takes }, [inside()]));
    const ready = second(seen.of('replica.ready')[0]);
    expect(ready).toBe(134);
    const nowhere = { demand: name, shares: {}, unrouted: 1 };
    const undiscovered = { ...nowhere, undiscovered: { 'discovery.duration': 1 } };
    expect(parts(seen)).toEqual([
      [0, [nowhere]],
      ...(seconds === 0 ? [] : [[ready, [undiscovered]]]),
      [ready + seconds, [{ demand: name, shares: { [east]: 1 }, unrouted: 0 }]],
    ]);
    const last = seen.of('demand.routed').at(-1);
    expect(last?.reason.assumptions).toEqual(
      seconds === 0 ? ['traffic.route.location'] : ['traffic.route.location', 'discovery.duration'],
    );
    expect(last?.cause).toBe(seen.of('replica.ready')[0]?.seq);
  });

  it.each([
    ['0s', 134],
    ['100s', 234],
  ])('%s: the first single request is answered from second %i on', (takes, from) => {
    const { of } = ran(awoken({ 'discovery.duration': takes }, [inside(poisson)]));
    const ended = of('call.ended');
    const answered = ended.filter(({ data }) => data['status'] === 200).map(second);
    expect(Math.min(...answered)).toBeGreaterThanOrEqual(from);
    expect(Math.min(...answered)).toBeLessThan(from + 5);
    const waits = ended.filter((one) => second(one) >= 134 && second(one) < from);
    expect(waits.length > 100).toBe(takes === '100s');
    for (const { data, reason, subject, cause } of waits) {
      expect([data['status'], subject.name, cause]).toEqual([503, 'back/workload/api', of('replica.ready')[0]?.seq]);
      expect(reason.assumptions).toEqual(['discovery.duration', 'traffic.status.noReplica']);
    }
  });

  it('callers in its own location find it at once, rates and single requests alike', () => {
    const both = [east, west];
    const rates = ran(awoken({ 'discovery.duration': '100s' }, [inside()], {}, both));
    const half = { demand: name, shares: { [east]: 0.5 }, unrouted: 0.5, undiscovered: { 'discovery.duration': 0.5 } };
    expect(parts(rates)[1]).toEqual([134, [half]]);
    const single = ran(awoken({ 'discovery.duration': '100s' }, [inside(poisson)], {}, both));
    const early = single.of('call.ended').filter((one) => second(one) >= 134 && second(one) < 234);
    expect(early.length).toBeGreaterThan(150);
    for (const { data } of early)
      expect([data['from'], data['status']]).toEqual([data['from'], data['from'] === east ? 200 : 503]);
  });

  it.each([{}, poisson])('requests from outside are not affected (%j)', (more) => {
    const outside = { to: 'back/api', from: { [west]: '100%' }, rate: '2/s', ...more };
    const seen = ran(awoken({ 'discovery.duration': '100s' }, [outside]));
    const first = seen.of('call.ended').find(({ data }) => data['status'] === 200);
    if (first !== undefined) expect(second(first)).toBeLessThan(140);
    expect(parts(seen).at(-1)).toEqual([134, [{ demand: name, shares: { [east]: 1 }, unrouted: 0 }]]);
  });

  it('what runs at the start is found, and so is what only restarts', () => {
    const given = awoken({ 'discovery.duration': '100s' }, [inside(poisson)], {
      resources: [gvc('back', east), gvc('front', west), placed('back', 'api', 1), placed('front', 'web', 1)],
      timeline: [{ at: '+2m', fault: { replicaCrash: { of: 'back/api' } } }],
    });
    const { of } = ran(given);
    const failed = of('call.ended').filter(({ data }) => data['status'] !== 200);
    expect(failed.length).toBeGreaterThan(0);
    for (const one of failed)
      expect([second(one) < 150, one.reason.assumptions.includes('discovery.duration')]).toEqual([true, false]);
  });

  it('a run that starts cold waits too', () => {
    const given = awoken({ 'discovery.duration': '100s', 'run.start': 'cold' }, [inside()], {
      resources: [gvc('back', east), gvc('front', west), placed('back', 'api', 1), placed('front', 'web', 1)],
      timeline: [],
    });
    expect(second(ran(given).of('demand.routed').at(-1))).toBe(14 + 100);
  });

  it('a name of a location or of a replica does not find it either; a probe says why', () => {
    const probe = (at: string, target: object): object => ({
      at,
      probe: { by: 'front/web', from: west, ...target },
      answers: 200,
    });
    const resources = [
      gvc('back', east, 'aws-eu-central-1'),
      gvc('front', west),
      {
        ...placed('back', 'api', 1, { localOptions: [{ location: `//location/${east}`, suspend: true }] }, 'stateful'),
        tags: { 'svc/discoverCrossGvcReplicas': 'true' },
      },
      placed('front', 'web', 1),
    ];
    const { of } = ran(
      awoken({ 'discovery.duration': '100s' }, [], {
        resources,
        timeline: [
          toApi('+2m', local(false)),
          probe('+3m', { to: 'back/api' }),
          probe('+3m', { to: 'back/api', replica: 0, location: east }),
          probe('+5m', { to: 'back/api', replica: 0, location: east }),
        ],
      }),
    );
    const ended = of('call.ended');
    expect(ended.map(({ data }) => data['status'])).toEqual([503, 200, 200]);
    const paths = JSON.stringify(ended.map(({ data }) => data['path']));
    const names = `callers in ${west} have not found`;
    expect(paths).toContain(`back/workload/api answers only in ${east}, which ${names}`);
    expect(paths).toContain(`routed to aws-eu-central-1; ${names} ${east}`);
  });
});

describe('`discovery.resume`: after `localOptions` suspended one location', () => {
  const resumed = (resume: string, more: readonly object[] = [], demand = inside(poisson)): Given =>
    awoken({ 'discovery.resume': resume }, [demand], {
      resources: [gvc('back', east), gvc('front', west), placed('back', 'api', 1), placed('front', 'web', 1)],
      timeline: [toApi('+1m', local(true)), toApi('+2m', local(false)), ...more],
    });
  const statuses = (given: Given, from: number): readonly unknown[] => [
    ...new Set(
      ran(given)
        .of('call.ended')
        .filter((one) => second(one) > from)
        .map(({ data }) => data['status']),
    ),
  ];

  it('found: they are answered again', () => {
    expect(statuses(resumed('found'), 150)).toEqual([200]);
  });

  it('lost: they are not, whatever restarts, and the request says why', () => {
    const given = resumed('lost', [
      toApi('+4m', suspend(false)),
      { at: '+5m', fault: { replicaCrash: { of: 'back/api' } } },
    ]);
    expect(statuses(given, 150)).toEqual([503]);
    const last = ran(given).of('call.ended').at(-1);
    expect(last?.reason.assumptions).toEqual(['discovery.resume', 'traffic.status.noReplica']);
  });

  it('lost: a workload that is made anew is found', () => {
    const again = { at: '+7m', post: '/gvc/back/workload', with: placed('back', 'api', 1) };
    expect(statuses(resumed('lost', [{ at: '+4m', delete: '/gvc/back/workload/api' }, again]), 450)).toEqual([200]);
  });

  it('lost: a suspension of the whole workload loses nothing', () => {
    const given = resumed('lost');
    const timeline = [toApi('+1m', suspend(true)), toApi('+2m', suspend(false))];
    expect(statuses({ ...given, timeline }, 150)).toEqual([200]);
  });

  it('lost: rates find no location either', () => {
    const rates = ran(resumed('lost', [], inside()));
    expect(rates.of('demand.routed').at(-1)?.data.demands).toEqual([
      { demand: name, shares: {}, unrouted: 1, undiscovered: { 'discovery.resume': 1 } },
    ]);
    expect(rates.of('demand.routed').at(-1)?.reason.assumptions).toContain('discovery.resume');
  });
});

describe('rates and single requests', () => {
  it.each([
    [{ 'discovery.duration': '100s' }, [west]],
    [{ 'discovery.duration': '100s' }, [east, west]],
    [{ 'discovery.duration': '0s' }, [east, west]],
  ])('lose the same part under %j, called from %j, and count every request', (assumptions, callers) => {
    // Single requests with nearly equal gaps, so that both forms count alike.
    const every = inside({ rate: '1/s', arrivals: { gamma: { cv: 0.1 } } });
    const rates = demandOf(ran(awoken(assumptions, [inside({ rate: '1/s' })], {}, callers)));
    const single = demandOf(ran(awoken(assumptions, [every], {}, callers)));
    for (const { offered, served, unrouted } of [rates, single]) expect(served + unrouted).toBeCloseTo(offered, 0);
    expect(rates.offered).toBe(600);
    expect(Math.abs(single.offered - 600)).toBeLessThan(5);
    // Single requests are answered by the suspended location until it is on again.
    const refused = assumptions['discovery.duration'] === '0s' ? 0 : callers.length === 1 ? 100 : 50;
    expect(rates.unrouted).toBeCloseTo(134 + refused, 0);
    expect(Math.abs(single.unrouted - refused)).toBeLessThan(12);
  });
});

describe('findings', () => {
  const found = (given: Given) =>
    reported(ran(given)).summary.findings.map(({ kind, message, rule }) => ({ kind, message, rule }));

  it('say of rates what most of them came from', () => {
    const starts = { 'discovery.duration': '100s', 'run.start': 'cold' };
    const resources = [gvc('back', east), gvc('front', west), placed('back', 'api', 1), placed('front', 'web', 1)];
    expect(found(awoken(starts, [inside()], { resources, timeline: [] }))).toContainEqual({
      kind: 'load-failed',
      message: '200 of 1,172 requests (17.1 %) came from locations that had not yet found the ones that answered',
      rule: 'discovery.duration',
    });
  });

  it('name the assumption of single requests', () => {
    const rules = found(awoken({ 'discovery.duration': '300s' }, [inside(poisson)])).map(({ rule }) => rule);
    expect(rules).toContain('discovery.duration');
  });

  it('`why` says it of routes', () => {
    const demand = { demand: name, shares: {}, unrouted: 1, undiscovered: { 'discovery.duration': 1 } };
    const unfound = 'their callers do not find the locations that answer';
    expect(routedSentence('back/api', [demand])).toBe(`the requests of back/api go nowhere: ${unfound}`);
    const half = { ...demand, shares: { [east]: 0.5 }, unrouted: 0.5 };
    expect(routedSentence('back/api', [half])).toBe(
      `the requests of back/api go to ${east} (50 %), and 50 % nowhere: ${unfound}`,
    );
  });
});

describe('a fork', () => {
  it('finds a cold location at the same instant as the run that it comes from', () => {
    const given = awoken({ 'discovery.duration': { uniform: { from: '50s', to: '150s' } } }, [inside()]);
    const { run, of } = ran({ ...given, for: '150s' });
    expect(of('demand.routed')).toHaveLength(2);
    const whole = ran(given).of('demand.routed').at(-1);
    const entries: Entry[] = [];
    const fork = run.fork((entry) => entries.push(entry));
    fork.sim.runUntil(start + 600_000);
    expect(entries.filter(({ type }) => type === 'demand.routed').map(({ at }) => at)).toEqual([whole?.at]);
  });
});
