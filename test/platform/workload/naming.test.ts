import { describe, expect, it } from 'vitest';
import { replicaHostname, replicaName } from '../../../src/platform/workload/naming.ts';

describe('REPL-1, REPL-2: names of replicas', () => {
  it('a stateful one has its index, whatever its version', () => {
    const names = [1, 2].map((version) => replicaName({ workload: 'db', type: 'stateful', version, ordinal: 0 }));
    expect(names).toEqual(['db-0', 'db-0']);
  });

  it.each(['standard', 'serverless', 'cron'] as const)('a %s one has its version and serial number', (type) => {
    expect(replicaName({ workload: 'api', type, version: 4, ordinal: 12 })).toBe('api-4-12');
  });

  it('REPL-3: a stateful one answers to its own host name', () => {
    expect(replicaHostname('db', 0)).toBe('db-0.db');
  });
});
