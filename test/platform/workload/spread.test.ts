import { describe, expect, it } from 'vitest';
import type { RolloutBounds } from '../../../src/platform/workload/bounds.ts';
import { spreadScaling } from '../../../src/platform/workload/spread.ts';

const bounds = (surge: number): RolloutBounds => ({ surge, unavailable: 1, decidedBy: 'number' });
const sizes = (...counts: [version: number, replicas: number][]) =>
  counts.map(([version, replicas]) => ({ version, replicas, available: replicas }));

interface Row {
  readonly why: string;
  readonly from: { readonly desired: number; readonly surge: number } | null;
  readonly to: number;
  readonly surge: number;
  /** Oldest first, the last one the newest. */
  readonly versions: [version: number, replicas: number][];
  readonly changes: [version: number, change: number][];
}

describe('a wanted count that changes in mid-rollout is spread over the versions', () => {
  it.each<Row>([
    {
      why: '10 to 15, surge stays 3: 8 and 5 become 11 and 7',
      from: { desired: 10, surge: 3 },
      to: 15,
      surge: 3,
      versions: [
        [1, 8],
        [2, 5],
      ],
      changes: [
        [1, 3],
        [2, 2],
      ],
    },
    {
      why: '10 to 15, surge becomes 4: 8 and 5 become 12 and 7',
      from: { desired: 10, surge: 3 },
      to: 15,
      surge: 4,
      versions: [
        [1, 8],
        [2, 5],
      ],
      changes: [
        [1, 4],
        [2, 2],
      ],
    },
    {
      why: '10 to 5: 8 and 5 shrink to 5 and 3',
      from: { desired: 10, surge: 3 },
      to: 5,
      surge: 3,
      versions: [
        [1, 8],
        [2, 5],
      ],
      changes: [
        [1, -3],
        [2, -2],
      ],
    },
    {
      why: 'of equal sizes the newest takes what is left when growing',
      from: { desired: 5, surge: 1 },
      to: 6,
      surge: 1,
      versions: [
        [1, 3],
        [2, 3],
      ],
      changes: [[2, 1]],
    },
    {
      why: 'and the oldest gives first when shrinking',
      from: { desired: 5, surge: 1 },
      to: 4,
      surge: 1,
      versions: [
        [1, 3],
        [2, 3],
      ],
      changes: [[1, -1]],
    },
    {
      why: 'what rounding leaves goes to the largest',
      from: { desired: 9, surge: 0 },
      to: 10,
      surge: 0,
      versions: [
        [1, 3],
        [2, 3],
        [3, 3],
      ],
      changes: [[3, 1]],
    },
    {
      why: 'of several old ones of equal size the newer gains first',
      from: { desired: 8, surge: 1 },
      to: 9,
      surge: 1,
      versions: [
        [1, 4],
        [2, 4],
        [3, 1],
      ],
      changes: [[2, 1]],
    },
    {
      why: 'more replicas than the greater count allows: the excess goes, and no version gains',
      from: { desired: 4, surge: 0 },
      to: 6,
      surge: 0,
      versions: [
        [1, 5],
        [2, 2],
      ],
      changes: [[1, -1]],
    },
    {
      why: 'where rounding would take too many, the last gives only what is left',
      from: { desired: 9, surge: 0 },
      to: 4,
      surge: 0,
      versions: [
        [1, 3],
        [2, 3],
        [3, 3],
      ],
      changes: [
        [1, -2],
        [2, -2],
        [3, -1],
      ],
    },
    {
      why: 'lost replicas come back to the largest, and none is taken from the others',
      from: { desired: 10, surge: 3 },
      to: 8,
      surge: 2,
      versions: [
        [1, 5],
        [2, 3],
      ],
      changes: [[1, 2]],
    },
    {
      why: 'an unchanged count spreads nothing',
      from: { desired: 10, surge: 3 },
      to: 10,
      surge: 3,
      versions: [
        [1, 8],
        [2, 3],
      ],
      changes: [],
    },
    {
      why: 'the first pass spreads nothing',
      from: null,
      to: 10,
      surge: 3,
      versions: [
        [1, 8],
        [2, 3],
      ],
      changes: [],
    },
    {
      why: 'one version alone is no mixture, be it an old one',
      from: { desired: 10, surge: 3 },
      to: 15,
      surge: 3,
      versions: [
        [1, 10],
        [2, 0],
      ],
      changes: [],
    },
    {
      why: 'nothing wanted is not a matter of shares',
      from: { desired: 10, surge: 3 },
      to: 0,
      surge: 0,
      versions: [
        [1, 8],
        [2, 5],
      ],
      changes: [],
    },
  ])('$why', ({ from, to, surge, versions, changes }) => {
    const counts = sizes(...versions);
    const newest = counts.at(-1) ?? { version: 0, replicas: 0, available: 0 };
    const shares = spreadScaling({
      desired: to,
      bounds: bounds(surge),
      newest,
      old: counts.slice(0, -1),
      previous: from,
    });
    expect(shares).toEqual(changes.map(([version, change]) => ({ version, change })));
  });
});
