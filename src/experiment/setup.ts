/** From a scenario, as its file says it, to what the platform starts from. */

import type { JsonObject } from '../platform/control/json.ts';
import type { ApiRequest } from '../platform/control/request.ts';
import type { Setup, TimelineStep } from '../platform/setup.ts';
import { behaviourBook } from '../scenario/behaviours.ts';
import type { RequestAction, Scenario, TimelineEntry } from '../scenario/scenario.ts';

/** @param replication counts runs of one scenario from 0; each has streams of its own */
export function setupOf(scenario: Scenario, replication = 0): Setup {
  const { org, start, seed, prefix, installation, assumptions, locations } = scenario;
  return {
    org,
    start,
    seed: `${seed}/${replication}`,
    prefix,
    installation,
    assumptions,
    resources: [
      ...[...locations].map(([name, { provider, region, enabled }]) => ({
        kind: 'location',
        gvc: null,
        doc: {
          kind: 'location',
          name,
          ...(provider === undefined ? {} : { provider }),
          ...(region === undefined ? {} : { region }),
          ...(enabled === undefined ? {} : { spec: { enabled } }),
        },
      })),
      ...scenario.resources.map(({ kind, gvc, doc }) => ({ kind, gvc, doc: doc as JsonObject })),
    ],
    behaviours: behaviourBook(scenario.behaviours),
    timeline: scenario.timeline.flatMap(stepOf),
  };
}

function stepOf({ at, order, action }: TimelineEntry): TimelineStep[] {
  switch (action.kind) {
    case 'request':
      return [{ at, order, action: { kind: 'request', request: requestOf(action), answers: action.answers } }];
    case 'behaviour':
      return [{ at, order, action }];
    case 'fault':
      return [];
  }
}

function requestOf({ method, path, body, as, from }: RequestAction): ApiRequest {
  return {
    method,
    path,
    ...(body === null ? {} : { body }),
    ...(as === null ? {} : { as }),
    ...(from === null ? {} : { from }),
  };
}
