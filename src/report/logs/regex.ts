/** Regular expressions as LogQL writes them (RE2), in those of the machine. */

/** A test, or why there is none: a clause. */
export type RegexResult = { readonly regex: RegExp } | { readonly error: string };

/** Escapes that mean the same in both. */
const shared = /^[dDwWsSbBnrtfvx.*+?^$(){}[\]|\\/]$/;
const refusedGroups = new Map([
  ['(?=', 'lookahead'],
  ['(?!', 'lookahead'],
  ['(?<=', 'lookbehind'],
  ['(?<!', 'lookbehind'],
]);

/**
 * The regular expression that a pattern of RE2's grammar means.
 *
 * Taken over: flags at its beginning (`(?i)`, of i, m and s), groups by name (`(?P<name>...)`), `\Q...\E`, escaped punctuation. Refused, as there:
 * references back, lookahead and lookbehind; and what the two engines read differently and nobody needs of a line of a log.
 *
 * @param isAnchored the whole text must match, as a label's value; `.` is any character then
 */
export function regexOf(pattern: string, isAnchored: boolean): RegexResult {
  const [, letters = ''] = /^\(\?([a-zA-Z-]*)\)/.exec(pattern) ?? [];
  if (/[^ims]/.test(letters)) return { error: `the flags (?${letters}) are none of i, m and s` };
  const body = letters === '' ? pattern : pattern.slice(letters.length + 3);
  const translated = translate(body);
  if (typeof translated !== 'string') return translated;
  const flags = new Set(['u', ...letters, ...(isAnchored ? ['s'] : [])]);
  // Alone first: what is wrong with it must not be hidden by the group around it.
  const alone = compile(translated, flags);
  return 'error' in alone || !isAnchored ? alone : compile(`^(?:${translated})$`, flags);
}

function compile(source: string, flags: ReadonlySet<string>): RegexResult {
  try {
    return { regex: new RegExp(source, [...flags].join('')) };
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const reason = text.slice(text.lastIndexOf(': ') + 2);
    return { error: reason === '' ? 'it cannot be read' : reason.charAt(0).toLowerCase() + reason.slice(1) };
  }
}

const piece = /\\Q([\s\S]*?)(?:\\E|$)|\\([\s\S])|\(\?(?:P<|<?[=!]|<)?|[^\\(]+|[\s\S]/g;

function translate(pattern: string): string | { readonly error: string } {
  let source = '';
  for (const [whole, literal, escaped] of pattern.matchAll(piece)) {
    const refused = refusedGroups.get(whole);
    if (refused !== undefined) return { error: `${refused} ${whole} is not a part of LogQL` };
    if (literal !== undefined) source += literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    else if (escaped !== undefined) {
      if (/[1-9k]/.test(escaped)) return { error: `the reference back \\${escaped} is not a part of LogQL` };
      if (shared.test(escaped)) source += whole;
      else if (/^[!-/:-@[-`{-~]$/.test(escaped)) source += `\\x${escaped.charCodeAt(0).toString(16)}`;
      else return { error: `\\${escaped} is not read here` };
    } else source += whole === '(?P<' ? '(?<' : whole;
  }
  return source;
}
