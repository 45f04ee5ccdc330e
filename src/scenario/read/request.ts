/**
 * A timeline entry that is a request to the platform's API.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { fullLink } from '../../platform/api/document/link.ts';
import type { ExpectedAnswer } from '../../platform/api/requests/expected.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { parsePattern } from './names.ts';
import type { RequestAction } from './requestAction.ts';

/** Keys of an entry that make it a request. */
export const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** The request of an entry: paths and links in full. */
export function readRequest(
  root: TreeMap,
  given: TreeMap,
  path: Path,
  actionKey: string,
  org: string,
  reading: ScenarioReading,
): RequestAction {
  const written = given[actionKey];
  const text = typeof written === 'string' ? written : '/';
  if (!text.startsWith('/')) {
    reading.complain(root, [...path, actionKey], {
      code: 'bad-path',
      message: `expected a path below /org/${org}, such as /gvc/shop/workload/api, found ${shown(text)}`,
    });
  }
  const method = (methods as Readonly<Record<string, RequestAction['method']>>)[actionKey] ?? 'GET';
  const [pathText = '', ...queryText] = text.split('?');
  const whole = /^\/org(\/|$)/.test(pathText) ? pathText : `/org/${org}${pathText === '/' ? '' : pathText}`;
  const from = typeof given.from === 'string' ? workloadLink(given.from, org) : null;
  if (given.from !== undefined && from === null)
    reading.complain(root, [...path, 'from'], {
      code: 'bad-name',
      message: `expected a workload (gvc/name, or its link), found ${shown(given.from)}`,
    });
  const as =
    typeof given.as !== 'string'
      ? null
      : given.as === 'none' || given.as.startsWith('/')
        ? fullLink(given.as, { org, gvc: null })
        : null;
  if (given.as !== undefined && as === null) {
    reading.complain(root, [...path, 'as'], {
      code: 'bad-name',
      message: `expected the link of a principal, such as //user/ann@example.com, or none, found ${shown(given.as)}`,
    });
  }
  return {
    kind: 'request',
    method,
    path: whole,
    query: queryOf(queryText.join('?')),
    body: given.with ?? null,
    as,
    from,
    answers: readAnswers(root, given, path, reading),
  };
}

/** The answer that is expected: a status, or a map of status and body; null: any. */
function readAnswers(root: TreeMap, given: TreeMap, path: Path, reading: ScenarioReading): ExpectedAnswer | null {
  const { answers } = given;
  if (typeof answers === 'number') return { status: answers, body: null };
  if (!isMap(answers)) return null;
  const { status, body } = answers;
  if (status === undefined && body === undefined) {
    const message = "expected 'status' or 'body', or both: without them any response is accepted";
    reading.complain(root, [...path, 'answers'], { code: 'missing-key', message, atKey: true });
    return null;
  }
  return { status: typeof status === 'number' ? status : null, body: isMap(body) ? body : null };
}

/** `max=3&x=a%20b` as names and values; a text that is not well encoded stays as it is. */
export function queryOf(text: string): { readonly [name: string]: string } {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    }),
  );
}

function decoded(text: string): string {
  const plain = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function workloadLink(text: string, org: string): string | null {
  if (text.startsWith('/')) return fullLink(text, { org, gvc: null });
  const pattern = parsePattern(text);
  return pattern === null || pattern.kind === 'volumeset'
    ? null
    : `/org/${org}/gvc/${pattern.gvc}/workload/${pattern.name}`;
}
