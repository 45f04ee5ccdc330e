/**
 * Reads the file's `demand:` as typed values.
 */

import { type Distribution, meanOf } from '../../../engine/distribution.ts';
import { second } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import { type Arrivals, poisson } from '../../../platform/traffic/arrivals.ts';
import { countAt, type RateCurve } from '../../../platform/traffic/curve.ts';
import { type Demand, turnedAt } from '../../../platform/traffic/demand.ts';
import type { Jitter } from '../../../platform/traffic/noise.ts';
import { parseDistribution } from '../../../rules/units.ts';
import { shown } from '../../shape/shape.ts';
import type { ScenarioReading } from '../../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../../text/tree.ts';
import { readDuration } from '../../text/units.ts';
import { listOf } from '../names.ts';
import type { RunWindow } from '../window.ts';
import { type CallerContext, readCaller, readTarget } from './demandCaller.ts';
import { readGrowth, readRate } from './demandRate.ts';
import type { RateContext } from './rateContext.ts';

export type DemandContext = CallerContext &
  RateContext & {
    /** From its start on, requests may come one by one; null: they come as each demand says. */
    readonly window: RunWindow | null;
  };

const fluid: Arrivals = { kind: 'fluid' };

/** Single requests of one demand in a run: minutes of work. */
const callsMax = 50_000_000;

/** The most uneven gaps and noise: beyond, nearly all requests would come at a few instants. */
const cvMax = 30;
const shapeMin = 0.2;

/** Reads `demand:`, in the order of the file; an entry that cannot be read is a problem and left out. */
export function readDemand(root: TreeMap, context: DemandContext): readonly Demand[] {
  const counts = new Map<string, number>();
  const names = new Set<string>();
  return listOf(root.demand).flatMap((entry, index): readonly Demand[] => {
    if (!isMap(entry)) return [];
    const path = ['demand', index];
    const { reading } = context;
    const to = readTarget(root, [...path, 'to'], context);
    const caller = readCaller(root, path, context);
    const growth = readGrowth(root, [...path, 'growth'], reading);
    const factor = typeof entry.scale === 'number' ? entry.scale : 1;
    const curve = readRate(root, [...path, 'rate'], { growth, factor }, context);
    const jitter = entry.noise === undefined ? null : readJitter(root, [...path, 'noise'], reading);
    const arrivals = readArrivals(root, [...path, 'arrivals'], reading);
    if (to === null || caller === null || curve === null || arrivals === null) return [];
    const number = (counts.get(to) ?? 0) + 1;
    counts.set(to, number);
    const name = `${to}/${typeof entry.name === 'string' ? entry.name : number}`;
    if (names.has(name)) {
      const message = `another demand for ${to} is named ${shown(entry.name)}; each needs a name of its own`;
      reading.complain(root, [...path, 'name'], { code: 'duplicate-name', message });
    }
    names.add(name);
    const demands = inWindow({ name, to, caller, curve, jitter, arrivals }, context);
    const single = demands.find((one) => one.arrivals.kind === 'single');
    return single === undefined || isCountable(root, path, single.curve, context) ? demands : [];
  });
}

/** As amounts before a window with single requests, and one by one in it. */
function inWindow(demand: Demand, { window, period }: DemandContext): readonly Demand[] {
  if (window?.arrivals == null) return [demand];
  const [before, single] = turnedAt(demand, window.from, poisson);
  return window.from === period?.start ? [single] : [before, single];
}

/** Whether so many requests can be told one by one in a run; where they cannot that is a problem. */
function isCountable(root: TreeMap, path: Path, curve: RateCurve, { reading, period }: DemandContext): boolean {
  if (period === null) return true;
  const count = Math.round(countAt(curve, period.end) - countAt(curve, period.start));
  if (count <= callsMax) return true;
  reading.complain(root, [...path, 'arrivals'], {
    code: 'too-many',
    message: `expected at most ${callsMax} single requests, found about ${count}: shorten the run, or leave 'arrivals' out`,
    atKey: true,
  });
  return false;
}

/** Noise from a map of `every` and `cv`; null, with a problem, where it cannot be read. */
export function readJitter(root: TreeMap, path: Path, reading: ScenarioReading): Jitter | null {
  const given = valueAt(root, path);
  if (!isMap(given) || typeof given.cv !== 'number') return null;
  if (given.cv > cvMax) {
    const message = `expected a cv up to ${cvMax}, found ${given.cv}`;
    reading.complain(root, [...path, 'cv'], { code: 'too-much', message });
    return null;
  }
  const every = readDuration(given.every);
  // What a rate brings is added up period by period.
  if (every !== null && every >= second) return { every, cv: given.cv };
  reading.complain(root, [...path, 'every'], {
    code: 'bad-unit',
    message: `expected a duration of at least 1s such as 5m, found ${shown(given.every)}`,
  });
  return null;
}

/**
 * `fluid`, `poisson`, or a distribution of the gaps between requests, whose mean is the rate's own: what has none is
 * written without, as `{ gamma: { cv: 2 } }` or `{ uniform: { from: 0.5, to: 1.5 } }`. Only its shape counts, so the
 * numbers are bare.
 */
function readArrivals(root: TreeMap, path: Path, reading: ScenarioReading): Arrivals | null {
  const given = valueAt(root, path);
  if (given === undefined || given === 'fluid') return fluid;
  if (given === 'poisson') return poisson;
  // What was wrong in itself has been said.
  if (reading.hasBreachBelow(root, path)) return null;
  const gap = parseDistribution(given, bare);
  const mean = typeof gap === 'string' ? Number.NaN : meanOf(gap);
  const isGap = typeof gap !== 'string' && gap.kind !== 'normal' && mean > 0 && mean < Number.POSITIVE_INFINITY;
  if (isMap(given) && isGap && !isTooUneven(gap)) return { kind: 'single', gap, meanGap: mean };
  if (isMap(given) && isGap) {
    reading.complain(root, path, {
      code: 'too-much',
      message: `expected gaps with a cv of at most ${cvMax}, or with a shape of at least ${shapeMin}: with these gaps nearly all requests would come at one instant`,
    });
    return null;
  }
  reading.complain(root, path, {
    code: 'wrong-value',
    message: `expected fluid, poisson, or a distribution of gaps such as { gamma: { cv: 2 } }, found ${shown(given)}`,
  });
  return null;
}

/** Whether nearly all gaps are nothing beside a few: then requests without number come at one instant. */
function isTooUneven(gap: Distribution): boolean {
  if (gap.kind === 'gamma' || gap.kind === 'lognormal') return gap.cv > cvMax;
  return gap.kind === 'weibull' && gap.shape < shapeMin;
}

/** A number without a unit; 1 where none is given. */
function bare(value: unknown): number | null {
  if (value === undefined) return 1;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
