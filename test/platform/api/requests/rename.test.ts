import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { ran, workload } from '../../handlers/ran.ts';
import { accept, acme, ask } from '../acme.ts';

const path = '/org/acme/location';

function withHome(overrides: Parameters<typeof acme>[0] = {}): Control {
  const control = acme(overrides);
  accept(control, 'POST', path, { name: 'home', provider: 'byok' });
  return control;
}

/** Status, code and message of a patch that changes nothing. */
function refused(control: Control, name: string, body: JsonObject): string {
  const { response, refusal, changes } = ask(control, 'PATCH', `${path}/${name}`, body);
  expect(changes).toEqual([]);
  return `${response.status} ${refusal?.code} ${refusal?.message}`;
}

describe('PATCH-3: a patch of a location may hold its name (`location.rename`)', () => {
  it.each(['aws-us-east-1', 'home'])('its own is always taken, and changes nothing: %s', (name) => {
    const control = withHome();
    const before = accept(control, 'GET', `${path}/${name}`);
    for (const body of [{ name }, { '$replace/name': name }])
      expect(accept(control, 'PATCH', `${path}/${name}`, body)).toEqual(before);
    expect(accept(control, 'PATCH', `${path}/${name}`, { name, tags: { a: 1 } })).toMatchObject({ version: 2 });
  });

  it('another one renames a custom location that nobody uses: the same id, one version more, the rest of the patch with it', () => {
    const control = withHome();
    const { id, created } = accept(control, 'GET', `${path}/home`);
    const renamed = accept(control, 'PATCH', `${path}/home`, { name: 'cellar', tags: { floor: -1 } });
    expect(renamed).toMatchObject({ id, created, name: 'cellar', description: 'cellar', version: 2, origin: 'custom' });
    expect(renamed).toMatchObject({ provider: 'byok', region: 'home', tags: { floor: -1 } });
    expect(ask(control, 'GET', `${path}/home`).response.status).toBe(404);
    expect(accept(control, 'GET', `${path}/cellar`)).toEqual(renamed);
    expect(accept(control, 'PATCH', `${path}/cellar`, { '$replace/name': 'attic' })).toMatchObject({ id, version: 3 });
    const links = ['//location/attic'];
    accept(control, 'PATCH', '/org/acme/gvc/shop', { spec: { staticPlacement: { locationLinks: links } } });
  });

  it('the old name is free, and whoever has it next has another id, as has each of its name', () => {
    const control = withHome();
    const ids = [accept(control, 'GET', `${path}/home`).id];
    const made = () => accept(control, 'POST', path, { name: 'home', provider: 'byok' }).id;
    accept(control, 'PATCH', `${path}/home`, { name: 'attic' });
    ids.push(made());
    accept(control, 'DELETE', `${path}/home`);
    accept(control, 'PATCH', `${path}/attic`, { name: 'home' });
    accept(control, 'DELETE', `${path}/home`);
    ids.push(made());
    expect(new Set(ids).size).toBe(3);
  });

  it.each<[string, string, JsonObject, string]>([
    [
      'of the platform',
      'aws-us-west-2',
      { name: 'moon' },
      '400 IMMUTABLE name must be aws-us-west-2, because the location is built in; found moon',
    ],
    [
      'that a GVC uses',
      'used',
      { name: 'moon' },
      '400 IN_USE name must be used as long as GVC back uses the location; found moon',
    ],
    [
      'whose new name another has',
      'home',
      { name: 'gcp-us-east1' },
      '409 EXISTS /org/acme/location/gcp-us-east1 already exists; found gcp-us-east1',
    ],
  ])('one %s keeps its name, and the refusal says why', (_, name, body, message) => {
    const control = withHome();
    accept(control, 'POST', path, { name: 'used', provider: 'byok' });
    const spec = { staticPlacement: { locationLinks: ['//location/used'] } };
    accept(control, 'POST', '/org/acme/gvc', { name: 'back', spec });
    expect(refused(control, name, body)).toBe(message);
  });

  it.each<[string, JsonObject, string]>([
    ['65 letters', { name: 'a'.repeat(65) }, 'RES-3'],
    ['capitals', { name: 'Moon' }, 'api.namePattern'],
    ['nothing', { name: '' }, 'api.namePattern'],
    ['two names', { name: 'moon', '$replace/name': 'mars' }, 'api.rename'],
    ['no text', { name: 5 }, 'api.rename'],
  ])('%s is no name: what a name may be is said, whosever the location is', (_, body, rule) => {
    for (const name of ['home', 'aws-us-east-1']) {
      const { response } = ask(withHome(), 'PATCH', `${path}/${name}`, body);
      const { details } = response.body as { readonly details: readonly JsonObject[] };
      expect([response.status, details[0]?.rule]).toEqual([400, rule]);
    }
  });

  it('refuse: no name of a location changes', () => {
    expect(refused(withHome({ 'location.rename': 'refuse' }), 'home', { name: 'moon' })).toContain('IMMUTABLE');
    expect(refused(acme(), 'aws-us-west-2', { name: 'moon' })).toContain('IMMUTABLE');
  });

  it('a GVC that takes the location under its new name deploys there', () => {
    const { of } = ran({
      for: '10m',
      resources: [workload('web', 'standard')],
      timeline: [
        { at: '+1m', post: '/location', with: { name: 'home', provider: 'byok' } },
        { at: '+2m', patch: '/location/home', with: { name: 'cellar' }, order: 'last' },
        {
          at: '+3m',
          patch: '/gvc/shop',
          with: { spec: { staticPlacement: { locationLinks: ['//location/cellar'] } } },
        },
      ],
    });
    expect(of('request.refused')).toEqual([]);
    expect(of('replica.ready').map(({ subject }) => subject.name)).toContain('shop/workload/web@cellar');
  });
});
