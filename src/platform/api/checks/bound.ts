/**
 * Bounds that are assumed, and names that are refused: read from the assumptions, in words for a message.
 */
import type { NumberBounds } from '../../../rules/assumptions/assumption.ts';

/**
 * Where a number breaks a bound, what it must be, as `at least 25` or `from 1 to 8`; null where it keeps it. Both ends
 * are included.
 */
export function outside(value: number, bound: NumberBounds | 'off'): string | null {
  if (bound === 'off') return null;
  const { from, to } = bound;
  if ((from === null || value >= from) && (to === null || value <= to)) return null;
  if (to === null) return `at least ${from}`;
  return from === null ? `at most ${to}` : `from ${from} to ${to}`;
}

/** The first of the patterns that a name meets, null where none; `*` stands for anything at either end. */
export function refusedBy(name: string, patterns: readonly string[]): string | null {
  return patterns.find((pattern) => meets(name, pattern)) ?? null;
}

/** The same patterns under the prefix in force (RES-6): `svc-*` and `SVC_*` move with it. */
export function underPrefix(patterns: readonly string[], prefix: 'svc' | 'cpln'): readonly string[] {
  if (prefix === 'svc') return patterns;
  return patterns.map((pattern) => pattern.replace(/^svc-/, `${prefix}-`).replace(/^SVC_/, 'CPLN_'));
}

const compiled = new Map<string, RegExp>();

/** Whether a text matches a pattern of the assumptions. */
export function matches(text: string, pattern: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern);
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}

function meets(name: string, pattern: string): boolean {
  if (pattern.startsWith('*')) return name.endsWith(pattern.slice(1));
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
