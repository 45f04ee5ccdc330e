/**
 * Reads `operations:` and `throughput:` of a volume set: the reads and writes that are asked of each of its volumes.
 */

import type { Path } from '../../platform/api/document/json.ts';
import type { RateCurve } from '../../platform/traffic/curve.ts';
import type { VolumeWork } from '../../platform/volume/work.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { operations, type Scale, throughput } from './demand/demandPoints.ts';
import { readCourse, readGrowth } from './demand/demandRate.ts';
import type { UsageContext } from './usageContext.ts';

/**
 * Reads both below a path, without those that are not there; what cannot be read is a problem.
 *
 *   200/s     { daily: [[00:00, 200/s], [12:00, 1800/s]], growth: 3%/week }     40MB/s
 */
export function readVolumeWork(root: TreeMap, path: Path, context: UsageContext): Partial<VolumeWork> {
  const read = (key: keyof VolumeWork, scale: Scale): RateCurve | null => {
    const at = [...path, key];
    const given = valueAt(root, at);
    if (given === undefined) return null;
    const growth = isMap(given) ? readGrowth(root, [...at, 'growth'], context.reading) : null;
    return readCourse(root, at, growth, scale, context);
  };
  const found = {
    operations: read('operations', operations),
    throughput: read('throughput', throughput(context.gbBytes)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, curve]) => curve !== null));
}
