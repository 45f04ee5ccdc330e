import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { idleView } from '../../../src/platform/api/records/view.ts';
import { contextOf, targetOf } from '../../../src/platform/api/requests/judge.ts';
import { validateResource } from '../../../src/platform/api/requests/validate.ts';
import { accept, acme, ask, shop } from './acme.ts';

const org = '/org/acme';

function people(overrides: Parameters<typeof acme>[0] = {}): Control {
  const control = acme(overrides);
  accept(control, 'POST', `${org}/group`, { name: 'team', memberLinks: ['//user/simulator'] });
  accept(control, 'POST', `${org}/serviceaccount`, { name: 'ci' });
  accept(control, 'POST', `${shop}/identity`, { name: 'api' });
  return control;
}

function refusal(
  control: Control,
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: JsonObject,
): string {
  const { response, changes } = ask(control, method, path, body);
  const { code, details } = response.body as { readonly code?: string; readonly details?: readonly JsonObject[] };
  if (code !== undefined) expect(changes).toEqual([]);
  return [response.status, code ?? 'taken', ...(details ?? []).map(({ rule, path: at }) => `${rule} ${at}`)].join(' ');
}

describe('IDN-9: a policy on identities that names no principal', () => {
  const doubts = (more: JsonObject, overrides: Parameters<typeof acme>[0] = {}): readonly string[] => {
    const control = people(overrides);
    const document = { name: 'aimed', targetKind: 'identity', targetLinks: [`${shop}/identity/api`], ...more };
    const context = contextOf(control, targetOf(control, 'policy', null, 'aimed'), idleView);
    return validateResource('policy', document, context).map(({ rule, severity }) => `${severity} ${rule}`);
  };
  const nobody = { bindings: [{ permissions: ['view'], principalLinks: [] }] };

  it('is doubted, for it gives nobody anything (`api.identityTarget`)', () => {
    expect(doubts(nobody)).toEqual(['warning api.identityTarget']);
    expect(doubts({ bindings: [{ permissions: ['view'] }] })).toEqual(['warning api.identityTarget']);
    expect(doubts({ bindings: [{ permissions: ['view'], principalLinks: ['//group/team'] }] })).toEqual([]);
    expect(doubts({ bindings: [] })).toEqual([]);
    expect(doubts(nobody, { 'api.identityTarget': 'alsoPrincipal' })).toEqual([]);
  });
});

