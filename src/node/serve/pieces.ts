/**
 * Long answers: JSON and texts piece by piece, so that no answer is too long for a text and none is in memory twice.
 */
import { plainJson } from '../../text/plain.ts';

/** So many characters are sent as one text; what is longer is streamed in parts of about this size. */
const partMax = 262_144;
/** Levels of a document that are written piece by piece: the document and its `items`, of which each is one text. */
const depthMax = 2;

/**
 * The JSON of a plain document, in pieces: `JSON.stringify` throws where the text has more than half a thousand million
 * characters.
 */
export function* jsonPieces(value: unknown, depth = 0): Generator<string, void> {
  const text = isOneText(value, depth) ? textOf(value) : null;
  if (text !== null || typeof value !== 'object' || value === null) {
    yield text ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  const fields = Object.entries(value).filter(([, one]) => isList || one !== undefined);
  yield isList ? '[' : '{';
  for (const [index, [name, one]] of fields.entries()) {
    yield `${index === 0 ? '' : ','}${isList ? '' : `${plainJson(name)}:`}`;
    yield* jsonPieces(one, depth + 1);
  }
  yield isList ? ']' : '}';
}

function isOneText(value: unknown, depth: number): boolean {
  return typeof value !== 'object' || value === null || depth >= depthMax;
}

/** Null where it has none, or a longer one than a text may be. */
function textOf(value: unknown): string | null {
  try {
    return plainJson(value) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The body of an answer: a text where it is short, else a stream that is written as fast as it is read. */
export function bodyOf(pieces: Iterable<string>): string | ReadableStream<Uint8Array> {
  const parts = partsOf(pieces);
  const first = parts.next();
  if (first.done === true) return '';
  const second = parts.next();
  if (second.done === true) return first.value;
  const encoder = new TextEncoder();
  const begun = [first.value, second.value];
  return new ReadableStream({
    pull(controller) {
      const part = begun.shift() ?? parts.next().value;
      if (part === undefined) controller.close();
      else controller.enqueue(encoder.encode(part));
    },
  });
}

function* partsOf(pieces: Iterable<string>): Generator<string, undefined> {
  let part: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    part.push(piece);
    length += piece.length;
    if (length < partMax) continue;
    yield part.join('');
    part = [];
    length = 0;
  }
  if (length > 0) yield part.join('');
}
