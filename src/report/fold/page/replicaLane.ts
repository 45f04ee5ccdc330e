/**
 * The replicas of one deployment as bars by version, and their events as points.
 */

import type { DrawnPhase } from '../../picture/picture.ts';
import { durationText, shortNumber } from '../../words/format.ts';
import type { Fact } from '../fact.ts';
import type { LaneKind } from './lane.ts';

/** The state of a point by the type of its entry; other types are not shown. */
const states: { readonly [type: string]: string } = {
  'deployment.scaled': 'scaled',
  'deployment.suspended': 'suspended',
  'deployment.resumed': 'resumed',
  'deployment.opened': 'deployed',
  'deployment.closed': 'undeployed',
  'rollout.started': 'rollout started',
  'rollout.completed': 'rollout completed',
  'rollout.stalled': 'rollout stalled',
  'rollout.superseded': 'rollout superseded',
  'rollout.switched': 'rollout switched',
  'replica.exited': 'container exited',
  'replica.evicted': 'evicted',
  'replica.lost': 'lost',
  'replica.pullFailed': 'image pull failed',
  'replica.unresponsive': 'liveness probe failed',
  'replica.unready': 'not ready',
};

/** The phase of a replica from an entry of its type on. */
const phases: { readonly [type: string]: DrawnPhase } = {
  'replica.ready': 'ready',
  'replica.unavailable': 'ready',
  'replica.available': 'available',
  'replica.unready': 'unready',
  'replica.exited': 'unready',
  'replica.evicted': 'terminating',
  'replica.lost': 'terminating',
  'replica.terminating': 'terminating',
};

/** Listens to every entry about the deployment. */
export const replicaLane: LaneKind = {
  counts: 'presence',
  words: ({ parts, from, until }) =>
    `mean replicas: ${parts.map(([state, time]) => `${shortNumber(time / (until - from))} of ${state}`).join(', ')}`,
  height: 'the mean number of replicas',
  listen(lane, fact) {
    const key = String(fact.ordinal);
    if (fact.type === 'replica.settled' || fact.type === 'replica.created') {
      const { version } = fact.data;
      const name = `replica ${key}`;
      lane.begin(key, fact, { state: `version ${version}`, text: `${name}, version ${version}, for`, name });
      lane.phase(key, fact.at, fact.type === 'replica.settled' ? 'available' : 'starting');
    } else if (fact.type === 'replica.gone') lane.end(key, fact);
    else {
      const phase = phases[fact.type];
      // Before it was ready for the first time it is still starting.
      if (phase !== undefined && (phase !== 'unready' || lane.phaseOf(key) !== 'starting'))
        lane.phase(key, fact.at, phase);
    }
    const state = states[fact.type];
    if (state !== undefined) lane.mark(fact, state, labelOf(fact));
  },
};

function labelOf(fact: Fact): string {
  switch (fact.type) {
    case 'deployment.scaled':
      return `scaled from ${fact.data.from} to ${fact.data.to}`;
    case 'deployment.suspended':
      return `suspended, scaled from ${fact.data.from} to 0`;
    case 'deployment.resumed':
      return `resumed, scaled to ${fact.data.to}`;
    case 'deployment.closed':
      return `undeployed: ${fact.data.why}`;
    case 'rollout.started':
      return `rollout of version ${fact.data.version} started`;
    case 'rollout.completed':
      return `rollout of version ${fact.data.version} completed after ${durationText(fact.data.tookMs)}`;
    case 'rollout.stalled':
      return `rollout of version ${fact.data.version} stalled: no progress`;
    case 'rollout.superseded':
      return `rollout of version ${fact.data.version} superseded by version ${fact.data.by}`;
    case 'rollout.switched':
      return `traffic switched from version ${fact.data.from} to ${fact.data.to}`;
    case 'replica.lost':
      return `replica ${fact.ordinal} lost: ${fact.data.why}`;
    default:
      return fact.ordinal === null ? (states[fact.type] ?? '') : `replica ${fact.ordinal} ${states[fact.type] ?? ''}`;
  }
}
