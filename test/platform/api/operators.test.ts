import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/platform/api/document/json.ts';
import { collectionMethods, isOfGvc, type Kind, kinds } from '../../../src/platform/api/records/kinds.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { accept, acme, ask, shop, standard } from './acme.ts';

type Method = 'POST' | 'PUT' | 'PATCH';

/** `400 tags.$drop`: the status and the places of a refusal. */
function told(control: Control, method: Method, path: string, body: Json): string {
  const { response, changes } = ask(control, method, path, body);
  if (response.status >= 400) expect(changes).toEqual([]);
  const { details = [] } = response.body as { readonly details?: readonly { readonly path: string }[] };
  return [response.status, ...details.map(({ path: at }) => at)].join(' ');
}

const api = `${shop}/workload/api`;

describe('a key that begins with $ is an operator of PATCH and no field (`api.patchOrder`)', () => {
  it.each<[string, JsonObject, string]>([
    ['what replaces', { '$replace/tags': { a: 1, $drop: ['x'] } }, '400 tags.$drop'],
    [
      'what replaces, deep down',
      { spec: { '$replace/firewallConfig': { a: { $b: 1 } } } },
      '400 spec.firewallConfig.a.$b',
    ],
    ['what is appended', { spec: { '$append/ours': [1, { $c: 1 }] } }, '400 spec.ours[1].$c'],
    ['a plain list', { ours: [[{ $d: 1 }]] }, '400 ours[0][0].$d'],
    ['an operator that there is not', { tags: { $what: 1 } }, '400 tags.$what'],
  ])('in %s it is refused, with its place', (_, patch, expected) => {
    const control = acme();
    expect(told(control, 'PATCH', api, patch)).toBe(expected);
    expect(control.records.get(api)?.version).toBe(1);
  });

  it.each<[string, JsonObject, string]>([
    ['beside the name', { $drop: ['tags'] }, '400 $drop'],
    ['among the tags', { tags: { '$replace/a': 1 } }, '400 tags.$replace/a'],
    ['in an unknown field', { ours: { deep: [{ $x: null, $y: 1 }] } }, '400 ours.deep[0].$y'],
  ])('in the body of a POST or a PUT it is refused %s', (_, more, expected) => {
    expect(told(acme(), 'POST', `${shop}/workload`, { ...standard('web'), ...more })).toBe(expected);
    expect(told(acme(), 'PUT', `${shop}/workload`, { ...standard('web'), ...more })).toBe(expected);
    expect(told(acme(), 'PUT', api, { ...standard('api'), ...more })).toBe(expected);
  });

  it.each<[string, JsonObject, string]>([
    ['beside the type', { $drop: ['spec'] }, '400 $drop'],
    ['in the spec', { spec: { location: 'aws-us-east-1', volumeIndex: 0, more: [{ $a: 1 }] } }, '400 spec.more[0].$a'],
    ['among the tags', { tags: { $a: 'b' } }, '400 tags.$a'],
  ])('in a command it is refused %s', (_, more, expected) => {
    const body = { type: 'deleteVolume', spec: { location: 'aws-us-east-1', volumeIndex: 0 }, ...more };
    expect(told(acme(), 'POST', `${shop}/volumeset/data/-command`, body)).toBe(expected);
  });

  it('where it stands in a field that is read only, it is passed over as the field is', () => {
    const control = acme();
    expect(told(control, 'PUT', api, { ...standard('api'), status: { $drop: 1 } })).toBe('200');
    expect(accept(control, 'GET', api)).not.toHaveProperty('status.$drop');
  });
});

describe('what is the client own may have any keys', () => {
  it('a value of a tag that is an object', () => {
    const control = acme();
    const tags = { ours: { $drop: ['x'] } };
    accept(control, 'PATCH', api, { '$replace/tags': tags });
    expect(accept(control, 'GET', api).tags).toEqual(tags);
    accept(control, 'PUT', api, { ...standard('api'), tags });
    expect(accept(control, 'GET', api).tags).toEqual(tags);
  });

  it("a secret's data, and the fields of a kind that is kept as it is sent", () => {
    const control = acme();
    accept(control, 'POST', '/org/acme/secret', { name: 'key', data: { $ref: 'x' } });
    expect(accept(control, 'GET', '/org/acme/secret/key/-reveal').data).toEqual({ $ref: 'x' });
    accept(control, 'POST', '/org/acme/agent', { name: 'own', data: { $ref: 'x' }, spec: { $schema: 1 } });
    expect(accept(control, 'GET', '/org/acme/agent/own')).toMatchObject({ data: { $ref: 'x' }, spec: { $schema: 1 } });
  });

  it.each(kinds.filter((kind) => collectionMethods(kind, 'shop').includes('POST')))(
    'but not beside the name of a %s, nor among its tags',
    (kind: Kind) => {
      const collection = isOfGvc(kind) ? `${shop}/${kind}` : `/org/acme/${kind}`;
      const places = told(acme(), 'POST', collection, { name: 'own', provider: 'byok', $a: 1, tags: { $b: 1 } });
      expect(places).toMatch(/^400 (.* )?\$a tags\.\$b( |$)/);
    },
  );
});

describe('a record that is read and sent back as it is', () => {
  it('is no change, whatever was taken before', () => {
    const control = acme();
    accept(control, 'PATCH', api, { ours: { list: [{ a: 1 }] }, '$replace/tags': { a: { b: 1 } } });
    const shown = accept(control, 'GET', api);
    expect(ask(control, 'PATCH', api, shown).changes).toEqual([]);
  });
});
