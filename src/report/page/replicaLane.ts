/**
 * The replicas of one deployment as bars, by version through rollouts, and what befell them.
 */
import type { Instant } from '../../engine/time.ts';
import type { Fact } from '../fact.ts';
import { durationText } from '../format.ts';
import type { Frame } from './columns.ts';
import { LaneItems } from './laneItems.ts';
import type { PageBar, PageLane } from './pageData.ts';
import type { Room } from './room.ts';

interface Life {
  readonly from: Instant;
  readonly version: number;
  readonly seq: number;
}

/** How a point of the lane is called, by the entry's type; those of others are none. */
const states: { readonly [type: string]: string } = {
  'deployment.scaled': 'scaled',
  'deployment.suspended': 'suspended',
  'deployment.resumed': 'resumed',
  'deployment.opened': 'opened',
  'deployment.closed': 'closed',
  'rollout.started': 'rollout started',
  'rollout.completed': 'rollout completed',
  'rollout.stalled': 'rollout stalled',
  'rollout.superseded': 'rollout superseded',
  'rollout.switched': 'rollout switched',
  'replica.exited': 'exited',
  'replica.evicted': 'evicted',
  'replica.lost': 'lost',
  'replica.pullFailed': 'pull failed',
  'replica.unresponsive': 'unresponsive',
  'replica.unready': 'unready',
};

/** Give it every entry about the deployment. */
export class ReplicaLane {
  private readonly items: LaneItems;
  private readonly isNumbered: boolean;
  private readonly live: Map<number | string, Life> = new Map();

  /** @param isNumbered whether entries may be named by their numbers */
  constructor(frame: Frame, room: Room, isNumbered: boolean, items: LaneItems = new LaneItems(frame, room)) {
    this.items = items;
    this.isNumbered = isNumbered;
  }

  listen(fact: Fact): void {
    const { at, seq, type } = fact;
    const key = fact.ordinal ?? '';
    if (fact.type === 'replica.settled' || fact.type === 'replica.created') {
      this.live.set(key, { from: at, version: fact.data.version, seq });
      return;
    }
    if (fact.type === 'replica.gone') {
      const life = this.live.get(key);
      if (life === undefined) return;
      this.live.delete(key);
      this.addLife(this.items, key, life, at, seq);
      return;
    }
    const state = states[type];
    if (state === undefined) return;
    this.items.addPoint(at, state, () => ({ at, state, label: labelOf(fact), entry: this.isNumbered ? seq : null }));
  }

  /** @param until replicas that are still there are shown up to then */
  shown(most: number, until: Instant, room: Room): Pick<PageLane, 'bars' | 'points' | 'leftOut'> | null {
    const items = this.items.fork(room);
    for (const [key, life] of this.live) this.addLife(items, key, life, until, null);
    return items.shown(most);
  }

  fork(frame: Frame, room: Room): ReplicaLane {
    const fork = new ReplicaLane(frame, room, this.isNumbered, this.items.fork(room));
    for (const [key, life] of this.live) fork.live.set(key, life);
    return fork;
  }

  private addLife(items: LaneItems, key: number | string, life: Life, until: Instant, end: number | null): void {
    const { from, version, seq } = life;
    if (until <= from) return;
    const row = typeof key === 'number' ? key : 0;
    items.addBar(
      from,
      until - from,
      row,
      (): PageBar => ({
        from,
        until,
        row,
        state: `version ${version}`,
        label: `replica ${key}, version ${version}, ${end === null ? 'there for' : 'gone after'} ${durationText(until - from)}`,
        events: this.isNumbered ? [seq, end] : null,
      }),
    );
  }
}

function labelOf(fact: Fact): string {
  switch (fact.type) {
    case 'deployment.scaled':
      return `scaled from ${fact.data.from} to ${fact.data.to}`;
    case 'deployment.suspended':
      return `suspended, from ${fact.data.from}`;
    case 'deployment.resumed':
      return `resumed, to ${fact.data.to}`;
    case 'deployment.closed':
      return `closed: ${fact.data.why}`;
    case 'rollout.started':
      return `rollout of version ${fact.data.version} started`;
    case 'rollout.completed':
      return `rollout of version ${fact.data.version} completed after ${durationText(fact.data.tookMs)}`;
    case 'rollout.stalled':
      return `rollout of version ${fact.data.version} made no progress`;
    case 'rollout.superseded':
      return `rollout of version ${fact.data.version} superseded by version ${fact.data.by}`;
    case 'rollout.switched':
      return `switched from version ${fact.data.from} to ${fact.data.to}`;
    case 'replica.lost':
      return `replica ${fact.ordinal} lost: ${fact.data.why}`;
    default:
      return fact.ordinal === null ? (states[fact.type] ?? '') : `replica ${fact.ordinal} ${states[fact.type] ?? ''}`;
  }
}
