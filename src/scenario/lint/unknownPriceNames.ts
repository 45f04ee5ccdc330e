/**
 * What a price book names that is nowhere in what it is read for. Doubtful only: a book may be for many scenarios, and
 * more may come to be in this one.
 */

import { catalogueNames, isAccepted, providers } from '../../platform/api/records/locations.ts';
import type { Finding } from '../../rules/finding.ts';
import { nearest } from '../../rules/units.ts';
import { entriesOf, listOf, namesOf } from '../read/names.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/** What there is to be priced; the org apart. */
export interface Priced {
  readonly locations: readonly string[];
  readonly providers: readonly string[];
  readonly gvcs: readonly string[];
  readonly containers: readonly string[];
}

/** What a scenario names, at its start and in its timeline. */
export function pricedIn(root: TreeMap): Priced {
  const paths = listOf(root.timeline).flatMap((entry) =>
    isMap(entry) ? [entry.post, entry.put, entry.patch, entry.delete].filter((path) => typeof path === 'string') : [],
  );
  const made = listOf(root.timeline).flatMap((entry) => (isMap(entry) && isMap(entry.with) ? [entry.with] : []));
  const resources = listOf(root.resources).filter(isMap);
  const gvcs = [
    ...resources.filter(({ kind }) => kind === 'gvc').map(({ name }) => name),
    ...[...namesOf(root).values()].map(({ gvc }) => gvc),
    ...paths.flatMap((path) => /^(?:\/org\/[^/]+)?\/gvc\/([^/]+)/.exec(path)?.[1] ?? []),
    ...made.map(({ name }) => name),
  ];
  return {
    locations: entriesOf(root.locations).map(([name]) => name),
    providers: entriesOf(root.locations)
      .map(([, location]) => (isMap(location) ? location.provider : null))
      .filter(isText),
    gvcs: gvcs.filter(isText),
    containers: [...resources, ...made].flatMap(containersIn),
  };
}

/** The names of all containers in a document, wherever they stand. */
function containersIn(value: Tree): string[] {
  if (Array.isArray(value)) return value.flatMap(containersIn);
  if (!isMap(value)) return [];
  const own = listOf(value.containers).flatMap((one) => (isMap(one) ? [one.name] : []));
  return [
    ...own.filter(isText),
    ...Object.values(value).flatMap((one) => (one === undefined ? [] : containersIn(one))),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Warnings of credits and taxes of other orgs, and of SKUs that can match nothing. */
export function unknownPriceNames(doc: TreeMap, org: string, priced: Priced): Finding[] {
  return [...otherOrgs(doc, org), ...unmatched(doc, org, priced)];
}

function otherOrgs(doc: TreeMap, org: string): Finding[] {
  return (['credits', 'tax'] as const).flatMap((key) =>
    listOf(doc[key]).flatMap((one, index): Finding[] => {
      if (!isMap(one) || typeof one.org !== 'string' || one.org === org) return [];
      const message = `this scenario has no org ${one.org}, only ${org}: this ${key === 'tax' ? 'tax' : 'credit'} has no effect`;
      return [{ path: [key, index, 'org'], rule: null, message, severity: 'warning' }];
    }),
  );
}

/** Containers of the platform's own, of mounts. */
const ownContainers = ['volume-mount', 'cpln-mounter'];

function unmatched(doc: TreeMap, org: string, priced: Priced): Finding[] {
  const known: { readonly [key: string]: readonly string[] } = {
    location: [...priced.locations, ...catalogueNames],
    provider: [...priced.providers, ...providers],
    org: [org],
    gvc: priced.gvcs,
    container: [...priced.containers, ...ownContainers],
  };
  return listOf(doc.skus).flatMap((sku, index) => {
    if (!isMap(sku)) return [];
    return entriesOf(sku.match).flatMap(([key, value]): Finding[] => {
      const names = known[key];
      if (names === undefined || !isText(value) || names.includes(value)) return [];
      if (key === 'location' && isAccepted(value)) return [];
      const near = nearest(value, names);
      const guess = near === null ? '' : ` (did you mean ${near}?)`;
      const message = `this scenario has no ${key} ${value}${guess}: this SKU applies to nothing`;
      return [{ path: ['skus', index, 'match', key], rule: null, message, severity: 'warning' }];
    });
  });
}
