import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { accept, acme, ask, shop } from './acme.ts';

const image = { name: 'main', image: 'web:1' };
const workload = (name: string, spec: JsonObject = {}): JsonObject => ({
  name,
  spec: { containers: [image], ...spec },
});

/** Status and rule of a request; where it is taken, the status alone. */
function said(
  overrides: Partial<Assumptions>,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: JsonObject,
): string {
  const { response } = ask(acme(overrides), method, path, body);
  const { details = [] } = response.body as { readonly details?: readonly JsonObject[] };
  return [response.status, ...details.map(({ rule }) => rule)].join(' ');
}

describe('what a workload may leave out, and say', () => {
  it('`type.default`: serverless, standard, or required (TYPE-1)', () => {
    const made = (how: Assumptions['type.default']) =>
      accept(acme({ 'type.default': how }), 'POST', `${shop}/workload`, workload('web', ports)).spec;
    const ports = { containers: [{ ...image, ports: [{ number: 80 }] }] };
    expect(made('serverless')).toMatchObject({ type: 'serverless' });
    expect(made('standard')).toMatchObject({ type: 'standard' });
    expect(said({ 'type.default': 'required' }, 'POST', `${shop}/workload`, workload('web', ports))).toBe('400 TYPE-1');
    expect(
      said({ 'type.default': 'required' }, 'POST', `${shop}/workload`, workload('web', { type: 'standard' })),
    ).toBe('201');
  });

  it('`type.metrics`: a metric that is left out of the list of its type is refused', () => {
    const metrics = { ...defaultAssumptions['type.metrics'], standard: ['cpu', 'disabled'] };
    const scaled = (metric: string) =>
      workload('web', { type: 'standard', defaultOptions: { autoscaling: { metric } } });
    expect(said({}, 'POST', `${shop}/workload`, scaled('memory'))).toBe('201');
    expect(said({ 'type.metrics': metrics }, 'POST', `${shop}/workload`, scaled('memory'))).toBe('400 type.metrics');
    expect(said({ 'type.metrics': metrics }, 'POST', `${shop}/workload`, scaled('cpu'))).toBe('201');
  });

  it('`type.cronDropped`: what is not in the list is kept', () => {
    const spec = { type: 'cron', job: { schedule: '@daily' }, defaultOptions: { timeoutSeconds: 9, debug: true } };
    const kept = (dropped: readonly string[]) =>
      accept(acme({ 'type.cronDropped': dropped }), 'POST', `${shop}/workload`, workload('web', spec)).spec;
    expect(kept(defaultAssumptions['type.cronDropped'])).not.toHaveProperty('defaultOptions.debug');
    expect(kept(['timeoutSeconds'])).toMatchObject({ defaultOptions: { debug: true } });
    expect(kept(['timeoutSeconds'])).not.toHaveProperty('defaultOptions.timeoutSeconds', 9);
  });

  it('`fields.maxUnavailableOnStateful`: drop stores it for other types only, and shows no default of it', () => {
    const rolloutOptions = { maxUnavailableReplicas: 3, minReadySeconds: 5 };
    const stored = (how: 'keep' | 'drop', type: string) =>
      accept(
        acme({ 'fields.maxUnavailableOnStateful': how }),
        'POST',
        `${shop}/workload`,
        workload('web', { type, rolloutOptions }),
      ).spec;
    expect(stored('keep', 'stateful')).toMatchObject({ rolloutOptions });
    expect(stored('drop', 'standard')).toMatchObject({ rolloutOptions });
    expect(stored('drop', 'stateful')).toMatchObject({ rolloutOptions: { minReadySeconds: 5 } });
    expect(stored('drop', 'stateful')).not.toHaveProperty('rolloutOptions.maxUnavailableReplicas');
  });

  it.each<[keyof Assumptions, Partial<Assumptions>, JsonObject]>([
    [
      'fields.bounds.metricPercentile',
      { 'fields.bounds.metricPercentile': ['p50', 'p75'] },
      { metric: 'latency', target: 100, metricPercentile: 'p99' },
    ],
    [
      'fields.bounds.multiMetrics',
      { 'fields.bounds.multiMetrics': ['cpu', 'memory'] },
      { metric: 'multi', multi: [{ metric: 'rps', target: 10 }] },
    ],
    [
      'fields.bounds.metricPercentile',
      { 'fields.bounds.metricPercentile': ['p50'] },
      { metric: 'multi', multi: [{ metric: 'rps', target: 10, metricPercentile: 'p75' }] },
    ],
  ])('`%s`: what a list leaves out is refused', (name, overrides, autoscaling) => {
    const body = workload('web', { type: 'standard', defaultOptions: { autoscaling } });
    expect(said({}, 'POST', `${shop}/workload`, body)).toBe('201');
    expect(said(overrides, 'POST', `${shop}/workload`, body)).toBe(`400 ${name}`);
  });

  it('`fields.unknown`: kept, refused, or dropped', () => {
    const body = workload('web', { type: 'standard', colour: 'red' });
    const colour = (how: Assumptions['fields.unknown']) =>
      accept(acme({ 'fields.unknown': how }), 'POST', `${shop}/workload`, body).spec;
    expect(colour('keep')).toMatchObject({ colour: 'red' });
    expect(colour('drop')).not.toHaveProperty('colour');
    expect(said({ 'fields.unknown': 'refuse' }, 'POST', `${shop}/workload`, body)).toBe('400 fields.unknown');
  });
});

