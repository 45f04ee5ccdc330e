/**
 * Events of a workload or a volume set, as its event log has them.
 */
import type { Instant } from '../../engine/time.ts';

/** What an event is about (`api.events`). */
export type EventCategory =
  | 'scheduled'
  | 'started'
  | 'ready'
  | 'probe-failed'
  | 'terminated'
  | 'evicted'
  | 'rollout'
  | 'scaled'
  | 'suspended'
  | 'execution'
  | 'volume'
  | 'snapshot'
  | 'expansion-refused';

/**
 * What a fact tells to the event log: in words that are the same as often as the same happens, so that repeats can be
 * counted.
 */
export interface EventFact {
  readonly category: EventCategory;
  /** Which part of the item it happened to. */
  readonly of: 'item' | 'replica' | 'execution' | 'volume';
  readonly message: string;
  readonly status: 'normal' | 'warning';
}

/** One event, and how often it happened; immutable. */
export interface LoggedEvent {
  readonly category: EventCategory;
  /** Name of the replica, execution or volume; of the item itself where it happened to all of it. */
  readonly component: string;
  /** '' where it is about no location. */
  readonly location: string;
  readonly message: string;
  readonly status: EventFact['status'];
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly count: number;
  /** Of what told it last; no two events have the same. */
  readonly number: number;
}

/** The order of a list: the latest first. */
export function newestEventFirst(
  one: Pick<LoggedEvent, 'lastAt' | 'number'>,
  other: Pick<LoggedEvent, 'lastAt' | 'number'>,
): number {
  return other.lastAt - one.lastAt || other.number - one.number;
}
