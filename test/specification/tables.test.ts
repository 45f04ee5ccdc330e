import { describe, expect, it } from 'vitest';
import { dwellingsIn, environmentIn } from '../../src/platform/network/handlers/environment.ts';
import { classLimits } from '../../src/platform/volume/capacity.ts';
import { planExpansion } from '../../src/platform/volume/expansion.ts';
import { deploymentsOf } from '../../src/platform/world.ts';
import { settings } from '../platform/volume/specs.ts';
import { type Body, container, platform, shop } from './platform.ts';

const ports = (...numbers: number[]): Body => ({ ports: numbers.map((number) => ({ number, protocol: 'http' })) });
const scale = (metric: string, minScale: number): Body => ({
  defaultOptions: { autoscaling: { metric, minScale, maxScale: 3 } },
});
const job = { job: { schedule: '*/5 * * * *' } };

/** Whether a workload of this spec is taken. */
function made(spec: Body, tags: Body = {}): number {
  const whole = { containers: [container()], ...spec };
  return platform().ask('POST', `${shop}/workload`, { name: 'own', tags, spec: whole }).status;
}

describe('the table of workload types', () => {
  it.each<[string, string, Body]>([
    ['standard', 'exposes no endpoint', {}],
    ['standard', 'serves several ports', { containers: [container(ports(8080, 9000))] }],
    ['stateful', 'serves several ports', { containers: [container(ports(8080, 9000))] }],
    ['stateful', 'has an endpoint a replica', { loadBalancer: { replicaDirect: true } }],
    ['cron', 'runs on a schedule', job],
    ['serverless', 'scales to zero', { containers: [container(ports(8080))], ...scale('concurrency', 0) }],
  ])('a %s workload %s', (type, _, spec) => {
    expect(made({ type, ...spec })).toBe(201);
  });

  it.each<[string, string, Body]>([
    ...(['cpu', 'memory', 'rps', 'latency'] as const).flatMap((metric): [string, string, Body][] => [
      ['standard', `to zero by ${metric} (TYPE-4)`, { containers: [container(ports(8080))], ...scale(metric, 0) }],
      ['stateful', `to zero by ${metric} (TYPE-4)`, { containers: [container(ports(8080))], ...scale(metric, 0) }],
    ]),
    ['stateful', 'with Capacity AI (TYPE-6)', { defaultOptions: { capacityAI: true } }],
    ['stateful', 'by concurrency (TYPE-7)', { containers: [container(ports(8080))], ...scale('concurrency', 1) }],
    ['cron', 'with a port (TYPE-8)', { ...job, containers: [container(ports(8080))] }],
    ['cron', 'with an override for a location (TYPE-13)', { ...job, localOptions: [{ location: 'aws-us-east-1' }] }],
    ['serverless', 'with two ports (TYPE-15)', { containers: [container(ports(8080, 9000))] }],
    ['serverless', 'without a port (TYPE-16)', {}],
  ])('a %s workload may not be %s', (type, _, spec) => {
    expect(made({ type, ...spec })).toBe(400);
  });
});

describe('the table of built-in environment variables (ENV-1 to ENV-12)', () => {
  it('every one of them is in every container, and no other of that prefix', () => {
    const { taken, run } = platform();
    const { alias } = taken('GET', shop) as { alias: string };
    const { world } = run.sim;
    const [deployment] = deploymentsOf(world, `${shop}/workload/db`);
    if (deployment === undefined) throw new Error('db is not deployed');
    for (const dwelling of dwellingsIn(world, deployment)) {
      for (const container of dwelling.containers) {
        const variables = environmentIn(world, deployment, dwelling, container);
        expect(Object.fromEntries(variables.map(({ name, value }) => [name, value]))).toEqual({
          SVC_GLOBAL_ENDPOINT: expect.stringMatching(`^db-${alias}\\.[a-z.]+$`),
          SVC_GVC: 'shop',
          SVC_GVC_ALIAS: expect.stringMatching(/^[a-z0-9]{13}$/),
          SVC_LOCATION: 'aws-us-east-1',
          SVC_NAMESPACE: expect.stringMatching(/./),
          SVC_PROVIDER: 'aws',
          SVC_ORG: 'acme',
          SVC_WORKLOAD: 'db',
          SVC_WORKLOAD_VERSION: '1',
          SVC_TOKEN: expect.stringMatching(/./),
          SVC_IMAGE: 'app:1',
        });
      }
    }
  });
});

