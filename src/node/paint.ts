/** Colours of a terminal; plain text where it takes none. */
import type { Paint } from '../report/words/paint.ts';
import { colourMark } from './say.ts';

/** @param stream what is painted is written there */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const isColoured = stream.isTTY === true && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
  const code =
    (open: number, close: number) =>
    (text: string): string =>
      isColoured ? `${colourMark}[${open}m${text}${colourMark}[${close}m` : text;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    good: code(32, 39),
    bad: code(31, 39),
    warn: code(33, 39),
    accent: code(36, 39),
  };
}
