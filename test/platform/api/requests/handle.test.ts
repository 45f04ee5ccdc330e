import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import { setStage } from '../../../../src/platform/api/records/command.ts';
import { forkControl } from '../../../../src/platform/api/records/store.ts';
import { idleView, type PlatformView } from '../../../../src/platform/api/records/view.ts';
import { finishDelete } from '../../../../src/platform/api/requests/remove.ts';
import { because } from '../../../../src/rules/reason.ts';
import { accept, acme, ask, emptyAcme, shop, standard, start, stateful } from '../acme.ts';

const busy: PlatformView = { ...idleView, hasLiveParts: () => true };

describe('a minimum and a maximum of 0', () => {
  const zero = (maxScale: number): object => ({
    ...standard('off'),
    spec: {
      ...(standard('off').spec as object),
      defaultOptions: { autoscaling: { metric: 'cpu', minScale: 0, maxScale } },
    },
  });

  it('is refused by TYPE-4 as `scale.zeroBounds` reads it, and says so', () => {
    const { response, reason } = ask(acme(), 'POST', `${shop}/workload`, zero(0));
    expect(reason).toBe(because(['TYPE-4'], ['scale.zeroBounds']));
    expect((response.body as { message: string }).message).toMatch(/\(scale\.zeroBounds: disabledOnly\)$/);
  });

  it('is not what a greater maximum is about', () => {
    expect(ask(acme(), 'POST', `${shop}/workload`, zero(3)).reason).toBe(because(['TYPE-4']));
  });
});

describe('what a path does not name, or a method that it does not take (`api.unknownStatus`)', () => {
  const asks = [
    ['a workload that does not exist', 'PATCH', `${shop}/workload/zz`],
    ['a path of no kind', 'GET', `${shop}/nonsense`],
    ['a method of another path', 'DELETE', `${shop}/workload`],
  ] as const;

  it.each(asks)('%s is refused, which no stated rule says', (_, method, path) => {
    const { response, reason } = ask(acme(), method, path, {});
    expect(response.status).toBe(method === 'DELETE' ? 405 : 404);
    expect(reason).toBe(because([], ['api.unknownStatus']));
  });

  it.each(asks)('%s: with the status that a scenario gives', (_, method, path) => {
    const control = acme({ 'api.unknownStatus': { path: 410, method: 400 } });
    expect(ask(control, method, path, {}).response.status).toBe(method === 'DELETE' ? 400 : 410);
  });
});

