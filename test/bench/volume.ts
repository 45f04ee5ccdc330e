/** P7: one regression evaluation of a volume, whatever its window; simple-statistics is the yardstick. */
import { linearRegression } from 'simple-statistics';
import { hour, minute } from '../../src/engine/time.ts';
import { fit as fitLine, forecastWindow, projected, pushReading } from '../../src/platform/volume/forecast.ts';
import { type Bench, median, nanoseconds, type Row } from './rows.ts';

const rounds = 5;
const goal = 50;

export const volumeBench: Bench = {
  id: 'P7',
  name: 'regression over the lookback window of a volume',
  run: () => [1, 24, 168].map(evaluationRow),
};

/** A reading comes, the oldest goes, the line is fitted and projected. */
function evaluationRow(lookbackHours: number): Row {
  const lookback = lookbackHours * hour;
  const window = forecastWindow({ anchor: 0, step: minute, lookback, readingMax: 65_536_000 });
  let step = 0;
  let sum = 0;
  const evaluate = (): void => {
    const at = step * minute;
    pushReading(window, at, readingAt(step));
    const line = fitLine(window, at, lookback, 'leftOpen');
    if (line !== null && line.points > 1) sum += projected(line, 6, 'fittedLine');
    step += 1;
  };
  const points = lookback / minute;
  const turns = 400_000;
  const warm = (): void => {
    for (let turn = 0; turn < turns; turn += 1) evaluate();
  };
  warm();
  const own: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(nanoseconds(turns, warm));
    reference.push(referenceNanoseconds(points, lookbackHours));
  }
  if (!Number.isFinite(sum)) throw new Error(`the evaluations gave ${sum}`);
  const value = median(own);
  const yardstick = median(reference);
  return {
    name: `P7 regression ${points} points`,
    value,
    unit: 'ns',
    yardstick,
    ratio: yardstick / value,
    goal,
    ok: value <= goal,
    remark: 'simple-statistics linearRegression over the same points',
  };
}

function referenceNanoseconds(points: number, lookbackHours: number): number {
  const pairs = Array.from({ length: points }, (_, step) => [(step / points) * lookbackHours, readingAt(step)]);
  const turns = Math.ceil(300_000 / points);
  let sum = 0;
  const cost = nanoseconds(turns, () => {
    for (let turn = 0; turn < turns; turn += 1) sum += linearRegression(pairs).m;
  });
  if (!Number.isFinite(sum)) throw new Error(`the yardstick gave ${sum}`);
  return cost;
}

function readingAt(step: number): number {
  return 8_000 + (step % 100_000) + ((step * 31) % 17);
}
