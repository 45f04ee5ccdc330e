import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import type { Control, Quotas } from '../../../../src/platform/api/records/state.ts';
import { idleView } from '../../../../src/platform/api/records/view.ts';
import type { RequestOutcome } from '../../../../src/platform/api/requests/request.ts';
import { type Assumptions, defaultAssumptions } from '../../../../src/rules/assumptions.ts';
import { accept, acme, ask, emptyAcme, shop, standard } from '../acme.ts';

const gibibyte = 1024 ** 3;

function quotas(all: { readonly [name: string]: number }): Quotas {
  return new Map(Object.entries(all)) as unknown as Quotas;
}

/** A control plane that has what another one has, under quotas and assumptions of its own. */
function under(
  control: Control,
  all: { readonly [name: string]: number },
  overrides: Partial<Assumptions> = {},
): Control {
  const assumptions = { ...control.config.assumptions, ...overrides };
  return { ...control, quotas: quotas(all), config: { ...control.config, assumptions } };
}

/** An org where `api` may have `maxScale` replicas of 500m and 512Mi, without a quota. */
function scaled(maxScale: number): Control {
  const control = emptyAcme();
  const links = ['//location/aws-us-east-1', '//location/aws-eu-central-1'];
  accept(control, 'POST', '/org/acme/gvc', { name: 'shop', spec: { staticPlacement: { locationLinks: links } } });
  accept(control, 'POST', `${shop}/workload`, standard('api', spec(maxScale)));
  return control;
}

function spec(maxScale: number, cpu = '500m', memory = '512Mi'): JsonObject {
  return {
    containers: [{ name: 'web', image: 'web:1', cpu, memory }],
    defaultOptions: { autoscaling: { metric: 'cpu', minScale: 1, maxScale } },
  };
}

function patch(control: Control, body: JsonObject): RequestOutcome {
  return ask(control, 'PATCH', `${shop}/workload/api`, { spec: body });
}

const scale = (maxScale: number): JsonObject => ({ defaultOptions: { autoscaling: { maxScale } } });
const at = (location: string, maxScale: number): JsonObject => ({
  localOptions: [{ location: `//location/${location}`, autoscaling: { maxScale } }],
});

/** `taken`, or what was refused. */
function said({ refusal, response }: RequestOutcome): string {
  return refusal === null ? 'taken' : `${response.status} ${refusal.code} ${refusal.message}`;
}

describe('a full quota refuses one more (`api.quotas`)', () => {
  it.each([
    ['workloads-per-gvc', `${shop}/workload`, standard('more'), 1],
    ['volumesets-per-gvc', `${shop}/volumeset`, { name: 'more', spec: { initialCapacity: 10 } }, 1],
    ['domains', '/org/acme/domain', { name: 'www.example.com', spec: { routes: [] } }, 0],
    ['identities-per-gvc', `${shop}/identity`, { name: 'more' }, 0],
    ['agents', '/org/acme/agent', { name: 'more' }, 0],
  ])('of %s, and changes nothing', (name, path, body, there) => {
    const control = under(acme(), { [name]: there });
    const { refusal, response, changes } = ask(control, 'POST', path, body);
    expect(response.status).toBe(429);
    expect(refusal).toEqual({
      code: 'QUOTA',
      message: `name: the quota ${name} is ${there}; found ${there} beside this one`,
    });
    expect(changes).toEqual([]);
    expect(said(ask(under(acme(), { [name]: there + 1 }), 'POST', path, body))).toBe('taken');
  });

  it('counts each gvc for itself', () => {
    const control = acme({}, quotas({ 'workloads-per-gvc': 1 }));
    accept(control, 'POST', '/org/acme/gvc', { name: 'lab' });
    accept(control, 'POST', '/org/acme/gvc/lab/workload', standard('api'));
    expect(said(ask(control, 'POST', '/org/acme/gvc/lab/workload', standard('more')))).toMatch('429 QUOTA');
  });

  it('has room again when one has gone, and under `quota.deleting: leftOut` when it begins to go', () => {
    const busy = { ...idleView, hasLiveParts: () => true };
    for (const [deleting, found] of [
      ['counted', '429 QUOTA'],
      ['leftOut', 'taken'],
    ] as const) {
      const control = under(acme(), { 'workloads-per-gvc': 1 }, { 'quota.deleting': deleting });
      ask(control, 'DELETE', `${shop}/workload/api`, undefined, busy);
      expect(said(ask(control, 'POST', `${shop}/workload`, standard('more')))).toMatch(found);
    }
    const control = under(acme(), { 'workloads-per-gvc': 1 });
    ask(control, 'DELETE', `${shop}/workload/api`);
    expect(said(ask(control, 'POST', `${shop}/workload`, standard('more')))).toBe('taken');
  });

  it('refuses no change of one that is there, whatever the count', () => {
    const control = under(acme(), { 'workloads-per-gvc': 0 });
    expect(said(ask(control, 'PUT', `${shop}/workload/api`, standard('api', { loadBalancer: {} })))).toBe('taken');
  });
});

