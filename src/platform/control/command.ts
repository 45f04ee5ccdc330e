/**
 * Commands: orders to a workload or a volume set, with a stage that moves until it is final (http: `-command`).
 */
import type { Instant } from '../../engine/time.ts';
import type { JsonObject } from './json.ts';
import type { Control } from './store.ts';

/** `completed`, `failed` and `cancelled` are final. */
export type CommandStage = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface CommandRecord {
  readonly id: string;
  /** `<link of the owner>/-command/<id>`. */
  readonly link: string;
  /** Link of the workload or volume set. */
  readonly owner: string;
  readonly ownerId: string;
  /** Counts the owner's commands from 1; their order, and part of the id (`api.ids`). */
  readonly ordinal: number;
  readonly type: string;
  /** As it is carried out: numbers for texts, the location by its name. */
  readonly spec: JsonObject;
  /** The same as it was sent, which readers are shown. */
  readonly sent: JsonObject;
  readonly tags: JsonObject;
  readonly stage: CommandStage;
  readonly messages: readonly CommandMessage[];
  readonly created: Instant;
  readonly lastModified: Instant;
}

export interface CommandMessage {
  readonly at: Instant;
  readonly message: string;
}

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
