/**
 * Journal entries as lines of `journal.ndjson`.
 */
import type { Entry, Reason } from '../engine/journal.ts';
import { type Instant, isoFromInstant } from '../engine/time.ts';

/**
 * One entry as JSON, without a line end: `{"seq":21,"at":"2026-11-01T00:00:00.000Z","type":"replica.ready","subject":"shop/workload/web@aws-us-east-1/3",...}`.
 *
 * `subject` ends in the ordinal where the entry has one. Instants within `data` (names ending in `At`) are ms since the epoch.
 */
export function journalLine({ seq, at, type, subject, ordinal, reason, cause, data }: Entry): string {
  // By hand: one call of JSON.stringify for the whole entry takes three times as long. Only ordinals and data need escapes.
  const which = ordinal === null ? '' : `/${typeof ordinal === 'number' ? ordinal : escaped(ordinal)}`;
  return `{"seq":${seq},"at":"${stamp(at)}","type":"${type}","subject":"${escaped(subject.name)}${which}",${reasonText(reason)},"cause":${cause},"data":${JSON.stringify(data)}}`;
}

const reasonTexts = new WeakMap<Reason, string>();

/** Reasons are constants, so their text is made once. */
function reasonText(reason: Reason): string {
  const known = reasonTexts.get(reason);
  if (known !== undefined) return known;
  const text = `"rules":${JSON.stringify(reason.rules)},"assumptions":${JSON.stringify(reason.assumptions)}`;
  reasonTexts.set(reason, text);
  return text;
}

let lastAt: Instant = Number.NaN;
let lastStamp = '';

/** Many entries share an instant. */
function stamp(at: Instant): string {
  if (at !== lastAt) {
    lastAt = at;
    lastStamp = isoFromInstant(at);
  }
  return lastStamp;
}

const plain = /^[\w/@.:*-]*$/;

/** The inside of a JSON string. */
function escaped(text: string): string {
  return plain.test(text) ? text : JSON.stringify(text).slice(1, -1);
}
