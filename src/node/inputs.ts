/** Scenario files as the command line names them: texts, files beside them, and what the flags lay over them. */
import { readFileSync, statSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { type Parsed, parseScenario } from '../scenario/parse.ts';
import { errorCode, exitCode, Stop } from './exit.ts';
import type { ScenarioFlags } from './main.ts';

const bytesMax = 64 * 1_048_576;

export interface ReadScenario {
  readonly file: string;
  /** The file as problems name it. */
  readonly label: string;
  readonly parsed: Parsed;
}

/** Reads and checks scenarios; `-` is standard input. Paths in problems are as the caller wrote them. */
export function readScenarios(files: readonly string[], flags: ScenarioFlags): readonly ReadScenario[] {
  if (files.filter((file) => file === '-').length > 1) {
    throw new Stop(exitCode.usage, 'standard input (-) can be read once only');
  }
  return files.map((file) => ({ file, label: file === '-' ? 'stdin' : file, parsed: readScenario(file, flags) }));
}

function readScenario(file: string, flags: ScenarioFlags): Parsed {
  const isInput = file === '-';
  return parseScenario(isInput ? readInput() : readText(file), {
    file: isInput ? 'stdin' : file,
    read: (path) => {
      try {
        return readText(path);
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      }
    },
    list: (pattern) => globSync(pattern, { dot: true, expandDirectories: false }).sort(),
    set: (flags.set ?? [])
      .map((entry) => assignment('--set', entry, 'shop/workload/api.spec.defaultOptions.suspend=true'))
      .map(([path, value]) => ({ path, value })),
    assume: Object.fromEntries(
      (flags.assume ?? []).map((entry) => assignment('--assume', entry, 'cron.forbid.missed=lateStart')),
    ),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
  });
}

function assignment(flag: string, text: string, example: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Stop(exitCode.usage, `${flag} takes name=value, such as ${example}; found '${text}'`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > bytesMax) throw new Stop(exitCode.usage, `${path} has ${size} bytes; at most ${bytesMax} are read`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(error, path);
  }
}

function readInput(): string {
  try {
    return readFileSync(0, 'utf8');
  } catch (error) {
    throw unreadable(error, 'standard input');
  }
}

function unreadable(error: unknown, path: string): unknown {
  const why = new Map([
    ['ENOENT', 'there is no such file'],
    ['EACCES', 'permission denied'],
    ['EISDIR', 'it is a folder'],
    ['EAGAIN', 'nothing was given there'],
  ]).get(errorCode(error) ?? '');
  return why === undefined ? error : new Stop(exitCode.usage, `cannot read ${path}: ${why}`);
}
