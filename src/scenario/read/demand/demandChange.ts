/**
 * Reads `demand:` of a timeline entry: the factor by which the scenario's demand is multiplied from then on.
 */

import type { Path } from '../../../platform/api/document/json.ts';
import { shown } from '../../shape/shape.ts';
import type { ScenarioReading } from '../../text/reading.ts';
import { type TreeMap, valueAt } from '../../text/tree.ts';
import { demandsOf } from '../amounts.ts';
import { entriesOf, keyOf } from '../names.ts';

/** The scales by `gvc/workload/name`; a name that nothing is demanded of is a problem. */
export function readDemandChanges(root: TreeMap, path: Path, reading: ScenarioReading): ReadonlyMap<string, number> {
  const demanded = new Map(
    demandsOf(root).flatMap(({ workload }) => {
      const key = keyOf(workload);
      return [
        [`${workload.gvc}/${workload.name}`, key],
        [key, key],
      ] as const;
    }),
  );
  const scales = new Map<string, number>();
  for (const [name, change] of entriesOf(valueAt(root, path))) {
    const key = demanded.get(name);
    const scale = valueAt(root, [...path, name, 'scale']);
    if (key !== undefined && typeof scale === 'number') scales.set(key, scale);
    if (key !== undefined || change === undefined) continue;
    const guess = reading.nearest(name, [...demanded.keys()]);
    reading.complain(root, [...path, name], {
      code: 'unknown-name',
      message: `this scenario has no demand to ${shown(name)}`,
      hint:
        guess === null
          ? "write the demand in 'demand' of the scenario; the timeline only scales it"
          : `did you mean '${guess}'?`,
      atKey: true,
    });
  }
  return scales;
}