describe('PERM-8: a policy', () => {
  const whole: JsonObject = {
    name: 'readers',
    targetKind: 'workload',
    target: 'all',
    targetLinks: [`${shop}/workload/api`],
    targetQuery: {
      kind: 'workload',
      fetch: 'items',
      spec: { match: 'all', terms: [{ op: '=', tag: 'team', value: 'a' }], sort: { by: 'name', order: 'asc' } },
    },
    bindings: [
      {
        permissions: ['view', 'exec.runCronWorkload'],
        principalLinks: [
          `${org}/user/simulator`,
          `${org}/group/team`,
          `${org}/serviceaccount/ci`,
          `${shop}/identity/api`,
        ],
      },
    ],
  };

  it('says on what, which permissions, and for whom: users, groups, service accounts and identities', () => {
    expect(accept(people(), 'POST', `${org}/policy`, whole)).toMatchObject({ ...whole, origin: 'default', version: 1 });
  });

  it('keeps short links in full', () => {
    const made = accept(people(), 'POST', `${org}/policy`, {
      name: 'p',
      targetKind: 'workload',
      targetLinks: ['//gvc/shop/workload/api'],
      bindings: [{ permissions: ['view'], principalLinks: ['//gvc/shop/identity/api'] }],
    });
    expect(made).toMatchObject({
      targetLinks: [`${shop}/workload/api`],
      bindings: [{ principalLinks: [`${shop}/identity/api`] }],
    });
  });

  const bound = (permission: string, principal: string): JsonObject => ({
    targetKind: 'volumeset',
    bindings: [{ permissions: ['view', permission], principalLinks: [principal] }],
  });

  it.each<readonly [string, JsonObject, string]>([
    ['without a kind', {}, '400 INVALID PERM-8 targetKind'],
    ['of a kind that there is not', { targetKind: 'castle' }, '400 INVALID PERM-8 targetKind'],
    ['for some targets by a word', { targetKind: 'gvc', target: 'some' }, '400 INVALID PERM-8 target'],
    ['with one link for a list', { targetKind: 'gvc', targetLinks: '//gvc/shop' }, '400 INVALID PERM-8 targetLinks'],
    ['with a query that is a text', { targetKind: 'gvc', targetQuery: 'all' }, '400 INVALID PERM-8 targetQuery'],
    ['with bindings that are no list', { targetKind: 'gvc', bindings: {} }, '400 INVALID PERM-8 bindings'],
    [
      'on what is not there',
      { targetKind: 'gvc', targetLinks: ['//gvc/none'] },
      '400 BAD_REFERENCE api.links targetLinks[0]',
    ],
    ['for nobody', bound('edit', '//user/nobody@x.io'), '400 BAD_REFERENCE api.links bindings[0].principalLinks[0]'],
    ['for a GVC', bound('edit', '//gvc/shop'), '400 BAD_REFERENCE api.links bindings[0].principalLinks[0]'],
    [
      'with a permission that nothing has',
      bound('juggle', '//group/team'),
      '400 BAD_REFERENCE api.permissions bindings[0].permissions[1]',
    ],
    [
      'with a permission of another kind',
      bound('exec.runCronWorkload', '//group/team'),
      '400 BAD_REFERENCE api.permissions bindings[0].permissions[1]',
    ],
  ])('%s is refused', (_, fields, said) => {
    expect(refusal(people(), 'POST', `${org}/policy`, { name: 'p', ...fields })).toBe(said);
  });

  it('may keep a link to what has gone, and take no other such', () => {
    const control = people();
    const binding = { permissions: ['view'], principalLinks: [`${org}/serviceaccount/ci`] };
    accept(control, 'POST', `${org}/policy`, { name: 'p', targetKind: 'gvc', target: 'all', bindings: [binding] });
    accept(control, 'DELETE', `${org}/serviceaccount/ci`);
    expect(refusal(control, 'PATCH', `${org}/policy/p`, { description: 'still' })).toBe('200 taken');
    const other = { ...binding, principalLinks: [`${org}/serviceaccount/other`] };
    expect(refusal(control, 'PATCH', `${org}/policy/p`, { bindings: [other] })).toMatch('BAD_REFERENCE');
    expect(refusal(control, 'POST', `${org}/policy`, { name: 'q', targetKind: 'gvc', bindings: [binding] })).toMatch(
      'BAD_REFERENCE',
    );
  });
});

describe('PERM-8: a group', () => {
  it('has members by link and by query', () => {
    const memberQuery = { kind: 'user', spec: { match: 'all', terms: [{ property: 'email', op: '~', value: '@x' }] } };
    const made = accept(people(), 'POST', `${org}/group`, {
      name: 'g',
      memberLinks: ['//serviceaccount/ci'],
      memberQuery,
    });
    expect(made).toMatchObject({ memberLinks: [`${org}/serviceaccount/ci`], memberQuery, origin: 'default' });
  });

  it.each<readonly [JsonObject, string]>([
    [{ memberLinks: '//user/simulator' }, '400 INVALID PERM-8 memberLinks'],
    [{ memberQuery: [] }, '400 INVALID PERM-8 memberQuery'],
    [{ memberLinks: ['//user/nobody@x.io'] }, '400 BAD_REFERENCE api.links memberLinks[0]'],
    [{ memberLinks: ['//group/team'] }, '400 BAD_REFERENCE api.links memberLinks[0]'],
  ])('is refused with %j', (fields, said) => {
    expect(refusal(people(), 'POST', `${org}/group`, { name: 'g', ...fields })).toBe(said);
  });

  it('gets a member once, however often it is added', () => {
    const control = people();
    const added = { '$append/memberLinks': ['//serviceaccount/ci', '//serviceaccount/ci'] };
    expect(accept(control, 'PATCH', `${org}/group/team`, added)).toMatchObject({
      memberLinks: [`${org}/user/simulator`, `${org}/serviceaccount/ci`],
      version: 2,
    });
    expect(accept(control, 'PATCH', `${org}/group/team`, added)).toMatchObject({ version: 2 });
  });
});

