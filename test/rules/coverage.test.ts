import { describe, expect, it } from 'vitest';
import { collect, isCurrent } from '../../scripts/coverage.ts';

describe('the index of what shows each rule', () => {
  it('is up to date (else run npx tsx scripts/coverage.ts)', () => {
    expect(isCurrent()).toBe(true);
  });

  it('finds an id in titles, values and comments of a test, whole, and not in its code', () => {
    const text = "it('ROLL-10: like `cron.zone`', () => { run.start(); }); // CRON-3\n";
    expect([...collect([{ path: 'test/a.test.ts', text }], []).keys()]).toEqual(['ROLL-10', 'CRON-3', 'cron.zone']);
  });

  it('passes over tests of the registers, which show nothing', () => {
    expect(collect([{ path: 'test/rules/a.test.ts', text: "'ROLL-1'" }], []).size).toBe(0);
  });

  it('finds in a scenario what it says it shows', () => {
    const scenario = { path: 'scenarios/a.yaml', text: '# shows: ROLL-3, run.window\nname: CRON-3\n' };
    expect([...collect([], [scenario])]).toEqual([
      ['ROLL-3', { tests: [], scenarios: ['scenarios/a.yaml'] }],
      ['run.window', { tests: [], scenarios: ['scenarios/a.yaml'] }],
    ]);
  });

  it('throws where a scenario says it shows what is no rule', () => {
    expect(() => collect([], [{ path: 'scenarios/a.yaml', text: '# shows: ROLL-99\n' }])).toThrow("'ROLL-99'");
  });
});
