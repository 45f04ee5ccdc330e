/**
 * The remaining credits of a book, from one invoice to the next.
 */
import type { Instant } from '../../engine/time.ts';
import type { Credit } from '../../platform/metering/credit.ts';
import { type Decimal, isZero, least, minus, zero } from '../../platform/metering/decimal.ts';

export class CreditBalances {
  private readonly credits: readonly Credit[];
  private readonly left: Map<Credit, Decimal>;

  /** @param credits in the order in which they are used up */
  constructor(credits: readonly Credit[]) {
    this.credits = credits;
    this.left = new Map(credits.map((credit) => [credit, credit.amount]));
  }

  /**
   * Pays an invoice as far as credits go: each gives what it has left, or what is left to pay. What it does not give
   * stays for later invoices within its dates.
   *   25 and 10 left, 30 to pay -> -25 and -5
   *
   * @param time that the invoice is for, `until` excluded: credits that hold at any instant of it count
   * @returns those that give something, each as an amount below 0 with what it held before, in the order in which they
   * are used up
   */
  take(
    org: string,
    time: { readonly from: Instant; readonly until: Instant },
    due: Decimal,
  ): { readonly id: string; readonly cost: Decimal; readonly before: Decimal }[] {
    let rest = due;
    return this.credits.flatMap((credit) => {
      const left = this.left.get(credit) ?? zero;
      if (credit.org !== org || credit.from >= time.until || credit.until <= time.from) return [];
      const given = least(left, rest);
      if (isZero(given)) return [];
      rest = minus(rest, given);
      this.left.set(credit, minus(left, given));
      return [{ id: credit.id, cost: minus(zero, given), before: left }];
    });
  }
}
