/**
 * Checks and limits the memory of a run before it starts. Without this, V8 ends a program that needs too much memory
 * without a useful message, and lets a program that fits take far more than it needs.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { type Json, numberAt, objectAt } from '../platform/api/document/json.ts';
import { countText } from '../report/words/format.ts';
import { locationCounts } from '../scenario/locationCounts.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { exitCode, Stop } from './exit.ts';

/**
 * Bytes at the peak of a run with all its reports, measured with up to 100,000 deployments and rounded up: for the
 * program and the report page, for a deployment, for each of its initial replicas, and for its request statistics if it
 * has demand.
 */
const bytesOf = { program: 280_000_000, deployment: 15_000, replica: 800, load: 12_000 };

/** The part outside the heap of V8: Node itself and buffers. */
const bytesOutside = 100_000_000;

/** Garbage that may accumulate, at most as much as the live data; V8 by default waits for four times as much. */
const garbageBytes = 150_000_000;

/** From this number of deployments on, a message announces the size of the run. */
const largeFrom = 10_000;

/**
 * Call it once before a scenario runs. Throws if the run needs more memory than Node may take; otherwise it makes V8
 * collect garbage often enough to stay within the estimate.
 *
 * @param heapBytes maximum size of the heap
 */
export function makeRoom(scenario: Scenario, heapBytes: number = getHeapStatistics().heap_size_limit): void {
  const size = sizeOf(scenario);
  refuseTooLarge(scenario.name, size, heapBytes);
  collectAbove(Math.min(100, Math.ceil((100 * garbageBytes) / size.bytes)));
}

/** The least percentage that was asked for. */
let garbagePercent = Number.POSITIVE_INFINITY;

/**
 * Makes V8 collect garbage when it comes to a share of the live data, in all threads that start from now on. The least
 * share that was asked for holds, because it was asked for where memory is short.
 */
export function collectAbove(percent: number): void {
  garbagePercent = Math.min(garbagePercent, percent);
  setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}

/** The same for a run on several threads, whose garbage together comes to that of one. */
export function collectOnThreads(threads: number): void {
  setFlagsFromString(`--heap-growing-percent=${Math.ceil(Math.min(100, garbagePercent) / threads)}`);
}

function refuseTooLarge(name: string, { deployments, bytes }: Size, heapBytes: number): void {
  const room = heapBytes + bytesOutside;
  if (bytes <= room) return;
  const share = (room - bytesOf.program) / (bytes - bytesOf.program);
  const fits = Math.max(0, Math.floor(deployments * share));
  const megabytes = megabytesOf(bytes);
  throw new Stop(
    exitCode.usage,
    `${name} has ${countText(deployments)} deployments (workloads times locations), and the memory is enough for about ${countText(fits)}: ` +
      `the run with its reports needs about ${countText(megabytes)} MB. ` +
      `Give Node more memory (NODE_OPTIONS=--max-old-space-size=${megabytes}), or simulate fewer workloads or fewer locations.`,
  );
}

/** A message about the memory that a large run needs; null: the run is not large. */
export function sizeText(scenario: Scenario): string | null {
  const { deployments, bytes } = sizeOf(scenario);
  if (deployments < largeFrom) return null;
  return `${scenario.name} has ${countText(deployments)} deployments (workloads times locations): the run with its reports needs about ${countText(megabytesOf(bytes))} MB`;
}

function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / 1e6 / 256) * 256;
}

/** The number of initial deployments of a scenario, and the estimated memory of its run. */
interface Size {
  readonly deployments: number;
  readonly bytes: number;
}

export function sizeOf({ resources, demand }: Scenario): Size {
  const locations = locationCounts({ resources });
  const asked = new Set(demand.map(({ to }) => to));
  let [deployments, bytes] = [0, bytesOf.program];
  for (const { kind, gvc, name, doc } of resources) {
    if (kind !== 'workload') continue;
    const count = locations.get(gvc ?? '') ?? 0;
    const load = asked.has(`${gvc}/workload/${name}`) ? bytesOf.load : 0;
    deployments += count;
    bytes += count * (bytesOf.deployment + bytesOf.replica * minScale(doc.spec) + load);
  }
  return { deployments, bytes };
}

function minScale(spec: Json | undefined): number {
  return numberAt(objectAt(objectAt(spec, 'defaultOptions'), 'autoscaling'), 'minScale') ?? 1;
}
