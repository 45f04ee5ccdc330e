/**
 * The OpenAPI 3.1 document: made of the paths of the platform, the schemas of what they take and answer, and the table
 * of `/-sim`.
 */
import type { Json, JsonObject } from '../../../platform/api/document/json.ts';
import { type SimRoute, simRoutes } from '../simRoutes.ts';
import { addAnswers } from './answers.ts';
import { type PlatformOperation, platformPaths } from './platformPaths.ts';
import { Components, refTo } from './schema.ts';

/** Where the document is found. */
export const openApiPath = '/-sim/openapi.json';

let known: string | null = null;

/** The document as text; made once. */
export function openApiText(): string {
  known ??= JSON.stringify(openApi());
  return known;
}

function openApi(): JsonObject {
  const components = new Components();
  addAnswers(components);
  const paths = Object.fromEntries([...pathsOfPlatform(), ...pathsOfSim(components)]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'The API of a simulated platform',
      version: '1',
      description:
        'The API of the platform that svcsim simulates in virtual time. /-sim controls and inspects the simulation. /-fork/ID is a fork with the same paths.',
    },
    servers: [{ url: '/', description: 'The server of this document; a fork answers below /-fork/ID.' }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: components.all,
    },
    security: [{ key: [] }],
  };
}

function pathsOfPlatform(): [string, JsonObject][] {
  return platformPaths().map(({ path, noun, operations }) => [
    path,
    {
      ...parametersIn(path),
      ...Object.fromEntries(
        operations.map(([method, operation]) => [
          method.toLowerCase(),
          { operationId: `${method.toLowerCase()}${noun}`, ...platformOperation(operation) },
        ]),
      ),
    },
  ]);
}

function platformOperation({ says, statuses, answer, sends, query, makes }: PlatformOperation): JsonObject {
  const parameters = Object.entries(query).map(
    ([name, description]): JsonObject => ({ name, in: 'query', description, schema: { type: 'string' } }),
  );
  const header = { Location: { description: 'Path of the created resource.', schema: { type: 'string' } } };
  const responses = statuses.map((status): [string, JsonObject] => [
    String(status),
    {
      description: 'Success.',
      ...(makes && status === 201 ? { headers: header } : {}),
      ...(answer === null ? {} : { content: { 'application/json': { schema: answer } } }),
    },
  ]);
  return {
    summary: says,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(sends === null ? {} : { requestBody: { content: { 'application/json': { schema: sends } } } }),
    responses: { ...Object.fromEntries(responses), '4XX': refused },
  };
}

const refused: JsonObject = {
  description: 'Refused; nothing has changed.',
  content: { 'application/json': { schema: refTo('Error') } },
};

function pathsOfSim(components: Components): [string, JsonObject][] {
  const paths = [...new Set(simRoutes.map(({ path }) => path))];
  return paths.map((path): [string, JsonObject] => {
    const own = simRoutes.filter((route) => route.path === path);
    const operations = own.map((route) => [route.method.toLowerCase(), simOperation(route, components)]);
    return [`/-sim${path}`, { ...parametersIn(path), ...Object.fromEntries(operations) }];
  });
}

function simOperation(route: SimRoute, components: Components): JsonObject {
  const { method, path, says, input, takesText, status = 200, output } = route;
  const content: Json =
    typeof output === 'string'
      ? { [output]: { schema: { type: 'string' } } }
      : { 'application/json': { schema: components.schemaOf(output) } };
  const parameters =
    input === null || method !== 'GET'
      ? []
      : Object.entries(input.shape).map(
          ([name, schema]): JsonObject => ({ name, in: 'query', required: false, schema: components.schemaOf(schema) }),
        );
  const takesBody = method === 'POST' && input !== null && Object.keys(input.shape).length > 0;
  const words = path.match(/\w+/g) ?? [];
  return {
    operationId: [method.toLowerCase(), 'sim', ...words]
      .map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
      .join(''),
    summary: says,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takesBody ? { requestBody: { content: { 'application/json': { schema: components.schemaOf(input) } } } } : {}),
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
    responses: { [String(status)]: { description: 'Success.', content }, '4XX': refused },
  };
}

function parametersIn(path: string): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } }),
  );
  return parameters.length === 0 ? {} : { parameters };
}
