/**
 * Why an entry of a lesson's run happened, as `svcsim why` answers it.
 */
import type { Entry } from '../engine/journal.ts';
import { pageEntry } from '../report/page/pageEntries.ts';
import { pageRules } from '../report/page/pageRules.ts';
import { type WhyDocument, whyDocument } from '../report/why/whyDocument.ts';
import type { LessonRun } from './lessonRun.ts';

/** @param seq of an entry of the run; throws for any other */
export function whyOf({ entries, scenario }: Pick<LessonRun, 'entries' | 'scenario'>, seq: number): WhyDocument {
  const chain = chainOf(entries, seq).map(pageEntry);
  const [entry, ...causes] = chain;
  if (entry === undefined) throw new Error(`the run has no entry ${seq}`);
  const ids = chain.flatMap(({ rules, assumptions }) => [...rules, ...assumptions]);
  return whyDocument({
    question: String(seq),
    entry,
    causes,
    others: [],
    words: pageRules(ids, scenario.assumptions),
  });
}

/** An entry and all that it follows from, the nearest first. */
function chainOf(entries: readonly Entry[], seq: number): readonly Entry[] {
  const chain: Entry[] = [];
  // Entries have the numbers 1, 2, 3 ...
  for (let entry = entries[seq - 1]; entry !== undefined; ) {
    chain.push(entry);
    entry = entry.cause === null ? undefined : entries[entry.cause - 1];
  }
  return chain;
}
