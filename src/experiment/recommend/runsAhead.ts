/**
 * Runs of changes that a search will ask for, or probably will, performed by other threads while it goes on.
 *
 * A search asks for one run after the other, as what each comes to decides about the next. But most of what it asks for
 * is known some runs before. What was run in vain is forgotten: the answers are those of a search that runs everything
 * itself, in its order.
 */
import type { Measure, Values } from '../study/measure.ts';
import { changedPlan, type PlanText } from '../study/planText.ts';
import type { RunJob, RunResult } from '../study/runner.ts';
import { tellingFigures } from './figureValues.ts';
import { inputOf, keyOf, type Setting } from './setting.ts';

/** Who performs them. */
export interface AheadRunner {
  /** How many runs at a time. */
  readonly width: number;
  readonly perform: (job: RunJob) => Promise<RunResult>;
}

const measures: readonly Measure[] = [tellingFigures];

export class RunsAhead {
  private readonly plan: PlanText;
  private readonly replication: number;
  private readonly runner: AheadRunner;
  /** By the key of the change: what its run comes to. */
  private readonly begun: Map<string, Promise<Values | null>> = new Map();
  private underWay = 0;
  private coming: readonly (readonly Setting[])[] = [];

  /** @param plan what is run without any change, in one replication */
  constructor(plan: PlanText, replication: number, runner: AheadRunner) {
    this.plan = plan;
    this.replication = replication;
    this.runner = runner;
  }

  /** Says what will probably be asked for, in place of what was said before; the surest first. */
  expect(coming: readonly (readonly Setting[])[]): void {
    this.coming = coming;
    this.beginMore();
  }

  /** What a run comes to, by the names of `tellingFigures`; null: it came to no end, and must be performed here. */
  valuesOf(settings: readonly Setting[]): Promise<Values | null> {
    return this.begun.get(keyOf(settings)) ?? this.begin(settings);
  }

  private beginMore(): void {
    for (const settings of this.coming) {
      if (this.underWay >= this.runner.width) return;
      if (!this.begun.has(keyOf(settings))) void this.begin(settings);
    }
  }

  private begin(settings: readonly Setting[]): Promise<Values | null> {
    const key = keyOf(settings);
    const { plan, replication } = this;
    const job = { key, plan: changedPlan(plan, { set: settings.map(inputOf) }), replication, measures };
    this.underWay += 1;
    const values = this.runner.perform(job).then((result) => {
      this.underWay -= 1;
      this.beginMore();
      return result.kind === 'measured' ? result.values : null;
    });
    this.begun.set(key, values);
    return values;
  }
}
