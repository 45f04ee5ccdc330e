/**
 * What there is at an instant of a recorded run: state, changes, entries, cost, and what planners decide.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Run } from '../../experiment/run.ts';
import { decisionOf } from '../../experiment/whyNot/decision.ts';
import { DecisionEntries } from '../../experiment/whyNot/past.ts';
import { subjectText, type WhyNotSubject } from '../../experiment/whyNot/subject.ts';
import type { Wanted } from '../../experiment/whyNot/wanted.ts';
import { lastLookAt } from '../../platform/autoscaling/handlers/askScaler.ts';
import { formatDecimal, rounded } from '../../platform/metering/decimal.ts';
import { hasDevice } from '../../platform/volume/volume.ts';
import { volumesetAt } from '../../platform/world.ts';
import { payableOf } from '../../report/bill/costs.ts';
import { type StatePart, stateOf } from '../../report/debug/state.ts';
import { changeTexts, stateChanges } from '../../report/debug/stateText.ts';
import { pageEntry } from '../../report/page/pageEntries.ts';
import { entrySentence } from '../../report/why/entrySentence.ts';
import type { DecisionView, EntriesQuestion, MomentView, StepQuestion, TimedEntry } from '../protocol.ts';
import { finishInstant, firstFrom, forkAt, type RecordedRun } from './recordedRun.ts';
import { worldView } from './worldView.ts';

const partsMost = 300;
const entriesMost = 60;
const listedMost = 200;
const decisionsMost = 8;

/** The world after all events of an instant, and what they changed. */
export function momentAt(recorded: RecordedRun, at: Instant): MomentView {
  const { inTime, scenario, run } = recorded;
  const now = Math.min(Math.max(at, scenario.start), run.now);
  const own = inTime.slice(firstFrom(inTime, now), firstFrom(inTime, now + 1));
  const fork = forkAt(recorded, now, false);
  const before = own.length === 0 ? null : stateIn(fork);
  finishInstant(recorded, fork);
  const parts = stateIn(fork);
  const { bill } = fork.bill();
  return {
    at: now,
    world: worldView(fork),
    parts: parts.slice(0, partsMost),
    partsLeftOut: Math.max(0, parts.length - partsMost),
    changes: before === null ? [] : changeTexts(stateChanges(before, parts)).slice(0, partsMost),
    entries: own.slice(0, entriesMost).map(timed),
    entriesLeftOut: Math.max(0, own.length - entriesMost),
    cost: { amount: formatDecimal(rounded(payableOf(bill), 4, 'half-up')), currency: bill.currency },
  };
}

function stateIn({ sim }: Run): readonly StatePart[] {
  return stateOf(sim.world, sim.now, null);
}

function timed(entry: Entry): TimedEntry {
  const shown = pageEntry(entry);
  return { ...shown, sentence: entrySentence(shown) };
}

/** Entries from an instant (included) until another (excluded), of everything or of one subject; at most 200. */
export function entriesBetween(
  { inTime }: RecordedRun,
  { from, until, of }: EntriesQuestion,
): { readonly entries: readonly TimedEntry[]; readonly leftOut: number } {
  const all = inTime.slice(firstFrom(inTime, from), firstFrom(inTime, until));
  const own = of === null ? all : all.filter(({ subject }) => isPartOf(subject.name, of));
  return { entries: own.slice(0, listedMost).map(timed), leftOut: Math.max(0, own.length - listedMost) };
}

/** Entries with which a planner acted or refused. */
const decisionTypes = /^(deployment\.scaled|expansion\.(accepted|refused)|rollout\.|execution\.(started|skipped))/;

/** The next or previous instant that is asked for; null: there is none. */
export function stepFrom({ inTime }: RecordedRun, { from, by, of, only }: StepQuestion): Instant | null {
  const isWanted = ({ subject, type }: Entry): boolean =>
    (of === null || isPartOf(subject.name, of)) && (only === 'any' || decisionTypes.test(type));
  if (by > 0) {
    for (let index = firstFrom(inTime, from + 1); index < inTime.length; index += 1)
      if (isWanted(inTime[index]!)) return inTime[index]!.at;
    return null;
  }
  for (let index = firstFrom(inTime, from) - 1; index >= 0; index -= 1)
    if (isWanted(inTime[index]!)) return inTime[index]!.at;
  return null;
}

/** Whether a subject is a resource, a deployment, or a part of one. */
function isPartOf(name: string, of: string): boolean {
  return name === of || name.startsWith(`${of}@`) || name.startsWith(`${of}/`);
}

/**
 * What autoscaling and automatic expansion decide at their last look up to an instant, at most eight: those of an
 * autoscaled deployment each, then of each volume with a device.
 */
export function decisionsAt(recorded: RecordedRun, at: Instant): readonly DecisionView[] {
  const { world } = forkAt(recorded, at, true).sim;
  const asked = world.entities.flatMap((entity): readonly (readonly [WhyNotSubject, Instant])[] => {
    if (entity.kind === 'deployment') {
      const { scaler, desired } = entity;
      if (scaler === null || scaler.settings.loop === 'disabled') return [];
      return [[entity, lastLookAt(scaler, at, desired === 0)]];
    }
    if (entity.kind !== 'volume' || !hasDevice(entity.volume)) return [];
    const { autoscaling } = volumesetAt(world, entity.volume.volumeset).settings;
    return autoscaling == null ? [] : [[entity, at]];
  });
  return asked.slice(0, decisionsMost).flatMap(([entity, decidedAt]) => decided(recorded, entity, decidedAt) ?? []);
}

function decided(recorded: RecordedRun, { kind, subject }: WhyNotSubject, decidedAt: Instant): DecisionView | null {
  if (decidedAt < recorded.scenario.start) return null;
  const fork = forkAt(recorded, decidedAt, true);
  const own = fork.sim.world.entities.find((one) => one.kind === kind && one.subject.name === subject.name);
  if (own === undefined || own.kind === 'volumeset') return null;
  const instants = { at: decidedAt, decidedAt, first: null, tick: null };
  const decision = decisionOf(fork, own, present(own), instants, decisionEntries(recorded).of(own));
  return decision === null ? null : { ...decision, subject: subjectText(own) };
}

const collected = new WeakMap<RecordedRun, DecisionEntries>();

/** Those of the whole run, collected once. */
function decisionEntries(recorded: RecordedRun): DecisionEntries {
  const known = collected.get(recorded);
  if (known !== undefined) return known;
  const decisions = new DecisionEntries();
  for (const entry of recorded.inTime) decisions.sink(entry);
  collected.set(recorded, decisions);
  return decisions;
}

/** Nothing else than what there is: then the answer is about the decision alone. */
function present(own: WhyNotSubject): Wanted {
  const of = { gvc: '', name: '', location: null, part: null };
  return own.kind === 'deployment'
    ? { kind: 'count', of, is: '=', value: own.desired }
    : { kind: 'capacity', of, is: '>=', value: 0 };
}
