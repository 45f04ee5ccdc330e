/**
 * The columns of a FOCUS file, and how a value becomes a field of it.
 */
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { packed } from '../../text/packed.ts';
import { safeText } from '../words/csvField.ts';

/** Those of FOCUS 1.3 in the order of the alphabet, then our own. */
export const focusColumns = [
  'AvailabilityZone',
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractedCost',
  'ContractedUnitPrice',
  'EffectiveCost',
  'HostProviderName',
  'InvoiceId',
  'InvoiceIssuerName',
  'ListCost',
  'ListUnitPrice',
  'PricingCategory',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'RegionId',
  'RegionName',
  'ResourceId',
  'ResourceName',
  'ResourceType',
  'ServiceCategory',
  'ServiceName',
  'ServiceProviderName',
  'ServiceSubcategory',
  'SkuId',
  'SkuMeter',
  'SkuPriceDetails',
  'SkuPriceId',
  'SubAccountId',
  'SubAccountName',
  'Tags',
  'x_BookHash',
  'x_Container',
  'x_Location',
  'x_PriceTier',
  'x_ReplicaIndex',
  'x_ScenarioHash',
  'x_Seed',
  'x_Surplus',
  'x_VolumeIndex',
  'x_WorkloadType',
] as const;

export type FocusColumn = (typeof focusColumns)[number];

/** One row; a column that is absent or null is null in the file. */
export type FocusRow = { readonly [column in FocusColumn]?: string | null };

/**
 * Puts lines of a file together. Rows that follow each other differ in few columns, so the text of a field is kept
 * until its value changes.
 */
export class FocusText {
  private values: (string | null)[] = focusColumns.map(() => null);
  private next: (string | null)[] = focusColumns.map(() => null);
  private readonly fields: string[] = focusColumns.map(() => focusField(null));

  /**
   * A line without its end.
   *
   * @param parts of the row, each with columns of its own: to make one object of them takes longer than all else
   */
  line(...parts: readonly FocusRow[]): string {
    const { values, next, fields } = this;
    next.fill(null);
    for (const part of parts) for (const column in part) next[places[column]!] = part[column as FocusColumn] ?? null;
    for (let place = 0; place < next.length; place += 1)
      if (next[place] !== values[place]) fields[place] = focusField(next[place]!);
    this.values = next;
    this.next = values;
    return fields.join();
  }
}

const places: Readonly<Record<string, number>> = Object.fromEntries(
  focusColumns.map((column, place) => [column, place]),
);

/**
 * What stands in a line before the first of some columns, between two of them, and after the last: the rows of a series
 * differ in few.
 *
 * Each piece is flat and packed. A million lines are made of them, and one that was put together by `+` would be copied
 * from its parts each time.
 *
 * @param parts of the row, each with columns of its own
 * @param varying columns in their order; the row has all others
 */
export function piecesAround(parts: readonly FocusRow[], varying: readonly FocusColumn[]): readonly string[] {
  const row: FocusRow = Object.assign({}, ...parts);
  const pieces: string[][] = [[]];
  for (const [place, column] of focusColumns.entries()) {
    if (place > 0) pieces.at(-1)?.push(',');
    if (column === varying[pieces.length - 1]) pieces.push([]);
    else pieces.at(-1)?.push(focusField(row[column] ?? null));
  }
  return pieces.map((parts) => packed(parts.join('')));
}

/** RFC 4180; null is an empty field, an empty text one in quotes. */
export function focusField(value: string | null): string {
  if (value === null) return '';
  const text = asciiText(safeText(value));
  return text === '' || /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Printable ASCII, other characters as JSON escapes them.
 *   `Köln` -> `K\u00f6ln`
 */
function asciiText(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `2027-05-03T14:00:00Z`; parts of a second are cut. */
export function dateText(instant: Instant): string {
  return `${isoFromInstant(instant).slice(0, 19)}Z`;
}
