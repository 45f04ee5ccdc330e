/**
 * Findings about replicas: a workload at its greatest scale, one that has none ready, and one whose containers are
 * ended as they start.
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
 * At maxScale for so much of its time, and so long, or for so long at a stretch: shorter is a peak that autoscaling is
 * there for.
 */
const atMaxShare = 0.1;
const atMaxLeast = 10 * minute;
const atMaxStretch = hour;

/**
 * Without a replica for so long at a stretch: as long as a rollout may make no progress; a start or a restart takes
 * less.
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

/** `memory, with a target of 80 %, holds it there`: what the workload is scaled by at the end; '' where it is gone. */
function metricText(subject: string, entities: World['entities']): string {
  for (const entity of entities) {
    if (entity.kind !== 'deployment' || entity.subject.name !== subject) continue;
    const { metric, autoscaling } = entity.options;
    const of = autoscaling?.loop === 'hpa' ? autoscaling.metrics.find((one) => one.metric === metric) : undefined;
    const target = of === undefined ? '' : ` with a target of ${shortNumber(of.targetMilli / 1_000)}`;
    return `: the metric ${metric}${target} asks for that many or more`;
  }
  return '';
}

/** Whether all those replicas had anything to do. */
function busyText({ load, calls }: WorkloadCapacity): string {
  if (load === null && calls === null) return ', though no request came';
  if (load?.utilisation == null) return '';
  return `, and its replicas did ${shortNumber(100 * Number(load.utilisation.mean))} % of what they can on average`;
}

/**
 * One for each workload that wanted replicas and had none ready for long: of the location where that took the longest.
 */
export function downFindings({ deployments }: Pick<Chronicle, 'deployments'>): ReportFinding[] {
  const all = [...deployments.values()].flatMap(({ place, replicas: { down } }) =>
    down.longest >= downLeast ? [{ place, down }] : [],
  );
  return [...grouped(all, ({ place: { gvc, name } }) => `${gvc}/workload/${name}`)].map(([workload, of]) => {
    const { place, down } = of.reduce((best, each) => (each.down.longest > best.down.longest ? each : best));
    const whole = down.count === 1 ? '' : `, ${countText(down.count)} times and ${durationText(down.total)} in all`;
    return {
      severity: 'error',
      kind: 'no-replica-ready',
      subject: `${workload}@${place.location}`,
      message: `no replica was ready for ${durationText(down.longest)}, though some were wanted${whole}${elsewhereText(of.length - 1)}`,
      at: down.longestAt === null ? null : isoFromInstant(down.longestAt),
      rule: null,
    };
  });
}

/** One for each deployment whose count went up during a rollout because the rollout's own surge was counted. */
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
      const message = `scaled from ${countText(from)} to ${countText(to)} replicas${often}, without more load: ${metric} was at ${shortNumber(valueMilli / 1_000)} of a target of ${shortNumber(targetMilli / 1_000)}, but ${countText(counted)} replicas were counted, the surge of a rollout among them; a smaller maxSurgeReplicas, or a shorter minReadySeconds, keeps the count down`;
      return [
        { severity: 'warning', kind: 'surge-counted', subject, message, at: isoFromInstant(firstAt), rule: null },
      ];
    },
  );
}

/** One for each deployment whose liveness probe is less patient than its application is slow to start. */
export function earlyDeathFindings({ deployments }: Pick<Chronicle, 'deployments'>): ReportFinding[] {
  return [...deployments].flatMap(([subject, { replicas }]): ReportFinding[] => {
    if (replicas.earlyDeaths === null) return [];
    const { firstAt, times, container, answersInMs, missesBefore } = replicas.earlyDeaths;
    const message = `its liveness probe ended container ${container} before it answered, ${times === 1 ? 'once' : `${countText(times)} times`}: the first time ${durationText(answersInMs)} before; a failureThreshold of ${countText(missesBefore + 1)}, or a longer initialDelaySeconds, lets it start`;
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
  return others === 0 ? '' : `; in ${countText(others)} other location${others === 1 ? '' : 's'}, too`;
}
