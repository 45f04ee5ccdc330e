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

describe('the sentence of routed requests', () => {
  const routed = (...demands: readonly object[]): string =>
    entrySentence({ type: 'demand.routed', subject: 'shop/workload/api', data: { demands } });
  const one = { demand: 'shop/workload/api/1', unrouted: 0 };

  it('names the locations and their shares', () => {
    expect(routed({ ...one, shares: { here: 1 } })).toBe('the requests of shop/api go to here');
    expect(routed({ ...one, shares: { here: 0.4, there: 0.6 } })).toBe(
      'the requests of shop/api go to here (40 %) and there (60 %)',
    );
  });

  it('says that only more of them come, or that no location takes them', () => {
    expect(routed({ ...one, shares: { here: 1 }, scale: 2 })).toBe(
      'the requests of shop/api go to here, 2 times as many as in the scenario',
    );
    expect(routed({ ...one, shares: {}, unrouted: 1 })).toBe('no location takes the requests of shop/api');
  });

  it('tells demands apart that are routed differently', () => {
    const other = { demand: 'shop/workload/api/2', shares: { there: 1 }, unrouted: 0 };
    expect(routed({ ...one, shares: { here: 1 } }, other)).toBe(
      'the requests of shop/api go by their demand: 1 to here; 2 to there',
    );
  });
});
