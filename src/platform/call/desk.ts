/**
 * The calls at one replica: who is there, and how they share its processor.
 */
import type { Instant } from '../../engine/time.ts';

/**
 * Processor sharing: while n calls need it, each gets the nth part. `progress` is what each would have got that was
 * there all along, so a call that comes is done when progress has grown by what it needs, whoever comes or goes
 * meanwhile. Mutable, plain data.
 */
export interface Desk {
  /** Handles of all calls in flight, in order of their begin. */
  readonly calls: number[];
  /**
   * Handles of those that need the processor, the one done first at the front, and the progress at which each is done.
   */
  readonly working: number[];
  readonly doneAt: number[];
  /** What they share (`fluid.processor`). */
  readonly processorMillicores: number;
  /** In milliseconds of the whole processor; 0 again when nobody needs it. */
  progress: number;
  /** Up to when progress is counted. */
  countedTo: Instant;
  /** When the first of those at work is done, if nobody comes or goes; null: nobody is at work. */
  nextAt: Instant | null;
}

export function newDesk(now: Instant, processorMillicores: number): Desk {
  return { calls: [], working: [], doneAt: [], processorMillicores, progress: 0, countedTo: now, nextAt: null };
}

/** An independent copy. */
export function cloneDesk(desk: Desk): Desk {
  return { ...desk, calls: desk.calls.slice(), working: desk.working.slice(), doneAt: desk.doneAt.slice() };
}

/** Counts progress up to now: before anyone comes or goes. */
export function settleDesk(desk: Desk, now: Instant): void {
  const sharing = desk.working.length;
  desk.progress = sharing === 0 ? 0 : desk.progress + (now - desk.countedTo) / sharing;
  desk.countedTo = now;
}

/**
 * A call that needs the processor begins to; the desk is settled.
 *
 * @param work above 0, in milliseconds of the whole processor
 */
export function beginWork(desk: Desk, handle: number, work: number): void {
  const doneAt = desk.progress + work;
  let place = desk.working.length;
  while (place > 0 && desk.doneAt[place - 1]! > doneAt) place -= 1;
  desk.working.splice(place, 0, handle);
  desk.doneAt.splice(place, 0, doneAt);
}

/** A call no longer needs the processor; the desk is settled. */
export function endWork(desk: Desk, handle: number): void {
  const place = desk.working.indexOf(handle);
  if (place < 0) return;
  desk.working.splice(place, 1);
  desk.doneAt.splice(place, 1);
}

/** When the first call at work is done, to the nearest millisecond; null where none is at work. The desk is settled. */
export function nextDoneAt({ working, doneAt, progress }: Desk, now: Instant): Instant | null {
  const first = doneAt[0];
  return first === undefined ? null : now + Math.max(0, Math.round((first - progress) * working.length));
}
