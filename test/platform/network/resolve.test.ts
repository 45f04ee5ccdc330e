import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forkControl } from '../../../src/platform/api/records/store.ts';
import { addressesOf } from '../../../src/platform/network/address.ts';
import { addressBook } from '../../../src/platform/network/book.ts';
import { type Asker, resolveAddress } from '../../../src/platform/network/resolve.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { accept, shop } from '../api/acme.ts';
import { add, aliasOf, route, shopOf } from './shop.ts';

const outside: Asker = { kind: 'outside' };
const inside: Asker = { kind: 'workload', org: 'acme', gvc: 'shop', name: 'web', location: 'aws-us-east-1' };

const control = shopOf();
const alias = aliasOf(control);
route(control, 'www.example.com', [
  ['/', 'api'],
  ['/db', 'db'],
  ['/db/backup', 'fn'],
  ['/nightly', 'nightly'],
]);
route(control, 'part.example.com', [['/fn', 'fn']]);

/** `kind workload@location/ordinal:port rules`, or why not. */
function resolved(host: string, asker: Asker, path = '/', overrides: Partial<Assumptions> = {}): string {
  const found = resolveAddress(addressBook(control), { host, path }, asker, { ...defaultAssumptions, ...overrides });
  const rules = found.reason.rules.join();
  if (found.kind === 'none') return `${found.status} ${found.why} ${rules}`;
  const at = `${found.location === null ? '' : `@${found.location}`}${found.ordinal === null ? '' : `/${found.ordinal}`}`;
  return `${found.kind} ${found.workload.name}${at}:${found.port} ${rules}`;
}

