/**
 * Colours, as whoever writes to a terminal hands them over.
 */

/** Each wraps a text so that it is shown so; none changes its width. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  accent(text: string): string;
}

export type Style = keyof Paint;

/** No colours: for files, pipes and NO_COLOR. */
export const noPaint: Paint = {
  bold: same,
  dim: same,
  good: same,
  bad: same,
  warn: same,
  accent: same,
};

function same(text: string): string {
  return text;
}