describe('RES-1: what the platform brings along (`api.builtIn`)', () => {
  it.each(['group/superusers', 'group/viewers', 'serviceaccount/controlplane', 'policy/viewers-gvc', 'user/simulator'])(
    '%s is not deleted',
    (path) => {
      expect(refusal(acme(), 'DELETE', `${org}/${path}`)).toBe('400 BUILTIN api.builtIn ');
      expect(refusal(acme({ 'api.builtIn': 'free' }), 'DELETE', `${org}/${path}`)).toBe('202 taken');
    },
  );

  it('its policies are not changed either, as others are', () => {
    const control = people();
    const path = `${org}/policy/superusers-workload`;
    expect(refusal(control, 'PATCH', path, { description: 'mine' })).toBe('400 BUILTIN api.builtIn name');
    expect(refusal(control, 'PUT', path, { targetKind: 'workload' })).toBe('400 BUILTIN api.builtIn name');
    expect(refusal(control, 'POST', `${org}/policy`, { name: 'superusers-workload', targetKind: 'gvc' })).toBe(
      '409 EXISTS api.ids ',
    );
    expect(refusal(acme({ 'api.builtIn': 'free' }), 'PATCH', path, { description: 'mine' })).toBe('200 taken');
  });

  it('its groups get members, but the user without a name stays a superuser', () => {
    const control = people();
    const path = `${org}/group/superusers`;
    expect(refusal(control, 'PATCH', path, { '$append/memberLinks': ['//serviceaccount/ci'] })).toBe('200 taken');
    const without = { '$drop/memberLinks': ['//user/simulator'] };
    expect(refusal(control, 'PATCH', path, without)).toBe('400 BUILTIN api.builtIn memberLinks');
    expect(refusal(control, 'PUT', path, {})).toBe('400 BUILTIN api.builtIn memberLinks');
    expect(refusal(people({ 'api.builtIn': 'free' }), 'PATCH', path, without)).toBe('200 taken');
  });

  it('its user and its account may be described', () => {
    const control = acme();
    expect(accept(control, 'PATCH', `${org}/user/simulator`, { tags: { a: 1 } })).toMatchObject({ version: 2 });
    expect(accept(control, 'PATCH', `${org}/serviceaccount/controlplane`, { description: 'd' })).toMatchObject({
      description: 'd',
    });
  });
});

describe('a secret', () => {
  it('keeps its data until it is written anew, for nobody can send back what none is shown', () => {
    const control = acme();
    const path = `${org}/secret/s`;
    accept(control, 'POST', `${org}/secret`, { name: 's', type: 'opaque', data: { payload: 'x' } });
    const data = (): unknown => control.records.get(path)?.more.data;
    accept(control, 'PUT', path, { type: 'opaque', description: 'd' });
    expect(data()).toEqual({ payload: 'x' });
    accept(control, 'PUT', path, { type: 'opaque', data: { payload: 'y' } });
    expect(data()).toEqual({ payload: 'y' });
    accept(control, 'PATCH', path, { $drop: ['data'] });
    expect(data()).toBeUndefined();
  });
});

describe('queries of policies and groups', () => {
  const term = { terms: [{ property: 'name', op: 'bogus', value: 'a' }] };

  it.each([
    ['policy', { targetKind: 'workload', targetQuery: { spec: term } }, 'targetQuery.spec.terms[0].op'],
    ['group', { memberQuery: { kind: 'user', spec: term } }, 'memberQuery.spec.terms[0].op'],
  ])('of a %s are judged as any other: one that cannot be read is refused', (kind, body, path) => {
    const { response } = ask(acme(), 'POST', `${org}/${kind}`, { name: 'own', ...body });
    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});

describe('a user', () => {
  it('is found by its address in any case, and keeps it', () => {
    const control = acme();
    accept(control, 'POST', `${org}/user/-invite`, { emails: ['ann@example.com'] });
    expect(accept(control, 'GET', `${org}/user/ANN@example.com`)).toMatchObject({ email: 'ann@example.com' });
    expect(ask(control, 'PATCH', `${org}/user/ann@example.com`, { email: 'simulator' }).refusal?.code).toBe(
      'IMMUTABLE',
    );
    expect(accept(control, 'PATCH', `${org}/user/ann@example.com`, { tags: { a: 1 } })).toMatchObject({ version: 2 });
  });
});
