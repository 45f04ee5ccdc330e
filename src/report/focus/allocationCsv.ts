/**
 * `allocation.csv`: the allocation view with the column names and forms of FOCUS 1.3, own columns last.
 */
import { type PeriodKind, periodAt } from '../../platform/metering/period.ts';
import type { Horizon } from '../../platform/metering/rating.ts';
import { compareText, tagsText } from '../../platform/metering/series.ts';
import type { AllocatedPart, AllocationMethod } from '../bill/allocation.ts';
import { dateText, type FocusColumn, focusColumns, focusField } from './columns.ts';
import { type ChargeOrigin, chargeColumns, rowColumns } from './invoiceRows.ts';
import { serviceColumns, serviceOf } from './service.ts';
import { detailsText, usageColumns, usageText } from './usageRows.ts';

const allocated = [
  'AllocatedMethodDetails',
  'AllocatedMethodId',
  'AllocatedResourceId',
  'AllocatedResourceName',
  'AllocatedTags',
] as const;

/** Those of FOCUS in the order of the alphabet, then our own. */
const columns = [...allocated, ...focusColumns, 'x_UsageRow'].sort(
  (a, b) => Number(a.startsWith('x_')) - Number(b.startsWith('x_')) || compareText(a, b),
) as readonly Column[];

type Column = (typeof allocated)[number] | FocusColumn | 'x_UsageRow';

type Fields = { readonly [column in Column]?: string | null };

/** Of which run the parts are, at which prices. */
export interface AllocationOrigin extends ChargeOrigin {
  readonly horizon: Horizon;
  readonly periods: PeriodKind;
}

/** A header, then a line for each part; null is an empty field. What stays on its set has no allocation. */
export function allocationCsv(
  parts: readonly AllocatedPart[],
  method: AllocationMethod,
  origin: AllocationOrigin,
): string {
  const lines = parts.map((part) => {
    const fields = fieldsOf(part, method, origin);
    return columns.map((column) => focusField(fields[column] ?? null)).join();
  });
  return `${[columns.join(), ...lines].join('\n')}\n`;
}

function fieldsOf(part: AllocatedPart, method: AllocationMethod, origin: AllocationOrigin): Fields {
  const { row, line, stretch } = part;
  const { meter, location, performanceClass, locationType } = row;
  const period = periodAt(origin.periods, origin.horizon, stretch.from);
  const series = { ...row, workloadType: null } as const;
  return {
    ...rowColumns({ id: part.invoice, org: row.org }, origin, period),
    ...chargeColumns('Usage', usageText(series, row.surplus !== '0.0')),
    ...serviceColumns(serviceOf(series)),
    ...usageColumns(series),
    ...allocatedTo(part, method),
    BilledCost: part.cost,
    ChargePeriodEnd: dateText(stretch.until),
    ChargePeriodStart: dateText(stretch.from),
    ConsumedQuantity: part.quantity,
    ConsumedUnit: row.unit,
    ContractedCost: part.cost,
    ContractedUnitPrice: line.contractedPrice,
    EffectiveCost: part.cost,
    ListCost: part.listCost,
    ListUnitPrice: line.listPrice,
    PricingQuantity: part.pricingQuantity,
    PricingUnit: line.unit,
    SkuId: line.skuPriceId.slice(0, line.skuPriceId.indexOf('/')),
    SkuMeter: meter,
    SkuPriceDetails: detailsText({ performanceClass, locationType }, line.tier),
    SkuPriceId: line.skuPriceId,
    x_Container: row.container,
    x_Location: location,
    x_PriceTier: `${line.tier}`,
    x_Surplus: `${row.surplus !== '0.0'}`,
    x_UsageRow: row.id,
    x_VolumeIndex: row.volumeIndex === null ? null : `${row.volumeIndex}`,
  };
}

function allocatedTo({ row, workload, tags, weight, of }: AllocatedPart, method: AllocationMethod): Fields {
  if (workload === null) return {};
  const [gvc = '', ...resource] = workload.split('/');
  return {
    AllocatedMethodDetails: JSON.stringify({ x_Basis: bases[method], x_Weight: `${weight}`, x_WeightTotal: `${of}` }),
    AllocatedMethodId: method,
    AllocatedResourceId: `/org/${row.org}/gvc/${gvc}/${resource.join('/')}`,
    AllocatedResourceName: nameOf(resource.join('/')),
    AllocatedTags: tagsText(tags),
  };
}

/** What weights are of. */
const bases: { readonly [method in AllocationMethod]: string } = {
  even: 'workloads that mount it',
  mountTime: 'milliseconds of mount points',
  reserve: 'millicore milliseconds of replicas that mount it',
};

function nameOf(resource: string): string {
  return resource.slice(resource.indexOf('/') + 1);
}
