/** Answers requests below `/-sim`. */

import { timingSafeEqual } from 'node:crypto';
import type * as z from 'zod';
import { isObject, type Json } from '../../platform/api/document/json.ts';
import { shown } from '../../platform/api/requests/breach.ts';
import { expectedBy } from '../../platform/api/schemas/schemaIssue.ts';
import { faultAnswer, type RequestError, textAnswer } from './answer.ts';
import { readJsonBody, readTextBody } from './body.ts';
import { credentialOf } from './caller.ts';
import { openApiText } from './openApi/document.ts';
import type { ServedSession } from './servedSession.ts';
import type { Sessions } from './sessions.ts';
import { type SimRoute, simRoutes } from './simRoutes.ts';

/** @param path below `/-sim`, without query */
export async function answerSim(
  request: Request,
  path: string,
  query: URLSearchParams,
  {
    served,
    sessions,
    key,
  }: { readonly served: ServedSession; readonly sessions: Sessions; readonly key: string | null },
): Promise<Response> {
  const { session } = served;
  const fail = (fault: RequestError): Response => faultAnswer(session, request, fault);
  if (key !== null && !isSame(credentialOf(request.headers) ?? '', key))
    return fail({
      status: 401,
      code: 'UNAUTHENTICATED',
      message: '/-sim needs the key that the server was started with (--sim-key)',
    });
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = [...simRoutes, ownDescription].flatMap((route) => {
    const names = namesIn(path, route);
    return names === null ? [] : [{ route, names }];
  });
  if (found.length === 0) {
    const message = `no such path: /-sim${path}; /-sim/openapi.json lists all paths`;
    return fail({ status: 404, code: 'NOT_FOUND', message });
  }
  const match = found.find(({ route }) => route.method === method);
  if (match === undefined) {
    const methods = found.map(({ route }) => route.method).flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    const headers = { Allow: methods.join(', ') };
    const message = `/-sim${path} takes ${headers.Allow}; found ${request.method}`;
    return fail({ status: 405, code: 'METHOD_NOT_ALLOWED', message, headers });
  }
  const { route, names } = match;
  const limits = session.origin.scenario.assumptions['api.limits'];
  const text = route.takesText === true ? await readTextBody(request, limits.stepsBodyBytes) : '';
  if (typeof text !== 'string') return fail(text);
  const input = await inputOf(request, query, route, limits.bodyBytes);
  if ('fault' in input) return fail(input.fault);
  return route.answer({ request, served, sessions, input: input.values, text, names });
}

/** Made of the others, and so none of them. */
const ownDescription: SimRoute = {
  method: 'GET',
  path: '/openapi.json',
  says: 'Returns the OpenAPI description of all paths.',
  input: null,
  output: 'application/json',
  answer: async ({ served }) => textAnswer(served.session, openApiText(), 'application/json'),
};

/** The path parameters of a route; null if the path does not match the route. */
function namesIn(path: string, route: SimRoute): { readonly [name: string]: string } | null {
  const [own, given] = [route.path.split('/'), path.split('/')];
  if (own.length !== given.length) return null;
  const names: { [name: string]: string } = {};
  for (const [index, part] of own.entries()) {
    const [text = '', name] = [given[index], /^\{(\w+)\}$/.exec(part)?.[1]];
    const value = name === undefined ? text : decoded(text);
    if (name === undefined ? text !== part : value === '') return null;
    if (name !== undefined) names[name] = value;
  }
  return names;
}

/** A decoded part of a path; '' if its percent-encoding is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function inputOf(
  request: Request,
  query: URLSearchParams,
  { input, takesText = false }: SimRoute,
  bytesMax: number,
): Promise<{ readonly values: { readonly [name: string]: unknown } } | { readonly fault: RequestError }> {
  if (takesText || input === null) return { values: {} };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const body = isRead ? { value: undefined } : await readJsonBody(request, bytesMax);
  if ('status' in body) return { fault: body };
  const { value = {} } = body;
  if (!isObject(value)) return { fault: { status: 400, code: 'INVALID', message: 'the body must be a JSON object' } };
  const given = [...query, ...Object.entries(value)];
  const values = Object.fromEntries(
    given.map(([name, one]) => [name, Object.hasOwn(input.shape, name) ? numberIn(one, input.shape[name]) : one]),
  );
  const result = input.safeParse(values);
  if (result.success) return { values: result.data };
  const details = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    rule: null,
    message: inputWords(issue, values, Object.keys(input.shape)),
  }));
  const [first] = details;
  const message = `${first?.path === '' ? '' : `${first?.path}: `}${first?.message}`;
  return { fault: { status: 400, code: 'INVALID', message, details } };
}

/** Converts a decimal text to a number if the field is a number (`api.coerce`). */
function numberIn(value: unknown, schema: z.ZodType | undefined): unknown {
  const isWanted = typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value);
  return isWanted && schema?.safeParse(value).success === false ? Number(value) : value;
}

/** What was expected, and what was found. @param names of all that may be given */
function inputWords(issue: z.core.$ZodIssue, given: { readonly [name: string]: unknown }, names: readonly string[]) {
  if (issue.code === 'unrecognized_keys')
    return `expected ${names.length === 0 ? 'nothing' : names.join(' or ')}; found ${issue.keys.join(', ')}`;
  return `${bound(issue) ?? expectedBy(issue)}; found ${shown(given[String(issue.path[0])] as Json)}`;
}

function bound(issue: z.core.$ZodIssue): string | null {
  if (issue.code === 'too_small')
    return `expected ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
  if (issue.code === 'too_big')
    return `expected ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
  return null;
}
