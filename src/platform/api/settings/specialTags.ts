/**
 * The special tags of workloads (TAG-2 to TAG-35): plain text to the platform, each with its meaningful values.
 */

import { parseDuration } from '../../../rules/duration.ts';
import type { RuleId } from '../../../rules/register.ts';
import { type JsonObject, textOf } from '../document/json.ts';

/** What a tag's value must be: `null` where it is well, else the end of a sentence that begins "must be". */
type Form = (value: string) => string | null;

export interface SpecialTag {
  readonly rule: RuleId;
  readonly form: Form;
  /** Why the tag itself is doubtful. */
  readonly remark?: string;
  /**
   * Where alone it may stand (TAG-13): on clusters of the customer's own, or there and behind a direct load balancer.
   */
  readonly only?: 'byok' | 'byokOrDirect';
}

const isTrue: Form = (value) => (value === 'true' ? null : 'true');
const trueOrFalse = oneOf('true', 'false');
const port: Form = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 ? null : 'a port';
const text: Form = (value) => (value === '' ? 'a string that is not empty' : null);
const path: Form = (value) => (value.startsWith('/') ? null : "a path that begins with '/'");
const address: Form = (value) =>
  isHostName(value) || isIPv4(value) || isIPv6(value) ? null : 'a host name or an IP address';
const time: Form = (value) => (parseDuration(value) === null ? 'a duration such as 1s' : null);
const cidr: Form = (value) => (isRange(value) ? null : 'a CIDR range such as 10.0.0.0/8');

/** Special tags of a workload by name without the prefix, each with the rule that gives it its form. */
export const specialTags: { readonly [name: string]: SpecialTag } = {
  publishNotReadyAddresses: { rule: 'TAG-2', form: isTrue },
  protocol: {
    rule: 'TAG-3',
    form: oneOf('http', 'http2', 'grpc', 'tcp'),
    remark: 'deprecated: use ports[].protocol',
  },
  bypassProxyOutbound: { rule: 'TAG-4', form: isTrue },
  disableServiceMeshInboundPort: { rule: 'TAG-5', form: port },
  disableServiceMeshOutboundPort: { rule: 'TAG-6', form: port },
  multiZone: { rule: 'TAG-7', form: isTrue, remark: 'deprecated: use spec.defaultOptions.multiZone' },
  skipLocationEndpointHeaders: { rule: 'TAG-8', form: isTrue },
  discoverCrossGvcReplicas: { rule: 'TAG-9', form: isTrue },
  tracingDisabled: { rule: 'TAG-10', form: isTrue },
  largeDisk: { rule: 'TAG-11', form: isTrue },
  disableServiceMesh: { rule: 'TAG-14', form: isTrue, only: 'byokOrDirect' },
  disableServiceMeshOutboundCIDR: { rule: 'TAG-15', form: cidr, only: 'byokOrDirect' },
  k8sClusterRole: { rule: 'TAG-16', form: text, only: 'byok' },
  externalAuthAddress: { rule: 'TAG-18', form: address },
  externalAuthPort: { rule: 'TAG-19', form: port },
  externalAuthProtocol: { rule: 'TAG-20', form: oneOf('grpc', 'http') },
  externalAuthScheme: { rule: 'TAG-21', form: oneOf('https', 'http') },
  externalAuthTimeout: { rule: 'TAG-22', form: time },
  externalAuthFailureAllow: { rule: 'TAG-23', form: trueOrFalse },
  externalAuthPackAsBytes: { rule: 'TAG-24', form: trueOrFalse },
  externalAuthRemoveRequestBody: { rule: 'TAG-25', form: trueOrFalse },
  externalAuthIncludePeerCert: { rule: 'TAG-26', form: trueOrFalse },
  externalAuthPathPrefix: { rule: 'TAG-27', form: path },
  externalAuthUpstreamHeaderPrefixes: { rule: 'TAG-28', form: text },
  externalAuthListenPort: { rule: 'TAG-29', form: port },
  rateLimitAddress: { rule: 'TAG-30', form: address },
  rateLimitPort: { rule: 'TAG-31', form: port },
  rateLimitScheme: { rule: 'TAG-32', form: oneOf('https', 'http') },
  rateLimitDomain: { rule: 'TAG-33', form: text },
  rateLimitDescriptors: { rule: 'TAG-34', form: text },
  ignore: { rule: 'TAG-35', form: isTrue },
  protected: { rule: 'TAG-1', form: trueOrFalse },
  deployTimestamp: { rule: 'TAG-1', form: text },
  timeoutSecondsOverride: { rule: 'TAG-12', form: () => null },
};

/**
 * The value of a special tag, as text; null: it is not there, or says nothing, for it is outside of its list
 * (`tag.otherValue`).
 */
export function specialTag(tags: JsonObject, prefix: string, name: string): string | null {
  const written = tags[`${prefix}/${name}`];
  if (written === undefined || written === null) return null;
  const value = textOf(written);
  return value === '' || specialTags[name]?.form(value) !== null ? null : value;
}

/** Labels between dots, the last one not of digits alone. */
function isHostName(value: string): boolean {
  const labels = value.split('.');
  const isLabel = (label: string): boolean => /^[A-Za-z0-9]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/.test(label);
  return value.length <= 253 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '');
}

function isIPv4(value: string): boolean {
  const parts = value.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** Eight groups, or fewer with one gap `::`; the last two may be an IPv4 address. */
function isIPv6(value: string): boolean {
  const dotted = value.slice(value.lastIndexOf(':') + 1);
  const plain = dotted.includes('.') ? `${value.slice(0, value.length - dotted.length)}0:0` : value;
  if (dotted.includes('.') && !isIPv4(dotted)) return false;
  const halves = plain.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isWhole = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
  return isWhole && groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group));
}

function isRange(value: string): boolean {
  const [address = '', bits = '', ...more] = value.split('/');
  if (more.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  return (isIPv4(address) && Number(bits) <= 32) || (isIPv6(address) && Number(bits) <= 128);
}

function oneOf(...words: readonly string[]): Form {
  return (value) => (words.includes(value) ? null : words.join(' or '));
}
