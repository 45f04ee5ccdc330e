/**
 * Findings about workloads without a ready replica: for how long, why, and what it cost.
 */

import { grouped } from '../../engine/grouped.ts';
import { isoFromInstant, minute } from '../../engine/time.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { World } from '../../platform/world.ts';
import type { Loads } from '../capacity/capacityLoad.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import type { DownCause } from '../fold/downTime.ts';
import { countText, durationText, isSmallPart, shortNumber } from '../words/format.ts';
import { deploymentsByName, optionsPath, workloadPath } from './changePath.ts';
import { elsewhereText } from './elsewhereText.ts';
import { longestIn, type ReportFinding } from './reportFinding.ts';

/**
 * Shortest time without a ready replica that is a finding: the progress deadline of a rollout. A start or a restart
 * takes less.
 */
const downLeast = 10 * minute;

/** What each cause of the time without a ready replica is called. */
const causeWords: { readonly [Cause in DownCause]: string } = {
  start: 'its replicas had not started yet',
  rollout: 'a rollout replaced the replica',
  volume: 'work on its volume restarted the replica',
  crash: 'a container exited',
  liveness: 'a liveness probe killed a container',
  readiness: 'a readiness probe failed',
  unanswered: 'the application or its node did not answer',
  eviction: 'the replica was evicted for its ephemeral storage',
  zone: 'the zone was lost',
  node: 'the node was lost',
  kill: 'the replica was killed',
  stop: 'the replica was stopped by command',
  reschedule: 'the replica was rescheduled',
  scaleDown: 'the last ready replica was scaled down',
  closed: 'the location was closed',
};

/** The rule or assumption of a cause; a fault of the scenario has none. */
const causeRules: { readonly [Cause in DownCause]?: string } = {
  rollout: 'ROLL-10',
  volume: 'VOLCMD-6',
  crash: 'replica.backoff.crashFirst',
  liveness: 'probe.grid',
  readiness: 'ROLL-3',
  eviction: 'EPH-3',
  zone: 'WL-21',
  reschedule: 'ROLL-5',
};

/**
 * Causes that somebody planned: they are only a hint, unless requests found no replica, or all times together are ten
 * minutes and a thousandth of the time.
 */
const planned: readonly DownCause[] = ['rollout', 'volume', 'stop', 'reschedule'];

/** Causes of a stateful workload that are no finding while they are short: no replica was taken away from users. */
const expected: readonly DownCause[] = ['start', 'scaleDown', 'closed'];

/** Of single requests: the assumptions and rules that decide that no replica was found. */
const withoutReplica: readonly string[] = [
  'coldStart.hold',
  'traffic.terminating',
  'traffic.status.noReplica',
  'fault.outage.replicas',
];

/**
 * One for each workload that desired replicas and had none ready for ten minutes or more at a stretch, and for each
 * stateful workload that had none for longer than one sync of autoscaling, because its restarts, volume work and
 * rollouts take the only replica of a volume: of the location where that took the longest.
 */
export function downFindings(
  { deployments }: Pick<Chronicle, 'deployments'>,
  { demand, loads }: Pick<Loads, 'demand' | 'loads'>,
  world: World,
): ReportFinding[] {
  const all = [...deployments.values()].flatMap((heard) => {
    const kind = kindOf(heard, world);
    return kind === null ? [] : [{ kind, heard }];
  });
  const byName = deploymentsByName(world);
  return [
    ...grouped(
      all,
      ({
        heard: {
          place: { gvc, name },
        },
      }) => `${gvc}/workload/${name}`,
    ),
  ].map(([workload, of]) => {
    const { kind, heard } = of.reduce((best, each) => (longest(each.heard) > longest(best.heard) ? each : best));
    const { replicas, place } = heard;
    const { down } = replicas;
    const { first } = replicas.downTime;
    const subject = `${workload}@${place.location}`;
    const deployment = byName.get(subject);
    const whole = down.count === 1 ? '' : `; ${countText(down.count)} times, ${durationText(down.total)} in total`;
    const unrouted = Number(demand.find(({ gvc, name }) => gvc === place.gvc && name === place.name)?.unrouted ?? 0);
    const lost = unrouted + of.reduce((sum, each) => sum + lostIn(each.heard, loads), 0);
    const cost = lost >= 0.5 ? `; ${shortNumber(lost, 0)} requests found no replica` : '';
    const isLong = down.total >= downLeast && !isSmallPart(down.total, replicas.desired.total);
    const isPlanned = replicas.downTime.causes.every(([cause]) => planned.includes(cause) || expected.includes(cause));
    const change = deployment === undefined ? [] : changesOf(heard, deployment, world);
    return {
      severity: kind === 'no-replica-ready' ? 'error' : isPlanned && !isLong && lost < 0.5 ? 'info' : 'warning',
      kind,
      subject,
      message: `no replica was ready for ${durationText(down.longest)} although replicas were desired${whole}: ${causesText(heard)}${cost}${elsewhereText(of.length - 1)}`,
      at: down.firstAt === null ? null : isoFromInstant(down.firstAt),
      ...rulesOf(heard),
      lastedMs: down.total,
      ...longestIn(down),
      ...(first === null ? {} : { cause: { type: first.type, at: isoFromInstant(first.at) }, entry: first.seq }),
      ...(change.length === 0 ? {} : { change }),
    };
  });
}

