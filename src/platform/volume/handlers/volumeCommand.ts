/**
 * Runs commands to volumes: the effect of each on the volume that it names, at once or when its turn comes.
 */

import { beginCommand } from '../../api/handlers/command.ts';
import type { CommandRecord } from '../../api/records/state.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { noteExpansion } from '../volume.ts';
import { settleReadings } from './readingsAhead.ts';
import { planOnVolume, volumeTarget, workOf } from './volumeCommandPlan.ts';
import { addJob } from './volumeJob.ts';

/**
 * Begins the work of an accepted command; if other work is done on its volume, it waits for its turn
 * (`api.commandQueue`).
 */
export function workOnVolume(sim: Sim, command: CommandRecord, cause: number): void {
  const target = volumeTarget(sim.world, command.owner, command.spec);
  const plan = target === null ? null : planOnVolume(sim.world, target, command.type, command.spec, sim.now);
  if (target?.entity === undefined || plan?.kind !== 'act')
    throw new Error(`command ${command.id} was accepted, but its planner refuses it now`);
  const { set, entity } = target;
  if (entity.jobs.length === 0) beginCommand(sim, command.id, cause);
  settleReadings(sim, set, entity);
  for (const action of plan.actions) {
    const job = {
      ...workOf(action, command.type),
      command: command.id,
      acceptedAt: sim.now,
      stage: 'waiting',
    } as const;
    if (action.do !== 'expandVolume') {
      addJob(sim, set, entity, { ...job, cause });
      continue;
    }
    noteExpansion(entity.volume, sim.now);
    const data = { trigger: 'command', toMicroGB: action.toMicroGB, capacityMicroGB: entity.volume.capacityMicroGB };
    const about = { subject: entity.subject, reason: plan.reason, cause };
    addJob(sim, set, entity, { ...job, cause: note(sim, 'expansion.accepted', about, data) });
  }
}
