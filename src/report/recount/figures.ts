/**
 * Figures of a bill by what they are of, so that what is recounted and what is billed can be laid side by side.
 */
import { type Fraction, sum } from './fraction.ts';

/** null: the bill leaves it empty. */
export type Values = { readonly [figure: string]: Fraction | null };

interface Part {
  /** Series and month that it comes from; null: from many. */
  readonly series: string | null;
  readonly values: Values;
}

/** Parts by name; parts of one name are added up. */
export class Figures {
  readonly parts = new Map<string, Part>();

  add(name: string, values: Values, series: string | null = null): void {
    const known = this.parts.get(name)?.values;
    this.parts.set(name, { series, values: known === undefined ? values : added(known, values) });
  }
}

function added(a: Values, b: Values): Values {
  return Object.fromEntries(
    Object.entries(a).map(([figure, value]) => {
      const other = b[figure] ?? null;
      return [figure, value === null || other === null ? null : sum(value, other)];
    }),
  );
}

/** The sections of a bill, the finest first: there a difference says most. */
export interface Sections {
  readonly rows: Figures;
  readonly totals: Figures;
  readonly invoices: Figures;
}
