import fc from 'fast-check';
import { applyPatches, enablePatches } from 'immer';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import { applyPatch } from '../../../../src/platform/api/document/patch.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { idleView, type PlatformView } from '../../../../src/platform/api/records/view.ts';
import { defaultAssumptions } from '../../../../src/rules/assumptions.ts';
import { accept, acme, ask, emptyAcme, shop } from '../acme.ts';

const path = `${shop}/workload/api`;

// For `applyPatches`, which the control plane itself does not need.
enablePatches();

/** The workload of the examples, at version 4. */
function stored(): Control {
  const control = acme();
  accept(control, 'PUT', path, {
    description: 'shop',
    tags: { team: 'a', tier: 1 },
    spec: {
      type: 'standard',
      defaultOptions: { autoscaling: { minScale: 1, maxScale: 3 } },
      containers: [
        { name: 'web', image: 'w:1', args: ['a'], env: [{ name: 'LOG', value: 'x' }] },
        { name: 'log', image: 'l:1' },
      ],
    },
  });
  accept(control, 'PATCH', path, { description: 'in between' });
  accept(control, 'PATCH', path, { description: 'shop' });
  expect(control.records.get(path)?.version).toBe(4);
  return control;
}

function record(control: Control) {
  const found = control.records.get(path);
  if (found === undefined) throw new Error('gone');
  return found;
}

describe('the patch language', () => {
  it('merges tags, and null removes one', () => {
    const control = stored();
    accept(control, 'PATCH', path, { tags: { tier: null, zone: 'b' } });
    expect(record(control).tags).toEqual({ team: 'a', zone: 'b' });
    expect(record(control).version).toBe(5);
  });

  it('$replace/tags leaves nothing of what was', () => {
    const control = stored();
    accept(control, 'PATCH', path, { '$replace/tags': { zone: 'b' } });
    expect(record(control).tags).toEqual({ zone: 'b' });
  });

  it('$drop comes before plain keys, and a dropped description is the name', () => {
    const control = stored();
    accept(control, 'PATCH', path, { $drop: ['tags', 'description'], tags: { z: 1 } });
    expect(record(control)).toMatchObject({ tags: { z: 1 }, description: 'api' });
  });

  it('turns texts into the numbers and booleans that fields want', () => {
    const control = stored();
    accept(control, 'PATCH', path, { spec: { defaultOptions: { autoscaling: { minScale: '2' }, suspend: 'true' } } });
    expect(record(control).spec).toMatchObject({
      defaultOptions: { autoscaling: { minScale: 2, maxScale: 3 }, suspend: true },
    });
  });

  it('$patch/containers merges by name, operators inside included', () => {
    const control = stored();
    const web = { name: 'web', image: 'w:2', '$append/args': ['b'], '$patch/env': [{ name: 'LOG', value: 'y' }] };
    accept(control, 'PATCH', path, { spec: { '$patch/containers': [web] } });
    expect(record(control).spec.containers).toEqual([
      { name: 'web', image: 'w:2', args: ['a', 'b'], env: [{ name: 'LOG', value: 'y' }] },
      { name: 'log', image: 'l:1' },
    ]);
  });

  it('$drop/x drops entries by name or by value', () => {
    const control = stored();
    const web = { name: 'web', '$drop/env': ['LOG'], '$drop/args': ['a'] };
    accept(control, 'PATCH', path, { spec: { '$patch/containers': [web], '$drop/containers': ['log'] } });
    expect(record(control).spec.containers).toEqual([{ name: 'web', image: 'w:1', args: [], env: [] }]);
  });

  it('a version that the record no longer has is a conflict, and nothing changes', () => {
    const control = stored();
    const before = record(control);
    const outcome = ask(control, 'PATCH', path, { version: 3, description: 'x' });
    expect(outcome.response.status).toBe(409);
    expect(outcome.refusal?.code).toBe('CONFLICT');
    expect(record(control)).toBe(before);
    accept(control, 'PATCH', path, { version: 4, id: accept(control, 'GET', path).id, description: 'x' });
    expect(record(control).version).toBe(5);
  });

  it("a location's spec drops enabled and nothing else (api.locationSpecDrop)", () => {
    const control = emptyAcme();
    const location = '/org/acme/location/aws-us-east-1';
    expect(accept(control, 'PATCH', location, { spec: { enabled: false } }).spec).toEqual({ enabled: false });
    expect(accept(control, 'PATCH', location, { spec: { $drop: ['enabled'] } }).spec).toEqual({ enabled: true });
    expect(ask(control, 'PATCH', location, { spec: { $drop: ['zones'] } }).response.status).toBe(400);
  });

  it("PATCH-4: a location's $drop names its five fields and nothing else", () => {
    const control = emptyAcme();
    const location = '/org/acme/location/aws-us-east-1';
    accept(control, 'PATCH', location, { $drop: ['description', 'tags', 'provider', 'region', 'spec'] });
    const outcome = ask(control, 'PATCH', location, { $drop: ['name'] });
    expect(outcome.reason.rules).toEqual(['PATCH-4']);
  });

  it('plain containers merge by name, plain localOptions by location, other lists are replaced (api.patchArrays)', () => {
    const control = stored();
    accept(control, 'PATCH', path, {
      spec: {
        containers: [{ name: 'web', args: ['c'] }],
        localOptions: [{ location: 'aws-us-east-1', suspend: true }],
      },
    });
    accept(control, 'PATCH', path, {
      spec: { localOptions: [{ location: 'aws-us-east-1', debug: true }, { location: 'aws-eu-central-1' }] },
    });
    expect(record(control).spec).toMatchObject({
      containers: [{ name: 'web', image: 'w:1', args: ['c'] }, { name: 'log' }],
      localOptions: [{ location: 'aws-us-east-1', suspend: true, debug: true }, { location: 'aws-eu-central-1' }],
    });
  });

  it('$append skips links that the list holds, short or in full', () => {
    const control = acme();
    accept(control, 'PATCH', shop, {
      spec: {
        staticPlacement: {
          '$append/locationLinks': [
            '/org/acme/location/aws-us-east-1',
            '//location/gcp-us-central1',
            '//location/gcp-us-central1',
          ],
        },
      },
    });
    expect(control.records.get(shop)?.spec).toEqual({
      staticPlacement: {
        locationLinks: ['aws-us-east-1', 'aws-eu-central-1', 'gcp-us-central1'].map(
          (name) => `/org/acme/location/${name}`,
        ),
      },
    });
  });

  it.each([
    ['an unknown operator', { $merge: {} }],
    ['an operator without a field', { '$replace/': {} }],
    ['$drop of no list', { $drop: 'tags' }],
    ['$patch of entries without a name', { spec: { '$patch/containers': [{ image: 'x' }] } }],
    ['another name', { name: 'web' }],
    ['another kind', { kind: 'gvc' }],
  ])('%s is refused with 400', (_, body) => {
    const control = stored();
    const before = record(control);
    expect(ask(control, 'PATCH', path, body).response.status).toBe(400);
    expect(record(control)).toBe(before);
  });

  it('dropping what is not there is no change, and no change is no version (api.versionStep)', () => {
    const control = stored();
    const before = record(control);
    const body = { $drop: ['nothing'], tags: { team: 'a' }, spec: { '$drop/containers': ['none'] } };
    const outcome = ask(control, 'PATCH', path, body);
    expect(outcome.response.status).toBe(200);
    expect(outcome.changes).toEqual([]);
    expect(record(control)).toBe(before);
  });

  it('the patches of a change lead from the document before to the one after', () => {
    const control = stored();
    const outcome = ask(control, 'PATCH', path, {
      tags: { tier: null },
      spec: { '$drop/containers': ['log'], defaultOptions: { suspend: true } },
    });
    const [change] = outcome.changes;
    if (change?.before == null || change.after === null) throw new Error('no change');
    const parts = ({ description, tags, spec, more }: typeof change.before) => ({ description, tags, spec, more });
    expect(applyPatches(parts(change.before), [...change.patches])).toEqual(parts(change.after));
    expect(change.patches.length).toBe(3);
  });
});

