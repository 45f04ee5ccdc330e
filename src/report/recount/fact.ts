/** A journal entry as the recount reads it: its type says what its data are. */
import type { Entry } from '../../engine/journal.ts';
import type { FactData, FactType } from '../../platform/facts.ts';

export type Fact<Type extends FactType = FactType> = Entry &
  {
    [One in Type]: { readonly type: One; readonly data: FactData[One] };
  }[Type];

/** Which one of the subject's an entry is about. */
export function keyOf({ subject, ordinal }: Entry): string {
  return `${subject.name} ${ordinal}`;
}

/** Where an entry stands, for messages. */
export function whereOf({ seq, type }: Entry): string {
  return `entry ${seq}, ${type}`;
}
