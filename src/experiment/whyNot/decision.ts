/** What the planner decided last, asked of a fork at the instant of the decision. */
import type { Entry, Reason } from '../../engine/journal.ts';
import { day, isoFromInstant } from '../../engine/time.ts';
import { askScaler, windowEndsAt } from '../../platform/autoscaling/handlers/askScaler.ts';
import { tickView } from '../../platform/cron/handlers/cron.ts';
import { executionAt } from '../../platform/cron/handlers/execution.ts';
import { jobOf } from '../../platform/cron/handlers/state.ts';
import { type ActiveExecution, blockersOf } from '../../platform/cron/tick.ts';
import type { FactData } from '../../platform/facts.ts';
import { askExpansion } from '../../platform/volume/handlers/askExpansion.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { VolumeEntity, World } from '../../platform/world.ts';
import { entrySentence } from '../../report/why/entrySentence.ts';
import { scaleFormula } from '../../report/why/scaleFormula.ts';
import {
  expansionFormula,
  expansionSentence,
  type ScaleGiven,
  scaleSentence,
} from '../../report/whyNot/decisionSentence.ts';
import {
  type ActiveAtTick,
  type SkippedTick,
  skippedFormula,
  skippedSentence,
} from '../../report/whyNot/tickSentence.ts';
import type { WhyNotDecision } from '../../report/whyNot/whyNotDocument.ts';
import type { Run } from '../run.ts';
import { lastTick, type WhyNotInstants } from './past.ts';
import type { WhyNotSubject } from './subject.ts';
import { valueNow } from './trial.ts';
import type { Wanted } from './wanted.ts';

/** @param run a fork that stands at the instant of the decision, settled; it is asked and then of no more use */
export function decisionOf(
  run: Run,
  subject: WhyNotSubject,
  wanted: Wanted,
  { decidedAt }: WhyNotInstants,
  entries: readonly Entry[],
): WhyNotDecision | null {
  const last = entries.findLast((entry) => entry.at <= decidedAt);
  if (subject.kind === 'volume') return volumeDecision(run, subject, decidedAt, entries);
  if (wanted.kind === 'event') return tickDecision(run, subject, decidedAt, entries);
  if (last?.type === 'deployment.scaled' && last.at === decidedAt) return actDecision(last);
  return scaleDecision(run, subject, wanted);
}

function scaleDecision(run: Run, deployment: Deployment, wanted: Wanted): WhyNotDecision | null {
  const { sim } = run;
  const value = wanted.kind === 'event' ? 0 : wanted.value;
  const answer = askScaler(sim, deployment, deployment.desired === 0 || value === 0);
  const { desired: current, options, standing } = deployment;
  const at = isoFromInstant(sim.now);
  if (answer === null) {
    const sentence =
      standing === 'on'
        ? `no loop looks after it: autoscaling is disabled, and the bounds are ${options.minScale} to ${options.maxScale} replicas`
        : 'the workload is suspended or closed, so no replicas are desired';
    return { at, plan: 'hold', hold: null, sentence, formula: [], rules: ['WL-18'], assumptions: [] };
  }
  const { decided, measured, plan, hold } = answer;
  const { scaler } = deployment;
  const bounds = { proposed: null, minScale: options.minScale, maxScale: options.maxScale };
  const ends = scaler === null || value >= current ? null : windowEndsAt(scaler, value);
  return {
    at,
    plan: plan.kind,
    hold,
    sentence: scaleSentence(answer, { current, windowEndsAt: ends, ...beforeZero(scaler) }, bounds),
    formula: scaleFormula({ from: current, to: current, measured, ...(decided === null ? {} : { decided }) }, sim.now),
    ...reasonOf(plan.reason),
  };
}

/** What keeps the last replica: the delay of a KPA, the cooldown of KEDA. */
function beforeZero(scaler: Deployment['scaler']): Pick<ScaleGiven, 'idleDelay' | 'cooldown'> {
  if (scaler === null) return { idleDelay: null, cooldown: null };
  const { settings, memory } = scaler;
  const isKpa = settings.loop === 'kpa' && settings.minScale === 0;
  const since = memory.loop === 'keda' ? memory.poll.lastActiveAt : null;
  const cooldown = settings.loop === 'keda' && since !== null ? { since, until: since + settings.cooldown } : null;
  return { idleDelay: isKpa ? settings.idleDelay : null, cooldown };
}

