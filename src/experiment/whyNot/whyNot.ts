/**
 * `svcsim why-not`: why what was wanted did not happen, and which changes would have brought it, each tried.
 *
 * Two questions, told apart. At this instant: the planner that decided last is asked again, with its settings rebuilt
 * from the record with one thing changed. From where it began: the run goes on from before the first decision that led
 * to it, with one thing changed there; what flips it is confirmed by a run of the changed scenario from its start.
 */

import type { Entry } from '../../engine/journal.ts';
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import type {
  WhyNotAnswer,
  WhyNotDecision,
  WhyNotDocument,
  WhyNotFlip,
  WhyNotOrigin,
} from '../../report/whyNot/whyNotDocument.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import type { PlanText } from '../study/planText.ts';
import { decisionOf, presentValue, sentenceOf } from './decision.ts';
import { type FoundFlip, findFlips } from './flips.ts';
import type { WhyNotLever } from './lever.ts';
import { assumptionLevers, leversOf, type Side } from './levers.ts';
import { DecisionEntries, heldSince, instantsOf, type WhyNotInstants } from './past.ts';
import { sameSubject, subjectOfWanted, subjectText } from './subject.ts';
import {
  eventsOf,
  isEventOf,
  isWithinBound,
  runTo,
  type TrialGoal,
  type TrialResult,
  tryFork,
  tryWhole,
} from './trial.ts';
import type { Wanted, WantedOf } from './wanted.ts';
import { type WhyNotSituation, whenByItself } from './whenByItself.ts';

export interface WhyNotQuestion {
  /** As it was asked. */
  readonly text: string;
  readonly wanted: Wanted;
  readonly plan: PlanText;
  readonly scenario: Scenario;
  /** null: the first such event, or the end of the run. */
  readonly at: Instant | null;
}

/** Most runs that look for changes from where it began, those that confirm them included. */
export const runsMost = 20;
/** Most questions to the planner at the instant of its decision. */
const asksMost = 240;

/** How far an inquiry is, for a progress bar. */
export interface WhyNotProgress {
  asks: number;
  runs: number;
}

/**
 * Answers a question. Yields whenever a caller may do something else.
 *
 * @param progress is updated on the way
 * @returns a text: what is wrong with the question in this run
 */
export function* whyNot(
  question: WhyNotQuestion,
  progress: WhyNotProgress = { asks: 0, runs: 0 },
): Generator<void, WhyNotDocument | string> {
  const { scenario, wanted } = question;
  const until = question.at ?? scenario.end;
  const decisions = new DecisionEntries();
  const run = new Run(scenario, { events: false, sink: decisions.sink });
  yield* runTo(run, until);
  const of = wanted.of ?? ownerOf(decisions.all, wanted, question.at !== null);
  if (of === null)
    return `${wanted.kind === 'event' ? wanted.type : question.text} did not happen ${question.at === null ? 'in this run' : `up to ${isoFromInstant(until)}`}: there is nothing to prevent`;
  const subject = subjectOfWanted(run.sim.world, wanted, of);
  if (typeof subject === 'string') return subject;
  const inquiry = new Inquiry(question, progress, { run, subject, entries: decisions.of(subject), until });
  return yield* inquiry.answer();
}

/** Whose event is meant, where the question names nobody. */
function ownerOf(entries: readonly Entry[], wanted: Wanted, isLast: boolean): WantedOf | null {
  if (wanted.kind !== 'event') return null;
  const found = entries.filter(({ type }) => type === wanted.type);
  const name = (isLast ? found.at(-1) : found[0])?.subject.name;
  const [, gvc, own, location = null, part = null] =
    /^([^/@]+)\/[^/@]+\/([^/@]+)(?:@([^/]+))?(?:\/(.+))?$/.exec(name ?? '') ?? [];
  return gvc === undefined || own === undefined ? null : { gvc, name: own, location, part };
}

class Inquiry {
  private readonly question: WhyNotQuestion;
  private readonly progress: WhyNotProgress;
  private readonly given: WhyNotSituation;
  private asks = 0;
  private forkedRuns = 0;
  private wholeRuns = 0;
  private events = 0;

  constructor(question: WhyNotQuestion, progress: WhyNotProgress, given: WhyNotSituation) {
    this.question = question;
    this.progress = progress;
    this.given = given;
  }

