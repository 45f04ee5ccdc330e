/**
 * The effect of a workload's special tags, defaults filled in: its status shows it, and calls to the workload follow
 * it.
 */

import { locationNames } from '../checks/placement.ts';
import type { Json, JsonObject } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { locationFields } from '../records/locations.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import { mayStand } from './restricted.ts';
import { specialTag, specialTags } from './specialTags.ts';

/**
 * The blocks of a workload's status that its tags give: `externalAuth`, `rateLimit`, `mesh`; one that no tag asks for
 * is not there.
 */
export function tagStatus(control: Control, { tags, spec, gvc }: StoredRecord): JsonObject {
  const { prefix } = control.config;
  if (!Object.keys(tags).some((key) => key.startsWith(`${prefix}/`))) return {};
  const blocks = { externalAuth: externalAuthOf(tags, prefix), rateLimit: rateLimitOf(tags, prefix) };
  const mesh = meshOf(tags, prefix, (name) => {
    const only = specialTags[name]?.only;
    return only === undefined || mayStand(only, spec, providersOf(control, gvc), control.config.assumptions);
  });
  const all: [string, JsonObject | null][] = [...Object.entries(blocks), ['mesh', mesh]];
  return Object.fromEntries(all.flatMap(([name, block]) => (block === null ? [] : [[name, block]])));
}

function providersOf({ records, config }: Control, gvc: string | null): readonly (string | null)[] {
  const { org } = config;
  const placed = records.get(linkOf('gvc', gvc ?? '', { org, gvc: null }));
  return locationNames(placed?.spec ?? {}).map((name) => {
    const record = records.get(linkOf('location', name, { org, gvc: null }));
    const provider = record?.more.provider ?? locationFields(name).provider;
    return typeof provider === 'string' ? provider : null;
  });
}

/** The authorization service that is asked about each request (TAG-18 to TAG-29); null: none. */
export interface ExternalAuth extends JsonObject {
  readonly address: string;
  readonly port: number;
  readonly protocol: string;
  readonly scheme: string;
  readonly timeout: string;
  readonly failureAllow: boolean;
  readonly packAsBytes: boolean;
  readonly removeRequestBody: boolean;
  readonly includePeerCert: boolean;
}

/**
 * Of these tags; `pathPrefix`, `upstreamHeaderPrefixes` and `listenPort` have no default and stand there only where
 * they are written.
 */
export function externalAuthOf(tags: JsonObject, prefix: string): ExternalAuth | null {
  const tag = reader(tags, prefix, 'externalAuth');
  const address = tag('Address');
  if (address === null) return null;
  const listenPort = tag('ListenPort');
  return {
    address,
    port: Number(tag('Port') ?? 443),
    protocol: tag('Protocol') ?? 'grpc',
    scheme: tag('Scheme') ?? 'https',
    timeout: tag('Timeout') ?? '1s',
    failureAllow: tag('FailureAllow') !== 'false',
    packAsBytes: tag('PackAsBytes') === 'true',
    removeRequestBody: tag('RemoveRequestBody') === 'true',
    includePeerCert: tag('IncludePeerCert') === 'true',
    ...written('pathPrefix', tag('PathPrefix')),
    ...written('upstreamHeaderPrefixes', tag('UpstreamHeaderPrefixes')),
    ...written('listenPort', listenPort === null ? null : Number(listenPort)),
  };
}

/** The service that is asked whether there are too many requests (TAG-30 to TAG-34); null: none. */
export function rateLimitOf(tags: JsonObject, prefix: string): JsonObject | null {
  const tag = reader(tags, prefix, 'rateLimit');
  const address = tag('Address');
  if (address === null) return null;
  return {
    address,
    port: Number(tag('Port') ?? 443),
    // Under any prefix: the platform states the word itself.
    domain: tag('Domain') ?? 'cpln',
    scheme: tag('Scheme') ?? 'https',
    descriptors: tag('Descriptors') ?? 'authority',
  };
}

/**
 * What of its traffic keeps out of the mesh (TAG-4 to TAG-6, TAG-9, TAG-10, TAG-14 to TAG-16); null: no tag says
 * anything.
 */
function meshOf(tags: JsonObject, prefix: string, holds: (name: string) => boolean): JsonObject | null {
  const tag = (name: string): string | null => (holds(name) ? specialTag(tags, prefix, name) : null);
  const port = (name: string): number | null => (tag(name) === null ? null : Number(tag(name)));
  const block = {
    enabled: tag('disableServiceMesh') === null,
    bypassesOutbound: tag('bypassProxyOutbound') !== null,
    tracing: tag('tracingDisabled') === null,
    discoversCrossGvcReplicas: tag('discoverCrossGvcReplicas') !== null,
    ...written('excludedInboundPort', port('disableServiceMeshInboundPort')),
    ...written('excludedOutboundPort', port('disableServiceMeshOutboundPort')),
    ...written('excludedOutboundCIDR', tag('disableServiceMeshOutboundCIDR')),
    ...written('clusterRole', tag('k8sClusterRole')),
  };
  return meshTags.some((name) => tag(name) !== null) ? block : null;
}

const meshTags = [
  'bypassProxyOutbound',
  'disableServiceMeshInboundPort',
  'disableServiceMeshOutboundPort',
  'discoverCrossGvcReplicas',
  'tracingDisabled',
  'disableServiceMesh',
  'disableServiceMeshOutboundCIDR',
  'k8sClusterRole',
] as const;

/** Values of the tags of one family. */
function reader(tags: JsonObject, prefix: string, family: string): (name: string) => string | null {
  return (name) => specialTag(tags, prefix, `${family}${name}`);
}

function written(name: string, value: Json): JsonObject {
  return value === null ? {} : { [name]: value };
}
