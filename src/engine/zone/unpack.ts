/**
 * The format in which the package moment-timezone keeps a time zone: `name|abbreviations|offsets|indices|untils|...`.
 *
 * `Asia/Kathmandu|LMT +0530 +0545|-5F.g -5u -5J|012|-21JhT.g 2EGMb.g`: numbers to base 60 (digits `0-9 a-z A-X`),
 * offsets in minutes west of UTC, and changes in minutes, the first from 1970 on, each other from the one before it.
 */
import { type Duration, type Instant, minute, second } from '../time.ts';

/** Changes of offset, and offsets: before the first change, then from each change on. */
interface Course {
  readonly changes: readonly Instant[];
  /** How far local time is ahead of UTC. */
  readonly offsets: readonly Duration[];
}

/** The changes of a packed zone from 1970 on; of older ones only the last offset is kept. */
export function unpackCourse(packed: string): Course {
  const [, , offsetTexts = '', indices = '', untilTexts = ''] = packed.split('|');
  const ahead = words(offsetTexts).map((text) => 0 - wholeSeconds(text));
  const offsets = [...indices].map((index) => ahead[base60(index)] ?? 0);
  const changes: Instant[] = [];
  const kept: Duration[] = [offsets[0] ?? 0];
  let at = 0;
  for (const [index, text] of words(untilTexts).entries()) {
    at += wholeSeconds(text);
    const next = offsets[index + 1];
    if (next === undefined || next === kept.at(-1)) continue;
    if (at > 0) changes.push(at);
    else kept.pop();
    kept.push(next);
  }
  return { changes, offsets: kept };
}

/** Minutes to base 60, in milliseconds; the fraction of a minute is rounded to whole seconds. */
function wholeSeconds(text: string): Duration {
  return Math.round((base60(text) * minute) / second) * second;
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';

/** A number to base 60, with a sign and a fraction: `-2.g` is -(2 + 16/60). */
function base60(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  let value = 0;
  for (const digit of whole) value = value * 60 + digits.indexOf(digit);
  let unit = 1;
  for (const digit of fraction) {
    unit /= 60;
    value += digits.indexOf(digit) * unit;
  }
  return text.startsWith('-') ? -value : value;
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}
