import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { nameOfLink, subjectOf } from '../../world.ts';
import { isFinal, setStage } from '../records/command.ts';

const asked = {
  runCronWorkload: because(['CRON-13']),
  stopReplica: because([], ['api.commandQueue']),
  volume: because(['VOLCMD-1'], ['api.commandQueue']),
} as const;

/** Marks a command as being worked on; a command that already was stays so. */
export function beginCommand(sim: Sim, id: string, cause: number): void {
  if (sim.world.control.commands.get(id)?.stage !== 'pending') return;
  const command = setStage(sim.world.control, id, 'running', null, sim.now);
  const about = { subject: subjectOf(nameOfLink(command.owner)), ordinal: id, reason: askedFor(command.type), cause };
  note(sim, 'command.running', about, { command: id, type: command.type });
}

/** A command has come to its end; one that had ended before stays as it was. */
export function endCommand(
  sim: Sim,
  id: string,
  stage: 'completed' | 'failed' | 'cancelled',
  message: string | null,
  cause: number,
): void {
  const known = sim.world.control.commands.get(id);
  if (known === undefined || isFinal(known.stage)) return;
  const command = setStage(sim.world.control, id, stage, message, sim.now);
  const about = { subject: subjectOf(nameOfLink(command.owner)), ordinal: id, reason: askedFor(command.type), cause };
  const data = { command: id, type: command.type };
  if (stage === 'completed') note(sim, 'command.completed', about, data);
  else if (stage === 'cancelled') note(sim, 'command.cancelled', about, data);
  else note(sim, 'command.failed', about, { ...data, message: message ?? '' });
}

function askedFor(type: string): Reason {
  return type === 'runCronWorkload' || type === 'stopReplica' ? asked[type] : asked.volume;
}