describe('replicas, cpu and memory of a workload', () => {
  const limits = { 'replicas-per-workload': 10, 'cpu-per-workload': 5000, 'memory-per-workload': 5 * gibibyte };

  it.each<[string, JsonObject, string]>([
    ['as many as there may be', scale(10), 'taken'],
    [
      'one more by the default options',
      scale(11),
      'spec.defaultOptions.autoscaling.maxScale: the quota replicas-per-workload is 10; found a scale of up to 11 (and 2 more)',
    ],
    [
      'one more in one location',
      at('aws-eu-central-1', 11),
      'spec.localOptions[0].autoscaling.maxScale: the quota replicas-per-workload is 10; found a scale of up to 11 (and 2 more)',
    ],
    ['as many in one location, since locations are not summed up', at('aws-eu-central-1', 10), 'taken'],
    ['cpu to the millicore', { containers: [{ name: 'web', cpu: '625m' }] }, 'taken'],
    [
      'cpu a millicore above',
      { containers: [{ name: 'web', cpu: '626m' }] },
      'spec.containers: the quota cpu-per-workload is 5000m; found 8 x 626m = 5008m',
    ],
    [
      'memory of two containers',
      { containers: [{ name: 'side', image: 's:1', cpu: '50m', memory: '129Mi' }] },
      'spec.containers: the quota memory-per-workload is 5120Mi; found 8 x 641Mi = 5128Mi',
    ],
  ])('%s', (_, body, found) => {
    const outcome = said(patch(under(scaled(8), limits), body));
    expect(outcome).toBe(found === 'taken' ? found : `429 QUOTA ${found}`);
  });

  it('are not bound by what has no quota', () => {
    expect(said(patch(under(scaled(8), { 'cpu-per-workload': 1e9 }), scale(1000)))).toBe('taken');
  });

  it('may stay above a quota, or come down towards it, but not rise (RES-1)', () => {
    const above = under(scaled(15), limits);
    expect(said(patch(above, { rolloutOptions: { minReadySeconds: 3 } }))).toBe('taken');
    expect(said(patch(above, scale(12)))).toBe('taken');
    expect(said(patch(above, scale(13)))).toMatch('429 QUOTA');
    expect(said(patch(above, { containers: [{ name: 'web', cpu: '400m' }] }))).toBe('taken');
  });

  it('count a greatest scale of 0 as none, whatever the least, and a suspended workload as if it were not', () => {
    const off = { defaultOptions: { autoscaling: { metric: 'cpu', minScale: 2, maxScale: 0 } } };
    const suspended = { defaultOptions: { suspend: true, autoscaling: { metric: 'cpu', maxScale: 2 } } };
    const least = { 'replicas-per-workload': 0 };
    const control = under(scaled(1), least, { 'fields.bounds.minScaleAboveMax': 'off' });
    expect(said(ask(control, 'POST', `${shop}/workload`, standard('off', off)))).toBe('taken');
    expect(said(ask(control, 'POST', `${shop}/workload`, standard('rest', suspended)))).toMatch(
      'found a scale of up to 2',
    );
  });

  it('say default scales at the options that leave them out', () => {
    const control = under(scaled(1), { 'replicas-per-workload': 4 });
    const most = defaultAssumptions['fields.defaults.maxScale'];
    expect(said(ask(control, 'POST', `${shop}/workload`, standard('new')))).toMatch(`found a scale of up to ${most}`);
  });

  it('with `quota.amount: oneReplica` are those of one replica', () => {
    const control = under(scaled(8), { 'cpu-per-workload': 600 }, { 'quota.amount': 'oneReplica' });
    expect(said(patch(control, scale(100)))).toBe('taken');
    expect(said(patch(control, { containers: [{ name: 'web', cpu: '601m' }] }))).toMatch('found 1 x 601m = 601m');
  });

  it('are none for a cron workload, or with `quota.cron: oneReplica` those of one execution', () => {
    const containers = [{ name: 'main', image: 'job:1', cpu: '500m', memory: '512Mi' }];
    const cron = { name: 'nightly', spec: { type: 'cron', containers, job: { schedule: '0 3 * * *' } } };
    const least = { 'replicas-per-workload': 0, 'cpu-per-workload': 499 };
    expect(said(ask(under(acme(), least), 'POST', `${shop}/workload`, cron))).toBe('taken');
    const one = under(acme(), least, { 'quota.cron': 'oneReplica' });
    expect(said(ask(one, 'POST', `${shop}/workload`, cron))).toBe(
      '429 QUOTA spec: the quota replicas-per-workload is 0; found a scale of up to 1 (and 1 more)',
    );
  });
});

describe('how a full quota answers (`api.quotaStatus`)', () => {
  it('PUT with 409, whether it makes or replaces, and POST and PATCH with 429', () => {
    const control = under(scaled(2), { 'replicas-per-workload': 2 });
    const put = ask(control, 'PUT', `${shop}/workload/api`, standard('api', spec(3)));
    expect(put.response.status).toBe(409);
    expect(ask(control, 'PUT', `${shop}/workload/new`, standard('new', spec(3))).response.status).toBe(409);
    expect(ask(control, 'POST', `${shop}/workload`, standard('new', spec(3))).response.status).toBe(429);
    expect(patch(control, scale(3)).response.status).toBe(429);
    expect(put.reason.assumptions).toEqual(['api.quotas', 'quota.replicas', 'api.quotaStatus']);
    expect(put.response.body).toMatchObject({ code: 'QUOTA', details: [{ rule: 'api.quotas' }] });
  });

  it('as the assumption says', () => {
    const control = under(
      scaled(2),
      { 'replicas-per-workload': 2 },
      { 'api.quotaStatus': { POST: 400, PATCH: 403, PUT: 422 } },
    );
    expect(patch(control, scale(3)).response.status).toBe(403);
  });

  it('says what is wrong with a document before it counts', () => {
    const control = under(scaled(2), { 'replicas-per-workload': 2, 'workloads-per-gvc': 1 });
    expect(said(ask(control, 'POST', `${shop}/workload`, standard('new', spec(3, '-1'))))).toMatch('400 INVALID');
    expect(said(ask(control, 'POST', `${shop}/workload`, standard('api')))).toMatch('409 EXISTS');
  });
});
