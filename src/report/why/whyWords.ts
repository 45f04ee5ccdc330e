/**
 * The phrases of an answer to `why` that the terminal and the report page share.
 */
import { exactDurationText, exactIsoText } from '../words/format.ts';
import { rootWords } from '../words/rootWords.ts';
import type { LinkPart } from './linkParts.ts';
import type { OtherReading } from './otherReadings.ts';
import type { WhyDocument, WhyEntry, WhyLink } from './whyDocument.ts';

/** Headings of the parts of an answer, in their order. */
export const whyHeadings = {
  chain: 'Because of',
  rules: 'Rules',
  others: 'What another value of an assumption would have done',
} as const;

/** The instant of an entry with its seconds: `1 Nov 00:30:34`. */
export function whenOf({ at }: WhyEntry): string {
  return exactIsoText(at);
}

/**
 * The time from a cause to its effect, and what it was spent on; '' where none has passed.
 *
 *   46s later: 45s until its process got the stop signal (termination.preStop), 1s until ...
 */
export function timeText({ ms, parts }: Pick<WhyLink, 'ms' | 'parts'>): string {
  if (ms === 0) return '';
  const [only, second] = parts;
  const spent = only === undefined || second !== undefined ? parts.map(partText).join(', ') : whatText(only);
  return `${exactDurationText(ms)} later${spent === '' ? '' : `: ${spent}`}`;
}

function partText(part: LinkPart): string {
  return `${exactDurationText(part.ms)} ${whatText(part)}`;
}

function whatText({ what, names }: LinkPart): string {
  return `${what}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
}

/** `it begins with: a schedule`; null: an entry before it is missing. */
export function beginText({ root }: Pick<WhyDocument, 'root'>): string | null {
  return root === null ? null : `it begins with: ${rootWords[root]}`;
}

/**
 * What another value of an assumption would have done, where that was computed.
 *
 *   hpa.tolerance 0.2: it would have stayed at 10 replicas (60 % of 70 % is a ratio of 0.857)
 */
export function otherText(name: string, { value, would }: OtherReading): string | null {
  return would === null ? null : `${name} ${value}: ${would}`;
}

/** The other values of an assumption whose effect here cannot be computed from the entry; '' if there are none. */
export function uncomputedText({ others }: { readonly others: readonly OtherReading[] }): string {
  const values = others.flatMap(({ value, would }) => (would === null ? [value] : []));
  return values.length === 0 ? '' : `Other values: ${values.join(', ')}.`;
}
