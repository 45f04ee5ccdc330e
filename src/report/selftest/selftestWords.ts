/**
 * The words of a self-test: its sentence, its values, and what a failed check says.
 */
import { countOf, shortNumber } from '../words/format.ts';
import type { ChanceResult, ExactResult, SelftestDocument } from './selftestDocument.ts';

/** The answer in a sentence or two. */
export function selftestSentence({ chance, exact, seed }: Pick<SelftestDocument, 'chance' | 'exact' | 'seed'>): string {
  const all = [...chance, ...exact];
  const bad = all.filter(({ holds }) => !holds).map(({ id }) => id);
  const parts = [
    ...(chance.length > 0 ? [countOf(chance.length, 'closed form')] : []),
    ...(exact.length > 0 ? [countOf(exact.length, 'exact check')] : []),
  ].join(' and ');
  const seeded = `with seed ${seed}`;
  if (bad.length === 0) return `All ${parts} hold ${seeded}.`;
  const verb = bad.length === 1 ? 'fails' : 'fail';
  return `${bad.length} of ${all.length} checks ${verb} ${seeded}: ${bad.join(', ')}.`;
}

/** A value in its unit: `22.54 %`, `3,094 ms`, `1.875`. */
export function selftestValue(unit: ChanceResult['unit'], value: number): string {
  if (unit === 'share') return `${shortNumber(100 * value, 2)} %`;
  if (unit === 'ms') return `${shortNumber(value, 1)} ms`;
  return shortNumber(value, 3);
}

/** The interval of a value; `-` if a run failed. */
export function selftestRange({ unit, low, high }: Pick<ChanceResult, 'unit' | 'low' | 'high'>): string {
  if (low === null || high === null) return '-';
  return `${selftestValue(unit, low).replace(/ (%|ms)$/, '')} to ${selftestValue(unit, high)}`;
}

/** A score with its sign: `+0.49`, `-1.74`. */
export function scoreText(score: number | null): string {
  if (score === null) return '-';
  return `${score > 0 ? '+' : ''}${score.toFixed(2)}`;
}

/** The smallest error that is found: `2.1 %`. */
export function findsText(share: number | null): string {
  return share === null ? '-' : `${shortNumber(100 * share, 1)} %`;
}

/** What a failed check says: its title, its source, its formula, and all numbers. */
export function failureOf(
  check: ChanceResult | ExactResult,
  document: Pick<SelftestDocument, 'criticalScore'>,
): string[] {
  const constants = Object.entries(check.constants).map(([name, value]) => `${name} ${value}`);
  return [
    `${check.id}: ${check.title}`,
    `formula: ${check.formula}`,
    ...(constants.length > 0 ? [`constants: ${constants.join(', ')}`] : []),
    `source: ${check.source}`,
    ...(check.failed === undefined ? differenceOf(check, document) : [`a run failed: ${check.failed}`]),
  ];
}

function differenceOf(
  check: ChanceResult | ExactResult,
  { criticalScore }: Pick<SelftestDocument, 'criticalScore'>,
): string[] {
  if ('expected' in check) return [`expected: ${check.expected}`, `found: ${check.found ?? '-'}`];
  const { unit, theory, value, score, replications, counted } = check;
  if (value === null || score === null) return [];
  const off =
    theory === 0
      ? ''
      : `, ${shortNumber(100 * Math.abs(value / theory - 1), 2)} % ${value > theory ? 'above' : 'below'} the theory`;
  return [
    `theory: ${selftestValue(unit, theory)}`,
    `found: ${selftestValue(unit, value)}${off} (${selftestRange(check)} with 95 % confidence)`,
    `z-score: ${scoreText(score)}; at most ${shortNumber(criticalScore, 2)} would hold (${countOf(replications, 'independent run')} of ${counted})`,
  ];
}

/** How the verdicts are made. */
export function methodOf({ falseAlarm, criticalScore, chance }: SelftestDocument): string {
  if (chance.length === 0) return '';
  const once = Math.round(1 / falseAlarm);
  return `z: how far the mean of independent runs is from the theory, in standard errors (Student's t as a normal score). A check fails beyond ${shortNumber(criticalScore, 2)}: all checks of a right build together fail by chance for one seed in ${shortNumber(once, 0)}. Finds: the smallest error of the theory that the check finds with a probability of 99 %.`;
}
