/** Finds the rules and assumptions that a word on the command line means. */
import { nearest } from '../../rules/units.ts';
import { exitCode, Stop } from '../exit.ts';

/**
 * The ids that a word means, in upper or lower case: those that are or start with that whole word, else those that
 * start with its letters.
 *
 *   limit -> LIMIT-1      ROLL-1 -> ROLL-1, not ROLL-10      cron.history -> cron.history.counts      hpa.s -> hpa.sync
 *
 * Throws if there is none; the error names the most similar id.
 */
export function idsAsked(asked: string, ids: readonly string[]): readonly string[] {
  const wanted = asked.toLowerCase();
  const whole = ids.filter((id) => isWhole(id.toLowerCase(), wanted));
  if (whole.length > 0) return whole;
  const begun = wanted === '' ? [] : ids.filter((id) => id.toLowerCase().startsWith(wanted));
  if (begun.length > 0) return begun;
  const known = nearest(asked, ids) ?? nearest(asked.toUpperCase(), ids);
  const hint = known === null ? '; svcsim rules lists them' : `; did you mean '${known}'?`;
  throw new Stop(exitCode.usage, `there is no rule or assumption '${asked}'${hint}`);
}

function isWhole(own: string, wanted: string): boolean {
  return own === wanted || own.startsWith(`${wanted}-`) || own.startsWith(`${wanted}.`);
}
