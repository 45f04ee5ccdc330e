import { describe, expect, it } from 'vitest';
import { lifecycleAtRest } from '../../../src/platform/volume/lifecycle.ts';

describe('VOL-15, VOL-17: what a volume is while no work is done on it', () => {
  it.each([
    ['its replica is there', 'ext4', true, true, 'bound'],
    ['its replica terminates, scaled away', 'xfs', true, false, 'bound'],
    ['its replica is on its way', 'ext4', false, true, 'unbound'],
    ['its replica was scaled away', 'xfs', false, false, 'unused'],
    ['shared: there for its location, without replicas too', 'shared', false, true, 'bound'],
    ['shared: its location is closed, and a replica terminates', 'shared', true, false, 'bound'],
    ['shared: its location is closed', 'shared', false, false, 'unused'],
  ] as const)('%s (%s)', (_, fileSystem, isHeld, isWanted, lifecycle) => {
    expect(lifecycleAtRest(fileSystem, { isHeld, isWanted })).toBe(lifecycle);
  });
});
