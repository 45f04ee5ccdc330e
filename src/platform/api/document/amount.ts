/**
 * Numbers of replicas, whole or as a percentage.
 */
import type { Amount } from '../../../rules/amount.ts';
import type { Json } from './json.ts';

/**
 * The amount that a field holds (ROLL-4, ROLL-6); null where it holds none.
 *
 *   2, '2' -> 2 replicas     '25%' -> 25 percent     -1, 1.5, '25.5%', 'all' -> null
 */
export function parseAmount(value: Json | undefined): Amount | null {
  const match = typeof value === 'number' || typeof value === 'string' ? /^(\d{1,9})(%?)$/.exec(String(value)) : null;
  if (match === null) return null;
  return { value: Number(match[1]), unit: match[2] === '%' ? 'percent' : 'replicas' };
}

/** An amount as a field holds it: `25%`, or 2. */
export function amountText({ value, unit }: Amount): string | number {
  return unit === 'percent' ? `${value}%` : value;
}
