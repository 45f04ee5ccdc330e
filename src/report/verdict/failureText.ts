/**
 * What would be left after a loss, in words.
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

/** Never all of it where something is missing. */
export function servedText({ served }: Survival): string {
  if (served === null) return '-';
  const percent = 100 * Number(served);
  return percent > 99.99 && percent < 100 ? '>99.99 %' : `${shortNumber(percent, 2)} %`;
}

/** How bad that is: from a thousandth lost on a warning, from a tenth on worse. */
export function toneOf({ served }: Survival): 'good' | 'warn' | 'bad' {
  const share = served === null ? 1 : Number(served);
  return share >= 0.999 ? 'good' : share >= 0.9 ? 'warn' : 'bad';
}

/**
 * What helps where spare replicas do not, one line each; none where they do.
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
    const why =
      one.lost === 'location' ? 'another location would have to serve its requests' : 'nothing that was tried helps';
    return [`${one.gvc}/${one.name} without ${lossText(one)}: more replicas do not help; ${why}`];
  });
}
