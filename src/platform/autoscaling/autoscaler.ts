/**
 * What the autoscaling of one workload in one location remembers, by its loop, and when the loop looks.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import { clonePollMemory, newPollMemory, type PollMemory } from './keda.ts';
import { clonePanic, newPanic, type Panic } from './kpa.ts';
import type { AutoscalingSettings } from './settings.ts';
import { cloneSyncMemory, newSyncMemory, type SyncMemory } from './sync.ts';

/** Mutable, plain data; made anew where the loop is another, and when a suspended workload resumes. */
export type Autoscaler =
  | { readonly loop: 'disabled' }
  | { readonly loop: 'hpa'; readonly sync: SyncMemory }
  | { readonly loop: 'kpa'; readonly panic: Panic }
  | { readonly loop: 'keda'; readonly sync: SyncMemory; readonly poll: PollMemory };

/**
 * An autoscaler without a past.
 *
 * @param createdAt since when the triggers of a workload are watched here (`keda.creation`)
 */
export function newAutoscaler(settings: AutoscalingSettings, createdAt: Instant): Autoscaler {
  switch (settings.loop) {
    case 'disabled':
      return { loop: 'disabled' };
    case 'hpa':
      return { loop: 'hpa', sync: newSyncMemory() };
    case 'kpa':
      return { loop: 'kpa', panic: newPanic() };
    case 'keda':
      return { loop: 'keda', sync: newSyncMemory(), poll: newPollMemory(createdAt) };
  }
}

/** An independent copy. */
export function cloneAutoscaler(autoscaler: Autoscaler): Autoscaler {
  switch (autoscaler.loop) {
    case 'disabled':
      return autoscaler;
    case 'hpa':
      return { loop: 'hpa', sync: cloneSyncMemory(autoscaler.sync) };
    case 'kpa':
      return { loop: 'kpa', panic: clonePanic(autoscaler.panic) };
    case 'keda':
      return { loop: 'keda', sync: cloneSyncMemory(autoscaler.sync), poll: clonePollMemory(autoscaler.poll) };
  }
}

/**
 * When a loop looks next, strictly after an instant: at whole multiples of its periods since the epoch (`grid.anchor`).
 * Throws where none looks.
 */
export function nextLook(settings: AutoscalingSettings, after: Instant): Instant {
  switch (settings.loop) {
    case 'disabled':
      throw new Error('autoscaling is disabled: no evaluation is due');
    case 'hpa':
      return nextOn(settings.sync.period, after);
    case 'kpa':
      return nextOn(settings.tick, after);
    case 'keda':
      return Math.min(nextOn(settings.poll, after), nextOn(settings.sync.period, after));
  }
}

function nextOn(period: Duration, after: Instant): Instant {
  return (Math.floor(after / period) + 1) * period;
}
