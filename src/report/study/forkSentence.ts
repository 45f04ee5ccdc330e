/**
 * What the futures of a run come to, in words.
 */
import { instantFromIso } from '../../engine/time.ts';
import { countOf } from '../words/format.ts';
import { deadlineSentence } from './deadlineSentence.ts';
import type { ForkDocument } from './forkDocument.ts';
import { momentText } from './momentText.ts';
import { comparisonSentence } from './sentence.ts';

/** One sentence for each plan: what it comes to, and whether the platform takes it. */
export function forkSentence(document: ForkDocument, currency: string): string {
  const { at, plans, refusals, differences, instants = [] } = document;
  const instant = instantFromIso(at);
  const when = typeof instant === 'number' ? momentText(instant) : at;
  const isRefused = (name: string): boolean => refusals.some((one) => one.plan === name && one.refused === one.runs);
  const taken = plans.filter(({ name }) => !isRefused(name));
  const sentences = refusals.map(({ plan, refused, runs, rule, message }) => {
    const why = `${rule === null ? '' : `${rule}: `}${message}`;
    if (refused === runs) return `The platform refuses ${plan} on ${when} (${why}).`;
    return `In ${refused} of ${countOf(runs, 'run')} the platform refuses ${plan} on ${when} (${why}), and all goes on without it.`;
  });
  // If one asks until when to act, what acting at the first instant costs is in the tables.
  const isTimed = new Set(instants.map((one) => one.at)).size > 1;
  if (!isTimed && (taken.length > 1 || differences.length > 0)) {
    sentences.unshift(`From ${when} on: ${comparisonSentence({ ...document, plans: taken }, currency)}`);
  }
  const deadline = deadlineSentence(document);
  return [...(deadline === '' ? [] : [deadline]), ...sentences].join(' ');
}
