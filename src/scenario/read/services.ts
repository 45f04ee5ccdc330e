/**
 * Services that a workload may ask about each of its requests, and whether it does.
 */

import { prefixOf } from '../text/prefix.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';
import { entriesOf, keyOf, matching, type NamedResource, type Names, parsePattern } from './names.ts';
import { behaviourPaths, fieldsBelow, specPathsOf } from './specPaths.ts';

const services = ['authorization', 'rateLimit'] as const;

export type Service = (typeof services)[number];

/** The tag that gives a workload each service (TAG-17, TAG-30). */
export function addressTags(root: TreeMap): { readonly [Name in Service]: string } {
  const prefix = prefixOf(root);
  return { authorization: `${prefix}/externalAuthAddress`, rateLimit: `${prefix}/rateLimitAddress` };
}

/** Warns of each service in `behavior:`, or in a change of it, that no workload asks whom its key means. */
export function warnOfServices(root: TreeMap, names: Names, reading: ScenarioReading): void {
  for (const path of behaviourPaths(root))
    for (const [key, entry] of entriesOf(valueAt(root, path))) {
      const pattern = parsePattern(key);
      const meant = pattern === null ? [] : matching(names, pattern).filter(({ kind }) => kind === 'workload');
      if (meant.length === 0) continue;
      for (const service of services) {
        if (entriesOf(valueAt(root, [...path, key, service])).length === 0) continue;
        if (entry === null || meant.some((workload) => asksService(root, workload, service))) continue;
        const who = meant.length === 1 ? `the workload '${key}' has no` : `no workload that matches '${key}' has the`;
        reading.complain(root, [...path, key, service], {
          code: 'no-service',
          severity: 'warning',
          rule: service === 'authorization' ? 'TAG-17' : 'TAG-30',
          message: `${who} tag ${addressTags(root)[service]}: this service is never called`,
          atKey: true,
        });
      }
    }
}

/** Whether the workload has the service, from its resource or from a request of the timeline. */
export function asksService(root: TreeMap, workload: NamedResource, service: Service): boolean {
  const tag = addressTags(root)[service];
  return specPathsOf(root, keyOf(workload)).some((path) =>
    fieldsBelow(root, path[0] === 'resources' ? [...path.slice(0, -1), 'tags'] : path).some(
      ({ name, value }) => name === tag && value !== null && value !== '',
    ),
  );
}

/** Whether the workload has a port, from its resource or from a request of the timeline. */
export function hasPorts(root: TreeMap, workload: NamedResource): boolean {
  return specPathsOf(root, keyOf(workload)).some((path) =>
    fieldsBelow(root, path).some(
      ({ name, path: at, value }) =>
        (name === 'ports' && Array.isArray(value) && value.length > 0) ||
        // The older form of one port; probes have a field of this name too.
        (name === 'port' && at.at(-3) === 'containers' && typeof value === 'number'),
    ),
  );
}
