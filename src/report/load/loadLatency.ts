/**
 * Latency of the requests of a load: the source of its percentiles.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import {
  classOfDelays,
  type Delays,
  delaysUnder,
  isSpreadKnown,
  latencySpread,
  linedSpread,
} from '../../platform/traffic/latencySpread.ts';
import type { Serving } from '../../platform/traffic/serving.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Held } from './loadHeld.ts';
import type { LoadLine } from './loadLine.ts';
import { type Answerers, PressedLatency, type PressedSink, type Pressing } from './pressedLatency.ts';
import { UseClasses } from './useClasses.ts';
import { ValueClasses } from './valueClasses.ts';

/**
 * Collects latency; give it every part of a load, in order. It computes nothing before a result is read. It counts
 * requests by the utilisation of their replicas and by their time in the queue; percentiles are computed from these
 * counts once.
 */
export class LoadLatency implements PressedSink {
  /** Time in which requests came that were answered, or were held for a replica. */
  countedMs: Duration = 0;
  /** Requests whose latency is known by itself. */
  private known: ValueClasses = new ValueClasses();
  /** Those that came while replicas could answer all, by these and their number. */
  private steady: ByReplicas<UseClasses> = new Map();
  /** How long those waited that stood in line, by who answered them. */
  private waited: ByReplicas<ValueClasses> = new Map();
  private pressed: PressedLatency;
  private readonly assumptions: Assumptions;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
    this.pressed = new PressedLatency(assumptions);
  }

  /** None waits: so many come in a part and are answered as they come. */
  serve(part: LoadLine, requests: number): void {
    const { serving, ready, first, last, capacityPerSecond } = part;
    this.pressed.settle(part, this);
    if (requests <= 0) return;
    this.countedMs += part.until - part.from;
    const classes = inside(this.steady, serving, ready, () => new UseClasses());
    classes.add(first / capacityPerSecond, last / capacityPerSecond, requests);
  }

  /** Replicas do what they can, and some wait (`PressedLatency`). */
  press(part: LoadLine, pressing: Pressing): number | null {
    this.countedMs += part.until - part.from;
    return this.pressed.press(part, pressing, this);
  }

  /**
   * Requests were held until now, when there are replicas for them; those that were held for too long had their refusal
   * after so long.
   */
  release(now: Instant, { held, refused, longest, countedMs }: Held, by: Answerers): void {
    this.countedMs += countedMs;
    if (refused > 0) this.known.add(longest, longest, refused);
    this.pressed.release(now, held, by, this);
  }

  /**
   * Nobody answers any more: those that wait have their refusal now, and those that were held for too long have had it.
   */
  refuseAll(now: Instant, { held, refused, longest }: Held): void {
    if (refused > 0) this.known.add(longest, longest, refused);
    for (const { from, until, requests } of held) if (requests > 0) this.known.add(now - until, now - from, requests);
    this.pressed.refuse(now, this);
  }

  /** These have their answer at once, as nobody has time for them. */
  refuse(requests: number): void {
    if (requests > 0) this.known.add(0, 0, requests);
  }

  lined({ serving, ready }: Answerers, requests: number, first: number, last: number): void {
    inside(this.waited, serving, ready, () => new ValueClasses()).add(
      Math.min(first, last),
      Math.max(first, last),
      requests,
    );
  }

  took(requests: number, from: number, to: number, limit: number): void {
    this.known.addSpread({ share: 1, from, to, tail: 0 }, requests, limit);
  }

  /** Of all requests that have their answer; null: none has. `isKnown`: whether theory knows enough of their waits. */
  spread(): { readonly classes: ValueClasses; readonly isKnown: boolean } | null {
    let isKnown = true;
    const all = this.known.fork();
    for (const [serving, byReady] of this.steady) {
      const limit = limitOf(serving, this.assumptions);
      for (const { requests, delays } of this.delaysIn(serving, byReady)) {
        isKnown &&= isSpreadKnown(serving, delays);
        for (const one of latencySpread(serving, delays)) all.addSpread(one, requests, limit);
      }
    }
    for (const [serving, byReady] of this.waited) {
      // What was waited before counts only where its time counts from then.
      const limit = this.assumptions['timeout.from'] === 'arrival' ? serving.timeout : Number.POSITIVE_INFINITY;
      for (const [ready, classes] of byReady)
        for (const { from, to, requests } of waitsIn(classes, serving.duration * near))
          for (const one of linedSpread(serving, ready, { from, to }, this.assumptions))
            all.addSpread(one, requests, limit);
    }
    return all.total > 0 ? { classes: all, isKnown } : null;
  }

  /** Requests by what delayed them. */
  private delaysIn(
    serving: Serving,
    byReady: ReadonlyMap<number, UseClasses>,
  ): Iterable<{ readonly requests: number; readonly delays: Delays }> {
    const byClass = new Map<string, { requests: number; readonly delays: Delays }>();
    for (const [ready, classes] of byReady)
      classes.each((requests, use) => {
        const perSecond = use === 0 ? 0 : use * ready * serving.capacityPerSecond;
        const delays = delaysUnder(serving, { perSecond, ready }, this.assumptions);
        const key = classOfDelays(delays);
        const alike = byClass.get(key);
        if (alike === undefined) byClass.set(key, { requests, delays });
        else alike.requests += requests;
      });
    return byClass.values();
  }

  /** As it is, with nothing counted: those that wait still do. */
  carriedForward(): LoadLatency {
    const begun = new LoadLatency(this.assumptions);
    begun.pressed = this.pressed.fork();
    return begun;
  }

  fork(): LoadLatency {
    const fork = this.carriedForward();
    fork.countedMs = this.countedMs;
    fork.known = this.known.fork();
    fork.steady = forked(this.steady);
    fork.waited = forked(this.waited);
    return fork;
  }
}

/**
 * No answer takes longer; that of one which stood in line may, where its time counts from when it is forwarded
 * (`timeout.from`).
 */
function limitOf(serving: Serving, assumptions: Assumptions): number {
  const isLimited = serving.maxConcurrency === null || assumptions['timeout.from'] === 'arrival';
  return isLimited ? serving.timeout : Number.POSITIVE_INFINITY;
}

/** Waits that are nearer to each other than this part of them, or of a duration, are taken together. */
const near = 1 / 32;

/** Waits from the shortest to the longest: those that are near each other, or within so long, together. */
function waitsIn(classes: ValueClasses, within: Duration): readonly { from: number; to: number; requests: number }[] {
  const waits: { from: number; to: number; requests: number }[] = [];
  classes.eachClass((from, to, requests) => {
    const last = waits.at(-1);
    if (last === undefined || to - last.from > Math.max(within, near * last.from)) waits.push({ from, to, requests });
    else {
      last.to = to;
      last.requests += requests;
    }
  });
  return waits;
}

type ByReplicas<One> = Map<Serving, Map<number, One>>;

function inside<One>(all: ByReplicas<One>, serving: Serving, ready: number, make: () => One): One {
  let byReady = all.get(serving);
  if (byReady === undefined) {
    byReady = new Map();
    all.set(serving, byReady);
  }
  let one = byReady.get(ready);
  if (one === undefined) {
    one = make();
    byReady.set(ready, one);
  }
  return one;
}

function forked<One extends { fork(): One }>(all: ByReplicas<One>): ByReplicas<One> {
  return new Map(
    [...all].map(([serving, byReady]) => [serving, new Map([...byReady].map(([ready, one]) => [ready, one.fork()]))]),
  );
}
