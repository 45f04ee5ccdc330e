import { describe, expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import { ran, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const queue = { type: 'rabbitmq', name: 'queue', metadata: { value: '10' } };
const scale = { metric: 'keda', minScale: 0, maxScale: 20, scaleToZeroDelay: 60 };

interface Given {
  readonly autoscaling?: object;
  readonly keda?: object;
  readonly values: object;
  readonly type?: string;
  readonly for?: string;
  readonly timeline?: readonly object[];
  readonly assumptions?: object;
  readonly start?: string;
}

function run(given: Given) {
  const autoscaling = { ...scale, ...given.autoscaling, keda: { triggers: [queue], ...given.keda } };
  return ran({
    for: given.for ?? '1h',
    timing: 'instant',
    resources: [workload('worker', given.type ?? 'standard', { defaultOptions: { autoscaling } })],
    behavior: { 'shop/worker': { keda: given.values, start: given.start ?? '0s' } },
    ...(given.timeline === undefined ? {} : { timeline: given.timeline }),
    // What a loop does from its least count on is to be seen.
    assumptions: { 'run.start': 'minScale', ...given.assumptions },
  });
}

/** The scalings of the worker: `after 600 s: 0 -> 1 (queue 40 of 10)`. */
function scalings(given: Given): string[] {
  return run(given)
    .of('deployment.scaled')
    .map(({ at, data }) => {
      const measured = (data['measured'] ?? []) as readonly {
        metric: string;
        valueMilli: number | null;
        targetMilli: number | null;
      }[];
      const said = measured.map(({ metric, valueMilli, targetMilli }) => {
        const value = valueMilli === null ? 'fails' : valueMilli / 1_000;
        return `${metric} ${value}${targetMilli === null ? '' : ` of ${targetMilli / 1_000}`}`;
      });
      return `after ${(at - start) / second} s: ${data['from']} -> ${data['to']} (${said.join(', ')})`;
    });
}

const patch = (at: string, autoscaling: object): object => ({
  at,
  patch: '/gvc/shop/workload/worker',
  with: { spec: { defaultOptions: { autoscaling } } },
});

const suspend = (at: string, value: boolean): object => ({
  at,
  patch: '/gvc/shop/workload/worker',
  with: { spec: { defaultOptions: { suspend: value } } },
});

describe('a workload that follows its queue', () => {
  const burst = {
    steps: [
      ['0h', 0],
      ['10m', 35],
      ['20m', 0],
    ],
  };

  it.each(['standard', 'stateful'])(
    '%s: wakes, follows, and goes to zero once the cooldown is over (TYPE-4)',
    (type) => {
      expect(scalings({ type, values: { queue: burst } })).toEqual([
        'after 600 s: 0 -> 1 (queue 35 of 10)',
        'after 600 s: 1 -> 4 (queue 35 of 10)',
        // No sync goes below one; what asked for four has left the window of 60 s.
        'after 1245 s: 4 -> 1 (queue 0 of 10)',
        // Last active at the poll of 1170 s: that of 1470 s is not yet strictly after its cooldown of 300 s.
        'after 1500 s: 1 -> 0 (queue 0 of 10)',
      ]);
    },
  );

  it('wakes to its minScale where that is above one, and never sleeps', () => {
    expect(scalings({ autoscaling: { minScale: 2 }, values: { queue: burst } })).toEqual([
      'after 600 s: 2 -> 4 (queue 35 of 10)',
      'after 1245 s: 4 -> 2 (queue 0 of 10)',
    ]);
  });

  it('is polled when the run begins and when it is created, wherever the grid of polls lies (`keda.poll`)', () => {
    const keda = { pollingInterval: 70 };
    // Polls of the grid come 10 s and 80 s after this start.
    expect(scalings({ keda, for: '14s', values: { queue: 5 } })).toEqual(['after 0 s: 0 -> 1 (queue 5 of 10)']);
    const resource = workload('worker', 'standard', {
      defaultOptions: { autoscaling: { ...scale, keda: { ...keda, triggers: [queue] } } },
    });
    const { of } = ran({
      for: '1m',
      timing: 'instant',
      resources: [],
      behavior: { 'shop/worker': { keda: { queue: 5 } } },
      timeline: [{ at: '+33s', post: '/gvc/shop/workload', with: resource }],
    });
    expect(of('deployment.scaled').map(({ at, data }) => [at - start, data['to']])).toEqual([[33 * second, 1]]);
  });

  it('looks as often as it says, beside syncs every 15 s', () => {
    const keda = { pollingInterval: 70, cooldownPeriod: 10 };
    // Polls lie on multiples of 70 s since 1970: 640 s after this start is one, and 1200 s.
    expect(scalings({ keda, values: { queue: burst } })).toEqual([
      'after 640 s: 0 -> 1 (queue 35 of 10)',
      'after 645 s: 1 -> 4 (queue 35 of 10)',
      'after 1200 s: 4 -> 0 (queue 0 of 10)',
    ]);
  });

  it('sleeps through values up to the activation value', () => {
    const triggers = [{ ...queue, metadata: { value: 10, activationValue: 35 } }];
    expect(scalings({ keda: { triggers }, values: { queue: burst } })).toEqual([]);
    expect(scalings({ keda: { triggers }, values: { queue: 35.001 } })).toHaveLength(2);
  });

  it('climbs by no more than four, or twice, in 15 s', () => {
    expect(scalings({ for: '1m', values: { queue: 400 } })).toEqual([
      // The first poll comes with the run, the first sync 15 s later.
      'after 0 s: 0 -> 1 (queue 400 of 10)',
      'after 15 s: 1 -> 5 (queue 400 of 10)',
      'after 30 s: 5 -> 10 (queue 400 of 10)',
      'after 45 s: 10 -> 20 (queue 400 of 10)',
    ]);
  });

  it('counts by the value as it is, times those ready, where the metric is a Value', () => {
    const triggers = [{ ...queue, metricType: 'Value' }];
    const steps = [
      ['0h', 0],
      ['10m', 25],
      ['15m', 10],
    ];
    expect(scalings({ keda: { triggers }, values: { queue: { steps } }, for: '20m' }).slice(0, 4)).toEqual([
      'after 600 s: 0 -> 1 (queue 25 of 10)',
      'after 615 s: 1 -> 3 (queue 25 of 10)',
      'after 630 s: 3 -> 7 (queue 25 of 10)',
      'after 645 s: 7 -> 14 (queue 25 of 10)',
    ]);
  });

  it('may ask for fewer as a Value rises, where not all are ready', () => {
    const triggers = [{ ...queue, metricType: 'Value' }];
    const points = [
      ['10m', 10],
      ['10m', 25],
      ['11m', 25],
      ['11m', 10],
      ['15m', 10],
      ['1050s', 25],
    ];
    const autoscaling = { minScale: 2, scaleToZeroDelay: 30 };
    const given = { keda: { triggers }, autoscaling, values: { queue: { points } }, start: '1h' };
    expect(scalings({ ...given, for: '16m' })).toEqual([
      'after 600 s: 2 -> 5 (queue 25 of 10)',
      // Until then a ratio of up to 1.1 was tolerated: as many as there are. Now it is that of the two that are ready.
      'after 930 s: 5 -> 3 (queue 13 of 10)',
    ]);
  });

  it('follows the hungriest of several triggers', () => {
    const triggers = [queue, { type: 'kafka', metadata: { lagThreshold: 100 } }];
    expect(scalings({ keda: { triggers }, values: { queue: 5, kafka: 390 }, for: '1m' })).toEqual([
      'after 0 s: 0 -> 1 (queue 5 of 10, kafka 390 of 100)',
      'after 15 s: 1 -> 4 (queue 5 of 10, kafka 390 of 100)',
    ]);
  });
});

describe('a trigger that fails', () => {
  const other = { type: 'rabbitmq', name: 'other', metadata: { value: '10' } };
  const fallback = { failureThreshold: 3, replicas: 6 };

  it('keeps its failures where a patch moves it within the list', () => {
    const keda = { triggers: [other, queue], fallback };
    const given: Given = { for: '10m', keda, values: { queue: 'failing', other: 0 } };
    const timeline = [patch('+40s', { keda: { triggers: [queue, other] } })];
    // Polls at 0, 30, 60 and 90 s fail.
    const third = 'after 90 s: 0 -> 6';
    expect(scalings(given).map((one) => one.slice(0, third.length))).toEqual([third]);
    expect(scalings({ ...given, timeline }).map((one) => one.slice(0, third.length))).toEqual([third]);
  });
});

describe('a workload that follows a schedule', () => {
  const triggers = [{ type: 'cron', metadata: { start: '10 * * * *', end: '30 * * * *', desiredReplicas: '3' } }];

  it('has its replicas from the start to the end, and sleeps a cooldown later', () => {
    expect(scalings({ keda: { triggers, cooldownPeriod: 60 }, values: {} })).toEqual([
      'after 600 s: 0 -> 1 (cron 3 of 1)',
      'after 600 s: 1 -> 3 (cron 3 of 1)',
      'after 1845 s: 3 -> 1 (cron 0 of 1)',
      'after 1860 s: 1 -> 0 (cron 0 of 1)',
    ]);
  });

  it('does what the scenario says instead, where that says something', () => {
    expect(scalings({ keda: { triggers }, values: { cron: 0 } })).toEqual([]);
  });
});

describe('a trigger that fails', () => {
  const fails = (at: string) => ({ at, behavior: { 'shop/worker': { keda: { queue: 'failing' } } } });
  const works = (at: string, value: number) => ({ at, behavior: { 'shop/worker': { keda: { queue: value } } } });

  it('changes nothing without a fallback, neither asleep nor awake', () => {
    expect(scalings({ values: { queue: 'failing' } })).toEqual([]);
    const timeline = [fails('+10m'), works('+40m', 0)];
    // Awake all that time, but active for the last time half an hour before.
    expect(scalings({ values: { queue: 35 }, timeline }).slice(2)).toEqual(['after 2400 s: 4 -> 0 (queue 0 of 10)']);
  });

  it('gives way to its fallback after so many polls, wakes by it too, and comes back', () => {
    const keda = { fallback: { failureThreshold: 3, replicas: 6 } };
    const timeline = [fails('+601s'), works('+20m', 35)];
    expect(scalings({ keda, values: { queue: 0 }, timeline, for: '25m' })).toEqual([
      // Polls fail at 630, 660, 690 and 720 s: the fourth is more than three.
      'after 720 s: 0 -> 6 (queue fails of 10)',
      'after 1245 s: 6 -> 4 (queue 35 of 10)',
    ]);
  });

  it.each([
    [{ failureThreshold: 0 }, 'exceeded', 630],
    [{}, 'exceeded', 630],
    [{ failureThreshold: 1 }, 'exceeded', 660],
    [{ failureThreshold: 1 }, 'reached', 630],
    [{ failureThreshold: 3 }, 'reached', 690],
  ])('gives way to it at a poll that fails, at no sync before (`keda.fallback.at`): %j %s', (threshold, at, second) => {
    const keda = { fallback: { ...threshold, replicas: 6 } };
    const assumptions = { 'keda.fallback.at': at };
    const all = scalings({ keda, values: { queue: 35 }, timeline: [fails('+601s')], for: '25m', assumptions });
    // The sync at 615 s knows of none.
    expect(all.slice(2)).toEqual([`after ${second} s: 4 -> 6 (queue fails of 10)`]);
  });

  it('leaves the other trigger as it is', () => {
    const triggers = [queue, { type: 'kafka', metadata: { lagThreshold: 100 } }];
    expect(scalings({ keda: { triggers }, values: { queue: 5, kafka: 390 }, timeline: [fails('+10m')] })).toEqual([
      'after 0 s: 0 -> 1 (queue 5 of 10, kafka 390 of 100)',
      'after 15 s: 1 -> 4 (queue 5 of 10, kafka 390 of 100)',
    ]);
  });

  it('is one of which nothing is told, where that is assumed (`keda.value.missing`)', () => {
    const keda = { fallback: { failureThreshold: 1, replicas: 2 } };
    expect(scalings({ keda, values: {} })).toEqual([]);
    expect(scalings({ keda, values: {}, assumptions: { 'keda.value.missing': 'failing' } })).toEqual([
      'after 30 s: 0 -> 2 (queue fails of 10)',
    ]);
  });
});

describe('a workload with triggers', () => {
  it('begins anew when it is resumed: at one, and to zero when nothing is active (`keda.initialCooldown`)', () => {
    const timeline = [suspend('+10m', true), suspend('+20m', false)];
    const { of } = run({
      values: {
        queue: {
          steps: [
            ['0h', 35],
            ['15m', 0],
          ],
        },
      },
      timeline,
    });
    expect(of('deployment.resumed').map(({ data }) => data['to'])).toEqual([1]);
    const [last] = of('deployment.scaled').slice(-1);
    expect([last?.data['from'], last?.data['to']]).toEqual([1, 0]);
    expect(last?.reason.assumptions).toContain('keda.initialCooldown');
    // Resumed, it is polled at once.
    expect(last?.at).toBe(start + 1200 * second);
  });

  const waiting = { keda: { initialCooldownPeriod: 600 }, autoscaling: { minScale: 1 }, values: { queue: 0 } };

  it.each([
    ['after the start of a run that creates it', waiting, 'cold', [], 630],
    [
      'after its metric became keda',
      { ...waiting, autoscaling: { metric: 'cpu', minScale: 1 } },
      'settled',
      [patch('+2m', scale)],
      750,
    ],
    ['not where it has been there for long', waiting, 'settled', [], 60],
  ])('waits out its initial cooldown: %s', (_, given, begins, timeline, zeroAt) => {
    const steps = [...timeline, patch('+1m', { minScale: 0 })];
    expect(scalings({ ...given, assumptions: { 'run.start': begins }, timeline: steps }).slice(-1)).toEqual([
      `after ${zeroAt} s: 1 -> 0 (queue 0 of 10)`,
    ]);
  });

  it.each([
    ['is as old as before when it is resumed', {}, 660],
    ['or begins its life again (`keda.creation`)', { 'keda.creation': 'resume' }, 1290],
  ])('%s', (_, assumptions, zeroAt) => {
    const timeline = [patch('+1m', { minScale: 0 }), suspend('+5m', true), suspend('+11m', false)];
    const cold = { 'run.start': 'cold', ...assumptions };
    expect(scalings({ ...waiting, assumptions: cold, timeline }).slice(-1)).toEqual([
      `after ${zeroAt} s: 1 -> 0 (queue 0 of 10)`,
    ]);
  });

  it('is created anew where its location returns', () => {
    const down = { at: '+20m', fault: { locationOutage: { location: 'aws-us-east-1' } }, for: '5m' };
    const timeline = [down, patch('+26m', { minScale: 0 })];
    // The outage ends at 1500 s.
    expect(scalings({ ...waiting, timeline }).slice(-1)).toEqual(['after 2130 s: 1 -> 0 (queue 0 of 10)']);
  });

  it('ends its initial cooldown with the first active poll', () => {
    const keda = { initialCooldownPeriod: 3600, cooldownPeriod: 40 };
    const steps = [
      ['0h', 0],
      ['30m', 5],
      ['1840s', 0],
    ];
    const given = { keda, autoscaling: { minScale: 1 }, values: { queue: { steps } } };
    const timeline = [patch('+1m', { minScale: 0 })];
    expect(scalings({ ...given, assumptions: { 'run.start': 'cold' }, timeline }).slice(-1)).toEqual([
      'after 1890 s: 1 -> 0 (queue 0 of 10)',
    ]);
  });

  it('is woken by a minScale that rises', () => {
    const { of } = run({ values: { queue: 0 }, timeline: [patch('+1m', { minScale: 2 })] });
    expect(of('deployment.scaled').map(({ data }) => [data['from'], data['to']])).toEqual([[0, 2]]);
  });

  it('follows its triggers from when its metric is keda', () => {
    const found = scalings({
      autoscaling: { metric: 'cpu', minScale: 1 },
      values: { queue: 35 },
      timeline: [patch('+10m', { metric: 'keda' })],
      for: '15m',
    });
    expect(found).toEqual(['after 615 s: 1 -> 4 (queue 35 of 10)']);
  });

  it('is asked nothing while it sleeps', () => {
    const containers = [{ name: 'main', image: 'worker:1', cpu: '100m', memory: '128Mi', ports: [{ number: 8080 }] }];
    const autoscaling = { ...scale, keda: { triggers: [queue] } };
    const rates = (value: number): number | undefined => {
      const { run: ended } = ran({
        for: '10m',
        timing: 'instant',
        resources: [workload('worker', 'standard', { containers, defaultOptions: { autoscaling } })],
        behavior: { 'shop/worker': { keda: { queue: value } } },
        demand: [{ to: 'shop/worker', rate: '1/s' }],
      });
      const [deployment] = ended.sim.world.entities.filter((entity) => entity.kind === 'deployment');
      return deployment?.inflow.flow.length;
    };
    expect([rates(0), rates(1)]).toEqual([0, 1]);
  });

  it('takes few events while it sleeps', () => {
    const { run: asleep } = run({ values: { queue: 0 }, for: '30d' });
    expect(asleep.sim.events).toBeLessThan(10);
  });

  it('hears the same in all locations (`keda.value.location`)', () => {
    const { of } = ran({
      for: '1m',
      resources: [
        {
          kind: 'gvc',
          name: 'far',
          spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/azure-eastus2'] } },
        },
        {
          ...workload('worker', 'standard', {
            defaultOptions: { autoscaling: { ...scale, keda: { triggers: [queue] } } },
          }),
          gvc: 'far',
        },
      ],
      behavior: { 'far/worker': { keda: { queue: { points: [['0s', 20]], noise: { every: '1h', cv: 0.4 } } } } },
      assumptions: { 'run.start': 'minScale' },
    });
    const measured = of('deployment.scaled').map(({ data }) => JSON.stringify(data['measured']));
    expect(measured.length).toBeGreaterThan(2);
    expect(new Set(measured).size).toBe(1);
  });
});
