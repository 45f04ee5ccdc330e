import { describe, expect, it } from 'vitest';
import { principalLinkOf } from '../../../../src/platform/api/access/caller.ts';
import { keysOf } from '../../../../src/platform/api/access/declared.ts';
import { declarePrincipals } from '../../../../src/platform/api/access/members.ts';
import { idOfRecord } from '../../../../src/platform/api/document/id.ts';
import { type JsonObject, objectsAt } from '../../../../src/platform/api/document/json.ts';
import { createControl } from '../../../../src/platform/api/records/control.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { forkControl } from '../../../../src/platform/api/records/store.ts';
import { idleView, type PlatformView } from '../../../../src/platform/api/records/view.ts';
import { tokenOf } from '../../../../src/platform/network/environment.ts';
import type { Assumptions } from '../../../../src/rules/assumptions.ts';
import { accept, acme, ask, emptyAcme, shop, standard, start } from '../acme.ts';
import { ann, askAs, digestOf, give, invite, namesIn, told } from './people.ts';

const org = '/org/acme';
const api = `${shop}/workload/api`;

/** The org with keys given at the start. */
function withKeys(overrides: Partial<Assumptions> = {}): Control {
  const principals = [{ link: ann, groups: ['viewers', 'own'], key: 'opensesame' }];
  const { config } = emptyAcme(overrides);
  const control = createControl({ ...config, keys: keysOf(principals) }, start);
  declarePrincipals(control, principals, start);
  return control;
}

function tokenOfApi(control: Control, place = { location: '', replica: '' }): string {
  const record = control.records.get(api);
  if (record === undefined) throw new Error('no workload api');
  const { seed, assumptions } = control.config;
  const workload = { id: idOfRecord(record, seed) };
  return tokenOf({ seed, workload, location: { name: place.location }, replica: place.replica }, assumptions);
}

