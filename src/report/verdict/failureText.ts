/**
 * The failure analysis as text.
 */
import { instantFromIso } from '../../engine/time.ts';
import { instantText, shortNumber } from '../words/format.ts';
import { savingText } from './effectText.ts';
import type { FailureReport, Survival } from './failure.ts';

/** `shop/api, 1 Nov 11:00 to 1 Nov 12:00, 100 % served` */
export function lossHeading({ gvc, name, from, until, before }: FailureReport): string {
  const [start, end] = [from, until].map((text) => {
    const at = instantFromIso(text);
    return typeof at === 'number' ? instantText(at) : text;
  });
  return `${gvc}/${name}, ${start} to ${end}, ${servedText(before)} served`;
}

/** `a replica in aws-us-east-1`, `zone a of aws-us-east-1`, `aws-us-east-1` */
export function lossText({ lost, location, zone }: FailureReport): string {
  if (lost === 'location') return location;
  return lost === 'zone' ? `zone ${zone} of ${location}` : `a replica in ${location}`;
}

/** The share of requests served; it never reads 100 % if a request was not served. */
export function servedText({ served }: Survival): string {
  if (served === null) return '-';
  const percent = 100 * Number(served);
  return percent > 99.99 && percent < 100 ? '>99.99 %' : `${shortNumber(percent, 2)} %`;
}

/** good: at least 99.9 % served; warn: at least 90 %; bad: less. */
export function toneOf({ served }: Survival): 'good' | 'warn' | 'bad' {
  const share = served === null ? 1 : Number(served);
  return share >= 0.999 ? 'good' : share >= 0.9 ? 'warn' : 'bad';
}

/**
 * One line for each loss that spare replicas do not cover, with the change that covers it, if one was found.
 *
 * `a replica in aws-us-east-1: maxScale 40 serves 100 %, for 0.00 USD a month`
 */
export function remedyLines(failures: readonly FailureReport[], currency: string): string[] {
  return failures.flatMap((one) => {
    const { remedy, after, before } = one;
    if (remedy !== null)
      return [
        `${one.gvc}/${one.name} without ${lossText(one)}: ${remedy.proposed} serves ${servedText(remedy)}, ${savingText(remedy.costPerMonth, currency)}`,
      ];
    const isLost = toneOf(after) === 'bad' && toneOf(before) !== 'bad';
    const isHelped = one.spares.some((spare) => toneOf(spare) !== 'bad');
    if (!isLost || isHelped) return [];
    const why = one.lost === 'location' ? 'its requests need another location' : 'no change that was tried helps';
    return [`${one.gvc}/${one.name} without ${lossText(one)}: more replicas do not help, ${why}`];
  });
}
