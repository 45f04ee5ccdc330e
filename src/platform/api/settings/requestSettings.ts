/**
 * The request settings of a workload, from its spec and special tags.
 */
import { second } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { parseDuration } from '../../../rules/duration.ts';
import { type FirewallSettings, insideTypes } from '../../call/firewall.ts';
import type { AuthorizationSettings } from '../../call/guard.ts';
import type { LocationOptions, RequestSettings } from '../../workload/settings.ts';
import { type JsonObject, numberAt, objectAt, objectsAt } from '../document/json.ts';
import { protocolOf } from './protocol.ts';
import { specialTag } from './specialTags.ts';
import { externalAuthOf, rateLimitOf } from './tagStatus.ts';

/**
 * Settings of a workload whose spec has been checked and filled. A special tag with a value outside of its list says
 * nothing (`tag.otherValue`).
 */
export function requestSettings(
  spec: JsonObject,
  tags: JsonObject,
  prefix: 'svc' | 'cpln',
  assumptions: Pick<Assumptions, 'tag.protocol'>,
): RequestSettings {
  const ports = objectsAt(spec, 'containers').flatMap((container) => objectsAt(container, 'ports'));
  const retry = objectAt(spec, 'requestRetryPolicy');
  const { retryOn } = retry;
  return {
    ports: ports.flatMap((port) => numberAt(port, 'number') ?? []),
    retry: {
      attempts: numberAt(retry, 'attempts') ?? 0,
      retryOn: Array.isArray(retryOn) ? retryOn.filter((condition) => typeof condition === 'string') : [],
      isGrpc: protocolOf(ports[0] ?? {}, tags, prefix, assumptions['tag.protocol']) === 'grpc',
    },
    authorization: authorizationOf(tags, prefix),
    isLimited: rateLimitOf(tags, prefix) !== null,
    firewall: firewallOf(objectAt(spec, 'firewallConfig')),
  };
}

function firewallOf(config: JsonObject): FirewallSettings {
  const addresses = objectAt(config, 'external').inboundAllowCIDR;
  const { inboundAllowType: type, inboundAllowWorkload: links } = objectAt(config, 'internal');
  return {
    opensOutside: Array.isArray(addresses) && addresses.length > 0,
    inside: insideTypes.find((one) => one === type) ?? null,
    insideList: Array.isArray(links) ? links.filter((link) => typeof link === 'string') : [],
  };
}

function authorizationOf(tags: JsonObject, prefix: 'svc' | 'cpln'): AuthorizationSettings | null {
  const asked = externalAuthOf(tags, prefix);
  if (asked === null) return null;
  const { timeout, failureAllow, listenPort } = asked;
  return {
    timeout: parseDuration(timeout) ?? second,
    failureAllow,
    listenPort: typeof listenPort === 'number' ? listenPort : null,
  };
}

/**
 * When a request is given up: `timeoutSeconds`, or what the tag says that raises it (WL-19, TAG-12,
 * `timeout.override`).
 */
export function requestTimeout(
  options: JsonObject,
  tags: JsonObject,
  prefix: 'svc' | 'cpln',
  assumptions: Assumptions,
): Pick<LocationOptions, 'timeout' | 'timeoutBy'> {
  const written = numberAt(options, 'timeoutSeconds');
  const override = specialTag(tags, prefix, 'timeoutSecondsOverride');
  const bound = assumptions['fields.bounds.timeoutSecondsOverride'];
  const raised = override !== null && /^\d{1,9}$/.test(override) ? Number(override) : null;
  const isValid =
    raised !== null && (bound === 'off' || (raised >= (bound.from ?? 0) && raised <= (bound.to ?? raised)));
  const field = written ?? assumptions['fields.defaults.timeoutSeconds'];
  const isWritten = written !== undefined;
  const wins = isValid && tagWins(assumptions['timeout.override'], raised, { field, isWritten });
  if (wins) return { timeout: raised * second, timeoutBy: 'tag' };
  return { timeout: field * second, timeoutBy: isValid ? 'fieldBesideTag' : 'field' };
}

/** @param raised and the field: seconds */
function tagWins(
  rule: Assumptions['timeout.override'],
  raised: number,
  { field, isWritten }: { readonly field: number; readonly isWritten: boolean },
): boolean {
  switch (rule) {
    case 'raiseOnly':
      return raised > field;
    case 'replaces':
      return true;
    case 'fieldWins':
      return !isWritten;
  }
}
