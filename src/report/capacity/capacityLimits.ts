/**
 * The capacity report's block of limits: each limit of the platform, or one that a specification or the scenario sets,
 * with the peak of the run.
 */
import { hour, type Instant, isoFromInstant } from '../../engine/time.ts';
import { capacityBounds } from '../../platform/volume/capacity.ts';
import { expansionsMax } from '../../platform/volume/limit.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import type { VolumeChronicle } from '../fold/volumeChronicle.ts';
import type { VolumeNow } from '../fold/volumeNow.ts';
import { decimalText, gbOfBytesText, gbText } from '../words/numbers.ts';

/** A limit of the platform, or one that a specification or the scenario sets, with the peak of the run. */
export interface LimitReport {
  readonly limit: string;
  /** The rule that states it. */
  readonly rule: string;
  readonly target: string;
  readonly location: string;
  readonly unit: string;
  readonly peak: string;
  readonly bound: string;
  readonly margin: string;
  readonly at: string | null;
}

/**
 * Limits that a volume touches: expansions within 24 hours (LIMIT-1), greatest capacity (VOLAUTO-1, else VOL-7, VOL-8),
 * frequency of its snapshot schedule (SNAP-3), of shared ones how far what a mount point reserves lies below what it
 * may use (VOL-22 to VOL-25).
 */
export function volumeLimits({ place, set }: VolumeNow, chronicle: VolumeChronicle): LimitReport[] {
  const { expansionsPeak, scheduledPeak, capacityPeak } = chronicle;
  const about = { target: `${place.gvc}/volumeset/${place.name}/${place.index ?? 0}`, location: place.location };
  const { capMicroGB, performanceClass } = set.settings;
  const { greatestMicroGB } = capacityBounds(performanceClass);
  const classRule = performanceClass === 'high-throughput-ssd' ? 'VOL-8' : 'VOL-7';
  const limits: LimitReport[] = [
    {
      limit: 'volume capacity',
      rule: capMicroGB < greatestMicroGB ? 'VOLAUTO-1' : classRule,
      ...about,
      unit: 'GB',
      peak: gbText(capacityPeak.microGB),
      bound: gbText(capMicroGB),
      margin: gbText(Math.max(0, capMicroGB - capacityPeak.microGB)),
      at: isoFromInstant(capacityPeak.at),
    },
  ];
  if (expansionsPeak.count > 0) {
    limits.push(
      count('expansions in 24 hours', 'LIMIT-1', about, {
        peak: expansionsPeak.count,
        bound: expansionsMax,
        at: expansionsPeak.at,
      }),
    );
  }
  if (scheduledPeak.count > 0) {
    limits.push(
      count('scheduled snapshots in an hour', 'SNAP-3', about, {
        peak: scheduledPeak.count,
        bound: 1,
        at: scheduledPeak.at,
      }),
    );
  }
  const { mount } = set.settings;
  if (mount === null) return limits;
  const { minCpuMillicores, maxCpuMillicores, minMemoryBytes, maxMemoryBytes } = mount;
  const range = {
    cpu: [minCpuMillicores, maxCpuMillicores],
    memory: [minMemoryBytes, maxMemoryBytes],
  } as const;
  const rules = { cpuGap: 'VOL-22', cpuRatio: 'VOL-23', memoryGap: 'VOL-24', memoryRatio: 'VOL-25' };
  return [...limits, ...gapLimits([range], rules, about)];
}

/** The input for a deployment's limits, beside its chronicle. */
export interface DeploymentNow {
  /** The deployment at the end; undefined if the workload is gone. */
  readonly deployment: Deployment | undefined;
  /** Whether its behaviour changed during the run. */
  readonly isChanged: boolean;
  readonly now: Instant;
  /** `unit.gb`. */
  readonly bytesPerGB: number;
}

/**
 * Limits that a deployment touches: each greatest scale that it had (WL-18), how far reserves lie below what may be
 * used (WL-7 to WL-10), the grace of terminations (ROLL-11), the time of requests that came one by one (WL-19, TAG-12),
 * ephemeral storage (EPH-1, EPH-2); for cron the active deadline (CRON-10) and the history (CRON-7).
 */
export function deploymentLimits(
  chronicle: DeploymentChronicle,
  { deployment, isChanged, now, bytesPerGB }: DeploymentNow,
): LimitReport[] {
  const { place, replicas, executions, type } = chronicle;
  const about = { target: `${place.gvc}/workload/${place.name}`, location: place.location };
  if (deployment === undefined) return [];
  const { job } = deployment.settings;
  if (type !== 'cron') {
    const scale = [...replicas.bounds.reached(deployment.options)].flatMap(([bound, { peak }]) =>
      peak === null || peak.value === 0
        ? []
        : [count('scale', 'WL-18', about, { peak: peak.value, bound, at: peak.at })],
    );
    return [
      ...scale,
      ...reserveLimits(deployment, about),
      ...terminationLimit(chronicle, deployment, about),
      ...timeoutLimit(chronicle, deployment, about),
      ...ephemeralLimit(chronicle, about, { deployment, isChanged, now, bytesPerGB }),
    ];
  }
  const limits = reserveLimits(deployment, about);
  if (job !== null && job.activeDeadline !== null && executions.started > 0) {
    const at = executions.longest?.at ?? null;
    const peak = executions.longestBy(now);
    limits.push({ ...count('active deadline', 'CRON-10', about, { peak, bound: job.activeDeadline, at }), unit: 'ms' });
  }
  const { max: kept } = executions.kept;
  if (job !== null && kept !== null && kept.value > 0) {
    limits.push(count('kept executions', 'CRON-7', about, { peak: kept.value, bound: job.historyLimit, at: kept.at }));
  }
  return limits;
}

