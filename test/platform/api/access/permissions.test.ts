import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closureOf,
  type Permission,
  permissionNames,
  permissionsOf,
} from '../../../../src/platform/api/access/permissions.ts';
import { type Kind, kinds } from '../../../../src/platform/api/records/kinds.ts';

const six = [
  'exec.createVolumeSnapshot',
  'exec.deleteVolume',
  'exec.deleteVolumeSnapshot',
  'exec.expandVolume',
  'exec.restoreVolume',
  'exec.shrinkVolume',
];
const ofVolumesets = ['create', 'delete', 'edit', 'exec', ...six, 'manage', 'view'];

function impliedBy(kind: Kind, name: string): Permission['implied'] | undefined {
  return permissionsOf(kind, 'published').find((one) => one.name === name)?.implied;
}

describe('PERM-1: the permissions on a volume set', () => {
  it.each(['published', 'specOnly'] as const)('are these twelve and no other (`api.permissions` %s)', (list) => {
    expect(permissionNames('volumeset', list)).toEqual(ofVolumesets);
  });
});

describe('PERM-2: create and delete', () => {
  it('bring nothing else along', () => {
    expect([impliedBy('volumeset', 'create'), impliedBy('volumeset', 'delete')]).toEqual([[], []]);
  });
});

describe('PERM-3: edit implies view', () => {
  it.each(kinds)('on a %s', (kind) => {
    expect(impliedBy(kind, 'edit')).toContain('view');
  });
});

describe('PERM-4: exec implies the six commands of a volume set', () => {
  it('and nothing else', () => {
    expect(impliedBy('volumeset', 'exec')).toEqual(six);
  });
});

describe('PERM-6: manage implies all, itself included', () => {
  it.each(kinds)('on a %s', (kind) => {
    expect(impliedBy(kind, 'manage')).toEqual(permissionNames(kind, 'published'));
  });
});

describe('PERM-7: view is reading only', () => {
  it.each(kinds)('on a %s it implies nothing', (kind) => {
    expect(impliedBy(kind, 'view')).toEqual([]);
  });
});

describe('permissions of other kinds (`api.permissions`)', () => {
  it.each([
    ['org', 'edit exec grafanaAdmin manage readLogs readMetrics readUsage view viewAccessReport'],
    ['gvc', 'configureLoadBalancer create delete edit manage view'],
    [
      'workload',
      'configureLoadBalancer connect create delete edit exec exec.runCronWorkload exec.stopReplica manage view',
    ],
    ['identity', 'create delete edit manage use view'],
    ['image', 'create delete edit manage pull view'],
    ['quota', 'create edit manage view'],
    ['secret', 'create delete edit manage reveal use view'],
    ['serviceaccount', 'addKey create delete edit manage view'],
    ['user', 'create delete edit impersonate invite manage view'],
    ['auditctx', 'create delete edit manage readAudit view writeAudit'],
    ['policy', 'create delete edit manage view'],
    ['cloudaccount', 'create delete edit manage view'],
  ] as const)('as published: %s', (kind, names) => {
    expect(permissionNames(kind, 'published').join(' ')).toBe(names);
  });

  it.each([
    ['org', 'readLogs', ['view']],
    ['workload', 'exec', ['exec.runCronWorkload', 'exec.stopReplica']],
    ['secret', 'edit', ['reveal', 'view']],
    ['auditctx', 'writeAudit', ['view']],
    ['auditctx', 'readAudit', []],
  ] as const)('as published: on a %s, %s brings along %j', (kind, name, implied) => {
    expect(impliedBy(kind, name)).toEqual(implied);
  });

  it('are the five of every kind where only the specification counts', () => {
    for (const kind of kinds.filter((one) => one !== 'volumeset'))
      expect(permissionNames(kind, 'specOnly')).toEqual(['create', 'delete', 'edit', 'manage', 'view']);
  });
});

describe('closure under implication', () => {
  const lists = fc.constantFrom('published' as const, 'specOnly' as const);
  const grants = fc.tuple(fc.constantFrom(...kinds), lists).chain(([kind, list]) =>
    fc.record({
      kind: fc.constant(kind),
      list: fc.constant(list),
      some: fc.subarray([...permissionNames(kind, list), 'fly']),
      more: fc.subarray([...permissionNames(kind, list)]),
    }),
  );

  it('is idempotent, monotone and holds what was granted', () => {
    fc.assert(
      fc.property(grants, ({ kind, list, some, more }) => {
        const closed = closureOf(kind, some, list);
        expect(closureOf(kind, closed, list)).toEqual(closed);
        expect(closureOf(kind, [...some, ...more], list)).toEqual(expect.arrayContaining([...closed]));
        expect(closed).toEqual(expect.arrayContaining(some.filter((name) => name !== 'fly')));
        expect(closed).not.toContain('fly');
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});
