import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permissionNames } from '../../../../src/platform/api/access/permissions.ts';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import { type Kind, kinds } from '../../../../src/platform/api/records/kinds.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { forkControl } from '../../../../src/platform/api/records/store.ts';
import { idleView } from '../../../../src/platform/api/records/view.ts';
import { handle } from '../../../../src/platform/api/requests/handle.ts';
import type { ApiRequest } from '../../../../src/platform/api/requests/request.ts';
import type { Assumptions } from '../../../../src/rules/assumptions.ts';
import { accept, acme, shop, standard, start } from '../acme.ts';
import { ann, askAs, bob, digestOf, give, invite, namesIn, told } from './people.ts';

const org = '/org/acme';
const api = `${shop}/workload/api`;
const data = `${shop}/volumeset/data`;

/** The small org, with Ann and Bob, who may do nothing yet, a service account and a secret. */
function withPeople(overrides: Partial<Assumptions> = {}): Control {
  const control = acme(overrides);
  invite(control, ann, bob);
  accept(control, 'POST', `${org}/serviceaccount`, { name: 'ci' });
  accept(control, 'POST', `${org}/secret`, { name: 'db', type: 'opaque', data: { payload: 'hunter2' } });
  return control;
}

const expand = { type: 'expandVolume', spec: { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity: 20 } };
const stop = { type: 'stopReplica', spec: { location: 'aws-us-east-1' } };
const change = { description: 'x' };

