/**
 * Reads `quotas:`, and counts the resources that come before a resource of the start.
 */

import { byCodeUnits, type Path } from '../../platform/api/document/json.ts';
import { type QuotaName, type Quotas, quotaNames } from '../../platform/api/records/state.ts';
import type { ScenarioResource } from '../scenario.ts';
import { shown } from '../shape/shape.ts';
import type { Complaint } from '../text/problem.ts';
import type { ScenarioReading } from '../text/reading.ts';
import type { TreeMap } from '../text/tree.ts';
import { parseCpu, parseSize } from '../text/units.ts';
import { entriesOf } from './names.ts';

/** By name, in code-unit order: counts, millicores and bytes. */
export function readQuotas(root: TreeMap, gbBytes: number, reading: ScenarioReading): Quotas {
  const found = entriesOf(root.quotas).flatMap(([name, given]): [QuotaName, number][] => {
    const complain = (complaint: Complaint): void => reading.complain(root, ['quotas', name], complaint);
    if (!isQuotaName(name)) {
      const guess = reading.nearest(name, quotaNames);
      const hint = guess === null ? `quotas: ${quotaNames.join(', ')}` : `did you mean '${guess}'?`;
      const message = `no quota has the name '${name}'`;
      complain({ code: 'unknown-key', rule: 'api.quotas', message, hint, atKey: true });
      return [];
    }
    const { max, expected } = readMax(name, given, gbBytes);
    if (max === null) {
      complain({ code: 'bad-unit', rule: 'api.quotas', message: `expected ${expected}, found ${shown(given)}` });
      return [];
    }
    return [[name, max]];
  });
  return new Map(found.sort(([a], [b]) => byCodeUnits(a, b)));
}

function isQuotaName(name: string): name is QuotaName {
  return quotaNames.some((known) => known === name);
}

function readMax(
  name: QuotaName,
  given: unknown,
  gbBytes: number,
): { readonly max: number | null; readonly expected: string } {
  if (name === 'cpu-per-workload') return { max: parseCpu(given), expected: 'a number of cores such as 8 or 500m' };
  if (name === 'memory-per-workload') return { max: parseSize(given, gbBytes), expected: 'a size such as 64Gi' };
  return { max: typeof given === 'number' && Number.isInteger(given) ? given : null, expected: 'a whole number' };
}

/** How many resources of the same kind and GVC stand before one in the file, by its link. */
export function earlierOfKind(
  resources: readonly (Pick<ScenarioResource, 'kind' | 'gvc' | 'link'> & { readonly path: Path })[],
): (link: string) => number {
  const counts = new Map<string, number>();
  const earlier = new Map<string, number>();
  // By their index; of what `locations` makes no quota counts anything.
  const written = resources.filter(({ path }) => path[0] === 'resources');
  for (const { kind, gvc, link } of written.sort((a, b) => Number(a.path[1]) - Number(b.path[1]))) {
    const key = `${gvc}/${kind}`;
    const count = counts.get(key) ?? 0;
    earlier.set(link, count);
    counts.set(key, count + 1);
  }
  return (link) => earlier.get(link) ?? 0;
}
