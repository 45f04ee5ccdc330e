import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../src/experiment/parts/groups.ts';
import type { Scenario, TimelineEntry } from '../../src/scenario/scenario.ts';
import { expectPartsSame } from './partsSame.ts';
import { holdsLater, scenarioOf } from './play.ts';
import { scenarioAt, shipped } from './shipped.ts';
import { type Doc, world } from './worlds.ts';

describe('a run in independent parts writes the same as in one piece', () => {
  it.each([...shipped.short, ...shipped.long])('%s', async (file) => {
    const scenario = scenarioAt(file);
    for (const most of [2, 3, 8])
      for (const isNumbered of [true, false]) await expectPartsSame(scenario, { isNumbered, most });
  });

  it.each([true, false])('in worlds of all kinds, the journal kept: %s', async (isNumbered) => {
    let split = 0;
    await holdsLater(80, world({ hours: [4, 27, 50], burstsMax: 9 }), async (doc: Doc) => {
      if ((await expectPartsSame(separable(scenarioOf(doc)), { isNumbered, most: 3 })) > 1) split += 1;
    });
    expect(split).toBeGreaterThan(30);
  });
});

/** Without the entries of the timeline that concern all workloads. */
function separable(scenario: Scenario): Scenario {
  const isSeparable = (entry: TimelineEntry): boolean => groupsOf({ ...scenario, timeline: [entry] }).length > 1;
  return { ...scenario, timeline: scenario.timeline.filter(isSeparable) };
}
