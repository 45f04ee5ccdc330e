import { describe, expect, it } from 'vitest';
import { storageClasses } from '../../../src/platform/api/checks/location.ts';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { catalogueNames } from '../../../src/platform/api/records/locations.ts';
import { ran } from '../handlers/ran.ts';
import { accept, acme, ask } from './acme.ts';

const path = '/org/acme/location';
const home = (fields: JsonObject = {}): JsonObject => ({ name: 'home', provider: 'byok', ...fields });

function said(control: ReturnType<typeof acme>, method: 'POST' | 'PATCH', at: string, body: JsonObject): string {
  const { response, changes } = ask(control, method, at, body);
  const { details } = response.body as { readonly details?: readonly JsonObject[] };
  if (response.status >= 400) expect(changes).toEqual([]);
  return [response.status, ...(details ?? []).map(({ rule, path: field }) => `${rule} ${field}`)].join(' ');
}

describe('the fields of a location', () => {
  it('LOC-1, LOC-3, LOC-4: the read-only ones are ignored in what is sent', () => {
    const control = acme();
    const before = accept(control, 'GET', `${path}/aws-us-east-1`);
    const { id, version } = before;
    const sent = {
      created: '1999-01-01T00:00:00Z',
      lastModified: 'never',
      links: [],
      origin: 'custom',
      status: { geo: {} },
    };
    expect(accept(control, 'PATCH', `${path}/aws-us-east-1`, { ...sent, id, version })).toEqual(before);
    expect(before).toMatchObject({ kind: 'location', origin: 'builtin', id: expect.any(String) });
  });

  it('LOC-3: the links are a list of where each leads and as what', () => {
    const { links } = accept(acme(), 'GET', `${path}/aws-us-east-1`) as { readonly links: readonly JsonObject[] };
    expect(links).toContainEqual({ rel: 'self', href: `${path}/aws-us-east-1` });
    for (const link of links) expect(link).toEqual({ rel: expect.any(String), href: expect.any(String) });
  });

  it.each(['aws', 'gcp', 'azure', 'byok', 'linode', 'vultr', 'equinix', 'oci'])(
    'LOC-5: %s is a provider',
    (provider) => {
      expect(accept(acme(), 'PATCH', `${path}/aws-us-east-1`, { provider })).toMatchObject({ provider });
    },
  );

  it.each<readonly [JsonObject, string]>([
    [{ tags: [] }, '400 LOC-2 tags'],
    [{ provider: 'moon' }, '400 LOC-5 provider'],
    [{ region: 5 }, '400 LOC-6 region'],
    [{ spec: { enabled: 'perhaps' } }, '400 LOC-7 spec.enabled'],
    [{ spec: [] }, '400 LOC-7 spec'],
    [{ $drop: ['status'] }, '400 PATCH-4 $drop'],
    [{ spec: { $drop: ['region'] } }, '400 api.locationSpecDrop spec.$drop'],
    [{ '$replace/tags': 'none' }, '400 LOC-2 tags'],
    [{ '$replace/spec': { enabled: 1 } }, '400 LOC-7 spec.enabled'],
  ])('a patch %j is refused', (body, refused) => {
    expect(said(acme(), 'PATCH', `${path}/aws-us-east-1`, body)).toBe(refused);
  });

  it('PATCH-4, PATCH-5, PATCH-6, PATCH-7: what is dropped or replaced', () => {
    const control = acme();
    const at = `${path}/aws-us-east-1`;
    accept(control, 'PATCH', at, {
      tags: { a: 1, b: 2 },
      description: 'far',
      spec: { enabled: false },
      region: 'east',
    });
    const patched = accept(control, 'PATCH', at, { $drop: ['description', 'region'], '$replace/tags': { c: 3 } });
    expect(patched).toMatchObject({
      description: 'aws-us-east-1',
      region: 'us-east-1',
      spec: { enabled: false },
    });
    expect(patched.tags).toEqual({ c: 3 });
    expect(accept(control, 'PATCH', at, { spec: { $drop: ['enabled'] } })).toMatchObject({ spec: { enabled: true } });
    expect(accept(control, 'PATCH', at, { '$replace/spec': { enabled: false } })).toMatchObject({
      spec: { enabled: false },
    });
    const dropped = accept(control, 'PATCH', at, { $drop: ['tags', 'provider', 'spec'] });
    expect(dropped).toMatchObject({ provider: 'aws', spec: { enabled: true } });
    expect(dropped.tags).toEqual({});
  });
});

