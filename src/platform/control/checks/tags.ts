/**
 * Special tags of a workload (TAG-2 to TAG-35): plain text to the platform, so a value outside its list does nothing (`tag.otherValue`).
 */
import type { RuleId } from '../../rules/register.ts';
import { nearest, parseDuration } from '../../units.ts';
import { type Breach, breach, doubt, shown } from '../breach.ts';
import { outside } from './bound.ts';
import type { WorkloadSubject } from './subject.ts';

/** What a tag's value must be: `null` where it is well, else the end of a sentence that begins "must be". */
type Form = (value: string) => string | null;

interface SpecialTag {
  readonly rule: RuleId;
  readonly form: Form;
  /** Why the tag itself is doubtful. */
  readonly remark?: string;
}

const isTrue: Form = (value) => (value === 'true' ? null : 'true');
const trueOrFalse = oneOf('true', 'false');
const port: Form = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 ? null : 'a port';
const text: Form = (value) => (value === '' ? 'a text' : null);
const path: Form = (value) => (value.startsWith('/') ? null : "a path that begins with '/'");
const address: Form = (value) =>
  /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/.test(value) ? null : 'a host name or an IP address';
const time: Form = (value) => (parseDuration(value) === null ? 'a duration such as 1s' : null);
const cidr: Form = (value) => (/^[0-9a-fA-F.:]+\/\d{1,3}$/.test(value) ? null : 'a CIDR range such as 10.0.0.0/8');

/** By name without the prefix. */
const specialTags: { readonly [name: string]: SpecialTag } = {
  publishNotReadyAddresses: { rule: 'TAG-2', form: isTrue },
  protocol: {
    rule: 'TAG-3',
    form: oneOf('http', 'http2', 'grpc', 'tcp'),
    remark: 'deprecated: write ports[].protocol',
  },
  bypassProxyOutbound: { rule: 'TAG-4', form: isTrue },
  disableServiceMeshInboundPort: { rule: 'TAG-5', form: port },
  disableServiceMeshOutboundPort: { rule: 'TAG-6', form: port },
  multiZone: { rule: 'TAG-7', form: isTrue, remark: 'deprecated: write spec.defaultOptions.multiZone' },
  skipLocationEndpointHeaders: { rule: 'TAG-8', form: isTrue },
  discoverCrossGvcReplicas: { rule: 'TAG-9', form: isTrue },
  tracingDisabled: { rule: 'TAG-10', form: isTrue },
  largeDisk: { rule: 'TAG-11', form: isTrue },
  disableServiceMesh: { rule: 'TAG-14', form: isTrue },
  disableServiceMeshOutboundCIDR: { rule: 'TAG-15', form: cidr },
  k8sClusterRole: { rule: 'TAG-16', form: text },
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

/** Names of the tags that are without effect while the first of their group is missing. */
const groups = [
  { prefix: 'externalAuth', needs: 'externalAuthAddress', rule: 'TAG-18' },
  { prefix: 'rateLimit', needs: 'rateLimitAddress', rule: 'TAG-30' },
] as const satisfies readonly { readonly prefix: string; readonly needs: string; readonly rule: RuleId }[];

/** Doubts about special tags; breaches where `tag.otherValue` is `refuse`. */
export function checkTags(workload: WorkloadSubject): readonly Breach[] {
  const { context, tags } = workload;
  const mark = `${context.prefix}/`;
  const names = Object.keys(tags)
    .filter((key) => key.startsWith(mark))
    .map((key) => key.slice(mark.length));
  return [...names.flatMap((name) => tagBreaches(workload, name)), ...groupDoubts(workload, names)];
}

function tagBreaches({ context, tags }: WorkloadSubject, name: string): readonly Breach[] {
  const key = `${context.prefix}/${name}`;
  const at = ['tags', key];
  const tag = Object.hasOwn(specialTags, name) ? specialTags[name] : undefined;
  if (tag === undefined) {
    const near = nearest(name, Object.keys(specialTags));
    const guess = near === null ? '' : `: did you mean ${context.prefix}/${near}?`;
    return [{ ...doubt(at, 'TAG-1', `${key} is no special tag and has no effect${guess}`), atKey: true }];
  }
  const value = String(tags[key]);
  const wanted = name === 'timeoutSecondsOverride' ? overrideForm(context, value) : tag.form(value);
  const remarks = tag.remark === undefined ? [] : [{ ...doubt(at, 'VER-4', `${key} is ${tag.remark}`), atKey: true }];
  if (wanted === null) return remarks;
  const message = `${key} must be ${wanted}, else it has no effect; found ${shown(value)}`;
  return [...remarks, (context.assumptions['tag.otherValue'] === 'refuse' ? breach : doubt)(at, tag.rule, message)];
}

function overrideForm(context: WorkloadSubject['context'], value: string): string | null {
  if (!/^\d{1,9}$/.test(value)) return 'a number of seconds';
  const wanted = outside(Number(value), context.assumptions['fields.bounds.timeoutSecondsOverride']);
  return wanted === null ? null : `${wanted} seconds`;
}

function groupDoubts({ context }: WorkloadSubject, names: readonly string[]): readonly Breach[] {
  return groups.flatMap(({ prefix, needs, rule }) => {
    const first = names.find((name) => name.startsWith(prefix) && Object.hasOwn(specialTags, name));
    if (first === undefined || names.includes(needs)) return [];
    const message = `${context.prefix}/${first} has no effect without ${context.prefix}/${needs}`;
    return [{ ...doubt(['tags', `${context.prefix}/${first}`], rule, message), atKey: true }];
  });
}

function oneOf(...words: readonly string[]): Form {
  return (value) => (words.includes(value) ? null : words.join(' or '));
}
