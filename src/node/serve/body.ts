/** The body of a request as text and as JSON, within limits. */

import type { Assumptions } from '../../rules/assumptions.ts';
import { clipped } from '../../text/folded.ts';

/** The error for a body that cannot be read. */
export interface BadBody {
  readonly status: 400 | 413 | 415;
  readonly code: 'BAD_JSON' | 'INVALID' | 'TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE';
  readonly message: string;
}

/**
 * Why a body is refused for what its `Content-Type` calls it, of whatever path (`api.contentType`); null: it is not. A
 * request without that header says nothing of its body, which is read as JSON.
 *
 *   jsonOnly: application/json, application/merge-patch+json; charset=utf-8 -> null     text/plain -> 415
 */
export function refusedType(headers: Headers, assumptions: Pick<Assumptions, 'api.contentType'>): BadBody | null {
  const written = headers.get('content-type');
  if (assumptions['api.contentType'] === 'ignored' || written === null || isBodiless(headers)) return null;
  const [type = ''] = written.split(';');
  if (/^application\/([-.\w]+\+)?json$/i.test(type.trim())) return null;
  const message = `the Content-Type of a body must be application/json, or absent; found ${clipped(written, 100)}`;
  return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message };
}

function isBodiless(headers: Headers): boolean {
  return Number(headers.get('content-length') ?? 0) === 0 && headers.get('transfer-encoding') === null;
}

/** The body as text, '' without a body. A body above the limit is refused before it is complete. */
export async function readTextBody(request: Request, bytesMax: number): Promise<string | BadBody> {
  const tooLarge = { status: 413, code: 'TOO_LARGE', message: `a body may have at most ${bytesMax} bytes` } as const;
  // Nobody has begun to read then, so that the connection is emptied for the next request on it.
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return tooLarge;
  const { body } = request;
  if (body === null) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const part = await reader.read().catch(() => null);
    if (part === null) return { status: 400, code: 'INVALID', message: 'the body is incomplete' };
    const { done, value } = part;
    if (done) break;
    length += value.length;
    if (length > bytesMax) {
      void discard(reader);
      return tooLarge;
    }
    parts.push(value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    return { status: 400, code: 'BAD_JSON', message: 'the body must be UTF-8 text' };
  }
}

/** Reads on, for nobody: what is sent must go somewhere before the next request comes. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // Who sent it has gone.
  }
}

/** The body as JSON, undefined without a body. */
export async function readJsonBody(request: Request, bytesMax: number): Promise<{ readonly value: unknown } | BadBody> {
  const text = await readTextBody(request, bytesMax);
  if (typeof text !== 'string') return text;
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { status: 400, code: 'BAD_JSON', message: `the body is not valid JSON: ${why}` };
  }
}

/**
 * Whether a text in JSON or YAML opens more brackets within each other than it may, those in double quotes left out:
 * found out in one walk, before anybody takes the time to read it.
 */
export function isTooDeep(text: string, nestingMax: number): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === '\\') at += 1;
    else if (isQuoted) continue;
    else if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    if (depth > nestingMax) return true;
  }
  return false;
}
