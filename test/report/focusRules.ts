/**
 * What a FOCUS file must be like, read by other code than wrote it: every column, form, null, row and sum.
 */

import { parse } from 'csv-parse/sync';
import type { LedgerCell } from '../../src/platform/metering/ledger.ts';
import type { Bill } from '../../src/report/bill/billDocument.ts';

type Form = 'decimal' | 'date' | 'text' | 'json' | 'index';

/** `usage`: null on all rows but those of usage, and never on these; `mayBe`: null where there is no such thing. */
type Nulls = 'never' | 'usage' | 'mayBe' | 'always';

/** In the order of the file. */
const columns: readonly (readonly [name: string, form: Form, nulls: Nulls])[] = [
  ['AvailabilityZone', 'text', 'mayBe'],
  ['BilledCost', 'decimal', 'never'],
  ['BillingAccountId', 'text', 'never'],
  ['BillingAccountName', 'text', 'never'],
  ['BillingCurrency', 'text', 'never'],
  ['BillingPeriodEnd', 'date', 'never'],
  ['BillingPeriodStart', 'date', 'never'],
  ['ChargeCategory', 'text', 'never'],
  ['ChargeClass', 'text', 'always'],
  ['ChargeDescription', 'text', 'never'],
  ['ChargeFrequency', 'text', 'never'],
  ['ChargePeriodEnd', 'date', 'never'],
  ['ChargePeriodStart', 'date', 'never'],
  ['ConsumedQuantity', 'decimal', 'usage'],
  ['ConsumedUnit', 'text', 'usage'],
  ['ContractedCost', 'decimal', 'never'],
  ['ContractedUnitPrice', 'decimal', 'usage'],
  ['EffectiveCost', 'decimal', 'never'],
  ['HostProviderName', 'text', 'never'],
  ['InvoiceId', 'text', 'never'],
  ['InvoiceIssuerName', 'text', 'never'],
  ['ListCost', 'decimal', 'never'],
  ['ListUnitPrice', 'decimal', 'usage'],
  ['PricingCategory', 'text', 'usage'],
  ['PricingQuantity', 'decimal', 'usage'],
  ['PricingUnit', 'text', 'usage'],
  ['ProviderName', 'text', 'never'],
  ['PublisherName', 'text', 'never'],
  ['RegionId', 'text', 'usage'],
  ['RegionName', 'text', 'usage'],
  ['ResourceId', 'text', 'usage'],
  ['ResourceName', 'text', 'usage'],
  ['ResourceType', 'text', 'usage'],
  ['ServiceCategory', 'text', 'never'],
  ['ServiceName', 'text', 'never'],
  ['ServiceProviderName', 'text', 'never'],
  ['ServiceSubcategory', 'text', 'never'],
  ['SkuId', 'text', 'usage'],
  ['SkuMeter', 'text', 'usage'],
  ['SkuPriceDetails', 'json', 'usage'],
  ['SkuPriceId', 'text', 'usage'],
  ['SubAccountId', 'text', 'usage'],
  ['SubAccountName', 'text', 'usage'],
  ['Tags', 'json', 'never'],
  ['x_BookHash', 'text', 'never'],
  ['x_Container', 'text', 'mayBe'],
  ['x_Location', 'text', 'usage'],
  ['x_PriceTier', 'index', 'usage'],
  ['x_ReplicaIndex', 'index', 'mayBe'],
  ['x_ScenarioHash', 'text', 'never'],
  ['x_Seed', 'text', 'never'],
  ['x_Surplus', 'text', 'usage'],
  ['x_VolumeIndex', 'index', 'mayBe'],
  ['x_WorkloadType', 'text', 'mayBe'],
];

