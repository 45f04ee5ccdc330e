/** From a scenario, as its file says it, to what the platform starts from. */

import type { JsonObject } from '../platform/control/json.ts';
import type { ApiRequest } from '../platform/control/request.ts';
import type { Fault } from '../platform/fault.ts';
import type { Setup, StepAction, TimelineStep } from '../platform/setup.ts';
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
    demands: scenario.demand,
    latencies: new Map([...locations].map(([name, { latencies }]) => [name, latencies])),
    behaviours: behaviourBook(scenario.behaviours),
    zones: new Map([...locations].flatMap(([name, { zones }]) => (zones === undefined ? [] : [[name, zones]]))),
    timeline: stepsOf(scenario.timeline),
  };
}

/** The steps of a timeline. Repetitions of one entry share its request, or its streams; of entries that ask for the same fault each has its own. */
function stepsOf(timeline: readonly TimelineEntry[]): TimelineStep[] {
  const entries = new Map<string, number[]>();
  const requests = new Map<RequestAction, StepAction>();
  return timeline.map(({ at, order, action, index }) => {
    if (action.kind === 'request') {
      const step = requests.get(action) ?? { kind: 'request', request: requestOf(action), answers: action.answers };
      requests.set(action, step);
      return { at, order, action: step };
    }
    if (action.kind === 'probe')
      return { at, order, action: { kind: 'probe', probe: { ...action.probe, name: `probe ${index + 1}` } } };
    if (action.kind === 'behaviour') return { at, order, action };
    const owner = ownerOf(action.fault);
    const same = entries.get(owner) ?? [];
    if (!same.includes(index)) entries.set(owner, [...same, index]);
    const count = (entries.get(owner) ?? []).indexOf(index);
    const { fault, duration, gap, until } = action;
    const again = gap === null ? null : { gap, until };
    return {
      at,
      order,
      action: { kind: 'fault', fault, duration, again, stream: `${owner}${count === 0 ? '' : ` ${count}`}` },
    };
  });
}

/** What a fault strikes, as a name: `fault/replicaKill/shop/workload/api@aws-us-east-1`. */
function ownerOf({ name, of, location, zone }: Fault): string {
  const target = of === null ? '' : `/${of.gvc}/${of.kind}/${of.name}`;
  return `fault/${name}${target}${location === null ? '' : `@${location}`}${zone === null ? '' : `/${zone}`}`;
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
