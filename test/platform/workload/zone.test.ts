import { describe, expect, it } from 'vitest';
import { planZone, type ZoneView, zoneName } from '../../../src/platform/workload/zone.ts';

const view: ZoneView = { isSpread: true, zones: 3, lost: [], volumes: null, taken: [] };

describe('WL-21, WL-22: the zone of a new replica', () => {
  it.each<[string, Partial<ZoneView>, number | null]>([
    ['the first of an empty location', {}, 0],
    ['the zone that has fewest', { taken: [0, 0, 1] }, 2],
    ['of equals the first', { taken: [0, 1, 2] }, 0],
    ['not one that is lost', { taken: [0, 0, 1], lost: [2] }, 1],
    ['none where all are lost', { lost: [0, 1, 2] }, null],
    ['of a volume the zone of its index', { volumes: { index: 4, zones: [] }, taken: [1] }, 1],
    ['of a volume no other, though it is lost', { volumes: { index: 4, zones: [] }, lost: [1] }, null],
    ['of a volume that is there its own', { volumes: { index: 1, zones: [2, 2] } }, 2],
    [
      'of a volume that is there its own, without multiZone too',
      { isSpread: false, volumes: { index: 1, zones: [2] } },
      2,
    ],
    ['of a volume that is there no other', { lost: [2], volumes: { index: 1, zones: [2] } }, null],
    ['of volumes in different zones none', { volumes: { index: 1, zones: [0, 2] } }, null],
    ['without multiZone the first', { isSpread: false, taken: [0, 0] }, 0],
    ['without multiZone no other', { isSpread: false, lost: [0] }, null],
    ['in a location of one zone that one', { zones: 1, taken: [0], volumes: { index: 2, zones: [] } }, 0],
    ['in a location of one zone no other', { zones: 1, lost: [0] }, null],
  ])('%s', (_, parts, zone) => {
    const plan = planZone({ ...view, ...parts });
    expect(plan.kind === 'act' ? plan.actions[0]?.zone : null).toBe(zone);
  });

  it('zones are named a, b, c', () => {
    expect([0, 1, 2].map(zoneName)).toEqual(['a', 'b', 'c']);
  });
});