describe('creating and reading', () => {
  it('POST answers 201 with the path of what it made, and GET shows it with its defaults', () => {
    const control = acme();
    const outcome = ask(control, 'POST', `${shop}/workload`, standard('web'));
    expect(outcome.response).toMatchObject({
      status: 201,
      headers: { Location: `${shop}/workload/web`, Date: 'Sun, 01 Nov 2026 00:00:00 GMT' },
    });
    expect(outcome.changes).toMatchObject([{ what: 'created', link: `${shop}/workload/web`, newVersion: true }]);
    const shown = accept(control, 'GET', `${shop}/workload/web`);
    expect(shown).toMatchObject({
      kind: 'workload',
      name: 'web',
      description: 'web',
      version: 1,
      created: '2026-11-01T00:00:00.000Z',
      spec: {
        defaultOptions: { autoscaling: { metric: 'cpu', minScale: 1, maxScale: 5, target: 95 }, timeoutSeconds: 5 },
      },
    });
    expect(shown.links).toContainEqual({ rel: 'gvc', href: shop });
    expect(shown.links).toContainEqual({ rel: 'deployment', href: `${shop}/workload/web/deployment` });
  });

  it('what is stored is sparse: defaults are not written into the record', () => {
    const control = acme();
    expect(control.records.get(`${shop}/workload/api`)?.spec).toEqual(standard('api').spec);
  });

  it('a record sent back whole changes nothing (PUT of what GET shows)', () => {
    const control = acme();
    const shown = accept(control, 'GET', `${shop}/workload/api`);
    const outcome = ask(control, 'PUT', `${shop}/workload/api`, shown);
    expect(outcome.response.status).toBe(200);
    expect(outcome.changes).toEqual([]);
    expect(outcome.response.body).toEqual(shown);
  });

  it('PUT into a collection makes (201) or replaces (200), and what it leaves out is back to its default', () => {
    const control = acme();
    accept(control, 'PATCH', `${shop}/workload/api`, { spec: { defaultOptions: { timeoutSeconds: 30 } } });
    expect(
      ask(control, 'PUT', `${shop}/workload`, { kind: 'workload', gvc: 'shop', ...standard('api') }).response.status,
    ).toBe(200);
    expect(control.records.get(`${shop}/workload/api`)?.spec.defaultOptions).toBeUndefined();
    expect(ask(control, 'PUT', `${shop}/workload`, standard('other')).response.status).toBe(201);
  });

  it.each([
    ['GET', '/org/acme/gvc/none', 404, 'NOT_FOUND'],
    ['GET', '/org/other', 404, 'NOT_FOUND'],
    ['GET', '/nonsense', 404, 'NOT_FOUND'],
    ['POST', '/org/acme/gvc/none/workload', 404, 'NOT_FOUND'],
    ['DELETE', '/org/acme', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/org/acme/workload', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/org/acme/location/aws-us-east-1', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/org/acme/gvc', 400, 'INVALID'],
    ['DELETE', '/org/acme/location/aws-us-east-1', 400, 'BUILTIN'],
  ] as const)('%s %s answers %d %s', (method, path, status, code) => {
    const { response, refusal } = ask(acme(), method, path);
    expect(response.status).toBe(status);
    expect(refusal?.code).toBe(code);
    expect(response.body).toMatchObject({ status, code, details: expect.any(Array), id: expect.any(String) });
  });

  it('405 says which methods there are', () => {
    expect(ask(acme(), 'DELETE', '/org/acme').response.headers.Allow).toBe('GET, HEAD, PATCH');
  });

  it('HEAD answers as GET does, without a body', () => {
    expect(ask(acme(), 'HEAD', shop).response).toMatchObject({ status: 200, body: null });
    for (const path of ['/nonsense', '/org/acme/gvc/none', `${shop}/workload/-query`])
      expect(ask(acme(), 'HEAD', path).response.body).toBeNull();
  });

  it('a taken name is 409, and names the link', () => {
    const { response } = ask(acme(), 'POST', `${shop}/workload`, standard('api'));
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'EXISTS', message: `${shop}/workload/api already exists` },
    });
  });

  it('a refused document lists every problem with its path and rule', () => {
    const body = standard('web', {
      containers: [{ name: 'web', image: 'w', cpu: '1000m', minCpu: '100m' }],
      defaultOptions: { timeoutSeconds: 900 },
    });
    const { response, reason } = ask(acme(), 'POST', `${shop}/workload`, body);
    expect(response.body).toMatchObject({
      code: 'INVALID',
      details: [
        {
          path: 'spec.defaultOptions.timeoutSeconds',
          rule: 'WL-19',
          message: 'timeoutSeconds must be at most 600; found 900',
        },
        {
          path: 'spec.containers[0].minCpu',
          rule: 'WL-8',
          message: 'cpu is 1000m, so minCpu must be at least 250m (ratio at most 1:4); found 100m',
        },
      ],
    });
    expect(reason.rules).toEqual(['WL-19', 'WL-8']);
  });

  it('of several problems the one whose sentence is told is the one whose rule is told first', () => {
    const control = acme();
    const later = ask(control, 'PATCH', `${shop}/volumeset/data`, {
      spec: { performanceClass: 'high-throughput-ssd', initialCapacity: 5 },
    });
    expect(later.refusal?.message).toMatch(/^spec\.performanceClass: .*\(and 1 more\)$/);
    expect(later.reason.rules[0]).toBe('VOL-5');
    const assumed = ask(control, 'PATCH', `${shop}/workload/api`, { spec: { type: 'cron' } });
    expect(assumed.refusal?.message).toMatch(
      /^spec\.type: type cannot change after creation: it is standard.*\(and \d+ more\)$/,
    );
    expect(assumed.reason).toMatchObject({ rules: [], assumptions: ['api.immutable'] });
  });

  it('unknown fields are kept and returned (fields.unknown)', () => {
    const control = acme();
    accept(control, 'PATCH', `${shop}/workload/api`, { spec: { colour: 'red' }, owner: 'me' });
    expect(accept(control, 'GET', `${shop}/workload/api`)).toMatchObject({ owner: 'me', spec: { colour: 'red' } });
  });
});

