/**
 * Requests at random, right ones and hostile ones, for all kinds and paths: drawn from the table of kinds and from the
 * schemas, so that what is added later is in.
 */
import fc from 'fast-check';
import * as z from 'zod';
import { isActedOn, isOfGvc, type Kind, kinds, type Method } from '../../../src/platform/api/records/kinds.ts';
import type { ApiRequest } from '../../../src/platform/api/requests/request.ts';
import { commandForms } from '../../../src/platform/api/schemas/command.ts';
import { documentSchemas } from '../../../src/platform/api/schemas/envelope.ts';
import { shop } from './acme.ts';
import { collection } from './everyKind.ts';

/** One request; many are such that they may well be taken. */
export const anyRequest: fc.Arbitrary<ApiRequest> = fc
  .constantFrom(...kinds, ...kinds.filter(isActedOn), 'workload', 'workload', 'volumeset', 'gvc')
  .chain((kind: Kind) =>
    fc.record({
      aim: fc.oneof(
        { weight: 5, arbitrary: aimedAt(kind) },
        { weight: 2, arbitrary: fc.record({ method: anyMethod, path: pathAbout(kind), body: bodyFor(kind) }) },
      ),
      as: anyCaller,
    }),
  )
  .map(({ aim, as }) => (as === null ? aim : { ...aim, as }));

type Asked = Pick<ApiRequest, 'method' | 'path' | 'body'>;

/** Records of a kind, made, changed, deleted, or given commands, where the kind is. */
function aimedAt(kind: Kind): fc.Arbitrary<Asked> {
  const body = bodyFor(kind);
  if (kind === 'org') return fc.record({ method: fc.constant<Method>('PATCH'), path: fc.constant('/org/acme'), body });
  const names = kind === 'domain' ? ['www.example.com'] : ['own', standing[kind] ?? 'own'];
  const item = fc.constantFrom(...names).map((name) => `${collection(kind)}/${name}`);
  const inCollection = fc.record({
    method: fc.constantFrom<Method>('POST', 'PUT'),
    path: fc.constant(collection(kind)),
    body,
  });
  const ofItem = fc.record({
    method: fc.constantFrom<Method>('PATCH', 'PATCH', 'PATCH', 'PUT', 'DELETE'),
    path: item,
    body,
  });
  if (kind !== 'workload' && kind !== 'volumeset') return fc.oneof(inCollection, ofItem);
  const path = item.map((link) => `${link}/-command`);
  const command = commandFor(kind === 'workload' ? ['runCronWorkload', 'stopReplica'] : Object.keys(commandForms));
  return fc.oneof(inCollection, ofItem, fc.record({ method: fc.constant<Method>('POST'), path, body: command }));
}

/** What is there from the beginning. */
const standing: { readonly [kind in Kind]?: string } = {
  workload: 'api',
  volumeset: 'data',
  gvc: 'shop',
  location: 'aws-us-east-1',
  quota: 'workloads-per-gvc',
  user: 'simulator',
  group: 'superusers',
  policy: 'superusers-gvc',
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[];
const anyMethod = fc.constantFrom<Method>(...methods);

const anyCaller = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'none',
      '//user/simulator',
      '//serviceaccount/own',
      `${shop}/identity/own`,
      'x',
      '//user/a%2Fb',
    ),
  },
);

const long = 'n'.repeat(65);
const names = [
  'own',
  'own',
  'own',
  'api',
  'data',
  'shop',
  'aws-us-east-1',
  'www.example.com',
  'agents',
  'simulator',
  'superusers',
  'ghost',
];
const hostileNames = ['__proto__', 'constructor', 'a%2Fb', '%zz', '%', '..', 'UPPER', long, '-query', 'ünï', ' '];

const collectionEnds = ['', '', '', '/-query', '/-schema/permissions', '/-invite', '/-for/email/a@x.com', '/-nonsense'];
const itemEnds = [
  ...['', '', '', '', '', '', '/-command', '/-command', '/-command/-query', '/-command/1', '/-eventlog'],
  ...['/-accessreport', '/-addKey', '/-reveal', '/deployment', '/deployment/aws-us-east-1', '/more'],
];

