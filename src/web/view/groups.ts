/**
 * Groups of resources that are shown together: a workload and the volume sets that it mounts.
 */
import { grouped } from '../../engine/grouped.ts';
import { compare, type Decimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { PageData } from '../../report/page/pageData.ts';
import { costOfRows } from './dimension.ts';
import { isAbout, resourceOf } from './subject.ts';

export interface Group {
  /** The workload, or a volume set that no workload mounts, as the journal names it. */
  readonly of: string;
  /** The resource `of`, then its volume sets. */
  readonly resources: readonly string[];
  readonly cost: Decimal;
  /** Number of findings about the group. */
  readonly findings: number;
}

/**
 * Every resource that has a cost or a picture, each in one group. Groups with errors come first, then the most
 * expensive.
 *
 * A volume set that several workloads mount is in the group of the most expensive one.
 */
export function groupsOf({ bill, charts, lanes, mounts, summary }: PageData): Group[] {
  const rows = grouped(bill.usage, ({ gvc, resource }) => `${gvc}/${resource}`);
  const costOf = (resource: string): Decimal => costOfRows(rows.get(resource) ?? []);
  const drawn = [...charts, ...lanes].map(({ subject }) => resourceOf(subject)).filter((one) => one !== '');
  const dearest = [...new Set([...rows.keys(), ...drawn])]
    .map((of) => ({ of, own: costOf(of) }))
    .sort((a, b) => compare(b.own, a.own) || (a.of < b.of ? -1 : 1));
  const placed = new Set<string>();
  const groups = [...dearest.filter(({ of }) => mounts[of] !== undefined), ...dearest].flatMap(({ of }) => {
    if (placed.has(of)) return [];
    const sets = (mounts[of] ?? []).filter((set) => !placed.has(set));
    const resources = [of, ...sets];
    for (const one of resources) placed.add(one);
    const cost = resources.reduce((sum, one) => plus(sum, costOf(one)), zero);
    const own = summary.findings.filter(({ subject }) => resources.some((one) => isAbout(subject, one)));
    const errors = own.filter(({ severity }) => severity === 'error').length;
    return [{ of, resources, cost, findings: own.length, errors }];
  });
  return groups
    .sort((a, b) => Math.sign(b.errors) - Math.sign(a.errors) || compare(b.cost, a.cost) || (a.of < b.of ? -1 : 1))
    .map(({ errors: _, ...group }) => group);
}
