/**
 * Room for a run, before it begins: V8 ends a program that does not fit without a sentence for its user, and lets one
 * that fits take far more than it needs.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { isList, type Json, numberAt, objectAt } from '../platform/api/document/json.ts';
import { countText } from '../report/words/format.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { exitCode, Stop } from './exit.ts';

/**
 * Bytes at the peak of a run with all its reports, measured with up to 100,000 deployments and rounded up: of the
 * program and what is drawn on a page, of a deployment, of each replica that it begins with, and of what is counted of
 * its requests, where it is asked for any.
 */
const bytesOf = { program: 280_000_000, deployment: 15_000, replica: 800, load: 12_000 };

/** What of it does not lie in the heap of V8: Node itself, and buffers. */
const bytesOutside = 100_000_000;

/** So much garbage may lie about, or as much as there is besides: V8 by itself waits for four times as much. */
const garbageBytes = 150_000_000;

/** From so many deployments on a run is said to be large. */
const largeFrom = 10_000;

/**
 * Call it before a scenario is run, once: throws where the run would take more memory than Node may take, and else has
 * V8 collect so often that it takes no more than is said.
 *
 * @param heapBytes what the heap may take
 */
export function makeRoom(scenario: Scenario, heapBytes: number = getHeapStatistics().heap_size_limit): void {
  const size = sizeOf(scenario);
  refuseTooLarge(scenario.name, size, heapBytes);
  const growth = Math.ceil((100 * garbageBytes) / size.bytes);
  setFlagsFromString(`--heap-growing-percent=${Math.min(100, growth)}`);
}

function refuseTooLarge(name: string, { deployments, bytes }: Size, heapBytes: number): void {
  const room = heapBytes + bytesOutside;
  if (bytes <= room) return;
  const share = (room - bytesOf.program) / (bytes - bytesOf.program);
  const fits = Math.max(0, Math.floor(deployments * share));
  const megabytes = megabytesOf(bytes);
  throw new Stop(
    exitCode.usage,
    `${name} has ${countText(deployments)} deployments (workloads times locations), and there is memory for some ${countText(fits)}: ` +
      `a run of it with its reports takes about ${countText(megabytes)} MB. ` +
      `Let Node take as much (NODE_OPTIONS=--max-old-space-size=${megabytes}), or simulate a part: fewer workloads, or fewer locations.`,
  );
}

/** What a large run takes, to be said before it begins; null: it is not large. */
export function sizeText(scenario: Scenario): string | null {
  const { deployments, bytes } = sizeOf(scenario);
  if (deployments < largeFrom) return null;
  return `${scenario.name} has ${countText(deployments)} deployments (workloads times locations): its run and reports take about ${countText(megabytesOf(bytes))} MB`;
}

function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / 1e6 / 256) * 256;
}

/** How many deployments a scenario begins with, and what its run takes with them. */
interface Size {
  readonly deployments: number;
  readonly bytes: number;
}

export function sizeOf({ resources, demand }: Scenario): Size {
  const locations = new Map(
    resources.flatMap((one) => (one.kind === 'gvc' ? [[one.name, locationCount(one.doc.spec)]] : [])),
  );
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

function locationCount(spec: Json | undefined): number {
  const links = objectAt(spec, 'staticPlacement')['locationLinks'];
  return isList(links) ? links.length : 0;
}

function minScale(spec: Json | undefined): number {
  return numberAt(objectAt(objectAt(spec, 'defaultOptions'), 'autoscaling'), 'minScale') ?? 1;
}
