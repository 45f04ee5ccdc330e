import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ApiModel,
  beginSession,
  compareRecords,
  type LiveApi,
  promised,
} from '../../src/testing/model/apiModel.ts';
import { commandsOf, runCommands, sessionCommands } from '../../src/testing/model/commands.ts';

const sessionAfter = (texts: readonly string[]): { readonly model: ApiModel; readonly real: LiveApi } => {
  const both = beginSession();
  fc.modelRun(() => both, commandsOf(texts));
  return both;
};

describe('requests, commands, time, faults and forks of a session', () => {
  it('keep what the model promises, in any order', () => {
    const words = new Map<string, number>();
    const answers = new Map<string, number>();
    fc.assert(
      fc.property(sessionCommands(30), (commands) => {
        const both = beginSession();
        fc.modelRun(() => both, commands);
        for (const one of commands) {
          const [what = ''] = String(one).split(' ');
          words.set(what, (words.get(what) ?? 0) + 1);
        }
        for (const [what, count] of both.model.seen) answers.set(what, (answers.get(what) ?? 0) + count);
      }),
      { seed: 1, numRuns: 120 },
    );
    for (const what of ['make', 'set', 'delete', 'list', 'wait', 'go', 'outage', 'fork,', 'export', 'command', 'read'])
      expect(words.get(what) ?? 0, what).toBeGreaterThan(20);
    const never = [
      ...['POST gvc 201', 'POST workload 201', 'POST volumeset 201', 'POST identity 201', 'POST policy 201'],
      ...['POST workload 400', 'POST workload 409', 'POST workload 404', 'POST workload 403 as guest'],
      ...['DELETE volumeset 202', 'DELETE volumeset 400', 'DELETE identity 400', 'DELETE gvc 400', 'DELETE policy 202'],
      ...['POST -command 201', 'POST -command 400', 'POST -command 429', 'POST -command 403 as guest'],
      ...['PATCH volumeset 200', 'PATCH identity 200', 'PATCH gvc 409', 'PATCH workload 403 as stranger'],
      ...['DELETE workload 403 as guest', 'DELETE workload 202 as guest', 'POST -command 201 as guest'],
    ].filter((what) => !answers.has(what));
    expect(never).toEqual([]);
  });

  it('are compared with every record: one that says something else breaks a promise', () => {
    const { model, real } = sessionAfter(['make gvc ash']);
    const link = '/org/acme/gvc/ash';
    const record = { kind: 'gvc', name: 'ash', description: 'ash', team: null, version: 1, isGoing: false } as const;
    expect(model.records.get(link)).toEqual(record);
    model.records.set(link, { ...record, version: 2 });
    expect(() => compareRecords(model, real)).toThrow(/^GET \/org\/acme\/gvc\/ash: the model promises .*"version":2/);
    model.records.set(link, { ...record, isGoing: true });
    compareRecords(model, real);
    expect(model.records.has(link)).toBe(true);
  });

  it('are compared with every command: its final stage is kept until its owner is gone', () => {
    const home = ['make gvc ash', 'make volumeset ash/disk of 10 GB', 'make workload ash/db', 'wait 600 s'];
    const { model, real } = sessionAfter([...home, 'command ash/disk to expand by 10 GB', 'wait 600 s']);
    const [link = ''] = model.commands.keys();
    expect(model.commands.get(link)?.final).toBe('completed');
    model.commands.set(link, { owner: '/org/acme/gvc/ash/volumeset/disk', final: 'failed' });
    expect(() => compareRecords(model, real)).toThrow(`the final stage of ${link}: the model promises "failed"`);
    model.commands.set(link, { owner: '/org/acme/gvc/ash/volumeset/other', final: 'failed' });
    compareRecords(model, real);
    expect(model.commands.size).toBe(0);
  });

  it('promise the fifth expansion in 24 hours to be refused, and the next one after them to be accepted', () => {
    const home = ['make gvc ash', 'make volumeset ash/disk of 10 GB', 'make workload ash/db'];
    const expand = 'command ash/disk to expand by 10 GB';
    const { model } = sessionAfter([...home, expand, expand, expand, expand, expand, 'wait 86400 s', expand]);
    expect([model.seen.get('POST -command 201'), model.seen.get('POST -command 429')]).toEqual([5, 1]);
  });

  it('promise a guest what a policy grants, as long as the policy is there', () => {
    const policy = 'manage-workload';
    const change = 'set description of /org/acme/gvc/ash/workload/api to red as guest';
    const { model } = sessionAfter([
      ...['make gvc ash', 'make workload ash/api', change, `make policy ${policy}`, change],
      ...[`delete /org/acme/policy/${policy}`, change.replace('red', 'blue')],
    ]);
    expect([model.seen.get('PATCH workload 403 as guest'), model.seen.get('PATCH workload 200 as guest')]).toEqual([
      2, 1,
    ]);
    expect(model.records.get('/org/acme/gvc/ash/workload/api')).toMatchObject({ description: 'red', version: 2 });
  });

  it('say what was promised, and by which request', () => {
    expect(() => runCommands(commandsOf(['make gvc ash']))).not.toThrow();
    expect(() => promised('GET /org/acme', 200, 404)).toThrow(
      'GET /org/acme: the model promises 200, the session has 404',
    );
  });
});
