import fc from 'fast-check';
import { applyPatches, enablePatches, type Patch } from 'immer';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { forkControl } from '../../../src/platform/api/records/store.ts';
import { idleView } from '../../../src/platform/api/records/view.ts';
import { accept, acme, ask, emptyAcme, shop, standard, start } from './acme.ts';

const hour = 3_600_000;

interface Shown {
  readonly eventTime: string;
  readonly requestId: string;
  readonly subject: JsonObject;
  readonly resource: {
    readonly id: string;
    readonly type: string;
    readonly name: string;
    readonly data?: JsonObject;
    readonly patch: readonly Patch[];
  };
  readonly action: { readonly type: string };
  readonly result: { readonly status: string; readonly message: string };
}

function audit(control: Control, path = '', now = start): readonly Shown[] {
  const { response } = ask(control, 'GET', `/audit/org/acme${path}`, undefined, idleView, now);
  expect(response.status).toBe(200);
  return (response.body as { readonly items: readonly Shown[] }).items;
}

const told = ({ action, resource, result }: Shown): string =>
  `${action.type} ${resource.type} ${resource.name} ${result.status}`;

describe('AUDIT-1: the audit trail', () => {
  it.each(['standard', 'stateful', 'cron', 'serverless'])('has the life of a %s workload, the newest first', (type) => {
    const control = acme();
    const job = type === 'cron' ? { job: { schedule: '0 * * * *' } } : {};
    const ports = type === 'serverless' ? { ports: [{ number: 8080 }] } : {};
    const spec = { type, ...job, containers: [{ name: 'own', image: 'own:1', ...ports }] };
    accept(control, 'POST', `${shop}/workload`, { name: 'own', spec });
    accept(control, 'PATCH', `${shop}/workload/own`, { tags: { team: 'a' } });
    ask(control, 'PATCH', `${shop}/workload/own`, { spec: { type: 'other' } });
    ask(control, 'DELETE', `${shop}/workload/own`);
    expect(audit(control).slice(0, 4).map(told)).toEqual([
      'delete workload own success',
      'edit workload own failure',
      'edit workload own success',
      'create workload own success',
    ]);
  });

  it('has a refused request by the id that its answer told, and equal ones each by its own', () => {
    const control = acme();
    const refused = [1, 2].map(() => ask(control, 'POST', `${shop}/workload`, { name: 'api' }));
    const ids = refused.map(({ response }) => (response.body as { readonly id: string }).id);
    expect(
      audit(control)
        .slice(0, 2)
        .map(({ requestId }) => requestId),
    ).toEqual(ids.reverse());
    expect(new Set(ids).size).toBe(2);
  });

  it('comes page by page where it is asked so, each entry once', () => {
    const control = acme();
    for (const tag of ['a', 'b', 'c', 'd', 'e']) accept(control, 'PATCH', `${shop}/workload/api`, { tags: { tag } });
    const all = audit(control, '?resourceType=workload');
    const found: unknown[] = [];
    let path: string | undefined = '/audit/org/acme?resourceType=workload&max=2';
    while (path !== undefined) {
      const { body } = ask(control, 'GET', path).response;
      const page = body as { readonly items: readonly Shown[]; readonly links: readonly { readonly href: string }[] };
      expect(page.items.length).toBeLessThanOrEqual(2);
      found.push(...page.items);
      path = page.links[0]?.href;
    }
    expect(found).toEqual(all);
    expect(all.length).toBeGreaterThan(5);
    expect(ask(control, 'GET', '/audit/org/acme?max=0').response.status).toBe(400);
  });

  it('says of a refused PUT whether it was to make something', () => {
    const control = acme();
    for (const name of ['api', 'new']) ask(control, 'PUT', `${shop}/workload/${name}`, { spec: { type: 'other' } });
    expect(audit(control).slice(0, 2).map(told)).toEqual(['create workload new failure', 'edit workload api failure']);
  });

  it('has the patch of a change, and the record after it', () => {
    const control = acme();
    accept(control, 'PATCH', `${shop}/workload/api`, {
      tags: { 'a/b': 1 },
      spec: { defaultOptions: { suspend: true } },
    });
    const [entry] = audit(control);
    expect(entry?.resource.patch).toEqual([
      { op: 'add', path: '/spec/defaultOptions', value: { suspend: true } },
      { op: 'add', path: '/tags/a~1b', value: 1 },
    ]);
    expect(entry?.resource.data).toMatchObject({ kind: 'workload', name: 'api', version: 2 });
  });

  it('says who asked, and why it was refused', () => {
    const control = acme();
    ask(control, 'POST', `${shop}/workload`, standard('api'));
    const [entry] = audit(control);
    expect(entry?.subject).toEqual({
      name: 'simulator',
      data: { type: 'user', principalLink: '/org/acme/user/simulator' },
    });
    expect(entry?.result).toEqual({ status: 'failure', message: `${shop}/workload/api already exists` });
    expect(entry?.resource.patch).toEqual([]);
  });

  it('has commands as acts, those that are refused too', () => {
    const control = acme();
    const expand = (newStorageCapacity: unknown): object => ({
      type: 'expandVolume',
      spec: { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity },
    });
    accept(control, 'POST', `${shop}/volumeset/data/-command`, expand(20));
    ask(control, 'POST', `${shop}/volumeset/data/-command`, expand('much'));
    const [refused, done] = audit(control);
    expect([refused, done].map((one) => one && told(one))).toEqual([
      'exec volumeset data failure',
      'exec volumeset data success',
    ]);
    expect(done?.resource.data).toMatchObject({ kind: 'command', type: 'expandVolume' });
  });

  it('leaves out reads, what asks for nothing new, and paths that name no record', () => {
    const control = acme();
    const before = audit(control).length;
    accept(control, 'GET', `${shop}/workload/api`);
    accept(control, 'PATCH', `${shop}/workload/api`, {});
    ask(control, 'POST', '/org/acme/nonsense', {});
    expect(audit(control)).toHaveLength(before);
  });

  it('of what a GVC takes along has an entry each, of one request', () => {
    const control = acme();
    ask(control, 'DELETE', `${shop}/workload/api`);
    accept(control, 'POST', `${shop}/workload`, standard('other'));
    ask(control, 'DELETE', `${shop}/volumeset/data`);
    ask(control, 'DELETE', shop);
    const [gvc, workload] = audit(control);
    expect([gvc, workload].map((one) => one && told(one))).toEqual([
      'delete gvc shop success',
      'delete workload other success',
    ]);
  });
});

