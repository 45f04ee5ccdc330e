/**
 * Findings about replicas: a workload at maxScale, a workload without a ready replica, and a workload whose liveness
 * probe kills containers while they start.
 */

import { grouped } from '../../engine/grouped.ts';
import { hour, isoFromInstant, minute } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { WorkloadCapacity } from '../capacity/capacityWorkloads.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { Saturation } from '../fold/saturation.ts';
import { countText, durationText, shortNumber } from '../words/format.ts';
import type { ReportFinding } from './reportFinding.ts';

/**
 * A finding needs `atMaxShare` of the time and `atMaxLeast` in total, or `atMaxStretch` without a break. A shorter time
 * at maxScale is a peak that autoscaling is made for.
 */
const atMaxShare = 0.1;
const atMaxLeast = 10 * minute;
const atMaxStretch = hour;

/**
 * Shortest time without a ready replica that is a finding: the progress deadline of a rollout. A start or a restart
 * takes less.
 */
const downLeast = 10 * minute;

/** One for each workload that was at maxScale for long: of the location where it was so the longest. */
export function maxScaleFindings({ workloads }: Pick<Capacity, 'workloads'>, { entities }: World): ReportFinding[] {
  const all = workloads.flatMap((one) => {
    const reached = one.saturation.filter((row) => row.limit === 'maxScale' && isLong(row, one.time.countedMs));
    const most = reached.reduce<Saturation | null>(
      (best, row) => (best === null || row.ms > best.ms ? row : best),
      null,
    );
    return most === null ? [] : [{ one, most }];
  });
  return [...grouped(all, ({ one: { gvc, name } }) => `${gvc}/workload/${name}`)].map(([workload, of]) => {
    const { one, most } = of.reduce((best, each) => (each.most.ms > best.most.ms ? each : best));
    const subject = `${workload}@${one.location}`;
    const share = `${shortNumber((100 * most.ms) / one.time.countedMs, 0)} % of the time`;
    const message = `at maxScale (${countText(most.value ?? 0)}) for ${durationText(most.ms)}, ${share}${metricText(subject, entities)}${busyText(one)}${elsewhereText(of.length - 1)}`;
    return { severity: 'warning', kind: 'at-max-scale', subject, message, at: most.firstAt, rule: null };
  });
}

function isLong({ ms, longestMs }: Saturation, countedMs: number): boolean {
  return longestMs >= atMaxStretch || (ms >= atMaxLeast && ms >= atMaxShare * countedMs);
}

/** `: the metric memory (target 80) asks for at least that many`: the metric at the end; '' for a deleted workload. */
function metricText(subject: string, entities: World['entities']): string {
  for (const entity of entities) {
    if (entity.kind !== 'deployment' || entity.subject.name !== subject) continue;
    const { metric, autoscaling } = entity.options;
    const of = autoscaling?.loop === 'hpa' ? autoscaling.metrics.find((one) => one.metric === metric) : undefined;
    const target = of === undefined ? '' : ` (target ${shortNumber(of.targetMilli / 1_000)})`;
    return `: the metric ${metric}${target} asks for at least that many`;
  }
  return '';
}

/** How busy those replicas were. */
function busyText({ load, calls }: WorkloadCapacity): string {
  if (load === null && calls === null) return ', although no request arrived';
  if (load?.utilisation == null) return '';
  return `; mean utilisation of its replicas ${shortNumber(100 * Number(load.utilisation.mean))} %`;
}

/**
 * One for each workload that desired replicas and had none ready for long: of the location where that took the longest.
 */
export function downFindings({ deployments }: Pick<Chronicle, 'deployments'>): ReportFinding[] {
  const all = [...deployments.values()].flatMap(({ place, replicas: { down } }) =>
    down.longest >= downLeast ? [{ place, down }] : [],
  );
  return [...grouped(all, ({ place: { gvc, name } }) => `${gvc}/workload/${name}`)].map(([workload, of]) => {
    const { place, down } = of.reduce((best, each) => (each.down.longest > best.down.longest ? each : best));
    const whole = down.count === 1 ? '' : `; ${countText(down.count)} times, ${durationText(down.total)} in total`;
    return {
      severity: 'error',
      kind: 'no-replica-ready',
      subject: `${workload}@${place.location}`,
      message: `no replica was ready for ${durationText(down.longest)} although replicas were desired${whole}${elsewhereText(of.length - 1)}`,
      at: down.longestAt === null ? null : isoFromInstant(down.longestAt),
      rule: null,
    };
  });
}

/** One for each deployment that scaled up during a rollout because the autoscaler counted the rollout's own surge. */
export function surgeFindings({ deployments }: Pick<Chronicle, 'deployments'>): ReportFinding[] {
  return [...deployments].flatMap(
    ([
      subject,
      {
        replicas: { surges },
      },
    ]): ReportFinding[] => {
      if (surges === null) return [];
      const { firstAt, from, to, times, metric, valueMilli, targetMilli, counted } = surges;
      const often = times === 1 ? '' : ` in ${countText(times)} steps`;
      const message = `scaled from ${countText(from)} to ${countText(to)} replicas${often} without more load: ${metric} was at ${shortNumber(valueMilli / 1_000)} (target ${shortNumber(targetMilli / 1_000)}), but the autoscaler counted ${countText(counted)} replicas, including the surge of a rollout; a smaller maxSurgeReplicas or a shorter minReadySeconds prevents this`;
      return [
        { severity: 'warning', kind: 'surge-counted', subject, message, at: isoFromInstant(firstAt), rule: null },
      ];
    },
  );
}

/** One for each deployment whose liveness probe kills a container before its application has started. */
export function earlyDeathFindings({ deployments }: Pick<Chronicle, 'deployments'>): ReportFinding[] {
  return [...deployments].flatMap(([subject, { replicas }]): ReportFinding[] => {
    if (replicas.earlyDeaths === null) return [];
    const { firstAt, times, container, answersInMs, missesBefore } = replicas.earlyDeaths;
    const message = `its liveness probe killed container ${container} before it answered, ${times === 1 ? 'once' : `${countText(times)} times`} (the first time ${durationText(answersInMs)} too early); set failureThreshold to ${countText(missesBefore + 1)} or increase initialDelaySeconds`;
    return [
      {
        severity: 'warning',
        kind: 'liveness-too-early',
        subject,
        message,
        at: isoFromInstant(firstAt),
        rule: 'probe.grid',
      },
    ];
  });
}

function elsewhereText(others: number): string {
  return others === 0 ? '' : `; also in ${countText(others)} other location${others === 1 ? '' : 's'}`;
}
