/** Texts as LogQL quotes them. */

/** Why a text cannot be read, and where: an offset from the start of what was given. */
export interface QuoteFault {
  readonly at: number;
  readonly length: number;
  readonly message: string;
}

const plainEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\u000b',
  '\\': '\\',
  '"': '"',
};

const escapeForm = /\\(?:x[0-7][0-9A-Fa-f]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^xuU])/y;

/**
 * The text that a quoted one stands for: between backquotes as it is, between double quotes with the escapes of Go.
 *
 *   `a\d`  ->  a\d        "a\\d\n"  ->  a\d and a line end        "\x41é"  ->  Aé
 *
 * An octal escape, or one of a byte above 7f, is refused: it names half a letter.
 *
 * @param quoted with its quotes
 */
export function unquoted(quoted: string): string | QuoteFault {
  const inside = quoted.slice(1, -1);
  if (quoted.startsWith('`')) return inside;
  let text = '';
  let at = 0;
  while (at < inside.length) {
    const next = inside.indexOf('\\', at);
    if (next === -1) break;
    text += inside.slice(at, next);
    escapeForm.lastIndex = next;
    const found = escapeForm.exec(inside)?.[0] ?? inside.slice(next, next + 2);
    const value = textOf(found);
    if (value === null) {
      return { at: next + 1, length: found.length, message: `${found} is not a supported escape sequence` };
    }
    text += value;
    at = next + found.length;
  }
  return text + inside.slice(at);
}

function textOf(found: string): string | null {
  const letter = found.slice(1, 2);
  if (found.length > 2) {
    const code = Number.parseInt(found.slice(2), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : null;
  }
  return Object.hasOwn(plainEscapes, letter) ? (plainEscapes[letter] ?? null) : null;
}

/**
 * Where the quote opens that is never closed; null where each is. Comments (`#` to the end of their line) hold no
 * quotes.
 */
export function unclosedAt(query: string): number | null {
  const token = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|#[^\n]*|["`]/g;
  for (const match of query.matchAll(token)) if (match[0] === '"' || match[0] === '`') return match.index;
  return null;
}
