/**
 * Parses Kubernetes quantities exactly: amounts are ratios of BigInts until they are rounded once at the end.
 */

/** How lenient the reader of quantities is (`quantity.grammar`). */
export type QuantityGrammar = 'kubernetes' | 'loneSuffixZero' | 'specForms';

export interface QuantityError {
  readonly error: string;
}

/** A positive or zero amount: `numerator / denominator`. */
export interface ExactAmount {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const kubernetes = /^\+?(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d+))?$/;
const loneSuffix = /^\+?(?:[numkMGTPE]|[KMGTPE]i)$/;
const specCpu = /^\d+m?$/;
const specMemory = /^\d+[GM]i$/;
const largest = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole amounts as manifests mostly write them; short enough for doubles to hold exactly. */
const plain = /^(\d{1,6})(m|Mi|Gi)?$/;
const bytes: { readonly [suffix: string]: number } = { '': 1, Mi: 1_048_576, Gi: 1_073_741_824 };

const powerOf10: { readonly [suffix: string]: number } = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const powerOf1024: { readonly [suffix: string]: bigint } = { Ki: 1n, Mi: 2n, Gi: 3n, Ti: 4n, Pi: 5n, Ei: 6n };

/**
 * Thousandths of a core that a text asks for, rounded up (WL-4, `quantity.grammar`).
 *
 *   1 -> 1000     250m -> 250     0.1m -> 1     .5 -> 500     1e-1 -> 100     1K, -1, 1 m -> an error
 */
export function parseCpuMillicores(text: string, grammar: QuantityGrammar = 'kubernetes'): number | QuantityError {
  if (grammar === 'specForms' && !specCpu.test(text))
    return { error: 'is a number of cores such as 2, or of millicores such as 250m' };
  const [, digits, suffix = ''] = plain.exec(text) ?? [];
  if (digits !== undefined && (suffix === '' || suffix === 'm')) return Number(digits) * (suffix === 'm' ? 1 : 1000);
  return wholeUnits(text, 1000n, grammar);
}

/**
 * Bytes that a text asks for, rounded up (WL-5, `quantity.grammar`).
 *
 *   128Mi -> 134217728 1G -> 1000000000 400m -> 1 1E2 -> 100 1E -> an error, above 2^53 - 1 1MB -> an error
 */
export function parseMemoryBytes(text: string, grammar: QuantityGrammar = 'kubernetes'): number | QuantityError {
  if (grammar === 'specForms' && !specMemory.test(text))
    return { error: 'is a whole number of Gi or Mi, such as 128Mi' };
  const [, digits, suffix = ''] = plain.exec(text) ?? [];
  const size = digits === undefined ? undefined : bytes[suffix];
  if (size !== undefined) return Number(digits) * size;
  return wholeUnits(text, 1n, grammar);
}

/** The amount that a quantity names, without any rounding. */
function parseQuantity(text: string, grammar: QuantityGrammar = 'kubernetes'): ExactAmount | QuantityError {
  if (text.length > 64) return { error: 'is a quantity of at most 64 characters' };
  const match = kubernetes.exec(text);
  if (match === null) {
    if (grammar === 'loneSuffixZero' && loneSuffix.test(text)) return { numerator: 0n, denominator: 1n };
    return { error: 'is a quantity such as 2, 250m, 128Mi or 1Gi' };
  }
  const [, whole = '', fraction = match[3] ?? '', , suffix, exponent] = match;
  const binary = suffix === undefined ? undefined : powerOf1024[suffix];
  const power = (exponent === undefined ? (powerOf10[suffix ?? ''] ?? 0) : Number(exponent)) - fraction.length;
  const digits = BigInt(`${whole}${fraction}`);
  if (digits === 0n) return { numerator: 0n, denominator: 1n };
  if (Math.abs(power) > 200) return { error: `is a quantity with a power of ten from -200 to 200 (here ${power})` };
  const scaled = digits * (binary === undefined ? 1n : 1n << (10n * binary));
  return power < 0
    ? { numerator: scaled, denominator: powerOfTen(-power) }
    : { numerator: scaled * powerOfTen(power), denominator: 1n };
}

function powerOfTen(exponent: number): bigint {
  return BigInt(`1${'0'.repeat(exponent)}`);
}

function wholeUnits(text: string, perOne: bigint, grammar: QuantityGrammar): number | QuantityError {
  const amount = parseQuantity(text, grammar);
  if ('error' in amount) return amount;
  const units = (amount.numerator * perOne + amount.denominator - 1n) / amount.denominator;
  return units > largest ? { error: 'is an amount of at most 2^53 - 1 units' } : Number(units);
}
