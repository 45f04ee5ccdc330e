/**
 * Tables of the terminal summary: the choice of rows, and the lines of a workload that runs in several locations.
 */
import { countText } from './format.ts';
import type { Paint, Style } from './paint.ts';
import type { TextCell, TextColumn } from './table.ts';

/** The width, colours and table format that a table is written with. */
export interface Canvas {
  /** Of the whole line. */
  readonly width: number;
  readonly paint: Paint;
  /** How a table is written: `tableLines` for terminals. */
  readonly table: (columns: readonly TextColumn[], rows: readonly (readonly TextCell[])[], canvas: Canvas) => string[];
}

/** Most rows of one table; the report files have all. */
export const rowsMax = 8;
/** Most rows of one table if that many are bad. */
const badMax = 40;

/** A column of texts. */
export const left = (title: string): TextColumn => ({ align: 'left', title });
/** A column of numbers. */
export const right = (title: string): TextColumn => ({ align: 'right', title });

/** A workload or a volume in one location. */
export interface PlacedRow {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
}

/** A line of a table: its workload or volume, and the cells after the name. */
export interface Row extends PlacedRow {
  readonly cells: readonly TextCell[];
}

/**
 * `shop/web` with its numbers; where there are several locations, `shop/web` as a heading, and a line for each of them.
 */
export function placedTable(title: string, titles: readonly string[], rows: readonly Row[], canvas: Canvas): string[] {
  const columns = [left(title), ...titles.map(right)];
  const [first] = rows;
  if (rows.every(({ location }) => location === first?.location)) {
    const plain = rows.map(({ gvc, name, cells }): TextCell[] => [`${gvc}/${name}`, ...cells]);
    return limited(columns, plain, canvas, 'capacity.csv');
  }
  const shown = shownOf(rows, ({ cells }) => cells);
  const byName = new Map<string, TextCell[][]>();
  for (const { gvc, name, location, cells } of shown.rows) {
    const key = `${gvc}/${name}`;
    const lines = byName.get(key) ?? [[key]];
    lines.push([`  ${location}`, ...cells]);
    byName.set(key, lines);
  }
  const lines = canvas.table(columns, [...byName.values()].flat(), canvas);
  return [...lines, ...rest(shown, canvas, 'capacity.csv')];
}

/** At most `rowsMax` rows (more if more are bad); a last line names the file that has the rest. */
export function limited(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
  canvas: Canvas,
  file: string,
): string[] {
  if (rows.length === 0) return [];
  const shown = shownOf(rows, (cells) => cells);
  return [...canvas.table(columns, shown.rows, canvas), ...rest(shown, canvas, file)];
}

interface Shown<One> {
  readonly rows: readonly One[];
  readonly left: number;
  /** Of those that are left. */
  readonly badLeft: number;
}

/**
 * The rows that are shown, in their original order. Rows with a bad cell are chosen first, then rows with a warning,
 * then the others.
 */
function shownOf<One>(rows: readonly One[], cellsOf: (row: One) => readonly TextCell[]): Shown<One> {
  const isStyled = (row: One, style: Style): boolean =>
    cellsOf(row).some((cell) => typeof cell !== 'string' && cell.style === style);
  const bad = rows.filter((row) => isStyled(row, 'bad'));
  const others = rows.filter((row) => !isStyled(row, 'bad'));
  const warned = others.filter((row) => isStyled(row, 'warn'));
  const well = others.filter((row) => !isStyled(row, 'warn'));
  const room = roomFor(bad.length, rowsMax);
  const chosen = new Set([...bad, ...warned, ...well].slice(0, room));
  const shown = rows.filter((row) => chosen.has(row));
  return { rows: shown, left: rows.length - shown.length, badLeft: Math.max(0, bad.length - room) };
}

/** How many lines a list may have: `usual`, or up to `badMax` if more lines than that are bad. */
export function roomFor(bad: number, usual: number): number {
  return Math.max(usual, Math.min(bad, badMax));
}

function rest({ left, badLeft }: Shown<unknown>, { paint }: Canvas, file: string): string[] {
  if (left === 0) return [];
  const trouble = badLeft === 0 ? '' : `, ${countText(badLeft)} of them with errors`;
  return [paint.dim(`  … and ${countText(left)} more in ${file}${trouble}`)];
}
