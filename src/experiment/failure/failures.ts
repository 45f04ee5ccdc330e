/**
 * What would be left if a replica, a zone or a location were lost in the worst hour, and what a spare replica would
 * cost: each by running.
 */
import { isoFromInstant } from '../../engine/time.ts';
import type { Fault } from '../../platform/fault/fault.ts';
import { formatDecimal, minus } from '../../platform/metering/decimal.ts';
import { zoneName } from '../../platform/workload/zone.ts';
import type { FailureReport, Spare, Survival } from '../../report/verdict/failure.ts';
import { perMonth } from '../../report/words/perMonth.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { figuresOf } from '../recommend/figures.ts';
import { type AdviceInput, applied } from '../recommend/plan.ts';
import { blocksOf, type SeenWorkload, seenIn } from '../recommend/seen.ts';
import { type Setting, setText } from '../recommend/setting.ts';
import { type Trial, trialOf } from '../recommend/trial.ts';
import type { TrialProgress } from '../recommend/trials.ts';
import { setupOf } from '../setup.ts';
import { helpOf, remediesFor } from './remedies.ts';
import { type Look, survivals } from './survival.ts';
import { type ScaledFrom, worstHour } from './worstHour.ts';

export interface Failures {
  readonly failures: readonly FailureReport[];
  /** Losses that were left out, as there are too many. */
  readonly untried: number;
}

/** Losses that are tried; each takes up to three runs as far as the hour goes. */
const lossesMax = 30;

/** One loss. */
interface Loss extends Look {
  readonly seen: SeenWorkload;
  readonly lost: FailureReport['lost'];
  readonly location: string;
  readonly zone: number | null;
}

/**
 * Only of workloads with demand, in the order of their names; of each a replica, zone a and the whole of each location.
 * Yields while it works.
 */
export function* failuresOf(plan: AdviceInput, scenario: Scenario): Generator<TrialProgress, Failures> {
  const work = new Work(plan);
  const trial = yield* work.whole(scenario);
  const losses = lossesIn(trial);
  const tried = losses.slice(0, lossesMax);
  const workloads = [...new Map(tried.map((loss) => [loss.workload, loss.seen])).values()];
  work.expected = 1 + 2 * workloads.length + 3 * tried.length;
  const hours = tried.filter(({ workload }, index) => tried.findIndex((one) => one.workload === workload) === index);
  const calm = yield* work.part(scenario, hours);
  const before = new Map(hours.map(({ workload }, index) => [workload, calm[index]]));
  const spares = new Map<string, readonly SpareScenario[]>();
  for (const seen of workloads) spares.set(seen.key, yield* work.spares(seen, trial));
  const failures: FailureReport[] = [];
  for (const loss of tried) {
    const { seen, lost, location, zone, from, until, workload } = loss;
    const after = yield* work.lose(scenario, loss);
    const more: Spare[] = [];
    for (const { scenario: larger, ...spare } of spares.get(workload) ?? [])
      more.push({ ...spare, ...(yield* work.lose(larger, loss)) });
    const calmBefore = before.get(workload) ?? nothing;
    failures.push({
      gvc: seen.gvc,
      name: seen.name,
      lost,
      location,
      zone: zone === null ? null : zoneName(zone),
      from: isoFromInstant(from),
      until: isoFromInstant(until),
      before: calmBefore,
      after,
      spares: more,
      remedy: yield* work.remedy(loss, { before: calmBefore, after, spares: more }, trial),
    });
  }
  return { failures, untried: losses.length - tried.length };
}

const nothing: Survival = { served: null, breachMinutes: 0 };

/** The scenario with more replicas, and what they cost. */
interface SpareScenario extends Omit<Spare, keyof Survival> {
  readonly scenario: Scenario;
}

/** Runs, counted. */
class Work {
  /** Runs that are known to come. */
  expected = 1;
  private runs = 0;
  private readonly plan: AdviceInput;

  constructor(plan: AdviceInput) {
    this.plan = plan;
  }

  *whole(scenario: Scenario): Generator<TrialProgress, Trial> {
    return yield* this.counted(trialOf(scenario));
  }

  *part(scenario: Scenario, looks: readonly Look[]): Generator<TrialProgress, Survival[]> {
    return yield* this.counted(survivals(scenario, looks));
  }

  /** The hour with the loss. */
  *lose(scenario: Scenario, loss: Loss): Generator<TrialProgress, Survival> {
    const [survival] = yield* this.part(withLoss(scenario, loss), [loss]);
    return survival ?? nothing;
  }