describe('the provider of a location', () => {
  it('LOC-5: that is dropped is the one that it was made with', () => {
    const control = acme();
    for (const name of ['home', 'gcp-mars-1']) {
      accept(control, 'POST', path, home({ name }));
      expect(accept(control, 'PATCH', `${path}/${name}`, { $drop: ['provider'] })).toMatchObject({ provider: 'byok' });
    }
    accept(control, 'PATCH', `${path}/gcp-us-east1`, { provider: 'oci' });
    expect(accept(control, 'PATCH', `${path}/gcp-us-east1`, { $drop: ['provider'] })).toMatchObject({
      provider: 'gcp',
    });
  });

  it('changes also where a GVC has the location, or not there (`location.providerInUse`)', () => {
    const patch = { provider: 'gcp' };
    const at = `${path}/aws-us-east-1`;
    expect(accept(acme(), 'PATCH', at, patch)).toMatchObject({ provider: 'gcp' });
    const strict = acme({ 'location.providerInUse': 'refuse' });
    expect(said(strict, 'PATCH', at, patch)).toBe('400 location.providerInUse provider');
    expect(said(strict, 'PATCH', at, { provider: 'aws', region: 'east' })).toBe('200');
    expect(said(strict, 'PATCH', `${path}/azure-westeurope`, patch)).toBe('200');
  });
});

describe('the region of a location', () => {
  const region = (control: ReturnType<typeof acme>, name: string): unknown =>
    accept(control, 'GET', `${path}/${name}`).region;

  it('LOC-6, ENV-5: that nobody writes is what the name says, all of it where it begins with no provider (`location.region`)', () => {
    const control = acme();
    for (const name of ['home', 'byok-home', 'gcp-mars-1']) accept(control, 'POST', path, home({ name }));
    accept(control, 'POST', path, home({ name: 'cellar', region: '' }));
    expect(['home', 'byok-home', 'gcp-mars-1', 'cellar'].map((name) => region(control, name))).toEqual([
      'home',
      'home',
      'mars-1',
      'cellar',
    ]);
  });

  it('LOC-6, ENV-5: is that again once it is dropped, or empty', () => {
    const control = acme();
    accept(control, 'POST', path, home({ region: 'cellar' }));
    for (const patch of [{ $drop: ['region', 'provider'] }, { region: '' }]) {
      accept(control, 'PATCH', `${path}/home`, { region: 'attic' });
      expect(accept(control, 'PATCH', `${path}/home`, patch)).toMatchObject({ provider: 'byok', region: 'home' });
    }
  });

  it('is written where a scenario says that it must be (`location.region`)', () => {
    const control = acme({ 'location.region': 'required' });
    expect(said(control, 'POST', path, home())).toBe('400 location.region region');
    expect(said(control, 'POST', path, home({ region: '' }))).toBe('400 location.region region');
    expect(said(control, 'POST', path, home({ name: 'byok-home' }))).toBe('201');
    expect(said(control, 'POST', path, home({ region: 'cellar' }))).toBe('201');
    expect(said(control, 'PATCH', `${path}/home`, { $drop: ['region'] })).toBe('400 location.region region');
    expect(said(control, 'PATCH', `${path}/aws-us-east-1`, { $drop: ['region'] })).toBe('200');
    expect(region(control, 'home')).toBe('cellar');
  });
});

