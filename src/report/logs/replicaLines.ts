/** What a replica writes. */
import { replicaName } from '../../platform/workload/naming.ts';
import type { Fact } from '../fold/fact.ts';
import {
  type Draft,
  draftOf,
  endLine,
  endLines,
  exitCodes,
  type Life,
  type LogPlace,
  newLife,
  none,
  preventStart,
  startLines,
} from './life.ts';

/** Lines that follow from an entry about a replica: its containers start and end (`api.logs`). */
export function replicaLines(fact: Fact, place: LogPlace): Draft[] {
  const key = `${fact.ordinal}`;
  if (fact.type === 'replica.settled' || fact.type === 'replica.created') {
    const isSettled = fact.type === 'replica.settled';
    const life = newLife(nameOf(place, fact.data.version, fact.ordinal), fact.data);
    place.lives.set(key, life);
    // What runs since long before the run has said so before the run.
    return isSettled ? [] : startLines(place, life);
  }
  const life = place.lives.get(key);
  if (life === undefined) return [];
  const lines = linesOf(fact, place, life);
  if (fact.type === 'replica.gone') place.lives.delete(key);
  return lines;
}

function nameOf({ workload, isStateful }: LogPlace, version: number, ordinal: Fact['ordinal']): string {
  const type = isStateful ? 'stateful' : 'standard';
  return replicaName({ workload, type, version, ordinal: Number(ordinal) });
}

function linesOf(fact: Fact, place: LogPlace, life: Life): Draft[] {
  const { at } = fact;
  switch (fact.type) {
    case 'replica.unresponsive':
      // It says why, and the exit itself follows at the same instant.
      life.isDead = true;
      return [];
    case 'replica.exited': {
      const { container, restarts } = fact.data;
      const [code, why] = life.isDead ? [exitCodes.killed, 'its liveness probe failed; '] : [exitCodes.failed, ''];
      life.isDead = false;
      life.stopped = new Set([container]);
      return [endLine(place, life, at, container, code, `${why}restart ${restarts} follows`)];
    }
    case 'replica.restarted': {
      const waiting = [...life.stopped];
      life.stopped = none;
      life.restarts = new Map([...life.restarts, ...waiting.map((container) => [container, at] as const)]);
      return waiting.map((container) => {
        const text = `container ${container} started, version ${life.version}`;
        return draftOf(place, life, { at, container, text });
      });
    }
    case 'replica.evicted':
      return endLines(place, life, at, exitCodes.killed, 'more ephemeral storage used than allotted');
    case 'replica.lost':
      preventStart(life, at);
      return endLines(place, life, at, exitCodes.killed, fact.data.why);
    case 'replica.terminating':
      life.isLeaving = true;
      preventStart(life, at);
      return [];
    case 'replica.gone':
      preventStart(life, at);
      if (life.isLeaving) return endLines(place, life, at, exitCodes.stopped);
      return endLines(place, life, at, exitCodes.killed, 'the replica is lost');
    default:
      return [];
  }
}
