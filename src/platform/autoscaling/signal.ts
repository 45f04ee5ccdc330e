/**
 * What the source behind a trigger says over time.
 */
import type { Instant } from '../../engine/time.ts';
import type { RateCurve } from '../traffic/curve.ts';
import { type Jitter, noiseFrom } from '../traffic/noise.ts';
import type { Extremes } from '../traffic/pieces.ts';
import { leastAndGreatest, perSecondAt, type Rate } from '../traffic/rate.ts';
import { type CronWindow, windowAt, windowBounds } from './cronWindow.ts';
import type { TriggerValues } from './keda.ts';
import type { Trigger } from './trigger.ts';

/** As a scenario tells it: values over time, or that the source cannot be asked. Immutable. */
export type Signal = { readonly curve: RateCurve; readonly jitter: Jitter | null } | 'failing';

/** By the name of the trigger. */
export interface Signals {
  readonly [trigger: string]: Signal;
}

/** The same in one run: with the noise of its seed, or by the trigger's own schedule. */
export type SignalSource = Told | CronWindow | 'failing';

/** What a scenario tells, and the part of it that is heard. */
type Told = Rate & { readonly share: number };

/** What a source is made from, beside the trigger. */
export interface SourceContext {
  readonly signals: Signals;
  readonly seed: string;
  /** `shop/workload/worker`: the noise is the same in all locations. */
  readonly workload: string;
  /** What part of what the scenario tells is heard in this location (`keda.value.location`). */
  readonly share: number;
  /** Where nothing is told of a trigger (`keda.value.missing`). */
  readonly missing: 'zero' | 'failing';
}

const nothing: SignalSource = { curve: { kind: 'steady', anchorAt: 0, perSecond: 0 }, noise: null, share: 1 };

/** Where a trigger's values come from: what the scenario says of it, else its own schedule. */
export function sourceOf(
  { name, window }: Pick<Trigger, 'name' | 'window'>,
  { signals, seed, workload, share, missing }: SourceContext,
): SignalSource {
  const signal = Object.hasOwn(signals, name) ? signals[name] : undefined;
  if (signal === undefined) return window ?? (missing === 'zero' ? nothing : 'failing');
  if (signal === 'failing') return signal;
  const { curve, jitter } = signal;
  const noise = jitter === null ? null : noiseFrom(jitter, seed, `keda/${workload}/${name}/noise`);
  return { curve, noise, share };
}

/** The values that a poll or a sync finds. */
export function valuesAt(sources: readonly SignalSource[], at: Instant): TriggerValues {
  return sources.map((source) => {
    if (source === 'failing') return null;
    return milli('curve' in source ? perSecondAt(source, at) * source.share : windowAt(source, at));
  });
}

/** The least and the greatest value of each source between two instants, both included; never too narrow. */
export function valuesBetween(
  sources: readonly SignalSource[],
  from: Instant,
  until: Instant,
): { readonly least: TriggerValues; readonly greatest: TriggerValues } {
  const bounds = sources.map((source): Extremes | null => {
    if (source === 'failing') return null;
    if (!('curve' in source)) return windowBounds(source, from, until);
    const { least, greatest } = leastAndGreatest(source, from, until);
    return { least: least * source.share, greatest: greatest * source.share };
  });
  return {
    least: bounds.map((one) => (one === null ? null : milli(one.least))),
    greatest: bounds.map((one) => (one === null ? null : milli(one.greatest))),
  };
}

/** In whole thousandths. */
function milli(value: number): number {
  return Math.round(value * 1_000);
}
