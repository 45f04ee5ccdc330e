/**
 * How many volumes a run has at most.
 */
import { locationCounts } from '../../scenario/locationCounts.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { groupsOf } from './groups.ts';
import { namesOf, nounOf } from './mentions.ts';

/**
 * An upper bound: a volume set has a volume for each ordinal that a workload tied to it may ever have, in each location
 * of its GVC.
 */
export function volumesMost(scenario: Scenario): number {
  const { resources, timeline, org, assumptions } = scenario;
  const byDefault = assumptions['fields.defaults.maxScale'];
  const scales = new Map<string, number>();
  const raise = (name: string | null, scale: number): void => {
    if (name !== null) scales.set(name, Math.max(scales.get(name) ?? 0, scale));
  };
  for (const resource of resources)
    if (resource.kind === 'workload') raise(nounOf(resource), greatestScale(resource.doc, byDefault));
  for (const entry of timeline) {
    // What takes a field away, or replaces a document, may bring the default back.
    const { action } = entry;
    const isPatch =
      action.kind !== 'request' || (action.method === 'PATCH' && !/\bnull\b/.test(JSON.stringify(action.body)));
    const scale = greatestScale(action, isPatch ? 0 : byDefault);
    for (const name of namesOf(entry, org)) raise(name, scale);
  }
  const locations = locationCounts(scenario);
  let most = 0;
  for (const { names } of groupsOf(scenario)) {
    const scale = Math.max(...names.map((name) => scales.get(name) ?? 0));
    for (const name of names) {
      const [gvc = '', kind] = name.split('/');
      if (kind === 'volumeset') most += scale * (locations.get(gvc) ?? 0);
    }
  }
  return most;
}

/** The greatest `maxScale` or `minScale` anywhere in it. @param absent the scale of what has no `maxScale` */
function greatestScale(written: unknown, absent: number): number {
  const text = JSON.stringify(written);
  const scales = [...text.matchAll(/"m(?:in|ax)Scale":(\d+)/g)].map(([, scale]) => Number(scale));
  return Math.max(text.includes('"maxScale":') ? 0 : absent, ...scales);
}
