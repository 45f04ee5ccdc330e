/**
 * A random world, played to its end, and what is compared of it.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Entry, JournalSink } from '../../src/engine/journal.ts';
import { Run } from '../../src/experiment/run.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { journalLine } from '../../src/report/render/journalLine.ts';
import { reportOf } from '../../src/report/report.ts';
import { jsonText } from '../../src/report/words/jsonText.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { Doc } from './worlds.ts';

/** The scenario that a world is; throws where it is none, which would be a defect of the generator. */
export function scenarioOf(doc: Doc): Scenario {
  const { scenario, problems } = parseScenario(JSON.stringify(doc), { file: 'world.json' });
  if (scenario === null) throw new Error(`no scenario: ${JSON.stringify(problems)}`);
  return scenario;
}

export interface Played {
  readonly run: Run;
  readonly journal: readonly Entry[];
}

/** A run that stands at its start. */
export function begun(doc: Doc, hear: JournalSink = () => {}): Played {
  const journal: Entry[] = [];
  const sink: JournalSink = (entry) => {
    journal.push(entry);
    hear(entry);
  };
  return { run: new Run(scenarioOf(doc), { sink }), journal };
}

export function played(doc: Doc, hear?: JournalSink): Played {
  const begin = begun(doc, hear);
  begin.run.advance();
  return begin;
}

/** A scenario from its start to its end, looked at at every tick or ahead. */
export function ended(scenario: Scenario, isLiteral: boolean): Played {
  const journal: Entry[] = [];
  const run = new Run(scenario, { isLiteral, sink: (entry) => journal.push(entry) });
  run.advance();
  return { run, journal };
}

/** The bill as it is written. */
export function billText(run: Run): string {
  return jsonText(run.bill().bill);
}

/** The capacity report as it is written. */
export function capacityText({ run, journal }: Played): string {
  const chronicle = new Chronicle(run.scenario);
  for (const entry of journal) chronicle.listen(entry);
  return jsonText(reportOf(run, chronicle).capacity);
}

/** Expects two journals to be the same; of two that are not, the first entries that differ are shown. */
export function expectSameJournal(one: readonly Entry[], other: readonly Entry[]): void {
  const left = one.map(journalLine);
  const right = other.map(journalLine);
  const at = left.findIndex((line, index) => line !== right[index]);
  const first = at === -1 && left.length < right.length ? left.length : at;
  if (first !== -1) expect({ entry: first + 1, text: right[first] }).toEqual({ entry: first + 1, text: left[first] });
}

/**
 * Tries a law on worlds, always the same ones.
 *
 * `LAWS_SEED` takes other worlds, `LAWS_TIMES` so many times as many; a failure says how to see it again.
 */
export function holds<T>(numRuns: number, given: fc.Arbitrary<T>, law: (given: T) => void): void {
  const trial = trialOf(numRuns);
  try {
    fc.assert(fc.property(given, law), trial);
  } catch (error) {
    throw failureOf(trial, error);
  }
}

/** The same for a law that takes turns. */
export async function holdsLater<T>(
  numRuns: number,
  given: fc.Arbitrary<T>,
  law: (given: T) => Promise<void>,
): Promise<void> {
  const trial = trialOf(numRuns);
  try {
    await fc.assert(fc.asyncProperty(given, law), trial);
  } catch (error) {
    throw failureOf(trial, error);
  }
}

interface Trial {
  readonly seed: number;
  readonly numRuns: number;
}

function trialOf(numRuns: number): Trial {
  return { seed: Number(process.env.LAWS_SEED ?? 1), numRuns: numRuns * times() };
}

function times(): number {
  return Number(process.env.LAWS_TIMES ?? 1);
}

function failureOf({ seed }: Trial, error: unknown): Error {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const file = testPath.slice(testPath.lastIndexOf('test/'));
  const name = currentTestName.slice(currentTestName.lastIndexOf('> ') + 2);
  const again = `LAWS_SEED=${seed} LAWS_TIMES=${times()} npx vitest run ${file} -t '${name}'`;
  return new Error(`seed ${seed}, again with: ${again}\n${error instanceof Error ? error.message : error}`, {
    cause: error,
  });
}
