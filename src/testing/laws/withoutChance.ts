/** A scenario in which nothing is drawn, so that a law may move instants and names, which draws depend on. */
import type { ScenarioDocument } from '../document.ts';

/**
 * The same scenario with a fixed value in the place of each distribution, without failures by chance, noise, and single
 * arrivals.
 *
 * `{ uniform: { from: 1s, to: 9s } }` becomes `9s`, `{ exponential: { mean: 4m } }` becomes `4m`; any other one becomes
 * its mean, scale or first value. A share of failures becomes `0%`.
 */
export function withoutChance(document: ScenarioDocument): ScenarioDocument {
  const { behavior, timeline, demand } = document;
  return {
    ...document,
    behavior: fixed(behavior) as ScenarioDocument['behavior'],
    timeline: fixed(timeline) as ScenarioDocument['timeline'],
    ...(demand === undefined ? {} : { demand: fixed(demand) as readonly object[] }),
  };
}

const kinds = ['uniform', 'exponential', 'normal', 'lognormal', 'gamma', 'weibull', 'empirical'];
const byChance = ['noise', 'arrivals', 'jitter'];

function fixed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fixed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[kind = '', given] = []] = entries;
  if (entries.length === 1 && kinds.includes(kind)) return meanOf(given);
  return Object.fromEntries(
    entries.flatMap(([key, inner]) => {
      if (byChance.includes(key)) return [];
      const isShare = ['failure', 'denied'].includes(key) && typeof inner === 'string' && inner.endsWith('%');
      return [[key, isShare ? '0%' : fixed(inner)]];
    }),
  );
}

function meanOf(given: unknown): unknown {
  if (Array.isArray(given)) return given[0];
  if (typeof given !== 'object' || given === null) return given;
  const { mean, to, scale } = given as { readonly [key: string]: unknown };
  return mean ?? to ?? scale;
}