describe('a host stands for a workload', () => {
  it.each<[why: string, host: string, asker: Asker, found: string]>([
    ['its canonical host', `api-${alias}.app.example`, outside, 'canonical api:8080 NET-1'],
    ['the same in capitals and with a dot', `API-${alias}.App.Example.`, outside, 'canonical api:8080 NET-1'],
    ['the same from inside', `api-${alias}.app.example`, inside, 'canonical api:8080 NET-1'],
    ['the port of TLS is the one it serves', `api-${alias}.app.example:443`, outside, 'canonical api:8080 NET-1'],
    ['no other port outside', `api-${alias}.app.example:8080`, outside, '404 unknownPort NET-1'],
    ['another alias', `api-${alias.slice(1)}x.app.example`, outside, '404 unknownHost NET-1'],
    ['a location', `api-${alias}.gcp-us-east1.location.example`, outside, 'location api@gcp-us-east1:8080 NET-3'],
    ['no location of its GVC', `api-${alias}.aws-eu-central-1.location.example`, outside, '404 unknownHost NET-3'],
    ['a replica', `db-${alias}-12.gcp-us-east1.location.example`, outside, 'replica db@gcp-us-east1/12:5432 NET-4'],
    [
      'no replica with a zero too many',
      `db-${alias}-01.gcp-us-east1.location.example`,
      outside,
      '404 unknownHost NET-3',
    ],
    [
      'no replica without replicaDirect',
      `api-${alias}-0.gcp-us-east1.location.example`,
      outside,
      '404 unknownHost NET-3',
    ],
    ['a port inside', 'api.shop.internal.example:8443', inside, 'internal api:8443 NET-6'],
    ['the first port where none is said', 'api.shop.internal.example', inside, 'internal api:8080 NET-6'],
    ['a port that it does not serve', 'api.shop.internal.example:80', inside, '404 unknownPort NET-6'],
    ['no number', 'api.shop.internal.example:http', inside, '404 unknownPort NET-6'],
    ['NET-7: not from outside', 'api.shop.internal.example:8443', outside, '404 notForCaller NET-7'],
    [
      'NET-7: not from another org',
      'api.shop.internal.example:8443',
      { ...inside, org: 'other' },
      '404 notForCaller NET-7',
    ],
    [
      'a replica inside',
      'replica-3.db.aws-us-east-1.shop.internal.example:5432',
      inside,
      'internalReplica db@aws-us-east-1/3:5432 NET-8',
    ],
    [
      'NET-7: no replica from outside',
      'replica-3.db.aws-us-east-1.shop.internal.example:5432',
      outside,
      '404 notForCaller NET-7',
    ],
    ['a local name, in the location of the caller', 'db-1.db', inside, 'local db@aws-us-east-1/1:5432 REPL-3,REPL-4'],
    [
      'the same in another location',
      'db-1.db:5432',
      { ...inside, location: 'gcp-us-east1' },
      'local db@gcp-us-east1/1:5432 REPL-3,REPL-4',
    ],
    ['REPL-3: not from outside', 'db-1.db', outside, '404 notForCaller REPL-3'],
    ['address.localScope: not from another GVC', 'db-1.db', { ...inside, gvc: 'other' }, '404 notForCaller REPL-3'],
    [
      'REPL-3: not from where it does not run',
      'db-1.db',
      { ...inside, location: 'aws-eu-west-1' },
      '404 notForCaller REPL-3',
    ],
    ['no local name of another type', 'api-1.api', inside, '404 unknownHost NET-1'],
    [
      'address.noPort: nothing of what exposes no port',
      'nightly.shop.internal.example',
      inside,
      '404 unknownHost NET-6',
    ],
    [
      'NET-9: a container of the caller',
      'main:8080',
      { ...inside, name: 'api' },
      'container api@aws-us-east-1:8080 NET-9',
    ],
    ['NET-9: no port that it does not serve', 'main:81', { ...inside, name: 'api' }, '404 unknownPort NET-9'],
    ['NET-9: port 80 where none is said, as in any URL', 'main', { ...inside, name: 'api' }, '404 unknownPort NET-9'],
    ['NET-9: no container that serves nothing', 'main:8080', { ...inside, name: 'nightly' }, '404 unknownHost NET-9'],
    ['NET-9: no container of another workload', 'other:8080', { ...inside, name: 'api' }, '404 unknownHost NET-9'],
    [
      'NET-9: no container of another org',
      'main:8080',
      { ...inside, org: 'other', name: 'api' },
      '404 unknownHost NET-1',
    ],
    ['no container from outside', 'main:8080', outside, '404 unknownHost NET-1'],
    ['nothing at all', '', outside, '404 unknownHost NET-1'],
  ])('%s', (_, host, asker, found) => {
    expect(resolved(host, asker)).toBe(found);
  });

  it('address.localScope ownOrg: a local name holds in any GVC of the org, in the location of the caller', () => {
    const anywhere = { 'address.localScope': 'ownOrg' } as const;
    const found = 'local db@aws-us-east-1/1:5432 REPL-3,REPL-4';
    expect(resolved('db-1.db', { ...inside, gvc: 'other' }, '/', anywhere)).toBe(found);
    expect(resolved('db-1.db', { ...inside, org: 'other' }, '/', anywhere)).toBe('404 notForCaller REPL-3');
    expect(resolved('db-1.db', outside, '/', anywhere)).toBe('404 notForCaller REPL-3');
  });

  it('address.noPort names: what serves no port has names, and no port to be asked at', () => {
    const own = shopOf({}, { 'address.noPort': 'names' });
    const book = addressBook(own);
    const assumptions = { ...defaultAssumptions, 'address.noPort': 'names' } as const;
    const found = resolveAddress(book, { host: 'nightly.shop.internal.example' }, inside, assumptions);
    expect(found).toMatchObject({ kind: 'none', why: 'unknownPort', status: 404 });
    const workload = book.workloads.get('/org/acme/gvc/shop/workload/nightly');
    const kinds = workload === undefined ? [] : addressesOf(workload, new Map(), assumptions).map(({ kind }) => kind);
    expect(kinds).toEqual(['canonical', 'location', 'location']);
    expect(workload && addressesOf(workload, new Map(), defaultAssumptions)).toEqual([]);
  });

  it('address.port: the lowest where so assumed', () => {
    add(control, 'odd', 'standard', [9000, 8000]);
    expect(resolved(`odd-${alias}.app.example`, outside)).toBe('canonical odd:9000 NET-1');
    expect(resolved(`odd-${alias}.app.example`, outside, '/', { 'address.port': 'lowest' })).toContain('odd:8000');
  });
});

describe('TAG-9: replicas of another GVC are discovered by a tag (`address.crossGvcReplicas`)', () => {
  const replica = 'replica-3.db.aws-us-east-1.shop.internal.example:5432';
  const stranger: Asker = { ...inside, gvc: 'other', name: 'web' };
  const found = 'internalReplica db@aws-us-east-1/3:5432 NET-8,TAG-9';
  const notFound = '404 notForCaller TAG-9';
  const tag = { tags: { 'svc/discoverCrossGvcReplicas': 'true' } };
  const untag = { tags: { 'svc/discoverCrossGvcReplicas': null } };

  function asked(how: Assumptions['address.crossGvcReplicas'], asker = stranger, host = replica): string {
    return resolved(host, asker, '/', { 'address.crossGvcReplicas': how });
  }

  it('of the workload that is called, of the one that calls, or none is needed', () => {
    accept(control, 'POST', '/org/acme/gvc', { name: 'other' });
    const containers = [{ name: 'main', image: 'web:1' }];
    accept(control, 'POST', '/org/acme/gvc/other/workload', { name: 'web', spec: { type: 'standard', containers } });
    const all = () => [asked('taggedTarget'), asked('taggedCaller'), asked('always')];
    expect(all()).toEqual([notFound, notFound, found]);
    accept(control, 'PATCH', `${shop}/workload/db`, tag);
    expect(all()).toEqual([found, notFound, found]);
    accept(control, 'PATCH', `${shop}/workload/db`, { tags: { 'svc/discoverCrossGvcReplicas': 'no' } });
    accept(control, 'PATCH', '/org/acme/gvc/other/workload/web', tag);
    expect(all()).toEqual([notFound, found, found]);
    accept(control, 'PATCH', `${shop}/workload/db`, untag);
    expect(all()).toEqual([notFound, found, found]);
  });

  it('neither within a GVC, nor for the name of a whole workload, nor for another org', () => {
    expect(asked('taggedTarget', inside)).toBe('internalReplica db@aws-us-east-1/3:5432 NET-8');
    expect(asked('taggedTarget', stranger, 'api.shop.internal.example')).toBe('internal api:8080 NET-6');
    expect(asked('always', { ...stranger, org: 'other' })).toBe('404 notForCaller NET-7');
  });
});

