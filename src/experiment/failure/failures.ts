/**
 * What would be left if a replica, a zone or a location were lost in the worst hour, what a spare replica would cost,
 * and which change the limit that binds asks for: each by running.
 */
import type { FailureReport, Spare, Survival } from '../../report/verdict/failure.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { numberOf } from '../recommend/figures.ts';
import { figuresFrom, figuresMeasure } from '../recommend/figureValues.ts';
import { blocksOf, type SeenWorkload } from '../recommend/seen.ts';
import type { Setting } from '../recommend/setting.ts';
import { studiedTrial, type Trial } from '../recommend/trial.ts';
import { Batches, type BatchRun, type BatchValues, replicationsFrom } from '../study/batches.ts';
import type { Values } from '../study/measure.ts';
import type { PlanText } from '../study/planText.ts';
import type { Runner } from '../study/runner.ts';
import type { StudyProgress } from '../study/steps.ts';
import { bindingOf } from './binding.ts';
import { helpOf, type LossTrial, type SearchedChange, searchLever } from './leverSearch.ts';
import { leversFor } from './levers.ts';
import { type Loss, lossesIn, lossSetting } from './losses.ts';
import { extraCost, type LossFound, lossReport, servedIn, survivalIn } from './lossReport.ts';

export interface Failures {
  readonly failures: readonly FailureReport[];
  /** Losses that were left out because there are too many. */
  readonly untried: number;
  /** Runs of the scenario and of each change that is proposed, each with other random numbers; 1: nothing is random. */
  readonly replications: number;
}

export interface FailureOptions {
  /** Replications, one or more. */
  readonly runs: number;
  /** Of all intervals of one loss together; above 0, below 1. */
  readonly confidence: number;
}

/** How often a change is made greater because other luck needs more. */
const growthsMax = 3;

/** Losses that are tried. */
const lossesMax = 30;

/**
 * Only of workloads with demand, in the order of their names; of each a replica, zone a and the whole of each location.
 * Yields after each run.
 *
 * The scenario's own replication decides which changes are tried and which is best. What is proposed then runs in all
 * replications. The result does not depend on the runner.
 *
 * @param scenario what the plan is without any change
 */
export async function* failuresOf(
  plan: PlanText,
  scenario: Scenario,
  runner: Runner,
  options: FailureOptions,
): AsyncGenerator<StudyProgress, Failures> {
  const batches = new Batches(plan, runner);
  const trial = yield* studiedTrial(scenario);
  const losses = lossesIn(trial);
  const work = new FailureWork(batches, trial, losses.slice(0, lossesMax), options);
  const failures = yield* work.failures();
  return {
    failures,
    untried: losses.length - Math.min(losses.length, lossesMax),
    replications: work.replications,
  };
}

/** More replicas of a workload, and their cost. */
interface SpareChange extends Omit<Spare, keyof Survival> {
  readonly settings: readonly Setting[];
}

class FailureWork {
  /** The most replications of any loss. */
  replications = 1;
  private readonly batches: Batches;
  private readonly trial: Trial;
  private readonly losses: readonly Loss[];
  private readonly options: FailureOptions;
  private readonly own: number;

  constructor(batches: Batches, trial: Trial, losses: readonly Loss[], options: FailureOptions) {
    this.batches = batches;
    this.trial = trial;
    this.losses = losses;
    this.options = options;
    this.own = trial.scenario.replication;
  }

  async *failures(): AsyncGenerator<StudyProgress, FailureReport[]> {
    const found = yield* this.found();
    const changes = yield* this.searched(found);
    return yield* this.reports(found, yield* this.grown(found, changes));
  }

  /** Each loss as the scenario is, and with one and two spare replicas; in the scenario's own replication. */
  private async *found(): AsyncGenerator<StudyProgress, LossFound[]> {
    const { losses } = this;
    const spares = yield* this.spares();
    const runs = losses.flatMap((loss) => [
      this.calmRun(loss),
      this.lossRun({ settings: [], loss }),
      ...(spares.get(loss.seen.key) ?? []).map(({ settings }) => this.lossRun({ settings, loss })),
    ]);
    const values = yield* this.batches.perform(runs);
    let next = 0;
    const take = (): Values => values[next++] ?? {};
    return losses.map((loss): LossFound => {
      const [before, after] = [take(), take()];
      const more = (spares.get(loss.seen.key) ?? []).map(
        ({ settings: _, ...spare }): Spare => ({ ...spare, ...survivalIn(loss, take()) }),
      );
      const isHurt = helpOf(servedIn(loss, before), servedIn(loss, after), servedIn(loss, after)) === 'none';
      return { loss, before, after, spares: more, limit: isHurt ? (bindingOf(loss, after)?.limit ?? null) : null };
    });
  }

