/**
 * What a run says about a question of `why-not`: the decisions on its subject, the last of them before the instant, and
 * the first of the chain that led to it.
 */
import type { Entry } from '../../engine/journal.ts';
import { day, type Instant } from '../../engine/time.ts';
import { lastLookAt } from '../../platform/autoscaling/handlers/askScaler.ts';
import { nextTick, type Schedule } from '../../platform/cron/expression.ts';
import type { FactData } from '../../platform/facts.ts';
import { volumesetAt, type World } from '../../platform/world.ts';
import type { WhyNotSubject } from './subject.ts';
import { isEventOf, isWithinBound } from './trial.ts';
import type { Wanted } from './wanted.ts';

/** Entries that decide on a question. */
const decisionTypes: ReadonlySet<string> = new Set([
  'deployment.scaled',
  'deployment.opened',
  'deployment.resumed',
  'expansion.accepted',
  'expansion.refused',
  'volume.full',
  'volume.created',
  'volume.settled',
  'execution.started',
  'execution.skipped',
]);

/** Collects the entries of a run that decide on questions, up to an instant if there is one. */
export class DecisionEntries {
  readonly all: Entry[] = [];
  readonly sink = (entry: Entry): void => {
    if (decisionTypes.has(entry.type)) this.all.push(entry);
  };

  /** Those of a subject, oldest first. */
  of({ subject }: WhyNotSubject): readonly Entry[] {
    return this.all.filter((entry) => entry.subject.name === subject.name);
  }
}

/** The instants that a question is about. */
export interface WhyNotInstants {
  /** What is wanted is wanted up to here. */
  readonly at: Instant;
  /** The last decision of the planner. */
  readonly decidedAt: Instant;
  /** The first decision of the chain that led to it; null: what there is began with the run. */
  readonly first: Entry | null;
  /** The tick that a question about an execution is about; null: it is about something else. */
  readonly tick: Instant | null;
}

/** What the entries of a subject say about a question. */
export function instantsOf(
  world: World,
  subject: WhyNotSubject,
  wanted: Wanted,
  { entries, at, isGiven, start, end }: EntriesUntil,
): WhyNotInstants | string {
  // Nothing happens at the end of a run any more.
  const last = Math.min(at, end - 1);
  if (subject.kind === 'volume') {
    const interval = volumesetAt(world, subject.volume.volumeset).settings.readingInterval;
    const event =
      wanted.kind !== 'event' || wanted.happens ? undefined : chosen(entries, subject, wanted.type, isGiven);
    const decidedAt = event?.at ?? Math.floor(last / interval) * interval;
    return { at, decidedAt, first: firstExpansion(entries, decidedAt, event), tick: null };
  }
  if (wanted.kind === 'event') {
    const { job } = subject.settings;
    if (job === null) return `${subject.gvc}/${subject.name} is no cron workload, so it has no ticks`;
    const skipped = chosen(entries, subject, 'execution.skipped', isGiven);
    const tick =
      !isGiven || (skipped !== undefined && !wanted.happens)
        ? (skipped?.at ?? lastTick(job.schedule, last, start))
        : lastTick(job.schedule, last, start);
    if (tick === null) return `${subject.gvc}/${subject.name} had no tick up to that instant`;
    const isCounted = world.assumptions['cron.runNow.counts'] === 'yes';
    const blocker = entries.findLast((entry) => mayBlock(entry, isCounted) && entry.at < tick);
    return { at: tick, decidedAt: tick, first: blocker ?? null, tick };
  }
  if (subject.settings.job !== null)
    return `${subject.gvc}/${subject.name} is a cron workload, which has no desired replicas; ask about a tick: '${subject.gvc}/${subject.name} started'`;
  const { scaler } = subject;
  const isAboutZero = subject.desired === 0 || wanted.value === 0;
  const decidedAt = scaler === null ? last : lastLookAt(scaler, last, isAboutZero);
  return { at, decidedAt: Math.max(start, decidedAt), first: firstOfClimb(entries), tick: null };
}

/** Whether Forbid counts the execution that an entry starts: of commands only by `cron.runNow.counts` (CRON-18). */
function mayBlock({ type, data }: Entry, isCounted: boolean): boolean {
  if (type !== 'execution.started') return false;
  return isCounted || (data as Readonly<FactData['execution.started']>).slotAt !== null;
}

export interface EntriesUntil {
  readonly entries: readonly Entry[];
  readonly at: Instant;
  /** Whether somebody named the instant: else the first event is meant. */
  readonly isGiven: boolean;
  readonly start: Instant;
  /** Of the run, excluded. */
  readonly end: Instant;
}

function chosen(entries: readonly Entry[], subject: WhyNotSubject, type: string, isGiven: boolean): Entry | undefined {
  const found = entries.filter((entry) => isEventOf(entry, type, subject));
  return isGiven ? found.at(-1) : found[0];
}

/**
 * The first expansion that counts against a refusal, or else the first of all before the decision: each made the volume
 * what it was at the next one.
 */
function firstExpansion(entries: readonly Entry[], at: Instant, event: Entry | undefined): Entry | null {
  const accepted = entries.filter((entry) => entry.type === 'expansion.accepted' && entry.at <= at);
  const counted = event?.type === 'expansion.refused' ? accepted.filter((entry) => entry.at > at - day) : accepted;
  return counted[0] ?? accepted[0] ?? null;
}

/** The first of the last changes of a count that all went the same way. */
function firstOfClimb(entries: readonly Entry[]): Entry | null {
  let first: Entry | null = null;
  let way = 0;
  for (const entry of entries.filter(({ type }) => type === 'deployment.scaled')) {
    const { from, to } = entry.data as Readonly<FactData['deployment.scaled']>;
    const own = Math.sign(to - from);
    if (own !== way) first = entry;
    way = own;
  }
  return first;
}

/** The last tick up to an instant; null: none since the start of the run. */
export function lastTick(schedule: Schedule, at: Instant, start: Instant): Instant | null {
  for (const span of [day / 24, day, 31 * day, 5 * 366 * day]) {
    const from = Math.max(start, at - span);
    let found: Instant | null = null;
    for (let next = nextTick(schedule, from - 1); next !== null && next <= at; next = nextTick(schedule, next))
      found = next;
    if (found !== null || from === start) return found;
  }
  return null;
}

/** Since when what is wanted has held; of values the last change before which it did not, else the start of the run. */
export function heldSince(wanted: Wanted, subject: WhyNotSubject, { entries, start }: EntriesUntil): Instant {
  if (wanted.kind === 'event') {
    const own = entries.filter((entry) => isEventOf(entry, wanted.type, subject));
    return own.at(-1)?.at ?? start;
  }
  let since = start;
  let held = true;
  for (const entry of entries) {
    const value = valueSet(entry);
    if (value === null) continue;
    const holds = isWithinBound(value, wanted.is, wanted.value);
    if (holds && !held) since = entry.at;
    held = holds;
  }
  return since;
}

/** The count or the capacity in GB that an entry sets; null: it sets none. */
export function valueSet({ type, data }: Pick<Entry, 'type' | 'data'>): number | null {
  if (type === 'deployment.scaled' || type === 'deployment.resumed') return Number(data['to']);
  if (type === 'deployment.opened') return Number(data['desired']);
  if (type === 'expansion.accepted') return Number(data['toMicroGB']) / 1e6;
  if (type === 'volume.created' || type === 'volume.settled') return Number(data['capacityMicroGB']) / 1e6;
  return null;
}
