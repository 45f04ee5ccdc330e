/** Invariants of replicas and deployments: rollouts, readiness, termination, suspension, eviction. */
import type { Entry } from '../../engine/journal.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { FactData } from '../../platform/facts.ts';
import { Fleets } from './fleets.ts';
import { type Invariant, itemOf, type Violation, violationAt } from './invariant.ts';

/** ROLL-5, ROLL-7: a rollout of a standard workload stays within its surge and its unavailable replicas. */
export const rolloutBounds: Invariant = {
  id: 'rolloutBounds',
  rules: ['ROLL-5', 'ROLL-7'],
  sentence:
    'During a rollout, a standard workload has at most its desired replicas and its surge, and the rollout takes none away below the desired replicas less the unavailable ones.',
  under: { 'reschedule.mode': ['asRollout'] },
  check: (entries) => {
    const fleets = new Fleets(null);
    for (const entry of entries) fleets.hear(entry);
    fleets.look();
    return fleets.breaches;
  },
};

/** A replica becomes ready only after its containers run. */
export const readyAfterStart: Invariant = {
  id: 'readyAfterStart',
  rules: [],
  sentence: 'A replica becomes ready when its containers run, not before.',
  under: {},
  check: (entries) => {
    const started = new Map<string, number>();
    return entries.flatMap((entry): Violation[] => {
      const { type, at, data } = entry;
      if (typeof data.startedAt === 'number') started.set(itemOf(entry), data.startedAt);
      const startedAt = started.get(itemOf(entry));
      if (type !== 'replica.ready' || startedAt === undefined || at >= startedAt) return [];
      return [
        violationAt(entry, `ready at ${isoFromInstant(at)}; its containers run from ${isoFromInstant(startedAt)}`),
      ];
    });
  },
};

/** ROLL-11: a terminating replica is gone at the stated instant at the latest. */
export const goneAsStated: Invariant = {
  id: 'goneAsStated',
  rules: ['ROLL-11'],
  sentence: 'A terminating replica is gone at its stated instant, or earlier if it is lost.',
  under: {},
  check: (entries) => {
    const leaving = new Map<string, number>();
    return entries.flatMap((entry): Violation[] => {
      const { type, at, data } = entry;
      const item = itemOf(entry);
      if (type === 'replica.terminating') leaving.set(item, Number(data.goneAt));
      if (type !== 'replica.gone') return [];
      const goneAt = leaving.get(item);
      leaving.delete(item);
      if (goneAt === undefined || at <= goneAt) return [];
      return [violationAt(entry, `gone at ${isoFromInstant(at)}; the stated instant is ${isoFromInstant(goneAt)}`)];
    });
  },
};

/** SUSP-2, SUSP-3: nothing starts while a deployment is suspended. */
export const suspendedStartsNothing: Invariant = {
  id: 'suspendedStartsNothing',
  rules: ['SUSP-2', 'SUSP-3'],
  sentence: 'A suspended deployment starts no replica.',
  under: {},
  check: (entries) => {
    const suspended = new Map<string, Entry>();
    return entries.flatMap((entry): Violation[] => {
      const { type, subject } = entry;
      if (type === 'deployment.suspended') suspended.set(subject.name, entry);
      if (['deployment.resumed', 'deployment.opened', 'deployment.scaled'].includes(type))
        suspended.delete(subject.name);
      const since = suspended.get(subject.name);
      if (type !== 'replica.created' || since === undefined) return [];
      return [violationAt(entry, `a replica is created; the deployment is suspended since entry ${since.seq}`)];
    });
  },
};

/** EPH-1: a replica is evicted for its ephemeral storage only above its allotment, which is 1 GB at least. */
export const evictedAboveAllotment: Invariant = {
  id: 'evictedAboveAllotment',
  rules: ['EPH-1', 'EPH-3'],
  sentence: 'An evicted replica had an allotment of at least 1 GB of ephemeral storage.',
  under: {},
  check: (entries) =>
    entries.flatMap((entry) => {
      const { allottedBytes } = entry.data;
      if (entry.type !== 'replica.evicted' || Number(allottedBytes) >= 1e9) return [];
      return [violationAt(entry, `its allotment is ${Number(allottedBytes)} bytes`)];
    }),
};

/** Desired replicas have one course: each change begins where the one before it ended. */
export const scalingIsContinuous: Invariant = {
  id: 'scalingIsContinuous',
  rules: [],
  sentence: 'Each change of the desired replicas begins with the number that the change before it ended with.',
  under: {},
  check: (entries) => {
    const desired = new Map<string, number>();
    return entries.flatMap((entry): Violation[] => {
      const { type, subject, data } = entry;
      const known = desired.get(subject.name);
      const isChange = type === 'deployment.scaled' || type === 'deployment.suspended';
      if (type === 'deployment.opened') desired.set(subject.name, Number(data.desired));
      if (type === 'deployment.scaled' || type === 'deployment.resumed') desired.set(subject.name, Number(data.to));
      if (type === 'deployment.suspended') desired.set(subject.name, 0);
      if (type === 'rollout.switched') desired.set(subject.name, Number(data.desired));
      if (!isChange || known === undefined || Number(data.from) === known) return [];
      return [violationAt(entry, `scaled from ${Number(data.from)}; the change before it ended with ${known}`)];
    });
  },
};

/** A metric without a value might have kept the count up (`hpa.sync`). */
export const unmeasuredNeverLowers: Invariant = {
  id: 'unmeasuredNeverLowers',
  rules: ['WL-18'],
  sentence: 'The desired replicas are not lowered by metrics of which one has no measured replica.',
  under: {},
  check: (entries) =>
    entries.flatMap((entry): Violation[] => {
      const { from, to, measured = [], decided } = entry.data as Partial<FactData['deployment.scaled']>;
      if (entry.type !== 'deployment.scaled' || decided === undefined) return [];
      const isReturning = Number(from) > decided.maxScale;
      const unmeasured = measured.find(({ counted }) => counted === 0);
      if (isReturning || unmeasured === undefined || Number(to) >= Number(from)) return [];
      return [violationAt(entry, `scaled from ${from} to ${to}, while ${unmeasured.metric} has no measured replica`)];
    }),
};
