import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/platform/api/document/json.ts';
import { workloadSettings } from '../../../src/platform/api/settings/workloadSettings.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { accept, acme, shop } from './acme.ts';
import { judge } from './judged.ts';

const web = { name: 'web', image: 'web:1' };

const of = (type: string, more: JsonObject = {}, container: JsonObject = {}): JsonObject => ({
  type,
  containers: [{ ...web, ...container }],
  ...more,
});

/** Findings of a new workload, as `severity rule path`. */
function found(spec: JsonObject, assumptions: Partial<Assumptions> = {}): string[] {
  const control = acme(assumptions);
  return judge('workload', { kind: 'workload', name: 'new', spec } as Json as JsonObject, control).map(
    ({ severity, rule, path }) => `${severity} ${rule} ${path.join('.')}`,
  );
}

/** The spec of a new workload as it is read back. */
function stored(spec: JsonObject, assumptions: Partial<Assumptions> = {}): JsonObject {
  const control = acme(assumptions);
  accept(control, 'POST', `${shop}/workload`, { name: 'new', spec });
  return accept(control, 'GET', `${shop}/workload/new`).spec as JsonObject;
}

describe('which workloads keep the ratio 1:4 (`resource.ratio.appliesTo`)', () => {
  const wide = { cpu: '500m', minCpu: '100m', memory: '500Mi', minMemory: '100Mi' };

  it('all: WL-8 and WL-10 hold for every type', () => {
    for (const type of ['standard', 'stateful'])
      expect(found(of(type, {}, wide))).toEqual([
        'error WL-8 spec.containers.0.minCpu',
        'error WL-10 spec.containers.0.minMemory',
      ]);
  });

  it('stateful: for stateful workloads alone; the distance holds for all', () => {
    const alone = { 'resource.ratio.appliesTo': 'stateful' } as const;
    expect(found(of('standard', {}, wide), alone)).toEqual([]);
    expect(found(of('stateful', {}, wide), alone)).toHaveLength(2);
    expect(found(of('standard', {}, { cpu: '5000m', minCpu: '999m' }), alone)).toEqual([
      'error WL-7 spec.containers.0.minCpu',
    ]);
  });
});

describe('a second override of a location (`localOptions.duplicate`)', () => {
  const twice = of('standard', {
    localOptions: [
      { location: 'aws-us-east-1', autoscaling: { minScale: 2, maxScale: 2 } },
      { location: 'aws-us-east-1', autoscaling: { minScale: 4, maxScale: 4 } },
    ],
  });

  it('inert: it is stored with a warning, and the first has the effect', () => {
    expect(found(twice)).toEqual(['warning localOptions.duplicate spec.localOptions.1.location']);
    const spec = stored(twice);
    expect(spec.localOptions).toHaveLength(2);
    const { localOptions } = workloadSettings(spec, {}, defaultAssumptions);
    expect([...localOptions].map(([name, { minScale }]) => [name, minScale])).toEqual([['aws-us-east-1', 2]]);
  });

  it('refuse: it is an error', () => {
    expect(found(twice, { 'localOptions.duplicate': 'refuse' })).toEqual([
      'error localOptions.duplicate spec.localOptions.1.location',
    ]);
  });
});

describe('a workload with Capacity AI and no metric (`autoscaling.metric.withCapacityAI`)', () => {
  const on = (type: string, autoscaling: JsonObject = {}): JsonObject =>
    of(type, { defaultOptions: { capacityAI: true, autoscaling } }, { ports: [{ number: 8080 }] });
  const metricIn = (spec: JsonObject): unknown =>
    (stored(spec).defaultOptions as { autoscaling: JsonObject }).autoscaling.metric;

  it('disabled: cpu is the default that Capacity AI does not go together with', () => {
    expect(metricIn(on('standard'))).toBe('disabled');
    expect(metricIn(on('serverless'))).toBe('concurrency');
    expect(metricIn(on('standard', { metric: 'rps' }))).toBe('rps');
    expect(metricIn(of('standard', { defaultOptions: { capacityAI: false } }))).toBe('cpu');
    expect(found(on('standard'))).toEqual([]);
  });

  it('a metric cpu that is written is refused with it; so is the default, by the alternative', () => {
    const refused = ['error fields.bounds.capacityAIWithCpu spec.defaultOptions.capacityAI'];
    expect(found(on('standard', { metric: 'cpu', target: 80 }))).toEqual(refused);
    expect(found(on('standard', { target: 80 }), { 'autoscaling.metric.withCapacityAI': 'asDefault' })).toEqual(
      refused,
    );
  });
});

describe('how many volumes a container mounts (`fields.bounds.volumesOfContainer`)', () => {
  const count = (volumes: number, assumptions: Partial<Assumptions>): string[] => {
    const written = Array.from({ length: volumes }, (_, index) => ({
      uri: `svc://volumeset/data-${index}`,
      path: `/data/${index}`,
    }));
    return found(of('stateful', {}, { volumes: written }), assumptions).filter((one) =>
      one.includes('volumesOfContainer'),
    );
  };

  it('as many as it likes (WL-16), or at most so many', () => {
    const most = { 'fields.bounds.volumesOfContainer': { from: 0, to: 15 } };
    expect(count(100, {})).toEqual([]);
    expect(count(15, most)).toEqual([]);
    expect(count(16, most)).toEqual(['error fields.bounds.volumesOfContainer spec.containers.0.volumes']);
  });
});

describe('the order in which the locations of a GVC are shown (`api.locationLinks`)', () => {
  const shownBy = (order: Assumptions['api.locationLinks']): Json | undefined => {
    const control = acme({ 'api.locationLinks': order });
    const gvc = accept(control, 'GET', shop).spec as { staticPlacement: JsonObject };
    return gvc.staticPlacement.locationLinks;
  };

  it('as they are written, or sorted', () => {
    const links = ['//location/aws-us-east-1', '//location/aws-eu-central-1'];
    const whole = links.map((link) => link.replace('//', '/org/acme/'));
    expect([links, whole]).toContainEqual(shownBy('asWritten'));
    expect([links.toSorted(), whole.toSorted()]).toContainEqual(shownBy('sorted'));
  });
});