describe('bodies', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

  it.each([
    ['the key __proto__', JSON.parse('{"tags": {"__proto__": {"x": 1}}}')],
    ['the key __proto__ behind an operator', JSON.parse('{"$replace/__proto__": {"x": 1}}')],
    ['nesting beyond 64 (api.limits)', { tags: nested(64) }],
    ['what JSON cannot hold', { tags: { a: 1n } }],
  ])('%s is BAD_JSON', (_, body) => {
    expect(ask(acme(), 'PATCH', `${shop}/workload/api`, body).refusal?.code).toBe('BAD_JSON');
  });

  it('nesting of 64 is taken, and a list is no body', () => {
    expect(ask(acme(), 'PATCH', `${shop}/workload/api`, { tags: nested(63) }).response.status).toBe(200);
    expect(ask(acme(), 'PATCH', `${shop}/workload/api`, []).refusal?.code).toBe('INVALID');
  });
});

describe('lists', () => {
  it('go by name, then by GVC, over all GVCs of the org', () => {
    const control = acme();
    accept(control, 'POST', '/org/acme/gvc', { name: 'back' });
    accept(control, 'POST', '/org/acme/gvc/back/workload', standard('api'));
    accept(control, 'POST', '/org/acme/gvc/back/workload', standard('zoo'));
    const { items } = accept(control, 'GET', '/org/acme/workload') as { items: { links: { href: string }[] }[] };
    expect(items.map((item) => item.links[0]?.href)).toEqual([
      '/org/acme/gvc/back/workload/api',
      `${shop}/workload/api`,
      '/org/acme/gvc/back/workload/zoo',
    ]);
  });

  it('come in pages that follow the last key: what is added before it is not seen twice', () => {
    const control = acme();
    for (const name of ['b', 'c', 'd']) accept(control, 'POST', `${shop}/workload`, standard(name));
    const first = accept(control, 'GET', `${shop}/workload?max=2`) as {
      items: { name: string }[];
      links: { href: string }[];
    };
    expect(first.items.map((item) => item.name)).toEqual(['api', 'b']);
    accept(control, 'POST', `${shop}/workload`, standard('aa'));
    const next = accept(control, 'GET', first.links[1]?.href ?? '') as typeof first;
    expect(next.items.map((item) => item.name)).toEqual(['c', 'd']);
    expect(next.links).toHaveLength(1);
  });

  it('of as many as fit end without next', () => {
    const control = acme();
    const page = accept(control, 'GET', `${shop}/workload?max=1`) as { links: unknown[] };
    expect(page.links).toHaveLength(1);
    expect(ask(control, 'GET', `${shop}/workload?max=0`).response.status).toBe(400);
    expect(ask(control, 'GET', `${shop}/workload?max=1001`).response.status).toBe(400);
  });
});