/** Every path that there is about a kind, and some that there are not. */
function pathAbout(kind: Kind): fc.Arbitrary<string> {
  const anyName = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileNames) },
  );
  const roots = fc.constantFrom('/org/acme', isOfGvc(kind) ? shop : '/org/acme', shop, '/org/other');
  const all = kind === 'org' ? fc.constant('/org') : roots.map((root) => `${root}/${kind}`);
  const item = kind === 'org' ? fc.constant('/org/acme') : fc.tuple(all, anyName).map((parts) => parts.join('/'));
  const about = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(item, fc.constantFrom(...itemEnds)).map((parts) => parts.join('')) },
    { weight: 2, arbitrary: fc.tuple(all, fc.constantFrom(...collectionEnds)).map((parts) => parts.join('')) },
  );
  const beside = fc.tuple(
    fc.constantFrom('/audit', '/logs', '/q', '/-remote/aws-us-east-1/replicas', '/replicas/', ''),
    fc.oneof(
      item,
      fc.constantFrom('/org/acme', '/org/acme/loki/api/v1/query_range', '/org/acme/resource/id/1', '/e30'),
    ),
  );
  return fc
    .tuple(
      fc.oneof(
        { weight: 12, arbitrary: about },
        { weight: 1, arbitrary: beside.map((parts) => parts.join('')) },
        { weight: 1, arbitrary: fc.constantFrom('/about', '/discovery', '/', '', '//', 'org') },
        { weight: 1, arbitrary: fc.string() },
      ),
      fc.constantFrom('', '', '', '', '?max=1', '?max=0', '?__proto__=1', '?'),
    )
    .map((parts) => parts.join(''));
}

const texts = [
  ...[
    'own',
    'api',
    'data',
    '1',
    'true',
    '25%',
    '*/5 * * * *',
    '250m',
    '128Mi',
    '',
    'view',
    'manage',
    'shop',
    'all',
    'gvc',
  ],
  ...[
    '//location/aws-us-east-1',
    'aws-us-east-1',
    '//identity/own',
    '//workload/api',
    '//secret/own',
    '//user/simulator',
  ],
  ...['svc://volumeset/data', 'a@x.com', '__proto__', 'constructor', long, 'http://x', '7d', '2026-12-01T00:00:00Z'],
];

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const tagsOf = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, at]));

/** What nobody sends who means well. */
const hostile = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(null, 5, -1, 1e300, 0.5, '', [], {}, [null], [[]], 'x', false, {
      $drop: ['spec'],
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(undefined, Number.NaN, 1n, () => 1, new Date(0), new Map()) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      JSON.parse('{"__proto__":{"polluted":1}}'),
      { constructor: { prototype: { polluted: 1 } }, toString: [1], hasOwnProperty: 'x' },
      nested(63),
      nested(80),
      tagsOf(10_000),
      { $replace: 1, '$replace/': 1, $: 1, '$drop/x': 5 },
    ),
  },
);

/** Texts that fields of these names may well hold: else hardly any document would be taken. */
const likely: { readonly [field: string]: readonly string[] } = {
  name: ['web', 'log'],
  image: ['web:1', 'web:2'],
  cpu: ['100m', '250m'],
  memory: ['128Mi', '256Mi'],
  description: ['one', 'two'],
  schedule: ['*/5 * * * *', '@daily'],
  uri: ['svc://volumeset/data', 'svc://volumeset/own'],
  path: ['/data', '/more'],
  location: ['aws-us-east-1', '//location/aws-eu-central-1'],
  locationLinks: ['//location/aws-us-east-1', '//location/gcp-us-east1'],
  identityLink: ['//identity/own'],
  workloadLink: ['//gvc/shop/workload/api'],
  principalLinks: ['//user/simulator', '//group/own'],
  memberLinks: ['//user/simulator', '//serviceaccount/own'],
  permissions: ['view', 'manage'],
  retentionDuration: ['7d'],
};

/** A value that a schema takes, mostly. */
function valueFor(schema: z.core.$ZodType, field = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: fitting(schema, field) }, { weight: 1, arbitrary: hostile });
}

function fitting(schema: z.core.$ZodType, field: string): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return fitting(schema.unwrap(), field);
  if (schema instanceof z.ZodString) {
    const some = (Object.hasOwn(likely, field) ? likely[field] : undefined) ?? texts;
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...some) },
      { weight: 1, arbitrary: fc.constantFrom(...texts) },
    );
  }
  if (schema instanceof z.ZodBoolean) return fc.constantFrom<unknown>(true, false, 'true');
  if (schema instanceof z.ZodNumber) return fc.constantFrom<unknown>(0, 1, 2, 10, 20, 80, 100, '3', 2.5);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodArray) return fc.array(valueFor(schema.element, field), { maxLength: 2 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => valueFor(option)));
  if (schema instanceof z.ZodObject) return fieldsOf(schema.shape);
  return fc.dictionary(fc.constantFrom('svc/protected', 'svc/deployTimestamp', 'a', 'b', 'enabled'), hostile, {
    maxKeys: 2,
  });
}

