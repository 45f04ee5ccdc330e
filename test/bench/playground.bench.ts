import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PlaygroundTrial } from './playgroundTrial.ts';
import { type Bench, type MeasuredTurn, median, type Row } from './rows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const gzipMost = 850_000;

/** The playground in Chromium, opened from a file with a new profile. */
export const playgroundInBrowser: Bench = {
  id: 'site',
  name: 'the playground in the browser',
  run: () => {
    const args = ['--import', 'tsx', 'test/bench/playgroundTrial.ts'];
    const text = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const { editor, timeline, edit, frames, gaps, size } = JSON.parse(text) as PlaygroundTrial;
    const opened = 'a document of the same length without scripts; the value must be at most the goal';
    return [
      timeRow('site editor ready', 1000, editor, opened),
      timeRow('site timeline of lesson 2', 2000, timeline, opened),
      timeRow('site edit of lesson 2', 300, edit, 'the engine in Node; the value must be at most the goal'),
      framesRow(frames, gaps),
      {
        name: 'site playground.html',
        value: size.gzip / 1e3,
        unit: 'kB',
        yardstick: size.plain / 1e3,
        ratio: size.gzip / size.plain,
        goal: gzipMost / 1e3,
        ok: size.gzip <= gzipMost,
        remark: `gzip; plain as the yardstick; brotli ${Math.round(size.brotli / 1e3)} kB; at most the goal`,
      },
    ];
  },
};

/** A row of milliseconds with an absolute goal; the yardstick says what the machine and the browser alone need. */
function timeRow(name: string, goal: number, turns: readonly MeasuredTurn[], remark: string): Row {
  const medians = mediansOf(turns);
  return { name, ...medians, unit: 'ms', goal, ok: medians.value <= goal, remark };
}

function framesRow(turns: readonly MeasuredTurn[], gaps: readonly number[]): Row {
  const medians = mediansOf(turns);
  return {
    name: 'site scrub a month',
    ...medians,
    unit: 'frames/s',
    goal: 30,
    ok: medians.value >= 30,
    remark: `a page with a slider and a line; at least the goal; at most ${Math.round(median(gaps))} ms without a frame`,
  };
}

function mediansOf(turns: readonly MeasuredTurn[]): Pick<Row, 'value' | 'yardstick' | 'ratio'> {
  const value = median(turns.map((turn) => turn.value));
  const yardstick = median(turns.map((turn) => turn.yardstick));
  return { value, yardstick, ratio: value / yardstick };
}
