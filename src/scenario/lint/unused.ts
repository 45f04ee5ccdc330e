/**
 * Parts of a scenario that nothing else in it refers to: parameters, locations where nothing is, latencies to callers
 * whom there are not, principals who never ask, texts of files that nobody reads.
 */

import type { DeclaredPrincipal } from '../../platform/api/access/declared.ts';
import type { Path } from '../../platform/api/document/json.ts';
import { nameOfLink } from '../../platform/api/document/link.ts';
import type { Substituted } from '../params/substitution.ts';
import { entriesOf, listOf, type Names } from '../read/names.ts';
import type { Complaint } from '../text/problem.ts';
import { relativeTo, type ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

export interface UnusedContext {
  /** Of the scenario itself. */
  readonly file: string;
  readonly names: Names;
  readonly principals: readonly DeclaredPrincipal[];
  readonly reading: ScenarioReading;
}

/** Warns of all of it. */
export function warnOfUnused(root: TreeMap, context: UnusedContext): void {
  if (!isWhole(root, context.names)) return;
  if (entriesOf(root.locations).length > 0) warnOfLocations(root, context);
  if (listOf(root.principals).length > 0) warnOfPrincipals(root, context);
  if (entriesOf(root.files).length > 0) warnOfFiles(root, context);
}

/** Warns of parameters that stand nowhere; an error where `--set` or a variant gives one that does not exist. */
export function warnOfUnusedParameters(
  root: TreeMap,
  { file, used, unused }: { readonly file: string } & Pick<Substituted, 'used' | 'unused'>,
  reading: ScenarioReading,
): void {
  for (const name of unused) {
    const path = ['params', name];
    if (!isOwn(reading.places.file(root, path), file)) continue;
    const guess = reading.nearest(name, used);
    reading.complain(root, path, {
      code: 'no-effect',
      severity: 'warning',
      message: `nothing in this scenario uses the parameter '${name}'`,
      hint: guess === null ? `write \${${name}} where its value belongs, or remove it` : `did you mean '${guess}'?`,
      atKey: true,
      leadsNowhere: true,
    });
  }
}

/**
 * Whether all that happens in a run is in the file: a session may be asked anything later, and so may a platform
 * without a workload.
 */
export function isWhole(root: TreeMap, names: Names): boolean {
  return root.session === undefined && names.size > 0;
}

/**
 * Whether something stands in the scenario's own file, or is applied to it for this run: what an included file says,
 * others may use.
 */
export function isOwn(source: string, file: string): boolean {
  return source === file || source.startsWith('--');
}

function warnOfLocations(root: TreeMap, { file, reading }: UnusedContext): void {
  const asked = wordsIn(listOf(root.timeline).flatMap((entry) => (isMap(entry) ? [pathOf(entry) ?? null] : [])));
  const inhabited = wordsIn([root.resources, root.timeline, root.variants, root.studies]);
  const callers = callersIn(root, inhabited);
  const warn = (path: Path, message: string, hint: string, more: Pick<Complaint, 'leadsNowhere'> = {}): void => {
    if (!isOwn(reading.places.file(root, path), file)) return;
    reading.complain(root, path, { code: 'no-effect', severity: 'warning', message, hint, atKey: true, ...more });
  };
  for (const [name, location] of entriesOf(root.locations)) {
    const path = ['locations', name];
    // Whoever lists locations sees it.
    if (!inhabited.has(name) && !callers?.has(name) && !asked.has('location')) {
      const guess = reading.nearest(name, [...inhabited]);
      const hint = guess === null ? `place a gvc there: //location/${name}` : `did you mean '${guess}'?`;
      const message = `nothing in this scenario runs in '${name}', and no caller is there: this entry has no effect`;
      warn(path, message, hint, { leadsNowhere: true });
      continue;
    }
    const latencies = isMap(location) ? entriesOf(location.latencies) : [];
    if (callers === null || latencies.length === 0) continue;
    if (!inhabited.has(name)) {
      warn(
        [...path, 'latencies'],
        `no workload runs in '${name}', so these latencies have no effect`,
        'place a gvc there',
      );
      continue;
    }
    for (const [from] of latencies)
      if (!callers.has(from))
        warn(
          [...path, 'latencies', from],
          `no caller is in '${from}': this latency has no effect`,
          `add from: ${from} to a demand or a probe`,
        );
  }
}

/** Places that demand and probes come from; null where nothing is called at all. */
function callersIn(root: TreeMap, inhabited: ReadonlySet<string>): ReadonlySet<string> | null {
  const probes = listOf(root.timeline).flatMap((entry) => (isMap(entry) && isMap(entry.probe) ? [entry.probe] : []));
  const calls = [...listOf(root.demand), ...probes].filter(isMap);
  if (calls.length === 0) return null;
  const own = new Set(textsIn(calls.map(({ from }) => from)));
  // A workload calls from where it is.
  return calls.some(({ by }) => by !== undefined) ? new Set([...own, ...inhabited]) : own;
}

function warnOfPrincipals(root: TreeMap, { file, principals, reading }: UnusedContext): void {
  const requests = listOf(root.timeline).filter(
    (entry): entry is TreeMap => isMap(entry) && pathOf(entry) !== undefined,
  );
  // Nobody asks at all: then they are there for those who ask a session.
  if (requests.length === 0) return;
  const referring = textsIn([root.resources, requests, root.variants, root.studies]);
  const listed = wordsIn(requests.map((entry) => pathOf(entry)));
  for (const [index, given] of listOf(root.principals).entries()) {
    const path = ['principals', index];
    if (!isMap(given) || !isOwn(reading.places.file(root, path), file)) continue;
    const name = given.user ?? given.serviceaccount ?? (typeof given.link === 'string' ? nameOfLink(given.link) : null);
    const principal = principals.find(({ link }) => nameOfLink(link) === name);
    // Who has a key asks over HTTP.
    if (typeof name !== 'string' || principal === undefined || principal.key !== null) continue;
    if (['user', 'serviceaccount', 'group', '-accessreport'].some((kind) => listed.has(kind))) continue;
    if (referring.some((text) => text.includes(name))) continue;
    reading.complain(root, path, {
      code: 'no-effect',
      severity: 'warning',
      message: `no request comes from '${name}', and nothing refers to it: this principal has no effect`,
      hint: `add as: ${principal.link} to a request of the timeline, or a key for requests over HTTP`,
    });
  }
}

/** Texts that were not read, though all else was. */
function warnOfFiles(root: TreeMap, { file, reading }: UnusedContext): void {
  if (reading.hasErrors) return;
  const elsewhere = textsIn([root.variants, root.studies]);
  for (const [path] of entriesOf(root.files)) {
    const source = reading.places.file(root, ['files', path]);
    if (!isOwn(source, file) || reading.texts.has(relativeTo(source, path)) || elsewhere.includes(path)) continue;
    reading.complain(root, ['files', path], {
      code: 'no-effect',
      severity: 'warning',
      message: `nothing in this scenario reads '${path}'`,
      hint: `use it, as in trace: { file: ${path} }, or remove it`,
      atKey: true,
    });
  }
}

function pathOf(entry: TreeMap): Tree | undefined {
  return entry.get ?? entry.post ?? entry.put ?? entry.patch ?? entry.delete;
}

/** Names that stand alone or as a part of a link, a host or a key. */
export function wordsIn(values: readonly (Tree | undefined)[]): ReadonlySet<string> {
  return new Set(textsIn(values).flatMap((text) => text.split(/[^\w-]+/)));
}

/** Every key and every text, at any depth. */
function textsIn(values: readonly (Tree | undefined)[]): readonly string[] {
  const texts = new Set<string>();
  const visit = (value: Tree | undefined): void => {
    if (typeof value === 'string') texts.add(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isMap(value))
      for (const [key, inner] of Object.entries(value)) {
        texts.add(key);
        visit(inner);
      }
  };
  values.forEach(visit);
  return [...texts];
}
