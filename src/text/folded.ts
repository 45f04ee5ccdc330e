/**
 * Texts in lines that a terminal is wide enough for.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: it begins a colour, or a colour mark (`colourMark`).
const colours = /[\u001B\uE000-\uF8FF]\[\d+m/g;

/**
 * A line in parts of at most so many characters, broken at blanks (not before a percent sign); those after the first
 * begin `hang` blanks to the right. A word that is longer stands alone. Blanks between words stay as they are, and
 * colours take no room.
 */
export function folded(line: string, width: number, hang: number): string[] {
  const lines: string[] = [];
  let part = '';
  let size = 0;
  for (const [, blanks = '', word = ''] of line.matchAll(/(\s*)(\S+(?:\s+%\S*)*)/g)) {
    const wordSize = word.replaceAll(colours, '').length;
    if (size > hang && size + blanks.length + wordSize > width) {
      lines.push(part);
      part = ' '.repeat(hang) + word;
      size = hang + wordSize;
    } else {
      part += blanks + word;
      size += blanks.length + wordSize;
    }
  }
  return [...lines, part];
}

/** A text cut at its end to so many characters, with a mark where something is missing. */
export function clipped(text: string, size: number): string {
  return text.length <= size ? text : `${text.slice(0, size - 1)}…`;
}

/**
 * A text in lines of at most so many characters, broken at blanks and line ends as `folded` does. Control characters,
 * which a scenario's texts may hold, are left out.
 *
 * @param lead stands before the first line, and as many blanks before the others; its width counts
 */
export function wrapped(text: string, width: number, lead = ''): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it begins a colour, or a colour mark (`colourMark`).
  const words = text.split(/\s+/).map((word) => word.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, ''));
  return folded(`${lead}${words.filter((word) => word !== '').join(' ')}`, width, lead.length);
}