describe('PERM-8: what somebody may do is what policies give', () => {
  it.each([
    ['GET', api, undefined, 'workload', 'view'],
    ['PATCH', api, change, 'workload', 'edit'],
    ['PUT', api, standard('api'), 'workload', 'edit'],
    ['PUT', `${shop}/workload`, standard('api'), 'workload', 'edit'],
    ['PUT', `${shop}/workload/web`, standard('web'), 'workload', 'create'],
    ['PUT', `${shop}/workload`, standard('web'), 'workload', 'create'],
    ['POST', `${shop}/workload`, standard('web'), 'workload', 'create'],
    ['DELETE', api, undefined, 'workload', 'delete'],
    ['POST', `${api}/-command`, stop, 'workload', 'exec.stopReplica'],
    ['POST', `${data}/-command`, expand, 'volumeset', 'exec.expandVolume'],
    ['GET', `${data}/-command`, undefined, 'volumeset', 'view'],
    ['GET', `${api}/deployment`, undefined, 'workload', 'view'],
    ['GET', `/replicas${api}`, undefined, 'workload', 'view'],
    ['GET', `${data}/-accessreport`, undefined, 'volumeset', 'view'],
    ['POST', `${org}/serviceaccount/ci/-addKey`, {}, 'serviceaccount', 'addKey'],
    ['GET', `${org}/secret/db/-reveal`, undefined, 'secret', 'reveal'],
    ['GET', `${org}/user/-for/email/bob@example.com`, undefined, 'user', 'view'],
    ['POST', `${org}/user/-invite`, { emails: ['cy@example.com'] }, 'user', 'invite'],
    ['GET', `/audit${org}`, undefined, 'auditctx', 'readAudit'],
    ['PATCH', org, change, 'org', 'edit'],
    ['DELETE', `${org}/secret/db`, undefined, 'secret', 'delete'],
  ] as const)('%s %s with %j: a %s needs the permission %s', (method, path, body, kind, permission) => {
    for (const list of ['published', 'specOnly'] as const) {
      const names = permissionNames(kind, list);
      const needed = names.includes(permission) ? permission : 'manage';
      for (const one of names.filter((name) => name !== 'manage')) {
        const control = withPeople({ 'api.permissions': list });
        give(control, ann, kind, [one]);
        const { response, refusal } = askAs(control, method, path, { as: ann, body });
        const implied = { view: ['edit', 'readLogs', 'writeAudit'], reveal: ['edit'] }[needed as 'view'] ?? [];
        const mayAsk = one === needed || implied.includes(one) || needed.startsWith(`${one}.`);
        expect([one, mayAsk, refusal?.message]).toEqual([one, response.status !== 403, refusal?.message]);
        if (!mayAsk) expect(refusal?.message).toContain(`${ann} lacks the permission ${needed} on `);
      }
      const control = withPeople({ 'api.permissions': list });
      give(control, ann, kind, ['manage']);
      expect(askAs(control, method, path, { as: ann, body }).refusal).toBeNull();
    }
  });

  it('says which permission lacks, to whom, on what, and what there is', () => {
    const control = withPeople();
    give(control, ann, 'workload', ['view']);
    const { refusal, reason } = askAs(control, 'PATCH', api, { as: ann, body: change });
    expect(refusal?.message).toBe(
      '/org/acme/user/ann@example.com lacks the permission edit on /org/acme/gvc/shop/workload/api: policies give it view there',
    );
    expect(reason.rules).toEqual(['PERM-7', 'PERM-8']);
    expect(askAs(control, 'POST', `${shop}/volumeset`, { as: ann, body: { name: 'x' } }).refusal?.message).toBe(
      '/org/acme/user/ann@example.com lacks the permission create on all of kind volumeset in /org/acme: no policy gives it any permission there',
    );
  });

  it('refuses alike what is there and what is not', () => {
    const control = withPeople();
    const none = `${shop}/workload/none`;
    const text = (path: string): string | undefined =>
      askAs(control, 'GET', path, { as: ann }).refusal?.message.replace(path, 'PATH');
    expect(text(none)).toBe(text(api));
    give(control, ann, 'workload', ['view']);
    expect(told(control, 'GET', none, { as: ann })).toBe('404 NOT_FOUND');
  });

  it('acts at once: a policy, another one, and none again (`api.authDelay`)', () => {
    const control = withPeople();
    const policy = give(control, ann, 'gvc', ['view']);
    expect(told(control, 'GET', shop, { as: ann })).toBe('200');
    accept(control, 'PATCH', policy, { bindings: [] });
    expect(told(control, 'GET', shop, { as: ann })).toBe('403 FORBIDDEN');
    accept(control, 'PATCH', policy, { bindings: [{ permissions: ['edit'], principalLinks: [ann] }] });
    expect(told(control, 'GET', shop, { as: ann })).toBe('200');
    accept(control, 'DELETE', policy);
    expect(told(control, 'GET', shop, { as: ann })).toBe('403 FORBIDDEN');
  });

  it('a policy on some records says nothing of others, nor of those to come', () => {
    const control = withPeople();
    accept(control, 'POST', `${shop}/workload`, standard('web'));
    give(control, ann, 'workload', ['manage'], { targetLinks: [api] });
    expect(told(control, 'GET', api, { as: ann })).toBe('200');
    expect(told(control, 'GET', `${shop}/workload/web`, { as: ann })).toBe('403 FORBIDDEN');
    expect(told(control, 'POST', `${shop}/workload`, { as: ann, body: standard('more') })).toBe('403 FORBIDDEN');
  });

  it('reaches the members of a group; a user asks by its id as well as by its name', () => {
    const control = withPeople();
    accept(control, 'POST', `${org}/group`, { name: 'team', memberLinks: [ann] });
    give(control, `${org}/group/team`, 'gvc', ['view']);
    expect(told(control, 'GET', shop, { as: ann })).toBe('200');
    expect(told(control, 'GET', shop, { as: bob })).toBe('403 FORBIDDEN');
    const { id } = accept(control, 'GET', bob) as { readonly id: string };
    give(control, bob, 'gvc', ['view']);
    expect(told(control, 'GET', shop, { as: `${org}/user/${id}` })).toBe('200');
  });

  it('built-in policies count like any other', () => {
    const control = withPeople();
    accept(control, 'PATCH', `${org}/group/viewers`, { '$append/memberLinks': [ann] });
    accept(control, 'PATCH', `${org}/group/superusers`, { '$append/memberLinks': [bob] });
    for (const path of [api, data, `${org}/secret/db`, `/audit${org}`, ann]) {
      const isRead = path !== `/audit${org}`;
      expect([path, told(control, 'GET', path, { as: ann })]).toEqual([path, isRead ? '200' : '403 FORBIDDEN']);
      expect([path, told(control, 'GET', path, { as: bob })]).toEqual([path, '200']);
    }
    expect(told(control, 'DELETE', api, { as: ann })).toBe('403 FORBIDDEN');
    expect(told(control, 'DELETE', api, { as: bob })).toBe('202');
  });

  it('users see their org without any policy, service accounts do not', () => {
    const control = withPeople();
    expect(told(control, 'GET', org, { as: ann })).toBe('200');
    expect(namesIn(control, '/org', { as: ann })).toEqual(['acme']);
    expect(told(control, 'GET', org, { as: `${org}/serviceaccount/ci` })).toBe('403 FORBIDDEN');
  });

  it('a request that was taken once is asked for again each time, for whoever needs a policy', () => {
    const control = withPeople();
    const policy = give(control, ann, 'workload', ['edit']);
    const body = Object.freeze({ tags: Object.freeze({ tier: 1 }) });
    const request: ApiRequest = { method: 'PATCH', path: api, body, as: ann };
    const again = (): number => askAgain(control, request);
    expect([again(), again()]).toEqual([200, 200]);
    accept(control, 'DELETE', policy);
    expect(again()).toBe(403);
  });
});

