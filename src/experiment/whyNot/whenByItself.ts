/** When what is wanted comes true without a change. */
import type { Entry } from '../../engine/journal.ts';
import { hour, type Instant, isoFromInstant } from '../../engine/time.ts';
import { askScaler } from '../../platform/autoscaling/handlers/askScaler.ts';
import type { WhyNotByItself } from '../../report/whyNot/whyNotDocument.ts';
import type { Run } from '../run.ts';
import { valueSet, type WhyNotInstants } from './past.ts';
import { sameSubject, type WhyNotSubject } from './subject.ts';
import { isWithinBound, runTo } from './trial.ts';
import type { Wanted } from './wanted.ts';

/** The run that a question is about, at its instant. */
export interface WhyNotSituation {
  readonly run: Run;
  readonly subject: WhyNotSubject;
  /** Decisions on the subject up to there. */
  readonly entries: readonly Entry[];
  readonly until: Instant;
}

/** How far at least the run goes on to see, and how many evaluations of a loop are asked on the way. */
const [soonest, looksMost] = [6 * hour, 240];

/** Goes on with a fork of the run until a count or a capacity is as wanted; null: that is not soon. */
export function* whenByItself(
  { run, subject, until }: WhyNotSituation,
  wanted: Wanted,
  { first }: WhyNotInstants,
): Generator<void, WhyNotByItself | null> {
  const { end } = run.scenario;
  if (wanted.kind === 'event' || until >= end) return null;
  const soon = Math.min(end - 1, until + Math.max(soonest, until - (first?.at ?? until)));
  let reached: Instant | null = null;
  const on = run.fork((entry) => {
    const value = entry.subject.name === subject.subject.name ? valueSet(entry) : null;
    if (reached === null && value !== null && isWithinBound(value, wanted.is, wanted.value)) reached = entry.at;
  });
  for (let next = until; reached === null && next < soon; ) {
    next = Math.min(soon, next + Math.max(1, Math.floor((soon - until) / 32)));
    yield* runTo(on, next);
  }
  if (reached === null) return null;
  return { at: isoFromInstant(reached), proposedAt: yield* firstProposal(run, subject, wanted, reached) };
}

/** The first evaluation of an HPA up to an instant whose metrics propose what is wanted. */
function* firstProposal(
  run: Run,
  subject: WhyNotSubject,
  wanted: Exclude<Wanted, { readonly kind: 'event' }>,
  until: Instant,
): Generator<void, string | null> {
  const settings = subject.kind === 'deployment' ? subject.scaler?.settings : undefined;
  if (settings?.loop !== 'hpa') return null;
  const { period } = settings.sync;
  const on = run.fork(() => {});
  const begin = Math.ceil((run.now + 1) / period) * period;
  for (let at = begin; at <= until && at < begin + looksMost * period; at += period) {
    yield* runTo(on, at);
    const own = sameSubject(on.sim.world, subject);
    const proposed = own?.kind === 'deployment' ? (askScaler(on.sim, own, false)?.decided?.proposed ?? null) : null;
    if (proposed !== null && isWithinBound(proposed, wanted.is, wanted.value)) return isoFromInstant(at);
  }
  return null;
}
