/**
 * Splits a scenario into parts whose runs do not affect each other, so that each can run on a thread of its own.
 */
import type { Scenario } from '../../scenario/scenario.ts';
import { groupsOf, type TiedGroup } from './groups.ts';
import { namesOf, nounOf } from './mentions.ts';

/**
 * At most so many scenarios that together are the given one: every workload and every volume set is in one of them,
 * with all that concerns it, and every other record is in all of them. Adding an unrelated workload changes no other
 * workload's run; so fingerprints, ledgers and counts of the parts add up to those of the whole. One if there is
 * nothing to split.
 *
 * @param most at least 1
 */
export function independentParts(scenario: Scenario, most: number): readonly Scenario[] {
  if (most === 1) return [scenario];
  const groups = groupsOf(scenario);
  if (groups.length < 2) return [scenario];
  return dealt(groups, most).map((names) => partOf(scenario, names));
}

/**
 * What a part costs on a thread of its own, over what it costs on the thread that joins all: it starts later, compiles
 * all code once more, and sends what it comes to. Measured with the reference organization of the benchmarks.
 */
const ownThread = 1.15;

/** The names of each part: the largest group goes first, each to the part that has the least. */
function dealt(groups: readonly TiedGroup[], most: number): ReadonlySet<string>[] {
  const parts = Array.from({ length: Math.min(most, groups.length) }, (_, index) => ({
    names: new Set<string>(),
    cost: 0,
    factor: index === 0 ? 1 : ownThread,
  }));
  for (const { names, cost } of [...groups].sort((a, b) => b.cost - a.cost)) {
    const least = parts.reduce((best, part) => (part.cost < best.cost ? part : best));
    for (const name of names) least.names.add(name);
    least.cost += cost * least.factor;
  }
  return parts.map(({ names }) => names);
}

/** The scenario with only these workloads and volume sets, by `gvc/kind/name`. */
function partOf(scenario: Scenario, names: ReadonlySet<string>): Scenario {
  const { org, resources, demand, timeline } = scenario;
  return {
    ...scenario,
    resources: resources.filter((resource) => {
      const name = nounOf(resource);
      return name === null || names.has(name);
    }),
    demand: demand.filter(({ to }) => names.has(to)),
    timeline: timeline.filter((entry) => namesOf(entry, org).some((name) => names.has(name))),
  };
}
