/**
 * Problems that the platform finds in the resources of a scenario, each at its place in the files. A warning that holds
 * at several places is given once.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { objectAt, textAt } from '../../platform/api/document/json.ts';
import { fullLink, type LinkBase, linkOf } from '../../platform/api/document/link.ts';
import type { Breach } from '../../platform/api/requests/breach.ts';
import type { Finding } from '../../rules/finding.ts';
import type { ScenarioResource } from '../scenario.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type Tree, type TreeMap, valueAt } from '../text/tree.ts';
import { manifestGroups } from './manifestGroup.ts';

/** A resource with what the platform finds in it. */
export interface JudgedResource extends ScenarioResource {
  readonly path: Path;
  readonly findings: readonly Breach[];
  /** Paths, from the document's root, of links to what the scenario has not, where these are kept (`api.links`). */
  readonly outside: readonly Path[];
}

interface Context {
  readonly org: string;
  /** Links of all resources. */
  readonly links: readonly string[];
  /** `gvc/workload/name` of workloads whose preStop hooks `behavior` times. */
  readonly hooksKnown: ReadonlySet<string>;
  readonly reading: ScenarioReading;
}

/** So many of a list are named. */
const namedMax = 5;

/** Tells all findings. */
export function showFindings(root: TreeMap, judged: readonly JudgedResource[], context: Context): void {
  const isApplied = manifestGroups(root).some((group) => group.isApplied);
  const missing: MissingSecret[] = [];
  const repeats = new Map<string, { readonly tell: (places: number) => void; places: number }>();
  for (const resource of judged) {
    const { kind, gvc, name, path } = resource;
    for (const finding of resource.findings) {
      const at = path[0] === 'locations' ? path : [...path, ...finding.path];
      if (finding.missing !== undefined) {
        missing.push({ name: finding.missing, message: finding.message, at });
        continue;
      }
      if (finding.rule === 'termination.hooks' && finding.isIdle !== true) {
        if (context.hooksKnown.has(`${gvc}/workload/${name}`)) continue;
      }
      const tell = (places: number): void => complain(root, at, { finding, resource, places }, context);
      const key = `${kind} ${finding.rule} ${finding.message}`;
      const known = repeats.get(key);
      if (!isApplied || finding.severity === 'error') tell(1);
      else if (known === undefined) repeats.set(key, { tell, places: 1 });
      else known.places += 1;
    }
  }
  for (const { tell, places } of repeats.values()) tell(places);
  tellMissing(root, missing, context);
  if (isApplied) tellOutside(root, judged, new Set(missing.map(({ name }) => name)), context);
}

interface Told {
  readonly finding: Breach;
  readonly resource: JudgedResource;
  /** In how many places it was found; the path is that of the first. */
  readonly places: number;
}

function complain(root: TreeMap, at: Path, { finding, resource, places }: Told, context: Context): void {
  const { rule, message, severity } = finding;
  const { reading, links, org } = context;
  const more = places === 1 ? '' : `; the same in ${places - 1} more ${places === 2 ? 'place' : 'places'}`;
  const doubted = finding.isIdle === true ? 'no-effect' : 'platform-doubts';
  reading.complain(root, at, {
    code: severity === 'warning' ? doubted : 'platform-refuses',
    rule,
    message: `${message}${more}`,
    severity,
    hint: message.endsWith(': quote it')
      ? shellHint(root, at, reading)
      : rule === 'api.links'
        ? linkHint(valueAt(root, at), links, { org, gvc: resource.gvc }, reading)
        : ratioHint(finding, resource),
    atKey: finding.atKey === true || at[0] === 'locations',
  });
}

interface MissingSecret {
  readonly name: string;
  readonly message: string;
  readonly at: Path;
}

/** One warning of all secrets that do not exist, however many workloads wait for them. */
function tellMissing(root: TreeMap, missing: readonly MissingSecret[], { reading }: Context): void {
  const [first] = missing;
  if (first === undefined) return;
  const names = [...new Set(missing.map(({ name }) => name))];
  const message =
    names.length === 1
      ? first.message
      : `${names.length} secrets do not exist: ${listed(names)}: a deployment that is new and uses one of them is paused until it does`;
  reading.complain(root, first.at, {
    code: 'platform-doubts',
    rule: 'secret.missing',
    severity: 'warning',
    message,
    hint: `add { kind: secret, name: ${names[0]}, type: opaque } to resources, create it in the timeline, or write assumptions: { secret.missing: ignore }`,
  });
}

/** One warning of all links that are kept although they lead nowhere, where `manifests: { files }` brought them. */
function tellOutside(
  root: TreeMap,
  judged: readonly JudgedResource[],
  missing: ReadonlySet<string>,
  { org, reading }: Context,
): void {
  const told = new Set([...missing].map((name) => linkOf('secret', name, { org, gvc: null })));
  const found = judged.flatMap(({ gvc, path, outside }) =>
    outside.flatMap((inner) => {
      const at = [...path, ...inner];
      const link = valueAt(root, at);
      return typeof link !== 'string' || told.has(fullLink(link, { org, gvc })) ? [] : [{ at, link }];
    }),
  );
  const [first] = found;
  if (first === undefined) return;
  const links = [...new Set(found.map(({ link }) => link))];
  const [what, are] = links.length === 1 ? ['a link leads', 'is'] : [`${links.length} links lead`, 'are'];
  reading.complain(root, first.at, {
    code: 'outside-link',
    rule: 'api.links',
    severity: 'warning',
    message: `${what} to what is in no file, and ${are} kept: ${listed(links)}`,
  });
}

function listed(names: readonly string[]): string {
  const more = names.length > namedMax ? `, and ${names.length - namedMax} more` : '';
  return `${names.slice(0, namedMax).join(', ')}${more}`;
}

/** How a text is quoted that came by `--set`, past a shell that takes quotes away; null: it stands in a file. */
function shellHint(root: TreeMap, path: Path, reading: ScenarioReading): string | null {
  const { file, line } = reading.places.place(root, path, 'value');
  const written = file === '--set' ? reading.texts.get(file)?.split('\n')[line - 1] : undefined;
  if (written === undefined) return null;
  const at = written.indexOf('=');
  return `in a shell write --set '${written.slice(0, at)}="${written.slice(at + 1)}"'`;
}

/** How a workload can reserve less than a quarter (WL-8, WL-10); null: another finding, or a stateful workload. */
function ratioHint({ rule }: Finding, { doc, kind }: JudgedResource): string | null {
  if (kind !== 'workload' || (rule !== 'WL-8' && rule !== 'WL-10')) return null;
  if (textAt(objectAt(doc, 'spec'), 'type') === 'stateful') return null;
  return 'write assumptions: { resource.ratio.appliesTo: stateful } if your platform lets other types reserve less';
}

/** The link of its collection that was probably meant; null where none is near. */
function linkHint(
  found: Tree | undefined,
  links: readonly string[],
  base: LinkBase,
  reading: ScenarioReading,
): string | null {
  if (typeof found !== 'string' || !found.startsWith('/')) return null;
  const full = fullLink(found, base);
  const collection = full.slice(0, full.lastIndexOf('/') + 1);
  const names = links.filter((link) => link.startsWith(collection)).map((link) => link.slice(collection.length));
  const guess = reading.nearest(full.slice(collection.length), names);
  const org = `/org/${base.org}/`;
  return guess === null || !collection.startsWith(org)
    ? null
    : `did you mean '//${collection.slice(org.length)}${guess}'?`;
}
