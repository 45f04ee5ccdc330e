import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil, minute } from '../../../src/engine/time.ts';
import { parseRetention } from '../../../src/platform/volume/retention.ts';
import { volumesetSettings } from '../../../src/platform/volume/settings.ts';
import { finalSnapshot, planSnapshotTick, snapshotName } from '../../../src/platform/volume/snapshot.ts';
import { assume, GB, spec, volume } from './specs.ts';

const at = instantFromCivil(2026, 11, 5, 3 * hour + 7 * minute);
const { snapshots } = volumesetSettings(
  spec({ snapshots: { retentionDuration: '1.5h', schedule: '7 3 * * *' } }),
  assume({}),
);

describe('SNAP-1: a retention is a decimal number and d, h or m', () => {
  it.each([
    ['days', '7d', 7 * day],
    ['a fraction', '1.5h', 90 * minute],
    ['m is minutes', '30m', 30 * minute],
    ['no digit before the point', '.5d', 12 * hour],
    ['two digits after it', '.25h', 15 * minute],
    ['the longest', '150119987579.016516666m', Number.MAX_SAFE_INTEGER],
    ['a millisecond more', '150119987579.016533333m', null],
    ['to the nearest millisecond', '0.00001m', 1],
    ['no unit', '7', null],
    ['another unit', '1w', null],
    ['below 0', '-1d', null],
    ['a blank', '7 d', null],
    ['two units', '1d2h', null],
    ['nothing', '', null],
    ['beyond all time', '999999999999d', null],
  ])('%s: %s', (_, text, expected) => {
    expect(parseRetention(text, 'minutes')).toBe(expected);
  });
});

describe('a tick of the snapshot schedule', () => {
  it('names a snapshot by set, index and minute, and keeps it for the retention', () => {
    expect(snapshotName('data', 2, at)).toBe('data-2-202611050307');
    const plan = planSnapshotTick(snapshots, { set: 'data', volume: volume(), usedBytes: 5 * GB }, at);
    expect(plan).toMatchObject({
      kind: 'act',
      actions: [
        {
          snapshot: {
            name: 'data-0-202611050307',
            createdAt: at,
            expiresAt: at + 90 * minute,
            usedBytes: 5 * GB,
            by: 'schedule',
          },
        },
      ],
    });
  });

  it('takes none where there is no device', () => {
    for (const lifecycle of ['creating', 'deleted'] as const)
      expect(planSnapshotTick(snapshots, { set: 'data', volume: volume({ lifecycle }), usedBytes: 0 }, at).kind).toBe(
        'hold',
      );
    expect(
      planSnapshotTick(snapshots, { set: 'data', volume: volume({ lifecycle: 'unused' }), usedBytes: 0 }, at).kind,
    ).toBe('act');
  });

  it('SNAP-5: leaves a name that is taken to its snapshot', () => {
    const first = planSnapshotTick(snapshots, { set: 'data', volume: volume(), usedBytes: 0 }, at);
    const taken = first.kind === 'act' ? first.actions.map(({ snapshot }) => snapshot) : [];
    expect(
      planSnapshotTick(snapshots, { set: 'data', volume: volume({ snapshots: taken }), usedBytes: 0 }, at).kind,
    ).toBe('refuse');
  });
});

describe('the last snapshot of a set', () => {
  it('is taken when the set is deleted, and kept like every other', () => {
    const snapshot = finalSnapshot(snapshots, { set: 'data', volume: volume(), usedBytes: 0 }, at);
    const expiresAt = at + 90 * minute;
    expect(snapshot).toMatchObject({ by: 'deletion', name: 'data-0-202611050307', expiresAt });
  });

  it('a set may go without a last one', () => {
    const none = volumesetSettings(spec({ snapshots: { createFinalSnapshot: false } }), assume({})).snapshots;
    expect(finalSnapshot(none, { set: 'data', volume: volume(), usedBytes: 0 }, at)).toBeNull();
  });

  it('SNAP-6: a shared set has no schedule and no last one; 7 days is the retention of a set that states none', () => {
    const shared = spec({ fileSystemType: 'shared', performanceClass: 'shared', snapshots: { schedule: '0 * * * *' } });
    expect(volumesetSettings(shared, assume({})).snapshots).toEqual({
      retention: 7 * day,
      schedule: null,
      takesFinal: false,
    });
  });
});