describe('the table of classes and providers (VOL-9, VOL-10)', () => {
  it.each([
    ['general-purpose-ssd', 'aws', 125, 3_000],
    ['general-purpose-ssd', 'gcp', 1_200, 80_000],
    ['general-purpose-ssd', 'azure', 125, 3_000],
    ['high-throughput-ssd', 'aws', 400, 4_600],
    ['high-throughput-ssd', 'gcp', 1_200, 100_000],
    ['high-throughput-ssd', 'azure', 1_200, 15_500],
  ] as const)(
    '%s on %s reaches at most %d MB/s and %d IOPS',
    (performanceClass, provider, megabytesPerSecond, iops) => {
      expect(classLimits(performanceClass, provider, 65_536e6, 'fromGeneral')).toEqual({ megabytesPerSecond, iops });
    },
  );
});

describe('the table of predictive fields (VOLAUTO-4, VOLAUTO-5, VOLAUTO-6, VOLAUTO-7, VOLAUTO-8, VOLAUTO-9)', () => {
  const set = (autoscaling: Body): Body => ({ name: 'own', spec: { initialCapacity: 10, autoscaling } });
  const reactive = { minFreePercentage: 20, scalingFactor: 2 };

  it('has a default for each', () => {
    const { taken } = platform();
    const { spec } = taken('POST', `${shop}/volumeset`, set({ ...reactive, predictive: {} })) as {
      spec: { autoscaling: Body };
    };
    expect(spec.autoscaling.predictive).toEqual({
      enabled: false,
      lookbackHours: 24,
      projectionHours: 6,
      minDataPoints: 10,
      minGrowthRateGBPerHour: 0.01,
      scalingFactor: 2,
    });
  });

  it.each([
    ['lookbackHours', 1, 168],
    ['projectionHours', 1, 72],
    ['minDataPoints', 2, 100],
    ['scalingFactor', 1.1, 1_000],
  ] as const)('%s is from %d, included', (field, from, to) => {
    const status = (value: number): number =>
      platform().ask('POST', `${shop}/volumeset`, set({ ...reactive, predictive: { enabled: true, [field]: value } }))
        .status;
    expect([from, to].map(status)).toEqual([201, 201]);
    expect(status(from - 0.05)).toBe(400);
    if (field !== 'scalingFactor') expect(status(to + 1)).toBe(400);
  });

  it.each(['minFreePercentage', 'scalingFactor'])('enabled without %s is refused (VOLAUTO-10)', (field) => {
    const rest = Object.fromEntries(Object.entries(reactive).filter(([name]) => name !== field));
    const body = set({ ...rest, predictive: { enabled: true } });
    expect(platform().ask('POST', `${shop}/volumeset`, body).status).toBe(400);
  });
});

describe('the worked check of volume growth (VOLAUTO-12)', () => {
  it('8 GB used, 20 % free wanted, factor 2: 8 / 0.8 * 2 = 20 GB', () => {
    const used = { commandAtWork: false, capacityMicroGB: 9_900_000, reading: 8_000, fit: null, expansions: [] };
    expect(planExpansion(settings({ minFreePercentage: 20, scalingFactor: 2 }), used, 0)).toMatchObject({
      kind: 'act',
      actions: [{ toMicroGB: 20_000_000 }],
    });
  });
});

describe('the table of suspension (SUSP-1 to SUSP-7)', () => {
  it('a workload that is suspended stops serving at once, and resumes', () => {
    const { taken, pass } = platform();
    const status = (): Body => (taken('GET', `${shop}/workload/db`) as { status: Body }).status;
    const suspend = (value: boolean): Body => ({ spec: { defaultOptions: { suspend: value } } });
    taken('PATCH', `${shop}/workload/db`, suspend(true));
    expect(status()).toMatchObject({ suspendedStatus: 'suspended' });
    pass(120);
    expect(status()).toMatchObject({ currentReplicaCount: 0 });
    taken('PATCH', `${shop}/workload/db`, suspend(false));
    pass(300);
    expect(status()).toMatchObject({ suspendedStatus: 'notSuspended', currentReplicaCount: 4 });
  });
});

