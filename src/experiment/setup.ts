/** From a scenario, as its file says it, to what the platform starts from. */

import { isoFromInstant } from '../engine/time.ts';
import type { JsonObject } from '../platform/api/document/json.ts';
import type { ApiRequest } from '../platform/api/requests/request.ts';
import type { Fault } from '../platform/fault/fault.ts';
import type { Setup, StepAction, TimelineStep } from '../platform/setup.ts';
import { behaviourBook } from '../scenario/read/behaviours.ts';
import type { RequestAction } from '../scenario/read/requestAction.ts';
import type { Scenario, TimelineAction, TimelineEntry } from '../scenario/scenario.ts';

/** What the platform starts from, with the streams of the scenario's replication. */
export function setupOf(scenario: Scenario): Setup {
  const { org, start, seed, replication, prefix, installation, assumptions, quotas, principals, locations } = scenario;
  return {
    org,
    start,
    seed: `${seed}/${replication}`,
    prefix,
    installation,
    assumptions,
    quotas,
    principals,
    resources: [
      ...[...locations].map(([name, { provider, region, enabled, geo }]) => ({
        kind: 'location',
        gvc: null,
        doc: {
          kind: 'location',
          name,
          ...(provider === undefined ? {} : { provider }),
          ...(region === undefined ? {} : { region }),
          ...(enabled === undefined ? {} : { spec: { enabled } }),
          ...(geo === undefined ? {} : { status: { geo } }),
        },
      })),
      ...scenario.resources.map(({ kind, gvc, doc }) => ({ kind, gvc, doc: doc as JsonObject })),
    ],
    demands: scenario.demand,
    weights: new Map([...locations].flatMap(([name, { weight }]) => (weight === undefined ? [] : [[name, weight]]))),
    latencies: new Map([...locations].map(([name, { latencies }]) => [name, latencies])),
    behaviours: behaviourBook(scenario.behaviours),
    zones: new Map([...locations].flatMap(([name, { zones }]) => (zones === undefined ? [] : [[name, zones]]))),
    timeline: stepsOf(scenario.timeline),
  };
}

/**
 * The steps of a timeline. Each fault has its own streams, named by what it strikes and when it first comes; so another
 * step changes none of its draws. Equal steps are numbered in their order.
 */
export function stepsOf(timeline: readonly TimelineEntry[]): TimelineStep[] {
  const counts = new Map<string, number>();
  const streamOf = (fault: Fault, entry: TimelineEntry): string => {
    if (entry.isAsked) return streamOfAsked(fault, entry);
    const owner = `${ownerOf(fault)} from ${isoFromInstant(entry.instants[0] ?? 0)}`;
    const count = counts.get(owner) ?? 0;
    counts.set(owner, count + 1);
    return count === 0 ? owner : `${owner} ${count}`;
  };
  return timeline
    .map((entry) => ({ ...stepOf(entry, streamOf), index: entry.index }))
    .sort((a, b) => a.index - b.index);
}

/** The step of an entry that a session is asked, as an export of the session has it. */
export function askedStep(entry: TimelineEntry): TimelineStep {
  return stepOf(entry, streamOfAsked);
}

/** What else is asked for, earlier or later, must not change its draws. */
function streamOfAsked(fault: Fault, { index }: TimelineEntry): string {
  return `${ownerOf(fault)} asked ${index}`;
}

function stepOf(entry: TimelineEntry, streamOf: (fault: Fault, entry: TimelineEntry) => string): TimelineStep {
  const { instants, order, index, action } = entry;
  return { instants, order, action: stepAction(action, index, (fault) => streamOf(fault, entry)) };
}

function stepAction(action: TimelineAction, index: number, streamOf: (fault: Fault) => string): StepAction {
  switch (action.kind) {
    case 'request':
      return { kind: 'request', request: requestOf(action), answers: action.answers };
    case 'probe':
      return { kind: 'probe', probe: { ...action.probe, name: `probe ${index + 1}` } };
    case 'behaviour':
    case 'demand':
      return action;
    case 'fault': {
      const { fault, duration, gap, until } = action;
      return { kind: 'fault', fault, duration, again: gap === null ? null : { gap, until }, stream: streamOf(fault) };
    }
  }
}

/** What a fault strikes, as a name: `fault/replicaKill/shop/workload/api@aws-us-east-1`. */
function ownerOf({ name, of, location, zone }: Fault): string {
  const target = of === null ? '' : `/${of.gvc}/${of.kind}/${of.name}`;
  return `fault/${name}${target}${location === null ? '' : `@${location}`}${zone === null ? '' : `/${zone}`}`;
}

function requestOf({ method, path, query, body, as, from }: RequestAction): ApiRequest {
  return {
    method,
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(body === null ? {} : { body }),
    ...(as === null ? {} : { as }),
    ...(from === null ? {} : { from }),
  };
}
