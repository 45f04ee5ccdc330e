/**
 * Charged usage in the order of a FOCUS file, each row with a line that says what it shares with the rows of other
 * hours.
 */

import { grouped } from '../../engine/grouped.ts';
import type { CourseRows } from '../../platform/metering/courseRows.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { meterKinds } from '../../platform/metering/meters.ts';
import type { Period } from '../../platform/metering/period.ts';
import type { Price } from '../../platform/metering/prices.ts';
import type { Charge, RatedRow } from '../../platform/metering/ratedRow.ts';
import { compareSeries, type MeterSeries, tagsText } from '../../platform/metering/series.ts';
import type { Invoice } from '../bill/billDocument.ts';
import { ChargeLine } from './chargeLine.ts';
import type { FocusRow } from './columns.ts';
import type { FocusInput } from './input.ts';
import { chargeColumns, platformName, rowColumns } from './invoiceRows.ts';
import { serviceColumns, serviceOf } from './service.ts';

export interface Charged {
  readonly row: RatedRow;
  readonly charge: Charge;
  /** Of all rows of the series at this price. */
  readonly line: ChargeLine;
}

/** What rows share that differ in time alone. */
interface Kind {
  readonly series: MeterSeries;
  readonly surplus: boolean;
  readonly sku: Charge['sku'];
  readonly price: Price;
  /** null: its row is the first, or lines are not kept. */
  line: ChargeLine | null;
  /** Whether it has had a row. */
  isMet: boolean;
}

/**
 * Lines are half a kilobyte each or more. That of the second row of a kind is kept for rows of further hours, as most
 * kinds of a file of whole periods have one row alone. Where there are more kinds than these, each row makes its own.
 */
const linesKept = 30_000;

/**
 * The rows that are charged, in their order; each with its line only while it is looked at.
 *
 * A row is made when its place comes. Those of a whole hour, kept until they are written, would outlive the young
 * generation of V8, which makes them dearer.
 */
export function* chargedRows(courses: readonly CourseRows[], input: FocusInput, period: Period): Generator<Charged> {
  const kinds = new Kinds();
  const shared = new Map<string, FocusRow>();
  const lineOf = (row: RatedRow, charge: Charge, isForMany: boolean): ChargeLine => {
    const { org } = row.series;
    let ofInvoice = shared.get(org);
    if (ofInvoice === undefined) {
      ofInvoice = rowColumns(invoiceOf(org, input, period), input, period);
      shared.set(org, ofInvoice);
    }
    return new ChargeLine([ofInvoice, ...chargeParts(row, charge)], isForMany);
  };
  for (const rows of byPlaceInTime(courses)) {
    const charged = rows.flatMap((row) => {
      const { charge } = row;
      return charge === null ? [] : [{ row, charge, kind: kinds.of(row, charge) }];
    });
    charged.sort((a, b) => compareKinds(a.kind, b.kind));
    for (const { row, charge, kind } of charged) {
      const isKept = kind.isMet && kinds.count <= linesKept;
      const line = kind.line ?? lineOf(row, charge, isKept);
      if (isKept) kind.line = line;
      kind.isMet = true;
      yield { row, charge, line };
    }
  }
}

/** Rows in order of time and place; those of one stretch of the calendar and one place come together, in any order. */
function* byPlaceInTime(courses: readonly CourseRows[]): Generator<readonly RatedRow[]> {
  const inOrder = [...courses].sort((a, b) => comparePlaces(a.course.series, b.course.series));
  const places = [...grouped(inOrder, ({ course: { series } }) => placeKey(series)).values()];
  for (;;) {
    const at = courses.reduce((least, { stretchAt }) => Math.min(least, stretchAt), Number.POSITIVE_INFINITY);
    if (at === Number.POSITIVE_INFINITY) return;
    for (const place of places) yield place.flatMap((one) => (one.stretchAt === at ? one.take() : []));
  }
}

/** The kinds of rows met so far. */
class Kinds {
  count = 0;
  private readonly bySeries: Map<MeterSeries, Kind[]> = new Map();

