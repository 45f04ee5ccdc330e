/** Small worlds into which calls are sent by hand, each at its millisecond. */
import type { Entry } from '../../../../src/engine/journal.ts';
import { Run } from '../../../../src/experiment/run.ts';
import { type CallOrigin, callerOf } from '../../../../src/platform/call/call.ts';
import { receiveCall } from '../../../../src/platform/call/handlers/reception.ts';
import type { FactData } from '../../../../src/platform/facts.ts';
import { parseScenario } from '../../../../src/scenario/parse.ts';

/** A call to `shop/api`, or to whom it names. */
export interface Sent extends Partial<Omit<CallOrigin, 'name'>> {
  readonly number?: number;
  /** Milliseconds after the start; after all else that is due then. */
  readonly at: number;
  readonly to?: string;
}

/** How a call ended, when, and why; calls are named by their numbers, from 0. */
export interface Ended extends Omit<FactData['call.ended'], 'caller' | 'path' | 'from'> {
  readonly endsAt: number;
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
}

export interface World {
  /** Tags and spec of `shop/api`; a container with a port of its own is there. */
  readonly type?: string;
  readonly tags?: object;
  readonly spec?: object;
  /** Of `defaultOptions`. */
  readonly options?: object;
  readonly autoscaling?: object;
  readonly behavior?: object;
  readonly assumptions?: object;
  readonly timeline?: readonly object[];
  readonly for?: string;
  readonly timing?: 'instant';
}

const ports = [{ number: 8080, protocol: 'http' }];
export const container = { name: 'main', image: 'api:1', cpu: '1', memory: '128Mi', ports };

/** Sends the calls, runs to the end, and answers how each call ended, in the order in which they were sent. */
export function called(world: World, calls: readonly Sent[]): { ends: readonly Ended[]; run: Run; entries: Entry[] } {
  const entries: Entry[] = [];
  const run = new Run(scenarioFor(world), { sink: (entry) => entries.push(entry) });
  const { start } = run.scenario;
  const inOrder = calls.map((call, index) => ({ ...call, index })).sort((a, b) => a.at - b.at);
  for (const { at, to = 'api', index, number = 0, ...caller } of inOrder) {
    run.sim.runUntil(start + at, { included: true });
    const known = { name: String(index), from: null, by: null, ordinal: null, port: null, ...caller };
    receiveCall(run.sim, `/org/acme/gvc/shop/workload/${to}`, { caller: callerOf(known), number });
  }
  run.advance();
  const ends: Ended[] = [];
  for (const { type, data, at, reason } of entries) {
    if (type !== 'call.ended') continue;
    const { caller, status, tries, latencyMs, waitedMs, held, replica } = data as FactData['call.ended'];
    if (ends[Number(caller)] !== undefined) throw new Error(`call ${caller} ends twice`);
    ends[Number(caller)] = { status, tries, latencyMs, waitedMs, held, replica, endsAt: at - start, ...reason };
  }
  return { ends, run, entries };
}

function scenarioFor(world: World) {
  const { type = 'standard', tags = {}, spec = {}, options = {}, autoscaling = {} } = world;
  const fixed = { metric: 'disabled', minScale: 1, maxScale: 1, ...autoscaling };
  const defaultOptions = { timeoutSeconds: 600, ...options, autoscaling: fixed };
  const document = {
    svcsim: 1,
    name: 'called',
    start: '2026-11-01T00:00:00Z',
    for: world.for ?? '1h',
    // Calls that are sent by hand are no demand that a loop could have settled under.
    assumptions: { 'run.start': 'minScale', ...world.assumptions },
    ...(world.timing === undefined ? {} : { timing: world.timing }),
    resources: [
      { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
      {
        kind: 'workload',
        gvc: 'shop',
        name: 'api',
        tags,
        spec: { type, containers: [container], ...spec, defaultOptions },
      },
    ],
    behavior: { 'shop/api': { request: { duration: '1s' }, ...world.behavior } },
    timeline: world.timeline ?? [],
  };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'called.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return scenario;
}

/** A change of `shop/api` at so many milliseconds. */
export function patched(at: number, spec: object): object {
  return { at: `+${at}ms`, patch: '/gvc/shop/workload/api', with: { spec } };
}

/** A fault of `shop/api` at so many milliseconds. */
export function faulted(at: number, name: string, more: object = {}, lasting: object = {}): object {
  return { at: `+${at}ms`, fault: { [name]: { of: 'shop/workload/api', ...more } }, ...lasting };
}
