/**
 * Caches repeated patches: keeps the result of a patch on a document, and reuses it for the next equal document.
 */

import type { Reason } from '../../../engine/journal.ts';
import type { Next } from '../records/commit.ts';
import type { Document, StoredRecord } from '../records/record.ts';
import type { Control, ControlConfig } from '../records/state.ts';
import type { PlatformView } from '../records/view.ts';
import type { RequestInHand } from '../requests/answer.ts';
import type { Breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { contextOf, type WriteTarget } from '../requests/judge.ts';
import type { ApiRequest } from '../requests/request.ts';
import { type Json, type JsonObject, type Path, sameJson } from './json.ts';

/** What a document was judged by beside itself, and what that was then. */
type Lookup =
  | { readonly of: 'record'; readonly key: string; readonly found: StoredRecord | undefined }
  | { readonly of: 'mounts'; readonly key: string; readonly found: readonly string[] }
  | { readonly of: 'stood'; readonly key: string; readonly path: Path; readonly found: boolean }
  | { readonly of: 'volumes'; readonly key: string; readonly found: boolean }
  | { readonly of: 'demand'; readonly millicores: number; readonly found: boolean };

/** A target that is there. */
type Standing = WriteTarget & { readonly before: StoredRecord };

/** A patch that was taken; immutable. */
export interface RememberedPatch {
  readonly config: ControlConfig;
  readonly quotas: Control['quotas'];
  readonly method: ApiRequest['method'];
  readonly path: string;
  /** As it was sent, where that is frozen through and through; else null. */
  readonly sent: unknown;
  /** Our own copy of it. */
  readonly body: JsonObject;
  /** As it stood then. */
  readonly target: Standing;
  /** From `watched`. */
  readonly lookups: readonly Lookup[];
  readonly next: Next;
  readonly reason: Reason;
  /** What its answer warned of; null: nobody read it. */
  readonly doubts: readonly Breach[] | null;
}

/** By request: each step of a timeline is one, however often it comes. */
const memory = new WeakMap<ApiRequest, RememberedPatch>();

/** What a request made the last time, where it asks for the same now; else null. */
export function takenOf(request: ApiRequest, { config, quotas }: Control): RememberedPatch | null {
  const taken = memory.get(request);
  if (taken === undefined || taken.config !== config || taken.quotas !== quotas) return null;
  if (taken.path !== request.path || taken.method !== request.method) return null;
  if (taken.sent !== null && taken.sent === request.body) return taken;
  // What says the same as JSON, and has nothing beside, is copied the same.
  return sameJson(taken.body, request.body as Json) ? taken : null;
}

/** Notes what a request has made. */
export function remember(
  request: ApiRequest,
  taken: Omit<RememberedPatch, 'config' | 'quotas' | 'method' | 'path' | 'sent'>,
  { config, quotas }: Control,
): void {
  const { method, path, body } = request;
  memory.set(request, { config, quotas, method, path, sent: isFixed(body) ? body : null, ...taken });
}

/** Whether a value can never become another. */
function isFixed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFixed);
}

/**
 * The target as it stands, where a request makes of it what it made the last time: all that this depends on is as it
 * was then; else null. The same by content is enough: what a record returns to then is the very document that it was,
 * and what has been worked out of that need not be worked out again.
 */
export function sameTarget(
  { request, control }: RequestInHand,
  taken: RememberedPatch,
  platform: PlatformView,
): Standing | null {
  const was = taken.target.before;
  const before = control.records.get(was.link);
  if (before === undefined || !sameDocument(was, before)) return null;
  const target = { ...taken.target, before };
  if (!isJudgedSame(taken, control, target, platform)) return null;
  // Compared with itself next time, which is soon done.
  if (was.spec !== before.spec) memory.set(request, { ...taken, target });
  return target;
}

/**
 * What a patch made the last time, where it leads to a document that says the same, though from another, and that is
 * taken as it was then; else null. Only of a workload: what it was before has no say in that beside its type, its tags
 * and its load balancer.
 */
export function sameResult(
  { request, control }: RequestInHand,
  body: JsonObject,
  target: WriteTarget,
  parts: Document,
  platform: PlatformView,
): RememberedPatch | null {
  const taken = memory.get(request);
  if (taken === undefined || taken.body !== body || target.kind !== 'workload') return null;
  if (taken.quotas !== control.quotas) return null;
  const was = taken.target.before;
  if (target.before === null || target.before.spec.type !== was.spec.type) return null;
  if (!sameJson(target.before.tags, was.tags)) return null;
  if (!sameJson(target.before.spec.loadBalancer, was.spec.loadBalancer)) return null;
  const isSame = sameDocument(taken.next.document, parts) && isJudgedSame(taken, control, target, platform);
  return isSame ? taken : null;
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
      alreadyContained(path, key) {
        const found = context.alreadyContained(path, key);
        lookups.push({ of: 'stood', key, path, found });
        return found;
      },
      hasVolumesIn(key) {
        const found = context.hasVolumesIn(key);
        lookups.push({ of: 'volumes', key, found });
        return found;
      },
      demandsMoreThan(millicores) {
        const found = context.demandsMoreThan(millicores);
        lookups.push({ of: 'demand', millicores, found });
        return found;
      },
    },
  };
}

function isJudgedSame(
  { lookups }: RememberedPatch,
  control: Control,
  target: WriteTarget,
  platform: PlatformView,
): boolean {
  if (lookups.length === 0) return true;
  const context = contextOf(control, target, platform);
  return lookups.every((lookup) => holds(lookup, control, context));
}

function holds(lookup: Lookup, control: Control, context: ValidationContext): boolean {
  switch (lookup.of) {
    case 'record':
      return control.records.get(lookup.key) === lookup.found;
    case 'mounts':
      return sameJson(context.workloadsMounting(lookup.key), lookup.found);
    case 'stood':
      return context.alreadyContained(lookup.path, lookup.key) === lookup.found;
    case 'volumes':
      return context.hasVolumesIn(lookup.key) === lookup.found;
    case 'demand':
      return context.demandsMoreThan(lookup.millicores) === lookup.found;
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
