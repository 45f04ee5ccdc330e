import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginSession, compareRecords } from '../../src/testing/model/apiModel.ts';
import { runCommands, sessionCommands } from '../../src/testing/model/commands.ts';

describe('requests, time, faults and forks of a session', () => {
  it('keep what the model promises, in any order', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(sessionCommands(), (commands) => {
        runCommands(commands);
        for (const one of commands) {
          const [what = ''] = String(one).split(' ');
          seen.set(what, (seen.get(what) ?? 0) + 1);
        }
      }),
      { seed: 1, numRuns: 150 },
    );
    for (const what of ['make', 'set', 'delete', 'list', 'wait', 'go', 'outage', 'fork,', 'export'])
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(20);
  });

  it('are compared with every record: one that says something else breaks a promise', () => {
    const { model, real } = beginSession();
    const link = '/org/acme/gvc/ash';
    real.session.request({ method: 'POST', path: '/org/acme/gvc', body: { name: 'ash' } });
    const record = { kind: 'gvc', name: 'ash', description: 'ash', team: null, version: 1, isGoing: false } as const;
    model.records.set(link, { ...record });
    compareRecords(model, real);
    model.records.set(link, { ...record, version: 2 });
    expect(() => compareRecords(model, real)).toThrow(/^GET \/org\/acme\/gvc\/ash: the model promises .*"version":2/);
    model.records.set(link, { ...record, isGoing: true });
    compareRecords(model, real);
    expect(model.records.has(link)).toBe(true);
  });
});
