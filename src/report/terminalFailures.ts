/**
 * What would be left after a loss, as a table for a terminal.
 */
import { instantFromIso } from '../engine/time.ts';
import { signedMoney } from './effectText.ts';
import type { FailureReport, Spare, Survival } from './failure.ts';
import { instantText, shortNumber } from './format.ts';
import { type Canvas, left, right } from './placedTable.ts';
import type { Cell } from './table.ts';

/** One line for each loss: what is served in that hour, as it is and with one and two replicas more. Empty where there is none. */
export function failureTable(failures: readonly FailureReport[], currency: string, canvas: Canvas): string[] {
  if (failures.length === 0) return [];
  const columns = [
    left('If it is lost'),
    right('served\nthen'),
    right('minutes\nin breach'),
    right('with one\nmore'),
    right(`${currency}\na month`),
    right('with two\nmore'),
    right(`${currency}\na month`),
  ];
  const rows = failures.flatMap((one, index): Cell[][] => {
    const { gvc, name, after, spares } = one;
    const [plusOne, plusTwo] = ([1, 2] as const).map((more) => spares.find((spare) => spare.more === more));
    const last = failures[index - 1];
    const isFirst = last?.gvc !== gvc || last.name !== name;
    return [
      ...(isFirst ? [[headingOf(one)]] : []),
      [
        `  ${lossText(one)}`,
        { text: servedText(after), style: toneOf(after) },
        String(after.breachMinutes),
        ...spareCells(plusOne),
        ...spareCells(plusTwo),
      ],
    ];
  });
  return canvas.table(columns, rows, canvas);
}

/** `shop/api, 1 Nov 11:00 to 1 Nov 12:00: 100 % served` */
function headingOf({ gvc, name, from, until, before }: FailureReport): string {
  const [start, end] = [from, until].map((text) => {
    const at = instantFromIso(text);
    return typeof at === 'number' ? instantText(at) : text;
  });
  return `${gvc}/${name}, ${start} to ${end}, ${servedText(before)} served`;
}

/** `a replica in aws-us-east-1`, `zone a of aws-us-east-1`, `aws-us-east-1` */
function lossText({ lost, location, zone }: FailureReport): string {
  if (lost === 'location') return location;
  return lost === 'zone' ? `zone ${zone} of ${location}` : `a replica in ${location}`;
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
