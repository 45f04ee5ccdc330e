/**
 * Texts that can do nothing to whoever shows them: names, tags, log lines and values come from outside, and end up in
 * terminals, tables and pages.
 *
 * Terminals obey control characters (they move the cursor, set the title, hide what was said), and bidirectional ones
 * reorder what a reader sees.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const harmful = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/;
const all = new RegExp(harmful, 'g');

/**
 * A text for a terminal, or JSON: control characters become their pictures, and those that JSON may hold as they are
 * its escapes, so that JSON stays the same document. Line ends and tabs stay.
 *   `a<ESC>[2Jb` -> `a␛[2Jb`      `a<RLO>b` -> `a\u202eb`
 */
export function plain(text: string): string {
  return harmful.test(text) ? text.replaceAll('\r\n', '\n').replace(all, shown) : text;
}

/** The same for a text that has to stay in one line: line ends and tabs are shown, too. */
export function plainInLine(text: string): string {
  return plain(text).replace(/[\t\n]/g, shown);
}

/**
 * What plain text is written of a document in a file: as `JSON.stringify` has it, with no character that a terminal
 * obeys.
 */
export function plainJson(value: unknown): string {
  return plain(JSON.stringify(value));
}

/**
 * JSON whose texts hold no such character once it is read: for what shows them as they are. Escapes of line ends and
 * tabs stay.
 */
export function shownJson(json: string): string {
  const escapes = /\\(?:u00([01][0-9a-f])|([bfr])|.)/g;
  const known = { b: '\b', f: '\f', r: '\r' } as const;
  return json
    .replace(escapes, (found, code?: string, letter?: keyof typeof known) => {
      if (code !== undefined) return shown(String.fromCharCode(Number.parseInt(code, 16)));
      return letter === undefined ? found : shown(known[letter]);
    })
    .replace(all, (one) => `\\${shown(one)}`);
}

function shown(one: string): string {
  const code = one.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
