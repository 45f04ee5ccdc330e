/**
 * The start of a whole scenario, which its parts cannot know by themselves: the order of its entries and entities, and
 * what its page draws.
 */
import type { Entry } from '../../engine/journal.ts';
import { startPlatform } from '../../platform/handlers/start.ts';
import { drawnMax } from '../../report/fold/page/pageChronicle.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { ledgerFor } from '../run.ts';
import { setupOf } from '../setup.ts';

export interface WholeStart {
  /** Names of the subjects of its entries, in order. */
  readonly subjects: readonly string[];
  /** Names of the subjects of its entities, by their handles from 1. */
  readonly entities: readonly string[];
  /** Deployments that the page draws, by subject: the first ones; null: all, as there are not so many. */
  readonly drawn: ReadonlySet<string> | null;
}

export function wholeStart(scenario: Scenario): WholeStart {
  const subjects: string[] = [];
  const drawn = new Set<string>();
  const sink = ({ type, subject: { name } }: Entry): void => {
    subjects.push(name);
    if (type === 'deployment.opened' && drawn.size < drawnMax) drawn.add(name);
  };
  const { entities } = startPlatform(setupOf(scenario), {
    sink,
    ledger: ledgerFor(scenario),
    isLiteral: false,
    isAsked: false,
  }).world;
  return {
    subjects,
    entities: entities.map(({ subject }) => subject.name),
    drawn: drawn.size < drawnMax ? null : drawn,
  };
}