function longest({ replicas: { down } }: DeploymentChronicle): number {
  return down.longest;
}

function kindOf({ type, replicas }: DeploymentChronicle, { assumptions }: World): string | null {
  if (replicas.down.longest >= downLeast) return 'no-replica-ready';
  if (type !== 'stateful') return null;
  const taken = replicas.downTime.causes.filter(([cause]) => !expected.includes(cause));
  return taken.some(([, { longest: most }]) => most > assumptions['hpa.sync']) ? 'stateful-down' : null;
}

/** Requests for one location that found no replica there. */
function lostIn(heard: DeploymentChronicle, loads: Loads['loads']): number {
  const byCause = loads.get(heard)?.losses.byCause;
  const amounts = (byCause?.get('coldStart.hold') ?? 0) + (byCause?.get('traffic.route.location') ?? 0);
  const single = heard.calls.failuresAsked.filter(({ rule }) => withoutReplica.includes(rule));
  return single.reduce((sum, { count }) => sum + count, amounts);
}

/** `a rollout replaced the replica`; several causes with their times, the longest in total first. */
function causesText({ replicas: { downTime, earlyDeaths } }: DeploymentChronicle): string {
  const { causes } = downTime;
  const words = (cause: DownCause): string =>
    cause === 'start' && earlyDeaths !== null
      ? 'a liveness probe killed containers before they answered'
      : causeWords[cause];
  const [only] = causes;
  if (only !== undefined && causes.length === 1) return words(only[0]);
  return causes
    .map(([cause, { count, total }]) => {
      const times = count === 1 ? 'once' : `${countText(count)} times`;
      return `${words(cause)} (${times}, ${durationText(total)})`;
    })
    .join(', ');
}

/** The rule of the cause that took the most time, and those of the others. */
function rulesOf({ type, replicas }: DeploymentChronicle): Pick<ReportFinding, 'rule' | 'rules'> {
  const rules = replicas.downTime.causes.flatMap(([cause]) => {
    const rule = causeRules[cause];
    return rule === undefined ? [] : [rule === 'ROLL-10' && type !== 'stateful' ? 'ROLL-5' : rule];
  });
  const [rule, ...others] = [...new Set(rules)];
  return { rule: rule ?? null, ...(others.length === 0 ? {} : { rules: others }) };
}

/**
 * More replicas where there was one, so that one is left; spread over zones, or over locations; larger expansions, so
 * that there are fewer; or a rollout that takes none away before the next is ready. Nothing helps a replica that does
 * not start.
 */
function changesOf({ type, place, replicas }: DeploymentChronicle, deployment: Deployment, world: World): string[] {
  const causes = replicas.downTime.causes.map(([cause]) => cause);
  const { minScale, maxScale, multiZone } = deployment.options;
  const options = optionsPath(deployment, world);
  const isSingle = (replicas.desired.max?.value ?? 0) <= 1;
  const scale = [`${options}.autoscaling.minScale`];
  if (minScale === maxScale) scale.push(`${options}.autoscaling.maxScale`);
  const spread = multiZone
    ? `gvc/${place.gvc}.spec.staticPlacement.locationLinks`
    : `${options}.multiZone.enabled=true`;
  return [
    ...(isSingle && causes.some((cause) => helpedByMore.includes(cause)) ? scale : []),
    ...(causes.includes('zone') ? [spread] : []),
    ...(causes.includes('volume') ? expansionPaths(deployment, world) : []),
    ...(causes.includes('rollout') && type !== 'stateful'
      ? [`${workloadPath(deployment)}.spec.rolloutOptions.maxUnavailableReplicas`]
      : []),
  ];
}

/** By how much the volume sets that it mounts grow, as far as they grow by themselves. */
function expansionPaths({ workload, gvc, settings }: Deployment, { control }: World): string[] {
  const mounted = settings.containers.flatMap(({ volumes }) => volumes.map(({ volumeset }) => volumeset));
  return [...new Set(mounted)].flatMap((name) => {
    const link = workload.replace(/\/workload\/[^/]+$/, `/volumeset/${name}`);
    const grows = control.records.get(link)?.spec.autoscaling !== undefined;
    return grows ? [`${gvc}/volumeset/${name}.spec.autoscaling.scalingFactor`] : [];
  });
}

/** Causes that take one replica at a time, or one zone. */
const helpedByMore: readonly DownCause[] = [
  'rollout',
  'volume',
  'crash',
  'liveness',
  'readiness',
  'unanswered',
  'eviction',
  'zone',
  'node',
  'kill',
  'stop',
  'reschedule',
];
