/**
 * Servers, requests and waiting lines of queueing theory, as scenarios: one workload to which requests come at random.
 */
import { parseScenario } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** One workload with its requests. */
export interface StationShape {
  /** The workload's spec beside its container. */
  readonly spec: object;
  /** How it answers requests: `request` of its behaviour. */
  readonly request: object;
  readonly perSecond: number;
  readonly assumptions?: object;
  readonly timing?: 'instant';
  /** Active from the start to the end. */
  readonly faults?: readonly object[];
}

/** So many replicas, each of which serves one request at a time; the others wait in one line. */
export function servers(count: number): object {
  const autoscaling = { metric: 'disabled', minScale: count, maxScale: count, maxConcurrency: 1 };
  return { type: 'serverless', defaultOptions: { timeoutSeconds: 600, autoscaling } };
}

/**
 * So many replicas that take every request at once, with a processor of one core each.
 *
 * @param more fields of the spec
 */
export function sharers(count: number, more: object = {}): object {
  const autoscaling = { metric: 'disabled', minScale: count, maxScale: count };
  return { type: 'standard', defaultOptions: { timeoutSeconds: 600, autoscaling }, ...more };
}

const ports = [{ number: 8080, protocol: 'http' }];
const container = { name: 'main', image: 'api:1', cpu: '1', memory: '128Mi', ports };

/** The GVC of every document. */
export const gvc = {
  kind: 'gvc',
  name: 'ash',
  spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } },
};

/** What every document begins with. */
export const head = { svcsim: 1, start: '2026-11-01T00:00:00Z', seed: 1 };

/** The document of a scenario in which so many requests come, a few more or fewer by chance. */
export function stationDocument(
  { spec, request, perSecond, assumptions = {}, timing, faults = [] }: StationShape,
  calls: number,
): object {
  const workload = { kind: 'workload', gvc: 'ash', name: 'api', spec: { containers: [container], ...spec } };
  return {
    ...head,
    for: `${Math.ceil(calls / perSecond)}s`,
    assumptions,
    ...(timing === undefined ? {} : { timing }),
    resources: [gvc, workload],
    behavior: { 'ash/api': { request } },
    demand: [{ to: 'ash/api', rate: `${perSecond}/s`, arrivals: 'poisson' }],
    timeline: faults.map((fault) => ({ at: '+0s', fault })),
  };
}

/** The scenario of a document, with a seed of its own. Throws if it is none, which is a defect of the self-test. */
export function scenarioFrom(document: object, seed: string): Scenario {
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'selftest.json', seed });
  if (scenario === null) throw new Error(`no scenario: ${problems.map(({ message }) => message).join('; ')}`);
  return scenario;
}
