import { describe, expect, it } from 'vitest';
import { planZone, type ZoneView, zoneName } from '../../../src/platform/workload/zone.ts';

const view: ZoneView = { isSpread: true, zones: 3, lost: [], index: null, taken: [] };

describe('WL-21, WL-22: the zone of a new replica', () => {
  it.each<[string, Partial<ZoneView>, number | null]>([
    ['the first of an empty location', {}, 0],
    ['the zone that has fewest', { taken: [0, 0, 1] }, 2],
    ['of equals the first', { taken: [0, 1, 2] }, 0],
    ['not one that is lost', { taken: [0, 0, 1], lost: [2] }, 1],
    ['none where all are lost', { lost: [0, 1, 2] }, null],
    ['of a volume the zone of its index', { index: 4, taken: [1] }, 1],
    ['of a volume no other, though it is lost', { index: 4, lost: [1] }, null],
    ['without multiZone the first', { isSpread: false, taken: [0, 0] }, 0],
    ['without multiZone no other', { isSpread: false, lost: [0] }, null],
    ['in a location of one zone that one', { zones: 1, taken: [0], index: 2 }, 0],
    ['in a location of one zone no other', { zones: 1, lost: [0] }, null],
  ])('%s', (_, parts, zone) => {
    const plan = planZone({ ...view, ...parts });
    expect(plan.kind === 'act' ? plan.actions[0]?.zone : null).toBe(zone);
  });

  it('zones are named a, b, c', () => {
    expect([0, 1, 2].map(zoneName)).toEqual(['a', 'b', 'c']);
  });
});
