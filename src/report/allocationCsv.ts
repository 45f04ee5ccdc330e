/**
 * `allocation.csv`: the allocation view with the column names and forms of FOCUS 1.3, own columns last.
 */
import { shortIsoFromInstant } from '../engine/time.ts';
import { tagsText } from '../platform/metering/series.ts';
import type { AllocatedPart, AllocationMethod } from './allocation.ts';
import { csvField } from './csvField.ts';

const columns = [
  'AllocatedMethodDetails',
  'AllocatedMethodId',
  'AllocatedResourceId',
  'AllocatedResourceName',
  'AllocatedTags',
  'BilledCost',
  'BillingCurrency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractedCost',
  'EffectiveCost',
  'InvoiceId',
  'ListCost',
  'PricingQuantity',
  'PricingUnit',
  'RegionId',
  'ResourceId',
  'ResourceName',
  'ResourceType',
  'SkuMeter',
  'SkuPriceId',
  'SubAccountId',
  'Tags',
  'x_UsageRow',
] as const;

/** A header, then a line for each part; null is an empty field. What stays on its set has no allocation. */
export function allocationCsv(parts: readonly AllocatedPart[], method: AllocationMethod, currency: string): string {
  const lines = parts.map((part) => {
    const fields = fieldsOf(part, method, currency);
    return columns.map((column) => csvField(fields[column] ?? '')).join();
  });
  return `${[columns.join(), ...lines].join('\n')}\n`;
}

type Fields = { readonly [column in (typeof columns)[number]]?: string };

function fieldsOf(part: AllocatedPart, method: AllocationMethod, currency: string): Fields {
  const { row, line, stretch } = part;
  const gvc = `/org/${row.org}/gvc/${row.gvc}`;
  return {
    ...allocatedTo(part, method),
    BilledCost: part.cost,
    BillingCurrency: currency,
    ChargePeriodEnd: shortIsoFromInstant(stretch.until),
    ChargePeriodStart: shortIsoFromInstant(stretch.from),
    ConsumedQuantity: part.quantity,
    ConsumedUnit: row.unit,
    ContractedCost: part.cost,
    EffectiveCost: part.cost,
    InvoiceId: part.invoice,
    ListCost: part.listCost,
    PricingQuantity: part.pricingQuantity,
    PricingUnit: line.unit,
    RegionId: row.location,
    ResourceId: `${gvc}/${row.resource}`,
    ResourceName: nameOf(row.resource),
    ResourceType: 'Volume Set',
    SkuMeter: row.meter,
    SkuPriceId: line.skuPriceId,
    SubAccountId: gvc,
    Tags: tagsText(row.tags),
    x_UsageRow: row.id,
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
