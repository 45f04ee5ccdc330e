/**
 * Findings about requests that took longer than `timeoutSeconds`: how many, for how long, and what held them up.
 */

import { meanOf } from '../../engine/distribution.ts';
import { grouped } from '../../engine/grouped.ts';
import { type Duration, isoFromInstant } from '../../engine/time.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { World } from '../../platform/world.ts';
import type { Loads, WorkloadLoad } from '../capacity/capacityLoad.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import { countText, durationText, isSmallPart, partText, shortNumber } from '../words/format.ts';
import { unservedAtMax, unservedWhileStarting } from './atMaxScale.ts';
import { deploymentsByName, optionsPath } from './changePath.ts';
import { longestIn, type ReportFinding } from './reportFinding.ts';
import { earliest, isSome, isTimeout, messageOf } from './requestFindings.ts';
import { targetAboveFull, unreachedTarget } from './targetFindings.ts';

/** Single requests are counted by the deployment itself. */
const noLoads: Loads['loads'] = new Map();

/** Share of the unserved requests from which on one reason is said to have held them up. */
const mostShare = 0.5;

/**
 * One for each workload with rate-based demand whose requests timed out, in the queue or at a replica. How long and why
 * is that of the location with the most of them. Requests that are slow at the replica alone are a warning: their
 * duration is what the scenario states.
 */
export function loadTimeoutFindings({ demand, loads }: Pick<Loads, 'demand' | 'loads'>, world: World): ReportFinding[] {
  const byName = deploymentsByName(world);
  const byWorkload = grouped(loads, ([{ place }]) => `${place.gvc}/workload/${place.name}`);
  return demand.flatMap(({ gvc, name, offered }): ReportFinding[] => {
    const subject = `${gvc}/workload/${name}`;
    const of = byWorkload.get(subject) ?? [];
    const queued = sumOf(of.map(([, load]) => queuedIn(load)));
    const late = sumOf(of.map(([, { losses }]) => losses.late));
    if (!isSome(queued + late)) return [];
    const [heard, load] = of.reduce((best, each) => (lostTo(each) > lostTo(best) ? each : best));
    const deployment = byName.get(placeName(heard));
    const found = isSome(queued)
      ? [`timed out in the queue${isSome(late) ? ` or took too long at a replica (${shortNumber(late, 0)})` : ''}`]
      : ['took too long at a replica'];
    const { givingUp } = load;
    const isElsewhere = of.filter((one) => isSome(lostTo(one))).length > 1;
    const times =
      givingUp.count > 1 ? ` (${countText(givingUp.count)} times, the longest ${durationText(givingUp.longest)})` : '';
    const lasted = givingUp.total > 0 ? `, for ${durationText(givingUp.total)}${times}` : '';
    const head = messageOf({ bad: queued + late, all: Number(offered) }, null, found);
    const held = isSome(queued) ? heldUpBy(heard, deployment, load.losses.unserved, { loads, world }) : null;
    return [
      {
        severity: !isSome(queued) || isSmallPart(queued + late, Number(offered)) ? 'warning' : 'error',
        kind: 'requests-timed-out',
        subject,
        message: `${head}: longer than ${timeoutText(deployment)}${lasted}${held?.text ?? ''}${isElsewhere ? `; most of them in ${heard.place.location}` : ''}`,
        at: earliest(
          of.map(
            ([, { losses }]) => losses.fromByCause.get('timeout.from') ?? losses.fromByCause.get('failure') ?? null,
          ),
        ),
        rule: isSome(queued) ? 'timeout.from' : ruleOf(deployment),
        ...(isSome(queued) ? { rules: [ruleOf(deployment)] } : {}),
        ...(givingUp.total > 0 ? { lastedMs: givingUp.total } : {}),
        ...longestIn(givingUp),
        ...changeOf(deployment, held?.fields ?? [], world),
      },
    ];
  });
}

