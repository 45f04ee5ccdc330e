/**
 * The executions of one cron deployment as bars, and the ticks that started none.
 */
import type { Instant } from '../../engine/time.ts';
import type { ToldLaps } from '../../platform/cron/toldLaps.ts';
import type { Fact } from '../fact.ts';
import { durationText } from '../format.ts';
import type { Frame } from './columns.ts';
import { LaneItems } from './laneItems.ts';
import type { PageBar, PageLane } from './pageData.ts';
import type { Room } from './room.ts';
import { inRows } from './rows.ts';

/** How an execution ended, or that it has not. */
const states = ['succeeded', 'failed', 'removed', 'active'] as const;
type State = (typeof states)[number];

interface Begun {
  readonly from: Instant;
  readonly seq: number;
}

/** Give it every entry about the deployment, or bundles in their place. */
export class ExecutionLane {
  private readonly items: LaneItems;
  private readonly isNumbered: boolean;
  private readonly live: Map<number | string, Begun> = new Map();

  /** @param isNumbered whether entries may be named by their numbers */
  constructor(frame: Frame, room: Room, isNumbered: boolean, items: LaneItems = new LaneItems(frame, room)) {
    this.items = items;
    this.isNumbered = isNumbered;
  }

  listen(fact: Fact): void {
    const { at, seq } = fact;
    const key = fact.ordinal ?? '';
    switch (fact.type) {
      case 'execution.started':
        this.live.set(key, { from: at, seq });
        return;
      case 'execution.succeeded':
        this.end(key, at, 'succeeded', seq);
        return;
      case 'execution.failed':
        this.end(key, at, 'failed', seq);
        return;
      case 'execution.removed':
        this.end(key, at, 'removed', seq);
        this.mark(at, 'removed', `removed: ${fact.data.why}`, seq);
        return;
      case 'execution.skipped':
        this.mark(at, 'skipped', skippedText, seq);
        return;
      case 'execution.invalid':
        this.mark(at, 'invalid', `could not start: ${fact.data.message}`, seq);
        return;
      case 'deployment.suspended':
      case 'deployment.resumed':
      case 'deployment.closed': {
        const state = fact.type.slice('deployment.'.length);
        this.mark(at, state, state, seq);
        return;
      }
      default:
    }
  }

  /** Executions in the place of their entries. */
  lap({ count, failed, tickAt, endedAt, skips }: ToldLaps): void {
    for (let i = 0; i < count; i += 1) {
      const [from, until] = [tickAt[i]!, endedAt[i]!];
      this.add(this.items, from, until, failed[i] === 1 ? 'failed' : 'succeeded', null);
    }
    if (skips === null) return;
    for (let i = 0; i < skips.count; i += 1) this.mark(skips.tickAt[i]!, 'skipped', skippedText, null);
  }

  /** @param until executions that are still Active are shown up to then */
  shown(most: number, until: Instant, room: Room): Pick<PageLane, 'bars' | 'points' | 'leftOut'> | null {
    const items = this.items.fork(room);
    for (const { from, seq } of this.live.values())
      this.add(items, from, until, 'active', this.isNumbered ? [seq, null] : null);
    const shown = items.shown(most);
    return shown === null ? null : { ...shown, bars: inRows(shown.bars) };
  }

  fork(frame: Frame, room: Room): ExecutionLane {
    const fork = new ExecutionLane(frame, room, this.isNumbered, this.items.fork(room));
    for (const [key, begun] of this.live) fork.live.set(key, begun);
    return fork;
  }

  private end(key: number | string, until: Instant, state: State, seq: number): void {
    const begun = this.live.get(key);
    if (begun === undefined) return;
    this.live.delete(key);
    this.add(this.items, begun.from, until, state, this.isNumbered ? [begun.seq, seq] : null);
  }

  private add(items: LaneItems, from: Instant, until: Instant, state: State, events: PageBar['events']): void {
    items.addBar(from, until - from, states.indexOf(state), () => ({
      from,
      until,
      row: 0,
      state,
      label: `${state} ${state === 'active' ? 'for' : 'after'} ${durationText(until - from)}`,
      events,
    }));
  }

  private mark(at: Instant, state: string, label: string, seq: number | null): void {
    this.items.addPoint(at, state, () => ({ at, state, label, entry: this.isNumbered ? seq : null }));
  }
}

const skippedText = 'skipped: an execution was still Active';
