import { describe, expect, it } from 'vitest';
import { minute } from '../../../src/engine/time.ts';
import { ran, replicas, workload } from './ran.ts';

const link = '/org/acme/gvc/shop/workload/web';
const image = (at: string, tag: number): object => ({
  at,
  patch: '/gvc/shop/workload/web',
  with: { spec: { containers: [{ name: 'main', image: `web:${tag}` }] } },
});

/** What a client reads of `web` and of its deployment at the end of some seconds. */
function shown(
  seconds: number,
  given: {
    readonly type?: string;
    readonly spec?: object;
    readonly timeline?: readonly object[];
    readonly behavior?: object;
  },
) {
  const { type = 'standard', spec = replicas(2), timeline = [], behavior = {} } = given;
  const { run } = ran({ for: `${seconds}s`, resources: [workload('web', type, spec)], timeline, behavior });
  const read = (path: string): Record<string, unknown> =>
    run.request({ method: 'GET', path }).body as Record<string, unknown>;
  const { status } = read(`${link}/deployment/aws-us-east-1`) as {
    status: { versions: object[] } & Record<string, unknown>;
  };
  return { workload: read(link), status };
}

describe('a deployment as a client reads it (ROLL-1, VER-2)', () => {
  it('is ready and at rest with the version that it runs', () => {
    const { status } = shown(60, {});
    expect(status).toMatchObject({
      ready: true,
      deploying: false,
      message: '',
      expectedDeploymentVersion: 1,
      lastProcessedVersion: 1,
    });
    expect(status.versions).toMatchObject([
      { workload: 1, ready: true, message: '', containers: { main: { resources: { replicas: 2, replicasReady: 2 } } } },
    ]);
  });

  it('lists both versions in a rollout, the older one first, and is ready by it', () => {
    const { status } = shown(70, { timeline: [image('+1m', 2)] });
    expect(status).toMatchObject({
      ready: true,
      deploying: true,
      expectedDeploymentVersion: 2,
      lastProcessedVersion: 2,
    });
    expect(status.versions).toMatchObject([
      { workload: 1, ready: true },
      { workload: 2, ready: false, message: '0 of 1 replicas are ready' },
    ]);
  });

  it('has no ready new version before its first replica is made', () => {
    const { status } = shown(70, { type: 'stateful', timeline: [image('+1m', 2)] });
    expect(status.versions.at(-1)).toMatchObject({ workload: 2, ready: false });
  });

  it('is no longer deploying when all replicas are of the new version', () => {
    const { status } = shown(200, { timeline: [image('+1m', 2)] });
    expect(status).toMatchObject({ ready: true, deploying: false });
    expect(status.versions).toHaveLength(1);
  });

  it('says that a rollout makes no progress', () => {
    const { status } = shown(minute, { timeline: [image('+1m', 2)], behavior: { 'shop/web': { start: '30d' } } });
    expect(status).toMatchObject({
      ready: true,
      deploying: true,
      message: 'the rollout of version 2 makes no progress',
    });
  });

  it('says that a maxScale of 0 deactivates the location, and not of a cron workload, which has no scale', () => {
    const message = 'This workload location is deactivated because maxScale is set to 0';
    expect(shown(60, { spec: replicas(0) }).status['message']).toBe(message);
    const cron = shown(60, { type: 'cron', spec: { job: { schedule: '@daily' } } });
    expect(cron.status['message']).toBe('');
  });

  it('sees a change of scale without deploying anything', () => {
    const timeline = [{ at: '+1m', patch: '/gvc/shop/workload/web', with: { spec: replicas(3) } }];
    expect(shown(62, { timeline }).status).toMatchObject({
      deploying: false,
      expectedDeploymentVersion: 1,
      lastProcessedVersion: 2,
    });
  });

  it.each([
    ['standard', replicas(2), {}],
    ['cron', { job: { schedule: '* * * * *' } }, { behavior: { 'shop/web': { execution: { duration: '10m' } } } }],
  ] as const)('is not ready while what is left of a deleted %s workload goes', (type, spec, given) => {
    const timeline = [{ at: '+91900ms', delete: '/gvc/shop/workload/web' }];
    const { workload: read, status } = shown(92, { type, spec, timeline, ...given });
    expect(status).toMatchObject({ ready: false, deploying: false, versions: [{ ready: false }] });
    expect(read['health']).toMatchObject({ readiness: 'Deleting', readyLocations: 0, totalLocations: 1 });
  });

  it('has a ready version at zero by scaling, but not while it is suspended', () => {
    const type = 'serverless';
    const containers = [{ name: 'main', image: 'web:1', ports: [{ number: 8080 }] }];
    const autoscaling = { metric: 'concurrency', minScale: 0, maxScale: 2, scaleToZeroDelay: 30 };
    const [asleep, suspended] = [{}, { suspend: true }].map((more) => {
      const spec = { containers, defaultOptions: { autoscaling, ...more } };
      return shown(120, { type, spec }).status;
    });
    expect(asleep).toMatchObject({ ready: true, versions: [{ ready: true, replicas: [] }] });
    expect(suspended).toMatchObject({ ready: false, versions: [{ ready: false, replicas: [] }] });
  });

  it('deploys the first version of a new workload too', () => {
    const { kind, name, spec } = workload('web', 'standard', replicas(2)) as {
      kind: string;
      name: string;
      spec: object;
    };
    const { run } = ran({
      for: '70s',
      resources: [],
      timeline: [{ at: '+1m', post: '/gvc/shop/workload', with: { kind, name, spec } }],
    });
    const { body } = run.request({ method: 'GET', path: `${link}/deployment/aws-us-east-1` });
    expect(body).toMatchObject({ status: { ready: false, deploying: true, versions: [{ ready: false }] } });
  });
});

describe('the suspension of a workload as a client reads it', () => {
  it.each([
    ['by its options', 'standard', { ...replicas(2), defaultOptions: { suspend: true } }, 'suspended', false],
    ['of a cron workload by its job', 'cron', { job: { schedule: '0 * * * *', suspend: true } }, 'suspended', false],
    ['not at all', 'cron', { job: { schedule: '0 * * * *' } }, 'notSuspended', true],
  ])('%s', (_, type, spec, suspendedStatus, ready) => {
    const { workload: seen, status } = shown(60, { type, spec });
    expect(seen).toMatchObject({ status: { suspendedStatus }, health: { readiness: ready ? 'Healthy' : 'Unknown' } });
    expect(status.ready).toBe(ready);
  });
});
