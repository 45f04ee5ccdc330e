/**
 * The event log: what happened lately to each workload and volume set, repeats counted (`api.events`,
 * `api.eventsKept`).
 *
 * A fold over the facts alone, one by one: who folds the journal of a run afterwards has the same log.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { executionName } from '../cron/execution.ts';
import type { FactData, FactType } from '../facts.ts';
import { replicaName } from '../workload/naming.ts';
import type { EventFact, LoggedEvent } from './event.ts';
import { containersStart, eventOfFact } from './eventOfFact.ts';

/** What of the assumptions decides it. */
export type EventAssumptions = Pick<Assumptions, 'api.events' | 'api.eventsKept'>;

export interface EventLog {
  readonly assumptions: EventAssumptions;
  /** By the name of a workload or a volume set: `shop/workload/api`. */
  readonly items: Map<string, ItemEvents>;
  /** Workloads in their locations, by the subject of their facts: what later facts about replicas leave out. */
  readonly deployments: Map<string, DeploymentNames>;
}

interface ItemEvents {
  /** By what they say, those that happened last at the end. */
  readonly told: Map<string, LoggedEvent>;
  /** Told beforehand, in the order of their instants. */
  due: LoggedEvent[];
}

interface DeploymentNames {
  readonly isStateful: boolean;
  /** Of replicas, by their ordinals. */
  readonly replicas: Map<Entry['ordinal'], string>;
}

/** What it is told: a fact with its place in the run. */
export type LoggedEntry = Pick<Entry, 'seq' | 'at' | 'type' | 'subject' | 'ordinal' | 'data'>;

type Fact = {
  [Type in FactType]: Omit<LoggedEntry, 'type' | 'data'> & { readonly type: Type; readonly data: FactData[Type] };
}[FactType];

export function newEventLog(assumptions: EventAssumptions): EventLog {
  return { assumptions, items: new Map(), deployments: new Map() };
}

export function forkEventLog({ assumptions, items, deployments }: EventLog): EventLog {
  return {
    assumptions,
    items: new Map([...items].map(([name, { told, due }]) => [name, { told: new Map(told), due: [...due] }])),
    deployments: new Map(
      [...deployments].map(([name, one]) => [name, { ...one, replicas: new Map(one.replicas) }] as const),
    ),
  };
}

/** Takes the next fact, in the order of the run. */
export function foldEvent(log: EventLog, entry: LoggedEntry): void {
  const fact = aboutOwner(entry as unknown as Fact);
  if (fact.type === 'record.deleted') forget(log, fact.subject.name);
  if (fact.type === 'deployment.opened') {
    log.deployments.set(fact.subject.name, { isStateful: fact.data.type === 'stateful', replicas: new Map() });
  }
  if (fact.type === 'replica.created' || fact.type === 'replica.settled') nameReplica(log, fact);
  const told = eventOfFact(fact.type, fact.data);
  if (told !== null && log.assumptions['api.events'].includes(told.category))
    add(log, fact, told, { at: fact.at, part: 0 });
  if (fact.type === 'replica.created' && log.assumptions['api.events'].includes(containersStart.category))
    add(log, fact, containersStart, { at: fact.data.startedAt, part: 1 });
  if (endings.has(fact.type)) preventStart(log, fact);
  if (fact.type === 'replica.gone') log.deployments.get(fact.subject.name)?.replicas.delete(fact.ordinal);
}

/** A command that was refused is about the resource that it was sent to. */
function aboutOwner(fact: Fact): Fact {
  if (fact.type !== 'request.refused') return fact;
  return { ...fact, subject: { ...fact.subject, name: fact.subject.name.replace(/\/-command$/, '') } };
}

/** Containers that have not started when one of these comes will not. */
const endings: ReadonlySet<FactType> = new Set([
  'replica.terminating',
  'replica.lost',
  'replica.evicted',
  'replica.gone',
]);

/** The events of a workload or a volume set by an instant, those that happened last at the end. */
export function eventsOf({ items, assumptions }: EventLog, name: string, now: Instant): readonly LoggedEvent[] {
  const item = items.get(name);
  if (item === undefined) return [];
  const { told, due } = item;
  if ((due[0]?.lastAt ?? now + 1) > now) return [...told.values()];
  const seen = { told: new Map(told), due };
  settle(seen, now, assumptions['api.eventsKept']);
  return [...seen.told.values()];
}