/** One for each workload whose single requests timed out. Requests that a probe sends do not count. */
export function callTimeoutFindings({ deployments }: Pick<Chronicle, 'deployments'>, world: World): ReportFinding[] {
  const byName = deploymentsByName(world);
  const byWorkload = grouped(deployments.values(), ({ place: { gvc, name } }) => `${gvc}/workload/${name}`);
  return [...byWorkload].flatMap(([subject, of]): ReportFinding[] => {
    const failures = of.flatMap(({ calls }) => calls.failuresAsked.filter(isTimeout));
    const bad = sumOf(failures.map(({ count }) => count));
    if (bad === 0) return [];
    const asked = sumOf(of.map(({ calls }) => calls.asked));
    const worst = of.reduce((best, each) => (timedOutAt(each) > timedOutAt(best) ? each : best));
    const deployment = byName.get(placeName(worst));
    const statuses = [...new Set(failures.map(({ status }) => status))].sort((a, b) => a - b);
    const from = Math.min(...failures.map((one) => one.from));
    const until = Math.max(...failures.map((one) => one.until));
    const waited = Math.max(...failures.map(({ waitedMostMs }) => waitedMostMs));
    const { failuresAsked } = worst.calls;
    const unserved = sumOf(failuresAsked.filter(({ status }) => status >= 500).map(({ count }) => count));
    const held = heldUpBy(worst, deployment, unserved, { loads: noLoads, world });
    const head = messageOf({ bad, all: asked }, 'failed', [`with ${statuses.join(' or ')}`]);
    const [rule, ...rules] = [...new Set(failures.map((one) => one.rule))];
    return [
      {
        severity: isSmallPart(bad, asked) ? 'warning' : 'error',
        kind: 'requests-timed-out',
        subject,
        message: `${head}: they took longer than ${timeoutText(deployment)}${waitText(waited)}${held.text}`,
        at: isoFromInstant(from),
        rule: rule ?? null,
        ...(rules.length === 0 ? {} : { rules }),
        lastedMs: until - from,
        ...changeOf(deployment, held.fields, world),
      },
    ];
  });
}

function queuedIn({ losses }: WorkloadLoad): number {
  return losses.byCause.get('timeout.from') ?? 0;
}

function lostTo([, load]: readonly [DeploymentChronicle, WorkloadLoad]): number {
  return queuedIn(load) + load.losses.late;
}

function timedOutAt({ calls }: DeploymentChronicle): number {
  return sumOf(calls.failuresAsked.filter(isTimeout).map(({ count }) => count));
}

function placeName({ place: { gvc, name, location } }: DeploymentChronicle): string {
  return `${gvc}/workload/${name}@${location}`;
}

/** `timeoutSeconds (5s)`; the tag where that is what raises it. */
function timeoutText(deployment: Deployment | undefined): string {
  if (deployment === undefined) return 'timeoutSeconds';
  const { timeout, timeoutBy } = deployment.options;
  return `${timeoutBy === 'tag' ? 'the tag timeoutSecondsOverride' : 'timeoutSeconds'} (${durationText(timeout)})`;
}

function ruleOf(deployment: Deployment | undefined): string {
  return deployment?.options.timeoutBy === 'tag' ? 'TAG-12' : 'WL-19';
}

function waitText(waited: Duration): string {
  return waited === 0 ? '' : `, up to ${durationText(waited)} of it in the queue`;
}

/**
 * Why there were not enough replicas, and which fields below `autoscaling` give more.
 *
 * @param unserved requests of the location that were not served
 */
function heldUpBy(
  heard: DeploymentChronicle,
  deployment: Deployment | undefined,
  unserved: number,
  { loads, world }: { readonly loads: Loads['loads']; readonly world: World },
): { readonly text: string; readonly fields: readonly string[] } {
  if (deployment === undefined) return { text: '', fields: [] };
  const { minScale, maxScale, timeout } = deployment.options;
  const { duration } = deployment.behaviour.request ?? {};
  if (duration !== undefined && meanOf(duration) >= timeout)
    return { text: `; a request takes ${durationText(meanOf(duration))} on an idle replica`, fields: [] };
  if (minScale >= maxScale)
    return { text: `; its scale is fixed at ${countText(minScale)}`, fields: ['minScale', 'maxScale'] };
  if (unreachedTarget(deployment, world) !== null)
    return { text: '; autoscaling adds no replica, because full replicas never exceed its target', fields: ['target'] };
  const high = targetAboveFull(deployment, world);
  if (high !== null)
    return {
      text: `; a full replica answers ${shortNumber(high.full, 2)} requests a second, no more than the target of ${shortNumber(high.target)}, so autoscaling asks for too few replicas`,
      fields: ['target'],
    };
  const atMax = unservedAtMax(maxScale, heard, loads);
  const isMost = (part: number): boolean => unserved > 0 && part >= mostShare * unserved;
  if (isMost(unservedWhileStarting(heard, loads)))
    return { text: '; most of those not served came while replicas were starting', fields: ['minScale'] };
  if (isMost(atMax))
    return { text: `; ${partText(atMax, unserved)} of those not served came at maxScale`, fields: ['maxScale'] };
  return { text: '; most of those not served came before autoscaling asked for more replicas', fields: ['minScale'] };
}

function changeOf(
  deployment: Deployment | undefined,
  fields: readonly string[],
  world: World,
): Pick<ReportFinding, 'change'> {
  if (deployment === undefined) return {};
  const path = optionsPath(deployment, world);
  return { change: [...fields.map((field) => `${path}.autoscaling.${field}`), `${path}.timeoutSeconds`] };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