  *answer(): Generator<void, WhyNotDocument | string> {
    const { question, given } = this;
    const { wanted, scenario } = question;
    const { run, subject, until } = given;
    const { start, end } = scenario;
    const past = { entries: given.entries, at: until, isGiven: question.at !== null, start, end };
    const instants = instantsOf(run.sim.world, subject, wanted, past);
    if (typeof instants === 'string') return instants;
    const own = wanted.kind === 'event' ? this.eventsUntil(instants) : given.entries;
    const value = presentValue(run.sim.world, subject, wanted, own);
    const holds =
      wanted.kind === 'event'
        ? wanted.happens === (value ?? 0) > 0
        : value !== null && isWithinBound(value, wanted.is, wanted.value);
    const head = {
      schema: 'svcsim/why-not/1',
      question: question.text,
      subject: subjectText(subject),
      at: isoFromInstant(instants.at),
      value,
      event: wanted.kind === 'event' ? wanted.type : null,
      unit: wanted.kind === 'event' ? 'events' : wanted.kind === 'capacity' ? 'GB' : 'replicas',
    } as const;
    if (holds) {
      const since = isoFromInstant(heldSince(wanted, subject, past));
      return { ...head, heldSince: since, ...nothing, cost: this.cost(0, eventsOf(run)) };
    }
    const byItself = yield* whenByItself(given, wanted, instants);
    const before = yield* this.beforeDecisions(instants);
    const decision = yield* this.decision(before, instants);
    const levers = this.levers(decision, value ?? 0, instants);
    const atThisInstant = yield* this.atThisInstant(before, instants, levers);
    const fromWhereItBegan = yield* this.fromWhereItBegan(before, instants, levers);
    const cost = this.cost(eventsOf(run) - before.eventsAtOrigin, eventsOf(run));
    return { ...head, heldSince: null, decision, byItself, atThisInstant, fromWhereItBegan, cost };
  }

  private eventsUntil({ tick }: WhyNotInstants): readonly Entry[] {
    const { wanted } = this.question;
    if (wanted.kind !== 'event') return [];
    const { entries, subject } = this.given;
    return entries.filter((entry) => isEventOf(entry, wanted.type, subject) && (tick === null || entry.at === tick));
  }

  private cost(stretchEvents: number, runEvents: number): WhyNotDocument['cost'] {
    const { asks, forkedRuns, wholeRuns, events } = this;
    return { asks, forkedRuns, wholeRuns, runsMost, events, stretchEvents, runEvents };
  }

  /** What is wanted as trials judge it: of `=` the side on which it lies, for only that is monotone. */
  private goal(from: Instant, tick: Instant | null, value: number | null): TrialGoal {
    const { wanted } = this.question;
    const { subject } = this.given;
    const is = wanted.kind !== 'event' && wanted.is === '=' ? ((value ?? 0) > wanted.value ? '<=' : '>=') : null;
    return { wanted: is === null || wanted.kind === 'event' ? wanted : { ...wanted, is }, subject, from, tick };
  }

  /** The run again, standing just before the first decision of the chain, and just before the last one. */
  private *beforeDecisions({ first, decidedAt }: WhyNotInstants): Generator<void, BeforeDecisions> {
    const { scenario } = this.question;
    const run = new Run(scenario, { events: false, sink: () => {} });
    const originAt = first === null ? scenario.start : Math.max(scenario.start, Math.min(first.at, decidedAt) - 1);
    if (originAt > scenario.start) yield* runTo(run, originAt);
    const origin = originAt > scenario.start ? run.fork(() => {}) : null;
    const eventsAtOrigin = origin === null ? 0 : eventsOf(origin);
    if (decidedAt - 1 > run.now) yield* runTo(run, decidedAt - 1);
    return { origin, originAt, last: run, eventsAtOrigin };
  }

  private *decision({ last }: BeforeDecisions, instants: WhyNotInstants): Generator<void, WhyNotDecision | null> {
    const fork = last.fork(() => {});
    yield* runTo(fork, Math.min(instants.decidedAt, this.question.scenario.end));
    const own = sameSubject(fork.sim.world, this.given.subject);
    return own === null ? null : decisionOf(fork, own, this.question.wanted, instants, this.given.entries);
  }

  private levers(decision: WhyNotDecision | null, value: number, instants: WhyNotInstants): readonly WhyNotLever[] {
    const { wanted } = this.question;
    const { run, subject } = this.given;
    const { world } = run.sim;
    const side: Side =
      wanted.kind === 'event'
        ? 'other'
        : wanted.is === '<=' || (wanted.is === '=' && value > wanted.value)
          ? 'less'
          : 'more';
    return [
      ...leversOf(world, subject, wanted, side, instants),
      ...assumptionLevers(world, decision?.assumptions ?? [], side),
    ];
  }

