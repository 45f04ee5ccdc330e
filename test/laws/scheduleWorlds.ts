/**
 * Tests of a law of schedules: in the scenarios that come along, and in worlds at random.
 */
import { expect, it } from 'vitest';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { loaded } from './loaded.ts';
import { holds, scenarioOf } from './play.ts';
import { restingSchedules, schedules } from './schedules.ts';
import { scenarioAt, withSchedules } from './shipped.ts';
import { type Doc, world } from './worlds.ts';

/**
 * @param expectSame of one scenario; returns how many notes were told together
 * @param more fields of the worlds of all kinds
 */
export function inScheduleWorlds(expectSame: (scenario: Scenario) => number, more: object = {}): void {
  it.each(withSchedules)('in %s', (file) => {
    expectSame(scenarioAt(file));
  });

  it('in worlds of all kinds', () => {
    let many = 0;
    holds(40, world({ hours: [4, 27, 50], burstsMax: 9 }), (doc: Doc) => {
      if (expectSame(scenarioOf({ ...doc, ...more })) > 20) many += 1;
    });
    expect(many).toBeGreaterThan(5);
  });

  it('in schedules that run for long, overlap, fail, and are cut at a deadline', () => {
    let many = 0;
    holds(20, schedules, (doc) => {
      if (expectSame(scenarioOf(doc)) > 500) many += 1;
    });
    expect(many).toBeGreaterThan(10);
  });

  it('in schedules that are suspended, resumed and changed', () => {
    let many = 0;
    holds(30, restingSchedules, (doc) => {
      if (expectSame(scenarioOf(doc)) > 100) many += 1;
    });
    expect(many).toBeGreaterThan(10);
  });

  it('beside workloads with loads', () => {
    holds(10, loaded, (doc) => {
      expectSame(scenarioOf(doc));
    });
  });
}
