/**
 * The only way to the terminal: whatever a scenario holds, nothing of it is obeyed there (`plain`).
 */
import { plain } from '../text/plain.ts';

/**
 * Stands for the escape character in colours of our own. Another one in each process: no text of a scenario can know
 * it.
 */
export const colourMark = String.fromCharCode(0xe000 + Math.floor(0x1900 * Math.random()));

const colours = new RegExp(`${colourMark}(?=\\[\\d+m)`, 'g');

/** Writes a text for people, or JSON. @returns as `write` of a stream does */
export function say(stream: NodeJS.WriteStream, text: string): boolean {
  return stream.write(plain(text).replace(colours, '\u001b'));
}
