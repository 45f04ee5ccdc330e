/**
 * Computes the value of every assumption in a run from the ones that its scenario states.
 */

import { noTime } from './assumptions/quantity.ts';
import {
  type AssumptionName,
  type Assumptions,
  assumptionNames,
  assumptionOf,
  defaultAssumptions,
  isAssumptionName,
} from './assumptions.ts';
import { assumptionStatus } from './built.ts';
import type { Finding } from './finding.ts';
import { nearest } from './units.ts';

/** Which durations a run has: the defaults, those that fit recorded measurements, or none. */
export const timings = ['measured', 'observed', 'instant'] as const;

export type Timing = (typeof timings)[number];

/**
 * The assumptions of a run: the values of the scenario, else those of `timing`, else the defaults.
 *
 * `timing: instant` sets every drawn duration to 0 and `termination.preStop` to none. `timing: observed` sets what the
 * register says to fit measurements. The scenario may group the members of a family: `hpa: {sync: 30s}` is
 * `hpa.sync: 30s`.
 *
 * @returns an error for each unknown name and for each value that its assumption does not accept. These keep their
 * default. Paths begin with `assumptions`.
 */
export function resolveAssumptions(
  overrides: Readonly<Record<string, unknown>>,
  timing: Timing,
): { readonly assumptions: Assumptions; readonly findings: readonly Finding[] } {
  const values = new Map<string, unknown>(Object.entries(defaultAssumptions));
  for (const [name, value] of timed(timing)) values.set(name, value);
  const findings: Finding[] = [];
  for (const given of flattened(overrides, '', ['assumptions'])) {
    if (isAssumptionName(given.name)) {
      const result = acceptedValue(given.name, given.value);
      if ('value' in result) values.set(given.name, result.value);
      else findings.push({ path: given.path, rule: given.name, message: result.message, severity: 'error' });
    } else findings.push(unknownName(given));
  }
  return { assumptions: Object.fromEntries(values) as Assumptions, findings };
}

/** The values that a timing sets: instead of the defaults, but not instead of what the scenario states. */
function timed(timing: Timing): readonly (readonly [AssumptionName, unknown])[] {
  if (timing === 'measured') return [];
  if (timing === 'observed')
    return assumptionNames.flatMap((name) => {
      const { observed } = assumptionOf(name);
      return observed === null ? [] : [[name, observed.value] as const];
    });
  const drawn = assumptionNames.filter((name) => assumptionOf(name).kind === 'distribution');
  return [...drawn.map((name) => [name, noTime] as const), ['termination.preStop', 'none'] as const];
}

interface Given {
  readonly name: string;
  readonly value: unknown;
  readonly path: readonly string[];
}

/** The overrides with families replaced by their members, in the order written. */
function flattened(overrides: Readonly<Record<string, unknown>>, prefix: string, path: readonly string[]): Given[] {
  return Object.entries(overrides).flatMap(([key, value]) => {
    const name = prefix + (key.endsWith('.*') ? key.slice(0, -2) : key);
    const isFamily = assumptionNames.some((known) => known.startsWith(`${name}.`));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isFamily && isObject) {
      return flattened(value as Readonly<Record<string, unknown>>, `${name}.`, [...path, key]);
    }
    return [{ name, value, path: [...path, key] }];
  });
}

function acceptedValue(
  name: AssumptionName,
  given: unknown,
): { readonly value: unknown } | { readonly message: string } {
  const entry = assumptionOf(name);
  const result = entry.read(given);
  const found = JSON.stringify(given) ?? 'nothing';
  if ('expected' in result) return { message: `${name}: expected ${result.expected}; found ${found}` };
  const isDefault = JSON.stringify(result.value) === JSON.stringify(entry.default);
  const status = assumptionStatus(name);
  if (!isDefault && status.status !== 'built') {
    return { message: `${name}: ${found} is not simulated yet. ${status.reason} Leave it out` };
  }
  return { value: result.value };
}

function unknownName({ name, path }: Given): Finding {
  const guess = nearest(name, assumptionNames);
  const members = assumptionNames.filter((known) => known.startsWith(`${name}.`));
  const hint =
    members.length > 0
      ? `; it is a family, so name one of its members: ${members.join(', ')}`
      : guess === null
        ? '; svcsim rules lists them'
        : `; did you mean '${guess}'?`;
  return { path, atKey: true, rule: null, message: `there is no assumption '${name}'${hint}`, severity: 'error' };
}
