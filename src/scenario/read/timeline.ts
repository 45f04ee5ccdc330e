/**
 * Reads `timeline:` as entries, with the instants at which each comes.
 */

import type { Instant } from '../../engine/time.ts';
import { isObject, type Path } from '../../platform/api/document/json.ts';
import { nextTick, parseSchedule } from '../../platform/cron/expression.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { TimelineAction, TimelineEntry } from '../scenario.ts';
import { shown } from '../shape/shape.ts';
import type { Complaint } from '../text/problem.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { readChanges } from './behaviours.ts';
import { readDemandChanges } from './demand/demandChange.ts';
import { readFault } from './fault/fault.ts';
import { firstAsked, listOf, madeBy, type NamedResource, type Names, namesWith } from './names.ts';
import { readProbe } from './probe.ts';
import { methods, readRequest } from './request.ts';
import { readPoint } from './times.ts';
import type { UsageContext } from './usageContext.ts';

export interface TimelineContext {
  readonly reading: ScenarioReading;
  /** Start included, end excluded; null where it is not known: then the entries are checked, and come to nothing. */
  readonly period: { readonly start: Instant; readonly end: Instant } | null;
  readonly org: string;
  readonly assumptions: Assumptions;
  readonly names: Names;
  readonly usage: UsageContext;
}

/** So many entries one `every:` may make. */
const repetitionsMax = 200_000;
const actionKeys = [...Object.keys(methods), 'behavior', 'demand', 'fault', 'probe'];

/** Reads the timeline; entries outside of the run are a problem (before it) or a warning (after it) and left out. */
export function readTimeline(root: TreeMap, context: TimelineContext): TimelineEntry[] {
  const asked = firstAsked(root);
  // What a session is asked may speak of what it was asked to make before.
  let known = context.names;
  let made: NamedResource[] = [];
  const entries = listOf(root.timeline).flatMap((given, index) => {
    if (!isMap(given)) return [];
    if (made.length > 0 && !isRequest(given)) {
      known = namesWith(known, made);
      made = [];
    }
    const names = isRequest(given) ? context.names : known;
    const entry = readEntry(root, given, index, { ...context, names, isAsked: index >= asked });
    const named = index < asked ? null : madeBy(given);
    if (named !== null) made.push(named);
    return entry === null ? [] : [entry];
  });
  return entries.sort(inTimelineOrder);
}

/** By first instant, then first before last, then by place in the file. */
export function inTimelineOrder(a: TimelineEntry, b: TimelineEntry): number {
  return firstOf(a) - firstOf(b) || rankOf(a) - rankOf(b) || a.index - b.index;
}

/** Whether an entry speaks of names by its path alone. */
function isRequest(given: TreeMap): boolean {
  return Object.keys(methods).some((key) => given[key] !== undefined);
}

function firstOf({ instants }: TimelineEntry): Instant {
  return instants[0] ?? 0;
}

function rankOf(entry: TimelineEntry): number {
  return entry.order === 'first' ? 0 : 1;
}

function readEntry(
  root: TreeMap,
  given: TreeMap,
  index: number,
  context: TimelineContext & { readonly isAsked: boolean },
): TimelineEntry | null {
  const { reading, isAsked } = context;
  const path = ['timeline', index];
  const complain = (key: string | null, complaint: Complaint): void =>
    reading.complain(root, key === null ? path : [...path, key], { atKey: true, ...complaint });
  const actions = actionKeys.filter((key) => given[key] !== undefined);
  const [actionKey, another] = actions;
  if (actionKey === undefined || another !== undefined) {
    const found = actionKey === undefined ? 'none' : actions.join(' and ');
    complain(another ?? null, {
      code: 'contradiction',
      message: `expected one of ${actionKeys.join(', ')} in an entry, found ${found}`,
      atKey: another !== undefined,
    });
    return null;
  }
  checkCompanions(given, actionKey, complain);
  const action = readAction(root, given, path, actionKey, context);
  const instants = readInstants(root, given, path, actionKey, context, complain);
  if (action === null || instants.length === 0) return null;
  const place = reading.places.place(root, [...path, actionKey], 'key');
  return { instants, order: given.order === 'last' ? 'last' : 'first', index, isAsked, action, place };
}

