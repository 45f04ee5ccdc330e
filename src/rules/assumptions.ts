/**
 * The register of assumptions. Each assumption is a point that the platform's specification leaves open, with its
 * default, its alternatives and the reason for the default.
 *
 * Names are stable and never reused. No name is a prefix of another, so that a family (`hpa`) is never a member of one.
 */
import type { Value } from '../engine/value.ts';
import { apiAssumptions } from './assumptions/api.ts';
import type { Assumption } from './assumptions/assumption.ts';
import { billingAssumptions } from './assumptions/billing.ts';
import { cronAssumptions } from './assumptions/cron.ts';
import { fieldBounds, fieldDefaults, typeAssumptions } from './assumptions/fields.ts';
import { networkAssumptions } from './assumptions/network.ts';
import { runAssumptions } from './assumptions/run.ts';
import { trafficAssumptions } from './assumptions/traffic.ts';
import { snapshotAssumptions, volumeAssumptions } from './assumptions/volume.ts';
import { replicaAssumptions, rolloutAssumptions, scalingAssumptions } from './assumptions/workload.ts';

const table = {
  ...runAssumptions,
  ...typeAssumptions,
  ...fieldDefaults,
  ...fieldBounds,
  ...replicaAssumptions,
  ...rolloutAssumptions,
  ...scalingAssumptions,
  ...cronAssumptions,
  ...volumeAssumptions,
  ...snapshotAssumptions,
  ...trafficAssumptions,
  ...networkAssumptions,
  ...billingAssumptions,
  ...apiAssumptions,
} as const;

/** The name of an assumption, with dots: `cron.forbid.missed`. */
export type AssumptionName = keyof typeof table;

/** The value of every assumption in one run. Durations are milliseconds. */
export type Assumptions = { readonly [Name in AssumptionName]: (typeof table)[Name]['default'] };

const entries = table as unknown as Readonly<Record<AssumptionName, Assumption<unknown>>>;

/** The names of all assumptions, grouped by topic. */
export const assumptionNames: readonly AssumptionName[] = Object.keys(table) as AssumptionName[];

/** The entry of an assumption. The type of its value is `unknown` here. */
export function assumptionOf(name: AssumptionName): Assumption<unknown> {
  return entries[name];
}

/** Whether a text is the name of an assumption. */
export function isAssumptionName(text: string): text is AssumptionName {
  return Object.hasOwn(table, text);
}

/** The value of an assumption as a scenario writes it. */
export function writtenValue(name: AssumptionName, assumptions: Assumptions): Value {
  return entries[name].write(assumptions[name]);
}

/** The assumptions of a run whose scenario overrides none. */
export const defaultAssumptions: Assumptions = Object.fromEntries(
  assumptionNames.map((name) => [name, entries[name].default]),
) as Assumptions;
