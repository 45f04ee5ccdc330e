/**
 * When a replica whose containers run becomes ready, and until when it stays ready.
 */
import type { Instant } from '../../engine/time.ts';
import { type ContainerProbe, type Probing, turnsAt } from './probe.ts';
import type { ContainerSettings, WorkloadType } from './settings.ts';

/** All probes of a replica's containers, in their order. */
export function probesOf(containers: readonly Partial<ContainerSettings>[]): readonly ContainerProbe[] {
  const probes: ContainerProbe[] = [];
  for (const { name: container = '', readinessProbe, livenessProbe } of containers) {
    if (readinessProbe != null) probes.push({ container, use: 'readiness', probe: readinessProbe });
    if (livenessProbe != null) probes.push({ container, use: 'liveness', probe: livenessProbe });
  }
  return probes.length === 0 ? none : probes;
}

const none: readonly ContainerProbe[] = [];

/** A replica whose containers run. */
export interface ReadinessView {
  readonly type: WorkloadType;
  readonly ready: boolean;
  /** Probes of all its containers, their tries counted up to now. */
  readonly probings: readonly Probing[];
  /** The instant from which its application answers, past or future; null: never. */
  readonly answersFrom: Instant | null;
  readonly now: Instant;
}

/** The sign by which a replica is ready. */
export type ReadinessSource = 'probe' | 'port' | 'running';

/**
 * The source of readiness: readiness probes if the replica has any; else the open port if it is serverless; else that
 * it runs (`probe.serverless`).
 */
export function shownBy({ type, probings }: Pick<ReadinessView, 'type' | 'probings'>): ReadinessSource {
  if (probings.some(({ use }) => use === 'readiness')) return 'probe';
  return type === 'serverless' ? 'port' : 'running';
}

/**
 * When a replica becomes ready, or stops being ready; null: it stays as it is unless something changes (`probe.grid`,
 * `probe.serverless`).
 *
 * A replica is ready while the readiness probe of every container that has one succeeds. Without any probe it is ready
 * when it runs, or, if it is serverless, when its port opens. If it does not answer at all (a fault), it then does not
 * become ready at once.
 *   no probe, up at 25 s                        -> ready at 0 s
 *   delay 10 s, period 10 s, up at 0 s          -> ready at 10 s
 *   delay 10 s, period 10 s, up at 11 s         -> ready at 20 s; with 2 successes at 30 s
 *   serverless without a probe, up at 3 s       -> ready at 3 s
 */
export function readinessTurnsAt(view: ReadinessView): Instant | null {
  const { ready, probings, answersFrom, now } = view;
  const shown = shownBy(view);
  if (shown !== 'probe') {
    if (answersFrom === null) return ready ? now : null;
    if (ready) return null;
    return shown === 'port' ? Math.max(now, answersFrom) : now;
  }
  const turns: number[] = [];
  for (const probing of probings) {
    if (probing.use !== 'readiness' || probing.passes !== ready) continue;
    const at = turnsAt(probing, answersFrom);
    if (at !== null) turns.push(at);
    else if (!ready) return null;
  }
  if (turns.length === 0) return null;
  return ready ? Math.min(...turns) : Math.max(...turns);
}

/** The probe that first finds a container dead, and when; null: none does unless something changes. */
export function firstDeath(
  probings: readonly Probing[],
  answersFrom: Instant | null,
): { readonly at: Instant; readonly probing: Probing } | null {
  let first: { readonly at: Instant; readonly probing: Probing } | null = null;
  for (const probing of probings) {
    const at = probing.use === 'liveness' ? turnsAt(probing, answersFrom) : null;
    if (at !== null && (first === null || at < first.at)) first = { at, probing };
  }
  return first;
}
