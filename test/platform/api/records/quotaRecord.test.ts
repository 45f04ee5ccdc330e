import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/platform/api/document/json.ts';
import { quotaStatus } from '../../../../src/platform/api/records/quotaRecord.ts';
import type { Control, QuotaName, Quotas } from '../../../../src/platform/api/records/state.ts';
import { forkControl } from '../../../../src/platform/api/records/store.ts';
import { idleView, type PlatformView } from '../../../../src/platform/api/records/view.ts';
import { handle } from '../../../../src/platform/api/requests/handle.ts';
import type { ApiRequest } from '../../../../src/platform/api/requests/request.ts';
import { accept, acme, ask, shop, standard, start } from '../acme.ts';

const path = (name: string): string => `/org/acme/quota/${name}`;
const view = (control: Control): PlatformView => ({
  ...idleView,
  readStatus: (record) => (record.kind === 'quota' ? quotaStatus(control, record) : {}),
});

function read(control: Control, name: string): JsonObject {
  return ask(control, 'GET', path(name), undefined, view(control)).response.body as JsonObject;
}

function refusal(control: Control, method: 'PATCH' | 'POST', at: string, body: Json): string {
  const { response } = ask(control, method, at, body);
  return `${response.status} ${(response.body as JsonObject).code ?? 'taken'}`;
}

const more = (name: string): JsonObject => standard(name);

describe('RES-1: quotas are there to be read', () => {
  it('one record each, with what binds and what there is', () => {
    const { items } = accept(acme(), 'GET', '/org/acme/quota') as { readonly items: readonly JsonObject[] };
    expect(items.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      'agents count',
      'cpu-per-workload m',
      'domains count',
      'identities-per-gvc count',
      'memory-per-workload Mi',
      'replicas-per-workload count',
      'volumesets-per-gvc count',
      'workloads-per-gvc count',
    ]);
    expect(read(acme(), 'workloads-per-gvc')).toMatchObject({
      kind: 'quota',
      name: 'workloads-per-gvc',
      description: 'workloads-per-gvc',
      unit: 'count',
      dimensions: { gvc: 'shop' },
      max: 1_000_000_000,
      current: 1,
      origin: 'default',
      version: 1,
    });
  });

  it('by their id as well as by their name', () => {
    const control = acme();
    const { id } = read(control, 'domains');
    expect(read(control, String(id))).toMatchObject({ name: 'domains' });
  });

  it('with the max of the scenario, in their own unit', () => {
    const quotas: Quotas = new Map([
      ['cpu-per-workload', 8000],
      ['memory-per-workload', 64 * 1024 ** 3],
    ]);
    const control = acme({}, quotas);
    expect(read(control, 'cpu-per-workload')).toMatchObject({ max: 8000, current: 250, unit: 'm' });
    expect(read(control, 'memory-per-workload')).toMatchObject({ max: 65_536, current: 640, unit: 'Mi' });
    expect(control.quotas).toEqual(quotas);
  });

  it('is neither made nor deleted', () => {
    expect(ask(acme(), 'POST', '/org/acme/quota', { name: 'more' }).response.status).toBe(405);
    expect(ask(acme(), 'DELETE', path('agents')).response.status).toBe(405);
  });
});

describe('`current` is that of the fullest (`api.quotaCurrent`)', () => {
  function twoGvcs(control: Control): Control {
    accept(control, 'POST', '/org/acme/gvc', { name: 'lab' });
    for (const name of ['a', 'b']) accept(control, 'POST', '/org/acme/gvc/lab/workload', standard(name));
    return control;
  }

  it('GVC, whose name stands in `dimensions`, the first by name of equals', () => {
    const control = twoGvcs(acme());
    expect(read(control, 'workloads-per-gvc')).toMatchObject({ current: 2, dimensions: { gvc: 'lab' } });
    ask(control, 'DELETE', '/org/acme/gvc/lab/workload/a');
    expect(read(control, 'workloads-per-gvc')).toMatchObject({ current: 1, dimensions: { gvc: 'lab' } });
    ask(control, 'DELETE', '/org/acme/gvc/lab/workload/b');
    expect(read(control, 'workloads-per-gvc')).toMatchObject({ current: 1, dimensions: { gvc: 'shop' } });
  });

  it('workload, as a write would be judged', () => {
    const control = twoGvcs(acme());
    const wide = { spec: { defaultOptions: { autoscaling: { maxScale: 9 } } } };
    accept(control, 'PATCH', '/org/acme/gvc/lab/workload/a', wide);
    expect(read(control, 'replicas-per-workload')).toMatchObject({ current: 9, dimensions: { gvc: 'lab' } });
  });

  it('or all together under `total`', () => {
    const control = twoGvcs(acme({ 'api.quotaCurrent': 'total' }));
    expect(read(control, 'workloads-per-gvc')).toMatchObject({ current: 3, dimensions: {} });
  });

  it('and 0 where there is none', () => {
    expect(read(acme(), 'domains')).toMatchObject({ current: 0, dimensions: {} });
  });
});

