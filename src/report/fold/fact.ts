/**
 * Typed journal entries: each has a type of the closed list, with the data of that type.
 */
import type { Bundle, Entry } from '../../engine/journal.ts';
import { type ExecutionBatch, executionBatchType } from '../../platform/cron/executionBatch.ts';
import type { FactData, FactType } from '../../platform/facts.ts';

/** A journal entry whose type determines the shape of its data. */
export type Fact = { [T in FactType]: Entry & { readonly type: T; readonly data: Readonly<FactData[T]> } }[FactType];

/** Casts a journal entry of the platform to its type. */
export function factOf(entry: Entry): Fact {
  return entry as unknown as Fact;
}

/** Casts a bundle of the platform; there is only one type. */
export function batchOf(bundle: Bundle): ExecutionBatch {
  if (bundle.type !== executionBatchType) throw new Error(`bundles of ${bundle.type} are not known`);
  return bundle as ExecutionBatch;
}

/** The names of a deployment or a volume in the journal. */
export interface SubjectPlace {
  readonly gvc: string;
  readonly kind: 'workload' | 'volumeset';
  /** Of the workload or the volume set. */
  readonly name: string;
  readonly location: string;
  /** Of a volume; null for a deployment. */
  readonly index: number | null;
}

const pattern = /^([^/@]+)\/(workload|volumeset)\/([^/@]+)@([^/@]+)(?:\/(\d+))?$/;

/** The place of a subject of the journal; null if it is neither a deployment nor a volume. */
export function placeOfSubject(subject: string): SubjectPlace | null {
  const match = pattern.exec(subject);
  if (match === null) return null;
  const [, gvc = '', kind, name = '', location = '', index] = match;
  return {
    gvc,
    kind: kind === 'workload' ? 'workload' : 'volumeset',
    name,
    location,
    index: index === undefined ? null : Number(index),
  };
}
