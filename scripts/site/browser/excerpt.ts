/** The part of a text around the first word that was searched. */

const before = 50;
const length = 170;

/**
 * About 170 characters of a text, cut at words, with the searched words marked.
 *
 * @param terms in any case; a text without any of them is cut at its beginning
 */
export function excerptOf(
  text: string,
  terms: readonly string[],
): readonly { readonly text: string; readonly isHit: boolean }[] {
  const lower = text.toLowerCase();
  const wanted = terms.map((term) => term.toLowerCase()).filter((term) => term !== '');
  const hits = wanted.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const hit = hits.length === 0 ? 0 : Math.min(...hits);
  const from = hit <= before ? 0 : text.indexOf(' ', hit - before) + 1;
  const to = text.length <= from + length ? text.length : Math.max(text.lastIndexOf(' ', from + length), hit + 1);
  const shown = `${from > 0 ? '... ' : ''}${text.slice(from, to)}${to < text.length ? ' ...' : ''}`;
  if (wanted.length === 0) return [{ text: shown, isHit: false }];
  const pattern = new RegExp(
    `(${wanted.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'i',
  );
  return shown
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
