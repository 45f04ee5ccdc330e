/** What an execution writes. */
import { executionName } from '../../platform/cron/execution.ts';
import type { ExecutionEnd } from '../../platform/facts.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { formatDuration } from '../../rules/duration.ts';
import type { Fact } from '../fold/fact.ts';
import {
  containersOf,
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
  running,
  startLine,
  startLines,
} from './life.ts';

/**
 * Lines that follow from an entry about an execution: it starts, its containers start and end, it ends with its status
 * (`api.logs`, `cron.invalid`). In place the container that failed starts again alone: the others have ended for good.
 */
export function executionLines(fact: Fact, place: LogPlace, invalid: Assumptions['cron.invalid']): Draft[] {
  const key = `${fact.ordinal}`;
  if (fact.type === 'execution.started' || fact.type === 'execution.invalid') {
    const { at, data } = fact;
    const name = nameOf(place, data.slotAt, fact.ordinal);
    if (fact.type === 'execution.invalid') {
      const life = newLife(name, { version: data.version, reserved: [], startedAt: at });
      const status = invalid === 'asFailure' ? 'Failure' : 'Invalid';
      const text = `execution ${name} ended, status ${status}: ${fact.data.message}`;
      return [draftOf(place, life, { at, text, isTrouble: true })];
    }
    const life = newLife(name, fact.data);
    place.lives.set(key, life);
    return [draftOf(place, life, { at, text: `execution ${name} started` }), ...startLines(place, life)];
  }
  const life = place.lives.get(key);
  if (life === undefined) return [];
  const lines = linesOf(fact, place, life);
  if (fact.type === 'execution.succeeded' || fact.type === 'execution.failed' || fact.type === 'execution.gone') {
    place.lives.delete(key);
  }
  return lines;
}

/** An execution that no tick started goes by its command. A journal that was read has every ordinal as a text. */
function nameOf({ workload }: LogPlace, slotAt: number | null, ordinal: Fact['ordinal']): string {
  return executionName(workload, slotAt === null ? `${ordinal}` : Number(ordinal));
}

function linesOf(fact: Fact, place: LogPlace, life: Life): Draft[] {
  const { at } = fact;
  switch (fact.type) {
    case 'execution.retried': {
      const lines = failures(place, life, at);
      life.containers = containersOf(fact.data.reserved);
      life.start = { at: fact.data.startedAt, isVoid: false };
      life.stopped = none;
      return [...lines, ...startLines(place, life)];
    }
    case 'execution.restarted': {
      const { attempts, startedAt } = fact.data;
      const lines = failures(place, life, at, `restart ${attempts} follows`);
      const [first = '', ...others] = life.containers;
      life.start = { at: startedAt, isVoid: false };
      life.stopped = new Set(others);
      return [...lines, startLine(place, life, first)];
    }
    case 'execution.succeeded':
      return [...endLines(place, life, at, exitCodes.stopped), conclusion(place, life, at, 'Success', fact.data)];
    case 'execution.failed':
      return [...failures(place, life, at), conclusion(place, life, at, 'Failure', fact.data)];
    case 'execution.removed':
      preventStart(life, at);
      return [conclusion(place, life, at, 'Removed', fact.data, fact.data.why)];
    case 'execution.gone':
      return endLines(place, life, at, exitCodes.stopped);
    default:
      return [];
  }
}

/** The first container fails, and the others end with it. */
function failures(place: LogPlace, life: Life, at: number, why = ''): Draft[] {
  preventStart(life, at);
  const lines = running(life, at).map((container, index) =>
    index === 0
      ? endLine(place, life, at, container, exitCodes.failed, why)
      : endLine(place, life, at, container, exitCodes.stopped),
  );
  life.stopped = new Set(life.containers);
  return lines;
}

function conclusion(
  place: LogPlace,
  life: Life,
  at: number,
  status: 'Success' | 'Failure' | 'Removed',
  { attempts, tookMs }: ExecutionEnd,
  why = '',
): Draft {
  const clause = why === '' ? '' : `: ${why}`;
  const took = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}, ${formatDuration(tookMs)}`;
  const text = `execution ${life.name} ended, status ${status} (${took})${clause}`;
  return draftOf(place, life, { at, text, isTrouble: status !== 'Success' });
}
