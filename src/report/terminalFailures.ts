/**
 * What would be left after a loss, as a table for a terminal.
 */
import { instantFromIso } from '../engine/time.ts';
import { signedMoney } from './effectText.ts';
import type { FailureReport, Spare, Survival } from './failure.ts';
import { instantText, shortNumber } from './format.ts';
import { type Canvas, left, right } from './placedTable.ts';
import { type Cell, tableLines } from './table.ts';

/** One line for each loss: what is served in that hour, as it is and with one and two replicas more. Empty where there is none. */
export function failureTable(failures: readonly FailureReport[], currency: string, canvas: Canvas): string[] {
  if (failures.length === 0) return [];
  const columns = [
    left('If it is lost'),
    right('hour\nfrom'),
    right('served\nbefore'),
    right('served\nthen'),
    right('minutes\nin breach'),
    right('with one\nmore'),
    right(`${currency}\na month`),
    right('with two\nmore'),
    right(`${currency}\na month`),
  ];
  const rows = failures.map((one): Cell[] => {
    const { gvc, name, lost, location, zone, from, before, after, spares } = one;
    const at = instantFromIso(from);
    const [plusOne, plusTwo] = ([1, 2] as const).map((more) => spares.find((spare) => spare.more === more));
    return [
      `${gvc}/${name}: ${zone === null ? `a ${lost}` : `zone ${zone}`} ${lost === 'location' ? location : `in ${location}`}`.replace(
        'a location',
        'location',
      ),
      typeof at === 'number' ? instantText(at) : from,
      servedText(before),
      { text: servedText(after), style: toneOf(after) },
      String(after.breachMinutes),
      ...spareCells(plusOne),
      ...spareCells(plusTwo),
    ];
  });
  return tableLines(columns, rows, canvas);
}

function spareCells(spare: Spare | undefined): Cell[] {
  return spare === undefined ? ['-', '-'] : [servedText(spare), signedMoney(spare.costPerMonth)];
}

/** Never all of it where something is missing. */
function servedText({ served }: Survival): string {
  if (served === null) return '-';
  const percent = 100 * Number(served);
  return percent > 99.99 && percent < 100 ? '>99.99 %' : `${shortNumber(percent, 2)} %`;
}

function toneOf({ served }: Survival): 'good' | 'warn' | 'bad' {
  const share = served === null ? 1 : Number(served);
  return share >= 0.999 ? 'good' : share >= 0.9 ? 'warn' : 'bad';
}