function actDecision(entry: Entry): WhyNotDecision {
  return {
    at: isoFromInstant(entry.at),
    plan: 'act',
    hold: null,
    sentence: sentenceOf(entry),
    formula: scaleFormula(entry.data as Readonly<FactData['deployment.scaled']>, entry.at),
    ...reasonOf(entry.reason),
  };
}

function volumeDecision(
  run: Run,
  subject: VolumeEntity,
  decidedAt: number,
  entries: readonly Entry[],
): WhyNotDecision | null {
  const answer = askExpansion(run.sim, subject);
  if (answer === null) return null;
  const counted = entries
    .filter(({ type, at }) => type === 'expansion.accepted' && at <= decidedAt && at > decidedAt - day)
    .map(({ at }) => at);
  const accepted = entries.find((entry) => entry.type === 'expansion.accepted' && entry.at === decidedAt);
  if (accepted !== undefined) return { ...actDecision(accepted), formula: expansionFormula(answer) };
  return {
    at: isoFromInstant(decidedAt),
    plan: answer.plan.kind,
    hold: answer.hold,
    sentence: expansionSentence(answer, counted),
    formula: expansionFormula(answer),
    ...reasonOf(answer.plan.reason),
  };
}

function tickDecision(run: Run, subject: Deployment, tick: number, entries: readonly Entry[]): WhyNotDecision {
  const skipped = entries.find((entry) => entry.type === 'execution.skipped' && entry.at === tick);
  const at = isoFromInstant(tick);
  const { job } = subject.settings;
  if (skipped === undefined) {
    const isSuspended = job?.suspend === true || subject.options.suspend;
    const sentence = isSuspended
      ? `the schedule is suspended by ${job?.suspend === true ? 'job.suspend' : 'defaultOptions.suspend'}, so its ticks start nothing`
      : `the schedule starts nothing at this tick: its location is ${subject.closed === 'none' ? 'open, and nothing in the journal says why' : subject.closed}`;
    const rules = isSuspended ? [job?.suspend === true ? 'SUSP-6' : 'SUSP-2'] : [];
    const assumptions = isSuspended ? ['cron.resume.missed'] : [];
    return { at, plan: 'hold', hold: null, sentence, formula: [], rules, assumptions };
  }
  const { why } = skipped.data as Readonly<FactData['execution.skipped']>;
  const given = why === undefined ? skippedTick(run, subject, tick) : null;
  return {
    at,
    plan: 'refuse',
    hold: null,
    sentence: given === null ? `skipped: ${why}` : skippedSentence(given),
    formula: given === null ? [] : skippedFormula(given),
    ...reasonOf(skipped.reason),
  };
}

/** What was Active at a tick that Forbid skipped; ends of that instant come before it. */
function skippedTick({ sim: { world } }: Run, subject: Deployment, tick: number): SkippedTick {
  const { active } = tickView(world, subject, tick);
  const blockers = blockersOf({ active }, world.assumptions);
  const { schedule, concurrencyPolicy: policy } = jobOf(subject);
  const before = lastTick(schedule, tick - 1, world.setup.start);
  const told = (executions: readonly ActiveExecution[]): readonly ActiveAtTick[] =>
    executions.map(({ handle }) => {
      const { startTime, run } = executionAt(world, handle);
      return { startedAt: startTime, endsAt: run.finishedAt };
    });
  return {
    policy,
    blockers: told(blockers),
    besides: told(active.filter((one) => !blockers.includes(one))),
    schedule: schedule.text,
    interval: before === null ? null : tick - before,
  };
}

function reasonOf({ rules, assumptions }: Reason): Pick<WhyNotDecision, 'rules' | 'assumptions'> {
  return { rules, assumptions };
}

/** The sentence of an entry, as `why` has it. */
export function sentenceOf({ type, subject, ordinal, data }: Entry): string {
  return entrySentence({ type, subject: ordinal === null ? subject.name : `${subject.name}/${ordinal}`, data });
}

/** What there is, for the question: replicas or GB; of an event how often it happened. */
export function presentValue(
  world: World,
  subject: WhyNotSubject,
  wanted: Wanted,
  entries: readonly Entry[],
): number | null {
  if (wanted.kind === 'event') return entries.filter(({ type }) => type === wanted.type).length;
  return world.entities.length === 0 ? null : valueNow(subject);
}
