/**
 * Whose requests the columns of a recording count: workloads are found by their names.
 */

import { chosenSeries, listed } from './chosen.ts';
import type { Series } from './series.ts';

/** A workload that can be called. */
export interface Owner {
  readonly gvc: string | null;
  readonly name: string;
}

/** What the user says: the workload, and the column that it gets; null: the one that fits it. */
export interface ColumnClaim {
  readonly to: string;
  readonly column: string | null;
}

/** Columns that are one workload's. */
export interface Owned<T extends Owner> {
  readonly owner: T;
  /** Names for `series:`; empty: all that the file has. */
  readonly names: readonly string[];
  /** The columns in words: `column 'site'`, `the sum of all 2 columns`. */
  readonly told: string;
  /** Why it is this workload, where no name says so; null otherwise. */
  readonly because: string | null;
}

export type Whose<T extends Owner> =
  | { readonly owned: readonly Owned<T>[]; readonly left: readonly Series[] }
  | { readonly problem: string };

/**
 * Who owns which columns. What the user says comes first. Then a column is the workload's whose name it has (`site`,
 * `shop/site`), or whose name one of its labels has (`workload="site"`), or else that of the only workload whose name
 * begins or ends with it: `site` fits `shop-site` and `site-v2`. Columns that differ in labels only are summed, others
 * never, unless the user says `all`.
 *
 * @param columns null: the file is plain, and has values of one kind only
 * @param owners in the order of preference for a single column that no name fits
 */
export function whoseColumns<T extends Owner>(
  columns: readonly Series[] | null,
  owners: readonly T[],
  wanted: readonly ColumnClaim[],
): Whose<T> {
  const owned: Owned<T>[] = [];
  const used = new Set<Series>();
  for (const { to, column } of wanted) {
    const found = owners.filter((one) => isNamed(one, to));
    const [owner] = found;
    if (owner === undefined) return { problem: `no workload with a port is named ${to}; there are ${namesOf(owners)}` };
    if (found.length > 1) return { problem: `several workloads are named ${to}: ${namesOf(found)}` };
    if (owned.some((one) => one.owner === owner))
      return { problem: `${nameOf(owner)} is named twice; for the sum of all columns write ${nameOf(owner)}=all` };
    const given = columns === null ? { series: [] } : givenTo(owner, column, columns, owners);
    if ('problem' in given) return given;
    if (given.series.some((one) => used.has(one)))
      return { problem: `two workloads would get the same requests, of ${told(given.series, columns)}` };
    for (const one of given.series) used.add(one);
    owned.push(of(owner, given.series, columns, null));
  }
  if (columns === null || columns.length === 1) {
    const [only] = columns ?? [];
    if (owned.length > 0) return { owned, left: [] };
    const fitting = only === undefined ? null : fittingOwner(only, owners);
    const owner = fitting?.owner ?? owners[0];
    if (owner === undefined) return { problem: 'no workload has a port, so nothing can be called' };
    const because = fitting === null ? 'no name says so, it is the first that callers from outside reach' : null;
    return { owned: [of(owner, only === undefined ? [] : [only], columns, because)], left: [] };
  }
  const free = owners.filter((owner) => !owned.some((one) => one.owner === owner));
  for (const owner of free) {
    const given = fittingColumns(
      columns.filter((one) => !used.has(one)),
      owner,
      free,
    );
    if ('problem' in given) return given;
    if (given.series.length === 0) continue;
    for (const one of given.series) used.add(one);
    owned.push(of(owner, given.series, columns, null));
  }
  if (owned.length === 0) {
    const [first] = owners;
    const example = first === undefined ? 'GVC/WORKLOAD' : nameOf(first);
    return {
      problem: `no column is named like a workload. Columns: ${listed(columns)}; workloads: ${namesOf(owners)}. Say whose they are: --to ${example}='${columns[0]?.name ?? ''}' (repeatable), or --to ${example}=all for the sum of all`,
    };
  }
  return { owned, left: columns.filter((one) => !used.has(one)) };
}

/** `shop/api`. */
export function nameOf({ gvc, name }: Owner): string {
  return `${gvc}/${name}`;
}