describe('a location of a scenario whose name begins with no provider', () => {
  const venus = { locations: { venus: { provider: 'gcp' } }, for: '1m', resources: [] };

  it('LOC-5, ENV-5: keeps one, for nothing stands in for it', () => {
    const { run } = ran(venus);
    expect(run.request({ method: 'GET', path: `${path}/venus` }).body).toMatchObject({ region: 'venus' });
    const patch = (body: JsonObject) => run.request({ method: 'PATCH', path: `${path}/venus`, body });
    expect(patch({ $drop: ['provider'] })).toMatchObject({
      status: 400,
      body: { details: [{ rule: 'LOC-5', path: 'provider' }] },
    });
    expect(patch({ provider: 'oci', $drop: ['region'] }).body).toMatchObject({ provider: 'oci', region: 'venus' });
  });

  it('LOC-5: is not declared without one', () => {
    const bare = { ...venus, locations: {}, resources: [{ kind: 'location', name: 'mars' }] };
    expect(() => ran(bare)).toThrow(/provider is required, because the name mars does not begin with a provider/);
  });
});

describe('where a location lies', () => {
  it('LOC-8, LOC-9: each of the catalogue has a place, and addresses of its own that lead nowhere', () => {
    const { items } = accept(acme(), 'GET', path) as { readonly items: readonly { readonly status: JsonObject }[] };
    expect(items).toHaveLength(catalogueNames.length);
    for (const { status } of items) {
      expect(status.geo).toEqual({
        lat: expect.any(Number),
        lon: expect.any(Number),
        country: expect.any(String),
        state: expect.any(String),
        city: expect.any(String),
        continent: expect.any(String),
      });
    }
    const ranges = items.flatMap(({ status }) => status.ipRanges as readonly string[]);
    expect(new Set(ranges).size).toBe(catalogueNames.length);
    for (const range of ranges) expect(range).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+\/27$/);
  });

  it('LOC-9: any other has none, nor has one under `location.ipRanges: none`', () => {
    expect(accept(acme(), 'POST', path, home())).toMatchObject({ status: { ipRanges: [] } });
    const bare = accept(acme({ 'location.ipRanges': 'none' }), 'GET', `${path}/aws-us-east-1`);
    expect(bare).toMatchObject({ status: { ipRanges: [] } });
  });

  it("LOC-8: of the customer's own it is not known, or all of them lie at 0, 0 (`location.geo`)", () => {
    const geoIn = (control: ReturnType<typeof acme>, name: string): unknown =>
      (accept(control, 'GET', `${path}/${name}`).status as JsonObject).geo;
    const [plain, placed] = [acme(), acme({ 'location.geo': 'everywhere' })];
    for (const control of [plain, placed]) accept(control, 'POST', path, home());
    expect(geoIn(plain, 'home')).toBeUndefined();
    expect(geoIn(placed, 'home')).toEqual({ lat: 0, lon: 0, country: '', state: '', city: '', continent: '' });
    expect(geoIn(placed, 'aws-us-east-1')).toEqual(geoIn(plain, 'aws-us-east-1'));
  });

  it('LOC-8: a scenario says it in its types, and what it leaves out is 0 or empty', () => {
    const lies = (geo: JsonObject) => ran({ for: '1m', resources: [], locations: { 'aws-us-east-1': { geo } } });
    const { body } = lies({ lat: 1, city: 'Base' }).run.request({ method: 'GET', path: `${path}/aws-us-east-1` });
    const geo = { lat: 1, lon: 0, country: '', state: '', city: 'Base', continent: '' };
    expect(body).toMatchObject({ status: { geo } });
    expect(() => lies({ lat: '1' })).toThrow(/number/);
    expect(() => lies({ town: 'Base' })).toThrow(/town/);
  });

  it('LOC-8: is what a scenario says, and no client moves it', () => {
    const geo = { lat: 1, lon: 2, country: 'XX', state: '', city: 'Base', continent: 'None' };
    const { run } = ran({ for: '1m', resources: [], locations: { 'aws-us-east-1': { geo } } });
    const at = '/org/acme/location/aws-us-east-1';
    expect(run.request({ method: 'GET', path: at }).body).toMatchObject({ status: { geo } });
    const moved = { status: { geo: { city: 'Elsewhere' } }, description: 'here' };
    expect(run.request({ method: 'PATCH', path: at, body: moved }).body).toMatchObject({
      description: 'here',
      status: { geo },
    });
  });
});

