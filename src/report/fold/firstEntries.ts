/**
 * The first journal entries of what findings tell of, so that a reader can ask `why` by their numbers.
 */
import type { Instant } from '../../engine/time.ts';
import type { Fact } from './fact.ts';

/**
 * The entry type of each kind of finding that has one. Not of executions that fail or are skipped: these may come
 * without entries (`ExecutionBatch`).
 */
export const entryTypes: { readonly [kind: string]: Fact['type'] | undefined } = {
  'at-max-scale': 'deployment.scaled',
  'executions-deadline': 'execution.removed',
  'executions-invalid': 'execution.invalid',
  'fault-missed': 'fault.missed',
  'liveness-too-early': 'replica.unresponsive',
  'replicas-evicted': 'replica.evicted',
  'rollout-stalled': 'rollout.stalled',
  'volume-full': 'volume.full',
  'volume-refused': 'expansion.refused',
};

/** The number and the instant of an entry. */
interface FirstEntry {
  readonly seq: number;
  readonly at: Instant;
}

/** Folded from the journal. */
export class FirstEntries {
  /** By subject, for each type that some finding tells of. */
  private byType: ReadonlyMap<string, Map<string, FirstEntry>> = new Map(
    Object.values(entryTypes).map((type) => [type ?? '', new Map()]),
  );

  listen(fact: Fact): void {
    const bySubject = this.byType.get(fact.type);
    if (bySubject === undefined || bySubject.has(fact.subject.name) || !isTold(fact)) return;
    bySubject.set(fact.subject.name, { seq: fact.seq, at: fact.at });
  }

  /** @param subject the name of whom the entry is about */
  of(type: string, subject: string): FirstEntry | null {
    return this.byType.get(type)?.get(subject) ?? null;
  }

  /** Adds those of another part of the run, which is about others. */
  join(other: FirstEntries): void {
    for (const [type, bySubject] of other.byType)
      for (const [subject, entry] of bySubject) this.byType.get(type)?.set(subject, entry);
  }

  fork(): FirstEntries {
    const fork = new FirstEntries();
    fork.byType = new Map([...this.byType].map(([type, bySubject]) => [type, new Map(bySubject)]));
    return fork;
  }
}

/** Of removed executions those with a deadline, of counts those that reach maxScale. */
function isTold({ type, data }: Fact): boolean {
  if (type === 'execution.removed') return data.why === 'deadline';
  return type !== 'deployment.scaled' || data.to === data.decided?.maxScale;
}
