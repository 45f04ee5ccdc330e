/** Rows of a bill, as tests of the page need them. */
import type { UsageRow } from '../../src/report/bill/billDocument.ts';

export function usage(row: Partial<UsageRow>): UsageRow {
  return {
    id: 'u1',
    org: 'acme',
    gvc: 'shop',
    resource: 'volumeset/data',
    workloadType: null,
    location: 'aws-us-east-1',
    provider: 'aws',
    locationType: 'hosted',
    container: null,
    volumeIndex: 0,
    performanceClass: 'general-purpose-ssd',
    meter: 'volume-capacity',
    period: '2026-11-01',
    quantity: '1.0',
    unit: 'GB-Seconds',
    surplus: '0.0',
    pricingQuantity: '1.0',
    pricingUnit: 'GB-Months',
    skuPriceId: 'volume/1970-01-01T00:00:00Z/t0',
    listCost: '1.0',
    cost: '1.0',
    tags: {},
    ...row,
  };
}
