/**
 * The use of all volumes that an expectation covers, reading by reading over a run, without computing each reading.
 */
import type { Extreme } from '../../engine/durations.ts';
import { Spells } from '../../engine/spells.ts';
import type { Instant } from '../../engine/time.ts';
import type { Comparison, Expectation, MetricName } from '../../platform/expectation.ts';
import { storedBetween } from '../../platform/volume/readingsAhead.ts';
import type { UsageExtremes } from '../../platform/volume/usage.ts';
import { capacityBytesOf, storedBytes } from '../../platform/volume/volume.ts';
import { covers, freePercentage } from './measure.ts';
import { type CourseStretch, courseOf, type Settings, type Spell } from './volumeCourse.ts';
import type { VolumeNow } from './volumeNow.ts';
import { holds, isCeiling } from './watcher.ts';

/** Metrics of volumes that change between the entries of the journal. */
export type UseMetric = Extract<MetricName, 'volumes.usedGB' | 'volumes.freePercentage'>;

export function isUseMetric(metric: MetricName): metric is UseMetric {
  return metric === 'volumes.usedGB' || metric === 'volumes.freePercentage';
}

/** One volume while it follows one curve. */
interface Curve {
  readonly stretch: CourseStretch;
  readonly settings: Settings;
}

/** A time in which the same volumes follow the same curves; `until` is excluded. */
interface Piece {
  readonly from: Instant;
  readonly until: Instant;
  readonly curves: readonly Curve[];
}

/** More than this is not worked out: volumes times the times in which all of them hold still. */
const workMax = 5_000_000;

/** The values of a metric, from the readings of the volumes. */
export class UseCourse {
  private readonly metric: UseMetric;
  private readonly expectation: Expectation;
  /** Whether the course is worked out: too many volumes are not added up. */
  readonly isWhole: boolean;
  /** The fullest volume decides: then each is looked at by itself, else all of them together. */
  private readonly groups: readonly (readonly Piece[])[];

  /** @param from when the time begins that counts */
  constructor(metric: UseMetric, expectation: Expectation, volumes: readonly VolumeNow[], from: Instant, now: Instant) {
    this.metric = metric;
    this.expectation = expectation;
    const covered = volumes.filter(({ place }) => covers(expectation, place));
    const all = covered.map((volume) =>
      courseOf(volume, from, now).map((stretch): Curve => ({ stretch, settings: volume.set.settings })),
    );
    const isEach = metric === 'volumes.freePercentage' && isMinimum(expectation);
    const work = isEach ? 0 : all.length * all.reduce((sum, curves) => sum + curves.length, 0);
    this.isWhole = work <= workMax;
    this.groups = isEach ? all.map(piecesOf) : work > workMax ? [] : [piecesOf(all.flat())];
  }

  /** When the value was as the expectation does not want it; each reading speaks for the time up to the next. */
  breaches(): Spells {
    const found = this.groups.flatMap((pieces) => this.breachesIn(pieces)).sort((a, b) => a.from - b.from);
    const spells = new Spells();
    let end = Number.NEGATIVE_INFINITY;
    for (const { from, until } of found) {
      if (from > end) {
        if (end > Number.NEGATIVE_INFINITY) spells.set(end, false);
        spells.set(from, true);
      }
      end = Math.max(end, until);
    }
    if (end > Number.NEGATIVE_INFINITY) spells.set(end, false);
    return spells;
  }

  /**
   * The value that is farthest from what is wanted of a bound, the first of several; null where there was no volume.
   */
  worst(): Extreme | null {
    const { operator } = this.expectation.comparison;
    const isFloor = operator === '>=' || operator === '>';
    let worst: Extreme | null = null;
    for (const pieces of this.groups) {
      const one = this.mostIn(pieces, ({ least, greatest }) => (isFloor ? -least : greatest));
      if (one !== null && (worst === null || one.value > worst.value)) worst = one;
    }
    return worst === null || !isFloor ? worst : { value: -worst.value, at: worst.at };
  }

  /** The value at an instant; null where there was no volume. */
  valueAt(at: Instant): number | null {
    const here = this.groups.flatMap((pieces) => pieces.filter(({ from, until }) => from <= at && at < until));
    const values = here.map((piece) => this.between(piece, at, at).least);
    return values.length === 0 ? null : Math.min(...values);
  }

  private breachesIn(pieces: readonly Piece[]): Spell[] {
    const spells: { from: Instant; until: Instant }[] = [];
    for (const piece of pieces) {
      this.eachUniform(piece, (from, until, isBreach) => {
        if (!isBreach) return;
        const last = spells.at(-1);
        if (last?.until === from) last.until = until;
        else spells.push({ from, until });
      });
    }
    return spells;
  }

  /**
   * Calls back with times, in order, in which the answer is the same. Where the bounds of one leave no doubt it is not
   * looked into.
   */
  private eachUniform(piece: Piece, callback: (from: Instant, until: Instant, isBreach: boolean) => void): void {
    const readings = readingsOf(piece);
    const visit = (first: number, last: number): void => {
      const from = readings.at(first);
      const answer = isBreachBetween(this.expectation, this.between(piece, from, readings.at(last)));
      if (answer !== null) callback(from, last + 1 < readings.count ? readings.at(last + 1) : piece.until, answer);
      else {
        const middle = Math.floor((first + last) / 2);
        visit(first, middle);
        visit(middle + 1, last);
      }
    };
    visit(0, readings.count - 1);
  }

