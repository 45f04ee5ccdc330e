import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../../src/platform/api/records/kinds.ts';
import { methodsOf } from '../../../src/platform/api/requests/handle.ts';
import { type ApiRoute, routeOf } from '../../../src/platform/api/requests/router.ts';
import { gvcPath } from '../../experiment/session/asked.ts';
import { served } from './served.ts';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** All that a path may be; the compiler sees to it that none is missing. */
const whats = Object.keys({
  item: 0,
  collection: 0,
  query: 0,
  permissions: 0,
  eventlog: 0,
  accessreport: 0,
  addKey: 0,
  reveal: 0,
  commands: 0,
  commandQuery: 0,
  command: 0,
  deployments: 0,
  deployment: 0,
  userByEmail: 0,
  invite: 0,
  replicas: 0,
  audit: 0,
  query_range: 0,
  tail: 0,
  token: 0,
  about: 0,
  discovery: 0,
} satisfies Record<Exclude<ApiRoute['what'], 'unknown' | 'logs'> | 'query_range' | 'tail', 0>);

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];

async function document(): Promise<{ readonly api: OpenApi; readonly ask: Awaited<ReturnType<typeof served>>['ask'] }> {
  const { ask } = await served();
  return { api: (await ask('/-sim/openapi.json')).body, ask };
}

/** A validator that knows the document's own schemas. */
function ajvOf(api: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ allowUnionTypes: true, strict: false });
  ajv.addSchema({ $id: 'http://api/', components: api.components });
  return ajv;
}

function schemaIn(ajv: Ajv2020, schema: object) {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"http://api/#/components/')));
}