  private *atThisInstant(
    { last }: BeforeDecisions,
    { decidedAt, tick }: WhyNotInstants,
    levers: readonly WhyNotLever[],
  ): Generator<void, WhyNotAnswer | null> {
    const { plan, scenario } = this.question;
    if (last.now <= scenario.start) return null;
    const goal = this.goal(decidedAt, tick, this.presentValue());
    const attempt = function* (this: Inquiry, lever: WhyNotLever, value: Value): Generator<void, TrialResult | null> {
      if (this.asks >= asksMost) return null;
      this.asks += 1;
      this.progress.asks = this.asks;
      return yield* tryFork(last, plan, { lever, value }, goal, decidedAt);
    }.bind(this);
    const asked = levers.filter((lever) => lever.kind === 'assumption' || !lever.isFromStart);
    const { flips, tried, untried } = yield* findFlips(asked, attempt, (result) => this.isExact(result));
    // Only a run from where it began tells whether the option brings it.
    const told = flips.map(({ flip }): WhyNotFlip => ({ ...flip, option: null }));
    return { at: isoFromInstant(decidedAt), flips: told, tried, untried };
  }

  private *fromWhereItBegan(
    { origin, originAt }: BeforeDecisions,
    { at, first, tick }: WhyNotInstants,
    levers: readonly WhyNotLever[],
  ): Generator<void, WhyNotOrigin> {
    const { plan } = this.question;
    const goal = this.goal(tick ?? originAt, tick, this.presentValue());
    // A run is left for each lever that helps in a fork: it confirms what is found.
    const helping = new Set<WhyNotLever>();
    const attempt = function* (this: Inquiry, lever: WhyNotLever, value: Value): Generator<void, TrialResult | null> {
      const isWhole = origin === null || (lever.kind === 'field' && lever.isFromStart);
      const kept = new Set(isWhole ? helping : [...helping, lever]).size;
      if (this.forkedRuns + this.wholeRuns + kept >= runsMost) return null;
      const result = yield* this.counted(
        isWhole ? tryWhole(plan, { lever, value }, goal, at) : tryFork(origin, plan, { lever, value }, goal, at),
        isWhole,
      );
      if (result.holds && !isWhole) helping.add(lever);
      return result;
    }.bind(this);
    const exact = (result: TrialResult): boolean => this.isExact(result);
    const { flips, tried, untried } = yield* findFlips(levers, attempt, exact);
    const confirmed: WhyNotFlip[] = [];
    for (const found of flips) confirmed.push(yield* this.confirmed(found, origin === null, goal, at));
    const told = first === null ? null : { seq: first.seq, at: isoFromInstant(first.at), sentence: sentenceOf(first) };
    return { at: isoFromInstant(originAt), first: told, flips: confirmed, tried, untried };
  }

  /** Runs the changed scenario from its start; a flip that this does not confirm has no option to advise. */
  private *confirmed(
    { lever, flip }: FoundFlip,
    isWhole: boolean,
    goal: TrialGoal,
    at: Instant,
  ): Generator<void, WhyNotFlip> {
    if (isWhole || (lever.kind === 'field' && lever.isFromStart)) return flip;
    if (this.forkedRuns + this.wholeRuns >= runsMost) return { ...flip, option: null };
    const result = yield* this.counted(tryWhole(this.question.plan, { lever, value: flip.to }, goal, at), true);
    return result.holds && this.isExact(result) ? { ...flip, value: result.value } : { ...flip, option: null };
  }

  private *counted(trial: Generator<void, TrialResult>, isWhole: boolean): Generator<void, TrialResult> {
    const result = yield* trial;
    if (isWhole) this.wholeRuns += 1;
    else this.forkedRuns += 1;
    this.events += result.events;
    this.progress.runs = this.forkedRuns + this.wholeRuns;
    return result;
  }

  private presentValue(): number | null {
    const { run, subject, entries } = this.given;
    return presentValue(run.sim.world, subject, this.question.wanted, entries);
  }

  private isExact({ value }: TrialResult): boolean {
    const { wanted } = this.question;
    return wanted.kind === 'event' || wanted.is !== '=' || value === wanted.value;
  }
}

const nothing = { decision: null, byItself: null, atThisInstant: null, fromWhereItBegan: null } as const;

interface BeforeDecisions {
  /** null: the chain began with the run. */
  readonly origin: Run | null;
  readonly originAt: Instant;
  /** Just before the last decision. */
  readonly last: Run;
  readonly eventsAtOrigin: number;
}
