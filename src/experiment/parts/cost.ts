/**
 * How long the runs of workloads take, roughly: parts of a scenario that run at once are to end at about the same time.
 */
import { day } from '../../engine/time.ts';
import { type Json, type JsonObject, objectAt, textAt } from '../../platform/api/document/json.ts';
import { nextTick, parseSchedule } from '../../platform/cron/expression.ts';
import { locationCounts } from '../../scenario/locationCounts.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { namesOf, nounOf } from './mentions.ts';

/** Microseconds, measured with the reference organization of the benchmarks. */
const costs = { start: 100, execution: 0.2, scaledDay: 25, request: 150, rollout: 60 };

/** Ticks that say how often a schedule comes. */
const ticksMax = 24;

/** Microseconds by `gvc/kind/name`. */
export function costOf(scenario: Scenario): ReadonlyMap<string, number> {
  const { resources, timeline, org } = scenario;
  const days = (scenario.end - scenario.start) / day;
  const locations = locationCounts(scenario);
  const locationsOf = (gvc: string): number => Math.max(1, locations.get(gvc) ?? 0);
  const cost = new Map<string, number>();
  for (const resource of resources) {
    const name = nounOf(resource);
    if (name === null) continue;
    const { gvc, doc } = resource;
    const each =
      costs.start + executionsOf(doc, scenario) * costs.execution + (isScaled(doc) ? days * costs.scaledDay : 0);
    cost.set(name, each * locationsOf(gvc ?? ''));
  }
  for (const entry of timeline)
    for (const name of namesOf(entry, org)) {
      const [gvc = ''] = name.split('/');
      const each = costs.request + costs.rollout * locationsOf(gvc);
      cost.set(name, (cost.get(name) ?? 0) + entry.instants.length * each);
    }
  return cost;
}

/** How many executions a run has, roughly, in all locations. */
export function executionsIn(scenario: Scenario): number {
  const locations = locationCounts(scenario);
  return scenario.resources.reduce(
    (sum, { gvc, doc }) => sum + executionsOf(doc, scenario) * (locations.get(gvc ?? '') ?? 0),
    0,
  );
}

function executionsOf(doc: JsonObject, { start, end, assumptions }: Scenario): number {
  const text = textAt(objectAt(objectAt(doc, 'spec'), 'job'), 'schedule');
  const schedule = text === undefined ? null : parseSchedule(text, assumptions);
  if (schedule === null || 'error' in schedule) return 0;
  let at = start;
  for (let ticks = 0; ticks < ticksMax; ticks += 1) {
    const next = nextTick(schedule, at);
    if (next === null || next >= end) return ticks;
    at = next;
  }
  return (ticksMax * (end - start)) / (at - start);
}

function isScaled(doc: JsonObject): boolean {
  const spec = objectAt(doc, 'spec');
  const metric: Json | undefined = objectAt(objectAt(spec, 'defaultOptions'), 'autoscaling').metric;
  return !('job' in spec) && metric !== 'disabled';
}
