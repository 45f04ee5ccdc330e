/**
 * Charged usage in the order of a FOCUS file, each row with a line that says what it shares with the rows of other hours.
 */
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { meterKinds } from '../../platform/metering/meters.ts';
import type { Period } from '../../platform/metering/period.ts';
import type { Price } from '../../platform/metering/pricebook.ts';
import type { Charge, RatedRow } from '../../platform/metering/ratedRow.ts';
import { compareSeries, type Series, tagsText } from '../../platform/metering/series.ts';
import { type FocusColumn, FocusLine, type FocusRow } from './columns.ts';
import type { FocusInput } from './focus.ts';
import { chargeColumns, platformName, rowColumns } from './invoiceRows.ts';
import { serviceColumns, serviceOf } from './service.ts';

export interface Charged {
  readonly row: RatedRow;
  readonly charge: Charge;
  /** Of all rows of the series at this price. */
  readonly line: FocusLine;
}

/** What a row has of its own. */
const ofEachRow = [
  'BilledCost',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ConsumedQuantity',
  'ContractedCost',
  'EffectiveCost',
  'ListCost',
  'PricingQuantity',
] as const satisfies readonly FocusColumn[];

/** Values of those columns. */
export type RowValues = { readonly [column in (typeof ofEachRow)[number]]: string };

/** What rows share that differ in time alone. */
interface Kind {
  readonly series: Series;
  readonly row: FocusRow;
  readonly line: FocusLine;
  /** Among the kinds of one charge period. */
  rank: number;
}

/** The rows that are charged, in their order. */
export function chargedRows(rows: readonly RatedRow[], input: FocusInput, period: Period): Charged[] {
  const kinds = new Map<Series, Map<Price, [Kind | null, Kind | null]>>();
  const all: Kind[] = [];
  const kindOf = (row: RatedRow, charge: Charge): Kind => {
    const { series } = row;
    const place = row.surplus ? 1 : 0;
    const byPrice = kinds.get(series) ?? new Map<Price, [Kind | null, Kind | null]>();
    const pair = byPrice.get(charge.price) ?? [null, null];
    kinds.set(series, byPrice.set(charge.price, pair));
    const shared = pair[place] ?? kindFrom(row, charge, input, period);
    if (pair[place] === null) all.push(shared);
    pair[place] = shared;
    return shared;
  };
  const charged = rows.flatMap((row) => {
    const { charge } = row;
    if (charge === null) return [];
    const kind = kindOf(row, charge);
    return [{ row, charge, kind, line: kind.line }];
  });
  for (const [rank, kind] of all.sort(compareKinds).entries()) kind.rank = rank;
  return charged.sort((a, b) => a.row.stretchAt - b.row.stretchAt || a.kind.rank - b.kind.rank);
}

function kindFrom({ series, surplus }: RatedRow, charge: Charge, input: FocusInput, period: Period): Kind {
  const { org, location, container, meter } = series;
  const { sku, price, tier } = charge;
  const invoice = input.invoices.find((one) => one.org === org && one.period === period.name);
  if (invoice === undefined) throw new Error(`no invoice for ${org} in ${period.name}`);
  const row: FocusRow = {
    ...rowColumns(invoice, input, period),
    ...chargeColumns('Usage', usageText(series, surplus)),
    ...serviceColumns(serviceOf(series)),
    ...usageColumns(series),
    ConsumedUnit: meterKinds[meter].consumedUnit,
    ContractedUnitPrice: formatDecimal(price.contracted),
    ListUnitPrice: formatDecimal(price.list),
    PricingUnit: sku.unit,
    SkuId: sku.id,
    SkuMeter: meter,
    SkuPriceDetails: detailsText(series, tier),
    SkuPriceId: price.id,
    x_Container: container,
    x_Location: location,
    x_PriceTier: `${tier}`,
    x_ReplicaIndex: numberText(series.replicaIndex),
    x_Surplus: `${surplus}`,
    x_VolumeIndex: numberText(series.volumeIndex),
    x_WorkloadType: series.workloadType,
  };
  return { series, row, line: new FocusLine(row, ofEachRow), rank: 0 };
}

/** Whose usage it is and where. */
export function usageColumns({
  org,
  gvc,
  resource,
  location,
  provider,
  zone,
  tags,
}: Pick<Series, 'org' | 'gvc' | 'resource' | 'location' | 'provider' | 'zone' | 'tags'>): FocusRow {
  const [kind = '', name = ''] = resource.split('/');
  return {
    AvailabilityZone: zone == null ? null : `${location}${zone}`,
    HostProviderName: provider === 'unknown' ? platformName : provider,
    PricingCategory: 'Standard',
    RegionId: location,
    RegionName: location,
    ResourceId: `/org/${org}/gvc/${gvc}/${resource}`,
    ResourceName: name,
    ResourceType: kind === 'volumeset' ? 'Volume Set' : 'Workload',
    SubAccountId: `/org/${org}/gvc/${gvc}`,
    SubAccountName: gvc,
    Tags: tagsText(tags),
  };
}

/** `reserved-cpu of workload/api in aws-eu-west-1, container web` */
export function usageText(
  { meter, resource, location, container }: Pick<Series, 'meter' | 'resource' | 'location' | 'container'>,
  surplus: boolean,
): string {
  const of = container === null ? '' : `, container ${container}`;
  return `${meter} of ${resource} in ${location}${of}${surplus ? ', added by the metering policy' : ''}`;
}

/** `SkuPriceDetails`. */
export function detailsText(
  { performanceClass, locationType }: Pick<Series, 'performanceClass' | 'locationType'>,
  tier: number,
): string {
  const storage = performanceClass === null ? {} : { StorageClass: performanceClass };
  return JSON.stringify({ ...storage, x_LocationType: locationType, x_Tier: tier });
}

function numberText(index: number | null | undefined): string | null {
  return index == null ? null : `${index}`;
}

const beforeIndexes = ['SubAccountId', 'ResourceId', 'RegionId', 'x_Container', 'SkuId', 'SkuPriceId'] as const;

function compareKinds(a: Kind, b: Kind): number {
  for (const column of beforeIndexes) {
    const order = compare(a.row[column] ?? null, b.row[column] ?? null);
    if (order !== 0) return order;
  }
  return (
    compare(a.series.volumeIndex, b.series.volumeIndex) ||
    compare(a.series.replicaIndex ?? null, b.series.replicaIndex ?? null) ||
    compare(a.row.x_Surplus ?? null, b.row.x_Surplus ?? null) ||
    compare(a.row.Tags ?? null, b.row.Tags ?? null) ||
    compareSeries(a.series, b.series)
  );
}

/** Texts by code units, numbers by size, null last. */
function compare<Value extends string | number>(a: Value | null, b: Value | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}
