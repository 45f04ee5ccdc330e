import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { ran, replicas, workload } from './ran.ts';

const web = workload('web', 'standard', replicas(1));
const alive = { every: '30s', line: 'alive' };
const told = { text: 'alive', container: null, stream: 'stdout', afterMs: 30_000, everyMs: 30_000 };

describe('the lines that a workload writes by itself', () => {
  it('LOG-1: are noted where it opens, and where the timeline changes them; no line is noted', () => {
    const { entries, of } = ran({
      for: '1h',
      resources: [web, workload('api', 'standard', replicas(1))],
      behavior: { 'shop/web': { logs: [alive] } },
      timeline: [
        { at: '+10m', behavior: { 'shop/web': { logs: [] }, 'shop/api': { logs: [alive, alive] } } },
        { at: '+20m', behavior: { 'shop/web': { cpu: '10m' } } },
      ],
    });
    expect(
      of('logs.declared').map(({ at, subject, data }) => [at - (entries[0]?.at ?? 0), subject.name, data]),
    ).toEqual([
      [0, 'shop/workload/web@aws-us-east-1', { lines: [told] }],
      [600_000, 'shop/workload/api@aws-us-east-1', { lines: [told, told] }],
      [600_000, 'shop/workload/web@aws-us-east-1', { lines: [] }],
    ]);
    const causes = of('logs.declared').map(({ cause }) => entries.find(({ seq }) => seq === cause)?.type);
    expect(causes).toEqual(['deployment.opened', 'behaviour.changed', 'behaviour.changed']);
  });

  it('are nothing to a run without them', () => {
    const { of } = ran({ for: '1h', resources: [web], behavior: { 'shop/web': { logs: [] } } });
    expect(of('logs.declared')).toEqual([]);
  });

  it('are the same in a fork', () => {
    const given = {
      for: '1h',
      resources: [web],
      behavior: { 'shop/web': { logs: [alive] } },
      timeline: [{ at: '+30m', behavior: { 'shop/web': { logs: [alive, alive] } } }],
    };
    const { scenario } = ran(given).run;
    const run = new Run(scenario, {});
    run.sim.runUntil(scenario.start + 600_000);
    const fork = run.fork();
    fork.advance();
    run.advance();
    expect(fork.sim.digest()).toBe(run.sim.digest());
    expect(run.sim.journal.fingerprint()).toBe(ran(given).run.sim.journal.fingerprint());
  });
});
