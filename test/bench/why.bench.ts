import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WhyNotDocument } from '../../src/report/whyNot/whyNotDocument.ts';
import { bin, bringUpToDate } from '../node/built.ts';
import { type Bench, costAgainst, type Row } from './rows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const month = 'scenarios/tour/07-a-month-of-a-shop.yaml';
const day = 'scenarios/tour/08-autoscaling.yaml';
const rounds = 5;

function outputOf(args: readonly string[]): string {
  return execFileSync(process.execPath, [bin, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
}

function milliseconds(args: readonly string[]): number {
  const from = performance.now();
  outputOf(args);
  return performance.now() - from;
}

/** L1: what `why` costs against the run of the scenario that it is asked of. L2: the same of `why-not`. */
export const askingWhy: Bench = {
  id: 'L1',
  name: 'why and why-not',
  run: () => {
    bringUpToDate();
    return [whyRow(), whyNotRow()];
  },
};

function whyRow(): Row {
  const out = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
  try {
    const measured = Array.from({ length: rounds }, () => ({
      yardstick: milliseconds(['run', month, '-q', '--out', out]),
      value: milliseconds(['why', month, 'expansion.accepted']),
    }));
    return costAgainst('L1 why of a month', 2, measured, {
      unit: 'ms',
      remark: 'the run with its report; the ratio is a cost, at most the goal',
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function whyNotRow(): Row {
  const asked = ['why-not', day, 'shop/api <= 7', '--at', '+13h55m', '--json'];
  const { cost }: WhyNotDocument = JSON.parse(outputOf(asked));
  const out = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
  try {
    const measured = Array.from({ length: rounds }, () => ({
      yardstick: milliseconds(['run', day, '-q', '--journal', 'none', '--out', out]),
      value: milliseconds(asked),
    }));
    return costAgainst('L2 why-not of a day', 20, measured, {
      unit: 'ms',
      remark: `the run with its report; ${cost.forkedRuns + cost.wholeRuns} trials of ${cost.events} events, the stretch has ${cost.stretchEvents}; the ratio is a cost, at most the goal`,
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
