/** Why no journal entry fits a question: what the run has instead, and which name was meant. */
import { nearest } from '../../rules/units.ts';
import { exactDurationText, shortNumber } from '../words/format.ts';
import type { EntryQuestion } from './question.ts';

/** What a run has: the types of its entries by their subject, and the values that were set and could be asked for. */
export interface RunContent {
  /** By subject, as journal lines have it: `shop/workload/web@aws-us-east-1/7`. */
  readonly typesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The values of the subject that is asked about, in the unit of the question; empty if no value is asked for. */
  readonly values: readonly number[];
}

/** Most names, types or values in a message. */
const shownMax = 12;

/** The end of a sentence that says that something did not happen, such as `; did you mean 'shop/web'?`. */
export function unmetText(question: EntryQuestion, { typesOf, values }: RunContent): string {
  const all = [...typesOf].map(([subject, types]) => ({ ...partsOf(subject), types }));
  const { gvc, name, location, part, state } = question;
  if (gvc === null || name === null) return `: this run had ${listed(all.flatMap(({ types }) => [...types]))}`;
  const asked = `${gvc}/${name}`;
  const own = all.filter((one) => one.name === asked);
  if (own.length === 0) {
    const names = all.flatMap((one) => one.name ?? []);
    return `: nothing is named ${asked} in this run; ${meantOr(asked, names)}`;
  }
  const there = own.filter((one) => location === null || one.location === location);
  if (there.length === 0 && location !== null)
    return `: ${asked} has never been at ${location}; ${meantOr(
      location,
      own.flatMap((one) => one.location ?? []),
    )}`;
  const parts = there.filter((one) => part === null || one.part === part);
  if (parts.length === 0 && part !== null)
    return `: ${asked} had no ${part}; it had ${listed(there.flatMap((one) => one.part ?? []))}`;
  if (state !== null && values.length > 0) {
    if (state.unit === 'ms') {
      const [least, most] = values.reduce(
        ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
        [Number.POSITIVE_INFINITY, 0],
      );
      return `: its requests took ${exactDurationText(least)} to ${exactDurationText(most)}`;
    }
    const texts = values.map((value) => (state.unit === 'GB' ? `${shortNumber(value / 1e6, 6)}GB` : String(value)));
    return `: it had ${listed(texts)}`;
  }
  return `: ${asked} had ${listed(parts.flatMap(({ types }) => [...types]))}`;
}

function partsOf(subject: string): { name: string | null; location: string | null; part: string | null } {
  const [, owner, own, location = null, part = null] =
    /^([^/@]+)\/(?:workload|volumeset)\/([^/@]+)(?:@([^/]+))?(?:\/(.+))?$/.exec(subject) ?? [];
  return { name: owner === undefined || own === undefined ? null : `${owner}/${own}`, location, part };
}

function meantOr(word: string, known: readonly string[]): string {
  const guess = nearest(word, known);
  return guess === null ? `there is ${listed(known)}` : `did you mean '${guess}'?`;
}

function listed(texts: readonly string[]): string {
  const all = [...new Set(texts)];
  const more = all.length > shownMax ? ` and ${all.length - shownMax} more` : '';
  return `${all.slice(0, shownMax).join(', ') || 'none'}${more}`;
}
