import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from '../../laws/play.ts';
import { longSession, ticksOf } from './longSession.ts';
import { expectSame } from './same.ts';

describe('500 requests at random, a fifth of them on ticks, with refusals and advances between', () => {
  it('are exported as a scenario that replays to the same journal, fingerprint, audit trail and bill', () => {
    const counts = new Map<string, number>();
    const commands = new Set<string>();
    holds(3, fc.noShrink(fc.nat()), (seed) => {
      const lived = longSession(seed);
      const { statuses, session, journal, left } = lived;
      expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(500);
      for (const [status, least] of [
        [200, 80],
        [201, 20],
        [400, 10],
        [401, 10],
        [403, 50],
        [404, 20],
        [409, 5],
      ] as const)
        expect([status, statuses.get(status)]).toEqual([status, expect.toSatisfy((count) => count >= least)]);
      expect(lived.advances).toBeGreaterThan(150);
      expect(lived.refusedAdvances).toBeGreaterThan(10);

      const ticks = ticksOf(lived);
      expect(ticks.all).toBeGreaterThanOrEqual(100);
      for (const [kind, count] of Object.entries(ticks)) counts.set(kind, (counts.get(kind) ?? 0) + count);

      const trail = session.run.sim.world.control.audit?.entries ?? [];
      expect(new Set(trail.map(({ principal }) => principal)).size).toBeGreaterThan(5);
      for (const { command } of trail) if (command !== null) commands.add(command.type);
      const types = new Set(journal.map(({ type }) => type));
      for (const type of ['request.accepted', 'request.refused', 'fault.begun', 'behaviour.changed'])
        expect(types).toContain(type);

      expect(left).toHaveLength(5);
      for (const one of [lived, ...left.slice(-2)]) expectSame(one);
    });
    expect(commands.size).toBeGreaterThan(2);
    // Of each kind, over all of them: one alone may delete what has a schedule, and hear no more of it.
    for (const kind of ['cron.tick', 'scaler.evaluation', 'volume.reading', 'hour'])
      expect([kind, counts.get(kind)]).toEqual([kind, expect.toSatisfy((count) => count >= 30)]);
  });
});
