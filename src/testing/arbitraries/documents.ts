/** Documents of one resource of a kind, for a place in a scenario of your own; they are valid there. */
import fc from 'fast-check';
import type { ResourceDocument } from '../document.ts';
import { setShapes, specOfSet } from './workloads.ts';

/** Where a generated document belongs. */
export interface DocumentPlace {
  readonly gvc: string;
  readonly name: string;
  /** Locations of the GVC. */
  readonly locations: readonly string[];
}

/** A place with what a document may refer to; all of it exists. */
export interface RelatedPlace extends DocumentPlace {
  /** Links of users, service accounts and identities; default none. */
  readonly principals?: readonly string[];
  /** Names of workloads of the GVC that have a port: routes of a domain lead to them; default none. */
  readonly workloads?: readonly string[];
}

/** Kinds whose documents refer to no other resource, except the GVC that they belong to. */
export const documentKinds = [
  'volumeset',
  'identity',
  'policy',
  'group',
  'serviceaccount',
  'user',
  'secret',
  'domain',
  'location',
] as const;

/** A kind of `documentsOf`. */
export type DocumentKind = (typeof documentKinds)[number];

/**
 * Documents of a kind with the name of the place; a user is called `NAME@example.com`, a domain `NAME.example.com`.
 * They shrink to the fields that the kind requires.
 */
export function documentsOf(kind: DocumentKind, place: RelatedPlace): fc.Arbitrary<ResourceDocument> {
  return generators[kind](place).map((fields) => ({ kind, name: place.name, ...fields }));
}

/** A document without its kind; the name is that of the place unless it says another. */
type Fields = fc.Arbitrary<{ readonly name?: string; readonly gvc?: string; readonly [field: string]: unknown }>;

/** Any of these fields. */
function some<T>(fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

const envelope: fc.Arbitrary<{ description?: string; tags?: object }> = some({
  description: fc.constantFrom('first', 'second', 'x'.repeat(250)),
  tags: fc.constantFrom<object>({}, { team: 'red' }, { team: 'blue', tier: 2 }),
});
const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
const ports = fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { maxLength: 2 });

const mountResources = fc.constantFrom(
  { minCpu: '50m', maxCpu: '200m', minMemory: '64Mi', maxMemory: '256Mi' },
  { minCpu: '4000m', maxCpu: '8000m', minMemory: '4096Mi', maxMemory: '8192Mi' },
);

/** Encryption keys for some regions of AWS, by the name of the location. */
function keysIn(locations: readonly string[]): fc.Arbitrary<object> {
  return fc
    .subarray(locations.filter((location) => location.startsWith('aws-')))
    .map((own) =>
      Object.fromEntries(own.map((one) => [one, { keyId: `arn:aws:kms:${one.slice(4)}:111122223333:key/1a` }])),
    );
}

/** The larger fields of an identity (IDN-2 to IDN-8); links to cloud accounts and agents are left out. */
const identityFields = {
  aws: some({
    roleName: fc.constantFrom('reader', 'writer'),
    policyRefs: words,
    trustPolicy: fc.constant({ Version: '2012-10-17', Statement: [{ Effect: 'Allow' }] }),
  }),
  gcp: some({
    serviceAccount: fc.constant('main'),
    scopes: words,
    bindings: fc.array(fc.record({ resource: fc.constant('bucket'), roles: words }), { maxLength: 2 }),
  }),
  azure: some({
    roleAssignments: fc.array(fc.record({ scope: fc.constant('all'), roles: words }), { maxLength: 2 }),
  }),
  ngs: some({
    pub: some({ allow: words, deny: words }),
    sub: some({ allow: words, deny: words }),
    resp: some({ max: fc.nat(9), ttl: fc.constantFrom('5s', '1m') }),
    ...{ subs: fc.nat(9), data: fc.nat(9), payload: fc.nat(9) },
  }),
  networkResources: fc.array(some({ name: fc.constant('db'), FQDN: fc.constant('db.example.com'), ports }), {
    maxLength: 2,
  }),
  nativeNetworkResources: fc.array(
    some({ name: fc.constant('queue'), awsPrivateLink: fc.constant({ endpointServiceName: 'queue' }), ports }),
    { maxLength: 2 },
  ),
};

