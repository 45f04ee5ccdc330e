import type { Duration } from '../../engine/time.ts';
import { second } from '../../engine/time.ts';
import type { ContainerSettings, WorkloadType } from './settings.ts';

/** How a container is found ready: tried at whole periods after the delay. */
export interface Probe {
  readonly initialDelay: Duration;
  readonly period: Duration;
  /** Successes in a row, 1 or more. */
  readonly successThreshold: number;
}

/**
 * From the start of the containers until the replica is ready, when every container's probe has succeeded often enough (`probe.grid`, `probe.serverless`).
 *
 * @param up from the start until the application answers
 *   no probe                                   -> 0
 *   delay 10 s, period 10 s, up at 0           -> 10 s
 *   delay 10 s, period 10 s, up at 11 s        -> 20 s; with 2 successes 30 s
 *   serverless without a probe                 -> when its port opens: `up`
 */
export function readyAfterStart(
  { type, containers }: { readonly type: WorkloadType; readonly containers: readonly Partial<ContainerSettings>[] },
  up: Duration,
): Duration {
  let readyAfter: Duration | null = null;
  for (const { readinessProbe } of containers) {
    if (readinessProbe != null) readyAfter = Math.max(readyAfter ?? 0, firstSuccess(readinessProbe, up));
  }
  return readyAfter ?? (type === 'serverless' ? up : 0);
}

function firstSuccess({ initialDelay, period, successThreshold }: Probe, up: Duration): Duration {
  const step = Math.max(second, period);
  const tries = Math.max(0, Math.ceil((up - initialDelay) / step)) + successThreshold - 1;
  return initialDelay + tries * step;
}
