/** `focus.csv`, written row by row: there may be a million of them. */

import { grainOf } from '../../platform/metering/cellOrder.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import { focusLines, hasFocus } from '../../report/focus/focus.ts';
import type { FocusInput } from '../../report/focus/input.ts';
import type { ReportFile } from '../../report/verdict/summary.ts';
import type { FocusGrain } from '../flags.ts';
import type { ReportFolder } from '../folder.ts';

/** Above this number of hourly rows, the file has daily rows. */
const hourRowsMax = 1_000_000;
/** Rows between two pauses: some tens of milliseconds of work. */
const slice = 20_000;

const fromFinest = ['hour', 'day', 'month'] as const satisfies readonly Grain[];

export interface FocusFile {
  readonly file: ReportFile;
  /** The period of a usage row. */
  readonly grain: Grain;
}

/**
 * Writes the file with rows of the requested period, or of a longer one if the ledger is coarser or the rows would be
 * too many.
 *
 * @returns null if FOCUS has no form for the billing periods; then nothing is written
 */
export async function writeFocus(
  folder: ReportFolder,
  input: Omit<FocusInput, 'rowsPer'>,
  asked: FocusGrain,
  pause: () => Promise<void>,
): Promise<FocusFile | null> {
  if (!hasFocus(input)) return null;
  const least = Math.max(fromFinest.indexOf(asked), fromFinest.indexOf(grainOf(input.cells)));
  for (const grain of fromFinest.slice(least)) {
    const file = folder.stream('focus.csv');
    // The header is no row.
    let rows = -1;
    for (const line of focusLines({ ...input, rowsPer: grain })) {
      rows += 1;
      if (grain === 'hour' && rows > hourRowsMax) break;
      file.write(`${line}\n`);
      if (rows % slice === 0) await pause();
    }
    const written = file.close();
    if (grain !== 'hour' || rows <= hourRowsMax) return { file: written, grain };
  }
  return null;
}
