/**
 * The failure analysis as text.
 */
import { instantFromIso } from '../../engine/time.ts';
import { instantText, shortNumber } from '../words/format.ts';
import { savingText } from './effectText.ts';
import type { FailureReport, LimitName, RemedyReport, Survival } from './failure.ts';
import { meanText, monthlyText } from './overRuns.ts';

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
export function servedText({ served }: Pick<Survival, 'served'>): string {
  if (served === null) return '-';
  const percent = 100 * Number(served);
  return percent > 99.99 && percent < 100 ? '>99.99 %' : `${shortNumber(percent, 2)} %`;
}

/** good: at least 99.9 % served; warn: at least 90 %; bad: less. */
export function toneOf({ served }: Survival): 'good' | 'warn' | 'bad' {
  const share = served === null ? 1 : Number(served);
  return share >= 0.999 ? 'good' : share >= 0.9 ? 'warn' : 'bad';
}

const limitTexts: Readonly<Record<LimitName, string>> = {
  location: 'no location is left',
  zones: 'its replicas are not spread over zones',
  maxScale: 'it is at maxScale',
  replicas: 'its fixed number of replicas is too small',
  scaleUp: 'new replicas are ready too late',
  target: 'all replicas are full, and autoscaling desires no more',
};

/**
 * One line for each loss that spare replicas do not cover, or that a change covers at a lower cost: what is served, the
 * limit that binds, and the change with its cost.
 *
 * `shop/api without aws-us-east-1 serves 7.1 %, because it is at maxScale. maxScale 40 serves 100 % and costs the same`
 */
export function remedyLines(failures: readonly FailureReport[], currency: string): string[] {
  return failures.flatMap((one) => {
    const { remedy, after, before, limit } = one;
    const about = `${one.gvc}/${one.name} without ${lossText(one)}`;
    if (remedy !== null) return [`${about} serves ${lossClause(one)}. ${remedyClause(remedy, currency)}`];
    const isLost = toneOf(after) === 'bad' && toneOf(before) !== 'bad';
    const isHelped = one.spares.some((spare) => toneOf(spare) !== 'bad');
    if (!isLost || isHelped) return [];
    const why = limit === 'location' ? 'its requests need another location' : 'no change that was tried helps';
    return [`${about}: more replicas do not help, ${why}`];
  });
}

/** `7.1 %, because it is at maxScale` */
function lossClause({ after, limit, runs }: FailureReport): string {
  const served = runs === undefined ? servedText(after) : meanText(runs.served, shareText);
  return `${served}${limit === null ? '' : `, because ${limitTexts[limit]}`}`;
}

/** `maxScale 40 serves 96.8 % (96.1 % to 97.5 %, 5 runs) and costs the same (in each of 5 runs)` */
function remedyClause({ proposed, runs, costPerMonth, others, ...survival }: RemedyReport, currency: string): string {
  const said =
    runs === undefined
      ? `${proposed} serves ${servedText(survival)} and ${savingText(costPerMonth, currency)}`
      : `${proposed} serves ${meanText(runs.served, shareText)} and ${monthlyText(runs.costPerMonth, currency)}`;
  if (others.length === 0) return said;
  const tried = others.map((one) => `${one.proposed} (${one.served === null ? '-' : shareText(Number(one.served))})`);
  return `${said}; also tried: ${tried.join(', ')}`;
}

function shareText(share: number): string {
  return servedText({ served: String(share) });
}