/** What is needed is there, mostly, and a few of the rest. */
function fieldsOf(shape: z.core.$ZodShape): fc.Arbitrary<{ readonly [key: string]: unknown }> {
  const keys = Object.keys(shape);
  const requiredKeys = keys.filter((key) => !(shape[key] instanceof z.ZodOptional));
  const optional = keys.filter((key) => !requiredKeys.includes(key));
  return fc
    .tuple(fc.subarray(optional, { maxLength: Math.min(3, optional.length) }), fc.integer({ min: 0, max: 40 }))
    .chain(([some, at]) => {
      const kept = [...requiredKeys.filter((_, index) => index !== at), ...some];
      return fc.record(Object.fromEntries(kept.map((key) => [key, lazily(shape[key]!, key)])));
    });
}

const memory = new Map<string, Map<z.core.$ZodType, fc.Arbitrary<unknown>>>();

/** The values of a field; each is worked out once, for there are many. */
function lazily(schema: z.core.$ZodType, field: string): fc.Arbitrary<unknown> {
  const bySchema = memory.get(field) ?? new Map<z.core.$ZodType, fc.Arbitrary<unknown>>();
  const known = bySchema.get(schema) ?? valueFor(schema, field);
  memory.set(field, bySchema.set(schema, known));
  return known;
}

const envelope = fc.record(
  {
    kind: fc.constantFrom<unknown>('gvc', 'command', 5),
    version: fc.constantFrom<unknown>(1, '1', 2, 99),
    id: fc.constantFrom<unknown>('zz', null),
    gvc: fc.constantFrom<unknown>('shop', 5),
    data: hostile,
    further: hostile,
    $drop: fc.constantFrom<unknown>(['spec'], ['tags', 'description'], ['name'], 5),
    $what: fc.constant(1),
  },
  { requiredKeys: [] },
);

/**
 * A document of the kind, or what a path below it takes; now and then with more beside, or said in the language of
 * patches.
 */
function bodyFor(kind: Kind): fc.Arbitrary<unknown> {
  const ownNames = kind === 'domain' ? ['www.example.com', 'shop.example.com'] : ['own', 'other', 'late', 'later'];
  const named = fc.option(fc.constantFrom(...ownNames), { freq: 6 });
  const document = fc
    .tuple(fieldsOf(documentSchemas[kind].shape), named)
    .map(([{ name: _, ...fields }, name]) => (name === null ? fields : { ...fields, name }));
  const below = fc.constantFrom<unknown>(
    { description: 'key' },
    { emails: ['a@x.com', 'b@x.com'], groupLink: '//group/own' },
    { emails: 5 },
    { spec: { match: 'any', terms: [{ property: 'name', op: '~', value: 'o' }] } },
    { spec: { terms: [{ tag: 'a', rel: 'gvc' }] }, fetch: 'links' },
  );
  const plain = fc.oneof(
    { weight: 10, arbitrary: document },
    { weight: 2, arbitrary: fc.tuple(document, envelope).map(([fields, more]) => ({ ...fields, ...more })) },
    { weight: 4, arbitrary: fc.tuple(document, fc.constantFrom('replace', 'append', 'drop', 'patch')).map(operated) },
    { weight: 2, arbitrary: commandFor(Object.keys(commandForms)) },
    { weight: 1, arbitrary: below },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: fc.anything() },
  );
  return plain;
}

function commandFor(types: readonly string[]): fc.Arbitrary<object> {
  return fc.constantFrom(...types).chain((type) =>
    fc.record(
      {
        type: fc.constant(type),
        spec: lazily(commandForms[type]!.spec, 'spec'),
        tags: fc.constantFrom<unknown>({ a: 1 }, 'no'),
      },
      { requiredKeys: ['type', 'spec'] },
    ),
  );
}

/** The fields below the top ones as operators on them. */
function operated([fields, operator]: readonly [object, string]): object {
  const inner = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, own]) => [`$${operator}/${key}`, own]))
      : value;
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, inner(value)]));
}