describe('`location.made`: who makes locations', () => {
  const home = { name: 'aws-home-1', provider: 'aws' };

  it('byokOnly: for own clusters alone; anyProvider: any, which may be deleted again', () => {
    expect(said({}, 'POST', '/org/acme/location', home)).toBe('400 location.made');
    const control = acme({ 'location.made': 'anyProvider' });
    expect(accept(control, 'POST', '/org/acme/location', home)).toMatchObject({ provider: 'aws', region: 'home-1' });
    accept(control, 'DELETE', '/org/acme/location/aws-home-1');
    expect(ask(control, 'DELETE', '/org/acme/location/gcp-us-east1').response.status).toBe(400);
  });
});

describe('`volume.initialCapacity.change`: what a change of it means where volumes may be', () => {
  it('newVolumes takes it, refuse does not', () => {
    const patch = (initialCapacity: number) => ({ spec: { initialCapacity } });
    const at = `${shop}/volumeset/data`;
    expect(said({}, 'PATCH', at, patch(20))).toBe('200');
    const strict = { 'volume.initialCapacity.change': 'refuse' } as const;
    expect(said(strict, 'PATCH', at, patch(20))).toBe('400 volume.initialCapacity.change');
    expect(said(strict, 'PATCH', at, patch(10))).toBe('200');
    expect(said(strict, 'PATCH', at, { tags: { a: 1 } })).toBe('200');
  });
});

describe('`api.commandFields`: fields and commands that clients send and no rule states', () => {
  const strict = { 'api.commandFields': 'specOnly' } as const;
  const volume = { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity: 20 };
  const expand = (spec: JsonObject) => ({ type: 'expandVolume', spec });
  const at = `${shop}/volumeset/data/-command`;

  it('specOnly refuses them', () => {
    expect(said(strict, 'POST', at, expand({ ...volume, timeoutSeconds: 5 }))).toBe('400 api.commandFields');
    const stop = { type: 'stopReplica', spec: { location: 'aws-us-east-1' } };
    expect(said({}, 'POST', `${shop}/workload/api/-command`, stop)).toBe('201');
    expect(said(strict, 'POST', `${shop}/workload/api/-command`, stop)).toBe('400 CRON-13');
  });

  it('what the rules state is judged as before', () => {
    expect(said(strict, 'POST', at, expand(volume))).toBe(said({}, 'POST', at, expand(volume)));
  });
});