const services: Readonly<Record<string, string>> = {
  'Workload Hosting': 'Compute/Containers',
  'Serverless Workloads': 'Compute/Serverless Compute',
  'Volume Sets': 'Storage/Block Storage',
  'Shared Volume Sets': 'Storage/File Storage',
  'Volume Snapshots': 'Storage/Backup Storage',
  'Mount Egress': 'Networking/Network Infrastructure',
  'Workload Egress': 'Networking/Network Infrastructure',
  'Load Balancing': 'Networking/Network Infrastructure',
  'Log Storage': 'Management and Governance/Observability',
  Credits: 'Other/Other (Other)',
  Taxes: 'Other/Other (Other)',
  'Invoice Rounding': 'Other/Other (Other)',
};

const serviceOfMeter: Readonly<Record<string, string>> = {
  'volume-capacity': 'Volume Sets',
  'shared-volume-capacity': 'Shared Volume Sets',
  'snapshot-storage': 'Volume Snapshots',
  'mounter-egress': 'Mount Egress',
  'workload-egress': 'Workload Egress',
  'load-balancer-time': 'Load Balancing',
  'log-storage': 'Log Storage',
};

const serviceOfCategory: Readonly<Record<string, string>> = {
  Credit: 'Credits',
  Tax: 'Taxes',
  Adjustment: 'Invoice Rounding',
};

const baseUnitsIn: Readonly<Record<string, bigint>> = {
  'Core-Seconds': 1_000_000n,
  'GiB-Seconds': 1_073_741_824_000n,
  'GB-Seconds': 1_000_000_000_000n,
  GB: 1_000_000_000n,
  'Replica-Seconds': 1_000n,
  'Mount-Seconds': 1_000n,
  'Balancer-Seconds': 1_000n,
  Requests: 1n,
  Executions: 1n,
};

const forms: Readonly<Record<Form, RegExp>> = {
  decimal: /^-?(0|[1-9]\d*)\.\d+$/,
  date: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  text: /^[ -~]+$/,
  json: /^\{[ -~]*\}$/,
  index: /^\d+$/,
};

export interface FocusTruth {
  readonly bill: Pick<Bill, 'usage' | 'invoices' | 'currency' | 'assumptions'>;
  readonly cells: readonly LedgerCell[];
}

/** One row: a column's text, null where the field is empty and has no quotes. */
export type Row = Readonly<Record<string, string | null>>;

/** What is wrong with a file, in words; empty where nothing is. */
export function focusProblems(text: string, truth: FocusTruth): string[] {
  const problems = fileProblems(text);
  if (problems.length > 0) return problems;
  const rows = rowsOf(text);
  rows.forEach((row, index) => {
    for (const problem of rowProblems(row)) problems.push(`row ${index + 1}: ${problem}`);
  });
  // Sums of what is no number mean nothing.
  return problems.length > 0 ? problems : [...setProblems(rows), ...sumProblems(rows, truth), ...orderProblems(rows)];
}

function fileProblems(text: string): string[] {
  const problems: string[] = [];
  if (!/^[ -~\n]*$/.test(text)) problems.push('there is more than printable ASCII and line ends in LF');
  if (!text.endsWith('\n') || text.includes('\n\n')) problems.push('a line is empty, or the last one has no end');
  const names = columns.map(([name]) => name);
  const header = text.slice(0, text.indexOf('\n'));
  if (header !== names.join()) problems.push(`the header is ${header}`);
  const own = names.filter((name) => name.startsWith('x_'));
  const focus = names.filter((name) => !name.startsWith('x_'));
  if (names.join() !== [...focus.sort(), ...own.sort()].join()) problems.push('columns are not in their order');
  return problems;
}

/** Read by a library; a field without quotes that is empty is null. */
export function rowsOf(text: string): Row[] {
  const records: (string | null)[][] = parse(text, {
    fromLine: 2,
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  });
  return records.map((fields) => Object.fromEntries(columns.map(([name], place) => [name, fields[place] ?? null])));
}

