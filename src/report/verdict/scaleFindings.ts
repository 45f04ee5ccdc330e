/**
 * Findings about replicas that come and go: a surge that autoscaling counts, and a liveness probe that kills containers
 * while they start.
 */

import { isoFromInstant } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import { countText, durationText, shortNumber } from '../words/format.ts';
import { deploymentsByName, workloadPath } from './changePath.ts';
import type { ReportFinding } from './reportFinding.ts';

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
export function earlyDeathFindings(
  { deployments }: Pick<Chronicle, 'deployments'>,
  world: Pick<World, 'entities'>,
): ReportFinding[] {
  const byName = deploymentsByName(world);
  return [...deployments].flatMap(([subject, { replicas }]): ReportFinding[] => {
    if (replicas.earlyDeaths === null) return [];
    const { firstAt, lastAt, times, container, answersInMs, missesBefore } = replicas.earlyDeaths;
    const often = times === 1 ? 'once' : `${countText(times)} times in ${durationText(lastAt - firstAt)}`;
    const never = (replicas.ready.max?.value ?? 0) === 0 ? '; no replica was ever ready' : '';
    const message = `its liveness probe killed container ${container} before it answered, ${often} (the first time ${durationText(answersInMs)} too early)${never}; set failureThreshold to ${countText(missesBefore + 1)} or increase initialDelaySeconds`;
    const at = isoFromInstant(firstAt);
    const deployment = byName.get(subject);
    const index = deployment?.settings.containers.findIndex(({ name }) => name === container) ?? -1;
    const probe =
      deployment === undefined || index === -1
        ? null
        : `${workloadPath(deployment)}.spec.containers[${index}].livenessProbe`;
    return [
      {
        severity: 'warning',
        kind: 'liveness-too-early',
        subject,
        message,
        at,
        rule: 'probe.grid',
        lastedMs: lastAt - firstAt,
        cause: { type: 'replica.unresponsive', at },
        ...(probe === null
          ? {}
          : { change: [`${probe}.failureThreshold=${missesBefore + 1}`, `${probe}.initialDelaySeconds`] }),
      },
    ];
  });
}
