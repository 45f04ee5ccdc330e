/**
 * The calls at one replica, and how they share its processor.
 */
import type { Instant } from '../../engine/time.ts';
import type { ReplicaOf } from './call.ts';

/**
 * Processor sharing: while n calls need the processor, each gets 1/n of it. `progress` is the share that a call would
 * have received if it had been there from the start. So a call is done when progress has grown by its processor time,
 * whatever other calls arrive or end. Mutable, plain data.
 */
export interface ProcessorShare {
  readonly replica: ReplicaOf;
  /** Handles of all calls in flight, by start of service. */
  readonly calls: number[];
  /**
   * Handles of the calls that need the processor, the first to finish at the front, and the progress at which each is
   * done.
   */
  readonly working: number[];
  readonly doneAt: number[];
  /** The processor that they share (`fluid.processor`). */
  readonly processorMillicores: number;
  /** In milliseconds of the whole processor; reset to 0 when no call needs it. */
  progress: number;
  /** Up to when progress is counted. */
  countedTo: Instant;
  /** When the first call at work is done, if no other arrives or ends; null: no call is at work. */
  nextAt: Instant | null;
}

export function newProcessorShare(now: Instant, processorMillicores: number, replica: ReplicaOf): ProcessorShare {
  return {
    replica,
    calls: [],
    working: [],
    doneAt: [],
    processorMillicores,
    progress: 0,
    countedTo: now,
    nextAt: null,
  };
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

/** Counts progress up to now. Call it before a call arrives or ends. */
export function settleProcessorShare(processorShare: ProcessorShare, now: Instant): void {
  const sharing = processorShare.working.length;
  processorShare.progress = sharing === 0 ? 0 : processorShare.progress + (now - processorShare.countedTo) / sharing;
  processorShare.countedTo = now;
}

/**
 * Begins the processor work of a call; the share is already settled.
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

/** Ends the processor work of a call; the share is already settled. */
export function endWork(processorShare: ProcessorShare, handle: number): void {
  const place = processorShare.working.indexOf(handle);
  if (place < 0) return;
  processorShare.working.splice(place, 1);
  processorShare.doneAt.splice(place, 1);
}

/** Removes a handle from a list. `splice` would make a list of what it removes. @returns whether it was there */
export function removeFrom(handles: number[], handle: number): boolean {
  const place = handles.indexOf(handle);
  if (place < 0) return false;
  for (let i = place + 1; i < handles.length; i += 1) handles[i - 1] = handles[i]!;
  handles.pop();
  return true;
}

/** When the first call at work is done, to the nearest millisecond; null if none is. The share is already settled. */
export function nextDoneAt({ working, doneAt, progress }: ProcessorShare, now: Instant): Instant | null {
  const first = doneAt[0];
  return first === undefined ? null : now + Math.max(0, Math.round((first - progress) * working.length));
}
