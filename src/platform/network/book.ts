/**
 * The address book: every name of every workload of the org. It is built from the records; names are never parsed.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { locationNames } from '../api/checks/placement.ts';
import { withDefaults, workloadType } from '../api/document/defaults.ts';
import { byCodeUnits, numberAt, objectAt, objectsAt, textAt } from '../api/document/json.ts';
import { linkOf } from '../api/document/link.ts';
import type { StoredRecord } from '../api/records/record.ts';
import type { Control } from '../api/records/state.ts';
import { specialTag } from '../api/settings/specialTags.ts';
import {
  type Addressed,
  type AddressRoute,
  canonicalHost,
  hasInternalReplicas,
  internalHost,
  isNamed,
  locationHost,
  type Port,
} from './address.ts';

/** The target of a host. */
export interface HostMatch {
  readonly kind: 'canonical' | 'location' | 'internal' | 'replica' | 'internalReplica' | 'local';
  readonly workload: Addressed;
  /** null: not limited to one location. */
  readonly location: string | null;
}

/** A route of a domain and its target; null: the workload does not exist, or exposes no port. */
export interface Led {
  readonly prefix: string;
  readonly workload: Addressed | null;
}

/** Immutable; a change of records makes a new one. */
export interface AddressBook {
  readonly org: string;
  /** By link. */
  readonly workloads: ReadonlyMap<string, Addressed>;
  /** By host. */
  readonly hosts: ReadonlyMap<string, HostMatch>;
  /** By the host of a replica without its ordinal: `db-x-3.place.example` is found under `db-x.place.example`. */
  readonly replicas: ReadonlyMap<string, HostMatch>;
  /** Local names in the same way, by GVC and host: `shop/db.db`. */
  readonly locals: ReadonlyMap<string, HostMatch>;
  /** Routes by domain, the longest prefix first. */
  readonly domains: ReadonlyMap<string, readonly Led[]>;
}

const books = new WeakMap<Control, { readonly revision: number; readonly book: AddressBook }>();

/** The address book of the current records; rebuilt only if one of them has changed. */
export function addressBook(control: Control): AddressBook {
  const known = books.get(control);
  if (known?.revision === control.revision) return known.book;
  const book = newBook(control);
  books.set(control, { revision: control.revision, book });
  return book;
}

function newBook(control: Control): AddressBook {
  const { org, assumptions } = control.config;
  const workloads = new Map<string, Addressed>();
  const routes = routesOf(control);
  for (const record of control.records.values()) {
    if (record.kind === 'workload') workloads.set(record.link, addressed(control, record, routes.byWorkload));
  }
  const hosts = new Map<string, HostMatch>();
  const replicas = new Map<string, HostMatch>();
  const locals = new Map<string, HostMatch>();
  for (const workload of workloads.values()) {
    const { name, gvc, type, domains, locations } = workload;
    if (type === 'stateful') locals.set(`${gvc}/${name}.${name}`, { kind: 'local', workload, location: null });
    if (!isNamed(workload, assumptions)) continue;
    hosts.set(canonicalHost(workload), { kind: 'canonical', workload, location: null });
    hosts.set(internalHost(workload), { kind: 'internal', workload, location: null });
    const isInside = hasInternalReplicas(workload, assumptions);
    for (const location of locations) {
      const host = locationHost(workload, location);
      hosts.set(host, { kind: 'location', workload, location });
      if (workload.replicaDirect) replicas.set(host, { kind: 'replica', workload, location });
      const inside = `replica.${name}.${location}.${gvc}.${domains.internalDomain}`;
      if (isInside) replicas.set(inside, { kind: 'internalReplica', workload, location });
    }
  }
  const domains = new Map(
    [...routes.byDomain].map(([domain, all]): [string, readonly Led[]] => [
      domain,
      all.map((one) => led(one, workloads, assumptions)),
    ]),
  );
  return { org, workloads, hosts, replicas, locals, domains };
}

interface Routes {
  /**
   * Routes by domain, the longest prefix first. Prefixes of one length keep the order written, so the first of two
   * equal ones wins.
   */
  readonly byDomain: ReadonlyMap<string, readonly DomainRoute[]>;
  readonly byWorkload: ReadonlyMap<string, readonly AddressRoute[]>;
}

interface DomainRoute extends AddressRoute {
  /** Link of the workload. */
  readonly to: string;
}

/** The properties of one workload that decide its addresses. */
export function addressedOf(control: Control, record: StoredRecord): Addressed {
  return addressed(control, record, routesOf(control).byWorkload);
}

function routesOf(control: Control): Routes {
  const byDomain = new Map<string, readonly DomainRoute[]>();
  const byWorkload = new Map<string, AddressRoute[]>();
  for (const { name, spec } of [...control.domains.values()].sort((a, b) => byCodeUnits(a.name, b.name))) {
    const all = objectsAt(spec, 'routes').map((route) => ({
      domain: name,
      prefix: textAt(route, 'prefix') ?? '/',
      to: textAt(route, 'workloadLink') ?? '',
    }));
    for (const { to, ...route } of all) byWorkload.set(to, [...(byWorkload.get(to) ?? []), route]);
    byDomain.set(
      name,
      all.sort((a, b) => b.prefix.length - a.prefix.length),
    );
  }
  return { byDomain, byWorkload };
}

function addressed(control: Control, record: StoredRecord, routes: Routes['byWorkload']): Addressed {
  const { assumptions, installation, prefix, org } = control.config;
  const { link, name } = record;
  const spec = withDefaults(record, assumptions, prefix);
  const gvcName = record.gvc ?? '';
  const gvc = control.records.get(linkOf('gvc', gvcName, { org, gvc: null }));
  return {
    link,
    gvc: gvcName,
    name,
    type: workloadType(spec, assumptions),
    alias: gvc?.alias ?? '',
    endpointPrefix: textAt(gvc?.spec, 'endpointPrefix') || null,
    domains: installation,
    locations: [...new Set(locationNames(gvc?.spec ?? {}))].sort(byCodeUnits),
    ports: objectsAt(spec, 'containers').flatMap((container) =>
      objectsAt(container, 'ports').flatMap((port): Port[] => {
        const number = numberAt(port, 'number');
        return number === undefined ? [] : [{ container: textAt(container, 'name') ?? '', number }];
      }),
    ),
    replicaDirect: objectAt(spec, 'loadBalancer').replicaDirect === true,
    crossesGvcs: specialTag(record.tags, prefix, 'discoverCrossGvcReplicas') !== null,
    routes: routes.get(link) ?? [],
  };
}

function led(
  { prefix, to }: DomainRoute,
  workloads: ReadonlyMap<string, Addressed>,
  assumptions: Pick<Assumptions, 'address.noPort'>,
): Led {
  const workload = workloads.get(to);
  return { prefix, workload: workload !== undefined && isNamed(workload, assumptions) ? workload : null };
}
