import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../../src/platform/control/kinds.ts';
import { routeOf } from '../../../src/platform/control/router.ts';
import { gvcPath } from '../../experiment/session/asked.ts';
import { served } from './served.ts';

interface Operation {
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
        expect(Object.keys(operation.responses)).toContain('default');
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
    check('/-sim/advance', 'post', 'default', (await ask('/-sim/advance', { body: { seconds: -1 } })).body);
    check('/-sim/env/{gvc}/{workload}', 'get', '200', (await ask('/-sim/env/shop/db')).body);
    check('/-sim/env/{gvc}/{workload}/{replica}', 'get', '200', (await ask('/-sim/env/shop/db/db-0')).body);
    check('/-sim/env/{gvc}/{workload}', 'get', 'default', (await ask('/-sim/env/shop/none')).body);
    check('/-sim/fork', 'post', '201', (await ask('/-sim/fork', { method: 'POST' })).body);
    check(
      '/-sim/steps',
      'post',
      '200',
      (await ask('/-sim/steps', { body: [{ behavior: { 'shop/api': { stop: '1s' } } }] })).body,
    );
    check('/-sim/steps', 'post', 'default', (await ask('/-sim/steps', { body: [{}] })).body);
    check('/org/{org}/gvc/{gvc}/workload/{name}', 'get', 'default', (await ask(`${gvcPath}/workload/none`)).body);
  });
});