describe('PERM-5: each command of a volume set has a permission of its own', () => {
  it('exec.expandVolume permits that command and no other', () => {
    const control = withPeople();
    give(control, ann, 'volumeset', ['exec.expandVolume']);
    const command = (body: object): string => told(control, 'POST', `${data}/-command`, { as: ann, body });
    expect(command(expand)).toBe('201');
    expect(command({ ...expand, type: 'shrinkVolume' })).toBe('403 FORBIDDEN');
    expect(
      askAs(control, 'POST', `${data}/-command`, { as: ann, body: { ...expand, type: 'shrinkVolume' } }).reason
        .rules[0],
    ).toBe('PERM-5');
  });

  it('what is no command is refused as such only to who may run all of them', () => {
    const control = withPeople();
    const body = { type: 'fly', spec: {} };
    give(control, ann, 'volumeset', ['exec.expandVolume']);
    give(control, bob, 'volumeset', ['exec']);
    expect(told(control, 'POST', `${data}/-command`, { as: ann, body })).toBe('403 FORBIDDEN');
    expect(told(control, 'POST', `${data}/-command`, { as: bob, body })).toBe('400 COMMAND_REFUSED');
  });
});

describe('lists (`api.listFilter`)', () => {
  function withTwo(overrides: Partial<Assumptions> = {}): Control {
    const control = withPeople(overrides);
    accept(control, 'POST', `${shop}/workload`, standard('web'));
    give(control, ann, 'workload', ['view'], { targetLinks: [api] });
    return control;
  }

  it('leave out what the reader may not view', () => {
    const control = withTwo();
    expect(namesIn(control, `${shop}/workload`, { as: ann })).toEqual(['api']);
    expect(namesIn(control, `${shop}/workload`, { as: bob })).toEqual([]);
    give(control, bob, 'workload', ['edit']);
    expect(namesIn(control, `${org}/workload`, { as: bob })).toEqual(['api', 'web']);
  });

  it('or are refused where they would leave something out, without a word of what', () => {
    const control = withTwo({ 'api.listFilter': 'refuse' });
    const { refusal } = askAs(control, 'GET', `${shop}/workload`, { as: ann });
    expect(refusal).toEqual({
      code: 'FORBIDDEN',
      message: `${ann} lacks the permission view on some of what ${shop}/workload lists`,
    });
    give(control, ann, 'workload', ['view']);
    expect(namesIn(control, `${shop}/workload`, { as: ann })).toEqual(['api', 'web']);
  });
});