describe('per-location options by the link of their location', () => {
  const here = '//location/aws-us-east-1';
  const full = '/org/acme/location/aws-us-east-1';
  const begun = (location = here): Control => {
    const control = acme();
    accept(control, 'PATCH', path, { spec: { localOptions: [{ location, suspend: true }] } });
    return control;
  };
  const options = (control: Control, spec: JsonObject): unknown => {
    accept(control, 'PATCH', path, { spec });
    return record(control).spec.localOptions;
  };

  it('are kept with the link in full', () => {
    expect(record(begun()).spec.localOptions).toEqual([{ location: full, suspend: true }]);
  });

  it.each([here, full, 'aws-us-east-1'])('are the same as those that %s names: dropped, patched, merged', (said) => {
    for (const held of [here, full, 'aws-us-east-1']) {
      const location = held === here ? full : held;
      expect(options(begun(held), { '$drop/localOptions': [said] })).toEqual([]);
      const debug = [{ location, suspend: true, debug: true }];
      expect(options(begun(held), { '$patch/localOptions': [{ location: said, debug: true }] })).toEqual(debug);
      expect(options(begun(held), { localOptions: [{ location: said, debug: true }] })).toEqual(debug);
    }
  });

  it('say nothing new where they say the same by the other', () => {
    const control = begun();
    const outcome = ask(control, 'PATCH', path, {
      spec: { localOptions: [{ location: 'aws-us-east-1', suspend: true }] },
    });
    expect(outcome.changes).toEqual([]);
    const spec = { ...record(control).spec, localOptions: [{ location: 'aws-us-east-1', suspend: true }] };
    expect(ask(control, 'PUT', path, { name: 'api', spec }).changes).toMatchObject([{ newVersion: false }]);
  });

  it('lead to a location of the org', () => {
    const said = (location: string): string | undefined =>
      ask(acme(), 'PATCH', path, { spec: { localOptions: [{ location }] } }).refusal?.code;
    expect(said('//gvc/aws-us-east-1')).toBe('BAD_REFERENCE');
    expect(said('/org/other/location/aws-us-east-1')).toBe('BAD_REFERENCE');
    expect(said('//location/moon')).toBe('BAD_REFERENCE');
    expect(said('//location/gcp-us-east1')).toBeUndefined();
  });

  it('and so do the locations of commands', () => {
    const control = begun();
    const seen: unknown[] = [];
    const refuseCommand: PlatformView['refuseCommand'] = (_, __, { location }) => {
      seen.push(location);
      return null;
    };
    const view = { ...idleView, refuseCommand };
    for (const location of [here, full, '//gvc/aws-us-east-1'])
      ask(control, 'POST', `${shop}/workload/api/-command`, { type: 'stopReplica', spec: { location } }, view);
    expect(seen).toEqual(['aws-us-east-1', 'aws-us-east-1', '//gvc/aws-us-east-1']);
  });
});

