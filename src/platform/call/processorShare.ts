/**
 * The calls at one replica: who is there, and how they share its processor.
 */
import type { Instant } from '../../engine/time.ts';

/**
 * Processor sharing: while n calls need it, each gets the nth part. `progress` is what each would have got that was
 * there all along, so a call that comes is done when progress has grown by what it needs, whoever comes or goes
 * meanwhile. Mutable, plain data.
 */
export interface ProcessorShare {
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

export function newProcessorShare(now: Instant, processorMillicores: number): ProcessorShare {
  return { calls: [], working: [], doneAt: [], processorMillicores, progress: 0, countedTo: now, nextAt: null };
}

/** An independent copy. */
export function cloneProcessorShare(processorShare: ProcessorShare): ProcessorShare {
  return {
    ...processorShare,
    calls: processorShare.calls.slice(),
    working: processorShare.working.slice(),
    doneAt: processorShare.doneAt.slice(),
  };
}

/** Counts progress up to now: before anyone comes or goes. */
export function settleProcessorShare(processorShare: ProcessorShare, now: Instant): void {
  const sharing = processorShare.working.length;
  processorShare.progress = sharing === 0 ? 0 : processorShare.progress + (now - processorShare.countedTo) / sharing;
  processorShare.countedTo = now;
}

/**
 * A call that needs the processor begins to; the share is settled.
 *
 * @param work above 0, in milliseconds of the whole processor
 */
export function beginWork(processorShare: ProcessorShare, handle: number, work: number): void {
  const doneAt = processorShare.progress + work;
  let place = processorShare.working.length;
  while (place > 0 && processorShare.doneAt[place - 1]! > doneAt) place -= 1;
  processorShare.working.splice(place, 0, handle);
  processorShare.doneAt.splice(place, 0, doneAt);
}

/** A call no longer needs the processor; the share is settled. */
export function endWork(processorShare: ProcessorShare, handle: number): void {
  const place = processorShare.working.indexOf(handle);
  if (place < 0) return;
  processorShare.working.splice(place, 1);
  processorShare.doneAt.splice(place, 1);
}

/**
 * When the first call at work is done, to the nearest millisecond; null where none is at work. The share is settled.
 */
export function nextDoneAt({ working, doneAt, progress }: ProcessorShare, now: Instant): Instant | null {
  const first = doneAt[0];
  return first === undefined ? null : now + Math.max(0, Math.round((first - progress) * working.length));
}
