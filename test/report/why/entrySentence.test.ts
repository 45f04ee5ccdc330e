import { describe, expect, it } from 'vitest';
import { entrySentence } from '../../../src/report/why/entrySentence.ts';

describe('the sentence of a skipped tick', () => {
  const slotAt = Date.UTC(2026, 10, 2, 2, 20);
  const skipped = (data: { readonly [key: string]: unknown }): string =>
    entrySentence({ type: 'execution.skipped', subject: 'jobs/workload/forbid@aws-eu-central-1', data });
  const head = 'the tick of 2 Nov 02:20 of jobs/forbid at aws-eu-central-1 was skipped: ';

  it('counts no executions: those of commands are Active, too, and block nothing (CRON-3, CRON-18)', () => {
    expect(skipped({ slotAt, running: 2 })).toBe(`${head}an earlier execution was still Active`);
  });

  it('gives the reason of a tick that was kept for later and then dropped', () => {
    expect(skipped({ slotAt, running: 0, why: 'a later tick took its place' })).toBe(
      `${head}a later tick took its place`,
    );
  });
});