describe('an invitation', () => {
  it('makes the users who are not there, at once, and puts all into the group', () => {
    const control = withPeople();
    accept(control, 'POST', `${org}/group`, { name: 'team' });
    const body = { emails: ['ann@example.com', 'cy@example.com'], groupLink: '//group/team' };
    const { response, changes } = askAs(control, 'POST', `${org}/user/-invite`, { body });
    expect(response.status).toBe(201);
    expect(changes.map(({ what, link }) => [what, link])).toEqual([
      ['created', `${org}/user/cy@example.com`],
      ['changed', `${org}/group/team`],
    ]);
    expect(accept(control, 'GET', `${org}/group/team`)).toMatchObject({
      version: 2,
      memberLinks: [ann, `${org}/user/cy@example.com`],
    });
    const again = askAs(control, 'POST', `${org}/user/-invite`, { body });
    expect([again.response.status, again.changes]).toEqual([200, []]);
  });

  it('is no way into a group that one may not edit', () => {
    const control = withPeople();
    give(control, ann, 'user', ['invite']);
    const body = { emails: ['ann@example.com'], groupLink: '//group/superusers' };
    expect(told(control, 'POST', `${org}/user/-invite`, { as: ann, body })).toBe('403 FORBIDDEN');
    give(control, ann, 'group', ['edit']);
    expect(told(control, 'POST', `${org}/user/-invite`, { as: ann, body })).toBe('200');
  });

  it.each([
    {},
    { emails: [] },
    { emails: 'cy@example.com' },
    { emails: ['cy'] },
    { emails: ['cy@example.com', 7] },
    { emails: [`${'c'.repeat(60)}@example.com`] },
    { emails: ['cy@example.com'], groupLink: '//group/none' },
    { emails: ['cy@example.com'], groupLink: '//gvc/shop' },
    { emails: ['cy@example.com'], groupLink: 7 },
  ])('is refused whole: %j', (body) => {
    const control = withPeople();
    const before = digestOf(control);
    expect(askAs(control, 'POST', `${org}/user/-invite`, { body }).response.status).toBe(400);
    expect(digestOf(control)).toBe(before);
  });

  it('finds a user by the address, in any case', () => {
    const control = withPeople();
    expect(accept(control, 'GET', `${org}/user/-for/email/Ann%40Example.com`)).toMatchObject({
      email: 'ann@example.com',
    });
    expect(told(control, 'GET', `${org}/user/-for/email/none@example.com`, {})).toBe('404 NOT_FOUND');
  });
});

describe('a secret', () => {
  it('shows what it holds only by -reveal', () => {
    const control = withPeople();
    const path = `${org}/secret/db`;
    expect(JSON.stringify(accept(control, 'GET', path))).not.toContain('hunter2');
    expect(JSON.stringify(accept(control, 'GET', `${org}/secret`))).not.toContain('hunter2');
    expect(JSON.stringify(accept(control, 'PATCH', path, { tags: { a: 1 } }))).not.toContain('hunter2');
    expect(accept(control, 'GET', `${path}/-reveal`)).toMatchObject({ type: 'opaque', data: { payload: 'hunter2' } });
    expect(JSON.stringify(accept(control, 'GET', `/audit${org}`))).not.toContain('hunter2');
  });
});

