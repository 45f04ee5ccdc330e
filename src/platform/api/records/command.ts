/**
 * Commands: orders to a workload or a volume set, with a stage that moves until it is final (http: `-command`).
 */

import type { Instant } from '../../../engine/time.ts';
import type { CommandRecord, CommandStage, Control } from './state.ts';

/** Whether a stage is the last one of a command. */
export function isFinal(stage: CommandStage): boolean {
  return stage === 'completed' || stage === 'failed' || stage === 'cancelled';
}

/**
 * Moves a command to a stage and adds the message, if there is one. A final stage stays: then nothing changes.
 * Throws for an id that no command has.
 *
 * @returns the command as it is now
 */
export function setStage(
  control: Control,
  id: string,
  stage: CommandStage,
  message: string | null,
  now: Instant,
): CommandRecord {
  const command = control.commands.get(id);
  if (command === undefined) throw new Error(`no such command: ${id}`);
  if (isFinal(command.stage)) return command;
  const messages = message === null ? command.messages : [...command.messages, { at: now, message }];
  const moved: CommandRecord = { ...command, stage, messages, lastModified: now };
  control.commands.set(id, moved);
  return moved;
}
