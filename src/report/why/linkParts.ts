/**
 * Names the time between a journal entry and its cause: what took how long, and what decides how long it takes.
 *
 * The instants come from what the two entries say (`placedAt`, `goneAt`, `retryAt` ...), so their sum can be compared
 * with the time that has passed.
 */
import type { Duration, Instant } from '../../engine/time.ts';

/** What decides how long a part of a link takes. */
export type LinkPartKind =
  /** An assumption, by its name. */
  | 'assumption'
  /** A field of the workload's or volume set's document, or a key of the timeline, by its name. */
  | 'setting'
  /** A distribution of the workload's behaviour, by its key: a draw. */
  | 'behaviour'
  /** A rule of the platform, by its id. */
  | 'rule'
  /** The instants of a schedule. */
  | 'schedule'
  /** Nothing has to take this long: the state that the cause began was still there. */
  | 'state';

export interface LinkPart {
  readonly ms: Duration;
  /** What happened in this time, as the end of a sentence: `until the replica was placed`. */
  readonly what: string;
  readonly kind: LinkPartKind;
  /** Names of what decides; empty for schedules and states. */
  readonly names: readonly string[];
}

/** An entry as far as links need it. */
export interface LinkedEntry {
  readonly type: string;
  readonly at: Instant;
  readonly assumptions: readonly string[];
  readonly data: { readonly [key: string]: unknown };
}

/** The end of a part, and what it was. */
type Stop = readonly [until: Instant | null, what: string, kind: LinkPartKind, ...names: string[]];

/**
 * The parts of the time between a cause and an entry, in order; empty where no time has passed. null: this kind of link
 * is not known to take time.
 */
export function linkParts(entry: LinkedEntry, cause: LinkedEntry): readonly LinkPart[] | null {
  if (entry.at === cause.at) return [];
  const stops = discoveryStops(entry, cause) ?? stopsOf(entry, cause) ?? arrivalStops(entry, cause);
  return stops === null ? null : partsBetween(cause.at, entry.at, stops);
}

/** What was planned for later than the entry was cut short by it. */
function partsBetween(from: Instant, end: Instant, stops: readonly Stop[]): readonly LinkPart[] {
  const parts: LinkPart[] = [];
  let at = from;
  for (const [planned, what, kind, ...names] of stops) {
    const until = planned === null ? at : Math.min(planned, end);
    if (until <= at) continue;
    parts.push({ ms: until - at, what, kind, names });
    at = until;
  }
  return parts;
}

/** A write of a workload takes effect when it has reached the locations. */
function arrivalStops({ at }: LinkedEntry, { type }: LinkedEntry): readonly Stop[] | null {
  if (type !== 'request.accepted') return null;
  return [[at, 'until the write had reached the location', 'assumption', 'rollout.propagation.duration']];
}

/** A location that starts cold is found by others later. */
function discoveryStops({ at, type, assumptions }: LinkedEntry, cause: LinkedEntry): readonly Stop[] | null {
  if (!assumptions.includes('discovery.duration') || cause.type !== 'replica.ready') return null;
  const what =
    type === 'call.ended'
      ? 'in which callers in other locations had not found it'
      : 'until callers in other locations found it';
  return [[at, what, 'assumption', 'discovery.duration']];
}