describe('locations', () => {
  it('the catalogue is there, with coordinates and origin builtin (LOC-4, LOC-8)', () => {
    const shown = accept(emptyAcme(), 'GET', '/org/acme/location/aws-eu-central-1');
    expect(shown).toMatchObject({
      provider: 'aws',
      region: 'eu-central-1',
      origin: 'builtin',
      spec: { enabled: true },
      status: { geo: { city: 'Frankfurt' }, ipRanges: ['192.0.2.160/27'] },
    });
  });

  it('another one of a known provider appears when a GVC names it', () => {
    const control = emptyAcme();
    const body = { name: 'far', spec: { staticPlacement: { locationLinks: ['//location/vultr-moon-1'] } } };
    const outcome = ask(control, 'POST', '/org/acme/gvc', body);
    expect(outcome.changes.map((change) => change.link)).toEqual([
      '/org/acme/location/vultr-moon-1',
      '/org/acme/gvc/far',
    ]);
    expect(accept(control, 'GET', '/org/acme/location/vultr-moon-1')).toMatchObject({
      provider: 'vultr',
      origin: 'default',
    });
  });

  it.each(['//location/moon-1', '//location/byok-mine', '//gvc/shop', 'aws-us-east-1'])(
    'a link to %s is none',
    (link) => {
      const body = { name: 'far', spec: { staticPlacement: { locationLinks: [link] } } };
      expect(ask(acme(), 'POST', '/org/acme/gvc', body).refusal?.code).toBe('BAD_REFERENCE');
    },
  );

  it("only the customer's own are made and deleted, and not while a GVC uses them", () => {
    const control = emptyAcme();
    expect(ask(control, 'POST', '/org/acme/location', { name: 'aws-here-1', provider: 'aws' }).response.status).toBe(
      400,
    );
    accept(control, 'POST', '/org/acme/location', { name: 'cellar', provider: 'byok' });
    accept(control, 'POST', '/org/acme/gvc', {
      name: 'own',
      spec: { staticPlacement: { locationLinks: ['//location/cellar'] } },
    });
    expect(ask(control, 'DELETE', '/org/acme/location/cellar').refusal?.code).toBe('IN_USE');
    accept(control, 'DELETE', '/org/acme/gvc/own');
    expect(ask(control, 'DELETE', '/org/acme/location/cellar').response.status).toBe(202);
    expect(control.records.has('/org/acme/location/cellar')).toBe(false);
  });
});