/**
 * Greatest distances between the reserve and the ceiling of a container, as it is at the end; none where they are one.
 */
function reserveLimits({ settings }: Deployment, about: About): LimitReport[] {
  return gapLimits(
    settings.containers.map(({ cpuMillicores, memoryBytes, minCpuMillicores, minMemoryBytes }) => ({
      cpu: [minCpuMillicores, cpuMillicores],
      memory: [minMemoryBytes, memoryBytes],
    })),
    { cpuGap: 'WL-7', cpuRatio: 'WL-8', memoryGap: 'WL-9', memoryRatio: 'WL-10' },
    about,
  );
}

/** From what is reserved to what may be used. */
type Range = readonly [least: number, most: number];

const gapMax = { cpu: 4_000, memory: 4_096 * 1_048_576 } as const;
const ratioMax = 4;

function gapLimits(
  ranges: readonly { readonly cpu: Range; readonly memory: Range }[],
  rules: { readonly [limit in 'cpuGap' | 'cpuRatio' | 'memoryGap' | 'memoryRatio']: string },
  about: About,
): LimitReport[] {
  return (['cpu', 'memory'] as const).flatMap((of): LimitReport[] => {
    const gap = Math.max(...ranges.map((one) => one[of][1] - one[of][0]));
    const ratio = Math.max(...ranges.map((one) => one[of][1] / one[of][0]));
    if (gap <= 0) return [];
    const shown = of === 'cpu' ? ({ unit: 'm', each: 1 } as const) : ({ unit: 'Mi', each: 1_048_576 } as const);
    const amounts = (peak: number, bound: number): Pick<LimitReport, 'peak' | 'bound' | 'margin'> => ({
      peak: decimalText(peak),
      bound: decimalText(bound),
      margin: decimalText(Math.max(0, bound - peak)),
    });
    return [
      {
        limit: `${of} above its reserve`,
        rule: rules[`${of}Gap`],
        ...about,
        unit: shown.unit,
        ...amounts(gap / shown.each, gapMax[of] / shown.each),
        at: null,
      },
      {
        limit: `${of} to its reserve`,
        rule: rules[`${of}Ratio`],
        ...about,
        unit: 'ratio',
        ...amounts(ratio, ratioMax),
        at: null,
      },
    ];
  });
}

function terminationLimit({ replicas }: DeploymentChronicle, { settings }: Deployment, about: About): LimitReport[] {
  const { longestTermination } = replicas;
  if (longestTermination === null) return [];
  const { at, tookMs: peak } = longestTermination;
  const bound = settings.rollout.terminationGrace;
  return [{ ...count('termination grace', 'ROLL-11', about, { peak, bound, at }), unit: 'ms' }];
}

/** The longest of those that have their answer. */
function timeoutLimit({ calls }: DeploymentChronicle, { options }: Deployment, about: About): LimitReport[] {
  const peak = calls.percentile(100);
  if (peak === null) return [];
  const rule = options.timeoutBy === 'tag' ? 'TAG-12' : 'WL-19';
  return [{ ...count('request time', rule, about, { peak, bound: options.timeout, at: null }), unit: 'ms' }];
}

interface About {
  readonly target: string;
  readonly location: string;
}

/**
 * Ephemeral storage of the replica that used most: all of it where one was evicted, else what the longest run of its
 * containers came to. None where the scenario tells no use, or told another one on the way, whose part in it no entry
 * tells.
 */
function ephemeralLimit(
  { replicas }: DeploymentChronicle,
  about: About,
  { deployment, isChanged, now, bytesPerGB }: DeploymentNow & { readonly deployment: Deployment },
): LimitReport[] {
  const { ephemeral } = deployment.behaviour;
  const { ephemeralBytes, cpuMillicores } = sizeOf(deployment);
  const longest = replicas.longestRunBy(now);
  const { firstEvictedAt } = replicas;
  const isKnown = ephemeral !== undefined && longest !== null && !isChanged;
  if (!isKnown && firstEvictedAt === null) return [];
  const growth = isKnown ? ephemeral.growthBytesPerHour : 0;
  const used = isKnown ? ephemeral.startBytes + growth * (longest.tookMs / hour) : 0;
  const peak = firstEvictedAt === null ? Math.min(ephemeralBytes, Math.floor(used)) : ephemeralBytes;
  const at = firstEvictedAt ?? (longest === null ? null : growth > 0 ? longest.at : longest.at - longest.tookMs);
  return [
    {
      limit: 'ephemeral storage',
      rule: cpuMillicores > 1_000 ? 'EPH-2' : 'EPH-1',
      ...about,
      unit: 'GB',
      peak: gbOfBytesText(peak, bytesPerGB),
      bound: gbOfBytesText(ephemeralBytes, bytesPerGB),
      margin: gbOfBytesText(ephemeralBytes - peak, bytesPerGB),
      at: at === null ? null : isoFromInstant(at),
    },
  ];
}

function sizeOf({ settings }: Deployment): { readonly ephemeralBytes: number; readonly cpuMillicores: number } {
  const cpuMillicores = settings.containers.reduce((sum, container) => sum + container.cpuMillicores, 0);
  return { ephemeralBytes: settings.ephemeralBytes, cpuMillicores };
}

function count(
  limit: string,
  rule: string,
  about: About,
  { peak, bound, at }: { readonly peak: number; readonly bound: number; readonly at: number | null },
): LimitReport {
  return {
    limit,
    rule,
    ...about,
    unit: 'count',
    peak: String(peak),
    bound: String(bound),
    margin: String(Math.max(0, bound - peak)),
    at: at === null ? null : isoFromInstant(at),
  };
}
