/**
 * The numbers of an expansion or of its refusal: used and free space, the required free space, and the new capacity.
 */
import { instantText, shortNumber } from '../words/format.ts';
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
    [
      'targets',
      targetsText(gb('reactiveTargetGB'), gb('predictiveTargetGB'), data['isCapped'] === true ? gb('capGB') : null),
    ],
    [
      'in 24 h',
      typeof data['expansionsCounted'] === 'number' ? `${data['expansionsCounted']} earlier expansions` : null,
    ],
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

function targetsText(reactive: string | null, predictive: string | null, cap: string | null): string | null {
  const parts = [
    ...(reactive === null ? [] : [`reactive ${reactive}`]),
    ...(predictive === null ? [] : [`predictive ${predictive}`]),
    ...(cap === null ? [] : [`limited to ${cap}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