describe('the table of execution statuses (CRON-3 to CRON-12)', () => {
  const nightly = `${shop}/workload/nightly`;
  const statuses = (concurrencyPolicy: string, duration: string, more: Body = {}): unknown => {
    const { taken, pass } = platform({ behavior: { 'shop/nightly': { execution: { duration } } } });
    taken('PATCH', nightly, { spec: { job: { schedule: '*/5 * * * *', concurrencyPolicy, ...more } } });
    pass(11 * 60);
    const { status } = taken('GET', `${nightly}/deployment/aws-us-east-1`) as {
      status: { jobExecutions: { status: string }[] };
    };
    return status.jobExecutions.map((one) => one.status);
  };

  it.each<[string, string, string, Body, string[]]>([
    ['Forbid passes over what comes while one runs', 'Forbid', '7m', {}, ['Active']],
    ['Replace ends the one that runs', 'Replace', '7m', {}, ['Removed', 'Active']],
    ['Allow lets them overlap', 'Allow', '7m', {}, ['Active', 'Active']],
    ['what is done in time succeeds', 'Forbid', '2m', {}, ['Success', 'Active']],
    [
      'what takes longer than its deadline is removed',
      'Forbid',
      '3m',
      { activeDeadlineSeconds: 60 },
      ['Removed', 'Active'],
    ],
  ])('%s', (_, policy, duration, more, expected) => {
    expect(statuses(policy, duration, more)).toEqual(expected);
  });
});

