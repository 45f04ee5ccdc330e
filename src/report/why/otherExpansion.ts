/**
 * What another value of an assumption would have made of an expansion, by the numbers of its decision.
 */
import { gbFromMicroGB, microGBFromGB } from '../../platform/volume/capacity.ts';
import { expansionRetryAt, expansionsMax } from '../../platform/volume/limit.ts';
import type { PageEntry } from '../picture/picture.ts';
import { exactInstantText, shortNumber } from '../words/format.ts';
import type { Assumed } from './assumed.ts';

export function expansionWith(decision: PageEntry, assumed: Assumed): string | null {
  const { name, value } = assumed;
  if (name === 'volume.limit.window') return limitText(decision, assumed);
  if (name === 'volume.reactive.rounding' && value === 'up') return roundedText(decision);
  return null;
}

/** The reactive target in whole GB, beside the predictive one and below the cap. */
function roundedText({ type, data }: PageEntry): string | null {
  const { reactiveTargetGB, predictiveTargetGB, capGB, toMicroGB, capacityGB } = data;
  if (type !== 'expansion.accepted' || typeof toMicroGB !== 'number') return null;
  if (typeof reactiveTargetGB !== 'number' || typeof capGB !== 'number' || typeof capacityGB !== 'number') return null;
  const target = Math.max(Math.ceil(reactiveTargetGB), typeof predictiveTargetGB === 'number' ? predictiveTargetGB : 0);
  const to = Math.min(target, capGB);
  if (microGBFromGB(to) === toMicroGB) return `the same capacity, ${gbText(to)}`;
  return `${gbText(to)} instead of ${gbText(gbFromMicroGB(toMicroGB))}`;
}

/** The limit asked with the other bound: an expansion exactly 24 hours old counts, or does not. */
function limitText({ type, at, data }: PageEntry, { present, value }: Assumed): string | null {
  const { expandedAt, retryAt } = data;
  if (!Array.isArray(expandedAt) || (value !== 'closed' && value !== 'leftOpen')) return null;
  if (type === 'expansion.accepted') {
    // Accepted expansions cite the bound only if there is one that is exactly 24 hours old; the list lacks it.
    const counted = expandedAt.length + (present === 'leftOpen' && value === 'closed' ? 1 : 0);
    return counted >= expansionsMax ? 'refused instead of accepted' : 'accepted, too';
  }
  const other = expansionRetryAt(expandedAt.map(Number), at, value);
  if (other === null) return 'accepted instead of refused';
  return other === retryAt ? 'refused, too' : `refused, too, but until ${exactInstantText(other)}`;
}

function gbText(gb: number): string {
  return `${shortNumber(gb, 6)} GB`;
}
