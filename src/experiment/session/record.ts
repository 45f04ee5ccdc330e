/**
 * What a session was asked, as the entries of a timeline that ask for the same.
 */

import { type Instant, isoFromInstant } from '../../engine/time.ts';
import type { ApiRequest } from '../../platform/api/requests/request.ts';
import { keyOf, madeBy, type NamedResource } from '../../scenario/read/names.ts';
import { methods } from '../../scenario/read/request.ts';
import type { TreeMap } from '../../scenario/text/tree.ts';

/** An entry of a timeline, and the line of a file that says the same. */
export interface RecordLine {
  readonly entry: TreeMap;
  readonly text: string;
}

export function lineOf(entry: TreeMap): RecordLine {
  return { entry, text: asciiJson(entry) };
}

export class SessionRecord {
  /** One line of JSON an entry: a text takes the least room. */
  private readonly lines: string[];
  private readonly made: Map<string, NamedResource>;
  private length: number;

  constructor(lines: readonly string[] = [], made: ReadonlyMap<string, NamedResource> = new Map(), length = 0) {
    this.lines = [...lines];
    this.made = new Map(made);
    this.length = length;
  }

  /** How many entries there are. */
  get size(): number {
    return this.lines.length;
  }

  /** In the order in which they were asked. */
  get entries(): readonly string[] {
    return this.lines;
  }

  /** Workloads and volume sets that it was asked to make, whatever became of them. */
  get names(): readonly NamedResource[] {
    return [...this.made.values()];
  }

  /** Whether so many characters in all are not passed with these lines too. */
  hasRoomFor(lines: readonly RecordLine[], lengthMax: number): boolean {
    return lines.reduce((length, { text }) => length + text.length, this.length) <= lengthMax;
  }

  add({ entry, text }: RecordLine): void {
    this.lines.push(text);
    this.length += text.length;
    const named = madeBy(entry);
    if (named !== null) this.made.set(keyOf(named), named);
  }

  fork(): SessionRecord {
    return new SessionRecord(this.lines, this.made, this.length);
  }
}

/**
 * The entry of a request that came at an instant, after all that was due then. Its credential does not enter: `as` has
 * taken its place.
 */
export function entryOf({ method, path, query, body, as, from }: ApiRequest, at: Instant): TreeMap {
  const key = Object.entries(methods).find(([, name]) => name === method)?.[0];
  if (key === undefined) throw new Error(`a timeline cannot hold a ${method} request`);
  const pairs = Object.entries(query ?? {}).map(([name, value]) => [name, value].map(encodeURIComponent).join('='));
  return {
    at: isoFromInstant(at),
    order: 'last',
    [key]: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    ...(body === undefined ? {} : { with: body as TreeMap }),
    ...(as === undefined ? {} : { as }),
    ...(from === undefined ? {} : { from }),
  };
}

/** JSON in which every character stands that a file may hold; no others. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
