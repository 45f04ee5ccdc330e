/**
 * The numbers of an expansion or of its refusal: used and free space, the required free space, and the new capacity.
 */
import { expansionsMax } from '../../platform/volume/limit.ts';
import { countOf, exactInstantText, instantText, shortNumber } from '../words/format.ts';
import { gbText } from '../words/numbers.ts';
import type { ExplainedEntry } from './explanation.ts';

/**
 * Most decimals of an amount in GB or percent: the capacity of a volume is a whole number of millionths of a GB.
 */
const digits = 6;

/**
 * The entry that decided on an expansion: the given entry, or its nearest cause if the entry is the expansion itself;
 * null if the entry is about something else.
 */
export function decisionOf(entry: ExplainedEntry, entries: ReadonlyMap<number, ExplainedEntry>): ExplainedEntry | null {
  if (entry.type === 'expansion.accepted' || entry.type === 'expansion.refused') return entry;
  if (entry.type !== 'volume.expanded') return null;
  const [nearest] = entry.chain.flatMap((seq) => entries.get(seq) ?? []);
  return nearest?.type === 'expansion.accepted' ? nearest : null;
}

/** Lines that begin with two blanks. */
export function expansionLines({ seq, type, data }: ExplainedEntry): string[] {
  const gb = (key: string): string | null => {
    const value = data[key];
    return typeof value === 'number' ? `${shortNumber(value, digits)} GB` : null;
  };
  const percent = (key: string): string =>
    typeof data[key] === 'number' ? `${shortNumber(data[key], digits)} %` : '?';
  const to = data['toMicroGB'];
  const [used, capacity] = [gb('usedGB'), gb('capacityGB')];
  const lines = [
    ['capacity', typeof to === 'number' ? `${capacity ?? '?'} -> ${gbText(to)} GB` : `${capacity ?? '?'}, unchanged`],
    [
      'used',
      used === null
        ? null
        : `${used}, ${percent('freePercentage')} free (minFreePercentage ${percent('minFreePercentage')})`,
    ],
    [
      'projected',
      gb('projectedGB') === null
        ? null
        : `${gb('projectedGB')} at the end of the projection, from ${shortNumber(Number(data['points'] ?? 0))} readings`,
    ],
    ['reactive', targetText(used, data, 'scalingFactor', gb('reactiveTargetGB'))],
    ['predictive', targetText(gb('projectedGB'), data, 'predictiveFactor', gb('predictiveTargetGB'))],
    ['cap', data['isCapped'] === true ? `limited to ${gb('capGB') ?? '?'}` : null],
    ['in 24 h', countedText(data)],
    ['retry', typeof data['retryAt'] === 'number' ? `from ${instantText(data['retryAt'])}` : null],
  ] as const;
  const known = lines.filter(([, text]) => text !== null);
  const size = Math.max(...known.map(([name]) => name.length));
  const told = known.map(([name, text]) => `  ${name.padEnd(size)}  ${text}`);
  return [
    `  expansion ${type === 'expansion.refused' ? 'refused' : 'decided'} by #${seq}`,
    ...told.map((line) => `  ${line}`),
  ];
}

/** `17 GB x 1.2 (scalingFactor) / (100 % - 20 %) = 25.5 GB`; null: that target was not computed. */
function targetText(
  amount: string | null,
  data: ExplainedEntry['data'],
  factorName: 'scalingFactor' | 'predictiveFactor',
  target: string | null,
): string | null {
  if (target === null) return null;
  const [factor, free] = [data[factorName], data['minFreePercentage']];
  if (amount === null || typeof factor !== 'number' || typeof free !== 'number') return target;
  // A predictive target is a whole number of GB (VOLAUTO-16).
  const rounding = factorName === 'predictiveFactor' ? ', rounded up' : '';
  return `${amount} x ${shortNumber(factor, digits)} (scalingFactor) / (100 % - ${shortNumber(free, digits)} %)${rounding} = ${target}`;
}

/** `4 earlier expansions, of at most 4: 3 Nov 03:00, 3 Nov 04:00, 3 Nov 05:00, 3 Nov 06:00`. */
function countedText({ expansionsCounted, expandedAt }: ExplainedEntry['data']): string | null {
  if (typeof expansionsCounted !== 'number') return null;
  const counted = `${countOf(expansionsCounted, 'earlier expansion')}, of at most ${expansionsMax}`;
  if (!Array.isArray(expandedAt) || expandedAt.length === 0) return counted;
  return `${counted}: ${expandedAt.map((at) => exactInstantText(Number(at))).join(', ')}`;
}
