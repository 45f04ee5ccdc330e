/**
 * What is reserved against what is allowed, for containers and for mounts: the two lie near each other, in distance and
 * in ratio.
 */
import type { AssumptionName, Assumptions } from '../../../rules/assumptions.ts';
import type { RuleId } from '../../../rules/register.ts';
import { type JsonObject, type Path, textAt } from '../document/json.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../document/quantity.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';

/** Bytes of one MiB. */
export const mebibyte = 1_048_576;

/** A pair of fields, what they are when left out, and the rules that bind them. */
export interface ReservePair {
  readonly unit: 'cpu' | 'memory';
  readonly low: { readonly field: string; readonly whenAbsent: string | null };
  readonly high: { readonly field: string; readonly whenAbsent: string };
  readonly gapRule: RuleId;
  readonly ratioRule: RuleId;
  readonly orderRule: RuleId | AssumptionName;
}

/**
 * Millicores or bytes under a field; null where it is unreadable or of the wrong type, `whenAbsent` where it is not
 * there.
 */
export function amountAt(
  owner: JsonObject,
  field: string,
  whenAbsent: string,
  unit: 'cpu' | 'memory',
  assumptions: Assumptions,
): number | null {
  if (owner[field] !== undefined && typeof owner[field] !== 'string') return null;
  const amount = parserOf(unit)(textAt(owner, field) ?? whenAbsent, assumptions['quantity.grammar']);
  return typeof amount === 'number' ? amount : null;
}

/** A field that holds an unreadable quantity (`quantity.grammar`). */
export function unreadable(
  owner: JsonObject,
  path: Path,
  field: string,
  unit: 'cpu' | 'memory',
  rule: RuleId,
  assumptions: Assumptions,
): readonly Breach[] {
  const text = textAt(owner, field);
  const error = text === undefined ? null : amountError(field, text, unit, assumptions);
  return error === null ? [] : [breach([...path, field], rule, error)];
}

/** Why a text is no quantity, as a message about its field; null where it is one. */
function amountError(field: string, text: string, unit: 'cpu' | 'memory', assumptions: Assumptions): string | null {
  const amount = parserOf(unit)(text, assumptions['quantity.grammar']);
  return typeof amount === 'number'
    ? null
    : `${field} ${amount.error.replace(/^is /, 'must be ')}; found ${shown(text)}`;
}

/**
 * Breaches of the pair (WL-7 to WL-10, VOL-22 to VOL-25): the low one is at most the high one, at most 4000m or 4096Mi
 * below it, and at least a quarter of it.
 *
 *   cpu 1000m: minCpu 250m keeps it, 249m is below 1:4 cpu 5000m: minCpu 1250m keeps it cpu 8000m: minCpu 4000m keeps
 *   it, 3999m is too far below
 */
export function reserveBreaches(
  owner: JsonObject,
  path: Path,
  pair: ReservePair,
  assumptions: Assumptions,
): readonly Breach[] {
  const { unit, low, high } = pair;
  const isWritten = textAt(owner, low.field) !== undefined;
  if (!isWritten && low.whenAbsent === null) return [];
  const highAmount = amountAt(owner, high.field, high.whenAbsent, unit, assumptions);
  const lowAmount = amountAt(owner, low.field, low.whenAbsent ?? '', unit, assumptions);
  if (highAmount === null || lowAmount === null) return [];
  const gapMax = unit === 'cpu' ? 4000 : 4096 * mebibyte;
  const at = [...path, isWritten ? low.field : high.field];
  const premise = `${high.field} is ${amountText(owner, high, highAmount, unit)}, so ${low.field} must be`;
  const found = `found ${textAt(owner, low.field) ?? `${low.whenAbsent} by default`}`;
  if (lowAmount > highAmount) return [breach(at, pair.orderRule, `${premise} at most that; ${found}`)];
  const breaches: Breach[] = [];
  if (highAmount - lowAmount > gapMax) {
    const apart = unit === 'cpu' ? '4000m' : '4096Mi';
    const least = inUnits(highAmount - gapMax, unit);
    breaches.push(breach(at, pair.gapRule, `${premise} at least ${least} (at most ${apart} apart); ${found}`));
  }
  if (4 * lowAmount < highAmount) {
    const least = inUnits(Math.ceil(highAmount / 4), unit);
    breaches.push(breach(at, pair.ratioRule, `${premise} at least ${least} (ratio at most 1:4); ${found}`));
  }
  return breaches;
}

/** `250m`, `128Mi`, and bytes where no whole MiB. */
export function inUnits(amount: number, unit: 'cpu' | 'memory'): string {
  if (unit === 'cpu') return `${amount}m`;
  return amount % mebibyte === 0 ? `${amount / mebibyte}Mi` : String(amount);
}

function amountText(owner: JsonObject, high: ReservePair['high'], amount: number, unit: 'cpu' | 'memory'): string {
  return textAt(owner, high.field) ?? `${inUnits(amount, unit)} by default`;
}

function parserOf(unit: 'cpu' | 'memory'): typeof parseCpuMillicores {
  return unit === 'cpu' ? parseCpuMillicores : parseMemoryBytes;
}
