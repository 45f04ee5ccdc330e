/**
 * The register of assumptions: what the platform's specification leaves open, each point with its default, its
 * alternatives and the reason. Names are stable and never reused; no name is the beginning of another.
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

/** A dotted name, `cron.forbid.missed`. */
export type AssumptionName = keyof typeof table;

/** The value of every assumption in one run. Durations are milliseconds. */
export type Assumptions = { readonly [Name in AssumptionName]: (typeof table)[Name]['default'] };

const entries = table as unknown as Readonly<Record<AssumptionName, Assumption<unknown>>>;

/** Every name, theme by theme. */
export const assumptionNames: readonly AssumptionName[] = Object.keys(table) as AssumptionName[];

/** What the register says of a name; its value as the code takes it is `unknown` here. */
export function assumptionOf(name: AssumptionName): Assumption<unknown> {
  return entries[name];
}

/** Whether a text is the name of an assumption. */
export function isAssumptionName(text: string): text is AssumptionName {
  return Object.hasOwn(table, text);
}

/** The value of a name as a scenario would write it. */
export function writtenValue(name: AssumptionName, assumptions: Assumptions): Value {
  return entries[name].write(assumptions[name]);
}

export const defaultAssumptions: Assumptions = Object.fromEntries(
  assumptionNames.map((name) => [name, entries[name].default]),
) as Assumptions;
