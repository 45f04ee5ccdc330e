/** Other readings of the specification, drawn from the domains that the register of assumptions states. */
import fc from 'fast-check';
import { type AssumptionName, assumptionNames, defaultAssumptions } from '../../rules/assumptions.ts';
import { otherValues } from '../../rules/otherValues.ts';

/**
 * The other values that a scenario may give an assumption instead of its default, as it writes them; empty if other
 * values are not simulated or cannot be listed.
 */
export function alternativesOf(name: AssumptionName): readonly unknown[] {
  return otherValues(name, defaultAssumptions);
}

/** What is asked of drawn assumptions. */
export interface AssumptionLimits {
  /** Names of assumptions or of their families (`cron`, `volume.limit`), from which is drawn; default: all. */
  readonly names?: readonly string[];
  /** The most assumptions that differ from their defaults; default 3. */
  readonly most?: number;
}

/**
 * Values for `assumptions:` of a scenario, each another than its default; it shrinks to fewer of them.
 *
 * @throws if no named assumption has another value
 */
export function assumptionValues({ names, most = 3 }: AssumptionLimits = {}): fc.Arbitrary<{
  readonly [name: string]: unknown;
}> {
  const chosen = assumptionNames
    .filter((name) => names === undefined || names.some((one) => name === one || name.startsWith(`${one}.`)))
    .flatMap((name) => {
      const values = alternativesOf(name);
      return values.length === 0 ? [] : [fc.tuple(fc.constant(name), fc.constantFrom(...values))];
    });
  if (chosen.length === 0) throw new Error(`no assumption in ${names?.join(', ')} has other values`);
  return fc
    .uniqueArray(fc.oneof(...chosen), { maxLength: most, selector: ([name]) => name })
    .map((pairs) => Object.fromEntries(pairs));
}
