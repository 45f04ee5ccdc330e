/**
 * What the autoscaling of one workload in one location remembers, by its loop, and when the loop looks.
 */
import type { Duration, Instant } from '../../../engine/time.ts';
import { clonePollMemory, newPollMemory, type PollMemory } from './keda.ts';
import { clonePanic, newPanic, type Panic } from './kpa.ts';
import { cloneLoad, type Load, newLoad } from './load.ts';
import type { AutoscalingSettings } from './settings.ts';
import { cloneSyncMemory, newSyncMemory, type SyncMemory } from './sync.ts';

/** Mutable, plain data; made anew where the loop is another, and when a suspended workload resumes. */
export type Autoscaler =
  | { readonly loop: 'disabled' }
  | { readonly loop: 'hpa'; readonly sync: SyncMemory }
  | { readonly loop: 'kpa'; readonly panic: Panic; readonly load: Load }
  | { readonly loop: 'keda'; readonly sync: SyncMemory; readonly poll: PollMemory };

/** What is done at each whole multiple of a period (`grid.anchor`). */
export interface Rhythm {
  readonly what: 'sync' | 'tick' | 'poll';
  readonly period: Duration;
}

/**
 * An autoscaler without a past.
 *
 * @param since when the workload was created here, or resumed
 */
export function newAutoscaler(settings: AutoscalingSettings, since: Instant): Autoscaler {
  switch (settings.loop) {
    case 'disabled':
      return { loop: 'disabled' };
    case 'hpa':
      return { loop: 'hpa', sync: newSyncMemory() };
    case 'kpa':
      return { loop: 'kpa', panic: newPanic(), load: newLoad(settings, since) };
    case 'keda':
      return { loop: 'keda', sync: newSyncMemory(), poll: newPollMemory(settings, since) };
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
      return { loop: 'kpa', panic: clonePanic(autoscaler.panic), load: cloneLoad(autoscaler.load) };
    case 'keda':
      return { loop: 'keda', sync: cloneSyncMemory(autoscaler.sync), poll: clonePollMemory(autoscaler.poll) };
  }
}

/** The rhythms of a loop; none where metrics are disabled. Of two that fall together the poll comes first. */
export function rhythmsOf(settings: AutoscalingSettings): readonly Rhythm[] {
  switch (settings.loop) {
    case 'disabled':
      return [];
    case 'hpa':
      return [{ what: 'sync', period: settings.sync.period }];
    case 'kpa':
      return [{ what: 'tick', period: settings.tick }];
    case 'keda':
      return [
        { what: 'poll', period: settings.poll },
        { what: 'sync', period: settings.sync.period },
      ];
  }
}
