import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hash32 } from '../../../src/engine/hash.ts';
import {
  inThisThread,
  JobPerformer,
  type RunJob,
  type Runner,
  type RunResult,
} from '../../../src/experiment/study/runner.ts';
import { advisedOver } from './advised.ts';

const text = readFileSync('scenarios/tour/13-what-to-change.yaml', 'utf8');

/** Performs single jobs, too, which end in another order than they begin; of some no result comes back. */
function aheadOf(width: number, jobs: string[], isLost: (key: string) => boolean = () => false): Runner {
  const perform = async (job: RunJob): Promise<RunResult> => {
    jobs.push(job.key);
    for (let turns = (hash32(job.key) >>> 0) % 50; turns > 0; turns -= 1) await setImmediate();
    if (isLost(job.key)) return { kind: 'failed', key: job.key, message: 'the thread ended' };
    return new JobPerformer().perform(job);
  };
  return { ...inThisThread(), width, perform };
}

describe('runs ahead', () => {
  const alone = advisedOver(text, 1);

  it.each([2, 5])('give the same advice with %i at a time, to the last letter', async (width) => {
    const jobs: string[] = [];
    expect(JSON.stringify(await advisedOver(text, 1, aheadOf(width, jobs)))).toBe(JSON.stringify(await alone));
    // Each change runs once, and hardly one in vain.
    expect(new Set(jobs).size).toBe(jobs.length);
    expect(jobs.length).toBeGreaterThan(5);
    expect(jobs.length).toBeLessThan((await alone).runs + width);
  });

  it('are made again here where no result comes back', async () => {
    const advice = await advisedOver(
      text,
      1,
      aheadOf(2, [], (key) => hash32(key) % 2 === 0),
    );
    expect(JSON.stringify(advice)).toBe(JSON.stringify(await alone));
  });

  it('are none where one run is performed at a time', async () => {
    const jobs: string[] = [];
    expect(JSON.stringify(await advisedOver(text, 1, aheadOf(1, jobs)))).toBe(JSON.stringify(await alone));
    expect(jobs).toEqual([]);
  });
});