describe('deleting', () => {
  it('what runs stays readable until it has gone, refuses changes, and takes a second DELETE', () => {
    const control = acme();
    const path = `${shop}/workload/api`;
    expect(ask(control, 'DELETE', path, undefined, busy)).toMatchObject({
      response: { status: 202, body: {} },
      changes: [{ what: 'deleting', link: path }],
    });
    expect(ask(control, 'GET', path).response.status).toBe(200);
    expect(ask(control, 'PATCH', path, { tags: { a: 'b' } }).refusal?.code).toBe('DELETING');
    expect(ask(control, 'POST', `${shop}/workload`, standard('api')).refusal?.code).toBe('DELETING');
    expect(ask(control, 'DELETE', path).response.status).toBe(202);
    expect(finishDelete(control, path)).toMatchObject([{ what: 'deleted', link: path, after: null }]);
    expect(ask(control, 'GET', path).response.status).toBe(404);
    expect(ask(control, 'DELETE', path).response.status).toBe(404);
    expect(finishDelete(control, path)).toEqual([]);
  });

  it('a volume set in use stays; a workload that is being deleted no longer holds it', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/workload`, stateful('db', 'data'));
    expect(ask(control, 'DELETE', `${shop}/volumeset/data`)).toMatchObject({
      response: { status: 400, body: { code: 'IN_USE', message: 'data is in use by workload db' } },
    });
    ask(control, 'DELETE', `${shop}/workload/db`, undefined, busy);
    expect(ask(control, 'DELETE', `${shop}/volumeset/data`).response.status).toBe(202);
  });

  it('a GVC with volume sets stays; without, it takes its workloads along and goes with the last of them', () => {
    const control = acme();
    expect(ask(control, 'DELETE', shop).refusal?.code).toBe('IN_USE');
    ask(control, 'DELETE', `${shop}/volumeset/data`, undefined, busy);
    const outcome = ask(control, 'DELETE', shop, undefined, busy);
    expect(outcome.changes.map(({ what, link }) => [what, link])).toEqual([
      ['deleting', `${shop}/workload/api`],
      ['deleting', shop],
    ]);
    expect(ask(control, 'POST', `${shop}/workload`, standard('late')).refusal?.code).toBe('DELETING');
    expect(finishDelete(control, `${shop}/workload/api`).map((change) => change.link)).toEqual([
      `${shop}/workload/api`,
    ]);
    expect(finishDelete(control, `${shop}/volumeset/data`).map((change) => change.link)).toEqual([
      `${shop}/volumeset/data`,
      shop,
    ]);
  });

  it('the tag svc/protected keeps a record, and the GVC around it', () => {
    const control = acme();
    accept(control, 'DELETE', `${shop}/volumeset/data`);
    accept(control, 'PATCH', `${shop}/workload/api`, { tags: { 'svc/protected': 'true' } });
    expect(ask(control, 'DELETE', `${shop}/workload/api`).refusal?.code).toBe('PROTECTED');
    expect(ask(control, 'DELETE', shop).refusal?.code).toBe('PROTECTED');
  });

  it('takes its commands along: the next of that name has none', () => {
    const control = acme();
    const body = { type: 'expandVolume', spec: { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity: 20 } };
    const { command } = ask(control, 'POST', `${shop}/volumeset/data/-command`, body);
    accept(control, 'DELETE', `${shop}/volumeset/data`);
    expect([control.commands.size, control.commandCounts.size]).toEqual([0, 0]);
    accept(control, 'POST', `${shop}/volumeset`, { name: 'data', spec: { initialCapacity: 10 } });
    expect(accept(control, 'GET', `${shop}/volumeset/data/-command`)).toMatchObject({ items: [] });
    expect(ask(control, 'POST', `${shop}/volumeset/data/-command`, body).command?.id).not.toBe(command?.id);
  });
});

describe('ids (api.ids)', () => {
  it('depend on what they name and not on other requests', () => {
    const [one, other] = [acme(), emptyAcme()];
    accept(other, 'POST', '/org/acme/gvc', { name: 'aside' });
    accept(other, 'POST', '/org/acme/gvc', { name: 'shop' });
    expect(accept(other, 'GET', shop).id).toBe(accept(one, 'GET', shop).id);
    expect(other.records.get(shop)?.alias).toBe(one.records.get(shop)?.alias);
    expect(one.records.get(shop)?.alias).toMatch(/^[a-z0-9]{13}$/);
  });

  it('are new when a name is used again', () => {
    const control = acme();
    const path = `${shop}/workload/api`;
    const first = accept(control, 'GET', path).id;
    accept(control, 'DELETE', path);
    accept(control, 'POST', `${shop}/workload`, standard('api'));
    expect(accept(control, 'GET', path).id).not.toBe(first);
    expect(control.records.get(path)).toMatchObject({ incarnation: 1, version: 1 });
  });
});

describe('workload versions (VER-1 to VER-3)', () => {
  it.each([
    ['an image', { spec: { '$patch/containers': [{ name: 'web', image: 'web:2' }] } }, 2],
    ['a scale', { spec: { defaultOptions: { autoscaling: { maxScale: 9 } } } }, 1],
    ['a tag that replicas do not see', { tags: { team: 'a' } }, 1],
    ['a default written out', { spec: { '$patch/containers': [{ name: 'web', cpu: '0.05' }] } }, 1],
  ])(
    '%s changes the record, and the workload version as far as replicas must be given it',
    (_, body, workloadVersion) => {
      const control = acme();
      const { changes } = ask(control, 'PATCH', `${shop}/workload/api`, body);
      expect(control.records.get(`${shop}/workload/api`)).toMatchObject({ version: 2, workloadVersion });
      expect(changes[0]?.newVersion).toBe(workloadVersion === 2);
    },
  );
});

describe('commands', () => {
  const path = `${shop}/volumeset/data/-command`;
  const expand = {
    type: 'expandVolume',
    spec: { location: '//location/aws-us-east-1', volumeIndex: '0', newStorageCapacity: '20' },
  };

  it('are 201 with Location, Date and the record, its spec as sent, and carried out with numbers for texts', () => {
    const control = acme();
    const { response, command } = ask(control, 'POST', path, expand);
    expect(response.status).toBe(201);
    expect(response.headers.Location).toBe(`${path}/${command?.id}`);
    expect(response.body).toMatchObject({
      kind: 'command',
      type: 'expandVolume',
      lifecycleStage: 'pending',
      spec: expand.spec,
    });
    expect(command?.spec).toEqual({ location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity: 20 });
    setStage(control, command?.id ?? '', 'completed', 'done', start + 1000);
    setStage(control, command?.id ?? '', 'failed', 'too late', start + 2000);
    expect(accept(control, 'GET', `${path}/${command?.id}`)).toMatchObject({
      lifecycleStage: 'completed',
      status: { messages: [{ created: '2026-11-01T00:00:01.000Z', message: 'done' }] },
    });
  });

  it('are shown as they were sent wherever they are read: nulls, links, further fields', () => {
    const control = acme();
    const spec = { ...expand.spec, more: { a: [null] }, timeoutSeconds: null };
    const { command } = ask(control, 'POST', path, { ...expand, spec, kind: 'command', tags: { a: 1, b: null } });
    expect(accept(control, 'GET', `${path}/${command?.id}`)).toMatchObject({ spec, tags: { a: 1 } });
    const { items } = accept(control, 'GET', path) as { items: unknown[] };
    expect(items).toMatchObject([{ spec }]);
    expect(command?.spec).not.toHaveProperty('timeoutSeconds');
  });

  it.each<[string, JsonObject, string]>([
    ['a kind that is another', { kind: 'workload' }, 'kind must be command at this path; found workload'],
    ['tags that are none', { tags: 'no' }, 'tags must be an object; found no'],
    ['a spec that is none', { spec: 5 }, 'spec must be an object; found 5'],
    [
      'a tag too long',
      { tags: { ['k'.repeat(129)]: 1 } },
      'the key of a tag must have at most 128 characters; found 129',
    ],
  ])('are refused with %s', (_, more, message) => {
    const control = acme();
    const { response } = ask(control, 'POST', path, { ...expand, ...more });
    expect(response.body).toMatchObject({ status: 400, code: 'INVALID', details: [{ message }] });
    expect(control.commands.size).toBe(0);
  });

  it('pass over nulls wherever they stand, for null is absence', () => {
    const override = { name: 'web', cpu: null, env: [{ name: 'A', value: 'b', from: null }] };
    const spec = { location: 'aws-us-east-1', replica: null, containerOverrides: [override] };
    const body = { type: 'runCronWorkload', spec, kind: null, tags: null };
    const { command } = ask(acme(), 'POST', `${shop}/workload/api/-command`, body);
    expect(command?.spec.containerOverrides).toEqual([{ name: 'web', env: [{ name: 'A', value: 'b' }] }]);
  });

  it('are listed newest first', () => {
    const control = acme();
    const ids = [1, 2, 3].map(() => ask(control, 'POST', path, expand).command?.id);
    const { items } = accept(control, 'GET', path) as { items: { id: string }[] };
    expect(items.map((item) => item.id)).toEqual([...ids].reverse());
  });

  it.each([
    ['an unknown type', { type: 'polish', spec: {} }, 'COMMAND_REFUSED', 'VOLCMD-2'],
    ["another kind's type", { type: 'runCronWorkload', spec: {} }, 'COMMAND_REFUSED', 'VOLCMD-2'],
    ['no location', { type: 'deleteVolume', spec: { volumeIndex: 0 } }, 'INVALID', 'VOLCMD-3'],
    ['half an index', { type: 'deleteVolume', spec: { location: 'a', volumeIndex: 0.5 } }, 'INVALID', 'VOLCMD-3'],
    ['no capacity', { type: 'expandVolume', spec: { location: 'a', volumeIndex: 0 } }, 'INVALID', 'VOLCMD-4'],
    [
      'a snapshot without a name',
      { type: 'createVolumeSnapshot', spec: { location: 'a', volumeIndex: 0, snapshotName: '' } },
      'INVALID',
      'VOLCMD-10',
    ],
    [
      'tags of a snapshot that are no texts',
      { type: 'createVolumeSnapshot', spec: { location: 'a', volumeIndex: 0, snapshotName: 's', tags: { a: 1 } } },
      'INVALID',
      'VOLCMD-10',
    ],
    [
      'a date without a zone',
      {
        type: 'createVolumeSnapshot',
        spec: { location: 'a', volumeIndex: 0, snapshotName: 's', snapshotExpirationDate: '2026-12-01' },
      },
      'INVALID',
      'VOLCMD-10',
    ],
  ])('%s is refused', (_, body, code, rule) => {
    const control = acme();
    const { refusal, reason } = ask(control, 'POST', path, body);
    expect(refusal?.code).toBe(code);
    expect(reason.rules).toContain(rule);
    expect(control.commands.size).toBe(0);
  });

  it('are refused as the platform says, the fifth expansion with 429 and the word quota', () => {
    const view: PlatformView = {
      ...idleView,
      refuseCommand: () => ({
        code: 'EXPANSION_QUOTA',
        message: 'expansion quota used up',
        reason: because(['LIMIT-1']),
      }),
    };
    const { response, reason } = ask(acme(), 'POST', path, expand, view);
    expect(response).toMatchObject({ status: 429, body: { message: expect.stringContaining('quota') } });
    expect(reason.rules).toEqual(['LIMIT-1']);
  });

  it('of a workload name their location and containers (CRON-14, CRON-15)', () => {
    const control = acme();
    const run = (spec: unknown) =>
      ask(control, 'POST', `${shop}/workload/api/-command`, { type: 'runCronWorkload', spec });
    expect(run({}).reason.rules).toEqual(['CRON-14']);
    expect(run({ location: 'aws-us-east-1', containerOverrides: [{ cpu: '1' }] }).reason.rules).toEqual(['CRON-15']);
    expect(run({ location: 'aws-us-east-1', containerOverrides: [{ name: 'web', cpu: 'much' }] }).reason.rules).toEqual(
      ['CRON-16'],
    );
    expect(run({ location: 'aws-us-east-1' }).response.status).toBe(201);
  });

  it.each<[string, unknown, string]>([
    ['a location that is no text', { location: 1 }, 'CRON-14'],
    ['overrides that are no list', { containerOverrides: { name: 'web' } }, 'CRON-15'],
    ['an override whose name is no text', { containerOverrides: [{ name: 1 }] }, 'CRON-15'],
    ['a command that is no text', { containerOverrides: [{ name: 'web', command: ['sh'] }] }, 'CRON-15'],
    ['an image that is no text', { containerOverrides: [{ name: 'web', image: 1 }] }, 'CRON-15'],
    ['cpu that is no text', { containerOverrides: [{ name: 'web', cpu: 1 }] }, 'CRON-15'],
    ['memory that is no text', { containerOverrides: [{ name: 'web', memory: 128 }] }, 'CRON-15'],
    ['arguments that are no list', { containerOverrides: [{ name: 'web', args: 'all' }] }, 'CRON-15'],
    ['arguments that are no texts', { containerOverrides: [{ name: 'web', args: [1] }] }, 'CRON-15'],
    ['variables that are no list', { containerOverrides: [{ name: 'web', env: { A: 'b' } }] }, 'CRON-15'],
    [
      'a variable whose value is no text',
      { containerOverrides: [{ name: 'web', env: [{ name: 'A', value: 1 }] }] },
      'CRON-15',
    ],
    ['a variable without a value', { containerOverrides: [{ name: 'web', env: [{ name: 'A' }] }] }, 'CRON-15'],
  ])('CRON-14, CRON-15, CRON-16: %s is refused', (_, given, rule) => {
    const spec = { location: 'aws-us-east-1', ...(given as JsonObject) };
    const { refusal, reason } = ask(acme(), 'POST', `${shop}/workload/api/-command`, { type: 'runCronWorkload', spec });
    expect(refusal?.code).toBe('INVALID');
    expect(reason.rules).toEqual([rule]);
  });

  it.each<[string, JsonObject, string, string]>([
    ['an amount that cannot be read', { cpu: 'much' }, 'cpu', 'CRON-16'],
    ['no processor time', { cpu: '0m' }, 'cpu', 'fields.bounds.cpuMillicores'],
    ['less than a millicore', { cpu: '1n' }, 'cpu', 'fields.bounds.cpuMillicores'],
    ['too little memory', { memory: '1Mi' }, 'memory', 'fields.bounds.memoryMi'],
    ['an image without a name', { image: '' }, 'image', 'WL-3'],
    [
      'a variable of the platform',
      { env: [{ name: 'SVC_X', value: '1' }] },
      'env[0].name',
      'fields.bounds.envNameRefused',
    ],
    ['a variable without a name', { env: [{ name: '', value: '1' }] }, 'env[0].name', 'fields.bounds.envNameLength'],
    ['a variable that is none', { env: [{ name: '1=2', value: '1' }] }, 'env[0].name', 'fields.bounds.envName'],
  ])('override a container as it may be made: not with %s', (_, override, at, rule) => {
    const spec = { location: 'aws-us-east-1', containerOverrides: [{ name: 'web', ...override }] };
    const { response, command } = ask(acme(), 'POST', `${shop}/workload/api/-command`, {
      type: 'runCronWorkload',
      spec,
    });
    expect(command).toBeNull();
    const path = `spec.containerOverrides[0].${at}`;
    expect(response.body).toMatchObject({ status: 400, code: 'INVALID', details: [{ path, rule }] });
  });

  it('pass over a reserve in an override, which is no field of one', () => {
    const spec = {
      location: 'aws-us-east-1',
      containerOverrides: [{ name: 'web', cpu: '1', memory: '1Gi', minCpu: '1n' }],
    };
    const body = { type: 'runCronWorkload', spec };
    expect(ask(acme(), 'POST', `${shop}/workload/api/-command`, body).response.status).toBe(201);
  });
});

describe('laws of the handler', () => {
  it('a fork and its origin do not disturb each other', () => {
    const control = acme();
    const fork = forkControl(control);
    const before = JSON.stringify([...control.records]);
    accept(fork, 'PATCH', `${shop}/workload/api`, { tags: { a: 'b' } });
    accept(fork, 'POST', `${shop}/workload`, stateful('db', 'data'));
    expect(JSON.stringify([...control.records])).toBe(before);
    accept(control, 'POST', `${shop}/workload`, stateful('db2', 'data'));
    expect(ask(fork, 'POST', `${shop}/workload`, stateful('db2', 'data')).response.status).toBe(400);
  });

  it("a body of the caller's stays the caller's: it is neither frozen nor kept", () => {
    const control = acme();
    const body = { tags: { a: 'b' } };
    accept(control, 'PATCH', `${shop}/workload/api`, body);
    body.tags.a = 'changed';
    expect(control.records.get(`${shop}/workload/api`)?.tags).toEqual({ a: 'b' });
  });
});

describe('a refusal that has much to say', () => {
  it('tells a hundred problems, and how many more there are', () => {
    const containers = Array.from({ length: 10_000 }, (_, index) => ({ name: `Bad ${index}`, image: 7, cpu: 'much' }));
    const { response } = ask(acme(), 'POST', `${shop}/workload`, {
      name: 'big',
      spec: { type: 'standard', containers },
    });
    const { details, message } = response.body as {
      readonly details: readonly { readonly message: string }[];
      message: string;
    };
    expect([response.status, details.length]).toEqual([400, 100]);
    const more = Number(/^and (\d+) more$/.exec(details.at(-1)?.message ?? '')?.[1]);
    expect(message).toContain(`(and ${more + 98} more)`);
    expect(JSON.stringify(response.body).length).toBeLessThan(30_000);
  });

  it('repeats no more than a part of an address that is very long', () => {
    const { response } = ask(acme(), 'GET', `/org/acme/${'x'.repeat(15_000)}`);
    expect(response.status).toBe(404);
    expect(JSON.stringify(response.body).length).toBeLessThan(3_000);
  });
});
