/** P7: one regression evaluation of a volume, whatever its window; simple-statistics is the yardstick. */
import { linearRegression } from 'simple-statistics';
import { hour, minute } from '../../src/engine/time.ts';
import { fit as fitLine, forecastWindow, projected, pushReading } from '../../src/platform/volume/forecast.ts';
import { type Bench, nanoseconds, type Row } from './rows.ts';

const rounds = 300;
const goal = 50;
/** Rising with some noise, again and again. */
const readings = Array.from({ length: 4096 }, (_, step) => 8_000 + step + ((step * 31) % 17));

export const volumeBench: Bench = {
  id: 'P7',
  name: 'regression over the lookback window of a volume',
  run: () => [1, 24, 168].map(evaluationRow),
};

/** A reading comes, the oldest goes, the line is fitted and projected; the yardstick fits the same number of points anew. */
function evaluationRow(lookbackHours: number): Row {
  const points = (lookbackHours * hour) / minute;
  const window = forecastWindow({ anchor: 0, step: minute, lookback: lookbackHours * hour, readingMax: 65_536_000 });
  const pairs = Array.from({ length: points }, (_, step) => [step / 60, readings[step % 4096] ?? 0]);
  let step = 0;
  const evaluate = (turns: number): void => {
    const last = evaluations(window, lookbackHours * hour, step, turns);
    if (!Number.isFinite(last)) throw new Error(`the evaluations gave ${last}`);
    step += turns;
  };
  const reference = (turns: number): void => {
    for (let turn = 0; turn < turns; turn += 1) linearRegression(pairs);
  };
  for (let round = 0; round < rounds; round += 1) evaluate(3_000);
  // The least of many short rounds: what else the machine does can only add.
  const value = least(3_000, evaluate);
  const yardstick = least(Math.ceil(10_000 / points), reference);
  return {
    name: `P7 regression ${points} points`,
    value,
    unit: 'ns',
    yardstick,
    ratio: yardstick / value,
    goal,
    ok: value <= goal,
    remark: 'simple-statistics linearRegression over as many points',
  };
}

function evaluations(window: ReturnType<typeof forecastWindow>, lookback: number, from: number, turns: number): number {
  let sum = 0;
  for (let step = from; step < from + turns; step += 1) {
    const at = step * minute;
    pushReading(window, at, readings[step & 4095] ?? 0);
    const line = fitLine(window, at, lookback, 'leftOpen');
    if (line !== null && line.points > 1) sum += projected(line, 6, 'fittedLine');
  }
  return sum;
}

function least(turns: number, work: (turns: number) => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1)
    best = Math.min(
      best,
      nanoseconds(turns, () => work(turns)),
    );
  return best;
}