function stopsOf(entry: LinkedEntry, cause: LinkedEntry): readonly Stop[] | null {
  const { at, type, data, assumptions } = entry;
  const lasted: Stop = [at, `while ${cause.type} still held`, 'state'];
  switch (type) {
    case 'call.ended':
      return callStops(entry, cause);
    case 'execution.succeeded':
    case 'execution.failed':
    case 'execution.restarted':
    case 'execution.retried':
    case 'execution.removed':
      return [...startStops(cause), endStop(entry)];
    case 'deployment.scaled':
      return cause.type === 'demand.routed'
        ? [measuredStop(entry)]
        : [[at, 'until the next sync', 'assumption', 'hpa.sync']];
    case 'execution.skipped':
      if (cause.type.startsWith('execution.') && data['why'] === undefined) return [blockedStop(at)];
      return [[at, 'until the next tick of the schedule', 'schedule']];
    case 'execution.started':
    case 'ticks.passed':
      return [[at, 'until the next tick of the schedule', 'schedule']];
    case 'execution.gone':
      return [removedStop(cause, assumptions)];
    case 'deployment.reopened':
      return healedStops(entry, cause);
    case 'expansion.accepted':
    case 'expansion.refused':
      return [
        [instantIn(cause, 'retryAt'), 'until the quota of expansions allowed one more', 'rule', 'LIMIT-1'],
        [at, 'until the next reading', 'assumption', 'volume.reading.interval'],
      ];
    case 'expansion.cleared':
      return [[at, 'until a reading that needs no expansion', 'assumption', 'volume.reading.interval']];
    case 'fault.ended':
      return [[cause.at + Number(data['tookMs']), 'for which the fault lasts', 'setting', 'for']];
    // A location that makes no progress is unhealthy, and gets no more requests.
    case 'demand.routed':
    case 'health.changed':
      if (assumptions.includes('firewall.duration'))
        return [[at, 'until the changed firewall was in force', 'assumption', ...firewallNames]];
      return [[at, 'in which no replica became ready', 'assumption', 'rollout.progressDeadline']];
    case 'replica.available':
      return [[at, 'for which it had to stay ready', 'setting', 'minReadySeconds']];
    case 'replica.gone':
      return [
        [
          instantIn(cause, 'signalAt'),
          'until its process got the stop signal',
          cause.data['ownHook'] === true ? 'setting' : 'assumption',
          cause.data['ownHook'] === true ? 'lifecycle.preStop' : 'termination.preStop',
        ],
        stoppedStop(cause, 'its process'),
      ];
    case 'replica.ready':
      return [
        ...startStops(cause),
        [instantIn(entry, 'upAt'), 'until its application answered', 'behaviour', 'behavior.readyAfter'],
        [at, 'until its probes had succeeded', 'assumption', 'probe.grid'],
      ];
    case 'replica.restarted':
      return [
        [backoffEnd(cause), 'of back-off', 'assumption', ...backoffNames],
        ...runStops(cause, 'restartAt', 'until its container was started again'),
      ];
    case 'replica.unresponsive':
    case 'replica.unready':
      return [...startStops(cause), [at, 'until its probes had failed', 'assumption', 'probe.grid', ...assumptions]];
    case 'replica.terminating':
    case 'rollout.completed':
      if (data['why'] === 'restore of its volume')
        return [[at, 'until the new device was ready', 'assumption', 'volume.duration.device']];
      if (cause.type !== 'rollout.switched') return null;
      return [[at, 'for which the old version was kept', 'assumption', 'rollout.serverless.old']];
    case 'rollout.stalled':
      return [[at, 'without progress', 'assumption', 'rollout.progressDeadline']];
    case 'snapshot.expired':
      return [[instantIn(cause, 'expiresAt'), 'for which the snapshot was kept', 'assumption', 'snapshot.retention']];
    case 'snapshot.taken':
      return [[at, 'until the device was there', 'assumption', 'volume.duration.create']];
    case 'volume.created':
      return [
        [instantIn(entry, 'beganAt'), 'until the replica was placed', 'assumption', 'replica.schedule.duration'],
        [at, 'until the device was created', 'assumption', 'volume.duration.create'],
      ];
    case 'volume.expanded':
    case 'volume.replaced':
    case 'volume.deleted':
      return [
        [
          instantIn(entry, 'beganAt'),
          'until its replica was gone and the device was free',
          'setting',
          'terminationGracePeriodSeconds',
          'volume.expand.order',
        ],
        [at, 'until the device was changed', 'assumption', 'volume.duration.device'],
      ];
    case 'volume.full':
    case 'volume.relieved':
      return [[at, 'until the next reading', 'assumption', 'volume.reading.interval']];
    case 'replica.exited':
    case 'replica.evicted':
    case 'replica.lost':
    case 'replica.pullFailed':
    case 'request.refused':
      return [lasted];
    default:
      return null;
  }
}

/** A call that found the state that its cause began; its own time comes last. */
function callStops({ at, data }: LinkedEntry, cause: LinkedEntry): readonly Stop[] {
  const arrivedAt = at - Number(data['latencyMs']);
  return [
    [arrivedAt, `while ${cause.type} still held, until the request came`, 'state'],
    [at, 'from its arrival to its answer', 'behaviour', 'behavior.request'],
  ];
}

