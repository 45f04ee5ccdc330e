/** Parts of scenarios: documents, demand, requests to the API, and a timeline for a scenario of your own. */
import fc from 'fast-check';
import { day } from '../../engine/time.ts';
import type { ApiRequest } from '../../platform/api/requests/request.ts';
import { parseDuration } from '../../rules/duration.ts';
import { errorsIn, type ResourceDocument, type ScenarioDocument } from '../document.ts';
import { bursts, stepsOf } from './bursts.ts';
import type { DocumentPlace } from './documents.ts';
import { rates } from './loadScenarios.ts';
import { gvcOf } from './scenarios.ts';
import { shrinkingScenarios } from './simpler.ts';
import {
  type GeneratedType,
  type PlacedWorkload,
  resourcesOf,
  type WorkloadShape,
  workloadShapes,
} from './workloads.ts';

/** A workload as a scenario holds it: with its volume set, if it mounts one, and with what `behavior:` says of both. */
export interface WorkloadDocuments {
  readonly resources: readonly ResourceDocument[];
  readonly behavior: { readonly [name: string]: object };
}

/** Workloads of a type, in a GVC of yours; they are valid there. */
export function workloadDocuments(type: GeneratedType, place: DocumentPlace): fc.Arbitrary<WorkloadDocuments> {
  return workloadShapes.map((shape) => resourcesOf({ ...shape, ...place, type }, false));
}

/** GVCs of a name in one or several of these locations. */
export function gvcDocuments(name: string, locations: readonly string[]): fc.Arbitrary<ResourceDocument> {
  return fc.subarray([...locations], { minLength: 1 }).map((own) => gvcOf({ gvc: name, locations: own }));
}

/** Demand as a rate for a workload, `gvc/name`, which must have a port. */
export function demandFor(to: string): fc.Arbitrary<{ readonly to: string; readonly rate: string | object }> {
  return rates.map((rate) => ({ to, rate }));
}

/** Whole weeks, in ms: a shift by one of them leaves every grid of the simulator where it was. */
export const weekShifts: fc.Arbitrary<number> = fc.integer({ min: 1, max: 52 }).map((weeks) => weeks * 7 * day);

/**
 * A scenario of your own, with generated requests, commands and faults added to its timeline: bursts around one
 * workload, so that they meet each other. It is valid, and shrinks as `scenarios` does.
 *
 * @param burstsMax the most bursts, 1 or more
 */
export function eventful(document: ScenarioDocument, burstsMax = 4): fc.Arbitrary<ScenarioDocument> {
  const seconds = (parseDuration(document.for) ?? 0) / 1_000;
  const drawn = fc
    .tuple(fc.array(bursts, { minLength: 1, maxLength: burstsMax }), workloadShapes)
    .map(([some, shape]) => {
      const parts = placedIn(document, shape);
      const steps = some.flatMap((one) => stepsOf(one, { parts, seconds }));
      const whole = { ...document, timeline: [...document.timeline, ...steps] };
      if (errorsIn(whole).length === 0) return whole;
      const fitting = steps.filter((step) => errorsIn({ ...document, timeline: [step] }).length === 0);
      return { ...document, timeline: [...document.timeline, ...fitting] };
    });
  return shrinkingScenarios(drawn);
}

/** Requests to the API about the resources of a scenario: many that it accepts, and some that it refuses. */
export function apiRequests(document: ScenarioDocument, org = 'acme'): fc.Arbitrary<ApiRequest> {
  const seconds = 3_600;
  return fc.tuple(bursts, workloadShapes, fc.boolean()).map(([burst, shape, isRead]): ApiRequest => {
    const steps = stepsOf({ ...burst, at: 0 }, { parts: placedIn(document, shape), seconds });
    const step = steps.find(({ patch, post, delete: removed }) => patch ?? post ?? removed) ?? {};
    const {
      patch,
      post,
      delete: removed,
      with: body,
    } = step as {
      readonly patch?: string;
      readonly post?: string;
      readonly delete?: string;
      readonly with?: unknown;
    };
    const path = `/org/${org}${patch ?? post ?? removed ?? '/gvc'}`;
    if (isRead && post === undefined) return { method: 'GET', path };
    if (patch !== undefined) return { method: 'PATCH', path, body };
    if (post !== undefined) return { method: 'POST', path, body };
    return removed === undefined ? { method: 'GET', path } : { method: 'DELETE', path };
  });
}

/** The workloads of a scenario as generated changes see them. */
function placedIn({ resources }: ScenarioDocument, shape: WorkloadShape): PlacedWorkload[] {
  const links = (gvc: ResourceDocument): readonly string[] => {
    const { staticPlacement } = (gvc.spec ?? {}) as {
      readonly staticPlacement?: { readonly locationLinks?: readonly string[] };
    };
    return staticPlacement?.locationLinks ?? [];
  };
  return resources
    .filter(({ kind }) => kind === 'workload')
    .map(({ gvc = '', name, spec }) => {
      const home = resources.find((one) => one.kind === 'gvc' && one.name === gvc);
      const locations = (home === undefined ? [] : links(home)).map((link) => link.slice(link.lastIndexOf('/') + 1));
      const [, volumeset] = /svc:\/\/volumeset\/([a-z0-9-]+)/.exec(JSON.stringify(spec)) ?? [];
      const { type = 'serverless' } = spec as { readonly type?: GeneratedType };
      return { ...shape, type, gvc, name, locations, ...(volumeset === undefined ? {} : { volumeset }) };
    });
}
