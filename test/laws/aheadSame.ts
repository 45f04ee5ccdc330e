/**
 * What looking ahead must decide.
 */
import { expect } from 'vitest';
import type { Run } from '../../src/experiment/run.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { billText, capacityText, ended, expectSameJournal } from './play.ts';

/**
 * Looking ahead decides as evaluating every tick does.
 *
 * @returns how many times fewer events it takes
 */
export function expectAheadSame(scenario: Scenario): number {
  const [literal, ahead] = [ended(scenario, true), ended(scenario, false)];
  expectSameJournal(ahead.journal, literal.journal);
  expect(ahead.run.sim.journal.fingerprint()).toBe(literal.run.sim.journal.fingerprint());
  expect(roomOf(ahead.run)).toEqual(roomOf(literal.run));
  expect(billText(ahead.run)).toBe(billText(literal.run));
  expect(capacityText(ahead)).toBe(capacityText(literal));
  return literal.run.sim.events / ahead.run.sim.events;
}

/** What readings have left in the volumes. */
function roomOf({ sim }: Run): object[] {
  return sim.world.entities.flatMap((entity) =>
    entity.kind === 'volume'
      ? [
          {
            name: entity.subject.name,
            lowest: entity.lowest,
            blocked: { ...entity.blocked },
            atCap: { ...entity.atCap },
          },
        ]
      : [],
  );
}