describe('laws of patching', () => {
  const tags = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
  const base = { org: 'acme', gvc: 'shop' };
  const apply = (target: JsonObject, patch: JsonObject) => applyPatch(target, patch, base, [], defaultAssumptions);

  it('a patch applied twice does what it does once, as long as it appends nothing', () => {
    fc.assert(
      fc.property(tags, tags, fc.array(fc.stringMatching(/^[a-z]{1,4}$/)), (target, patch, dropped) => {
        const once = apply(target, { $drop: dropped, ...patch });
        expect(apply(once, { $drop: dropped, ...patch })).toEqual(once);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('neither the target nor the patch is touched', () => {
    fc.assert(
      fc.property(tags, tags, (target, patch) => {
        const copies = JSON.stringify([target, patch]);
        apply({ tags: target }, { tags: patch, '$replace/spec': patch });
        expect(JSON.stringify([target, patch])).toBe(copies);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

describe('a list under the name of what every object has', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty'])('%s replaces as any other', (key) => {
    const control = acme();
    expect(accept(control, 'PATCH', shop, { [key]: [1] })).toMatchObject({ [key]: [1] });
  });
});

describe('what a patch says of the fields that tell which record is meant (`api.rename`, `api.lockStatus`)', () => {
  const answer = (body: JsonObject, control = acme()): string => {
    const { response, refusal, changes } = ask(control, 'PATCH', path, body);
    expect(changes).toEqual([]);
    return `${response.status} ${refusal?.code ?? control.records.get(path)?.version}`;
  };

  it.each<[string, JsonObject]>([
    ['another name', { name: 'x' }],
    ['another name in its place', { '$replace/name': 'x' }],
    ['a name that is none', { '$replace/name': 5 }],
  ])('%s is refused, for names do not change', (_, body) => {
    expect(answer(body)).toBe('400 IMMUTABLE');
    expect(answer(body, acme({ 'api.rename': 'ignore' }))).toBe('200 1');
  });

  it.each<[string, JsonObject]>([
    ['another kind', { kind: 'gvc' }],
    ['another kind in its place', { '$replace/kind': 'gvc' }],
    ['another GVC in its place', { '$replace/gvc': 'back' }],
    ['a GVC that is no text', { gvc: 5 }],
    ['a name that is a list', { '$append/name': ['x'] }],
    ['no name', { $drop: ['name'] }],
  ])('%s is refused', (_, body) => {
    expect(answer(body)).toBe('400 INVALID');
  });

  it.each<[string, JsonObject]>([
    ['another version in its place', { '$replace/version': 99 }],
    ['a version in a list', { version: [1] }],
    ['another id in its place', { '$replace/id': 'zz' }],
  ])('%s is a conflict', (_, body) => {
    expect(answer(body)).toBe('409 CONFLICT');
  });

  it('what they are by now is taken, however it is said', () => {
    const said = { name: 'api', kind: 'workload', gvc: 'shop', version: 1 };
    expect(answer(said)).toBe('200 1');
    expect(answer(Object.fromEntries(Object.entries(said).map(([key, value]) => [`$replace/${key}`, value])))).toBe(
      '200 1',
    );
    expect(answer({ gvc: '//gvc/shop', name: null, '$replace/name': null })).toBe('200 1');
  });
});
