/**
 * The columns of a FOCUS file, and how a value becomes a field of it.
 */
import { type Instant, isoFromInstant } from '../../engine/time.ts';
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
 * A line of the file, without its end. It is said again and again with other values in some columns: the rows of a
 * series differ in few.
 */
export class FocusLine {
  private readonly varying: readonly FocusColumn[];
  /** What stands before the first field that varies, between two of them, and after the last. */
  private readonly texts: readonly string[];

  /** @param varying columns whose values `text` is given, in their order; the row has all others */
  constructor(row: FocusRow, varying: readonly FocusColumn[] = []) {
    this.varying = varying;
    const texts = [''];
    for (const [place, column] of focusColumns.entries()) {
      const comma = place === 0 ? '' : ',';
      if (column === varying[texts.length - 1]) texts.push(`${texts.pop()}${comma}`, '');
      else texts.push(`${texts.pop()}${comma}${focusField(row[column] ?? null)}`);
    }
    this.texts = texts;
  }

  text(values: FocusRow = {}): string {
    let line = this.texts[0] ?? '';
    for (let i = 0; i < this.varying.length; i += 1) {
      const column = this.varying[i];
      line += `${column === undefined ? '' : focusField(values[column] ?? null)}${this.texts[i + 1]}`;
    }
    return line;
  }
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
