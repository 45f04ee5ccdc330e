/**
 * How a line of a chart is drawn: by what it is, so that the same thing looks the same in every chart, and told apart by its dashes as well as its colour.
 */
export interface LineStyle {
  /** A variable of the style sheet. */
  readonly color: '--accent' | '--ink-soft' | '--second' | '--third';
  /** Lengths of dashes and gaps in pixels; empty: an unbroken line. */
  readonly dash: readonly number[];
  readonly width: number;
  readonly isFilled: boolean;
}

const known: { readonly [name: string]: LineStyle } = {
  ready: { color: '--accent', dash: [], width: 1.75, isFilled: true },
  used: { color: '--accent', dash: [], width: 1.75, isFilled: true },
  served: { color: '--accent', dash: [], width: 1.75, isFilled: true },
  cpu: { color: '--accent', dash: [], width: 1.5, isFilled: false },
  memory: { color: '--second', dash: [7, 3], width: 1.5, isFilled: false },
  desired: { color: '--ink-soft', dash: [4, 3], width: 1.5, isFilled: false },
  capacity: { color: '--ink-soft', dash: [], width: 1.75, isFilled: false },
  billed: { color: '--second', dash: [1, 3], width: 2, isFilled: false },
  forecast: { color: '--second', dash: [6, 3], width: 1.5, isFilled: false },
  trend: { color: '--second', dash: [2, 3], width: 1.75, isFilled: false },
  threshold: { color: '--third', dash: [1, 4], width: 1.5, isFilled: false },
  offered: { color: '--ink-soft', dash: [4, 3], width: 1.5, isFilled: false },
  failed: { color: '--third', dash: [2, 2], width: 1.5, isFilled: false },
};

const others: readonly [LineStyle, ...LineStyle[]] = [
  { color: '--accent', dash: [], width: 1.75, isFilled: false },
  { color: '--second', dash: [7, 3], width: 1.5, isFilled: false },
  { color: '--ink-soft', dash: [2, 2], width: 1.5, isFilled: false },
  { color: '--third', dash: [8, 3, 2, 3], width: 1.5, isFilled: false },
];

/** By its name, else by its place among the lines. A line that stands alone is filled. */
export function lineStyle(name: string, index: number, count: number): LineStyle {
  const style = known[name] ?? others[index % others.length] ?? others[0];
  return count === 1 ? { ...style, isFilled: true } : style;
}
