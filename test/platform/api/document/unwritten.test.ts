import { describe, expect, it } from 'vitest';
import { Session } from '../../../../src/experiment/session/session.ts';
import { withoutUnwritten } from '../../../../src/platform/api/document/unwritten.ts';
import { parseScenario } from '../../../../src/scenario/parse.ts';

const gvc = '/org/acme/gvc/shop';

function begun(spec: object, more: readonly object[] = []): Session {
  const location = { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } };
  const text = JSON.stringify({
    svcsim: 1,
    start: '2026-11-01T00:00:00Z',
    for: '1d',
    resources: [
      { kind: 'gvc', name: 'shop', spec: location },
      { kind: 'workload', gvc: 'shop', name: 'api', spec: { type: 'standard', ...spec } },
      ...more,
    ],
  });
  const options = { file: 'shop.json' };
  const { scenario, problems } = parseScenario(text, options);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  return new Session({ scenario, text, options });
}

const containers = [{ name: 'main', image: 'api:1', cpu: '100m', memory: '128Mi' }];

/** What is looked at of a record, and changed. */
interface Read {
  version: number;
  spec: {
    containers: { [field: string]: string }[];
    defaultOptions: { autoscaling: { [field: string]: unknown } };
    autoscaling: { scalingFactor: number; predictive: { scalingFactor?: number } };
  };
}

const read = (session: Session, path: string): Read =>
  structuredClone(session.request({ method: 'GET', path }).body) as unknown as Read;

/** The record that was read, one of its parts changed and the whole sent back. */
function sentBack(
  session: Session,
  method: 'PUT' | 'PATCH',
  change: (record: Read) => void,
  path = `${gvc}/workload/api`,
) {
  const record = read(session, path);
  change(record);
  const { status, body } = session.request({ method, path, body: record });
  expect([status, body]).toMatchObject([200, {}]);
  return read(session, path);
}

describe.each(['PUT', 'PATCH'] as const)('a whole record that was read comes back by %s', (method) => {
  it('with another cpu: what follows from it goes on following', () => {
    const session = begun({ containers });
    const after = sentBack(session, method, ({ spec }) => {
      spec.containers[0]!['cpu'] = '500m';
    });
    expect(after.spec.containers[0]).toMatchObject({
      cpu: '500m',
      minCpu: '500m',
      memory: '128Mi',
      minMemory: '128Mi',
    });
    const less = sentBack(session, method, ({ spec }) => {
      spec.containers[0]!['cpu'] = '50m';
      spec.containers[0]!['memory'] = '64Mi';
    });
    expect(less.spec.containers[0]).toMatchObject({ minCpu: '50m', minMemory: '64Mi' });
  });

  it('with another metric: the target that was shown is not kept for it', () => {
    const session = begun({ containers, defaultOptions: { autoscaling: { metric: 'cpu' } } });
    const after = sentBack(session, method, ({ spec }) => {
      spec.defaultOptions.autoscaling['metric'] = 'keda';
      spec.defaultOptions.autoscaling['keda'] = { triggers: [{ type: 'kafka' }] };
    });
    expect(after.spec.defaultOptions.autoscaling['metric']).toBe('keda');
  });

  it('what was written stays written, though it is what would be shown', () => {
    const session = begun({ containers: [{ ...containers[0], minCpu: '100m' }] });
    const after = sentBack(session, method, ({ spec }) => {
      spec.containers[0]!['cpu'] = '200m';
    });
    expect(after.spec.containers[0]).toMatchObject({ cpu: '200m', minCpu: '100m' });
  });

  it('a factor of growth below 1.1 is none for the prediction, and is not shown as one', () => {
    const autoscaling = {
      maxCapacity: 100,
      minFreePercentage: 20,
      scalingFactor: 1.05,
      predictive: { enabled: false },
    };
    const spec = { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10, autoscaling };
    const session = begun({ containers }, [{ kind: 'volumeset', gvc: 'shop', name: 'data', spec }]);
    const path = `${gvc}/volumeset/data`;
    expect(read(session, path).spec.autoscaling.predictive.scalingFactor).toBeUndefined();
    expect(sentBack(session, method, () => {}, path).version).toBe(1);
    const after = sentBack(session, method, ({ spec: { autoscaling: growth } }) => (growth.scalingFactor = 1.5), path);
    expect(after.spec.autoscaling.predictive.scalingFactor).toBe(1.5);
  });
});

describe('what is sent without having been read', () => {
  it('is written, also where it is what would be shown', () => {
    const session = begun({ containers });
    const path = `${gvc}/workload/api`;
    const pinned = { spec: { containers: [{ ...containers[0], minCpu: '100m' }] } };
    expect(session.request({ method: 'PATCH', path, body: pinned }).status).toBe(200);
    session.request({ method: 'PATCH', path, body: { spec: { containers: [{ name: 'main', cpu: '150m' }] } } });
    expect(read(session, path).spec.containers[0]).toMatchObject({ cpu: '150m', minCpu: '100m' });
  });
});

describe('defaults that nobody has written', () => {
  it('go, by name, location or place, at any depth', () => {
    const written = { a: 1, list: [{ name: 'x' }, { name: 'y', own: 1 }] };
    const shown = {
      a: 1,
      b: 2,
      deep: { c: 3, d: 4 },
      list: [
        { name: 'x', e: 5 },
        { name: 'y', own: 1, e: 5 },
      ],
    };
    const sent = {
      a: 1,
      b: 2,
      deep: { c: 3, d: 9 },
      list: [
        { name: 'y', own: 1, e: 5 },
        { name: 'z', e: 5 },
      ],
    };
    expect(withoutUnwritten(sent, written, shown)).toEqual({
      a: 1,
      deep: { d: 9 },
      list: [
        { name: 'y', own: 1 },
        { name: 'z', e: 5 },
      ],
    });
  });
});
