/** Checks before a run whether it fits into memory: V8 ends a program that does not fit without a sentence for its user. */
import { getHeapStatistics } from 'node:v8';
import { isList, isObject } from '../platform/control/json.ts';
import { countText } from '../report/format.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { exitCode, Stop } from './exit.ts';

/** Of one deployment, with all that its reports say: measured with 10,000 workloads in one location and in ten, and rounded up. */
const bytesOfDeployment = 25_000;
/** Of the program, and of a small run. */
const bytesOfProgram = 200_000_000;

/**
 * Throws where a scenario has more deployments (workloads times locations) than the memory that Node may take holds.
 *
 * @param heapBytes what it may take
 */
export function refuseTooLarge(scenario: Scenario, heapBytes: number = getHeapStatistics().heap_size_limit): void {
  const deployments = deploymentCount(scenario);
  if (bytesFor(deployments) <= heapBytes) return;
  const fits = Math.max(0, Math.floor((heapBytes - bytesOfProgram) / bytesOfDeployment));
  const megabytes = megabytesOf(deployments);
  throw new Stop(
    exitCode.usage,
    `${scenario.name} has ${countText(deployments)} deployments (workloads times locations), and there is memory for some ${countText(fits)}: ` +
      `a run of it with its reports takes about ${countText(megabytes)} MB. ` +
      `Let Node take as much (NODE_OPTIONS=--max-old-space-size=${megabytes}), or simulate a part: fewer workloads, or fewer locations.`,
  );
}

/** What a large run takes, to be said before it begins; null: it is not large. */
export function sizeText(scenario: Scenario): string | null {
  const deployments = deploymentCount(scenario);
  if (deployments < largeFrom) return null;
  return `${scenario.name} has ${countText(deployments)} deployments (workloads times locations): its run and reports take about ${countText(megabytesOf(deployments))} MB`;
}

const largeFrom = 10_000;

function bytesFor(deployments: number): number {
  return bytesOfProgram + deployments * bytesOfDeployment;
}

function megabytesOf(deployments: number): number {
  return Math.ceil(bytesFor(deployments) / 1e6 / 256) * 256;
}

/** How many deployments a scenario begins with. */
export function deploymentCount({ resources }: Scenario): number {
  const locations = new Map(
    resources.flatMap((one) => (one.kind === 'gvc' ? [[one.name, locationCount(one.doc)]] : [])),
  );
  return resources.reduce(
    (sum, { kind, gvc }) => (kind === 'workload' ? sum + (locations.get(gvc ?? '') ?? 0) : sum),
    0,
  );
}

function locationCount({ spec }: Scenario['resources'][number]['doc']): number {
  const placement = isObject(spec) ? spec['staticPlacement'] : undefined;
  const links = isObject(placement) ? placement['locationLinks'] : undefined;
  return isList(links) ? links.length : 0;
}
