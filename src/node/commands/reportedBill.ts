/** The bill and the ledger of a run that is over, as its report folder has them. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hour, instantFromIso } from '../../engine/time.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { readBill } from '../../report/bill/billReading.ts';
import { readLedger } from '../../report/bill/ledgerReading.ts';
import { exitCode, Stop } from '../exit.ts';
import type { FocusGrain } from '../flags.ts';
import { linesOf, textOfFile, unreadable } from '../lines.ts';
import { changedText, digestOf, readRun } from './reportedRun.ts';

/**
 * Reads the bill of a folder's run. Throws a `Stop` where it is no report folder, or its bill cannot be read or is
 * another.
 */
export function readBillOf(folder: string): Bill {
  const { files } = readRun(folder);
  const path = join(folder, 'bill.json');
  let text: string;
  try {
    text = textOfFile(path);
  } catch (error) {
    throw unreadable(error, path);
  }
  const read = readBill(text);
  if ('bill' in read) {
    if (files.get('bill.json') !== digestOf(path)) throw new Stop(exitCode.usage, changedText(path));
    return read.bill;
  }
  throw new Stop(exitCode.usage, `${path} is no bill, as this svcsim writes it: ${read.problem}`);
}

/** Reads the ledger of a folder's run. Throws a `Stop` at the first line that is wrong. */
export function readCellsOf(folder: string): readonly LedgerCell[] {
  const path = join(folder, 'ledger.ndjson');
  const read = readLedger(linesOf(path));
  if ('problem' in read) throw new Stop(exitCode.usage, `${path}:${read.line}: ${read.problem}`);
  return read.cells;
}

/** What a usage row of the folder's `focus.csv` is for; an hour where there is none. */
export function readFocusGrainOf(folder: string): FocusGrain {
  const path = join(folder, 'focus.csv');
  if (!existsSync(path)) return 'hour';
  for (const line of linesOf(path)) {
    // Rows that a billing period cuts short say nothing.
    const [, until = '', from = ''] = /,Usage-Based,([^,]+),([^,]+),/.exec(line) ?? [];
    const [end, start] = [instantFromIso(until), instantFromIso(from)];
    if (typeof end !== 'number' || typeof start !== 'number' || end - start < hour) continue;
    return end - start === hour ? 'hour' : 'day';
  }
  return 'hour';
}
