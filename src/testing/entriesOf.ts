/** Entries of one type, with the data that entries of this type have. */
import type { Entry } from '../engine/journal.ts';
import { factTypes } from '../platform/eventLog/eventOfFact.ts';
import type { FactData, FactType } from '../platform/facts.ts';
import { nearest } from '../rules/units.ts';

/** An entry of a type. */
export type EntryOf<T extends FactType> = Omit<Entry, 'type' | 'data'> & {
  readonly type: T;
  readonly data: FactData[T];
};

/**
 * The entries of one type, in order.
 *
 *   entriesOf(journal, 'deployment.scaled').every(({ data }) => data.to <= 10)
 *
 * @throws if there is no such type, so that a misspelt one does not pass as one without entries
 */
export function entriesOf<T extends FactType>(journal: readonly Entry[], type: T): readonly EntryOf<T>[] {
  if (!factTypes.includes(type)) {
    const meant = nearest(type, factTypes);
    throw new Error(`there is no entry type '${type}'${meant === null ? '' : `; did you mean '${meant}'?`}`);
  }
  return journal.filter((entry) => entry.type === type) as unknown as readonly EntryOf<T>[];
}
