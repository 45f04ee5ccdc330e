/** Engines of the playground for tests: with files of the repository, and a clock that stands still. */
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { globSync } from 'tinyglobby';
import { PlaygroundEngine } from '../../src/playground/engine/engine.ts';
import type { RunBudget } from '../../src/playground/engine/recordedRun.ts';
import type { OpenedRun, PlaygroundCall, PlaygroundCalls, ScenarioText } from '../../src/playground/protocol.ts';

/** Where the repository is. */
export const root = new URL('../../', import.meta.url).pathname;

/** All lessons of the tour, by their paths. */
export const tourFiles: readonly string[] = globSync('scenarios/tour/*.yaml', { cwd: root }).sort();

/** A scenario of the repository with the other files of its folder, as the page would pass them. */
export function scenarioText(file: string): ScenarioText {
  const text = readFileSync(join(root, file), 'utf8');
  const files: { [path: string]: string } = {};
  for (const [, path = ''] of text.matchAll(/([\w./-]+\.(?:ya?ml|csv|json|ndjson))/g)) {
    const found = normalize(join(file, '..', path));
    if (existsSync(join(root, found))) files[found] = readFileSync(join(root, found), 'utf8');
  }
  return { file, text, files };
}

/** What a question is answered. */
export type Ask = <Call extends PlaygroundCall>(
  call: Call,
  ask: PlaygroundCalls[Call]['ask'],
) => PlaygroundCalls[Call]['reply'];

export function engineOf(budget: Partial<RunBudget> = {}): Ask {
  const engine = new PlaygroundEngine({ clock: () => 0, msMax: 1, entriesMax: 400_000, ...budget });
  return (call, ask) => {
    const answering = engine.answer(call, ask);
    for (;;) {
      const step = answering.next();
      if (step.done === true) return step.value;
    }
  };
}

export type Ran = Extract<OpenedRun, { readonly kind: 'ran' }>;

/** Opens a scenario that runs. */
export function opened(ask: Ask, source: ScenarioText): Ran {
  const run = ask('open', source);
  if (run.kind !== 'ran') throw new Error(`${source.file} did not run: ${JSON.stringify(run)}`);
  return run;
}