  /** One and two replicas more in each location; fewer if the platform refuses them. */
  private async *spares(): AsyncGenerator<StudyProgress, ReadonlyMap<string, readonly SpareChange[]>> {
    const workloads = [...new Map(this.losses.map(({ seen }) => [seen.key, seen])).values()];
    const asked = workloads.flatMap((seen) =>
      ([1, 2] as const).map((more) => ({ key: seen.key, more, settings: moreReplicas(seen, more) })),
    );
    const all =
      asked.length === 0
        ? []
        : [{ settings: [], loss: null }, ...asked.map(({ settings }) => ({ settings, loss: null }))];
    this.batches.expected = all.length + this.losses.length * 4;
    const [base, ...values] = yield* this.batches.perform(all.map((one) => this.lossRun(one)));
    const changes = new Map<string, SpareChange[]>(workloads.map(({ key }) => [key, []]));
    for (const [index, { key, more, settings }] of asked.entries()) {
      const value = values[index];
      if (value == null || base == null) continue;
      changes.get(key)?.push({ more, settings, ...extraCost(base, value, this.trial.scenario) });
    }
    return changes;
  }

  /**
   * Searches a change for each loss that hurts; the searches of all losses go on together, one batch after another.
   */
  private async *searched(found: readonly LossFound[]): AsyncGenerator<StudyProgress, (SearchedChange | null)[]> {
    const [base] = yield* this.batches.perform(found.length === 0 ? [] : [this.lossRun({ settings: [], loss: null })]);
    const cost = base == null ? 0 : numberOf(figuresFrom(base, this.trial.scenario).cost);
    const results = new Map<number, SearchedChange | null>();
    const open = new Map<number, Search>();
    for (const [index, one] of found.entries()) {
      const search = this.searchFor(one, cost);
      if (search === null) results.set(index, null);
      else open.set(index, search);
    }
    const waiting = new Map<number, readonly LossTrial[]>();
    const advance = (index: number, values: readonly BatchValues[]): void => {
      const step = open.get(index)?.next(values);
      waiting.delete(index);
      if (step === undefined) return;
      if (step.done === true) {
        results.set(index, step.value);
        open.delete(index);
      } else waiting.set(index, step.value);
    };
    for (const index of [...open.keys()]) advance(index, []);
    while (waiting.size > 0) {
      const asked = [...waiting];
      const values = yield* this.batches.perform(asked.flatMap(([, trials]) => trials.map((one) => this.lossRun(one))));
      let next = 0;
      for (const [index, trials] of asked) {
        advance(index, values.slice(next, next + trials.length));
        next += trials.length;
      }
    }
    return found.map((_, index) => results.get(index) ?? null);
  }

  /**
   * Null: nothing is missing, or spare replicas are enough and no lever may do it for less: a greater maxScale costs
   * nothing before it is needed, and so does a spread over zones.
   */
  private searchFor({ loss, before, after, spares, limit }: LossFound, cost: number): Search | null {
    const binding = limit === null ? null : bindingOf(loss, after);
    if (binding === null) return null;
    const served = (values: Values): number | null => servedIn(loss, values);
    const isSpareEnough = spares.some(
      (spare) =>
        helpOf(served(before), served(after), spare.served === null ? null : Number(spare.served)) === 'enough',
    );
    if (isSpareEnough && limit !== 'maxScale' && limit !== 'zones') return null;
    const levers = leversFor(loss.seen, binding);
    if (levers.length === 0) return null;
    return searchLever({
      loss,
      before: served(before),
      after: served(after),
      binding,
      // A spare replica is proposed already: only what costs nothing may be better.
      levers: isSpareEnough ? levers.slice(0, 1) : levers,
      scenario: this.trial.scenario,
      cost,
    });
  }

