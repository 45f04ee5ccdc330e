/**
 * Aligns the numbers of one column at their decimal points.
 */

/** Spaces as wide as a digit, and as a point. */
const digitWide = '\u2007';
const pointWide = '\u2008';

/** Pads each text on the right to the longest fraction: `0.05` beside `0.0499` gets two spaces. */
export function pointBelowPoint(texts: readonly string[]): string[] {
  const most = texts.reduce((longest, text) => Math.max(longest, decimalsOf(text)), 0);
  return texts.map((text) => {
    const decimals = decimalsOf(text);
    const point = decimals === 0 && most > 0 ? pointWide : '';
    return `${text}${point}${digitWide.repeat(most - decimals)}`;
  });
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
