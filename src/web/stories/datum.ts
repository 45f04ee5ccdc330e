/**
 * What journal entries say, in words: names of types and fields, and values with their units.
 */

import type { PageEntry } from '../../report/picture/picture.ts';
import { countText, durationText, shortNumber } from '../../report/words/format.ts';
import { whenText } from '../view/timeAxis.ts';

/** `expansion.refused` -> `Expansion refused` */
export function entryTypeText(type: string): string {
  const words = type
    .replaceAll('.', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether an entry of a type tells of something that went wrong: it is drawn in another shape. */
export function isTrouble(type: string): boolean {
  return /refused|failed|lost|missed|evicted|full|skipped|removed|killed|invalid|unready|unresponsive|stalled|exited|fault|unexpected|Failed/.test(
    type,
  );
}

/** What the end of a field's name says of its unit. */
const endings: readonly (readonly [RegExp, (value: number) => string])[] = [
  [/MicroGB$/, (value) => `${shortNumber(value / 1e6, 3)} GB`],
  [/GBPerHour$/, (value) => `${shortNumber(value, 3)} GB/h`],
  [/GB$/, (value) => `${shortNumber(value, 3)} GB`],
  [/Bytes$/, bytesText],
  [/Millicores$/, (value) => `${shortNumber(value / 1_000, 3)} cores`],
  [/Milli$/, (value) => shortNumber(value / 1_000, 3)],
  [/Percentage$|Pct$/, (value) => `${shortNumber(value, 2)} %`],
  [/Ms$/, durationText],
  [/At$/, whenText],
];

function bytesText(value: number): string {
  if (value >= 1e8) return `${shortNumber(value / 1e9, 3)} GB`;
  return value >= 2 ** 20 ? `${shortNumber(value / 2 ** 20, 1)} MiB` : `${countText(value)} bytes`;
}

/**
 * A field of an entry's data as its name in words and its value with its unit: `fromMicroGB: 40000000` -> `from`,
 * `40 GB`.
 */
export function fieldText(name: string, value: unknown): readonly [string, string] {
  if (typeof value !== 'number') return [wordsOf(name), valueText(value)];
  for (const [ending, text] of endings) {
    if (ending.test(name)) return [wordsOf(name.replace(ending, '')), text(value)];
  }
  return [wordsOf(name), shortNumber(value, 3)];
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z])GB/g, '$1 GB')
    .replace(/([a-z]|GB)([A-Z])(?=[a-z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

function valueText(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return shortNumber(value, 3);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join('; ');
  return Object.entries(value as object)
    .map(([name, one]) => fieldText(name, one).join(' '))
    .join(', ');
}

/** All that an entry says, name and value. */
export function fieldsOf({ data }: Pick<PageEntry, 'data'>): (readonly [string, string])[] {
  return Object.entries(data).map(([name, value]) => fieldText(name, value));
}

/**
 * The most telling of it on one line: `from 40 GB, to 52 GB`, at most four fields, none of them a list or an instant.
 */
export function briefText({ data }: Pick<PageEntry, 'data'>): string {
  return Object.entries(data)
    .filter(([name, value]) => typeof value !== 'object' && !name.endsWith('At'))
    .slice(0, 4)
    .map(([name, value]) => (name === 'why' ? `because: ${valueText(value)}` : fieldText(name, value).join(' ')))
    .join(', ');
}