const redTeam = (kind: string): object => ({
  kind,
  spec: { match: 'any', terms: [{ tag: 'team', op: '=', value: 'red' }] },
});

const generators: { readonly [kind in DocumentKind]: (place: RelatedPlace) => Fields } = {
  volumeset: ({ gvc, locations }) =>
    fc
      .record({
        own: envelope,
        set: setShapes,
        regions: fc.option(keysIn(locations)),
        mount: fc.option(mountResources),
      })
      .map(({ own, set, regions, mount }) => {
        const encryption = regions === null ? {} : { customEncryption: { regions } };
        const mounting = mount === null ? {} : { mountOptions: { resources: mount } };
        return {
          ...own,
          gvc,
          spec: { ...specOfSet(set), ...(set.fileSystemType === 'shared' ? mounting : encryption) },
        };
      }),
  identity: ({ gvc }) => fc.tuple(envelope, some(identityFields)).map((own) => Object.assign({ gvc }, ...own)),
  policy: ({ gvc, principals = [], workloads = [] }) => {
    const links = workloads.map((name) => `//gvc/${gvc}/workload/${name}`);
    const targets = {
      workload: fc.oneof(
        { withCrossShrink: true },
        fc.constant({ target: 'all' }),
        fc.subarray(links).map((targetLinks) => ({ targetLinks })),
        fc.constant({ targetQuery: redTeam('workload') }),
      ),
      volumeset: fc.constant({ target: 'all' }),
      gvc: fc.constant({ target: 'all' }),
    };
    const binding = fc.record({
      permissions: fc.subarray(['view', 'edit', 'create', 'delete', 'manage']),
      principalLinks: fc.subarray(['//group/viewers', ...principals]),
    });
    const kind = fc.constantFrom('workload' as const, 'volumeset' as const, 'gvc' as const);
    return fc
      .tuple(
        envelope,
        fc.array(binding, { maxLength: 2 }),
        kind.chain((one) => fc.tuple(fc.constant(one), targets[one])),
      )
      .map(([own, bindings, [targetKind, target]]) => ({ ...own, targetKind, ...target, bindings }));
  },
  group: ({ principals = [] }) =>
    fc
      .tuple(envelope, some({ memberLinks: fc.subarray([...principals]), memberQuery: fc.constant(redTeam('user')) }))
      .map((own) => Object.assign({}, ...own)),
  serviceaccount: () => envelope,
  user: ({ name }) => envelope.map((own) => ({ ...own, name: `${name}@example.com` })),
  secret: () => {
    const contents = fc.constantFrom(
      { type: 'opaque', data: { payload: 'hidden' } },
      { type: 'dictionary', data: { password: 'hidden' } },
    );
    return fc.tuple(envelope, contents).map(([own, content]) => ({ ...own, ...content }));
  },
  domain: ({ name, gvc, workloads = [] }) => {
    const to = workloads.map((one) => `//gvc/${gvc}/workload/${one}`);
    const routes =
      to.length === 0
        ? fc.constant([])
        : fc
            .subarray(['/', '/api', '/images'])
            .chain((prefixes) =>
              fc.tuple(
                ...prefixes.map((prefix) =>
                  fc.record({ prefix: fc.constant(prefix), workloadLink: fc.constantFrom(...to) }),
                ),
              ),
            );
    return fc
      .tuple(envelope, routes)
      .map(([own, all]) => ({ ...own, name: `${name}.example.com`, spec: { routes: all } }));
  },
  location: ({ name }) =>
    fc
      .tuple(envelope, fc.boolean())
      .map(([own, enabled]) => ({ ...own, provider: 'byok', region: name, spec: { enabled } })),
};
