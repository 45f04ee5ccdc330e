/**
 * The marks in the texts of lessons: terms of the glossary, code, emphasis, paragraphs.
 */

export interface TextPart {
  readonly kind: 'text' | 'code' | 'term' | 'strong' | 'paragraph';
  /** What is shown; '' of a new paragraph. */
  readonly text: string;
  /** Of a term, the word of the glossary. */
  readonly term?: string;
}

/**
 * Splits a text at its marks. Anything else, HTML too, is plain text.
 *
 *   a [[rollout]], [[replica|replicas]], `minScale`, **two**; an empty line begins a paragraph
 */
export function markedParts(text: string): readonly TextPart[] {
  const marks = /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]|`([^`]+)`|\*\*([^*]+)\*\*|\n\s*\n/g;
  const trimmed = text.trim();
  const parts: TextPart[] = [];
  let from = 0;
  const add = (to: number): void => {
    const plain = trimmed.slice(from, to).replace(/\s*\n\s*/g, ' ');
    if (plain !== '') parts.push({ kind: 'text', text: plain });
  };
  for (const match of trimmed.matchAll(marks)) {
    add(match.index);
    const [whole, term, shown, code, strong] = match;
    if (term !== undefined) parts.push({ kind: 'term', text: shown ?? term, term });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else parts.push({ kind: 'paragraph', text: '' });
    from = match.index + whole.length;
  }
  add(trimmed.length);
  return parts;
}
