/** Scenarios that are wrong by exactly one rule: what a checker must refuse, and for which reason. */
import fc from 'fast-check';
import type { AssumptionName } from '../../rules/assumptions.ts';
import type { RuleId } from '../../rules/register.ts';
import type { ResourceDocument, ScenarioDocument } from '../document.ts';
import { documentsOf } from './documents.ts';
import { gvcOf } from './scenarios.ts';
import { scenarioWith } from './scenarioWith.ts';
import { type SpoiledDocument, spoiledDocuments } from './spoiledDocuments.ts';
import type { GeneratedType } from './workloads.ts';

/** A scenario that one rule refuses. */
export interface NearValidScenario {
  readonly document: ScenarioDocument;
  /** The only rule, or assumed bound, that its errors cite. */
  readonly rule: RuleId | AssumptionName;
  /** What was changed in a valid scenario. */
  readonly change: string;
}

interface SpoiledField {
  readonly rule: RuleId | AssumptionName;
  readonly change: string;
  /** Which resource is changed: a workload of a type, or a volume set. */
  readonly in: GeneratedType | 'volumeset';
  /** The path of the field in `spec`. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

const autoscaling = { maxCapacity: 400, minFreePercentage: 20, scalingFactor: 1.5 };
const predictive = (own: object): object => ({ ...autoscaling, predictive: { enabled: true, ...own } });

/** Every change, each just outside its bound where there is one. */
const spoiled: readonly SpoiledField[] = [
  { rule: 'CRON-1', change: 'a schedule of four fields', in: 'cron', path: ['job', 'schedule'], value: '* * * *' },
  { rule: 'CRON-2', change: 'an unknown policy', in: 'cron', path: ['job', 'concurrencyPolicy'], value: 'Sometimes' },
  { rule: 'CRON-6', change: 'historyLimit 0', in: 'cron', path: ['job', 'historyLimit'], value: 0 },
  { rule: 'CRON-6', change: 'historyLimit 11', in: 'cron', path: ['job', 'historyLimit'], value: 11 },
  { rule: 'CRON-8', change: 'restartPolicy Always', in: 'cron', path: ['job', 'restartPolicy'], value: 'Always' },
  { rule: 'SUSP-5', change: 'job.suspend as a word', in: 'cron', path: ['job', 'suspend'], value: 'perhaps' },
  {
    rule: 'SUSP-1',
    change: 'defaultOptions.suspend as a word',
    in: 'standard',
    path: ['defaultOptions', 'suspend'],
    value: 'perhaps',
  },
  {
    rule: 'fields.bounds.minScaleAboveMax',
    change: 'minScale above maxScale',
    in: 'standard',
    path: ['defaultOptions', 'autoscaling', 'minScale'],
    value: 99,
  },
  {
    rule: 'ROLL-2',
    change: 'minReadySeconds as a word',
    in: 'standard',
    path: ['rolloutOptions', 'minReadySeconds'],
    value: 'soon',
  },
  {
    rule: 'ROLL-4',
    change: 'maxUnavailableReplicas as a word',
    in: 'standard',
    path: ['rolloutOptions', 'maxUnavailableReplicas'],
    value: 'few',
  },
  {
    rule: 'ROLL-6',
    change: 'maxSurgeReplicas as a word',
    in: 'standard',
    path: ['rolloutOptions', 'maxSurgeReplicas'],
    value: 'few',
  },
  {
    rule: 'ROLL-8',
    change: 'an unknown scalingPolicy',
    in: 'stateful',
    path: ['rolloutOptions', 'scalingPolicy'],
    value: 'Random',
  },
  {
    rule: 'ROLL-11',
    change: 'terminationGracePeriodSeconds as a word',
    in: 'standard',
    path: ['rolloutOptions', 'terminationGracePeriodSeconds'],
    value: 'long',
  },
  {
    rule: 'RETRY-1',
    change: 'attempts as a word',
    in: 'standard',
    path: ['requestRetryPolicy', 'attempts'],
    value: 'many',
  },
  { rule: 'VOL-3', change: 'initialCapacity as a word', in: 'volumeset', path: ['initialCapacity'], value: 'large' },
  {
    rule: 'VOLAUTO-2',
    change: 'minFreePercentage 0',
    in: 'volumeset',
    path: ['autoscaling'],
    value: { ...autoscaling, minFreePercentage: 0 },
  },
  {
    rule: 'VOLAUTO-2',
    change: 'minFreePercentage 101',
    in: 'volumeset',
    path: ['autoscaling'],
    value: { ...autoscaling, minFreePercentage: 101 },
  },
  {
    rule: 'VOLAUTO-3',
    change: 'scalingFactor 0.9',
    in: 'volumeset',
    path: ['autoscaling'],
    value: { ...autoscaling, scalingFactor: 0.9 },
  },
  {
    rule: 'VOLAUTO-5',
    change: 'lookbackHours 169',
    in: 'volumeset',
    path: ['autoscaling'],
    value: predictive({ lookbackHours: 169 }),
  },
  {
    rule: 'VOLAUTO-6',
    change: 'projectionHours 73',
    in: 'volumeset',
    path: ['autoscaling'],
    value: predictive({ projectionHours: 73 }),
  },
  {
    rule: 'VOLAUTO-7',
    change: 'minDataPoints 1',
    in: 'volumeset',
    path: ['autoscaling'],
    value: predictive({ minDataPoints: 1 }),
  },
  {
    rule: 'VOLAUTO-9',
    change: 'a predictive scalingFactor of 1',
    in: 'volumeset',
    path: ['autoscaling'],
    value: predictive({ scalingFactor: 1 }),
  },
  { rule: 'WL-4', change: 'cpu as a word', in: 'standard', path: ['containers', 0, 'cpu'], value: 'much' },
  { rule: 'WL-5', change: 'memory as a word', in: 'standard', path: ['containers', 0, 'memory'], value: 'much' },
  {
    rule: 'fields.bounds.minAboveMax',
    change: 'minCpu above cpu',
    in: 'standard',
    path: ['containers', 0, 'minCpu'],
    value: '900m',
  },
  { rule: 'WL-8', change: 'minCpu below a quarter', in: 'standard', path: ['containers', 0, 'minCpu'], value: '49m' },
  {
    rule: 'WL-10',
    change: 'minMemory below a quarter',
    in: 'standard',
    path: ['containers', 0, 'minMemory'],
    value: '63Mi',
  },
  {
    rule: 'fields.bounds.name',
    change: 'a container name in capitals',
    in: 'standard',
    path: ['containers', 0, 'name'],
    value: 'NO',
  },
  { rule: 'fields.bounds.containers', change: 'no container', in: 'standard', path: ['containers'], value: [] },
  { rule: 'TYPE-1', change: 'an unknown type', in: 'standard', path: ['type'], value: 'daemon' },
];

/** Scenarios that are wrong by exactly one rule; the valid one around the wrong field shrinks as usual. */
export function nearValidScenarios(): fc.Arbitrary<NearValidScenario> {
  return fc
    .constantFrom(...spoiled, ...spoiledDocuments)
    .chain((field) => ('in' in field ? inParts(field) : beside(field)));
}

/** A scenario in which a workload or a volume set that it has is wrong. */
function inParts(field: SpoiledField): fc.Arbitrary<NearValidScenario> {
  const kinds: readonly GeneratedType[] = [field.in === 'volumeset' ? 'stateful' : field.in];
  return scenarioWith({ kinds, size: 'small' }).map((document) => ({
    document: { ...document, resources: withSpoiled(document.resources, field) },
    rule: field.rule,
    change: field.change,
  }));
}

/** A scenario with one resource more, which is wrong. */
function beside({ kind, rule, change, path, value }: SpoiledDocument): fc.Arbitrary<NearValidScenario> {
  const place = { gvc: 'extra', name: 'extra', locations: [] };
  const extra = documentsOf(kind, place).map((document) => withValue(document, path, value) as ResourceDocument);
  return fc.tuple(scenarioWith({ size: 'small' }), extra).map(([document, wrong]) => {
    const homes = wrong.gvc === undefined ? [] : [gvcOf({ gvc: place.gvc, locations: ['aws-us-east-1'] })];
    return { document: { ...document, resources: [...document.resources, ...homes, wrong] }, rule, change };
  });
}

function withSpoiled(resources: readonly ResourceDocument[], field: SpoiledField): ResourceDocument[] {
  const index = resources.findLastIndex(({ kind, spec = {} }) =>
    field.in === 'volumeset' ? kind === 'volumeset' : kind === 'workload' && 'type' in spec && spec.type === field.in,
  );
  return resources.map((one, at) =>
    at === index ? { ...one, spec: withValue(one.spec, field.path, field.value) as object } : one,
  );
}

/** A copy with another value at a path; maps on the way are made. */
function withValue(within: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(within)) return within.map((one, at) => (at === key ? withValue(one, rest, value) : one));
  const map = typeof within === 'object' && within !== null ? (within as { readonly [key: string]: unknown }) : {};
  return { ...map, [key]: withValue(map[key], rest, value) };
}
