/**
 * Patches that come again and again: what one has made of a document, for the next time that it meets one that says the same.
 */
import type { Next } from './commit.ts';
import type { ValidationContext } from './context.ts';
import { type Json, type JsonObject, sameJson } from './json.ts';
import { contextOf, type Target } from './judge.ts';
import type { Document, StoredRecord } from './record.ts';
import type { ApiRequest } from './request.ts';
import type { Control, ControlConfig } from './store.ts';
import type { PlatformView } from './view.ts';

/** What a document was judged by beside itself, and what that was then. */
type Lookup =
  | { readonly of: 'record'; readonly key: string; readonly found: StoredRecord | undefined }
  | { readonly of: 'mounts'; readonly key: string; readonly found: readonly string[] }
  | { readonly of: 'volumes'; readonly key: string; readonly found: boolean };

/** A patch that was taken; immutable. */
interface Taken {
  readonly config: ControlConfig;
  readonly link: string;
  readonly body: JsonObject;
  readonly before: Document;
  readonly lookups: readonly Lookup[];
  readonly next: Next;
}

/** By request: each step of a timeline is one, however often it comes. */
const memory = new WeakMap<ApiRequest, Taken>();

/**
 * What a patch made the last time, where all that it depends on is as it was then; else null. The same by content is enough: what a record
 * returns to then is the very document that it was, and what has been worked out of that need not be worked out again.
 */
export function recall(
  request: ApiRequest,
  body: JsonObject,
  control: Control,
  target: Target,
  platform: PlatformView,
): Next | null {
  const taken = memory.get(request);
  const { before, link } = target;
  if (taken === undefined || before === null) return null;
  if (taken.config !== control.config || taken.link !== link) return null;
  if (!sameDocument(taken.before, before) || !sameJson(taken.body, body)) return null;
  const context = contextOf(control, target, platform);
  if (!taken.lookups.every((lookup) => holds(lookup, control, context))) return null;
  // Compared with itself next time, which is soon done.
  if (taken.before.spec !== before.spec) memory.set(request, { ...taken, before });
  return taken.next;
}

/** Our own copy of a request's body, where it was copied the last time and still says the same; else null. */
export function sameBody(request: ApiRequest, { config }: Control): JsonObject | null {
  const taken = memory.get(request);
  if (taken === undefined || taken.config !== config) return null;
  // What says the same as JSON, and has nothing beside, is copied the same.
  return sameJson(taken.body, request.body as Json) ? taken.body : null;
}

/** Notes what a patch has made; `lookups` from `watched`. */
export function remember(
  request: ApiRequest,
  body: JsonObject,
  control: Control,
  { before, link }: Target,
  lookups: readonly Lookup[],
  next: Next,
): void {
  if (before === null) return;
  memory.set(request, { config: control.config, link, body, before, lookups, next });
}

/** The same context, and a list of what it has been asked, which grows with each question. */
export function watched(
  context: ValidationContext,
  control: Control,
): { readonly context: ValidationContext; readonly lookups: readonly Lookup[] } {
  const lookups: Lookup[] = [];
  return {
    lookups,
    context: {
      ...context,
      find(key) {
        lookups.push({ of: 'record', key, found: control.records.get(key) });
        return context.find(key);
      },
      workloadsMounting(key) {
        const found = context.workloadsMounting(key);
        lookups.push({ of: 'mounts', key, found });
        return found;
      },
      hasVolumesIn(key) {
        const found = context.hasVolumesIn(key);
        lookups.push({ of: 'volumes', key, found });
        return found;
      },
    },
  };
}

function holds(lookup: Lookup, control: Control, context: ValidationContext): boolean {
  switch (lookup.of) {
    case 'record':
      return control.records.get(lookup.key) === lookup.found;
    case 'mounts':
      return sameJson(context.workloadsMounting(lookup.key), lookup.found);
    case 'volumes':
      return context.hasVolumesIn(lookup.key) === lookup.found;
  }
}

function sameDocument(one: Document, other: Document): boolean {
  return (
    one.description === other.description &&
    sameJson(one.tags, other.tags) &&
    sameJson(one.spec, other.spec) &&
    sameJson(one.more, other.more)
  );
}
