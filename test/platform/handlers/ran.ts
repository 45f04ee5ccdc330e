/** Small worlds for tests: a document in, the run and its journal out. */
import type { Entry } from '../../../src/engine/journal.ts';
import { Run } from '../../../src/experiment/run.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';

/** What a small world may hold. */
export interface Given {
  readonly for: string;
  readonly resources: readonly object[];
  readonly behavior?: object;
  readonly demand?: readonly object[];
  readonly timeline?: readonly object[];
  readonly locations?: object;
  readonly assumptions?: object;
  readonly timing?: 'instant' | 'measured' | 'observed';
}

/**
 * One gvc `shop` in one location, with what is given; a run of it from its start to its end, looked at ahead or at
 * every tick.
 */
export function ran(
  given: Given,
  isLiteral = false,
): { run: Run; entries: readonly Entry[]; of: (type: string) => readonly Entry[] } {
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } };
  const document = {
    svcsim: 1,
    name: 'ran',
    start: '2026-11-01T00:00:00Z',
    ...given,
    resources: [gvc, ...given.resources],
  };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'ran.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const entries: Entry[] = [];
  const run = new Run(scenario, { isLiteral, sink: (entry) => entries.push(entry) });
  run.advance();
  return { run, entries, of: (type) => entries.filter((entry) => entry.type === type) };
}

/** A workload of `shop` with one small container; `spec` is laid over it. */
export function workload(name: string, type: string, spec: object = {}): object {
  const containers = [{ name: 'main', image: `${name}:1`, cpu: '100m', memory: '128Mi' }];
  return { kind: 'workload', gvc: 'shop', name, spec: { type, containers, ...spec } };
}

/** Options for a fixed count of replicas. */
export function replicas(count: number): object {
  return { defaultOptions: { autoscaling: { metric: 'disabled', minScale: count, maxScale: count } } };
}

/** A volume set `data` of `shop` with a stateful workload `db` that mounts it. */
export function database(volumeset: object, count = 1): object[] {
  const spec = { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10, ...volumeset };
  const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];
  const containers = [{ name: 'main', image: 'db:1', cpu: '100m', memory: '128Mi', volumes }];
  return [
    { kind: 'volumeset', gvc: 'shop', name: 'data', spec },
    workload('db', 'stateful', { containers, ...replicas(count) }),
  ];
}
