/**
 * The hooks that a container states in `lifecycle`.
 */
import { type JsonObject, objectAt } from './json.ts';

/** The command of a container's preStop hook, empty where it is no command; null where there is no hook. */
export function preStopCommand(container: JsonObject): readonly string[] | null {
  const preStop = objectAt(objectAt(container, 'lifecycle'), 'preStop');
  if (Object.keys(preStop).length === 0) return null;
  const { command } = objectAt(preStop, 'exec');
  return Array.isArray(command) ? command.map(String) : [];
}
