/**
 * The services that a FOCUS file knows, and which one a meter's charges belong to.
 */

import type { MeterSeries } from '../../platform/metering/series.ts';
import type { Meter } from '../../rules/meterNames.ts';
import type { FocusRow } from './columns.ts';

/** Each with the one category and subcategory that it has (FOCUS 1.2). */
const services = {
  'Workload Hosting': ['Compute', 'Containers'],
  'Serverless Workloads': ['Compute', 'Serverless Compute'],
  'Volume Sets': ['Storage', 'Block Storage'],
  'Shared Volume Sets': ['Storage', 'File Storage'],
  'Volume Snapshots': ['Storage', 'Backup Storage'],
  'Mount Egress': ['Networking', 'Network Infrastructure'],
  'Workload Egress': ['Networking', 'Network Infrastructure'],
  'Load Balancing': ['Networking', 'Network Infrastructure'],
  'Log Storage': ['Management and Governance', 'Observability'],
  Credits: ['Other', 'Other (Other)'],
  Taxes: ['Other', 'Other (Other)'],
  'Invoice Rounding': ['Other', 'Other (Other)'],
} as const satisfies { readonly [name: string]: readonly [category: string, subcategory: string] };

export type ServiceName = keyof typeof services;

/** Meters with a service of their own. What the others count is part of a workload, its mounts too. */
const ownServices: { readonly [meter in Meter]?: ServiceName } = {
  'volume-capacity': 'Volume Sets',
  'shared-volume-capacity': 'Shared Volume Sets',
  'snapshot-storage': 'Volume Snapshots',
  'mounter-egress': 'Mount Egress',
  'workload-egress': 'Workload Egress',
  'load-balancer-time': 'Load Balancing',
  'log-storage': 'Log Storage',
};

/** Whose charge a series is. */
export function serviceOf({ meter, workloadType }: Pick<MeterSeries, 'meter' | 'workloadType'>): ServiceName {
  return ownServices[meter] ?? (workloadType === 'serverless' ? 'Serverless Workloads' : 'Workload Hosting');
}

/** The columns of a service. */
export function serviceColumns(name: ServiceName): FocusRow {
  const [category, subcategory] = services[name];
  return { ServiceName: name, ServiceCategory: category, ServiceSubcategory: subcategory };
}
