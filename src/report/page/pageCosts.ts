/**
 * Figures of cost for the first screen, as data of the page. Amounts are exact decimals as text, before credits, taxes
 * and rounding.
 */

export interface PageCosts {
  readonly currency: string;
  /** Of the whole run. */
  readonly total: string;
  /** As much for 30 days, if all of them went like the run, to six decimals. */
  readonly perMonth: string;
  /** Of each calendar month (`2027-05`), in order of time; a month may be only partly in the run. */
  readonly months: readonly { readonly month: string; readonly cost: string }[];
  /**
   * Of each value of the tag that splits the costs: `team` if any resource has it, else the tag with the most cost.
   * Without tags it is of each GVC (`by` is `gvc` then). The most expensive first, at most 12; untagged costs have the
   * name ''.
   */
  readonly split: {
    readonly by: string;
    readonly parts: readonly { readonly name: string; readonly cost: string; readonly perMonth: string }[];
    /** How many parts are not shown, and their cost. */
    readonly leftOut: number;
    readonly leftOutCost: string;
  };
}
