/**
 * Asks the loop of a deployment what it decides at this instant and why, without carrying it out.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { syncHolds } from '../hpa.ts';
import { pollHolds } from '../keda.ts';
import { kpaHolds } from '../kpa.ts';
import type { Scaler } from '../scaler.ts';
import type { EvaluationResult } from '../sharedEvaluation.ts';
import { askSync } from './hpaSync.ts';
import { askTriggers } from './kedaPoll.ts';
import { askTick } from './kpaTick.ts';
import { settleScaler } from './scaler.ts';

/** Why an evaluation keeps the count: the name of its hold (`syncHolds`, `kpaHolds`, `pollHolds`). */
export type ScalerHold = keyof typeof syncHolds | keyof typeof kpaHolds | keyof typeof pollHolds;

/** What the loop of a deployment decides at an instant. */
export interface ScalerAnswer extends Omit<EvaluationResult, 'next'> {
  readonly loop: 'hpa' | 'kpa' | 'keda';
  /** null: it changes the count. */
  readonly hold: ScalerHold | null;
}

/**
 * Asks the same planner as an evaluation would. Call it on a fork, after all events of the instant, which must be one
 * of the loop's own grid. null: no loop looks after the deployment.
 *
 * @param isAboutZero whether zero replicas are in question, on which the polls of KEDA decide
 */
export function askScaler(sim: Sim, deployment: Deployment, isAboutZero: boolean): ScalerAnswer | null {
  settleScaler(sim, deployment);
  const { scaler } = deployment;
  if (scaler === null) return null;
  const { loop } = scaler.settings;
  switch (loop) {
    case 'disabled':
      return null;
    case 'hpa':
      return named(loop, askSync(sim, deployment, scaler), syncHolds);
    case 'kpa':
      return named(loop, askTick(sim, deployment, scaler), kpaHolds);
    case 'keda': {
      const part = isAboutZero || deployment.desired === 0 ? 'poll' : 'sync';
      return named(loop, askTriggers(sim, deployment, scaler, part), part === 'poll' ? pollHolds : syncHolds);
    }
  }
}

function named(
  loop: ScalerAnswer['loop'],
  found: Omit<EvaluationResult, 'next'>,
  holds: { readonly [name: string]: unknown },
): ScalerAnswer {
  const name = Object.keys(holds).find((key) => holds[key] === found.plan);
  return { ...found, loop, hold: (name ?? null) as ScalerHold | null };
}

/** The last instant, up to another one, at which the loop of a deployment looked or could have looked. */
export function lastLookAt({ settings }: Pick<Scaler, 'settings'>, at: Instant, isAboutZero: boolean): Instant {
  const period =
    settings.loop === 'hpa'
      ? settings.sync.period
      : settings.loop === 'kpa'
        ? settings.tick
        : settings.loop === 'keda'
          ? isAboutZero
            ? settings.poll
            : settings.sync.period
          : 1;
  return Math.floor(at / period) * period;
}

/**
 * Up to when the loop's memory keeps a count above another, if nothing further happens: the end of the scale-down
 * window after the last proposal above it. null: no window holds it.
 */
export function windowEndsAt({ settings, memory }: Pick<Scaler, 'settings' | 'memory'>, count: number): Instant | null {
  if (!('sync' in memory) || !('sync' in settings)) return null;
  const last = memory.sync.proposals.entries.findLast((proposal) => proposal.count > count);
  return last === undefined ? null : last.at + settings.sync.downWindow;
}