  /**
   * The greatest of something over all readings, the first of several: halves that cannot hold more are not looked
   * into.
   */
  private mostIn(pieces: readonly Piece[], of: (bounds: UsageExtremes) => number): Extreme | null {
    let most: Extreme | null = null;
    for (const piece of pieces) {
      const readings = readingsOf(piece);
      const boundOf = (first: number, last: number): number =>
        of(this.between(piece, readings.at(first), readings.at(last)));
      const visit = (first: number, last: number, bound: number): void => {
        if (most !== null && bound <= most.value) return;
        if (first === last) {
          most = { value: bound, at: readings.at(first) };
          return;
        }
        const middle = Math.floor((first + last) / 2);
        const [before, after] = [boundOf(first, middle), boundOf(middle + 1, last)];
        if (before >= after) visit(first, middle, before);
        visit(middle + 1, last, after);
        if (before < after) visit(first, middle, before);
      };
      visit(0, readings.count - 1, boundOf(0, readings.count - 1));
    }
    return most;
  }

  /** At one instant exact, over a time never too narrow. */
  private between({ curves }: Piece, from: Instant, until: Instant): UsageExtremes {
    const isSum = this.metric === 'volumes.usedGB';
    let [least, greatest] = isSum ? [0, 0] : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { stretch, settings } of curves) {
      const { use, usage } = stretch;
      const exact = from === until ? storedBytes(use, usage, settings, from) : null;
      const stored =
        exact === null ? storedBetween({ use, usage, settings }, { from, until }) : { least: exact, greatest: exact };
      if (isSum) {
        least += stored.least / 1e9;
        greatest += stored.greatest / 1e9;
      } else {
        const capacityBytes = capacityBytesOf(use.capacityMicroGB, settings.bytesPerGB);
        least = Math.min(least, freePercentage(stored.greatest, capacityBytes));
        greatest = Math.min(greatest, freePercentage(stored.least, capacityBytes));
      }
    }
    return { least, greatest };
  }
}

/** Instants at which a piece is looked at: its begin, and every reading in it. */
function readingsOf({ from, until, curves }: Piece): {
  readonly count: number;
  readonly at: (index: number) => Instant;
} {
  const step = curves[0]?.settings.readingInterval ?? until - from;
  const first = Math.floor(from / step) + 1;
  const inside = Math.max(0, Math.ceil(until / step) - first);
  return { count: 1 + inside, at: (index) => (index === 0 ? from : (first + index - 1) * step) };
}

/** In order of time; times without a volume are left out. */
function piecesOf(curves: readonly Curve[]): Piece[] {
  const bounds = [...new Set(curves.flatMap(({ stretch: { from, until } }) => [from, until]))].sort((a, b) => a - b);
  const coming = [...curves].sort((a, b) => a.stretch.from - b.stretch.from);
  const pieces: Piece[] = [];
  let active: readonly Curve[] = [];
  let next = 0;
  bounds.forEach((from, index) => {
    const until = bounds[index + 1];
    if (until === undefined) return;
    let end = next;
    while ((coming[end]?.stretch.from ?? Number.POSITIVE_INFINITY) <= from) end += 1;
    active = [...active.filter(({ stretch }) => stretch.until > from), ...coming.slice(next, end)];
    next = end;
    if (active.length > 0) pieces.push({ from, until, curves: active });
  });
  return pieces;
}

/** Whether a value counts against an expectation whenever a smaller one would. */
function isMinimum(expectation: Expectation): boolean {
  const { test, comparison, holds: condition } = expectation;
  const asked = test === 'share' ? condition : comparison;
  const isWanted = test !== 'share' || !isCeiling(expectation);
  return asked !== null && (isWanted ? ['>=', '>'] : ['<=', '<']).includes(asked.operator);
}

/** Whether all values between two count against an expectation, or none does; null: some may. */
function isBreachBetween(expectation: Expectation, bounds: UsageExtremes): boolean | null {
  const { test, comparison, holds: condition } = expectation;
  const asked = test === 'share' ? condition : comparison;
  const isMet = asked === null ? isNotZero(bounds) : isMetBetween(asked, bounds);
  if (isMet === null) return null;
  return test === 'share' && isCeiling(expectation) ? isMet : !isMet;
}

function isNotZero({ least, greatest }: UsageExtremes): boolean | null {
  if (least === 0 && greatest === 0) return false;
  return least > 0 || greatest < 0 ? true : null;
}

function isMetBetween(asked: Comparison, { least, greatest }: UsageExtremes): boolean | null {
  const [low, high] = [holds(asked, least), holds(asked, greatest)];
  if (asked.operator !== '=' && asked.operator !== '!=') return low === high ? low : null;
  const isEqual = asked.operator === '=';
  const [nearLow, nearHigh] = isEqual ? [low, high] : [!low, !high];
  if (nearLow && nearHigh) return isEqual;
  // Both on one side of what is compared with: none between them is near it.
  const isAway = !nearLow && !nearHigh && (greatest < asked.value || least > asked.value);
  return isAway ? !isEqual : null;
}