describe("a location of the customer's own", () => {
  it('LOC-4: is made and deleted; another is not (`location.made`), and one that a GVC needs stays', () => {
    const control = acme();
    expect(accept(control, 'POST', path, home({ region: 'cellar' }))).toMatchObject({
      origin: 'custom',
      region: 'cellar',
    });
    expect(said(control, 'POST', path, { name: 'aws-eu-north-1', provider: 'aws' })).toBe('400 location.made provider');
    accept(control, 'PATCH', '/org/acme/gvc/shop', {
      spec: { staticPlacement: { locationLinks: ['//location/home'] } },
    });
    expect(ask(control, 'DELETE', `${path}/home`).refusal?.code).toBe('IN_USE');
    accept(control, 'PATCH', '/org/acme/gvc/shop', { spec: { staticPlacement: { locationLinks: [] } } });
    expect(ask(control, 'DELETE', `${path}/home`).response.status).toBe(202);
    expect(ask(control, 'DELETE', `${path}/aws-us-east-1`).refusal?.code).toBe('BUILTIN');
  });

  it('VOL-27: has the eight storage classes of volumes', () => {
    expect(storageClasses).toEqual([
      'general-purpose-ssd-ext4',
      'general-purpose-ssd-xfs',
      'premium-low-latency-ssd-ext4',
      'premium-low-latency-ssd-xfs',
      'general-purpose-ssd-ext4-command',
      'general-purpose-ssd-xfs-command',
      'premium-low-latency-ssd-ext4-command',
      'premium-low-latency-ssd-xfs-command',
    ]);
    const all = home({ spec: { storageClasses: ['own', ...storageClasses] } });
    expect(said(acme(), 'POST', path, all)).toBe('201');
  });

  it.each(storageClasses)('VOL-27: is refused without %s', (missing) => {
    const some = home({ spec: { storageClasses: storageClasses.filter((name) => name !== missing) } });
    expect(said(acme(), 'POST', path, some)).toBe('400 VOL-27 spec.storageClasses');
  });

  it.each([
    ['ebs.csi.aws.com', '201'],
    ['driver.longhorn.io', '201'],
    ['kubernetes.io/aws-ebs', '400 VOL-26 spec.storageDriver'],
    ['', '400 VOL-26 spec.storageDriver'],
  ])('VOL-26: with the storage driver %j is answered %s', (storageDriver, answer) => {
    expect(said(acme(), 'POST', path, home({ spec: { storageDriver } }))).toBe(answer);
  });

  it('VOL-26: is one still after its provider was dropped', () => {
    const control = acme();
    accept(control, 'POST', path, home());
    const patch = { $drop: ['provider'], spec: { storageDriver: 'kubernetes.io/aws-ebs' } };
    expect(said(control, 'PATCH', `${path}/home`, patch)).toBe('400 VOL-26 spec.storageDriver');
  });

  it('VOL-26, VOL-27: says nothing of them, and has them, unless it must (`location.byokStorage`)', () => {
    expect(said(acme(), 'POST', path, home())).toBe('201');
    const strict = acme({ 'location.byokStorage': 'required' });
    expect(said(strict, 'POST', path, home())).toBe('400 VOL-26 spec.storageDriver VOL-27 spec.storageClasses');
    const spec = { storageDriver: 'ebs.csi.aws.com', storageClasses };
    expect(said(strict, 'POST', path, home({ spec }))).toBe('201');
    expect(said(strict, 'PATCH', `${path}/aws-us-east-1`, { description: 'not byok' })).toBe('200');
  });
});