describe('NET-5: a custom domain stands for the workloads of its routes', () => {
  it.each<[path: string, found: string]>([
    ['/', 'custom api:8080 NET-5'],
    ['/dance', 'custom api:8080 NET-5'],
    ['/db', 'custom db:5432 NET-5'],
    ['/db?x=/db/backup', 'custom db:5432 NET-5'],
    ['/db/back', 'custom db:5432 NET-5'],
    ['/db/backup/1', 'custom fn:8080 NET-5'],
    ['/dbase', 'custom db:5432 NET-5'],
    ['/nightly', '404 unknownRoute NET-5'],
  ])('%s: %s, by the longest prefix', (path, found) => {
    expect(resolved('www.example.com', outside, path)).toBe(found);
  });

  it('domain.route.match: whole segments where so assumed', () => {
    const segments = { 'domain.route.match': 'segments' } as const;
    expect(resolved('www.example.com', outside, '/dbase', segments)).toContain('custom api');
    expect(resolved('www.example.com', outside, '/db', segments)).toContain('custom db');
    expect(resolved('www.example.com', outside, '/db/x', segments)).toContain('custom db');
  });

  it('leads nowhere where no route takes the path', () => {
    expect(resolved('part.example.com', outside, '/other')).toBe('404 unknownRoute NET-5');
    expect(resolved('part.example.com:443', outside, '/fn')).toBe('custom fn:8080 NET-5');
    expect(resolved('part.example.com:99', outside, '/fn')).toBe('404 unknownPort NET-5');
  });
});

describe('the address book', () => {
  it('NET-2: follows the GVC, the workload and the domain', () => {
    const own = shopOf();
    const asked = (host: string) => resolveAddress(addressBook(own), { host }, outside, defaultAssumptions).kind;
    const [plain, prefixed] = [`api-${aliasOf(own)}.app.example`, `api-${aliasOf(own)}.acme.app.example`];
    expect([asked(plain), asked(prefixed)]).toEqual(['canonical', 'none']);
    accept(own, 'PATCH', shop, { spec: { endpointPrefix: 'acme' } });
    expect([asked(plain), asked(prefixed)]).toEqual(['none', 'canonical']);
    accept(own, 'DELETE', `${shop}/workload/api`);
    expect(asked(prefixed)).toBe('none');
    route(own, 'a.example.com', [['/', 'fn']]);
    expect(asked('a.example.com')).toBe('custom');
    accept(own, 'DELETE', '/org/acme/domain/a.example.com');
    expect(asked('a.example.com')).toBe('none');
  });

  it('of a fork goes its own way', () => {
    const own = shopOf();
    const before = addressBook(own);
    const fork = forkControl(own);
    route(fork, 'a.example.com', [['/', 'fn']]);
    expect(addressBook(own)).toBe(before);
    add(own, 'more', 'standard', [80]);
    expect([addressBook(own).domains.size, addressBook(fork).domains.size]).toEqual([0, 1]);
  });

  it('a dash is never read two ways: each address leads back to where it came from', () => {
    const part = fc.constantFrom('a', 'db', '0', '1', 'replica');
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `a${parts.join('-')}`);
    const names = fc.uniqueArray(name, { minLength: 2, maxLength: 5 });
    const prop = fc.property(names, fc.boolean(), (list, replicaDirect) => {
      const own = shopOf();
      for (const one of list) add(own, one, 'stateful', [80], { loadBalancer: { replicaDirect } });
      const book = addressBook(own);
      for (const workload of book.workloads.values()) {
        const ordinals = new Map(workload.locations.map((location) => [location, [0, 1, 10]]));
        for (const { kind, url, location, ordinal } of addressesOf(workload, ordinals, defaultAssumptions)) {
          const caller = { ...inside, name: workload.name, ...(location === null ? {} : { location }) };
          const host = url.replace(/^https?:\/\//, '');
          const found = resolveAddress(book, { host }, caller, defaultAssumptions);
          const where = kind === 'container' ? caller.location : location;
          expect(found).toMatchObject({ kind, workload: { link: workload.link }, location: where, ordinal });
        }
      }
    });
    fc.assert(prop, { seed: 1, numRuns: 40 });
  });
});
