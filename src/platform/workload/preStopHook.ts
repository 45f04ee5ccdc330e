/**
 * How long a preStop hook takes, as far as its command says it.
 */
import { type Duration, second } from '../../engine/time.ts';

/** Programs that end at once. */
const atOnce: readonly string[] = ['true', ':', 'exit'];
const shells: readonly string[] = ['sh', 'bash', 'ash', 'dash'];
const units: { readonly [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * The time of a hook's command, or null where only its program knows it. Known are `sleep N`, `true` and lists of these
 * in a shell; a negative or missing number is not known.
 *
 *   ['sleep', '10'] -> 10 s     ['/bin/true'] -> 0     ['sh', '-c', 'sleep 5 && sleep 0.5m'] -> 35 s
 *   ['sh', '-c', 'nginx -s quit; sleep 5'] -> null
 */
export function hookTime(command: readonly string[]): Duration | null {
  const [program = '', ...rest] = command;
  const [option = '', script = ''] = rest;
  if (shells.includes(nameOf(program)) && /^-[a-z]*c$/.test(option)) return scriptTime(script);
  return stepTime(command);
}

function scriptTime(script: string): Duration | null {
  const steps = script.split(/&&|;|\n/).map((step) => step.trim());
  const times = steps.filter((step) => step !== '').map((step) => stepTime(step.split(/\s+/)));
  return times.reduce<Duration | null>((sum, time) => (sum === null || time === null ? null : sum + time), 0);
}

function stepTime([program = '', ...rest]: readonly string[]): Duration | null {
  if (atOnce.includes(nameOf(program))) return 0;
  if (nameOf(program) !== 'sleep' || rest.length === 0) return null;
  const times = rest.map((text) => /^(\d+(?:\.\d+)?|\.\d+)([smhd]?)$/.exec(text));
  if (times.includes(null)) return null;
  return times.reduce((sum, time) => sum + Math.round(Number(time?.[1]) * (units[time?.[2] ?? ''] ?? 1) * second), 0);
}

/** A program without its folder. */
function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
