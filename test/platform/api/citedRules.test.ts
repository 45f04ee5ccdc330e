import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { accept, acme, ask, shop, standard } from './acme.ts';

/** The rules and assumptions that a refusal names. */
function cited(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonObject): string {
  const control = acme();
  accept(control, 'POST', `${shop}/identity`, { name: 'me' });
  const { refusal, reason } = ask(control, method, path, body);
  return `${refusal?.code} ${[...reason.rules, ...reason.assumptions].join(' ')}`;
}

describe('a refusal names what decides', () => {
  it.each<readonly [string, 'POST' | 'PUT' | 'DELETE', string, JsonObject | undefined, string]>([
    ['a location of no cluster', 'POST', '/org/acme/location', { name: 'x', provider: 'aws' }, 'INVALID location.made'],
    ['one of the platform', 'DELETE', '/org/acme/location/aws-us-east-1', undefined, 'BUILTIN location.made'],
    ['a group of the platform', 'DELETE', '/org/acme/group/viewers', undefined, 'BUILTIN api.builtIn'],
    [
      'a workload of another GVC',
      'PUT',
      `${shop}/workload/api`,
      { ...standard('api'), gvc: 'lab' },
      'INVALID api.rename',
    ],
    ['an identity of another', 'PUT', `${shop}/identity/me`, { gvc: 'lab' }, 'INVALID IDN-1'],
    ['a volume set of another', 'PUT', `${shop}/volumeset/data`, { gvc: 'lab' }, 'INVALID WL-17'],
    [
      'a stop without place',
      'POST',
      `${shop}/workload/api/-command`,
      { type: 'stopReplica' },
      'INVALID api.commandFields',
    ],
    [
      'a time limit that is none',
      'POST',
      `${shop}/workload/api/-command`,
      { type: 'runCronWorkload', spec: { location: 'aws-us-east-1', activeDeadlineSeconds: 0 } },
      'INVALID api.commandFields',
    ],
    [
      'tags of a snapshot that are none',
      'POST',
      `${shop}/volumeset/data/-command`,
      {
        type: 'createVolumeSnapshot',
        spec: { location: 'aws-us-east-1', volumeIndex: 0, snapshotName: 's', snapshotTags: 'none' },
      },
      'INVALID api.commandFields',
    ],
    [
      'a run in no place',
      'POST',
      `${shop}/workload/api/-command`,
      { type: 'runCronWorkload', spec: {} },
      'INVALID CRON-14',
    ],
  ])('%s: %s %s', (_, method, path, body, expected) => {
    expect(cited(method, path, body)).toBe(expected);
  });

  it('what is being deleted takes no change, which no stated rule says (`api.deleteStatus`)', () => {
    const control = acme();
    const record = control.records.get(`${shop}/workload/api`)!;
    control.records.set(record.link, { ...record, deletingSince: 0 });
    for (const [method, path, body] of [
      ['PATCH', record.link, { description: 'x' }],
      ['POST', `${record.link}/-command`, { type: 'stopReplica', spec: { location: 'aws-us-east-1' } }],
    ] as const) {
      const { refusal, reason } = ask(control, method, path, body);
      expect([refusal?.code, reason]).toEqual(['DELETING', { rules: [], assumptions: ['api.deleteStatus'] }]);
    }
  });
});
