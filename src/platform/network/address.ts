/**
 * The addresses of a workload, built from their parts.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import type { RuleId } from '../../rules/register.ts';
import { replicaHostname } from '../workload/naming.ts';
import type { WorkloadType } from '../workload/settings.ts';

/** The properties of a workload that decide its addresses. */
export interface Addressed {
  readonly link: string;
  readonly gvc: string;
  readonly name: string;
  readonly type: WorkloadType;
  /** The alias of its GVC (ENV-4). */
  readonly alias: string;
  /** The org endpoint prefix of its GVC (NET-2); null: none. */
  readonly endpointPrefix: string | null;
  readonly domains: Domains;
  /** Names of the locations of its GVC. */
  readonly locations: readonly string[];
  /** Ports of all its containers, in the order written. */
  readonly ports: readonly Port[];
  /** Whether each replica has its own external host (NET-4): stateful workloads only (WL-23). */
  readonly replicaDirect: boolean;
  /**
   * Whether replicas of this workload and of other GVCs can discover each other (TAG-9, `address.crossGvcReplicas`).
   */
  readonly crossesGvcs: boolean;
  /** Routes of domains that lead to it. */
  readonly routes: readonly AddressRoute[];
}

/** Domains of the installation (RES-5). */
export interface Domains {
  readonly appDomain: string;
  readonly locationDomain: string;
  readonly internalDomain: string;
}

export interface Port {
  readonly container: string;
  readonly number: number;
}

export interface AddressRoute {
  /** Name of the domain. */
  readonly domain: string;
  /** The paths that it takes, `/` for all. */
  readonly prefix: string;
}

export type AddressKind =
  | 'canonical'
  | 'custom'
  | 'location'
  | 'replica'
  | 'internal'
  | 'internalReplica'
  | 'local'
  | 'container';

/** One address; `url` is what a client calls, with a scheme if the address is for HTTP only. */
export interface Address {
  readonly kind: AddressKind;
  readonly url: string;
  /** null: not limited to one location. */
  readonly location: string | null;
  /** null: not limited to one replica. */
  readonly ordinal: number | null;
  /** The rule that gives it. */
  readonly rule: RuleId;
}

/**
 * All addresses of a workload (NET-1 to NET-6, NET-8, NET-9, REPL-3): global ones first, then by location and ordinal,
 * then internal ones.
 *
 * A workload that exposes no port has only the local names of its replicas (TYPE-2, `address.noPort`); with `names`, a
 * workload that serves traffic has all addresses that name no port.
 *
 * @param ordinals of its replicas, by location; used for a stateful workload only
 */
export function addressesOf(
  workload: Addressed,
  ordinals: ReadonlyMap<string, readonly number[]>,
  assumptions: Pick<Assumptions, 'address.internalReplica' | 'address.noPort'>,
): readonly Address[] {
  const { name, locations, ports, routes } = workload;
  const isExposed = isNamed(workload, assumptions);
  const replicas = locations.flatMap((location) =>
    workload.type === 'stateful' ? (ordinals.get(location) ?? []).map((ordinal) => ({ location, ordinal })) : [],
  );
  const found: Address[] = [];
  const add = (kind: AddressKind, rule: RuleId, url: string, at: Partial<Address> = {}): void => {
    found.push({ kind, url, location: null, ordinal: null, ...at, rule });
  };
  if (isExposed) {
    add('canonical', canonicalRule(workload), `https://${canonicalHost(workload)}`);
    for (const { domain, prefix } of routes) add('custom', 'NET-5', `https://${domain}${prefix === '/' ? '' : prefix}`);
    for (const location of locations)
      add('location', 'NET-3', `https://${locationHost(workload, location)}`, { location });
    for (const at of workload.replicaDirect ? replicas : [])
      add('replica', 'NET-4', `https://${replicaHost(workload, at)}`, at);
    for (const { number } of ports) add('internal', 'NET-6', `${internalHost(workload)}:${number}`);
    for (const at of hasInternalReplicas(workload, assumptions) ? replicas : [])
      for (const { number } of ports)
        add('internalReplica', 'NET-8', `${internalReplicaHost(workload, at)}:${number}`, at);
  }
  for (const at of replicas) add('local', 'REPL-3', replicaHostname(name, at.ordinal), at);
  for (const { container, number } of ports) add('container', 'NET-9', `http://${container}:${number}`);
  return found;
}

/** Whether a workload has any address beside those of its replicas (TYPE-8, `address.noPort`). */
export function isNamed({ ports, type }: Addressed, assumptions: Pick<Assumptions, 'address.noPort'>): boolean {
  return ports.length > 0 || (assumptions['address.noPort'] === 'names' && type !== 'cron');
}

/**
 * The global host of a workload (NET-1, NET-2).
 *
 *   api in a GVC of alias cry3tqvce07s4           -> api-cry3tqvce07s4.app.example
 *   the same with the org endpoint prefix acme    -> api-cry3tqvce07s4.acme.app.example
 */
export function canonicalHost({ name, alias, endpointPrefix, domains }: CanonicalParts): string {
  return `${name}-${alias}.${endpointPrefix === null ? '' : `${endpointPrefix}.`}${domains.appDomain}`;
}

/** The parts of the canonical host. */
export type CanonicalParts = Pick<Addressed, 'name' | 'alias' | 'endpointPrefix' | 'domains'>;

/** The rule that gives the form of the canonical host. */
export function canonicalRule({ endpointPrefix }: Pick<Addressed, 'endpointPrefix'>): 'NET-1' | 'NET-2' {
  return endpointPrefix === null ? 'NET-1' : 'NET-2';
}

/** The host of a workload in one location (NET-3). */
export function locationHost({ name, alias, domains }: Addressed, location: string): string {
  return `${name}-${alias}.${location}.${domains.locationDomain}`;
}

interface ReplicaAt {
  readonly location: string;
  readonly ordinal: number;
}

/** The external host of one replica (NET-4). */
function replicaHost({ name, alias, domains }: Addressed, { location, ordinal }: ReplicaAt): string {
  return `${name}-${alias}-${ordinal}.${location}.${domains.locationDomain}`;
}

/** The internal host of a workload (NET-6). */
export function internalHost({ name, gvc, domains }: Addressed): string {
  return `${name}.${gvc}.${domains.internalDomain}`;
}

/** The internal host of one replica (NET-8). */
function internalReplicaHost(workload: Addressed, { location, ordinal }: ReplicaAt): string {
  return `replica-${ordinal}.${workload.name}.${location}.${workload.gvc}.${workload.domains.internalDomain}`;
}

/** Whether its replicas have their own internal hosts (NET-8, `address.internalReplica`). */
export function hasInternalReplicas(
  workload: Addressed,
  assumptions: Pick<Assumptions, 'address.internalReplica'>,
): boolean {
  return assumptions['address.internalReplica'] === 'stateful' ? workload.type === 'stateful' : workload.replicaDirect;
}
