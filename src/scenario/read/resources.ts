/**
 * The platform documents that exist when the run starts, checked by the platform's own rules.
 */

import type { DeclaredPrincipal } from '../../platform/api/access/declared.ts';
import { type Json, objectAt, type Path } from '../../platform/api/document/json.ts';
import { normalise } from '../../platform/api/document/normalise.ts';
import { isActedOn, isKind, isOfGvc, kinds } from '../../platform/api/records/kinds.ts';
import { isAccepted, partsOfName } from '../../platform/api/records/locations.ts';
import type { Quotas } from '../../platform/api/records/state.ts';
import type { Declared, ValidationContext } from '../../platform/api/requests/context.ts';
import { validateResource } from '../../platform/api/requests/validate.ts';
import { volumesetNames } from '../../platform/api/settings/mounts.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { type Judged, warnOfMade } from '../lint/requestedDocuments.ts';
import type { ScenarioResource, TimelineEntry } from '../scenario.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import type { DemandsMoreThan } from './demand/demandPeak.ts';
import { type JudgedResource, showFindings } from './findings.ts';
import { entriesOf, listOf, type Names } from './names.ts';
import { standingBeside } from './principals.ts';
import { earlierOfKind } from './quotas.ts';
import { workloadsWith } from './specPaths.ts';

export interface ResourceContext {
  readonly org: string;
  readonly prefix: 'svc' | 'cpln';
  readonly assumptions: Assumptions;
  readonly quotas: Quotas;
  readonly principals: readonly DeclaredPrincipal[];
  readonly demandsMoreThan: DemandsMoreThan;
  readonly timeline: readonly TimelineEntry[];
  readonly names: Names;
  readonly reading: ScenarioReading;
}

interface Found extends ScenarioResource {
  readonly path: Path;
}

/**
 * Reads `resources`, with a location resource for each entry of `locations` that says more than the catalogue; sorted
 * by link.
 */
export function readResources(root: TreeMap, context: ResourceContext): readonly ScenarioResource[] {
  const found = [...foundResources(root, context), ...locationResources(root, context)];
  const byLink = new Map<string, Found>();
  for (const resource of found) {
    const other = byLink.get(resource.link);
    if (other === undefined) byLink.set(resource.link, resource);
    else {
      const message = `${resource.kind} '${resource.name}' is already defined at ${other.place.file}:${other.place.line}`;
      context.reading.complain(root, [...resource.path, 'name'], { code: 'duplicate-resource', message });
    }
  }
  const all = [...byLink.values()].sort((a, b) => (a.link < b.link ? -1 : 1));
  checkGvcs(root, all, byLink, context);
  judge(root, all, context);
  return all.map(({ path: _, ...resource }): ScenarioResource => resource);
}

function foundResources(root: TreeMap, context: ResourceContext): Found[] {
  const { reading } = context;
  return listOf(root.resources).flatMap((entry, index): Found[] => {
    if (!isMap(entry) || typeof entry.kind !== 'string' || typeof entry.name !== 'string') return [];
    const path = ['resources', index];
    const { kind, name, gvc: written, ...rest } = entry;
    if (!isKind(kind)) {
      const guess = reading.nearest(kind, kinds);
      reading.complain(root, [...path, 'kind'], {
        code: 'unknown-kind',
        rule: 'RES-1',
        message: `expected a kind such as gvc, workload or volumeset, found '${kind}'`,
        hint: guess === null ? null : `did you mean '${guess}'?`,
      });
      return [];
    }
    if (!isActedOn(kind)) {
      reading.complain(root, [...path, 'kind'], {
        code: 'not-simulated',
        severity: 'warning',
        message: `svcsim keeps a ${kind} as it is written; it has no effect`,
      });
    }
    const gvc = typeof written === 'string' && isOfGvc(kind) ? written : null;
    if (isOfGvc(kind) && gvc === null) {
      reading.complain(root, [...path, 'gvc'], {
        code: 'missing-key',
        message: `a ${kind} needs its gvc: the key 'gvc' is missing`,
      });
      return [];
    }
    const doc: { [key: string]: Json } = { kind, name, ...rest };
    const link =
      gvc === null
        ? kind === 'org'
          ? `/org/${name}`
          : `/org/${context.org}/${kind}/${name}`
        : `/org/${context.org}/gvc/${gvc}/${kind}/${name}`;
    return [{ kind, name, gvc, link, doc, path, place: reading.places.place(root, [...path, 'name']) }];
  });
}

