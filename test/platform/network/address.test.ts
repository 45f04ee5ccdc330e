import { describe, expect, it } from 'vitest';
import { type Addressed, addressesOf } from '../../../src/platform/network/address.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const alias = 'cry3tqvce07s4';
const db: Addressed = {
  link: '/org/acme/gvc/shop/workload/db',
  gvc: 'shop',
  name: 'db',
  type: 'stateful',
  alias,
  endpointPrefix: null,
  domains: { appDomain: 'app.example', locationDomain: 'place.example', internalDomain: 'inside.example' },
  locations: ['aws-us-east-1', 'gcp-us-east1'],
  ports: [
    { container: 'main', number: 5432 },
    { container: 'side', number: 9000 },
  ],
  replicaDirect: true,
  crossesGvcs: false,
  routes: [
    { domain: 'www.example.com', prefix: '/' },
    { domain: 'www.example.com', prefix: '/db' },
  ],
};
const ordinals = new Map([['aws-us-east-1', [0, 1]]]);

/** Urls by the rule that gives them. */
function urls(workload: Partial<Addressed>, rule: string, assumed: Partial<typeof defaultAssumptions> = {}) {
  return addressesOf({ ...db, ...workload }, ordinals, { ...defaultAssumptions, ...assumed })
    .filter((address) => address.rule === rule)
    .map(({ url }) => url);
}

describe('addresses of a workload', () => {
  it.each<[rule: string, why: string, workload: Partial<Addressed>, urls: readonly string[]]>([
    ['NET-1', 'one for the world', {}, [`https://db-${alias}.app.example`]],
    ['NET-1', 'not beside the one with a prefix', { endpointPrefix: 'acme' }, []],
    ['NET-2', 'with the org endpoint prefix', { endpointPrefix: 'acme' }, [`https://db-${alias}.acme.app.example`]],
    [
      'NET-3',
      'one in each location',
      {},
      [`https://db-${alias}.aws-us-east-1.place.example`, `https://db-${alias}.gcp-us-east1.place.example`],
    ],
    [
      'NET-4',
      'one for each replica',
      {},
      [`https://db-${alias}-0.aws-us-east-1.place.example`, `https://db-${alias}-1.aws-us-east-1.place.example`],
    ],
    ['NET-4', 'none without replicaDirect', { replicaDirect: false }, []],
    ['NET-4', 'none for another type', { type: 'standard' }, []],
    ['NET-5', 'one for each route', {}, ['https://www.example.com', 'https://www.example.com/db']],
    ['NET-6', 'one for each port', {}, ['db.shop.inside.example:5432', 'db.shop.inside.example:9000']],
    [
      'NET-8',
      'one for each replica and port',
      { ports: [{ container: 'main', number: 5432 }] },
      ['replica-0.db.aws-us-east-1.shop.inside.example:5432', 'replica-1.db.aws-us-east-1.shop.inside.example:5432'],
    ],
    ['NET-8', 'none for another type', { type: 'serverless' }, []],
    ['NET-9', 'among its containers', {}, ['http://main:5432', 'http://side:9000']],
    ['REPL-3', 'of each replica', {}, ['db-0.db', 'db-1.db']],
    ['REPL-3', 'none for another type', { type: 'standard' }, []],
  ])('%s: %s', (rule, _, workload, expected) => {
    expect(urls(workload, rule)).toEqual(expected);
  });

  it('address.noPort: one that exposes no port has but the local names of its replicas (TYPE-2)', () => {
    const all = addressesOf({ ...db, ports: [] }, ordinals, defaultAssumptions);
    expect(all.map(({ url }) => url)).toEqual(['db-0.db', 'db-1.db']);
  });

  it('address.internalReplica: needs replicaDirect where so assumed', () => {
    const assumed = { 'address.internalReplica': 'replicaDirect' } as const;
    expect(urls({}, 'NET-8', assumed)).toHaveLength(4);
    expect(urls({ replicaDirect: false }, 'NET-8', assumed)).toEqual([]);
    expect(urls({ replicaDirect: false }, 'NET-8')).toHaveLength(4);
  });
});
