/** Texts that are written piece by piece: those of a large organization are too much to be held at once. */

export type Write = (text: string) => void;

/** Hands over a text, piece by piece; the same pieces each time. */
export type Writing = (write: Write) => void;

/** All of it, where that is little. */
export function textOf(writing: Writing): string {
  const pieces: string[] = [];
  writing((piece) => pieces.push(piece));
  return pieces.join('');
}
