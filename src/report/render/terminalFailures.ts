/**
 * The failure analysis (`run --failures`) as a table for a terminal.
 */
import { signedMoney } from '../verdict/effectText.ts';
import type { FailureReport, Spare } from '../verdict/failure.ts';
import { lossHeading, lossText, servedText, toneOf } from '../verdict/failureText.ts';
import { type Canvas, left, right } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';

/**
 * One line for each loss: the share of requests served in that hour, with the replicas as they are, with N+1 and with
 * N+2. Empty if no loss was simulated.
 */
export function failureTable(failures: readonly FailureReport[], currency: string, canvas: Canvas): string[] {
  if (failures.length === 0) return [];
  const columns = [
    left('Loss'),
    right('served'),
    right('minutes with\nfailures'),
    right('served with\n+1 replica'),
    right(`extra ${currency}\na month`),
    right('served with\n+2 replicas'),
    right(`extra ${currency}\na month`),
  ];
  const rows = failures.flatMap((one, index): TextCell[][] => {
    const { gvc, name, after, spares } = one;
    const [plusOne, plusTwo] = ([1, 2] as const).map((more) => spares.find((spare) => spare.more === more));
    const last = failures[index - 1];
    const isFirst = last?.gvc !== gvc || last.name !== name;
    return [
      ...(isFirst ? [[lossHeading(one)]] : []),
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

function spareCells(spare: Spare | undefined): TextCell[] {
  return spare === undefined ? ['-', '-'] : [servedText(spare), signedMoney(spare.costPerMonth)];
}