function locationResources(root: TreeMap, { org, reading }: ResourceContext): Found[] {
  return entriesOf(root.locations).flatMap(([name, setting]): Found[] => {
    if (!isMap(setting)) return [];
    const path = ['locations', name];
    const parts = partsOfName(name);
    const provider = setting.provider ?? parts?.provider;
    const region = setting.region ?? parts?.region;
    if (provider === undefined) {
      reading.complain(root, path, {
        code: 'missing-key',
        message: `the name '${name}' does not begin with a known provider: add 'provider'`,
        atKey: true,
      });
      return [];
    }
    if (
      isAccepted(name) &&
      setting.provider === undefined &&
      setting.region === undefined &&
      setting.enabled === undefined
    )
      return [];
    const enabled = setting.enabled === undefined ? {} : { spec: { enabled: setting.enabled } };
    const doc = { kind: 'location', name, provider, ...(region === undefined ? {} : { region }), ...enabled };
    return [
      {
        kind: 'location',
        name,
        gvc: null,
        link: `/org/${org}/location/${name}`,
        doc,
        path,
        place: reading.places.place(root, path, 'key'),
      },
    ];
  });
}

function checkGvcs(
  root: TreeMap,
  all: readonly Found[],
  byLink: ReadonlyMap<string, Found>,
  { org, reading }: ResourceContext,
): void {
  const gvcs = all.filter((resource) => resource.kind === 'gvc').map((resource) => resource.name);
  for (const { gvc, kind, path } of all) {
    if (gvc === null || byLink.has(`/org/${org}/gvc/${gvc}`)) continue;
    const guess = reading.nearest(gvc, gvcs);
    const hint =
      guess === null
        ? gvcs.length === 0
          ? 'add a resource of kind gvc'
          : `gvcs of this scenario: ${gvcs.join(', ')}`
        : `did you mean '${guess}'?`;
    reading.complain(root, [...path, 'gvc'], {
      code: 'unknown-gvc',
      rule: 'api.links',
      message: `the gvc '${gvc}' of this ${kind} does not exist`,
      hint,
    });
  }
}

/** Lets the platform judge each document beside the others, and puts its findings where they were written. */
function judge(root: TreeMap, all: readonly Found[], context: ResourceContext): void {
  const { org, prefix, assumptions, quotas, reading } = context;
  const earlier = earlierOfKind(all);
  const beside = standingBeside(context.principals, org);
  const declared = new Map<string, Declared>();
  const mounting = new Map<string, string[]>();
  for (const { kind, gvc, link, doc } of all) {
    if (!isKind(kind)) continue;
    const normal = normalise(kind, doc, { org, gvc }, assumptions);
    const { provider } = normal;
    declared.set(link, {
      kind,
      spec: objectAt(normal, 'spec'),
      provider: typeof provider === 'string' ? provider : null,
    });
    if (kind !== 'workload') continue;
    for (const name of volumesetNames(objectAt(normal, 'spec'))) {
      const volumeset = `/org/${org}/gvc/${gvc}/volumeset/${name}`;
      mounting.set(volumeset, [...(mounting.get(volumeset) ?? []), link]);
    }
  }
  const contextOf = ({ gvc, name, link }: Judged): ValidationContext => ({
    assumptions,
    quotas,
    prefix,
    org,
    gvc,
    link,
    find: (wanted) => declared.get(wanted) ?? beside.get(wanted) ?? builtIn(wanted, org),
    workloadsMounting: (volumeset) => mounting.get(volumeset) ?? [],
    before: null,
    siblingCount: () => earlier(link),
    alreadyContained: () => false,
    hasVolumesIn: () => false,
    demandsMoreThan: (millicores) => gvc !== null && context.demandsMoreThan(gvc, name, millicores),
  });
  warnOfMade(root, { org, resources: all, timeline: context.timeline, assumptions, reading, contextOf });
  const judged = all.flatMap((resource) => judgedOf(resource, contextOf(resource)));
  const links = [...declared.keys()];
  showFindings(root, judged, { org, links, hooksKnown: workloadsWith(root, context.names, 'preStop'), reading });
}

/** A resource with what the platform finds in it. */
function judgedOf(resource: Found, context: ValidationContext): JudgedResource[] {
  const { kind, doc } = resource;
  if (!isKind(kind)) return [];
  if (context.assumptions['api.links'] !== 'store')
    return [{ ...resource, findings: validateResource(kind, doc, context), outside: [] }];
  // Most resources have no link that leads outside: they are judged once.
  const strict = { ...context, assumptions: { ...context.assumptions, 'api.links': 'refuseMissing' as const } };
  const found = validateResource(kind, doc, strict);
  const ofLinks = found.filter(({ rule }) => rule === 'api.links');
  const findings = ofLinks.length === 0 ? found : validateResource(kind, doc, context);
  const outside = ofLinks.filter(({ message }) => message.includes('does not exist')).map(({ path }) => path);
  return [{ ...resource, findings, outside }];
}

/** Locations need no document of their own where their name says enough. */
function builtIn(link: string, org: string): Declared | null {
  const prefix = `/org/${org}/location/`;
  const name = link.startsWith(prefix) ? link.slice(prefix.length) : '';
  const parts = isAccepted(name) ? partsOfName(name) : null;
  return parts === null ? null : { kind: 'location', spec: {}, provider: parts.provider };
}
