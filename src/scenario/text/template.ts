/**
 * Templates: texts that become manifests only when somebody fills them.
 */

/** A part of a text that is to be replaced. */
export interface TemplateMark {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  /** The name of a placeholder such as `{{APP_NAME}}` or `<<APP_NAME>>`; null: an expression that its tool fills. */
  readonly name: string | null;
}

/** Names and the texts that replace them, each of one line. */
export type Fill = ReadonlyMap<string, string>;

export interface FilledText {
  readonly text: string;
  /** The names that were found. */
  readonly used: readonly string[];
}

/**
 * Replaces placeholders: `{{NAME}}`, `<<NAME>>` and `${NAME}`. A text that has none of these for a name in capitals may
 * hold the name itself, as a word: `name: APP_GVC`. Lines keep their numbers.
 */
export function filledText(text: string, fill: Fill): FilledText {
  if (fill.size === 0) return { text, used: [] };
  const used = new Set<string>();
  const replacement = (whole: string, name: string): string => {
    used.add(name);
    return fill.get(name) ?? whole;
  };
  const marked = oneOf([...fill.keys()]);
  const first = text.replaceAll(
    new RegExp(`\\{\\{\\s*(${marked})\\s*\\}\\}|<<\\s*(${marked})\\s*>>|\\$\\{(${marked})\\}`, 'g'),
    (whole: string, a?: string, b?: string, c?: string) => replacement(whole, a ?? b ?? c ?? ''),
  );
  const words = [...fill.keys()].filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && !used.has(name));
  if (words.length === 0) return { text: first, used: [...used] };
  const word = new RegExp(`(?<![A-Za-z0-9_$])(?:${oneOf(words)})(?![A-Za-z0-9_])`, 'g');
  return { text: first.replaceAll(word, (name) => replacement(name, name)), used: [...used] };
}

/** An alternation of names, the longest first. */
function oneOf(names: readonly string[]): string {
  const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return escaped.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|');
}

const marks = /\{\{[-~]?\s*([^{}\n]*?)\s*[-~]?\}\}|<<\s*([A-Za-z_][\w-]*)\s*>>|<%[^\n]*?%>|\{%[^\n]*?%\}/g;
/** Words that an expression may consist of. */
const ofExpressions: readonly string[] = ['end', 'else', 'nil', 'true', 'false', 'break', 'continue'];

/** All that a text still has to be filled with, in its order. */
export function templateMarks(text: string): readonly TemplateMark[] {
  return [...text.matchAll(marks)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    const isName = /^[A-Za-z_][\w-]*$/.test(name) && !ofExpressions.includes(name);
    return { from: match.index, to: match.index + match[0].length, name: isName ? name : null };
  });
}
