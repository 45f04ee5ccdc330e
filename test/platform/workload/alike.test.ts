import { describe, expect, it } from 'vitest';
import { areReplicasAlike } from '../../../src/platform/workload/alike.ts';
import { createReplica } from '../../../src/platform/workload/replica.ts';

const given = { deployment: 1, ordinal: 0, version: 1, createdAt: 5, zone: 0, mounter: null };
const replica = createReplica(given, { placedAt: 6, startedAt: 7 });
const own = ['handle', 'deployment', 'spans', 'cause', 'jumpedBy'];

describe('two replicas are alike', () => {
  it('if they differ in what belongs to each of them', () => {
    for (const field of own) expect(areReplicasAlike(replica, { ...replica, [field]: 77 }), field).toBe(true);
  });

  it('if what they hold is the same, be it another object', () => {
    const exits = [{ container: 'main', count: 1, latestAt: 3 }] as never;
    expect(areReplicasAlike({ ...replica, exits }, { ...replica, exits: structuredClone(exits) })).toBe(true);
  });

  it('not if they differ in any other field', () => {
    for (const field of Object.keys(replica))
      if (!own.includes(field)) expect(areReplicasAlike(replica, { ...replica, [field]: 77 }), field).toBe(false);
  });
});
