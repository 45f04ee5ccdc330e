/**
 * Quotas as records: each has a maximum, which a client may change, and shows the current use (`api.quotas`,
 * `api.quotaPatch`).
 */

import type { Instant } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { byCodeUnits, isList, type JsonObject, numberAt, sameJson, textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import { readOnlyFields } from '../schemas/unknownFields.ts';
import { quotaOfKind, quotaUses } from './quota.ts';
import type { StoredRecord } from './record.ts';
import { type Control, type ControlConfig, type QuotaName, type Quotas, quotaNames } from './state.ts';

/** In what a quota counts, and how many of what `Quotas` counts that is. */
const units = {
  count: { unit: 'count', each: 1, whole: 'a whole number' },
  cpu: { unit: 'm', each: 1, whole: 'a whole number of millicores' },
  memory: { unit: 'Mi', each: 1_048_576, whole: 'a whole number of bytes, counted in Mi' },
} as const;

function unitOf(name: string): (typeof units)[keyof typeof units] {
  if (name === 'cpu-per-workload') return units.cpu;
  return name === 'memory-per-workload' ? units.memory : units.count;
}

/** What a quota says that nobody has set: too much to bind. */
const unbound = 1_000_000_000;

/** One record a quota, with the `max` that the scenario gives it, if any. */
export function quotaRecords({ org, quotas }: ControlConfig, now: Instant): readonly StoredRecord[] {
  return quotaNames.map((name) => {
    const max = quotas.get(name);
    return {
      kind: 'quota',
      link: linkOf('quota', name, { org, gvc: null }),
      name,
      gvc: null,
      description: name,
      tags: none,
      spec: none,
      more: max === undefined ? none : Object.freeze({ max: max / unitOf(name).each }),
      alias: null,
      origin: 'default',
      version: 1,
      workloadVersion: null,
      created: now,
      lastModified: now,
      deletingSince: null,
      incarnation: 0,
    };
  });
}

const none: JsonObject = Object.freeze({});

/** The quotas that bind once a record of one of them is what it is now; the same object where nothing changes. */
export function quotasWith(quotas: Quotas, { name, more }: StoredRecord): Quotas {
  if (!isQuotaName(name)) return quotas;
  const max = numberAt(more, 'max');
  const bound = max === undefined ? undefined : max * unitOf(name).each;
  if (quotas.get(name) === bound) return quotas;
  const next = new Map(quotas);
  if (bound === undefined) next.delete(name);
  else next.set(name, bound);
  return next;
}

function isQuotaName(name: string): name is QuotaName {
  return quotaNames.some((one) => one === name);
}

/** Fields that a quota shows beside its envelope. */
export function quotaFields({ name, more }: StoredRecord): JsonObject {
  return { unit: unitOf(name).unit, max: numberAt(more, 'max') ?? unbound };
}

/**
 * How much there is of what a quota counts: of one for each GVC or workload that of the fullest, whose GVC `dimensions`
 * names, or of all together (`api.quotaCurrent`). It is what records take, as a write is judged by it: what is being
 * deleted counts until it has gone (`quota.deleting`).
 */
export function quotaStatus(control: Control, { name }: Pick<StoredRecord, 'name'>): JsonObject {
  const { each } = unitOf(name);
  const held = heldOf(control, name);
  if (control.config.assumptions['api.quotaCurrent'] === 'total') {
    return { current: held.reduce((sum, { amount }) => sum + amount, 0) / each, dimensions: {} };
  }
  let fullest: Held = { gvc: null, amount: 0 };
  for (const one of held) if (one.amount > fullest.amount || isEarlier(one, fullest)) fullest = one;
  const { gvc, amount } = fullest;
  return { current: amount / each, dimensions: gvc === null ? {} : { gvc } };
}

/** Whether one holds as much as another, and its GVC stands before the other's. */
function isEarlier(one: Held, other: Held): boolean {
  return one.amount === other.amount && one.gvc !== null && other.gvc !== null && byCodeUnits(one.gvc, other.gvc) < 0;
}

/** Of one GVC, one workload or the org. */
interface Held {
  readonly gvc: string | null;
  readonly amount: number;
}

function heldOf({ records, config }: Control, name: string): readonly Held[] {
  const counts = new Map<string | null, number>();
  const held: Held[] = [];
  const isPerWorkload = name.endsWith('-per-workload');
  for (const record of records.values()) {
    if (record.deletingSince !== null && config.assumptions['quota.deleting'] !== 'counted') continue;
    const { kind, gvc } = record;
    if (!isPerWorkload && quotaOfKind(kind) === name) counts.set(gvc, (counts.get(gvc) ?? 0) + 1);
    if (!isPerWorkload || kind !== 'workload') continue;
    for (const { quota, amount } of quotaUses(record, config)) if (quota === name) held.push({ gvc, amount });
  }
  return [...held, ...[...counts].map(([gvc, amount]) => ({ gvc, amount }))];
}

/**
 * What a patch of a quota may not say: anything but another `max`; what the record says already changes nothing
 * (`api.quotaPatch`).
 */
export function quotaPatchBreaches(
  body: JsonObject,
  before: StoredRecord,
  assumptions: Assumptions,
): readonly Breach[] {
  return Object.keys(quotaPatch(body, before)).flatMap((key) => {
    const value = body[key];
    const isDropped = key === '$drop' && isList(value) && value.every((one) => one === 'max');
    if ((fieldOf(key) === 'max' || isDropped) && assumptions['api.quotaPatch'] === 'maxOnly') return [];
    const message =
      assumptions['api.quotaPatch'] === 'refuse' ? 'a quota cannot be changed' : 'only max of a quota can be changed';
    return [breach([key], 'api.quotaPatch', `${message}; found ${shown(value)}`)];
  });
}

/**
 * What of a patch is not read only, and says another thing than the record shows: a client may send all that it has
 * read.
 */
export function quotaPatch(body: JsonObject, before: StoredRecord): JsonObject {
  const { description, tags } = before;
  const stands: JsonObject = { description, tags, ...quotaFields(before) };
  return Object.fromEntries(
    Object.entries(body).filter(
      ([key, value]) => !ignored.includes(fieldOf(key)) && !sameJson(value, stands[fieldOf(key)]),
    ),
  );
}

/** The field that a key of a patch gives a value, plainly or in the place of the one that is there. */
function fieldOf(key: string): string {
  return key.replace(/^\$replace\//, '');
}

const ignored: readonly string[] = [...readOnlyFields, 'kind', 'name', 'dimensions', 'current'];

/**
 * A quota is one of those that there are, and its `max` whole in what is counted, so that it binds at what it shows.
 */
export function checkQuota(document: JsonObject): readonly Breach[] {
  const name = textAt(document, 'name') ?? '';
  if (!isQuotaName(name)) {
    return [
      breach(['name'], 'api.quotas', `name of a quota must be one of ${quotaNames.join(', ')}; found ${shown(name)}`),
    ];
  }
  const max = numberAt(document, 'max');
  const { each, whole } = unitOf(name);
  if (max === undefined || Number.isInteger(max * each)) return [];
  return [breach(['max'], 'api.quotas', `max of ${name} must be ${whole}; found ${max}`)];
}
