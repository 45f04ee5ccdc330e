/**
 * An expansion, or its refusal, in numbers: what was used and free, what should be free, and what it makes of the
 * capacity.
 */
import { instantText, shortNumber } from '../words/format.ts';
import { gbText } from '../words/numbers.ts';
import type { ExplainedEntry } from './explanation.ts';

/**
 * Digits after the point that are shown at most of a number of GB or percent: a volume has whole millionths of a GB.
 */
const digits = 6;

/**
 * The entry that decided on an expansion: the one asked for, or the nearest that led to it where that is the expansion
 * itself; null where it is about something else.
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
    [
      'capacity',
      typeof to === 'number' ? `${capacity ?? '?'} -> ${gbText(to)} GB` : `${capacity ?? '?'}, and stays so`,
    ],
    [
      'used',
      used === null
        ? null
        : `${used}, so ${percent('freePercentage')} is free; at least ${percent('minFreePercentage')} should be`,
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
    ['in 24 h', typeof data['expansionsCounted'] === 'number' ? `${data['expansionsCounted']} before it` : null],
    ['again', typeof data['retryAt'] === 'number' ? `from ${instantText(data['retryAt'])} on` : null],
  ] as const;
  const known = lines.filter(([, text]) => text !== null);
  const size = Math.max(...known.map(([name]) => name.length));
  const told = known.map(([name, text]) => `  ${name.padEnd(size)}  ${text}`);
  return [
    `  in numbers, as #${seq} ${type === 'expansion.refused' ? 'refused' : 'decided'} it`,
    ...told.map((line) => `  ${line}`),
  ];
}

function targetsText(reactive: string | null, predictive: string | null, cap: string | null): string | null {
  const parts = [
    ...(reactive === null ? [] : [`reactive ${reactive}`]),
    ...(predictive === null ? [] : [`predictive ${predictive}`]),
    ...(cap === null ? [] : [`cut at ${cap}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
