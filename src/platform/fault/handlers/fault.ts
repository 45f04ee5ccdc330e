/**
 * Faults start, recur at random, and end.
 */

import { because } from '../../../rules/reason.ts';
import { catchUpDeferred } from '../../handlers/deferred.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, note, type Sim } from '../../handlers/note.ts';
import type { FaultStep } from '../../setup.ts';
import { subjectOf } from '../../world.ts';
import type { Fault, FaultUnderWay } from '../fault.ts';
import { begin, end } from './effect.ts';
import { reached, struckBy } from './reach.ts';
import { settleService } from './slowness.ts';

const scripted = because([], ['order.ranks']);

/** Runs a due step of the timeline: the fault starts, or its first random occurrence is scheduled. */
export function beginStep(sim: Sim, index: number, step: FaultStep): void {
  if (step.again === null) beginFault(sim, step);
  else armNext(sim, index, step);
}

export function onFaultDue(sim: Sim, _subject: number, index: number): void {
  const step = sim.world.steps[index]?.action;
  if (step?.kind !== 'fault') throw new Error(`step ${index} of the timeline is not a fault`);
  beginFault(sim, step);
  armNext(sim, index, step);
}

/** Draws the next occurrence, at least a millisecond from now. */
function armNext(sim: Sim, index: number, { again, stream }: FaultStep): void {
  if (again === null) return;
  const { faults } = sim.world;
  const count = faults.recurrences.get(index) ?? 0;
  faults.recurrences = new Map([...faults.recurrences, [index, count + 1]]);
  const of = { owner: stream, number: -1, item: count, turn: 0, part: 0 };
  const at = sim.now + Math.max(1, drawDuration(sim, again.gap, of, 'gap'));
  if (again.until === null || at < again.until) sim.add(at, rank.behaviour, kind['fault.due'], 0, index);
}

function beginFault(sim: Sim, step: FaultStep): void {
  const { world, now } = sim;
  const { fault, duration } = step;
  for (const deployment of reached(world, fault)) catchUpDeferred(sim, deployment);
  settleService(sim, fault);
  const { struck, missing } = choosesWhom(fault) ? struckBy(sim, step) : nobody;
  const endsAt = duration === null ? null : now + duration;
  const about = { subject: subjectOf(nameOf(fault)), reason: scripted };
  const data = { fault: fault.name, endsAt, struck: struck?.length ?? null };
  const cause = note(sim, 'fault.begun', { ...about, cause: null }, data);
  const message =
    missing.length > 0 ? `no replica or execution is named ${missing.join(', ')}` : 'no replica or execution matched';
  if (missing.length > 0 || struck?.length === 0)
    note(sim, 'fault.missed', { ...about, cause }, { fault: fault.name, message });
  world.faults.count += 1;
  const underWay: FaultUnderWay = { id: world.faults.count, fault, beganAt: now, endsAt, cause };
  if (isKept(underWay)) world.faults.active = [...world.faults.active, underWay];
  begin(sim, underWay, struck ?? []);
  if (endsAt !== null) sim.add(endsAt, rank.behaviour, kind['fault.ended'], 0, underWay.id);
}

const nobody = { struck: null, missing: [] } as const;

/** Whether the fault selects single replicas. */
function choosesWhom({ name, of, whom }: Fault): boolean {
  switch (name) {
    case 'replicaCrash':
    case 'replicaKill':
    case 'drain':
    case 'nodeLoss':
    case 'zoneLoss':
      return true;
    case 'stuckReadiness':
      return whom.kind !== 'all';
    case 'usageJump':
      return of?.kind === 'workload';
    case 'locationOutage':
    case 'disable':
    case 'pullFailure':
    case 'slowService':
    case 'failingService':
    case 'apiThrottle':
      return false;
  }
}

/** Whether the fault stays active after its start. */
function isKept({ fault: { name }, endsAt }: FaultUnderWay): boolean {
  if (name === 'nodeLoss') return endsAt !== null;
  return name !== 'replicaCrash' && name !== 'replicaKill' && name !== 'drain' && name !== 'usageJump';
}

export function onFaultEnded(sim: Sim, _subject: number, id: number): void {
  const { faults } = sim.world;
  const underWay = faults.active.find((one) => one.id === id);
  if (underWay === undefined) throw new Error(`fault ${id} is not active`);
  const { fault, beganAt, cause } = underWay;
  for (const deployment of reached(sim.world, fault)) catchUpDeferred(sim, deployment);
  settleService(sim, fault);
  faults.active = faults.active.filter((one) => one !== underWay);
  const about = { subject: subjectOf(nameOf(fault)), reason: scripted, cause };
  const seq = note(sim, 'fault.ended', about, { fault: fault.name, tookMs: sim.now - beganAt });
  end(sim, underWay, seq);
}

/**
 * The target of a fault, as the journal names it: `shop/workload/api@aws-us-east-1`, `location/aws-us-east-1`, `org`.
 */
function nameOf({ of, location }: Fault): string {
  if (of === null) return location === null ? 'org' : `location/${location}`;
  return `${of.gvc}/${of.kind}/${of.name}${location === null ? '' : `@${location}`}`;
}
