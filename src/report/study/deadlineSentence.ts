/**
 * Until when one can still act, in words.
 */
import { day, type Instant, instantFromIso } from '../../engine/time.ts';
import { countOf } from '../words/format.ts';
import type { ActDeadline, ForkDocument } from './forkDocument.ts';
import { clockText, momentText } from './momentText.ts';
import { percentText } from './sentence.ts';

/** How often it happens if nobody acts, then one sentence or two for each plan; '' if nobody asked. */
export function deadlineSentence(document: ForkDocument): string {
  const { until, unacted, deadlines = [] } = document;
  if (until === undefined || unacted === undefined) return '';
  if (unacted.bad === 0 && unacted.runs > 0 && deadlines.every(({ answer }) => answer === 'always'))
    return `${until} ${verbOf(until)} in ${unacted.runs === 1 ? 'no run' : `none of ${countOf(unacted.runs, 'run')}`}, even if nobody acts: there is nothing to prevent.`;
  const sentences = deadlines.map((deadline) => sentenceOf(deadline, document));
  return [...sentences, unactedText(document)].join(' ');
}

/** What a bad end does: an event happens, a comparison holds. */
function verbOf(until: string): 'happens' | 'holds' {
  return /[<>=]/.test(until) ? 'holds' : 'happens';
}

function unactedText({ until = '', unacted, chance }: ForkDocument): string {
  if (unacted === undefined || unacted.runs === 0) return '';
  const { bad, runs } = unacted;
  if (chance === 'none') return `If nobody acts, ${until} ${bad > 0 ? verbOf(until) : `never ${verbOf(until)}`}.`;
  return `If nobody acts, ${until} ${verbOf(until)} in ${bad} of ${countOf(runs, 'run')}.`;
}

/** `Acting until Tue 3 Mar 06:00 still prevents ...; from 12:00 on it comes too late in 4 of 20 runs.` */
function sentenceOf(deadline: ActDeadline, document: ForkDocument): string {
  const { plan, answer, runs, turnsBack, tooLate } = deadline;
  const { until = '', probability = 0, chance, deadlines = [], instants = [] } = document;
  const who = deadlines.length > 1 ? `${plan}: acting` : 'Acting';
  const often = chance === 'none' ? '' : ` in at least ${percentText(probability)} of these ${countOf(runs, 'run')}`;
  const late = chance === 'none' ? '' : ` in ${tooLate} of ${countOf(runs, 'run')}`;
  const isOne = new Set(instants.map(({ at }) => at)).size === 1;
  const [last, first] = [instantOf(deadline.lastAt), instantOf(deadline.tooLateAt)];
  const earliest = isOne ? shown(first) : `${shown(first)}, the first instant that was tried,`;
  switch (answer) {
    case 'found':
      return `${who} until ${shown(last)} still prevents ${until}${often}; from ${after(last, first)} on it comes too late${late}.`;
    case 'turns':
      return `There is no single last instant for ${plan}: in ${turnsBack} of ${countOf(runs, 'run')} a later instant prevents ${until} and an earlier one does not. Up to ${shown(last)} it is prevented${often}, at ${after(last, first)} it ${verbOf(until)}${late}.`;
    case 'always':
      return `${who} at ${isOne ? shown(last) : `any instant that was tried, up to ${shown(last)},`} prevents ${until}${often}.`;
    case 'never':
      return chance === 'none'
        ? `${who} at ${earliest} does not prevent ${until}.`
        : `${who} at ${earliest} does not prevent ${until}${often}: it still ${verbOf(until)}${late}.`;
    case 'unknown':
      return `No run of ${plan} has a value for ${until}.`;
  }
}

function instantOf(text: string | null): Instant | null {
  const instant = text === null ? null : instantFromIso(text);
  return typeof instant === 'number' ? instant : null;
}

function shown(instant: Instant | null): string {
  return instant === null ? '-' : momentText(instant);
}

/** An instant after another: without the date, if that is the same. */
function after(before: Instant | null, instant: Instant | null): string {
  if (instant === null) return '-';
  const isSameDay = before !== null && Math.floor(before / day) === Math.floor(instant / day);
  return isSameDay ? clockText(instant) : momentText(instant);
}
