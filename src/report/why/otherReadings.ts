/**
 * What another value of an assumption would have made of a decision, as far as the numbers of its own journal entry say
 * it. Nothing is run: the effect of a value that hangs on anything else is not claimed.
 */
import type { FactData } from '../../platform/facts.ts';
import type { PageEntry } from '../picture/picture.ts';
import { expansionWith } from './otherExpansion.ts';
import { scaledWith } from './otherScale.ts';
import { goneWith } from './otherTermination.ts';

/** Another value of an assumption, as a scenario writes it. */
export interface OtherReading {
  readonly value: string;
  /** What it would have decided here, computed from the entry's numbers; null: they do not say it. */
  readonly would: string | null;
}

/** What is known of a decision and of one assumption that it leaned on. */
export interface Leaning {
  /** The entry that decided. */
  readonly decision: PageEntry;
  readonly name: string;
  /** Values of the assumptions that the decision cites, by name, as a scenario writes them. */
  readonly values: ReadonlyMap<string, string>;
  readonly otherValues: readonly string[];
}

export function otherReadings({ otherValues, ...leaning }: Leaning): readonly OtherReading[] {
  return otherValues.map((value) => ({ value, would: wouldOf(leaning, value) }));
}

function wouldOf({ decision, name, values }: Omit<Leaning, 'otherValues'>, value: string): string | null {
  const assumed = { name, present: values.get(name) ?? '', value };
  switch (decision.type) {
    case 'deployment.scaled':
      return scaledWith(decision.data as Readonly<FactData['deployment.scaled']>, assumed);
    case 'expansion.accepted':
    case 'expansion.refused':
      return expansionWith(decision, assumed);
    case 'replica.terminating':
      return goneWith(decision, assumed);
    default:
      return null;
  }
}
