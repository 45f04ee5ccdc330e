/**
 * Tries one change: in a fork that goes on from before a decision, or in a run of the changed scenario from its start.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import { performRequest } from '../../platform/api/handlers/request.ts';
import { assumeFromNow } from '../../platform/handlers/assume.ts';
import type { Sim } from '../../platform/handlers/note.ts';
import { gbFromMicroGB } from '../../platform/volume/capacity.ts';
import { Run } from '../run.ts';
import { changedPlan, type PlanText, parsePlan } from '../study/planText.ts';
import { patchOf, planChangesOf, type WhyNotLever } from './lever.ts';
import { sameSubject, type WhyNotSubject } from './subject.ts';
import type { Bound, Wanted } from './wanted.ts';

/** What is asked of every trial. */
export interface TrialGoal {
  readonly wanted: Wanted;
  readonly subject: WhyNotSubject;
  /** Events before it do not count. */
  readonly from: Instant;
  /** Only events of this tick count; null: all of them. */
  readonly tick: Instant | null;
}

export interface TrialResult {
  readonly holds: boolean;
  /** Desired replicas, or GB; of an event how often it happened; null: the change was refused. */
  readonly value: number | null;
  /** Why the platform or the scenario format refuses the change; null: neither does. */
  readonly refused: string | null;
  readonly events: number;
}

/** Events between two pauses of a trial. */
const slice = 20_000;

/** Watches a run for what is wanted. */
export class GoalWatch {
  private readonly goal: TrialGoal;
  private count = 0;
  readonly sink = (entry: Entry): void => {
    const { wanted, subject, from, tick } = this.goal;
    if (entry.at < from || wanted.kind !== 'event' || !isEventOf(entry, wanted.type, subject)) return;
    if (tick === null || entry.data['slotAt'] === tick) this.count += 1;
  };

  constructor(goal: TrialGoal) {
    this.goal = goal;
  }

  /** What the goal has come to in a run, of which all deferred work must be settled. */
  outcome({ world }: Sim): { readonly holds: boolean; readonly value: number | null } {
    const { wanted } = this.goal;
    if (wanted.kind === 'event') return { holds: wanted.happens === this.count > 0, value: this.count };
    const value = valueNow(sameSubject(world, this.goal.subject));
    return { holds: value !== null && isWithinBound(value, wanted.is, wanted.value), value };
  }
}

export function isEventOf(entry: Entry, type: string, { subject }: WhyNotSubject): boolean {
  return entry.type === type && entry.subject.name === subject.name;
}

/** Desired replicas; of a volume GB, those of an accepted expansion included; null: there is none. */
export function valueNow(subject: WhyNotSubject | null): number | null {
  if (subject === null) return null;
  if (subject.kind === 'deployment') return subject.desired;
  return gbFromMicroGB(Math.max(subject.volume.capacityMicroGB, subject.requestedMicroGB));
}

export function isWithinBound(value: number, is: Bound, bound: number): boolean {
  if (is === '=') return value === bound;
  return is === '<=' ? value <= bound : value >= bound;
}

/** A run goes on up to an instant, and over it where it is no end of the scenario. */
export function* runTo(run: Run, until: Instant): Generator<void, void> {
  const included = until < run.scenario.end;
  while (run.sim.runUntil(until, { eventsMax: slice, included }) === 'more') yield;
  run.settle();
}

/** The events of a run: those that were computed in batches, too. */
export function eventsOf({ sim }: Run): number {
  return sim.events + sim.passed;
}

/**
 * Tries a change in a fork: a record gets a PATCH at the fork's instant, an assumption is another from there on.
 *
 * @param before a run that hears its entries, at the instant of the change
 */
export function* tryFork(
  before: Run,
  plan: PlanText,
  change: { readonly lever: WhyNotLever; readonly value: Value },
  goal: TrialGoal,
  until: Instant,
): Generator<void, TrialResult> {
  const watch = new GoalWatch(goal);
  const run = before.fork(watch.sink);
  const begun = eventsOf(run);
  const refused = applyChange(run.sim, plan, change);
  if (refused !== null) return { holds: false, value: null, refused, events: 0 };
  yield* runTo(run, until);
  return { ...watch.outcome(run.sim), refused: null, events: eventsOf(run) - begun };
}

/** @returns why it is refused; null: it is done */
function applyChange(
  sim: Sim,
  plan: PlanText,
  { lever, value }: { readonly lever: WhyNotLever; readonly value: Value },
): string | null {
  if (lever.kind === 'assumption') {
    const { scenario, problems } = parsePlan(changedPlan(plan, planChangesOf(lever, value)));
    if (scenario === null) return problems.find(({ severity }) => severity === 'error')?.message ?? 'it is not valid';
    assumeFromNow(sim, scenario.assumptions, 0);
    return null;
  }
  const record = sim.world.control.records.get(lever.link);
  if (record === undefined) return 'its record does not exist yet';
  const { status, body } = performRequest(sim, {
    method: 'PATCH',
    path: lever.link,
    body: patchOf(record.spec, lever, value),
  });
  return status < 300 ? null : messageOf(body, status);
}

function messageOf(body: unknown, status: number): string {
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string')
    return body.message;
  return `the API answers ${status}`;
}

/** Tries a change in a run of the scenario from its start, as `--set` or `--assume` makes it. */
export function* tryWhole(
  plan: PlanText,
  change: { readonly lever: WhyNotLever; readonly value: Value },
  goal: TrialGoal,
  until: Instant,
): Generator<void, TrialResult> {
  const { scenario, problems } = parsePlan(changedPlan(plan, planChangesOf(change.lever, change.value)));
  if (scenario === null) {
    const refused = problems.find(({ severity }) => severity === 'error')?.message ?? 'it is not valid';
    return { holds: false, value: null, refused, events: 0 };
  }
  const watch = new GoalWatch(goal);
  const run = new Run(scenario, { events: false, sink: watch.sink });
  yield* runTo(run, until);
  return { ...watch.outcome(run.sim), refused: null, events: eventsOf(run) };
}