function nameReplica(
  log: EventLog,
  { subject, ordinal, data }: Fact & { readonly data: { readonly version: number } },
) {
  const deployment = log.deployments.get(subject.name);
  const { name = '' } = placeOf(subject.name);
  const type = deployment?.isStateful === true ? 'stateful' : 'standard';
  const identity = { workload: name, type, version: data.version, ordinal: Number(ordinal) } as const;
  deployment?.replicas.set(ordinal, replicaName(identity));
}

interface Telling {
  readonly at: Instant;
  /** Two events at most come of one fact: 0 the first, 1 the other. */
  readonly part: 0 | 1;
}

function add(log: EventLog, fact: Fact, told: EventFact, { at, part }: Telling): void {
  const { category, of, message, status } = told;
  const { item: itemName, location } = placeOf(fact.subject.name);
  const item = log.items.get(itemName) ?? { told: new Map(), due: [] };
  log.items.set(itemName, item);
  const kept = log.assumptions['api.eventsKept'];
  settle(item, fact.at, kept);
  const component = componentOf(log, fact, of);
  const number = 2 * fact.seq + part;
  const event = { category, component, location, message, status, firstAt: at, lastAt: at, count: 1, number };
  if (at <= fact.at) tell(item, event, kept);
  else insert(item.due, event);
}

/** Behind all that happen before it, most of which were told before it. */
function insert(due: LoggedEvent[], event: LoggedEvent): void {
  let at = due.length;
  while (at > 0 && isBefore(event, due[at - 1]!)) at -= 1;
  due.splice(at, 0, event);
}

function isBefore(one: LoggedEvent, other: LoggedEvent): boolean {
  return one.lastAt < other.lastAt || (one.lastAt === other.lastAt && one.number < other.number);
}

/** What was told beforehand has happened by an instant. */
function settle(item: ItemEvents, until: Instant, kept: number): void {
  let past = 0;
  for (const event of item.due) {
    if (event.lastAt > until) break;
    tell(item, event, kept);
    past += 1;
  }
  if (past > 0) item.due = item.due.slice(past);
}

/** Counts it with those that say the same, and drops the oldest where there are too many. */
function tell({ told }: ItemEvents, event: LoggedEvent, kept: number): void {
  const key = JSON.stringify([event.category, event.component, event.location, event.message]);
  const before = told.get(key);
  told.delete(key);
  told.set(key, before === undefined ? event : { ...event, firstAt: before.firstAt, count: before.count + 1 });
  if (told.size <= kept) return;
  for (const oldest of told.keys()) {
    told.delete(oldest);
    return;
  }
}

function preventStart(log: EventLog, fact: Fact): void {
  const { item: name, location } = placeOf(fact.subject.name);
  const item = log.items.get(name);
  if (item === undefined || item.due.length === 0) return;
  const component = componentOf(log, fact, 'replica');
  item.due = item.due.filter(
    (event) => event.lastAt <= fact.at || event.component !== component || event.location !== location,
  );
}

function componentOf(log: EventLog, { subject, ordinal }: Fact, of: EventFact['of']): string {
  const { name, index } = placeOf(subject.name);
  switch (of) {
    case 'item':
      return name;
    case 'replica':
      return log.deployments.get(subject.name)?.replicas.get(ordinal) ?? `${name}-${ordinal}`;
    case 'execution':
      return executionName(name, ordinal ?? '');
    case 'volume':
      return index === '' ? name : `${name}-${index}`;
  }
}

/** A record is no more; one that is made with its name begins anew. */
function forget(log: EventLog, name: string): void {
  log.items.delete(name);
  for (const subject of log.deployments.keys()) if (placeOf(subject).item === name) log.deployments.delete(subject);
}

interface Place {
  /** `shop/workload/api`. */
  readonly item: string;
  /** `api`. */
  readonly name: string;
  readonly location: string;
  /** Of a volume. */
  readonly index: string;
}

/** `shop/volumeset/data@aws-us-east-1/0`: volume 0 of `shop/volumeset/data` in that location. */
function placeOf(subject: string): Place {
  const [item = '', place = ''] = subject.split('@');
  const [location = '', index = ''] = place.split('/');
  return { item, name: item.slice(item.lastIndexOf('/') + 1), location, index };
}
