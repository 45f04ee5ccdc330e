import { describe, expect, it } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import { changes, organization } from './longAgo.ts';
import { scenarioOf } from './play.ts';
import { type Work, workUntil } from './work.ts';
import type { Doc } from './worlds.ts';

const day = 86_400_000;

/** What a run works in the nine days after its third, or until so many events. */
function lateWork(doc: Doc, eventsMax = Number.POSITIVE_INFINITY): Work {
  const scenario = scenarioOf(doc);
  const run = new Run(scenario);
  run.sim.runUntil(scenario.start + 3 * day, { eventsMax: 100_000 });
  run.settle();
  return workUntil(run, scenario.end, eventsMax);
}

const undisturbed = lateWork(organization);

describe('what a run works does not depend on what was changed long ago', () => {
  it.each(changes)('$name', ({ steps, fromTheStart }) => {
    const wanted = fromTheStart === undefined ? undisturbed : lateWork(fromTheStart(organization));
    const eventsMax = 1.5 * wanted.events + 20;
    const found = lateWork({ ...organization, timeline: steps as Doc['timeline'] }, 2 * eventsMax);
    expect(found.events).toBeLessThan(eventsMax);
    expect(found.calls).toBeLessThan(1.5 * wanted.calls + 10_000);
  });

  it('a deployment keeps no version that none of its replicas runs, once a rollout is complete', () => {
    const [{ steps }] = changes.filter(({ name }) => name === 'cpu') as [(typeof changes)[number]];
    const run = new Run(scenarioOf({ ...organization, timeline: steps as Doc['timeline'] }));
    run.sim.runUntil(run.scenario.start + day);
    run.settle();
    const kept = run.sim.world.entities.flatMap((entity) =>
      entity.kind === 'deployment' ? [entity.revisions.length] : [],
    );
    expect(kept).toEqual(kept.map(() => 1));
  });
});