describe('a client may change `max`, and nothing else (`api.quotaPatch`)', () => {
  it('which binds from then on, in this run and not in a fork made before', () => {
    const control = acme();
    const fork = forkControl(control);
    expect(accept(control, 'PATCH', path('workloads-per-gvc'), { max: '1' })).toMatchObject({ max: 1, version: 2 });
    expect(refusal(control, 'POST', `${shop}/workload`, more('b'))).toBe('429 QUOTA');
    expect(refusal(fork, 'POST', `${shop}/workload`, more('b'))).toBe('201 taken');
    accept(control, 'PATCH', path('workloads-per-gvc'), { max: 2 });
    expect(refusal(control, 'POST', `${shop}/workload`, more('b'))).toBe('201 taken');
  });

  it('in the place of the one that there is, too', () => {
    const control = acme();
    const name = path('workloads-per-gvc');
    expect(accept(control, 'PATCH', name, { '$replace/max': 4 })).toMatchObject({ max: 4, version: 2 });
    expect(
      accept(control, 'PATCH', name, { '$replace/max': 4, '$replace/description': 'workloads-per-gvc' }).version,
    ).toBe(2);
    expect(refusal(control, 'PATCH', name, { '$replace/description': 'mine' })).toBe('400 INVALID');
    expect(refusal(control, 'PATCH', name, { '$append/max': [4] })).toBe('400 INVALID');
  });

  it.each([
    ['cpu-per-workload', 0.3, '400 INVALID'],
    ['cpu-per-workload', 300, '200 taken'],
    ['memory-per-workload', 0.3, '400 INVALID'],
    ['memory-per-workload', 0.5, '200 taken'],
    ['replicas-per-workload', 0.5, '400 INVALID'],
  ])('of %s: %d, as far as it binds at what it shows', (name, max, expected) => {
    const control = acme();
    expect(refusal(control, 'PATCH', path(name), { max })).toBe(expected);
    const bound = control.quotas.get(name as QuotaName);
    const each = name === 'memory-per-workload' ? 1_048_576 : 1;
    expect(bound).toBe(expected === '200 taken' ? max * each : undefined);
  });

  it('below what there is: that stays, and does not grow', () => {
    const control = acme();
    accept(control, 'PATCH', path('replicas-per-workload'), { max: 2 });
    const scale = (maxScale: number): JsonObject => ({ spec: { defaultOptions: { autoscaling: { maxScale } } } });
    expect(refusal(control, 'PATCH', `${shop}/workload/api`, scale(6))).toBe('429 QUOTA');
    expect(refusal(control, 'PATCH', `${shop}/workload/api`, scale(4))).toBe('200 taken');
    expect(refusal(control, 'PATCH', `${shop}/workload/api`, { description: 'still there' })).toBe('200 taken');
  });

  it('judges a request that comes again by the quota of then', () => {
    const control = acme();
    const scale = (maxScale: number): ApiRequest => ({
      method: 'PATCH',
      path: `${shop}/workload/api`,
      body: { spec: { defaultOptions: { autoscaling: { maxScale } } } },
    });
    const [wide, narrow] = [scale(9), scale(3)];
    const status = (request: ApiRequest): number => handle(control, request, start, idleView).response.status;
    expect([wide, narrow, wide, narrow].map(status)).toEqual([200, 200, 200, 200]);
    accept(control, 'PATCH', path('replicas-per-workload'), { max: 5 });
    expect([wide, narrow].map(status)).toEqual([429, 200]);
  });

  it.each<readonly [string, JsonObject]>([
    ['without it', { max: null }],
    ['without it, dropped', { $drop: ['max'] }],
  ])('%s nothing binds', (_, body) => {
    const control = acme({}, new Map([['workloads-per-gvc', 1]]));
    expect(accept(control, 'PATCH', path('workloads-per-gvc'), body)).toMatchObject({ max: 1_000_000_000 });
    expect(refusal(control, 'POST', `${shop}/workload`, more('b'))).toBe('201 taken');
  });

  it.each<readonly [string, JsonObject]>([
    ['another description', { description: 'mine' }],
    ['tags', { tags: { a: 1 } }],
    ['another unit', { unit: 'kilo' }],
    ['a field of its own', { further: 1 }],
    ['an operator', { '$replace/tags': { a: 1 } }],
    ['a max below 0', { max: -1 }],
    ['a max that is no number', { max: 'many' }],
    ['half a workload', { max: 1.5 }],
  ])('but not %s', (_, body) => {
    const control = acme();
    const before = read(control, 'workloads-per-gvc');
    expect(refusal(control, 'PATCH', path('workloads-per-gvc'), body)).toBe('400 INVALID');
    expect(read(control, 'workloads-per-gvc')).toEqual(before);
  });

  it('and may send back all that it has read', () => {
    const control = acme();
    const shown = read(control, 'workloads-per-gvc');
    expect(accept(control, 'PATCH', path('workloads-per-gvc'), shown)).toMatchObject({
      version: 1,
      max: 1_000_000_000,
    });
    expect(control.quotas.size).toBe(0);
    expect(accept(control, 'PATCH', path('workloads-per-gvc'), { ...shown, max: 7 })).toMatchObject({ max: 7 });
  });

  it('or nothing at all under `refuse`', () => {
    const control = acme({ 'api.quotaPatch': 'refuse' });
    expect(refusal(control, 'PATCH', path('agents'), { max: 1 })).toBe('400 INVALID');
  });

  it('what has been taken is counted once a quota begins to bind', () => {
    const control = acme();
    expect(control.taken.size).toBe(0);
    accept(control, 'PATCH', path('workloads-per-gvc'), { max: 5 });
    expect(control.taken.get('workloads-per-gvc shop')).toMatchObject({ amount: 1, peak: 1 });
    accept(control, 'PATCH', path('workloads-per-gvc'), { max: null });
    expect(control.taken.size).toBe(0);
  });
});
