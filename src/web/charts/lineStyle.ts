/**
 * The style of each chart line: the same quantity looks the same in every chart, and lines differ in dashes as well as
 * colour.
 */
export interface LineStyle {
  /** A variable of the style sheet. */
  readonly color: '--accent' | '--ink-soft' | '--second' | '--third' | '--bad';
  /** Lengths of dashes and gaps in pixels; empty: an unbroken line. */
  readonly dash: readonly number[];
  readonly width: number;
  /** Whether the area below is filled; `soft`: in grey, behind other lines. */
  readonly isFilled: boolean | 'soft';
}

/** The name of a line of traffic behind replicas. */
export const trafficLine = 'traffic (requests/s, own scale)';

/** Whether a line is scaled to its own maximum instead of the axis, because its unit is another. */
export function hasOwnScale(name: string): boolean {
  return name === trafficLine;
}

export const plain: LineStyle = { color: '--accent', dash: [], width: 1.75, isFilled: false };

const known: { readonly [name: string]: LineStyle } = {
  ready: { color: '--accent', dash: [], width: 1.75, isFilled: true },
  used: { color: '--accent', dash: [], width: 1.75, isFilled: true },
  succeeded: { color: '--accent', dash: [], width: 1.75, isFilled: true },
  desired: { color: '--ink-soft', dash: [4, 3], width: 1.5, isFilled: false },
  capacity: { color: '--ink-soft', dash: [], width: 1.75, isFilled: false },
  billed: { color: '--second', dash: [1, 3], width: 2, isFilled: false },
  forecast: { color: '--second', dash: [6, 3], width: 1.5, isFilled: false },
  trend: { color: '--second', dash: [2, 3], width: 1.75, isFilled: false },
  threshold: { color: '--third', dash: [1, 4], width: 1.5, isFilled: false },
  offered: { color: '--ink-soft', dash: [4, 3], width: 1.5, isFilled: false },
  measured: { color: '--accent', dash: [], width: 1.75, isFilled: true },
  target: { color: '--second', dash: [6, 3], width: 1.75, isFilled: false },
  lower: { color: '--ink-soft', dash: [1, 3], width: 1.25, isFilled: false },
  upper: { color: '--ink-soft', dash: [1, 3, 4, 3], width: 1.25, isFilled: false },
  maxScale: { color: '--bad', dash: [8, 3], width: 1.5, isFilled: false },
  [trafficLine]: { color: '--ink-soft', dash: [], width: 0.75, isFilled: 'soft' },
  failed: { color: '--third', dash: [2, 2], width: 1.5, isFilled: false },
};

/** Styles for other lines, all different; as many as a chart has lines at most. */
const others: readonly LineStyle[] = [
  plain,
  { color: '--second', dash: [7, 3], width: 1.5, isFilled: false },
  { color: '--ink-soft', dash: [2, 2], width: 1.5, isFilled: false },
  { color: '--third', dash: [8, 3, 2, 3], width: 1.5, isFilled: false },
  { color: '--second', dash: [], width: 1.5, isFilled: false },
  { color: '--accent', dash: [5, 3], width: 1.5, isFilled: false },
  { color: '--third', dash: [2, 3], width: 1.75, isFilled: false },
  { color: '--ink-soft', dash: [10, 3, 2, 3, 2, 3], width: 1.5, isFilled: false },
];

/**
 * The styles of the lines of one chart, by their names. Up to eight lines all differ in colour or dashes. A single line
 * is filled.
 */
export function stylesOf(names: readonly string[]): readonly LineStyle[] {
  const taken = new Set(names.flatMap((name) => (known[name] === undefined ? [] : [lookOf(known[name])])));
  const free = others.filter((style) => !taken.has(lookOf(style)));
  let next = 0;
  return names.map((name) => {
    const style = known[name] ?? free[next++ % free.length] ?? plain;
    return names.length === 1 ? { ...style, isFilled: true } : style;
  });
}

function lookOf({ color, dash }: LineStyle): string {
  return `${color} ${dash.join(' ')}`;
}
