/**
 * What a rollout that makes no progress waits for.
 */

import type { Reason } from '../../engine/journal.ts';
import { because } from '../../rules/reason.ts';
import type { Lack } from '../facts.ts';
import type { ReadinessSource } from './readiness.ts';
import type { Replica } from './replica.ts';

export interface LackView extends Pick<Replica, 'phase' | 'ready' | 'node'> {
  readonly shown: ReadinessSource;
  /** Its image cannot be pulled now. */
  readonly failsToPull: boolean;
}

const lackByShown = { probe: 'readinessProbe', port: 'port', running: 'running' } as const;

/** What a replica lacks that does not count as available (ROLL-3). */
export function lackOf({ phase, ready, node, shown, failsToPull }: LackView): Lack {
  if (node !== null) return 'node';
  if (phase === 'starting') return failsToPull ? 'image' : 'start';
  if (phase === 'backoff') return 'restart';
  return ready ? 'minReadySeconds' : lackByShown[shown];
}

const stuck = because(['ROLL-1'], ['rollout.progressDeadline']);
const paused = because(['ROLL-3'], ['rollout.progressDeadline']);

/** Why a rollout is said to be stuck: where replicas are not available, that is what it waits for (ROLL-3). */
export function stallReason(waitsFor: readonly unknown[]): Reason {
  return waitsFor.length > 0 ? paused : stuck;
}