function namesOf(owners: readonly Owner[]): string {
  return owners.length === 0 ? 'none' : owners.map(nameOf).join(', ');
}

function isNamed({ gvc, name }: Owner, written: string): boolean {
  return [name, `${gvc}/${name}`, `${gvc}/workload/${name}`].includes(written);
}

type Given = { readonly series: readonly Series[] } | { readonly problem: string };

/** The columns that the user gives to a workload. */
function givenTo(owner: Owner, column: string | null, columns: readonly Series[], owners: readonly Owner[]): Given {
  if (column !== null) {
    const chosen = chosenSeries(columns, [column], true);
    return 'problem' in chosen ? { problem: `${chosen.problem}; ${chosen.hint}` } : chosen;
  }
  if (columns.length === 1) return { series: columns };
  const fitting = fittingColumns(columns, owner, owners);
  if ('problem' in fitting || fitting.series.length > 0) return fitting;
  const name = nameOf(owner);
  return {
    problem: `no column is named like ${name}. Columns: ${listed(columns)}. Say which: --to ${name}='${columns[0]?.name ?? ''}', or --to ${name}=all for the sum of all`,
  };
}

/** The columns that fit a workload best: those of its whole name or label, else those of a part of its name. */
function fittingColumns(columns: readonly Series[], owner: Owner, owners: readonly Owner[]): Given {
  const fitting = columns.flatMap((column) => {
    const found = fittingOwner(column, owners);
    return found?.owner === owner ? [{ column, isWhole: found.isWhole }] : [];
  });
  const best = fitting.some(({ isWhole }) => isWhole) ? fitting.filter(({ isWhole }) => isWhole) : fitting;
  const series = best.map(({ column }) => column);
  if (series.length < 2) return { series };
  const metrics = new Set(series.map(({ labels }) => labels.get('__name__')));
  if (metrics.size > 1 || series.some(({ labels }) => labels.size === 0)) {
    const name = nameOf(owner);
    return { problem: `columns ${listed(series)} all fit ${name}. Say which: --to ${name}='${series[0]?.name ?? ''}'` };
  }
  const chosen = chosenSeries(series, undefined, true);
  return 'problem' in chosen ? { problem: `${chosen.problem}; write --to ${nameOf(owner)}=COLUMN` } : chosen;
}

/** The one workload that a column is named after; null: none, or several. */
function fittingOwner<T extends Owner>(
  { name, labels }: Series,
  owners: readonly T[],
): { readonly owner: T; readonly isWhole: boolean } | null {
  const word = name.trim().toLowerCase();
  const values = [...labels].filter(([label]) => label !== '__name__').map(([, value]) => value);
  const inGvc = (found: readonly T[]): readonly T[] => {
    const narrower = found.filter(({ gvc }) => gvc !== null && values.includes(gvc));
    return found.length > 1 && narrower.length > 0 ? narrower : found;
  };
  const whole = inGvc(owners.filter((one) => isNamed(one, word) || values.some((value) => isNamed(one, value))));
  const [first] = whole;
  if (first !== undefined) return whole.length === 1 ? { owner: first, isWhole: true } : null;
  const part = owners.filter((one) => one.name.startsWith(`${word}-`) || one.name.endsWith(`-${word}`));
  const [only] = part;
  return only !== undefined && part.length === 1 ? { owner: only, isWhole: false } : null;
}

function of<T extends Owner>(
  owner: T,
  series: readonly Series[],
  columns: readonly Series[] | null,
  because: string | null,
): Owned<T> {
  const isAll = columns === null || series.length === columns.length;
  const names = isAll ? (series.length > 1 ? ['all'] : []) : series.map(({ name }) => name);
  return { owner, names, told: told(series, columns), because };
}

function told(series: readonly Series[], columns: readonly Series[] | null): string {
  if (series.length === 0) return 'the values of the file';
  if (series.length === 1) return `column ${listed(series)}`;
  if (series.length === columns?.length) return `the sum of all ${series.length} columns`;
  return `the sum of columns ${listed(series)}`;
}
