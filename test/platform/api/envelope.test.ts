import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { isOfGvc, itemMethods } from '../../../src/platform/api/records/kinds.ts';
import { accept, acme, ask } from './acme.ts';
import { collection, made, make, nameOf, needed } from './everyKind.ts';

describe.each(made)('RES-2: the envelope of a %s', (kind) => {
  const path = `${collection(kind)}/${nameOf(kind)}`;
  const status = (body: JsonObject): unknown => {
    const { response, changes } = ask(acme(), 'POST', collection(kind), { ...needed(kind), ...body });
    if (response.status >= 400) expect(changes).toEqual([]);
    const { details } = response.body as { readonly details?: readonly JsonObject[] };
    return [response.status, ...(details ?? []).map(({ rule }) => rule)].join(' ');
  };

  it('has id, kind, name, description, tags, version, times and links', () => {
    expect(make(acme(), kind)).toMatchObject({
      id: expect.any(String),
      kind,
      name: nameOf(kind),
      description: nameOf(kind),
      tags: {},
      version: 1,
      created: '2026-11-01T00:00:00.000Z',
      lastModified: '2026-11-01T00:00:00.000Z',
      links: expect.arrayContaining([{ rel: 'self', href: path }]),
    });
  });

  it('RES-3: a name has at most 64 characters', () => {
    const long = (length: number): string =>
      kind === 'domain' ? `${'a'.repeat(length - 4)}.com` : `a${'b'.repeat(length - 1)}`;
    expect(status({ name: long(64) })).toBe('201');
    expect(status({ name: long(65) })).toBe('400 RES-3');
  });

  it('RES-4: a description has at most 250 characters', () => {
    expect(status({ name: nameOf(kind), description: 'é'.repeat(250) })).toBe('201');
    expect(status({ name: nameOf(kind), description: 'é'.repeat(251) })).toBe('400 RES-4');
  });

  it('RES-2: a description is a text, and tags are an object', () => {
    expect(status({ name: nameOf(kind), description: 5 })).toMatch(/^400 /);
    expect(status({ name: nameOf(kind), tags: ['a'] })).toMatch(/^400 /);
  });

  it('VER-1: a version that counts real changes, and that no client writes', () => {
    const control = acme();
    make(control, kind, { version: 7, id: 'mine', created: 'then' });
    expect(accept(control, 'GET', path)).toMatchObject({ version: 1, created: '2026-11-01T00:00:00.000Z' });
    expect(accept(control, 'PATCH', path, { description: 'd' })).toMatchObject({ version: 2 });
    expect(accept(control, 'PATCH', path, { description: 'd' })).toMatchObject({ version: 2 });
    expect(accept(control, 'PATCH', path, { description: 'e', version: 2 })).toMatchObject({ version: 3 });
    expect(ask(control, 'PATCH', path, { description: 'f', version: 2 }).response.status).toBe(409);
    expect(accept(control, 'GET', path)).toMatchObject({ version: 3, description: 'e' });
  });

  it('RES-2: sent back as it was read it changes nothing', () => {
    const text = fc
      .string({ maxLength: 20 })
      .filter((one) => !one.startsWith('$') && one !== '__proto__' && one !== '');
    const value = fc.oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.boolean());
    const tags = fc.dictionary(text, value, { maxKeys: 4 });
    const methods = (['PUT', 'PATCH'] as const).filter((method) => itemMethods(kind).includes(method));
    fc.assert(
      fc.property(fc.string({ maxLength: 250 }), tags, (description, some) => {
        const control = acme();
        make(control, kind, { description, tags: some });
        const before = accept(control, 'GET', path);
        for (const method of methods) {
          const { response, changes } = ask(control, method, path, before);
          expect([method, response.status, response.body, changes]).toEqual([method, 200, before, []]);
        }
      }),
      { seed: 6, numRuns: 20 },
    );
  });
});

/** Kinds to whose spec no form is given. */
const formless = made.filter((kind) => !['gvc', 'workload', 'volumeset', 'location', 'domain'].includes(kind));

describe.each(formless)('fields.unknown: a spec of a %s', (kind) => {
  const path = `${collection(kind)}/${nameOf(kind)}`;

  it.each([5, 'x', [1], [], true])('that is %j is kept as it was sent', (spec) => {
    const control = acme();
    expect(make(control, kind, { spec })).toMatchObject({ spec });
    expect(ask(control, 'PATCH', path, accept(control, 'GET', path)).changes).toEqual([]);
    expect(accept(control, 'PATCH', path, { description: 'd' })).toMatchObject({ spec, description: 'd' });
    const audited = accept(control, 'GET', '/audit/org/acme') as { items: JsonObject[] };
    expect(audited.items[0]).toMatchObject({ resource: { data: { spec } } });
    expect(accept(control, 'PATCH', path, { spec: { a: 1 } }).spec).toEqual({ a: 1 });
    expect(accept(control, 'PATCH', path, { spec: null })).not.toHaveProperty('spec');
  });
});

describe.each(made.filter((kind) => !isOfGvc(kind)))('fields.unknown: a field gvc of a %s', (kind) => {
  it('is none that says where it is, and is kept', () => {
    const control = acme();
    const path = `${collection(kind)}/${nameOf(kind)}`;
    expect(make(control, kind, { gvc: 'shop' })).toMatchObject({ gvc: 'shop' });
    expect(accept(control, 'PATCH', path, { gvc: [5] })).toMatchObject({ gvc: [5], version: 2 });
  });
});

describe('RES-2: what an org has from its beginning, sent back as it was read, changes nothing', () => {
  const control = acme();
  const all = [...control.records.values()].filter(
    ({ kind, origin }) => !(kind === 'policy' && origin === 'builtin') && itemMethods(kind).includes('PATCH'),
  );
  it.each(all.map(({ kind, link }): [string, string] => [kind, link]))('%s %s', (_, link) => {
    const before = accept(control, 'GET', link);
    expect(accept(control, 'PATCH', link, before)).toEqual(before);
  });
});