/** From the creation of a replica to its running containers; of other causes none. */
function startStops(cause: LinkedEntry): readonly Stop[] {
  // Of an execution it is not told when its images were there.
  if (cause.type.startsWith('execution.'))
    return [
      [instantIn(cause, 'placedAt'), 'until its replica was placed', 'assumption', 'replica.schedule.duration'],
      [
        instantIn(cause, 'startedAt'),
        'until its images were there and its containers ran',
        'assumption',
        ...cause.assumptions.filter((name) => name === 'replica.pull.duration'),
        'replica.start.duration',
      ],
    ];
  const placed = 'replica.schedule.duration';
  return [
    [instantIn(cause, 'placedAt'), 'until the replica was placed', 'assumption', placed],
    cause.data['preparedBy'] === 'create'
      ? [instantIn(cause, 'preparedAt'), 'until its volume was created', 'assumption', 'volume.duration.create']
      : [instantIn(cause, 'preparedAt'), 'until its volume was detached', 'assumption', 'volume.duration.detach'],
    [instantIn(cause, 'mountedAt'), 'until its volumes were attached', 'assumption', 'volume.duration.attach'],
    cause.data['ownPull'] === true
      ? [instantIn(cause, 'pulledAt'), 'until its images were there', 'behaviour', 'behavior.pull']
      : [instantIn(cause, 'pulledAt'), 'until its images were there', 'assumption', 'replica.pull.duration'],
    ...runStops(cause, 'startedAt', 'until its containers ran'),
  ];
}

/** The platform's share of a start, then what the workload's behaviour adds. */
function runStops(cause: LinkedEntry, field: string, what: string): readonly Stop[] {
  const runsAt = instantIn(cause, field);
  const added = cause.data['addedMs'];
  if (runsAt === null || typeof added !== 'number') return [[runsAt, what, 'assumption', 'replica.start.duration']];
  return [
    [runsAt - added, 'for the start of its containers', 'assumption', 'replica.start.duration'],
    [runsAt, what, 'behaviour', 'behavior.start'],
  ];
}

/** From new routes to the count that they lead to. */
function measuredStop({ at, assumptions }: LinkedEntry): Stop {
  const names = assumptions.filter((name) => loopTimes.test(name));
  return [at, 'until autoscaling had measured the requests that the new routes bring', 'assumption', ...names];
}

/** Assumptions that say when a loop looks, and how far back. */
const loopTimes = /^(hpa\.(sync|down\.window)|kpa\.(tick|\w*[wW]indow)|metric\.sample\.\w+|serverless\.(zero|wake))$/;

/** The end of a termination. */
function stoppedStop(cause: LinkedEntry, who: string): Stop {
  const names = [
    'terminationGracePeriodSeconds',
    cause.data['ownStop'] === true ? 'behavior.stop' : 'replica.stop.duration',
  ];
  return [instantIn(cause, 'goneAt'), `until ${who} had stopped`, 'setting', ...names];
}

/** The same of a removed execution, whose replica may stay longer than its process. */
function removedStop(cause: LinkedEntry, assumptions: readonly string[]): Stop {
  const [until, , kind, ...names] = stoppedStop(cause, 'its replica');
  const stays = assumptions.filter((name) => name === 'cron.removed.termination');
  return [until, 'until its process had stopped and its reserve was released', kind, ...names, ...stays];
}

/** A change of the firewall reaches the location, and takes effect there. */
const firewallNames = ['rollout.propagation.duration', 'firewall.duration'];

/** A paused deployment goes on some time after its secret was created. */
function healedStops({ at, assumptions }: LinkedEntry, { data }: LinkedEntry): readonly Stop[] | null {
  const ofSecret = assumptions.includes('secret.heal.duration') && /\/secret(\/|$)/.test(String(data['path']));
  return ofSecret ? [[at, 'until the paused deployment went on', 'assumption', 'secret.heal.duration']] : null;
}

/** The execution that blocks a tick is Active from its start to the tick. */
function blockedStop(at: Instant): Stop {
  return [at, 'the execution that blocked the tick had been running for so long', 'setting', 'job.concurrencyPolicy'];
}

const backoffNames = ['replica.crash.first', 'replica.backoff.crashFirst', 'replica.backoff.crashFactor'];

/** When the back-off of an exit ends; null: the entry does not say it. */
function backoffEnd({ at, data }: LinkedEntry): Instant | null {
  const wait = data['waitMs'];
  return typeof wait === 'number' ? at + wait : null;
}

/** What ended an execution. */
function endStop({ type, at, data }: LinkedEntry): Stop {
  if (type !== 'execution.removed')
    return [at, 'for which its containers ran', 'behaviour', 'behavior.execution.duration'];
  if (data['why'] === 'replaced') return [at, 'until the next tick of the schedule', 'schedule'];
  if (data['why'] === 'deadline') return [at, 'until its deadline', 'setting', 'job.activeDeadlineSeconds'];
  return [at, 'while it ran', 'state'];
}

function instantIn({ data }: LinkedEntry, key: string): Instant | null {
  const value = data[key];
  return typeof value === 'number' ? value : null;
}
