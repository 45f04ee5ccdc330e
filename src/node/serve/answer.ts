/** Responses of the server itself, in the platform's format; responses of the platform come from its handler. */

import type { Session } from '../../experiment/session/session.ts';
import { idOf } from '../../platform/api/document/id.ts';
import { httpDate } from '../../platform/api/requests/answer.ts';
import { bodyOf, jsonPieces } from './pieces.ts';
import type { RawAnswer } from './rawAnswer.ts';

/** An error that the server finds in a request before the platform receives it. */
export interface RequestError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly rule: string | null; readonly message: string }[];
  readonly headers?: { readonly [name: string]: string };
}

/** The error response to a request. */
export function faultAnswer(session: Session, request: Request, fault: RequestError): Response {
  const { status, headers = {} } = fault;
  const body = faultBody(session, request.method, new URL(request.url).pathname, fault);
  return jsonAnswer(session, body, { status, headers });
}

/** `{status, code, message, details, id}`; the same request at the same instant gets the same id. */
function faultBody(session: Session, method: string, path: string, fault: RequestError): object {
  const { status, code, message, details = [] } = fault;
  const id = idOf(session.origin.scenario.seed, 'http', session.now, method, path, code, message);
  return { status, code, message, details, id };
}

/** The same for a request that does not reach the app; without a valid request, method and target are ''. */
export function rawFault(
  session: Session,
  asked: { readonly method: string; readonly target: string },
  fault: RequestError,
): RawAnswer {
  const { status, headers = {} } = fault;
  const [path = ''] = asked.target.split('?');
  return {
    status,
    headers: { Date: httpDate(session.now), ...headers },
    body: faultBody(session, asked.method, path, fault),
  };
}

/** A JSON response with the virtual date; it ends in a line end, for readers in a terminal. */
export function jsonAnswer(
  session: Session,
  body: unknown,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: { readonly [name: string]: string } } = {},
): Response {
  return textAnswer(session, lineOf(body), 'application/json', { status, headers });
}

function* lineOf(body: unknown): Generator<string> {
  yield* jsonPieces(body);
  yield '\n';
}

/** @param type of the text, which is UTF-8; a long one comes in pieces */
export function textAnswer(
  session: Session,
  text: string | Iterable<string>,
  type: string,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: { readonly [name: string]: string } } = {},
): Response {
  return new Response(typeof text === 'string' ? text : bodyOf(text), {
    status,
    headers: { 'Content-Type': type, Date: httpDate(session.now), ...headers },
  });
}