describe('the request of an entry', () => {
  const requestOf = ({ requestId }: Shown): string => requestId;

  it('is one for all that it has changed, and another for each', () => {
    const control = acme();
    accept(control, 'POST', '/org/acme/gvc', { name: 'other' });
    for (const name of ['one', 'two']) accept(control, 'POST', '/org/acme/gvc/other/workload', standard(name));
    ask(control, 'DELETE', '/org/acme/gvc/other');
    const [gvc, second, first, madeTwo, madeOne] = audit(control).map(requestOf);
    expect(new Set([gvc, second, first]).size).toBe(1);
    expect(new Set([gvc, madeTwo, madeOne]).size).toBe(3);
  });

  it('with a method that no path takes leaves none', () => {
    const control = acme();
    const before = audit(control).length;
    ask(control, 'OPTIONS' as 'GET', `${shop}/workload/api`);
    expect(audit(control)).toHaveLength(before);
  });
});

describe('a question to the audit trail', () => {
  const control = acme();
  const { id } = accept(control, 'GET', `${shop}/workload/api`) as { readonly id: string };
  ask(control, 'PATCH', `${shop}/workload/api`, { description: 'later' }, idleView, start + 2 * hour);
  const late = start + 3 * hour;

  it.each([
    ['of one record', `/resource/id/${id}`, ['edit workload api success', 'create workload api success']],
    ['of a kind', '?resourceType=volumeset', ['create volumeset data success']],
    ['from an instant on', '?fromEvent=2026-11-01T02:00:00Z', ['edit workload api success']],
    ['up to an instant', `/resource/id/${id}?toEvent=2026-11-01T01:00:00Z`, ['create workload api success']],
    ['of a person', '?subjectName=ada@x.io', []],
    ['of another context', '?contextName=other', []],
    ['of the own context', '?contextName=cpln&resourceType=volumeset', ['create volumeset data success']],
    ['of what never was', '/resource/id/none', []],
  ])('%s', (_, path, expected) => {
    expect(audit(control, path, late).map(told)).toEqual(expected);
  });

  it('has the last seven days where it does not say', () => {
    const week = 7 * 24 * hour;
    expect(audit(control, `/resource/id/${id}`, start + week)).toHaveLength(2);
    expect(audit(control, `/resource/id/${id}`, start + week + 1)).toHaveLength(1);
  });

  it('that is no question is refused', () => {
    const { response } = ask(control, 'GET', '/audit/org/acme?fromEvent=yesterday');
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID', details: [{ path: 'fromEvent' }] } });
  });
});

describe('what is kept', () => {
  it('is the newest, as many as `api.auditKept` says', () => {
    const control = emptyAcme({ 'api.auditKept': 5 });
    for (let index = 1; index <= 23; index += 1) accept(control, 'POST', '/org/acme/gvc', { name: `g${index}` });
    const names = audit(control).map(({ resource }) => resource.name);
    expect(names).toEqual(['g23', 'g22', 'g21', 'g20', 'g19']);
    expect(control.audit?.entries.length).toBeLessThan(10);
  });

  it('of a fork is its own', () => {
    const control = acme();
    const fork = forkControl(control);
    accept(fork, 'PATCH', `${shop}/workload/api`, { description: 'fork' });
    expect(audit(fork)).toHaveLength(audit(control).length + 1);
  });

  it('law: the patches of a record lead from nothing to what it is', () => {
    enablePatches();
    const patch = fc.record(
      {
        description: fc.constantFrom('a', 'b', null),
        tags: fc.dictionary(fc.constantFrom('x', 'y', 'z/1'), fc.constantFrom(1, 'two', null)),
        further: fc.constantFrom(1, [1, 2], { deep: { er: true } }, null),
      },
      { requiredKeys: [] },
    );
    const property = fc.property(fc.array(patch, { maxLength: 8 }), (patches) => {
      const control = emptyAcme();
      accept(control, 'POST', '/org/acme/agent', { name: 'a' });
      for (const body of patches) accept(control, 'PATCH', '/org/acme/agent/a', body as JsonObject);
      let document: object = {};
      for (const { resource } of [...audit(control)].reverse()) {
        const steps = resource.patch.map((step) => ({
          ...step,
          path: String(step.path)
            .slice(1)
            .split('/')
            .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
        }));
        document = applyPatches(document, steps);
      }
      const { description, tags, further } = accept(control, 'GET', '/org/acme/agent/a');
      expect(document).toEqual({ description, tags, ...(further === undefined ? {} : { further }) });
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });
});
