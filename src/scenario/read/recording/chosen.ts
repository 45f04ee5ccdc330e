/**
 * Which series of a recording are read.
 */

import { nearest } from '../../../rules/units.ts';
import { clipped } from '../../../text/folded.ts';
import { labelsIn, type Series } from './series.ts';

/** Series that are read together, or what is wrong, with what to write instead. */
export type Chosen =
  | { readonly series: readonly Series[]; readonly says: string | null }
  | { readonly problem: string; readonly hint: string };

/** So many series are named. */
const namedMax = 8;

/**
 * The series that names or selectors name; without them the only one, the bucket of a histogram that counts all, or all
 * of them where they may be summed.
 *
 * A name is the whole name of a series, its metric, the value of one of its labels, labels with their values
 * (`{code="200"}`), or `all`.
 *
 * @param names as written under `series:`; undefined: none
 * @param maySum whether the values of several series add up: requests do, levels of volumes do not
 */
export function chosenSeries(all: readonly Series[], names: readonly string[] | undefined, maySum: boolean): Chosen {
  if (names !== undefined) return named(all, names);
  const [first, second] = all;
  if (first !== undefined && second === undefined) return { series: all, says: null };
  const totals = all.filter(({ labels }) => labels.get('le') === '+Inf');
  if (totals.length > 0 && all.every(({ labels }) => labels.has('le')))
    return {
      series: totals,
      says: `the series are buckets of a histogram: those with le="+Inf", which count everything, are read`,
    };
  if (all.some(({ labels }) => labels.has('le') || labels.has('quantile')))
    return {
      problem: `the ${all.length} series are parts of a histogram or summary, which cannot be summed: ${listed(all)}`,
      hint: 'name those to read with series:',
    };
  if (maySum)
    return {
      series: all,
      says: `${all.length} series are summed: ${listed(all)}; write series: all if this is right, or name one`,
    };
  return {
    problem: `expected one series, found ${all.length}: ${listed(all)}`,
    hint: `name one: series: ${quotedName(first?.name ?? '')}`,
  };
}

/** Names of series for a message. */
export function listed(series: readonly Series[]): string {
  const told = series.slice(0, namedMax).map(({ name }) => `'${clipped(name, 60)}'`);
  return series.length > namedMax ? `${told.join(', ')}, ${series.length - namedMax} more` : told.join(', ');
}

/** A name as YAML: quoted where it is not a plain word. */
export function quotedName(name: string): string {
  return /^(?:\.{0,2}\/)*[A-Za-z_][\w./-]*$/.test(name) && !/^(true|false|null|yes|no|on|off|y|n|all)$/i.test(name)
    ? name
    : `'${name.replaceAll("'", "''")}'`;
}

function named(all: readonly Series[], names: readonly string[]): Chosen {
  const found = new Set<Series>();
  for (const name of names) {
    const matching = matches(all, name);
    for (const one of matching) found.add(one);
    if (matching.length > 0) continue;
    const guess = nearest(
      name,
      all.map((one) => one.name),
    );
    return {
      problem: `no series is '${clipped(name, 60)}'; the file has ${listed(all)}`,
      hint:
        guess === null
          ? 'name one as it is written, or labels such as series: \'{job="web"}\''
          : `did you mean series: ${quotedName(guess)}?`,
    };
  }
  return { series: all.filter((one) => found.has(one)), says: null };
}

function matches(all: readonly Series[], name: string): readonly Series[] {
  const whole = all.filter((one) => one.name === name);
  if (whole.length > 0) return whole;
  if (name === 'all') return all;
  const wanted = labelsIn(name);
  if (wanted.size > 0)
    return all.filter(({ labels }) => [...wanted].every(([label, value]) => labels.get(label) === value));
  return all.filter(({ labels }) => [...labels.values()].includes(name));
}
