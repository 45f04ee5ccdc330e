/**
 * What happened to one volume: expansions and refusals, snapshots, other devices, and the time in which it was full or might not grow.
 */
import type { Instant } from '../../engine/time.ts';
import { gbFromMicroGB } from '../../platform/volume/capacity.ts';
import type { Fact } from '../fact.ts';
import { durationText, shortNumber } from '../format.ts';
import type { Frame } from './columns.ts';
import { LaneItems } from './laneItems.ts';
import type { PageLane } from './pageData.ts';
import type { Room } from './room.ts';

/** Each in a row of its own. */
const states = ['full', 'refused'] as const;
type State = (typeof states)[number];

interface Begun {
  readonly from: Instant;
  readonly seq: number;
}

/** Give it every entry about the volume. */
export class VolumeLane {
  private readonly items: LaneItems;
  private readonly isNumbered: boolean;
  private readonly live: Map<State, Begun> = new Map();

  /** @param isNumbered whether entries may be named by their numbers */
  constructor(frame: Frame, room: Room, isNumbered: boolean, items: LaneItems = new LaneItems(frame, room)) {
    this.items = items;
    this.isNumbered = isNumbered;
  }

  listen(fact: Fact): void {
    switch (fact.type) {
      case 'volume.created':
        this.mark(fact, 'created', `created with ${gb(fact.data.capacityMicroGB)}`);
        return;
      case 'volume.expanded':
        this.end('full', fact);
        this.mark(fact, 'expanded', `from ${gb(fact.data.fromMicroGB)} to ${gb(fact.data.toMicroGB)}`);
        return;
      case 'volume.replaced':
        this.end('full', fact);
        this.mark(fact, 'replaced', `${fact.data.why}: another device of ${gb(fact.data.toMicroGB)}`);
        return;
      case 'volume.deleted':
        for (const state of states) this.end(state, fact);
        this.mark(fact, 'deleted', `deleted, ${gb(fact.data.capacityMicroGB)}`);
        return;
      case 'volume.unused':
        this.mark(fact, 'unused', 'kept without a replica');
        return;
      case 'expansion.accepted':
        this.end('refused', fact);
        this.mark(fact, 'expansion', 'expansion accepted');
        return;
      case 'expansion.refused':
        if (fact.data['trigger'] !== 'command' && !this.live.has('refused')) this.begin('refused', fact);
        this.mark(fact, 'refused', `expansion refused${ruleText(fact)}`);
        return;
      case 'expansion.cleared':
        this.end('refused', fact);
        return;
      case 'volume.full':
        this.begin('full', fact);
        this.mark(fact, 'full', 'full: nothing more fits');
        return;
      case 'volume.relieved':
        this.end('full', fact);
        return;
      case 'snapshot.taken':
        this.mark(fact, 'snapshot', `snapshot ${fact.data.name}`);
        return;
      case 'snapshot.refused':
        this.mark(fact, 'snapshot refused', fact.data.message);
        return;
      default:
    }
  }

  /** @param until what still lasts is shown up to then */
  shown(most: number, until: Instant, room: Room): Pick<PageLane, 'bars' | 'points' | 'leftOut'> | null {
    const items = this.items.fork(room);
    for (const [state, begun] of this.live) this.addBar(items, state, begun, until, null);
    return items.shown(most);
  }

  fork(frame: Frame, room: Room): VolumeLane {
    const fork = new VolumeLane(frame, room, this.isNumbered, this.items.fork(room));
    for (const [state, begun] of this.live) fork.live.set(state, begun);
    return fork;
  }

  private begin(state: State, { at, seq }: Fact): void {
    this.live.set(state, { from: at, seq });
  }

  private end(state: State, { at, seq }: Fact): void {
    const begun = this.live.get(state);
    if (begun === undefined) return;
    this.live.delete(state);
    this.addBar(this.items, state, begun, at, seq);
  }

  private addBar(items: LaneItems, state: State, { from, seq }: Begun, until: Instant, end: number | null): void {
    const row = states.indexOf(state);
    const label = `${state === 'full' ? 'full' : 'might not grow'} for ${durationText(until - from)}`;
    if (until > from)
      items.addBar(from, until - from, row, () => ({
        from,
        until,
        row,
        state,
        label,
        events: this.isNumbered ? [seq, end] : null,
      }));
  }

  private mark({ at, seq }: Fact, state: string, label: string): void {
    this.items.addPoint(at, state, () => ({ at, state, label, entry: this.isNumbered ? seq : null }));
  }
}

function gb(microGB: number): string {
  return `${shortNumber(Number(gbFromMicroGB(microGB)), 3)} GB`;
}

function ruleText({ reason }: Fact): string {
  const rule = reason.rules[0] ?? reason.assumptions[0];
  return rule === undefined ? '' : ` (${rule})`;
}
