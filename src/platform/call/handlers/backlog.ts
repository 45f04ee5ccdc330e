/**
 * Single requests take over the backlog that amounts have left: from an instant on, the requests of a demand come one
 * by one, and those that wait then are single requests, too.
 */

import { because } from '../../../rules/reason.ts';
import { touchScaler } from '../../autoscaling/handlers/scaler.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { takeWaiting } from '../../traffic/handlers/inflow.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { type ActiveDemand, deploymentsOf, nameOfLink, subjectOf } from '../../world.ts';
import { callerOf } from '../call.ts';
import { joinLine } from './line.ts';
import { beginCall } from './reception.ts';

const taken = because([], ['fluid.overflow']);

/** Schedules the takeover of each workload that has one: its first demand that turns does it. */
export function armBacklogs(sim: Sim): void {
  const workloads = new Set<string>();
  sim.world.activeDemands.forEach(({ demand: { takesBacklogAt }, to }, index) => {
    if (takesBacklogAt === undefined || workloads.has(to)) return;
    workloads.add(to);
    sim.add(takesBacklogAt, rank.traffic, kind['demand.turned'], 0, index);
  });
}

/**
 * Turns each whole request of the backlog into a single request of the same location, which has passed all checks and
 * begins to wait now: its timeout and the time that it is held count from here. A fraction of a request is dropped, and
 * requests that replicas are working on are not carried over.
 */
export function onDemandTurned(sim: Sim, _subject: number, index: number): void {
  const asked = sim.world.activeDemands[index]!;
  const backlogs = deploymentsOf(sim.world, asked.to).map((deployment) => {
    settleLoad(sim, deployment);
    return { deployment, waiting: takeWaiting(sim, deployment) };
  });
  const waiting = backlogs.reduce((sum, one) => sum + one.waiting, 0);
  note(sim, 'demand.turned', { subject: subjectOf(nameOfLink(asked.to)), reason: taken, cause: null }, { waiting });
  for (const one of backlogs) {
    for (let number = 1; number <= one.waiting; number += 1) waitAnew(sim, asked, one.deployment, number);
    touchScaler(sim, one.deployment);
  }
}

function waitAnew(sim: Sim, { demand, by }: ActiveDemand, deployment: Deployment, number: number): void {
  const name = `${demand.name}/backlog/${deployment.location}`;
  const caller = callerOf({ name, from: null, by, ordinal: null, port: null });
  const call = beginCall(sim, deployment, { caller, number });
  call.checks = 2;
  joinLine(sim, deployment, call);
}
