/**
 * What a tick of the KPA decides by, as the journal keeps it.
 */
import type { ScaleDecision } from './decision.ts';
import { type KpaLoad, type KpaState, kpaReach, panicsAt, proposeKpa } from './kpa.ts';
import { timesUp } from './ratio.ts';
import type { KpaSettings } from './settings.ts';

/**
 * Averages, rate limits, panic and bounds of a tick, before it remembers its panic (`rememberPanic`).
 *
 * @param load null: there is no data
 */
export function decisionOfTick(settings: KpaSettings, state: KpaState, load: KpaLoad | null): ScaleDecision {
  const { ready, panic } = state;
  const { minScale, maxScale, window, panicThreshold } = settings;
  const proposed = proposeKpa(settings, state, load);
  if (load === null) return { proposed, ready, minScale, maxScale, panics: false };
  const { least, most } = kpaReach(settings, ready);
  return {
    proposed,
    ready,
    minScale,
    maxScale,
    least,
    most,
    panics: panicsAt(settings, state, load),
    panic: {
      stableMilli: load.stableMilli,
      panicMilli: load.panicMilli,
      from: timesUp(Math.max(1, ready), panicThreshold),
      untilAt: panic.since === null ? null : panic.since + window,
      most: panic.most,
    },
  };
}