describe('the OpenAPI document', () => {
  it('is of version 3.1, and all its schemas are JSON Schemas', async () => {
    const { api } = await document();
    expect(api.openapi).toBe('3.1.0');
    expect(api.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const ajv = ajvOf(api);
    for (const [path, item] of Object.entries(api.paths)) {
      expect(path).toMatch(/^\//);
      for (const [method, operation] of Object.entries(item)) {
        if (method === 'parameters') continue;
        expect(methods).toContain(method);
        expect(Object.keys(operation.responses)).toContain('4XX');
        const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
          Object.values(one?.content ?? {}),
        );
        for (const { schema } of [...bodies, ...(operation.parameters ?? [])]) schemaIn(ajv, schema);
      }
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (item as { readonly parameters?: readonly { readonly name: string }[] }).parameters ?? [];
      expect(parameters.map(({ name }) => name)).toEqual(named);
    }
  });

  it('has a path for each kind, and only such as the platform knows', async () => {
    const { api } = await document();
    const paths = Object.keys(api.paths).filter((path) => !path.startsWith('/-sim/'));
    expect(paths.length).toBeGreaterThan(kinds.length * 4);
    for (const path of paths) {
      const real = path.replace('{org}', 'acme').replaceAll(/\{(\w+)\}/g, 'x');
      expect([path, routeOf(real, 'acme').what]).not.toEqual([path, 'unknown']);
    }
    expect(Object.keys(api.paths)).toEqual(
      expect.arrayContaining(['/org/{org}/gvc/{gvc}/workload/{name}', '/-sim/advance', '/-sim/fork/{id}']),
    );
    expect(Object.keys(api.paths['/org/{org}/location/{name}'] ?? {})).not.toContain('put');
  });

  it('refers to nothing but its own components, and names each operation once', async () => {
    const { api } = await document();
    const text = JSON.stringify(api);
    expect(text).not.toContain('$defs');
    const referred = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to);
    const known = Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(referred.length).toBeGreaterThan(100);
    expect(known).toEqual(expect.arrayContaining([...new Set(referred)]));
    const ids = Object.values(api.paths).flatMap((item) =>
      methods.flatMap((method) => item[method]?.operationId ?? []),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining(['getWorkloads', 'patchWorkload', 'postWorkloadQuery', 'postSimAdvance']),
    );
  });

  it('knows every path of the platform, with its methods', async () => {
    const { api } = await document();
    const found = new Set<string>();
    for (const [path, item] of Object.entries(api.paths)) {
      if (path.startsWith('/-sim/')) continue;
      const real = path.replace('{org}', 'acme').replaceAll(/\{(\w+)\}/g, 'x');
      const route = routeOf(real, 'acme');
      found.add('way' in route ? route.way : route.what);
      const own = methods.filter((method) => method in item).map((method) => method.toUpperCase());
      const allowed = route.what === 'logs' && route.way === 'tail' ? ['GET'] : methodsOf(route);
      expect([path, own.sort()]).toEqual([path, [...allowed].sort()]);
    }
    expect([...found].sort()).toEqual([...whats].sort());
  });

  it('says what is answered', async () => {
    const { api, ask } = await document();
    const ajv = ajvOf(api);
    const check = (path: string, method: string, status: string, body: unknown): void => {
      const schema = api.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema;
      if (schema === undefined) throw new Error(`no answer ${status} of ${method} ${path}`);
      const validate = schemaIn(ajv, schema);
      validate(body);
      expect(validate.errors ?? []).toEqual([]);
    };
    check('/-sim/clock', 'get', '200', (await ask('/-sim/clock')).body);
    check('/-sim/advance', 'post', '200', (await ask('/-sim/advance', { body: { seconds: 1 } })).body);
    check('/-sim/advance', 'post', '4XX', (await ask('/-sim/advance', { body: { seconds: -1 } })).body);
    check('/-sim/env/{gvc}/{workload}', 'get', '200', (await ask('/-sim/env/shop/db')).body);
    check('/-sim/env/{gvc}/{workload}/{replica}', 'get', '200', (await ask('/-sim/env/shop/db/db-0')).body);
    check('/-sim/env/{gvc}/{workload}', 'get', '4XX', (await ask('/-sim/env/shop/none')).body);
    check('/-sim/fork', 'post', '201', (await ask('/-sim/fork', { method: 'POST' })).body);
    check(
      '/-sim/steps',
      'post',
      '200',
      (await ask('/-sim/steps', { body: [{ behavior: { 'shop/api': { stop: '1s' } } }] })).body,
    );
    check('/-sim/steps', 'post', '4XX', (await ask('/-sim/steps', { body: [{}] })).body);
    check('/org/{org}/gvc/{gvc}/workload/{name}', 'get', '4XX', (await ask(`${gvcPath}/workload/none`)).body);
  });

  it('says what the platform answers', async () => {
    const { api, ask } = await document();
    const ajv = ajvOf(api);
    const taken = new Set<string>();
    const tell = async (method: string, path: string, body?: unknown): Promise<void> => {
      const answer = await ask(path, { method: method.toUpperCase(), ...(body === undefined ? {} : { body }) });
      const plain = path.split('?')[0] ?? '';
      const [own] = Object.keys(api.paths).filter((one) =>
        new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/-][^/]*')}$`).test(plain),
      );
      const operation = api.paths[own ?? '']?.[method];
      const response = operation?.responses[String(answer.status)];
      if (response === undefined) throw new Error(`no ${answer.status} of ${method} ${path}: ${answer.text}`);
      taken.add(`${method} ${own}`);
      for (const [content, given] of [
        [operation?.requestBody?.content, body],
        [response.content, answer.body],
      ] as const) {
        const schema = content?.['application/json']?.schema;
        if (schema === undefined) continue;
        const validate = schemaIn(ajv, schema);
        validate(given);
        expect([method, path, validate.errors ?? []]).toEqual([method, path, []]);
      }
    };
    const org = '/org/acme';
    const more = [
      ['group', { name: 'team' }],
      ['serviceaccount', { name: 'robot' }],
      ['secret', { name: 'word', type: 'opaque', data: { payload: 'x' } }],
      ['policy', { name: 'lookers', targetKind: 'workload', target: 'all' }],
      ['location', { name: 'mars', provider: 'byok' }],
      ['domain', { name: 'shop.example.com', spec: {} }],
      ['agent', { name: 'smith' }],
    ] as const;
    for (const [kind, body] of more) await tell('post', `${org}/${kind}`, body);
    await tell('post', `${gvcPath}/identity`, { name: 'own' });
    await tell('put', `${gvcPath}/identity`, { name: 'own', description: 'its own' });
    await tell('post', `${org}/serviceaccount/robot/-addKey`, { description: 'first' });
    await tell('post', `${org}/user/-invite`, { emails: ['a@b.example'], groupLink: '//group/team' });
    await tell('patch', `${gvcPath}/workload/api`, { description: 'the api' });
    await tell('post', `${gvcPath}/workload/api/-command`, {
      type: 'stopReplica',
      spec: { location: 'aws-us-east-1' },
    });
    await tell('post', `${gvcPath}/volumeset/data/-command`, {
      type: 'expandVolume',
      spec: { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity: 20 },
    });
    await ask('/-sim/advance', { body: { seconds: 3_600 } });
    await tell('post', `${org}/workload/-query`, { spec: { terms: [{ property: 'name', op: '~', value: 'a' }] } });
    await tell('post', `${org}/workload/-query?max=1`, { fetch: 'links' });
    await tell('post', `${gvcPath}/workload/api/-command/-query`, {});
    await tell('delete', `${org}/group/team`);
    for (const kind of kinds) {
      const collection = kind === 'org' ? '/org' : `${org}/${kind}`;
      await tell('get', collection);
      await tell('get', `${collection}/-schema/permissions`);
      const { items } = (await ask(collection)).body as { readonly items: readonly { readonly links: Links }[] };
      for (const { links } of items.slice(0, 4)) for (const { href } of links) await tell('get', href);
    }
    const { links } = (await ask(`${gvcPath}/workload/api/-command`)).body.items[0] as { readonly links: Links };
    await tell('get', links[0]?.href ?? '');
    for (const path of ['/about', '/discovery', '/audit/org/acme', `/replicas${gvcPath}/workload/api`])
      await tell('get', path);
    await tell('get', `${org}/secret/word/-reveal`);
    await tell('get', `${org}/user/-for/email/a@b.example`);
    await tell('get', `${gvcPath}/workload/api/deployment`);
    await tell('get', `${gvcPath}/workload/api/deployment/aws-us-east-1`);
    await tell('get', `/logs/org/acme/loki/api/v1/query_range?query=${encodeURIComponent('{gvc="shop"}')}`);
    expect(taken.size).toBeGreaterThan(80);
  }, 30_000);
});

type Links = readonly { readonly rel: string; readonly href: string }[];
