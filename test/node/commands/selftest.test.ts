import { describe, expect, it } from 'vitest';
import { performPart } from '../../../src/experiment/selftest/jobs.ts';
import { selftest } from '../../../src/experiment/selftest/selftest.ts';
import { ended } from '../../../src/experiment/study/steps.ts';
import { codeOf } from '../../../src/node/commands/selftest.ts';
import { exitCode } from '../../../src/node/exit.ts';

type Part = ReturnType<typeof performPart>;

/** The exit code of the worked checks, if their parts come to this. */
async function codeWith(change: (part: Part) => Part): Promise<number> {
  const runner = {
    async *run(jobs: readonly Parameters<typeof performPart>[0][]) {
      for (const job of jobs) yield change(performPart(job));
    },
  };
  return codeOf(await ended(selftest({ seed: '1', only: ['rules'] }, runner)));
}

describe('the exit code of a self-test', () => {
  it('is 0 if all checks hold', async () => {
    expect(await codeWith((part) => part)).toBe(exitCode.ok);
  });

  it('is 1 if a check fails', async () => {
    const wrong = (part: Part): Part => (part.kind === 'exact' ? { ...part, found: 'something else' } : part);
    expect(await codeWith(wrong)).toBe(exitCode.failed);
  });

  it('is 4 if a run of a check ends with an error', async () => {
    const broken = ({ check, from }: Part): Part => ({ check, from, kind: 'failed', message: 'out of memory' });
    expect(await codeWith(broken)).toBe(exitCode.defect);
  });
});
