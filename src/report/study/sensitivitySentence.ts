/**
 * The answer of a sensitivity study in words: what matters most for each measure, and whether the verdict hangs on it.
 */
import { countOf } from '../words/format.ts';
import type { SensitivityDocument, SensitivityEffect } from './sensitivityDocument.ts';
import { differenceClause } from './sentence.ts';

/** Changes that turn the verdict and are named one by one; the others are counted. */
const namedMost = 3;

/** A sentence for each measure, then one for the verdict, then what could not be tried. */
export function sensitivitySentence(document: Omit<SensitivityDocument, 'sentence'>, currency: string): string {
  const { chance, measures, effects, verdict, refused, failed } = document;
  const tried = effects.filter(({ measure }) => measure === document.measure);
  const sentences: string[] = [];
  if (tried.length === 0)
    sentences.push('There is nothing to try: no assumption, parameter or input has another value.');
  else {
    if (chance === 'none') sentences.push('Nothing is random: each plan was run once, and all values are exact.');
    for (const { measure } of measures) {
      const own = effects.filter((one) => one.measure === measure);
      if (own.length > 0) sentences.push(measureSentence(measure, own, currency));
    }
    sentences.push(verdictSentence(verdict, tried));
  }
  if (refused.length > 0) sentences.push(`${countOf(refused.length, 'change')} cannot be run.`);
  const broken = failed.reduce((sum, { runs }) => sum + runs.length, 0);
  if (broken > 0) sentences.push(`${countOf(broken, 'run')} failed and ${broken === 1 ? 'is' : 'are'} left out.`);
  return sentences.join(' ');
}

/** Whether the change moves the measure in any run. */
export function hasEffect({ mean, least, greatest }: SensitivityEffect): boolean {
  return mean !== null && !(mean === 0 && least === 0 && greatest === 0);
}

/** `cron.forbid.missed = lateStart instead of skip`. */
export function changeText({ name, from, to }: Pick<SensitivityEffect, 'name' | 'from' | 'to'>): string {
  return `${name} = ${to} instead of ${from === 'drawn' ? 'a drawn value' : from}`;
}

function measureSentence(measure: string, effects: readonly SensitivityEffect[], currency: string): string {
  const moving = effects.filter(hasEffect);
  const [first] = moving;
  const all = countOf(effects.length, 'change');
  const runs = effects[0]?.runs ?? 0;
  const seen = runs > 1 ? ` in any of ${countOf(runs, 'run')}` : '';
  if (first === undefined) return `None of ${all} moves ${measure}${seen}.`;
  const { low, high, isInterval } = first;
  const difference = isInterval ? { ...first, low, high } : { ...first, low: null, high: null };
  const clause = differenceClause(difference, currency);
  return `${moving.length} of ${all} ${moving.length === 1 ? 'moves' : 'move'} ${measure}, most of all ${changeText(first)}: it ${clause}.`;
}

function verdictSentence(verdict: SensitivityDocument['verdict'], tried: readonly SensitivityEffect[]): string {
  if (verdict === null) return 'The scenario has no expectations, so there is no verdict to turn.';
  const usual = `${verdict.verdict}${oftenText(verdict)}`;
  const flipping = tried.filter(({ flips }) => flips);
  if (flipping.length === 0) return `The verdict (${usual}) is the same under all of them.`;
  const named = flipping.slice(0, namedMost).map(flipText);
  const rest = flipping.length - named.length;
  const others = rest === 0 ? '' : `; and ${rest} more`;
  return `The verdict (${usual}) is not the same under all of them: ${named.join('; ')}${others}.`;
}

/** ` in all 10 runs`, ` in 7 of 10 runs`; nothing of a single run. */
function oftenText({ verdict, passes, runs }: NonNullable<SensitivityEffect['verdict']>): string {
  const count = verdict === 'pass' ? passes : runs - passes;
  if (runs === 1) return '';
  return count === runs ? ` in all ${runs} runs` : ` in ${count} of ${runs} runs`;
}

/** `cron.forbid.missed = lateStart instead of skip turns 'executions.total ...' to fail in all 10 runs`. */
function flipText(effect: SensitivityEffect): string {
  const { verdict, flipped } = effect;
  if (verdict === null) return changeText(effect);
  const parts = flipped.map(({ expectation, to, passes }) => {
    return `'${expectation}' to ${to}${oftenText({ verdict: to, passes, runs: verdict.runs })}`;
  });
  const what = parts.length > 0 ? parts.join(' and ') : `it to ${verdict.verdict}${oftenText(verdict)}`;
  return `${changeText(effect)} turns ${what}`;
}
