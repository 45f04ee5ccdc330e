/**
 * What a run that nobody hears must come to.
 */
import { expect } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { billText } from './play.ts';

/**
 * A run that nobody hears comes to the same as one that looks at every instant.
 *
 * @returns how many events fewer it took
 */
export function expectQuietSame(scenario: Scenario): number {
  const [literal, quiet] = [ended(scenario, true), ended(scenario, false)];
  expect(schedulesOf(quiet)).toEqual(schedulesOf(literal));
  expect(reasonsOf(quiet)).toEqual(reasonsOf(literal));
  expect(recordsOf(quiet)).toEqual(recordsOf(literal));
  expect(quiet.sim.journal.seq).toBe(literal.sim.journal.seq);
  expect(quiet.sim.journal.fingerprint()).toBe(literal.sim.journal.fingerprint());
  expect(billText(quiet)).toBe(billText(literal));
  return literal.sim.events - quiet.sim.events;
}

function ended(scenario: Scenario, isLiteral: boolean): Run {
  const run = new Run(scenario, { events: false, isLiteral });
  run.advance();
  return run;
}

/** What schedules have come to, of every location; handles and journal numbers may differ. */
function schedulesOf({ sim }: Run): object[] {
  return sim.world.entities.flatMap((entity) => {
    if (entity.kind !== 'deployment' || entity.cron === null) return [];
    const { tickAt, missedAt, halt, history, active, leaving } = entity.cron;
    const executions = [...active, ...leaving].map((handle) => {
      const { slot, command, status, startTime, finishedAt, run } = sim.world.executions.get(handle) ?? {};
      return { slot, command, status, startTime, finishedAt, run };
    });
    return [{ name: entity.subject.name, tickAt, missedAt, ticksPassed: halt?.count ?? null, history, executions }];
  });
}

/** Of what was noted, how often each reason decided. */
function reasonsOf({ sim }: Run): string[] {
  return [...sim.journal.reasons()].map(([reason, count]) => `${JSON.stringify(reason)} ${count}`).sort();
}

function recordsOf({ sim }: Run): object {
  return { commands: [...sim.world.control.commands.values()], records: [...sim.world.control.records.values()] };
}
