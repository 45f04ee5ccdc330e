import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../src/platform/network/handlers/addresses.ts';
import { type Body, container, platform, shop } from './platform.ts';

type Spec = { readonly spec: { readonly [key: string]: Body } };

/** A workload of this spec, as it is made and shown; null: refused. */
function shown(spec: Body): Spec['spec'] | null {
  const { status, body } = platform().ask('POST', `${shop}/workload`, {
    name: 'own',
    spec: { containers: [container()], ...spec },
  });
  return status === 201 ? (body as Spec).spec : null;
}

describe('settings of the installation', () => {
  it('RES-5, API-1: the address of the API and the domains of workloads are those that are given', () => {
    const installation = {
      baseUrl: 'https://api.own.example',
      appDomain: 'app.own.example',
      locationDomain: 'place.own.example',
      internalDomain: 'inside.own.example',
    };
    const { taken, run } = platform({ installation });
    expect(taken('GET', '/discovery')).toMatchObject({ endpoints: { logs: installation.baseUrl } });
    const { status } = taken('GET', `${shop}/workload/db`) as {
      status: { endpoints: { url: string; origin: string }[] };
    };
    for (const { url, origin } of status.endpoints)
      expect(url.endsWith(origin === 'canonical' ? '.app.own.example' : '.place.own.example')).toBe(true);
    expect(taken('GET', `${shop}/workload/db/deployment/aws-us-east-1`)).toMatchObject({
      status: { remote: 'https://api.own.example/-remote/aws-us-east-1' },
    });
    const { world } = run.sim;
    const record = world.control.records.get(`${shop}/workload/db`);
    const inside =
      record === undefined ? [] : addressesIn(world, record).filter(({ kind }) => kind.startsWith('inter'));
    expect(inside.map(({ kind }) => kind)).toContain('internal');
    for (const { url } of inside) expect(url).toMatch(/\.inside\.own\.example:5432$/);
  });
});

describe('fields of a workload', () => {
  it('WL-6: minCpu and minMemory are text', () => {
    const spec = shown({ type: 'stateful', containers: [container({ minCpu: '50m', minMemory: '64Mi' })] });
    expect(spec?.containers).toMatchObject([{ minCpu: '50m', minMemory: '64Mi' }]);
    expect(shown({ type: 'stateful', containers: [container({ minCpu: ['50m'] })] })).toBeNull();
    expect(shown({ type: 'stateful', containers: [container({ minMemory: 64 })] })).toBeNull();
  });

  it('RETRY-1: attempts is a whole number, 2 where nothing is said', () => {
    expect(shown({ type: 'standard' })?.requestRetryPolicy).toMatchObject({ attempts: 2 });
    expect(shown({ type: 'standard', requestRetryPolicy: { attempts: 3 } })?.requestRetryPolicy).toMatchObject({
      attempts: 3,
    });
    expect(shown({ type: 'standard', requestRetryPolicy: { attempts: 1.5 } })).toBeNull();
  });

  it('RETRY-4: retryOn has six conditions where nothing is said', () => {
    expect(shown({ type: 'standard' })?.requestRetryPolicy?.retryOn).toEqual([
      'connect-failure',
      'refused-stream',
      'unavailable',
      'cancelled',
      'resource-exhausted',
      'retriable-status-codes',
    ]);
  });

  const job = (more: Body): Body => ({ type: 'cron', job: { schedule: '0 3 * * *', ...more } });

  it('CRON-9: activeDeadlineSeconds is a whole number without an upper bound, and may be left out', () => {
    expect(shown(job({}))?.job).not.toHaveProperty('activeDeadlineSeconds');
    expect(shown(job({ activeDeadlineSeconds: 1e9 }))?.job).toMatchObject({ activeDeadlineSeconds: 1e9 });
    expect(shown(job({ activeDeadlineSeconds: 0.5 }))).toBeNull();
  });

  it('SUSP-5: job.suspend is true or false', () => {
    expect(shown(job({}))?.job).toMatchObject({ suspend: false });
    expect(shown(job({ suspend: true }))?.job).toMatchObject({ suspend: true });
    expect(shown(job({ suspend: 'perhaps' }))).toBeNull();
  });
});

describe('what is billed', () => {
  const totals = (more: Body): unknown => {
    const { run, pass } = platform(more);
    pass(3_600);
    return run.bill().bill.totals.map(({ meter, quantity, unit }) => `${meter} ${quantity} ${unit}`);
  };

  it('BILL-1: a workload has minCpu and minMemory of its replicas: four of 60m and 96Mi, for an hour', () => {
    const found = totals({ resources: resources('ext4', { minCpu: '60m', minMemory: '96Mi' }) });
    expect(found).toContain(`reserved-cpu ${4 * 0.06 * 3_600}.0 Core-Seconds`);
    expect(found).toContain(`reserved-memory ${(4 * 96 * 3_600) / 1_024}.0 GiB-Seconds`);
  });

  it('BILL-3: object stores have the processor, the memory and the egress of each replica: four, for an hour', () => {
    const behavior = { 'shop/db': { mounter: { cpu: '500m', memory: '1Gi', egress: '1GB/h' } } };
    const found = totals({ resources: resources('ext4'), behavior });
    expect(found).toContain(`mounter-cpu ${4 * 0.5 * 3_600}.0 Core-Seconds`);
    expect(found).toContain(`mounter-memory ${4 * 3_600}.0 GiB-Seconds`);
    expect(found).toContain('mounter-egress 4.0 GB');
  });

  it('BILL-2: a volume set has the GB of all its volumes: two in each of two places, of 20 GB, for an hour', () => {
    expect(totals({ resources: resources('ext4') })).toContain(`volume-capacity ${80 * 3_600}.0 GB-Seconds`);
  });

  it('BILL-4: a shared one has the processor and the memory of each mount point: four of 500m and 1Gi, for an hour', () => {
    const found = totals({ resources: resources('shared') });
    expect(found).toContain(`mount-cpu ${4 * 0.5 * 3_600}.0 Core-Seconds`);
    expect(found).toContain(`mount-memory ${4 * 3_600}.0 GiB-Seconds`);
  });
});

/** `db` with two replicas in each of two places, and a volume set of a file system. */
function resources(fileSystemType: string, reserves: Body = {}): readonly Body[] {
  const performanceClass = fileSystemType === 'shared' ? {} : { performanceClass: 'general-purpose-ssd' };
  return [
    {
      kind: 'gvc',
      name: 'shop',
      spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/gcp-us-east1'] } },
    },
    {
      kind: 'volumeset',
      gvc: 'shop',
      name: 'data',
      spec: { fileSystemType, initialCapacity: 20, ...performanceClass },
    },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'db',
      spec: {
        type: 'stateful',
        containers: [container({ ...reserves, volumes: [{ uri: 'svc://volumeset/data', path: '/data' }] })],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2 } },
      },
    },
  ];
}
