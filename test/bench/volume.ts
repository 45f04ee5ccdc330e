/** P7: one regression evaluation of a volume, whatever its window; simple-statistics is the yardstick. */
import { linearRegression } from 'simple-statistics';
import { hour, minute } from '../../src/engine/time.ts';
import {
  type ForecastWindow,
  fit as fitLine,
  forecastWindow,
  projected,
  pushReading,
} from '../../src/platform/volume/forecast.ts';
import type { Bench, Row } from './rows.ts';

const warmUp = 300;
const rounds = 1_500;
const turns = 3_000;
const goal = 50;
/** 1 November 2026, in minutes: instants as large as those of a run. */
const start = Date.UTC(2026, 10, 1) / minute;
/** Rising with some noise, again and again. */
const readings = Array.from({ length: 4096 }, (_, step) => 8_000 + step + ((step * 31) % 17));

export const volumeBench: Bench = {
  id: 'P7',
  name: 'regression over the lookback window of a volume',
  run: () => {
    const works = [1, 24, 168].map(evaluationsOf);
    // All of them first, and then in turn: so they share the same machine code, and what else the machine does.
    for (const evaluate of works) for (let round = 0; round < warmUp; round += 1) evaluate(turns);
    const values = works.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < rounds; round += 1)
      for (const [i, evaluate] of works.entries())
        values[i] = Math.min(values[i] ?? 0, nanosecondsPerTurn(turns, evaluate));
    return values.map((value, i) => rowOf(works[i]?.points ?? 0, value));
  },
};

interface Evaluations {
  (turns: number): void;
  readonly points: number;
}

/** Evaluations of one window, on and on. */
function evaluationsOf(lookbackHours: number): Evaluations {
  const lookback = lookbackHours * hour;
  const window = forecastWindow({ anchor: 0, step: minute, lookback, readingMax: 65_536_000 });
  let step = start;
  const evaluate = (times: number): void => {
    const sum = evaluations(window, lookback, step, times);
    if (!Number.isFinite(sum)) throw new Error(`the evaluations gave ${sum}`);
    step += times;
  };
  return Object.assign(evaluate, { points: lookback / minute });
}

/** A reading comes, the oldest goes, the line is fitted and projected. */
function evaluations(window: ForecastWindow, lookback: number, from: number, times: number): number {
  let sum = 0;
  for (let step = from; step < from + times; step += 1) {
    const at = step * minute;
    pushReading(window, at, readings[step & 4095] ?? 0);
    const line = fitLine(window, at, lookback, 'leftOpen');
    if (line !== null && line.points > 1) sum += projected(line, 6, 'fittedLine');
  }
  return sum;
}

/** The yardstick fits the same number of points anew. */
function rowOf(points: number, value: number): Row {
  const pairs = Array.from({ length: points }, (_, step) => [step / 60, readings[step % 4096] ?? 0]);
  const fits = Math.ceil(10_000 / points);
  let yardstick = Number.POSITIVE_INFINITY;
  for (let round = 0; round < warmUp; round += 1) {
    const took = nanosecondsPerTurn(fits, (times) => {
      for (let turn = 0; turn < times; turn += 1) linearRegression(pairs);
    });
    yardstick = Math.min(yardstick, took);
  }
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

/**
 * By the clock, for the least of many short rounds: what else the machine does can only add to it, while the processor
 * time that is put down to so short a round may fall short of what it took.
 */
function nanosecondsPerTurn(times: number, work: (times: number) => void): number {
  const from = performance.now();
  work(times);
  return ((performance.now() - from) * 1e6) / times;
}
