import { describe, expect, it } from 'vitest';
import { cloneReplica, createReplica } from '../../../src/platform/workload/replica.ts';

const given = { deployment: 3, ordinal: 0, version: 2, createdAt: 10, zone: 1, mounter: null };
const start = { placedAt: 11, mountedAt: 11, pulledAt: 19, startedAt: 24 };

describe('the record of a replica', () => {
  it('begins as one that starts, with nothing behind it', () => {
    expect(createReplica(given, start)).toMatchObject({
      ...given,
      phase: 'starting',
      placedAt: 11,
      startedAt: 24,
      ready: false,
      available: false,
      restarts: 0,
      goneAt: null,
    });
  });

  it('is independent of its copy', () => {
    const replica = createReplica(given, start);
    const clone = cloneReplica(replica);
    expect(clone).toEqual(replica);
    clone.ready = true;
    expect(replica.ready).toBe(false);
  });
});
