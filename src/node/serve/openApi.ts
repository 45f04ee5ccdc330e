/** The OpenAPI 3.1 document: made of the table of kinds, the schemas of documents and commands, and the table of `/-sim`. */
import * as z from 'zod';
import {
  collectionMethods,
  isOfGvc,
  itemMethods,
  type Kind,
  kinds,
  type Method,
} from '../../platform/control/kinds.ts';
import { commandForms } from '../../platform/control/schemas/command.ts';
import { documentSchemas } from '../../platform/control/schemas/envelope.ts';
import { type SimRoute, simRoutes } from './simRoutes.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Fields = { readonly [key: string]: Json };

/** Where the document is found. */
export const openApiPath = '/-sim/openapi.json';

let known: string | null = null;

/** The document as text; made once. */
export function openApiText(): string {
  known ??= JSON.stringify(openApi());
  return known;
}

function openApi(): Fields {
  return {
    openapi: '3.1.0',
    info: {
      title: 'The API of a simulated platform',
      version: '1',
      description:
        'The platform that svcsim simulates, in virtual time. Below /-sim time is moved and looked at. /-fork/ID is a copy with the same paths.',
    },
    paths: Object.fromEntries([...platformPaths(), ...simPaths()]),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: schemaOf(errorBody),
        ...Object.fromEntries(kinds.map((kind) => [kind, schemaOf(documentSchemas[kind])])),
        command: commandSchema(),
      },
    },
    security: [{ key: [] }],
  };
}

const errorBody = z.object({
  status: z.int(),
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), rule: z.string().nullable(), message: z.string() })),
  id: z.string(),
});

function platformPaths(): [string, Fields][] {
  const root: [string, Fields][] = ['/about', '/discovery'].map((path) => [
    path,
    operations(path, ['GET', 'HEAD'], null),
  ]);
  return [...root, ['/q/{token}', operations('/q/{token}', ['GET', 'HEAD'], null)], ...kinds.flatMap(pathsOfKind)];
}

function pathsOfKind(kind: Kind): [string, Fields][] {
  const collection = collectionOf(kind);
  const item = kind === 'org' ? '/org/{org}' : `${collection}/{name}`;
  const read: readonly Method[] = ['GET', 'HEAD'];
  const all: [string, readonly Method[], Kind | 'command' | null][] = [
    [collection, collectionMethods(kind, isOfGvc(kind) ? '{gvc}' : null), kind],
    [`${collection}/-query`, ['POST'], null],
    [`${collection}/-schema/permissions`, read, null],
    [item, itemMethods(kind), kind],
    [`${item}/-eventlog`, read, null],
    [`${item}/-accessreport`, read, null],
    ...(isOfGvc(kind)
      ? ([[`/org/{org}/${kind}`, read, kind]] as const).map((one): (typeof all)[number] => [...one])
      : []),
    ...(kind === 'workload' || kind === 'volumeset' ? commandPaths(item) : []),
  ];
  return all.map(([path, methods, body]) => [path, operations(path, methods, body)]);
}

function commandPaths(item: string): [string, readonly Method[], Kind | 'command' | null][] {
  return [
    [`${item}/-command`, ['GET', 'HEAD', 'POST'], 'command'],
    [`${item}/-command/-query`, ['POST'], null],
    [`${item}/-command/{id}`, ['GET', 'HEAD'], null],
  ];
}

function collectionOf(kind: Kind): string {
  if (kind === 'org') return '/org';
  return isOfGvc(kind) ? `/org/{org}/gvc/{gvc}/${kind}` : `/org/{org}/${kind}`;
}

/** @param body the kind of document that is sent; null: any object */
function operations(path: string, methods: readonly Method[], body: Kind | 'command' | null): Fields {
  const parameters = parametersIn(path);
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...Object.fromEntries(
      methods.map((method): [string, Fields] => {
        const takes = method === 'POST' || method === 'PUT' || method === 'PATCH';
        // A patch has operators of its own, and need not be a whole document.
        const schema: Json = body === null || method === 'PATCH' ? { type: 'object' } : refTo(body);
        return [
          method.toLowerCase(),
          {
            ...(takes ? { requestBody: { content: { 'application/json': { schema } } } } : {}),
            responses: {
              '2XX': {
                description: 'Done.',
                ...(method === 'HEAD' ? {} : { content: { 'application/json': { schema: { type: 'object' } } } }),
              },
              default: refused,
            },
          },
        ];
      }),
    ),
  };
}

const refused: Fields = {
  description: 'Refused: nothing has changed.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function simPaths(): [string, Fields][] {
  const paths = [...new Set(simRoutes.map(({ path }) => path))];
  return paths.map((path): [string, Fields] => {
    const parameters = parametersIn(path);
    const own = simRoutes.filter((route) => route.path === path);
    return [
      `/-sim${path}`,
      {
        ...(parameters.length === 0 ? {} : { parameters }),
        ...Object.fromEntries(own.map((route) => [route.method.toLowerCase(), simOperation(route)])),
      },
    ];
  });
}

function simOperation({ method, says, input, takesText, status = 200, output }: SimRoute): Fields {
  const content: Json =
    typeof output === 'string'
      ? { [output]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(output) } };
  const parameters =
    input === null || method !== 'GET'
      ? []
      : Object.entries(input.shape).map(
          ([name, schema]): Fields => ({ name, in: 'query', required: false, schema: schemaOf(schema) }),
        );
  const takesBody = method === 'POST' && input !== null && Object.keys(input.shape).length > 0;
  return {
    summary: says,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takesBody ? { requestBody: { content: { 'application/json': { schema: schemaOf(input) } } } } : {}),
    ...(takesText === true
      ? {
          requestBody: {
            required: true,
            content: {
              'application/yaml': { schema: { type: 'string' } },
              'application/json': { schema: { type: 'array', items: { type: 'object' } } },
            },
          },
        }
      : {}),
    responses: { [String(status)]: { description: 'Done.', content }, default: refused },
  };
}

function commandSchema(): Json {
  const forms = Object.entries(commandForms).map(([type, { spec }]): Fields => {
    return { type: 'object', required: ['type', 'spec'], properties: { type: { const: type }, spec: schemaOf(spec) } };
  });
  return { oneOf: forms };
}

function parametersIn(path: string): Fields[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Of what is sent, in the dialect of OpenAPI 3.1. */
function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, id: __, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as Json;
}