describe('AUTH-1: a request carries a credential in its header Authorization', () => {
  it.each(['/org', org, `${org}/gvc`, '/no/such/path', '/q/x'])('%s is 401 without one', (path) => {
    const { response } = askAs(acme(), 'GET', path, { as: 'none' });
    expect(response.status).toBe(401);
    expect(response.headers).toMatchObject({ 'WWW-Authenticate': 'Bearer' });
    expect(response.body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each(['/about', '/discovery'])('%s is for everybody', (path) => {
    expect(told(acme(), 'GET', path, { as: 'none' })).toBe('200');
  });

  it('a principal that does not exist is nobody, and so is what has no credential', () => {
    const control = acme();
    expect(told(control, 'GET', org, { as: ann })).toBe('401 UNAUTHENTICATED');
    expect(told(control, 'GET', org, { as: shop })).toBe('401 UNAUTHENTICATED');
    expect(told(control, 'GET', org, { as: `${org}/group/superusers` })).toBe('401 UNAUTHENTICATED');
  });

  it('an unknown path is told to nobody but who is known', () => {
    const control = acme();
    invite(control, ann);
    expect(told(control, 'GET', '/no/such/path', { as: ann })).toBe('404 NOT_FOUND');
    expect(told(control, 'DELETE', org, { as: ann })).toBe('405 METHOD_NOT_ALLOWED');
  });

  it('the key stands bare or after Bearer, under a name in any case', () => {
    const control = withKeys();
    for (const headers of [
      { authorization: 'opensesame' },
      { Authorization: 'Bearer opensesame' },
      { AUTHORIZATION: 'bearer  opensesame ' },
    ])
      expect([headers, principalLinkOf(control, headers, idleView)]).toEqual([headers, ann]);
    expect(told(control, 'GET', org, { headers: { authorization: 'Bearer opensesame' } })).toBe('200');
    expect(told(control, 'GET', org, { headers: { authorization: 'Bearer opensesam' } })).toBe('401 UNAUTHENTICATED');
    expect(told(control, 'GET', org, { headers: { authorization: 'Bearer ' } })).toBe('401 UNAUTHENTICATED');
  });

  it('the principal of a scenario is made, with its groups', () => {
    const control = withKeys();
    expect(accept(control, 'GET', `${ann}`)).toMatchObject({ kind: 'user', email: 'ann@example.com' });
    expect(accept(control, 'GET', `${org}/group/own`)).toMatchObject({ memberLinks: [ann] });
    expect(accept(control, 'GET', `${org}/group/viewers`)).toMatchObject({ origin: 'builtin', memberLinks: [ann] });
  });
});

describe('strings that nobody gave as a key (`api.auth`)', () => {
  const headers = { authorization: 'anything' };

  it('stand for the one user where no key was given at the start', () => {
    expect(principalLinkOf(acme(), headers, idleView)).toBe(`${org}/user/simulator`);
    expect(principalLinkOf(acme(), {}, idleView)).toBe('none');
  });

  it('stand for the one user though they look like a key, where there never was such an account', () => {
    const [control, key] = [acme(), `some.${'0'.repeat(26)}`];
    const who = (): string => principalLinkOf(control, { authorization: key }, idleView);
    expect(who()).toBe(`${org}/user/simulator`);
    accept(control, 'POST', `${org}/serviceaccount`, { name: 'ome' });
    expect(who()).toBe('none');
    ask(control, 'DELETE', `${org}/serviceaccount/ome`);
    expect(who()).toBe('none');
  });

  it('stand for nobody where one was given, or only keys count', () => {
    expect(principalLinkOf(withKeys(), headers, idleView)).toBe('none');
    expect(principalLinkOf(acme({ 'api.auth': 'keysOnly' }), headers, idleView)).toBe('none');
  });
});

describe('AUTH-2: a service account key is an API key', () => {
  function addKey(control: Control, account = 'ci', body = {}): { readonly name: string; readonly key: string } {
    const answer = accept(control, 'POST', `${org}/serviceaccount/${account}/-addKey`, body);
    return answer as { readonly name: string; readonly key: string };
  }

  function withAccount(): Control {
    const control = acme();
    accept(control, 'POST', `${org}/serviceaccount`, { name: 'ci' });
    return control;
  }

  it('it is told once, and stands for the account', () => {
    const control = withAccount();
    const answer = addKey(control, 'ci', { description: 'for builds' });
    expect(answer).toEqual({
      name: 'key-1',
      created: '2026-11-01T00:00:00.000Z',
      description: 'for builds',
      key: expect.stringMatching(/^sci\.[0-9a-z]{26}$/),
    });
    expect(principalLinkOf(control, { authorization: `Bearer ${answer.key}` }, idleView)).toBe(
      `${org}/serviceaccount/ci`,
    );
    const account = accept(control, 'GET', `${org}/serviceaccount/ci`);
    expect(account).toMatchObject({ version: 2, keys: [{ name: 'key-1', description: 'for builds' }] });
    expect(digestOf(control).includes(answer.key.slice(4))).toBe(false);
  });

  it('one that was removed is 401 for ever, and its number is not used again', () => {
    const control = withAccount();
    const [one, two] = [addKey(control), addKey(control)];
    accept(control, 'PATCH', `${org}/serviceaccount/ci`, { '$drop/keys': ['key-2'] });
    const who = ({ key }: { readonly key: string }): string =>
      principalLinkOf(control, { authorization: key }, idleView);
    expect([who(one), who(two)]).toEqual([`${org}/serviceaccount/ci`, 'none']);
    expect(told(control, 'GET', org, { headers: { authorization: two.key } })).toBe('401 UNAUTHENTICATED');
    const three = addKey(control);
    expect([three.name, who(three), who(two)]).toEqual(['key-3', `${org}/serviceaccount/ci`, 'none']);
  });

  it('a client writes no keys: neither a whole record nor a patch makes or loses one', () => {
    const control = withAccount();
    addKey(control);
    const path = `${org}/serviceaccount/ci`;
    accept(control, 'PUT', path, { description: 'other', keys: [] });
    accept(control, 'PATCH', path, { tags: { a: 1 }, keys: null });
    const forged = { name: 'key-9', description: 'forged' };
    accept(control, 'PATCH', path, { '$append/keys': [forged] });
    expect(accept(control, 'GET', path)).toMatchObject({ description: 'other', keys: [{ name: 'key-1' }] });
    expect((accept(control, 'GET', path).keys as readonly unknown[]).length).toBe(1);
  });

  it('an account that is made again has none of the keys of the one before', () => {
    const control = withAccount();
    const { key } = addKey(control);
    ask(control, 'DELETE', `${org}/serviceaccount/ci`);
    expect(principalLinkOf(control, { authorization: key }, idleView)).toBe('none');
    accept(control, 'POST', `${org}/serviceaccount`, { name: 'ci' });
    expect(principalLinkOf(control, { authorization: key }, idleView)).toBe('none');
    expect(addKey(control).key).not.toBe(key);
  });

  it('the same steps give the same key, in a fork too', () => {
    const [one, other] = [withAccount(), withAccount()];
    const fork = forkControl(one);
    expect(new Set([one, other, fork].map((control) => addKey(control).key)).size).toBe(1);
  });

  it.each([[{ description: 7 }], [{ description: 'x'.repeat(251) }]])('refuses %j', (body) => {
    const control = withAccount();
    expect(ask(control, 'POST', `${org}/serviceaccount/ci/-addKey`, body).response.status).toBe(400);
    expect(control.keyCounts.size).toBe(0);
  });
});

describe('AUTH-3: a workload asks with its SVC_TOKEN', () => {
  it('ENV-11: the token stands for the workload that it was given to', () => {
    const control = acme();
    expect(principalLinkOf(control, { authorization: `Bearer ${tokenOfApi(control)}` }, idleView)).toBe(api);
    const headers = { authorization: tokenOfApi(control) };
    expect(told(control, 'GET', org, { headers, from: api })).toBe('200');
    expect(told(control, 'GET', org, { as: api, from: api })).toBe('200');
  });

  it('each replica may have a token of its own (`env.token`), good while the replica is there', () => {
    const control = acme({ 'env.token': 'perReplica' });
    const view: PlatformView = {
      ...idleView,
      deploymentLocations: () => ['aws-us-east-1'],
      replicaNames: () => ['api-0'],
    };
    const of = (replica: string): string =>
      principalLinkOf(control, { authorization: tokenOfApi(control, { location: 'aws-us-east-1', replica }) }, view);
    expect([of('api-0'), of('api-1')]).toEqual([api, 'none']);
  });

  it('the token of a workload that is gone is 401, also when another one has its name', () => {
    const control = acme();
    const authorization = tokenOfApi(control);
    const who = { headers: { authorization }, from: api };
    ask(control, 'DELETE', api);
    expect(told(control, 'GET', org, who)).toBe('401 UNAUTHENTICATED');
    expect(told(control, 'GET', org, { as: api, from: api })).toBe('401 UNAUTHENTICATED');
    accept(control, 'POST', `${shop}/workload`, standard('api'));
    expect(told(control, 'GET', org, who)).toBe('401 UNAUTHENTICATED');
    expect(tokenOfApi(control)).not.toBe(authorization);
  });
});

describe('ERR-1: a token is good only from the workload that it was given to', () => {
  it.each([
    ['from outside', undefined],
    ['from another workload', `${shop}/workload/web`],
  ])('%s it is 403', (_, from) => {
    const control = acme();
    const { response, refusal, reason } = askAs(control, 'GET', org, { as: api, ...(from && { from }) });
    expect([response.status, refusal?.code]).toEqual([403, 'FORBIDDEN']);
    expect(reason.rules).toEqual(['ERR-1']);
    expect((response.body as { readonly details: unknown }).details).toMatchObject([{ rule: 'ERR-1' }]);
  });

  it('even where its identity may do everything', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/identity`, { name: 'own' });
    accept(control, 'PATCH', api, { spec: { identityLink: '//identity/own' } });
    give(control, `${shop}/identity/own`, 'gvc', ['manage']);
    expect(told(control, 'GET', shop, { as: api, from: api })).toBe('200');
    expect(told(control, 'GET', shop, { as: api })).toBe('403 FORBIDDEN');
  });

  it('where the origin is not looked at it is good from everywhere (`api.tokenOrigin`)', () => {
    expect(told(acme({ 'api.tokenOrigin': 'ignored' }), 'GET', org, { as: api })).toBe('200');
  });
});

describe('AUTH-4, IDN-9: what a token may do is what policies give to the identity of the workload', () => {
  it('a policy on the identity lets the running workload act', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/identity`, { name: 'own' });
    accept(control, 'PATCH', api, { spec: { identityLink: '//identity/own' } });
    const who = { as: api, from: api, body: { tags: { seen: true } } };
    expect(told(control, 'PATCH', shop, who)).toBe('403 FORBIDDEN');
    give(control, `${shop}/identity/own`, 'gvc', ['edit'], { targetLinks: [shop] });
    expect(told(control, 'PATCH', shop, who)).toBe('200');
    expect(askAs(control, 'PATCH', shop, who).reason.rules).toContain('AUTH-4');
    expect(told(control, 'DELETE', shop, who)).toBe('403 FORBIDDEN');
  });
});

describe('IDN-9: a policy that is aimed at an identity (`api.identityTarget`)', () => {
  const own = `${shop}/identity/own`;
  const token = { as: api, from: api };

  function aimed(overrides: Partial<Assumptions>, more: JsonObject = { targetLinks: [own] }): Control {
    const control = acme(overrides);
    accept(control, 'POST', `${shop}/identity`, { name: 'own' });
    accept(control, 'POST', `${shop}/identity`, { name: 'other' });
    accept(control, 'PATCH', api, { spec: { identityLink: '//identity/own' } });
    const bindings = [{ permissions: ['edit'], principalLinks: [] }];
    accept(control, 'POST', `${org}/policy`, { name: 'aimed', targetKind: 'identity', ...more, bindings });
    return control;
  }

  const seen = (control: Control): readonly string[] =>
    [own, `${shop}/identity/other`, shop].map((path) => told(control, 'GET', path, token));

  it('says what others may do to it, and gives its workload nothing', () => {
    expect(seen(aimed({}))).toEqual(Array(3).fill('403 FORBIDDEN'));
  });

  it('lets its workload do that to it under alsoPrincipal, to it alone', () => {
    const control = aimed({ 'api.identityTarget': 'alsoPrincipal' });
    expect(seen(control)).toEqual(['200', '403 FORBIDDEN', '403 FORBIDDEN']);
    expect(told(control, 'PATCH', own, { ...token, body: { description: 'mine' } })).toBe('200');
    expect(told(control, 'DELETE', own, token)).toBe('403 FORBIDDEN');
    expect(namesIn(control, `${shop}/identity`, token)).toEqual(['own']);
    const report = askAs(control, 'GET', `${own}/-accessreport`, {}).response.body as JsonObject;
    const edit = objectsAt(report, 'permissions').find(({ name }) => name === 'edit') ?? {};
    expect(objectsAt(edit, 'bindings')).toContainEqual({ principalLink: own, grantedPermissions: ['edit'] });
  });

  it('so too where it is aimed at all, to each what is its own', () => {
    const control = aimed({ 'api.identityTarget': 'alsoPrincipal' }, { target: 'all' });
    expect(seen(control)).toEqual(['200', '403 FORBIDDEN', '403 FORBIDDEN']);
    expect(namesIn(control, `${shop}/identity`, token)).toEqual(['own']);
  });

  it('and nothing where it is aimed at another, for policies of the platform are for people', () => {
    const control = aimed({ 'api.identityTarget': 'alsoPrincipal' }, { targetLinks: [`${shop}/identity/other`] });
    expect(seen(control)).toEqual(Array(3).fill('403 FORBIDDEN'));
  });
});

describe('AUTH-5: a workload without identity, or one that no policy names, reads its org and nothing else', () => {
  it.each([
    ['GET', org, '200'],
    ['HEAD', org, '200'],
    ['PATCH', org, '403 FORBIDDEN'],
    ['GET', '/org', '403 FORBIDDEN'],
    ['GET', api, '403 FORBIDDEN'],
    ['GET', `${shop}/workload`, '403 FORBIDDEN'],
    ['GET', `${org}/-accessreport`, '403 FORBIDDEN'],
    ['GET', `${org}/gvc/-schema/permissions`, '403 FORBIDDEN'],
    ['GET', `${org}/gvc/none`, '403 FORBIDDEN'],
  ] as const)('%s %s: %s', (method, path, status) => {
    const control = acme();
    const bare = askAs(control, method, path, { as: api, from: api });
    expect(told(control, method, path, { as: api, from: api })).toBe(status);
    if (bare.refusal !== null) expect(bare.reason.rules[0]).toBe('AUTH-5');
    accept(control, 'POST', `${shop}/identity`, { name: 'own' });
    accept(control, 'PATCH', api, { spec: { identityLink: '//identity/own' } });
    expect(told(control, method, path, { as: api, from: api })).toBe(status);
  });
});