describe('the table of network addresses (NET-1 to NET-4)', () => {
  it.each([
    ['without an org endpoint prefix', {}, (alias: string): string => `https://db-${alias}.`],
    ['with one', { endpointPrefix: 'acme-inc' }, (alias: string): string => `https://db-${alias}.acme-inc.`],
  ])('the canonical endpoint %s', (_, spec, begin) => {
    const { taken } = platform();
    taken('PATCH', shop, { spec });
    const { alias } = taken('GET', shop) as { alias: string };
    const { status } = taken('GET', `${shop}/workload/db`) as { status: { canonicalEndpoint: string } };
    expect(status.canonicalEndpoint.startsWith(begin(alias))).toBe(true);
  });

  it('a location has one, and so has each replica of a stateful workload', () => {
    const { taken } = platform();
    const { alias } = taken('GET', shop) as { alias: string };
    const { status } = taken('GET', `${shop}/workload/db`) as {
      status: { endpoints: { url: string; origin: string }[] };
    };
    const of = (origin: string): string[] =>
      status.endpoints.filter((one) => one.origin === origin).map(({ url }) => url.replace(/^https:\/\//, ''));
    const places = ['aws-us-east-1', 'gcp-us-east1'];
    expect(of('location').map((host) => host.split('.').slice(0, 2).join('.'))).toEqual(
      places.map((place) => `db-${alias}.${place}`),
    );
    expect(of('replica').map((host) => host.split('.').slice(0, 2).join('.'))).toEqual(
      places.flatMap((place) => [`db-${alias}-0.${place}`, `db-${alias}-1.${place}`]),
    );
  });
});

describe('the table of limits', () => {
  const workload = (spec: Body, tags: Body = {}): number => made({ type: 'standard', ...spec }, tags);
  const volumeset = (spec: Body): number =>
    platform().ask('POST', `${shop}/volumeset`, { name: 'own', spec: { initialCapacity: 10, ...spec } }).status;
  const cron = (more: Body): number => made({ type: 'cron', job: { ...job.job, ...more } });
  const cpu = (minCpu: string, most: string): number =>
    workload({ containers: [container({ cpu: most, minCpu, memory: '4Gi' })] });
  const memory = (minMemory: string, most: string): number =>
    workload({ containers: [container({ cpu: '4', memory: most, minMemory })] });
  const mount = (resources: Body): number => volumeset({ fileSystemType: 'shared', mountOptions: { resources } });
  const highThroughput = (initialCapacity: number): number =>
    volumeset({ performanceClass: 'high-throughput-ssd', initialCapacity });

  it.each<[string, () => number, () => number]>([
    [
      'WL-19: timeoutSeconds from 1',
      () => workload({ defaultOptions: { timeoutSeconds: 1 } }),
      () => workload({ defaultOptions: { timeoutSeconds: 0 } }),
    ],
    [
      'WL-19: timeoutSeconds to 600',
      () => workload({ defaultOptions: { timeoutSeconds: 600 } }),
      () => workload({ defaultOptions: { timeoutSeconds: 601 } }),
    ],
    ['CRON-6: historyLimit from 1', () => cron({ historyLimit: 1 }), () => cron({ historyLimit: 0 })],
    ['CRON-6: historyLimit to 10', () => cron({ historyLimit: 10 }), () => cron({ historyLimit: 11 })],
    ['WL-7: cpu 4000m above minCpu', () => cpu('2000m', '6000m'), () => cpu('1999m', '6000m')],
    ['WL-8: minCpu a quarter of cpu', () => cpu('250m', '1000m'), () => cpu('249m', '1000m')],
    ['WL-9: memory 4096Mi above minMemory', () => memory('2048Mi', '6144Mi'), () => memory('2047Mi', '6144Mi')],
    ['WL-10: minMemory a quarter of memory', () => memory('256Mi', '1024Mi'), () => memory('255Mi', '1024Mi')],
    [
      'VOL-22: mount maxCpu 4000m above',
      () => mount({ minCpu: '2000m', maxCpu: '6000m' }),
      () => mount({ minCpu: '1999m', maxCpu: '6000m' }),
    ],
    [
      'VOL-23: mount minCpu a quarter',
      () => mount({ minCpu: '250m', maxCpu: '1000m' }),
      () => mount({ minCpu: '249m', maxCpu: '1000m' }),
    ],
    [
      'VOL-24: mount maxMemory 4096Mi above',
      () => mount({ minMemory: '2048Mi', maxMemory: '6144Mi' }),
      () => mount({ minMemory: '2047Mi', maxMemory: '6144Mi' }),
    ],
    [
      'VOL-25: mount minMemory a quarter',
      () => mount({ minMemory: '256Mi', maxMemory: '1024Mi' }),
      () => mount({ minMemory: '255Mi', maxMemory: '1024Mi' }),
    ],
    [
      'VOL-7: general purpose from 10 GB',
      () => volumeset({ initialCapacity: 10 }),
      () => volumeset({ initialCapacity: 9.9 }),
    ],
    [
      'VOL-7: general purpose to 65536 GB',
      () => volumeset({ initialCapacity: 65_536 }),
      () => volumeset({ initialCapacity: 65_537 }),
    ],
    ['VOL-8: high throughput from 200 GB', () => highThroughput(200), () => highThroughput(199)],
    ['VOL-8: high throughput to 65536 GB', () => highThroughput(65_536), () => highThroughput(65_537)],
    [
      'VOLAUTO-2: minFreePercentage from 1',
      () => volumeset({ autoscaling: { minFreePercentage: 1 } }),
      () => volumeset({ autoscaling: { minFreePercentage: 0 } }),
    ],
    [
      'VOLAUTO-2: minFreePercentage to 100',
      () => volumeset({ autoscaling: { minFreePercentage: 100 } }),
      () => volumeset({ autoscaling: { minFreePercentage: 101 } }),
    ],
    [
      'VOLAUTO-3: scalingFactor from 1',
      () => volumeset({ autoscaling: { scalingFactor: 1 } }),
      () => volumeset({ autoscaling: { scalingFactor: 0.9 } }),
    ],
    [
      'SNAP-3: a snapshot an hour',
      () => volumeset({ snapshots: { schedule: '0 * * * *' } }),
      () => volumeset({ snapshots: { schedule: '*/30 * * * *' } }),
    ],
    [
      'RES-3: a name of 64 letters',
      () => platform().ask('POST', '/org/acme/gvc', { name: 'a'.repeat(64) }).status,
      () => platform().ask('POST', '/org/acme/gvc', { name: 'a'.repeat(65) }).status,
    ],
    [
      'RES-4: a description of 250 letters',
      () => platform().ask('POST', '/org/acme/gvc', { name: 'g', description: 'a'.repeat(250) }).status,
      () => platform().ask('POST', '/org/acme/gvc', { name: 'g', description: 'a'.repeat(251) }).status,
    ],
  ])('%s is taken, and what is just beyond is refused', (_, within, beyond) => {
    expect([within(), beyond()]).toEqual([201, 400]);
  });

  it('LIMIT-1: four expansions of a volume in a rolling 24 hours; the fifth is refused until the first is 24 hours old', () => {
    const { ask, pass, run } = platform();
    const expand = (newStorageCapacity: number): number =>
      ask('POST', `${shop}/volumeset/data/-command`, {
        type: 'expandVolume',
        spec: { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity },
      }).status;
    const first = run.now;
    for (const size of [30, 40, 50, 60]) {
      expect(expand(size)).toBe(201);
      pass(3_600);
    }
    const until = 24 * 3_600 - (run.now - first) / 1_000;
    pass(until - 0.001);
    expect(expand(70)).toBe(429);
    pass(0.001);
    expect(expand(70)).toBe(201);
  });

  it('VOL-13: an ext4 volume set is used by one workload, VOL-18: a shared one by any number', () => {
    const { ask, taken } = platform();
    taken('POST', `${shop}/volumeset`, { name: 'common', spec: { fileSystemType: 'shared', initialCapacity: 20 } });
    const mounting = (name: string, set: string): number =>
      ask('POST', `${shop}/workload`, {
        name,
        spec: {
          type: 'stateful',
          containers: [container({ volumes: [{ uri: `svc://volumeset/${set}`, path: '/data' }] })],
        },
      }).status;
    expect(mounting('second', 'data')).toBe(400);
    expect([mounting('third', 'common'), mounting('fourth', 'common')]).toEqual([201, 201]);
  });
});