  /** The scenario's own replication, and the others if anything about the loss is random. */
  private replicationsOf({ loss }: LossFound, change: SearchedChange | null): readonly number[] {
    const { own, options } = this;
    const settings = change?.best.settings ?? [];
    const isDrawn = [
      this.calmRun(loss),
      this.lossRun({ settings: [], loss }),
      this.lossRun({ settings, loss }),
      this.lossRun({ settings, loss: null }),
    ].some((run) => this.batches.isDrawn(run));
    const all = isDrawn ? replicationsFrom(own, options.runs) : [own];
    this.replications = Math.max(this.replications, all.length);
    return all;
  }

  /** Each change that is enough in the scenario's own replication, made greater until it is enough in all of them. */
  private async *grown(
    found: readonly LossFound[],
    changes: readonly (SearchedChange | null)[],
  ): AsyncGenerator<StudyProgress, (SearchedChange | null)[]> {
    const present = [...changes];
    for (let round = 0; round < growthsMax; round += 1) {
      const open = found.flatMap((one, index) => {
        const change = present[index] ?? null;
        return change === null || change.best.help !== 'enough' ? [] : [{ one, index, change }];
      });
      const runs = open.flatMap(({ one, change }) =>
        this.replicationsOf(one, change).flatMap((replication) => [
          this.calmRun(one.loss, replication),
          this.lossRun({ settings: [], loss: one.loss }, replication),
          this.lossRun({ settings: change.best.settings, loss: one.loss }, replication),
        ]),
      );
      const values = yield* this.batches.perform(runs);
      let next = 0;
      let isSettled = true;
      for (const { one, index, change } of open) {
        const count = this.replicationsOf(one, change).length;
        const shares = values
          .slice(next, next + 3 * count)
          .map((each) => (each === null ? null : servedIn(one.loss, each)));
        next += 3 * count;
        const isEnough = Array.from({ length: count }, (_, at) =>
          helpOf(shares[3 * at] ?? null, shares[3 * at + 1] ?? null, shares[3 * at + 2] ?? null),
        ).every((help) => help === 'enough');
        const greater = isEnough ? undefined : change.best.greater?.();
        if (greater === undefined) continue;
        isSettled = false;
        present[index] = { ...change, best: { ...change.best, ...greater } };
      }
      if (isSettled) break;
    }
    return present;
  }

  /** What was found, over all replications. */
  private async *reports(
    found: readonly LossFound[],
    changes: readonly (SearchedChange | null)[],
  ): AsyncGenerator<StudyProgress, FailureReport[]> {
    const asked = found.map((one, index): BatchRun[] => {
      const { loss, limit } = one;
      const change = changes[index] ?? null;
      if (limit === null) return [];
      return this.replicationsOf(one, change).flatMap((replication) => [
        this.lossRun({ settings: [], loss }, replication),
        ...(change === null
          ? []
          : [
              this.lossRun({ settings: change.best.settings, loss }, replication),
              this.lossRun({ settings: [], loss: null }, replication),
              this.lossRun({ settings: change.best.settings, loss: null }, replication),
            ]),
      ]);
    });
    const all = yield* this.batches.perform(asked.flat());
    let next = 0;
    return found.map((one, index): FailureReport => {
      const own = all.slice(next, next + (asked[index]?.length ?? 0));
      next += own.length;
      const change = changes[index] ?? null;
      const step = change === null ? 1 : 4;
      const columns = [0, 1, 2, 3].slice(0, step).map((at) => own.filter((_, place) => place % step === at));
      return lossReport(one, change, columns, {
        scenario: this.trial.scenario,
        confidence: this.options.confidence,
      });
    });
  }

  /** The hour without a loss. */
  private calmRun({ stretch }: Loss, replication = this.own): BatchRun {
    return { settings: [], replication, measure: stretch };
  }

  private lossRun({ settings, loss }: LossTrial, replication = this.own): BatchRun {
    if (loss === null) return { settings, replication, measure: figuresMeasure };
    return { settings: [...settings, lossSetting(loss)], replication, measure: loss.stretch };
  }
}

type Search = ReturnType<typeof searchLever>;

/** More replicas than now at least, and at most if that is needed for it. */
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
