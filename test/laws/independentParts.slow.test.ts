import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../src/experiment/parts/groups.ts';
import { partHere } from '../../src/node/parts/partHere.ts';
import type { Scenario, TimelineEntry } from '../../src/scenario/scenario.ts';
import { expectPartsSame, type PartMaker } from './partsSame.ts';
import { holdsLater, scenarioOf } from './play.ts';
import { scenarioAt, shipped } from './shipped.ts';
import { type Doc, world } from './worlds.ts';

describe('a run in independent parts writes the same as in one piece', () => {
  it.each([...shipped.short, ...shipped.long])('%s', async (file) => {
    const scenario = scenarioAt(file);
    for (const most of [2, 3, 8])
      for (const isNumbered of [true, false]) await expectPartsSame(scenario, { isNumbered, most });
  });

  it.each(shipped.short)('%s, stopped on the way', async (file) => {
    const scenario = scenarioAt(file);
    for (const stoppedAt of [1, 37])
      for (const isNumbered of [true, false]) await expectPartsSame(scenario, { isNumbered, most: 3, stoppedAt });
  });

  it.each([true, false])('in worlds of all kinds, the journal kept: %s', async (isNumbered) => {
    let split = 0;
    await holdsLater(80, world({ hours: [4, 27, 50], burstsMax: 9 }), async (doc: Doc) => {
      if ((await expectPartsSame(separable(scenarioOf(doc)), { isNumbered, most: 3, make: inSlices })) > 1) split += 1;
    });
    expect(split).toBeGreaterThan(30);
  });

  it('where the page draws only the first of very many deployments', async () => {
    const scenario = manyDeployments();
    for (const isNumbered of [true, false]) expect(await expectPartsSame(scenario, { isNumbered, most: 2 })).toBe(2);
  });
});

/** So small that nearly each stretch has several. */
const inSlices: PartMaker = (scenario, options) => partHere(scenario, options, 20);

/** 2,100 deployments, of which 100 are not drawn; requests come to each. */
function manyDeployments(): Scenario {
  const regions = ['us-east-1', 'us-east-2', 'us-west-2', 'ca-central-1', 'eu-west-1', 'eu-west-2', 'eu-central-1'];
  const staticPlacement = { locationLinks: regions.map((region) => `//location/aws-${region}`) };
  const spec = {
    type: 'standard',
    containers: [
      { name: 'main', image: 'app:1', cpu: '100m', memory: '128Mi', ports: [{ number: 80, protocol: 'http' }] },
    ],
    defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
  };
  const names = Array.from({ length: 300 }, (_, i) => `web-${i}`);
  return scenarioOf({
    svcsim: 1,
    start: '2026-11-01T00:00:00Z',
    for: '10m',
    seed: 1,
    assumptions: {},
    behavior: {},
    timeline: [],
    resources: [
      { kind: 'gvc', name: 'shop', spec: { staticPlacement } },
      ...names.map((name) => ({ kind: 'workload', gvc: 'shop', name, spec })),
    ],
    demand: names.map((name) => ({ to: `shop/${name}`, rate: '1/s' })),
  });
}

/** Without the entries of the timeline that concern all workloads. */
function separable(scenario: Scenario): Scenario {
  const isSeparable = (entry: TimelineEntry): boolean => groupsOf({ ...scenario, timeline: [entry] }).length > 1;
  return { ...scenario, timeline: scenario.timeline.filter(isSeparable) };
}
