/**
 * What the FOCUS export is made from.
 */
import type { Grain } from '../../platform/metering/cells.ts';
import type { BillInput } from '../bill/bill.ts';
import type { Invoice } from '../bill/billDocument.ts';

export interface FocusInput extends Pick<BillInput, 'cells' | 'book' | 'assumptions' | 'horizon'> {
  /** Those of the bill of the same cells at the same prices. */
  readonly invoices: readonly Invoice[];
  /** What a usage row is for, no finer than the ledger; `month`: the whole billing period. */
  readonly rowsPer: Grain;
  readonly seed: string;
  /** As `summary.json` has it; null: not known. */
  readonly scenarioHash: string | null;
}