/** Keys that mean something only beside others. */
function checkCompanions(
  given: TreeMap,
  actionKey: string,
  complain: (key: string, complaint: Complaint) => void,
): void {
  const isRequest = Object.hasOwn(methods, actionKey);
  for (const key of ['with', 'as', 'from', 'answers']) {
    if (given[key] !== undefined && !isRequest && !(key === 'answers' && actionKey === 'probe'))
      complain(key, {
        code: 'contradiction',
        message: `'${key}' is only for requests, and this entry is a ${actionKey}`,
      });
  }
  if (given.for !== undefined && actionKey !== 'fault')
    complain('for', { code: 'contradiction', message: "'for' is only for a fault" });
  if (given.until !== undefined && given.every === undefined)
    complain('until', { code: 'contradiction', message: "'until' is only for 'every'" });
  if (given.with !== undefined && (actionKey === 'get' || actionKey === 'delete'))
    complain('with', { code: 'contradiction', message: `a ${actionKey} request has no body: leave 'with' out` });
}

function readInstants(
  root: TreeMap,
  given: TreeMap,
  path: Path,
  actionKey: string,
  context: TimelineContext,
  complain: (key: string | null, complaint: Complaint) => void,
): Instant[] {
  const { reading, period } = context;
  const { start, end } = period ?? { start: 0, end: Number.MAX_SAFE_INTEGER };
  if ((given.at === undefined) === (given.every === undefined)) {
    const found = given.at === undefined ? 'neither' : 'both';
    complain(given.at === undefined ? null : 'every', {
      code: given.at === undefined ? 'missing-key' : 'contradiction',
      message: `expected either 'at' or 'every' in an entry, found ${found}`,
      atKey: given.at !== undefined,
    });
    return [];
  }
  if (given.at !== undefined) {
    const at = readPoint(root, [...path, 'at'], start, reading);
    if (at === null || period === null) return [];
    if (at < start)
      complain('at', {
        code: 'before-start',
        message: `${shown(given.at)} is before the start of the run`,
        atKey: false,
      });
    // What is still to come of a session is no mistake.
    else if (at >= end && root.session === undefined)
      complain('at', {
        code: 'after-end',
        severity: 'warning',
        message: `${shown(given.at)} is not before the end of the run: this entry never happens`,
        atKey: false,
      });
    return at >= start && at < end ? [at] : [];
  }
  const until = given.until === undefined ? end : readPoint(root, [...path, 'until'], start, reading);
  if (isObject(given.every)) {
    if (actionKey !== 'fault')
      complain('every', {
        code: 'wrong-type',
        message: 'expected a cron expression; only a fault may have a distribution',
        atKey: false,
      });
    // One entry stands for all: when they come is drawn while the run goes on.
    return actionKey === 'fault' ? [start] : [];
  }
  if (typeof given.every !== 'string' || until === null) return [];
  const isOver = root.session === undefined;
  return ticks(given.every, start, period === null ? start : Math.min(until, end), context, (key, complaint) => {
    if (isOver || complaint.code !== 'after-end') complain(key, complaint);
  });
}

function ticks(
  text: string,
  start: Instant,
  until: Instant,
  { period, assumptions }: TimelineContext,
  complain: (key: string, complaint: Complaint) => void,
): Instant[] {
  const schedule = parseSchedule(text, assumptions);
  if ('error' in schedule) {
    complain('every', { code: 'bad-schedule', message: schedule.error, atKey: false });
    return [];
  }
  const found: Instant[] = [];
  // A tick at the very start belongs to the run; a period counts from it.
  let tick = nextTick(schedule, schedule.kind === 'every' ? start : start - 1);
  while (tick !== null && tick < until) {
    if (found.length === repetitionsMax) {
      complain('every', {
        code: 'too-many',
        message: `more than ${repetitionsMax} repetitions: shorten the run, or write 'until'`,
        atKey: false,
      });
      return [];
    }
    found.push(tick);
    tick = nextTick(schedule, tick);
  }
  if (found.length === 0 && period !== null)
    complain('every', {
      code: 'after-end',
      severity: 'warning',
      message: `'${text}' has no tick in the run: this entry never happens`,
      atKey: false,
    });
  return found;
}

function readAction(
  root: TreeMap,
  given: TreeMap,
  path: Path,
  actionKey: string,
  context: TimelineContext,
): TimelineAction | null {
  const { reading, names } = context;
  if (actionKey === 'behavior')
    return { kind: 'behaviour', changes: readChanges(root, [...path, 'behavior'], names, context.usage) };
  if (actionKey === 'demand') return { kind: 'demand', scales: readDemandChanges(root, [...path, 'demand'], reading) };
  if (actionKey === 'fault') {
    const { period, assumptions, usage } = context;
    return readFault(root, path, { reading, names, assumptions, gbBytes: usage.gbBytes, period });
  }
  if (actionKey === 'probe') return readProbe(root, path, context);
  return readRequest(root, given, path, actionKey, context.org, reading);
}