  of({ series, surplus }: RatedRow, { sku, price }: Charge): Kind {
    const known = this.bySeries.get(series);
    const shared = known?.find((one) => one.price === price && one.surplus === surplus);
    if (shared !== undefined) return shared;
    const kind: Kind = { series, surplus, sku, price, line: null, isMet: false };
    if (known === undefined) this.bySeries.set(series, [kind]);
    else known.push(kind);
    this.count += 1;
    return kind;
  }
}

function invoiceOf(org: string, { invoices }: FocusInput, { name }: Period): Invoice {
  const invoice = invoices.find((one) => one.org === org && one.period === name);
  if (invoice === undefined) throw new Error(`no invoice for ${org} in ${name}`);
  return invoice;
}

/** What all rows of a kind share, beside what all of an invoice do. */
function chargeParts({ series, surplus }: RatedRow, { sku, price, tier }: Charge): readonly FocusRow[] {
  const { location, container, meter } = series;
  const own = {
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
  return [
    chargeColumns('Usage', usageText(series, surplus)),
    serviceColumns(serviceOf(series)),
    usageColumns(series),
    own,
  ];
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
}: Pick<MeterSeries, 'org' | 'gvc' | 'resource' | 'location' | 'provider' | 'zone' | 'tags'>): FocusRow {
  const [kind = '', name = ''] = resource.split('/');
  return {
    AvailabilityZone: zone == null ? null : `${location}${zone}`,
    HostProviderName: provider === 'unknown' ? platformName : provider,
    PricingCategory: 'Standard',
    RegionId: location,
    RegionName: location,
    ResourceId: `${subAccountOf({ org, gvc })}/${resource}`,
    ResourceName: name,
    ResourceType: kind === 'volumeset' ? 'Volume Set' : 'Workload',
    SubAccountId: subAccountOf({ org, gvc }),
    SubAccountName: gvc,
    Tags: tagsText(tags),
  };
}

/** `reserved-cpu of workload/api in aws-eu-west-1, container web` */
export function usageText(
  { meter, resource, location, container }: Pick<MeterSeries, 'meter' | 'resource' | 'location' | 'container'>,
  surplus: boolean,
): string {
  const of = container === null ? '' : `, container ${container}`;
  return `${meter} of ${resource} in ${location}${of}${surplus ? ', added by the metering policy' : ''}`;
}

/** `SkuPriceDetails`. */
export function detailsText(
  { performanceClass, locationType }: Pick<MeterSeries, 'performanceClass' | 'locationType'>,
  tier: number,
): string {
  const storage = performanceClass === null ? {} : { StorageClass: performanceClass };
  return JSON.stringify({ ...storage, x_LocationType: locationType, x_Tier: tier });
}

function numberText(index: number | null | undefined): string | null {
  return index == null ? null : `${index}`;
}

function placeKey({ org, gvc, resource, location, container }: MeterSeries): string {
  return JSON.stringify([org, gvc, resource, location, container]);
}

/** By gvc, resource, location and container; 0 where `placeKey` is the same. */
function comparePlaces(a: MeterSeries, b: MeterSeries): number {
  if (a === b) return 0;
  return (
    (a.org === b.org && a.gvc === b.gvc ? 0 : compare(subAccountOf(a), subAccountOf(b))) ||
    compare(a.resource, b.resource) ||
    compare(a.location, b.location) ||
    compare(a.container, b.container)
  );
}

function compareKinds(a: Kind, b: Kind): number {
  return (
    comparePlaces(a.series, b.series) ||
    compare(a.sku.id, b.sku.id) ||
    compare(a.price.id, b.price.id) ||
    compare(a.series.volumeIndex, b.series.volumeIndex) ||
    compare(a.series.replicaIndex ?? null, b.series.replicaIndex ?? null) ||
    Number(a.surplus) - Number(b.surplus) ||
    compare(tagsText(a.series.tags), tagsText(b.series.tags)) ||
    compareSeries(a.series, b.series)
  );
}

/** `SubAccountId`, with which `ResourceId` begins. */
function subAccountOf({ org, gvc }: Pick<MeterSeries, 'org' | 'gvc'>): string {
  return `/org/${org}/gvc/${gvc}`;
}

/** Texts by code units, numbers by size, null last. */
function compare<Value extends string | number>(a: Value | null, b: Value | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}