describe('laws of access', () => {
  const requests: readonly (readonly [ApiRequest['method'], string, unknown, Kind, string, string])[] = [
    ['GET', api, undefined, 'workload', 'view', api],
    ['PATCH', api, { tags: { a: 1 } }, 'workload', 'edit', api],
    ['DELETE', api, undefined, 'workload', 'delete', api],
    ['POST', `${shop}/workload`, standard('web'), 'workload', 'create', `${shop}/workload/other`],
    ['POST', `${data}/-command`, expand, 'volumeset', 'exec.expandVolume', data],
    ['DELETE', shop, undefined, 'gvc', 'delete', shop],
    ['POST', `${org}/serviceaccount/ci/-addKey`, {}, 'serviceaccount', 'addKey', `${org}/serviceaccount/ci`],
    ['POST', `${org}/user/-invite`, { emails: ['cy@example.com'] }, 'user', 'invite', bob],
    ['PUT', `${org}/secret`, { name: 'db' }, 'secret', 'edit', `${org}/secret/db`],
    ['PATCH', `${org}/group/superusers`, { memberLinks: [ann] }, 'group', 'edit', `${org}/group/superusers`],
  ];
  const policies = fc.array(
    fc.constantFrom(...kinds.filter((kind) => requests.some((one) => one[3] === kind))).chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        permissions: fc.subarray([...permissionNames(kind, 'published')], { minLength: 1, maxLength: 3 }),
        target: fc.constantFrom<JsonObject>({ target: 'all' }, { targetLinks: linksOf(kind) }),
        to: fc.constantFrom(ann, bob, `${org}/group/team`),
      }),
    ),
    { maxLength: 4 },
  );
  function worldOf(given: readonly Given[]): Control {
    const control = withPeople();
    accept(control, 'POST', `${shop}/workload`, standard('other'));
    accept(control, 'POST', `${org}/group`, { name: 'team', memberLinks: [ann] });
    giveAll(control, given);
    return control;
  }

  it('what is refused changes nothing, and what is taken is what the access report grants', () => {
    fc.assert(
      fc.property(policies, fc.constantFrom(...requests), (given, [method, path, body, , permission, link]) => {
        const control = worldOf(given);
        const before = digestOf(control);
        const own = [ann, `${org}/group/team`];
        const isGranted = reportOf(control, link, permission).some((one) => own.includes(one));
        const { refusal } = askAs(control, method, path, { as: ann, body });
        expect(refusal?.code !== 'FORBIDDEN').toBe(isGranted);
        expect(digestOf(control) === before).toBe(refusal !== null || method === 'GET');
      }),
      { seed: 6, numRuns: 250 },
    );
  });

  it('one more policy never takes anything away', () => {
    fc.assert(
      fc.property(policies, policies, fc.constantFrom(...requests), (given, more, [method, path, body]) => {
        const control = worldOf(given);
        const isTaken = (): boolean =>
          askAs(forkControl(control), method, path, { as: ann, body }).refusal?.code !== 'FORBIDDEN';
        const before = isTaken();
        giveAll(control, more);
        if (before) expect(isTaken()).toBe(true);
      }),
      { seed: 6, numRuns: 150 },
    );
  });
});

/** A record of a kind that policies may aim at alone. */
function linksOf(kind: Kind): readonly string[] {
  return { workload: [api], volumeset: [data], gvc: [shop] }[kind as 'workload'] ?? [];
}

interface Given {
  readonly kind: Kind;
  readonly permissions: readonly string[];
  readonly target: JsonObject;
  readonly to: string;
}

function giveAll(control: Control, given: readonly Given[]): void {
  for (const { to, kind, permissions, target } of given) give(control, to, kind, permissions, target);
}

function askAgain(control: Control, request: ApiRequest): number {
  return handle(control, request, start, idleView).response.status;
}

/** Who has a permission on a record, as its access report says. */
function reportOf(control: Control, link: string, permission: string): readonly string[] {
  const report = accept(control, 'GET', `${link}/-accessreport`) as {
    readonly permissions: readonly {
      readonly name: string;
      readonly bindings: readonly { readonly principalLink: string }[];
    }[];
  };
  const found = report.permissions.find(({ name }) => name === permission);
  return found?.bindings.map(({ principalLink }) => principalLink) ?? [];
}