  /**
   * What helps where no spare replica does: of what is tried the first that helps enough (`helpOf`), else what helps
   * most, if that is half of the way. null: nothing is needed, or nothing that was tried helps.
   */
  *remedy(
    loss: Loss,
    { before, after, spares }: Pick<FailureReport, 'before' | 'after' | 'spares'>,
    base: Trial,
  ): Generator<TrialProgress, FailureReport['remedy']> {
    // Where one spare replica is enough, the report already says so.
    if ([after, ...spares].some((one) => helpOf(before, after, one) === 'enough')) return null;
    let best: FailureReport['remedy'] = null;
    for (const { proposed, settings } of remediesFor(loss.seen, loss)) {
      const { scenario } = applied(this.plan, settings);
      if (scenario === null) continue;
      const survival = yield* this.lose(scenario, loss);
      const help = helpOf(before, after, survival);
      if (help === 'none' || (best !== null && Number(survival.served) <= Number(best.served))) continue;
      const extra = yield* this.extra(scenario, base);
      best = { proposed, set: settings.map(setText), ...survival, ...extra };
      if (help === 'enough') return best;
    }
    return best;
  }

  /** What a scenario costs more than another, without any loss. */
  private *extra(scenario: Scenario, base: Trial): Generator<TrialProgress, Pick<Spare, 'cost' | 'costPerMonth'>> {
    const { cost, length } = figuresOf(base);
    const extra = minus(figuresOf(yield* this.whole(scenario)).cost, cost);
    return { cost: formatDecimal(extra), costPerMonth: formatDecimal(perMonth(extra, length)) };
  }

  /** One and two replicas more in each location; fewer where the platform refuses them. */
  *spares(seen: SeenWorkload, base: Trial): Generator<TrialProgress, SpareScenario[]> {
    const spares: SpareScenario[] = [];
    for (const more of [1, 2] as const) {
      const { scenario } = applied(this.plan, moreReplicas(seen, more));
      if (scenario === null) continue;
      spares.push({ scenario, more, ...(yield* this.extra(scenario, base)) });
    }
    return spares;
  }

  private *counted<Result>(steps: Generator<number, Result>): Generator<TrialProgress, Result> {
    this.runs += 1;
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      yield { run: this.runs, of: Math.max(this.runs, this.expected), share: step.value };
    }
  }
}

/** More replicas than now at least, and at most where that is needed for it. */
function moreReplicas(seen: SeenWorkload, more: number): readonly Setting[] {
  return blocksOf(seen).flatMap(({ steps, options: { minScale, maxScale } }) => {
    const least = minScale + more;
    const field = (name: string, value: number): Setting => ({
      kind: 'field',
      resource: seen.key,
      steps: [...steps, 'autoscaling', name],
      value,
    });
    return [field('minScale', least), ...(least > maxScale ? [field('maxScale', least)] : [])];
  });
}

/** What the timeline makes of the demand for a workload, by time. */
function scaledOf({ timeline }: Scenario, key: string): readonly ScaledFrom[] {
  return timeline
    .flatMap(({ instants, action }) => {
      const scale = action.kind === 'demand' ? action.scales.get(key) : undefined;
      return scale === undefined ? [] : instants.map((at) => ({ at, scale }));
    })
    .sort((a, b) => a.at - b.at);
}

function lossesIn(trial: Trial): Loss[] {
  const { scenario } = trial;
  const { demand, start, end, assumptions } = scenario;
  const { seed } = setupOf(scenario);
  return seenIn(trial).workloads.flatMap((seen): Loss[] => {
    const asked = demand.filter(({ to }) => to === seen.key);
    if (asked.length === 0) return [];
    const about = {
      ...worstHour(asked, { from: start, until: end }, seed, scaledOf(scenario, seen.key)),
      workload: seen.key,
      seen,
    };
    return seen.places.flatMap(({ location }): Loss[] => {
      const told = scenario.locations.get(location)?.zones;
      const isSpread = (seen.settings.localOptions.get(location) ?? seen.settings.options).multiZone;
      const zones = told ?? (isSpread ? assumptions['location.zones'] : 1);
      return [
        { ...about, lost: 'replica', location, zone: null },
        // Zone a has most of what is spread, and all of what is not.
        ...(zones > 1 ? [{ ...about, lost: 'zone' as const, location, zone: 0 }] : []),
        { ...about, lost: 'location', location, zone: null },
      ];
    });
  });
}

/** The scenario with a fault that begins before all else that is due at the instant, and lasts as long as the hour. */
function withLoss(scenario: Scenario, { lost, location, zone, seen, from, until }: Loss): Scenario {
  const { timeline } = scenario;
  const fault: Fault = {
    name: lost === 'replica' ? 'nodeLoss' : lost === 'zone' ? 'zoneLoss' : 'locationOutage',
    location,
    zone,
    of: lost === 'replica' ? { kind: 'workload', gvc: seen.gvc, name: seen.name } : null,
    whom: lost === 'replica' ? { kind: 'count', count: 1 } : { kind: 'all' },
    service: 'requests',
    latency: 0,
    failure: 0,
    addBytes: 0,
  };
  const index = timeline.reduce((most, one) => Math.max(most, one.index + 1), 0);
  const place = { file: '', line: 0, column: 0, endColumn: 0 };
  const action = { kind: 'fault', fault, duration: until - from, gap: null, until: null } as const;
  const entry = { instants: [from], order: 'first', index, isAsked: false, action, place } as const;
  return { ...scenario, timeline: [...timeline, entry] };
}
