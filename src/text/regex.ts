/**
 * Regular expressions that outsiders write: in queries of the API and of logs.
 *
 * They are RE2's, found by a library that takes a time of the text times the pattern, however either is made: a server
 * would stand still in an engine that goes one way after another.
 */
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

/** Whether a text has what was asked for; or why the pattern means nothing: a clause. */
export type RegexResult = { readonly matches: (text: string) => boolean } | { readonly error: string };

const lettersMax = 1_000;

/**
 * What a pattern of RE2's grammar means.
 *
 * @param isWhole the whole text must match, not a part of it; `.` is a line end, too, then
 */
export function regexOf(pattern: string, isWhole: boolean): RegexResult {
  if (pattern.length > lettersMax) return { error: `it is longer than ${lettersMax} characters` };
  try {
    const regex = RE2JS.compile(pattern, isWhole ? RE2JS.DOTALL : 0);
    return { matches: (text) => (isWhole ? regex.testExact(text) : regex.test(text)) };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { error: clauseOf(error) };
    if (error instanceof RE2JSException) return { error: 'it expands to too many characters' };
    throw error;
  }
}

/** The library writes the flag of a whole text before the pattern. */
function clauseOf({ error, input }: RE2JSSyntaxException): string {
  const piece = (input ?? '').replace(/^\(\?s\)/, '');
  return piece === '' ? error : `${error}: ${piece.length > 40 ? `${piece.slice(0, 40)}…` : piece}`;
}