function rowProblems(row: Row): string[] {
  const problems: string[] = [];
  const isUsage = row.ChargeCategory === 'Usage';
  for (const [name, form, nulls] of columns) {
    const value = row[name] ?? null;
    const mustBe = nulls === 'always' || (nulls !== 'never' && !isUsage);
    const mayNot = nulls === 'never' || (nulls === 'usage' && isUsage);
    if (value !== null && mustBe) problems.push(`${name} is ${value}, not null`);
    if (value === null && mayNot) problems.push(`${name} is null`);
    if (value !== null && !forms[form].test(value)) problems.push(`${name} is no ${form}: ${value}`);
    if (value !== null && form === 'json') problems.push(...jsonProblems(name, value));
  }
  return problems.length > 0 ? problems : [...(isUsage ? usageProblems(row) : otherProblems(row)), ...anyProblems(row)];
}

function jsonProblems(name: string, text: string): string[] {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch {
    return [`${name} is no JSON: ${text}`];
  }
  const problems = Object.values(value).some((one) => typeof one === 'object') ? [`${name} is not flat: ${text}`] : [];
  const keys = [...text.matchAll(/(?<=[{,])("(?:[^"\\]|\\.)*"):/g)].map(([, key = '']) => JSON.parse(key));
  if (keys.length !== Object.keys(value).length) problems.push(`${name} has a key twice: ${text}`);
  if (name === 'Tags' && keys.join('\n') !== [...keys].sort().join('\n'))
    problems.push(`${name} are not sorted: ${text}`);
  return problems;
}

function anyProblems(row: Row): string[] {
  const problems: string[] = [];
  const say = (isGood: boolean, what: string): void => {
    if (!isGood) problems.push(what);
  };
  const { BillingPeriodStart: from = '', BillingPeriodEnd: until = '' } = row as Record<string, string>;
  const { ChargePeriodStart: start = '', ChargePeriodEnd: end = '' } = row as Record<string, string>;
  say(start < end, 'its charge period is empty');
  say(from <= start && end <= until, 'its charge period is not in its billing period');
  say(/^[A-Z]{3}$/.test(row.BillingCurrency ?? ''), `its currency is ${row.BillingCurrency}`);
  say(row.BillingAccountId === `/org/${row.BillingAccountName}`, 'the account is not called by its name');
  say(
    services[row.ServiceName ?? ''] === `${row.ServiceCategory}/${row.ServiceSubcategory}`,
    `${row.ServiceName} is no ${row.ServiceCategory}/${row.ServiceSubcategory}`,
  );
  say(row.BilledCost === row.EffectiveCost, 'what is billed is not what it costs');
  say(/^[0-9a-f]{64}$/.test(row.x_ScenarioHash ?? ''), 'the scenario hash is none');
  say(/^[0-9a-f]{64}$/.test(row.x_BookHash ?? ''), 'the book hash is none');
  say(row.ProviderName === row.PublisherName && row.ProviderName === row.ServiceProviderName, 'providers differ');
  return problems;
}

function usageProblems(row: Row): string[] {
  const problems: string[] = [];
  const say = (isGood: boolean, what: string): void => {
    if (!isGood) problems.push(what);
  };
  const number = (name: string): Exact => numberOf(row[name] ?? '');
  const quantity = number('PricingQuantity');
  for (const name of ['PricingQuantity', 'ConsumedQuantity', 'ListUnitPrice', 'ContractedUnitPrice'])
    say(number(name).digits >= 0n, `${name} is below 0`);
  say(isEqual(number('ListCost'), product(number('ListUnitPrice'), quantity)), 'ListCost is not price * quantity');
  const cost = product(number('ContractedUnitPrice'), quantity);
  say(isEqual(number('ContractedCost'), cost), 'ContractedCost is not price * quantity');
  say(row.BilledCost === row.ContractedCost, 'what is billed is not the contracted cost');
  say(row.ChargeFrequency === 'Usage-Based', `its frequency is ${row.ChargeFrequency}`);
  say(row.PricingCategory === 'Standard', `its pricing is ${row.PricingCategory}`);
  const own = row.x_WorkloadType === 'serverless' ? 'Serverless Workloads' : 'Workload Hosting';
  const service = serviceOfMeter[row.SkuMeter ?? ''] ?? own;
  say(row.ServiceName === service, `${row.SkuMeter} belongs to ${service}, not to ${row.ServiceName}`);
  const link = /^(\/org\/[^/]+\/gvc\/[^/]+)\/(workload|volumeset)\/([^/]+)$/.exec(row.ResourceId ?? '');
  say(link?.[1] === row.SubAccountId, `its resource is not in ${row.SubAccountId}`);
  say(link?.[3] === row.ResourceName, `its resource is not called ${row.ResourceName}`);
  say({ workload: 'Workload', volumeset: 'Volume Set' }[link?.[2] ?? ''] === row.ResourceType, 'resource type');
  say(row.SubAccountId === `${row.BillingAccountId}/gvc/${row.SubAccountName}`, 'its gvc is not in its org');
  say(row.RegionId === row.RegionName && row.RegionId === row.x_Location, 'its location has several names');
  const details = JSON.parse(row.SkuPriceDetails ?? '{}');
  const { StorageClass: storage = 'none', x_LocationType: type, x_Tier: tier, ...more } = details;
  say(typeof storage === 'string' && Object.keys(more).length === 0, 'SkuPriceDetails have an unknown key');
  say(type === 'hosted' || type === 'byok', `it is in a location of type ${type}`);
  say(`${tier}` === row.x_PriceTier && row.SkuPriceId?.endsWith(`/t${tier}`) === true, 'its tier has several names');
  say(row.SkuPriceId?.startsWith(`${row.SkuId}/`) === true, 'its price is not of its SKU');
  const { AvailabilityZone: zone = null, x_ReplicaIndex: replica = null } = row;
  say((zone === null) === (replica === null), 'a zone is that of a replica, and each is in one');
  say(zone === null || /^[a-z]$/.test(zone.replace(row.RegionId ?? '', '')), `${zone} is no zone of ${row.RegionId}`);
  say(row.x_Surplus === 'true' || row.x_Surplus === 'false', `surplus is ${row.x_Surplus}`);
  say(
    isSameQuantity(row),
    `${row.ConsumedQuantity} ${row.ConsumedUnit} are not ${row.PricingQuantity} ${row.PricingUnit}`,
  );
  return problems;
}

/** Whether both quantities agree within one unit of the ninth decimal. */
function isSameQuantity(row: Row): boolean {
  const seconds = (Date.parse(row.BillingPeriodEnd ?? '') - Date.parse(row.BillingPeriodStart ?? '')) / 1_000;
  const [consumed = '', consumedPer = ''] = (row.ConsumedUnit ?? '').split('-');
  const [priced = '', pricedPer = ''] = (row.PricingUnit ?? '').split('-');
  if (consumed !== priced) return false;
  const factor = { '': 1, Seconds: 1, Hours: 3_600, Months: seconds }[pricedPer];
  if (factor === undefined || (consumedPer === '') !== (pricedPer === '')) return false;
  const [a, b] = [numberOf(row.ConsumedQuantity ?? ''), product(numberOf(row.PricingQuantity ?? ''), whole(factor))];
  const off = sum(a, { ...b, digits: -b.digits });
  const allowed = product({ digits: factor === 1 ? 0n : 1n, scale: 9 }, whole(factor));
  const size = { ...off, digits: off.digits < 0n ? -off.digits : off.digits };
  return sum(size, { ...allowed, digits: -allowed.digits }).digits <= 0n;
}

function otherProblems(row: Row): string[] {
  const problems: string[] = [];
  const { ChargeCategory: category = '' } = row as Record<string, string>;
  const costs = new Set([row.BilledCost, row.ContractedCost, row.EffectiveCost, row.ListCost]);
  if (costs.size > 1) problems.push(`the costs of a ${category} differ`);
  if (serviceOfCategory[category] === undefined) problems.push(`there is no category ${category}`);
  else if (row.ServiceName !== serviceOfCategory[category]) problems.push(`a ${category} is no ${row.ServiceName}`);
  if (category === 'Credit' && numberOf(row.BilledCost ?? '').digits >= 0n) problems.push('a credit is not below 0');
  if (row.ChargeFrequency !== 'One-Time') problems.push(`its frequency is ${row.ChargeFrequency}`);
  if (row.ChargePeriodStart !== row.BillingPeriodStart || row.ChargePeriodEnd !== row.BillingPeriodEnd)
    problems.push('it is not for the whole period');
  return problems;
}

/** What one thing says the same of wherever it stands. */
function setProblems(rows: readonly Row[]): string[] {
  const problems = new Set<string>();
  const one = (key: string, values: readonly string[]): void => {
    const known = new Map<string | null, string>();
    for (const row of rows) {
      const id = row[key] ?? null;
      if (id === null) continue;
      const value = JSON.stringify(values.map((name) => row[name]));
      if ((known.get(id) ?? value) !== value) problems.add(`${key} ${id} has several ${values.join(' and ')}`);
      known.set(id, value);
    }
  };
  one('SkuPriceId', ['SkuId', 'ListUnitPrice', 'ContractedUnitPrice', 'PricingUnit']);
  one('SkuId', ['SkuMeter', 'ConsumedUnit']);
  one('ServiceName', ['ServiceCategory', 'ServiceSubcategory']);
  one('InvoiceId', ['BillingAccountId', 'BillingPeriodStart', 'BillingPeriodEnd', 'InvoiceIssuerName']);
  one('ProviderName', ['BillingCurrency', 'x_BookHash', 'x_ScenarioHash', 'x_Seed']);
  const lengths = new Set(rows.filter(isWholeStretch).map(lengthOf));
  if (lengths.size > 1) problems.add('usage rows are for stretches of several lengths');
  const seen = new Set<string>();
  for (const row of rows.filter(({ ChargeCategory }) => ChargeCategory === 'Usage')) {
    const key = JSON.stringify([seriesKey(row), row.SkuPriceId, row.ChargePeriodStart]);
    if (seen.has(key)) problems.add(`there are two rows for ${key}`);
    seen.add(key);
  }
  return [...problems];
}

/** Usage that a billing period does not cut short. */
function isWholeStretch(row: Row): boolean {
  const { ChargePeriodStart: start, ChargePeriodEnd: end, BillingPeriodStart: from, BillingPeriodEnd: until } = row;
  return row.ChargeCategory === 'Usage' && start !== from && end !== until;
}

function lengthOf({ ChargePeriodStart: start, ChargePeriodEnd: end }: Row): number {
  return Date.parse(end ?? '') - Date.parse(start ?? '');
}

function sumProblems(rows: readonly Row[], { bill, cells }: FocusTruth): string[] {
  const problems: string[] = [];
  const differ = (what: string, found: ReadonlyMap<string, Exact>, told: ReadonlyMap<string, Exact>): void => {
    for (const key of new Set([...found.keys(), ...told.keys()])) {
      const [a, b] = [found.get(key), told.get(key)];
      if (a === undefined || b === undefined || !isEqual(a, b))
        problems.push(
          `${what} of ${key}: ${a === undefined ? null : shown(a)} in the file, ${b === undefined ? null : shown(b)} else`,
        );
    }
  };
  const usage = rows.filter(({ ChargeCategory }) => ChargeCategory === 'Usage');
  differ(
    'what is to be paid',
    sums(rows, (row) => row.InvoiceId ?? '', 'BilledCost'),
    new Map(bill.invoices.map(({ id, payable }) => [id, numberOf(payable)])),
  );
  // A series that is priced for a part of the run only has rows for that part.
  const unpriced = new Set(
    bill.usage.filter(({ cost }) => cost === null).map((row) => keyOf(row, row.surplus !== '0.0')),
  );
  const held = new Map<string, Exact>();
  for (const { series, surplus, amount } of cells) {
    const key = keyOf(series, surplus);
    if (!unpriced.has(key)) held.set(key, sum(held.get(key) ?? none, { digits: amount, scale: 0 }));
  }
  const consumed = new Map<string, Exact>();
  for (const row of usage) {
    const key = seriesKey(row);
    const base = product(numberOf(row.ConsumedQuantity ?? ''), {
      digits: baseUnitsIn[row.ConsumedUnit ?? ''] ?? 0n,
      scale: 0,
    });
    if (!unpriced.has(key)) consumed.set(key, sum(consumed.get(key) ?? none, base));
  }
  differ('what was consumed', consumed, held);
  if (rows.some(({ BillingCurrency }) => BillingCurrency !== bill.currency)) problems.push('another currency');
  return problems;
}

function keyOf(
  series: {
    readonly org: string;
    readonly gvc: string;
    readonly resource: string;
    readonly location: string;
    readonly container: string | null;
    readonly volumeIndex: number | null;
    readonly replicaIndex?: number | null;
    readonly zone?: string | null;
    readonly meter: string;
    readonly performanceClass: string | null;
    readonly workloadType: string | null;
    readonly tags: Readonly<Record<string, string>>;
  },
  surplus: boolean,
): string {
  const { org, gvc, resource, location, container, volumeIndex, meter, performanceClass, workloadType, tags } = series;
  const sorted = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  const index = (one: number | null | undefined): string | null => (one == null ? null : `${one}`);
  const ids = [
    `/org/${org}/gvc/${gvc}/${resource}`,
    location,
    container,
    index(volumeIndex),
    index(series.replicaIndex),
    series.zone == null ? null : `${location}${series.zone}`,
  ];
  return JSON.stringify([...ids, meter, performanceClass, workloadType, sorted, `${surplus}`]);
}

function seriesKey(row: Row): string {
  const { StorageClass: storage = null } = JSON.parse(row.SkuPriceDetails ?? '{}');
  const ids = [
    row.ResourceId,
    row.RegionId,
    row.x_Container,
    row.x_VolumeIndex,
    row.x_ReplicaIndex,
    row.AvailabilityZone,
  ];
  return JSON.stringify([
    ...ids,
    row.SkuMeter,
    storage,
    row.x_WorkloadType,
    Object.entries(JSON.parse(row.Tags ?? '{}')),
    row.x_Surplus,
  ]);
}

const orderedBy = [
  'BillingPeriodStart',
  'ChargePeriodStart',
  'SubAccountId',
  'ResourceId',
  'RegionId',
  'x_Container',
  'SkuId',
  'SkuPriceId',
  'x_VolumeIndex',
  'x_ReplicaIndex',
  'x_Surplus',
  'Tags',
] as const;

function orderProblems(rows: readonly Row[]): string[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before === undefined) return [];
    for (const column of orderedBy) {
      const [a, b] = [before[column] ?? null, row[column] ?? null];
      if (a === b) continue;
      const isNumber = column.endsWith('Index');
      const rises = a !== null && (b === null || (isNumber ? Number(a) < Number(b) : a < b));
      return rises ? [] : [`row ${index + 1} comes after one with a higher ${column}`];
    }
    return [];
  });
}

/** `digits / 10^scale` */
interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

const none: Exact = { digits: 0n, scale: 0 };

function numberOf(text: string): Exact {
  const [units = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(units + fraction), scale: fraction.length };
}

function whole(value: number): Exact {
  return { digits: BigInt(value), scale: 0 };
}

function product(a: Exact, b: Exact): Exact {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

function sum(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { digits: a.digits * 10n ** BigInt(scale - a.scale) + b.digits * 10n ** BigInt(scale - b.scale), scale };
}

function isEqual(a: Exact, b: Exact): boolean {
  return sum(a, { ...b, digits: -b.digits }).digits === 0n;
}

function shown({ digits, scale }: Exact): string {
  return `${digits}e-${scale}`;
}

function sums(rows: readonly Row[], keyOf: (row: Row) => string, column: string): Map<string, Exact> {
  const found = new Map<string, Exact>();
  for (const row of rows) found.set(keyOf(row), sum(found.get(keyOf(row)) ?? none, numberOf(row[column] ?? '')));
  return found;
}
