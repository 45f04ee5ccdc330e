/** Reads the bill and the ledger of a finished run from its report folder. */

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
 * Reads the bill of a report folder. Throws a `Stop` if it is not a report folder, or if its bill cannot be read or was
 * changed.
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
  throw new Stop(exitCode.usage, `${path} is not a valid bill of this svcsim version: ${read.problem}`);
}

/** Reads the ledger of a report folder. Throws a `Stop` at the first wrong line. */
export function readCellsOf(folder: string): readonly LedgerCell[] {
  const path = join(folder, 'ledger.ndjson');
  const read = readLedger(linesOf(path));
  if ('problem' in read) throw new Stop(exitCode.usage, `${path}:${read.line}: ${read.problem}`);
  return read.cells;
}

/** The period of a usage row in the folder's `focus.csv`; an hour if there is no such file. */
export function readFocusGrainOf(folder: string): FocusGrain {
  const path = join(folder, 'focus.csv');
  if (!existsSync(path)) return 'hour';
  for (const line of linesOf(path)) {
    // Skip rows that the end of a billing period shortens.
    const [, until = '', from = ''] = /,Usage-Based,([^,]+),([^,]+),/.exec(line) ?? [];
    const [end, start] = [instantFromIso(until), instantFromIso(from)];
    if (typeof end !== 'number' || typeof start !== 'number' || end - start < hour) continue;
    return end - start === hour ? 'hour' : 'day';
  }
  return 'hour';
}
