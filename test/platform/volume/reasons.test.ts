import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../src/engine/time.ts';
import { planVolumeCommand, type VolumeCommand, type VolumeCommandView } from '../../../src/platform/volume/command.ts';
import { type ExpansionState, planExpansion } from '../../../src/platform/volume/expansion.ts';
import type { Fit } from '../../../src/platform/volume/forecast.ts';
import { expansionsCounting } from '../../../src/platform/volume/limit.ts';
import { type VolumesetSettings, volumesetSettings } from '../../../src/platform/volume/settings.ts';
import { finalSnapshot, planSnapshotTick, snapshotName, takenSnapshot } from '../../../src/platform/volume/snapshot.ts';
import type { Snapshot, Volume } from '../../../src/platform/volume/volumeRecord.ts';
import { assume, GB, settings, spec, volume } from './specs.ts';

const now = 100 * day;
const reactive = { minFreePercentage: 20, scalingFactor: 2 };
const predictive = { ...reactive, predictive: { enabled: true, minDataPoints: 10 } };
const read = ['unit.gb', 'volume.reading.interval', 'volume.reading.grain'];
const projected = ['volume.predictive.trigger', 'volume.predictive.origin', 'numbers.epsilon'];

/** Use and capacity in GB. */
function state(usedGB: number, capacityGB: number, more: Partial<ExpansionState> = {}): ExpansionState {
  return {
    commandAtWork: false,
    capacityMicroGB: capacityGB * 1e6,
    reading: usedGB * 1000,
    fit: null,
    expansions: [],
    ...more,
  };
}

/** A line that is at `meanGB` now and grows by `slopeGB` an hour. */
function line(meanGB: number, slopeGB: number, more: Partial<Fit> = {}): Fit {
  const mean = meanGB * 1000;
  return { points: 100, slopePerHour: slopeGB * 1000, mean, hoursSinceMean: 0, last: mean, isAtBound: false, ...more };
}

const four = [now - 23 * hour, now - 3 * hour, now - 2 * hour, now - hour];

describe('each plan of an expansion cites the rules and assumptions that decided', () => {
  it.each<[string, VolumesetSettings, ExpansionState, string, string[], string[]]>([
    ['no autoscaling', settings({}), state(9, 10), 'hold', [], ['volume.autoscale.requires']],
    ['a command is running', settings(reactive), state(9, 10, { commandAtWork: true }), 'hold', ['VOLCMD-5'], []],
    ['enough is free', settings(reactive), state(8, 10), 'hold', ['VOLAUTO-11'], []],
    [
      'enough is free as projected',
      settings(predictive),
      state(5, 10, { fit: line(5, 0.5) }),
      'hold',
      ['VOLAUTO-11', 'VOLAUTO-14', 'VOLAUTO-15'],
      ['volume.predictive.trigger'],
    ],
    ['too few readings', settings(predictive), state(7, 10), 'hold', ['VOLAUTO-11', 'VOLAUTO-19'], []],
    [
      'too little growth',
      settings(predictive),
      state(7, 10, { fit: line(7, 0.001) }),
      'hold',
      ['VOLAUTO-11', 'VOLAUTO-18'],
      ['numbers.epsilon'],
    ],
    [
      'the target is no more than the capacity, which takes a factor below 1',
      settings({ ...predictive, predictive: { enabled: true, scalingFactor: 0.8 } }),
      state(7, 10, { fit: line(7, 0.5) }),
      'hold',
      ['VOLAUTO-12', 'VOLAUTO-17'],
      [],
    ],
    [
      'the target is no more than the capacity, and the cap is no less',
      settings({ ...predictive, maxCapacity: 10, predictive: { enabled: true, scalingFactor: 0.8 } }),
      state(7, 10, { fit: line(7, 0.5) }),
      'hold',
      ['VOLAUTO-12', 'VOLAUTO-17'],
      [],
    ],
    [
      '100 % free is refused where so assumed, 20 % are not',
      settings(reactive, { 'volume.minFree100': 'refuse' }),
      state(9, 10),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-12'],
      [...read, 'volume.reactive.rounding'],
    ],
    [
      'the capacity is at the cap',
      settings({ ...reactive, maxCapacity: 16 }),
      state(16, 16),
      'hold',
      ['VOLAUTO-1', 'VOLAUTO-13', 'VOLAUTO-17'],
      [],
    ],
    [
      'a fifth expansion',
      settings(reactive),
      state(9, 10, { expansions: four }),
      'refuse',
      ['LIMIT-1'],
      ['volume.reading.interval', 'volume.limit.reached', 'volume.limit.window'],
    ],
    [
      '100 % free, refused where so assumed',
      settings({ ...reactive, minFreePercentage: 100 }, { 'volume.minFree100': 'refuse' }),
      state(9, 10),
      'refuse',
      ['VOLAUTO-2'],
      ['volume.minFree100'],
    ],
    [
      '100 % free: to the cap',
      settings({ ...reactive, minFreePercentage: 100 }),
      state(9, 10),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-1'],
      [...read, 'volume.minFree100'],
    ],
    [
      'the reactive target',
      settings(reactive),
      state(9, 10),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-12'],
      [...read, 'volume.reactive.rounding'],
    ],
    [
      'the reactive target with a factor of 1',
      settings({ ...reactive, scalingFactor: 1 }),
      state(9, 10),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-12'],
      [...read, 'volume.reactive.rounding', 'volume.factorOne'],
    ],
    [
      'the reactive target, cut to the cap',
      settings({ ...reactive, maxCapacity: 20 }),
      state(9, 10),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-12', 'VOLAUTO-13'],
      [...read, 'volume.reactive.rounding'],
    ],
    [
      'the reactive target, exactly the cap',
      settings({ ...reactive, maxCapacity: 22.5 }),
      state(9, 10),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-12'],
      [...read, 'volume.reactive.rounding'],
    ],
    [
      'the reactive target, larger than the predictive one',
      settings(predictive),
      state(9, 10, { fit: line(7, 0.1) }),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-12', 'VOLAUTO-17'],
      [...read, 'volume.reactive.rounding', 'volume.reactive.competes'],
    ],
    [
      'the predictive target, cut to the cap',
      settings({ ...predictive, maxCapacity: 20 }),
      state(7, 10, { fit: line(7, 0.5) }),
      'act',
      ['VOLAUTO-14', 'VOLAUTO-15', 'VOLAUTO-16', 'VOLAUTO-17'],
      [...read, ...projected, 'volume.reactive.competes'],
    ],
    [
      'the predictive target, with a reading exactly as old as the lookback window',
      settings(predictive),
      state(7, 10, { fit: line(7, 0.5, { isAtBound: true }) }),
      'act',
      ['VOLAUTO-14', 'VOLAUTO-15', 'VOLAUTO-16', 'VOLAUTO-17'],
      [...read, ...projected, 'volume.predictive.window', 'volume.reactive.competes'],
    ],
    [
      'an earlier expansion that is exactly 24 hours old',
      settings(reactive),
      state(9, 10, { expansions: [now - day] }),
      'act',
      ['VOLAUTO-11', 'VOLAUTO-12'],
      [...read, 'volume.reactive.rounding', 'volume.limit.window'],
    ],
  ])('%s', (_, set, what, kind, rules, assumptions) => {
    const plan = planExpansion(set, what, now);
    expect(plan.kind).toBe(kind);
    expect(plan.reason).toEqual({ rules, assumptions });
  });

  it('a refusal says in a sentence why', () => {
    const full = planExpansion(settings(reactive), state(9, 10, { expansions: four }), now);
    expect(full).toMatchObject({ message: '4 expansions within 24 hours: the quota of this volume is used up' });
    const set = settings({ ...reactive, minFreePercentage: 100 }, { 'volume.minFree100': 'refuse' });
    expect(planExpansion(set, state(9, 10), now)).toMatchObject({
      message: 'minFreePercentage is 100, so there is no capacity to expand to',
      retryAt: null,
    });
  });
});

describe('the figures behind an expansion', () => {
  const figuresOf = (set: VolumesetSettings, fit: Fit | null) => {
    const plan = planExpansion(set, state(9, 10, { fit }), now);
    const { points, slopeGBPerHour, projectedGB } = plan.kind === 'act' ? plan.actions[0]!.figures : {};
    return [points, slopeGBPerHour, projectedGB];
  };

  it.each<[string, VolumesetSettings, Fit | null, unknown]>([
    ['without prediction', settings(reactive), line(9, 0.5), [null, null, null]],
    ['without readings', settings(predictive), null, [0, null, null]],
    ['one reading has no slope', settings(predictive), line(9, Number.NaN, { points: 1 }), [1, null, null]],
    ['two readings have one', settings(predictive), line(9, 0.5, { points: 2 }), [2, 0.5, null]],
    ['a projection', settings(predictive), line(9, 0.5), [100, 0.5, 12]],
    ['too little growth is not projected', settings(predictive), line(9, 0.001), [100, 0.001, null]],
  ])('%s', (_, set, fit, figures) => {
    expect(figuresOf(set, fit)).toEqual(figures);
  });
});

describe('LIMIT-1: which expansions count at an instant', () => {
  it.each([
    ['one that is 24 hours old counts in a closed window alone', [now - day], 0, 1],
    ['a millisecond younger it counts', [now - day + 1], 1, 1],
    ['one of this instant counts', [now], 1, 1],
    ['a later one does not', [now, now + 1], 1, 1],
  ])('%s', (_, expansions, leftOpen, closed) => {
    expect(expansionsCounting(expansions, now, 'leftOpen')).toBe(leftOpen);
    expect(expansionsCounting(expansions, now, 'closed')).toBe(closed);
  });
});

const nightly: Snapshot = {
  name: 'nightly',
  createdAt: now - day,
  expiresAt: now + day,
  usedBytes: 15 * GB,
  capacityMicroGB: 20e6,
  tags: {},
  by: 'command',
};

function view(changes: Partial<VolumeCommandView> = {}): VolumeCommandView {
  return {
    set: 'data',
    settings: settings({ maxCapacity: 100 }),
    location: 'aws-eu-central-1',
    index: 3,
    volume: volume({ capacityMicroGB: 40e6, snapshots: [nightly] }),
    inUse: true,
    usedBytes: 12 * GB,
    now,
    ...changes,
  };
}

const expand = (newStorageCapacity: number): VolumeCommand => ({ type: 'expandVolume', newStorageCapacity });
const shrink = (newStorageCapacity: number): VolumeCommand => ({ type: 'shrinkVolume', newStorageCapacity });
const take = (snapshotName: string, snapshotExpirationAt: number | null = null): VolumeCommand => ({
  type: 'createVolumeSnapshot',
  snapshotName,
  snapshotExpirationAt,
  tags: {},
});
const restore: VolumeCommand = { type: 'restoreVolume', snapshotName: 'nightly' };
const forget: VolumeCommand = { type: 'deleteVolumeSnapshot', snapshotName: 'nightly' };
const remove: VolumeCommand = { type: 'deleteVolume' };
const of = (changes: Parameters<typeof volume>[0]) => ({ volume: volume({ capacityMicroGB: 40e6, ...changes }) });
const creating = of({ lifecycle: 'creating' });
const deleted = of({ lifecycle: 'deleted' });
const shared = volumesetSettings(spec({ fileSystemType: 'shared', performanceClass: 'shared' }), assume({}));
const fast = settings({}, {}, { performanceClass: 'high-throughput-ssd', initialCapacity: 200 });
/** With three younger ones: the fourth newest is exactly 24 hours old. */
const atBound = of({ expansions: [now - day, ...four.slice(1)] });
const gone = 'volume 3 in aws-eu-central-1 has been deleted';

describe('each plan of a volume command cites its rules', () => {
  it.each<[string, Partial<VolumeCommandView>, VolumeCommand, string[], string[]]>([
    ['expand', {}, expand(60), ['VOLCMD-5', 'VOLCMD-6'], ['unit.gb']],
    ['expand a volume that is being created', creating, expand(60), ['VOLCMD-5', 'VOLCMD-6'], ['unit.gb']],
    [
      'expand, with four expansions of which one is exactly 24 hours old',
      atBound,
      expand(60),
      ['VOLCMD-5', 'VOLCMD-6'],
      ['unit.gb', 'volume.limit.window'],
    ],
    [
      'expand, with three expansions of which one is exactly 24 hours old: the bound decides nothing',
      of({ expansions: [now - day, now - hour, now] }),
      expand(60),
      ['VOLCMD-5', 'VOLCMD-6'],
      ['unit.gb'],
    ],
    [
      'expand online',
      { settings: settings({ maxCapacity: 100 }, { 'volume.expand.restart': 'online' }) },
      expand(60),
      ['VOLCMD-5'],
      ['unit.gb', 'volume.expand.restart'],
    ],
    ['shrink', {}, shrink(20), ['VOLCMD-7', 'VOLCMD-6'], ['unit.gb']],
    ['shrink a volume that is being created', creating, shrink(20), ['VOLCMD-7', 'VOLCMD-6'], ['unit.gb']],
    ['shrink to the minimum of the class', {}, shrink(10), ['VOLCMD-7', 'VOLCMD-6'], ['unit.gb']],
    ['delete an unused volume', { inUse: false }, remove, ['VOLCMD-8'], []],
    ['delete a volume in use', {}, remove, ['VOLCMD-9', 'VOLCMD-6'], ['volume.deleteInUse.capacity']],
    ['take a snapshot with a date', {}, take('a', now + 1), ['VOLCMD-10', 'VOLCMD-11'], []],
    ['take a snapshot without', {}, take('a'), ['VOLCMD-11', 'SNAP-1'], ['snapshot.retention']],
    ['delete a snapshot', {}, forget, ['VOLCMD-12'], []],
    ['restore a volume', {}, restore, ['VOLCMD-13', 'VOLCMD-14', 'VOLCMD-6'], ['volume.restore.capacity']],
  ])('%s', (_, changes, command, rules, assumptions) => {
    const plan = planVolumeCommand(view(changes), command);
    expect(plan.kind).toBe('act');
    expect(plan.reason).toEqual({ rules, assumptions });
  });

  it.each<[string, Partial<VolumeCommandView>, VolumeCommand, string[], string[]]>([
    ['a shared volume set takes no shrinkVolume', { settings: shared, volume: null }, shrink(5), ['ERR-2'], []],
    ['the volume set has no volume 3 in aws-eu-central-1', { volume: null }, remove, ['VOLCMD-3'], []],
    [gone, deleted, expand(60), ['VOLCMD-8'], []],
    [gone, deleted, shrink(20), ['VOLCMD-8'], []],
    [gone, deleted, take('a'), ['VOLCMD-8'], []],
    [gone, deleted, remove, ['VOLCMD-8'], []],
    ['an expansion must be to more than the present 40 GB; asked for 39.5 GB', {}, expand(39.5), ['ERR-3'], []],
    ['an expansion must be to at most 100 GB, maxCapacity; asked for 101 GB', {}, expand(101), ['VOLAUTO-1'], []],
    [
      'an expansion must be to at most 65536 GB, the maximum of class general-purpose-ssd; asked for 65537 GB',
      { settings: settings({}) },
      expand(65_537),
      ['VOL-7', 'VOL-8'],
      [],
    ],
    [
      '4 expansions within 24 hours: the quota of this volume is used up',
      of({ expansions: four }),
      expand(60),
      ['LIMIT-1'],
      ['volume.limit.reached', 'api.expandStatus'],
    ],
    [
      '4 expansions within 24 hours: the quota of this volume is used up',
      { ...atBound, settings: settings({}, { 'volume.limit.window': 'closed' }) },
      expand(60),
      ['LIMIT-1'],
      ['volume.limit.reached', 'api.expandStatus', 'volume.limit.window'],
    ],
    ['a shrink must be to less than the present 40 GB; asked for 40 GB', {}, shrink(40), ['VOLCMD-7'], []],
    [
      'a shrink must be to at least 200 GB, the minimum of class high-throughput-ssd; asked for 199 GB',
      { ...of({ capacityMicroGB: 400e6 }), settings: fast },
      shrink(199),
      ['VOL-7', 'VOL-8'],
      [],
    ],
    [
      'volume 3 in aws-eu-central-1 is still being created',
      { ...creating, settings: settings({}, { 'snapshot.whileCreating': 'refused' }) },
      take('a'),
      ['VOLCMD-11'],
      ['snapshot.whileCreating'],
    ],
    ["the volume has a snapshot 'nightly' already", {}, take('nightly'), ['SNAP-5'], []],
    ['snapshotExpirationDate must lie in the future', {}, take('a', now), ['VOLCMD-10'], []],
    ["the volume has no snapshot 'nightly'", of({}), restore, ['VOLCMD-12', 'VOLCMD-13'], []],
    ["the volume has no snapshot 'nightly'", of({}), forget, ['VOLCMD-12', 'VOLCMD-13'], []],
  ])('%s', (message, changes, command, rules, assumptions) => {
    const plan = planVolumeCommand(view(changes), command);
    expect(plan).toMatchObject({ kind: 'refuse', message });
    expect(plan.reason).toEqual({ rules, assumptions });
  });

  it('a volume that is being created has a snapshot taken where that is not refused', () => {
    const waits = settings({}, { 'snapshot.whileCreating': 'waits' });
    expect(planVolumeCommand(view({ ...creating, settings: waits }), take('a')).kind).toBe('act');
    const refused = settings({}, { 'snapshot.whileCreating': 'refused' });
    expect(planVolumeCommand(view({ settings: refused }), take('a')).kind).toBe('act');
  });

  it('a full quota is answered with the status that is assumed', () => {
    const full = { ...of({ expansions: four }), settings: settings({}, { 'api.expandStatus': 409 }) };
    expect(planVolumeCommand(view(full), expand(60))).toMatchObject({ status: 409, code: 'EXPANSION_QUOTA' });
  });
});

describe('a restore has room for what the snapshot holds', () => {
  const restored = (capacityGB: number, snapshot: Partial<Snapshot>) =>
    planVolumeCommand(
      view({ volume: volume({ capacityMicroGB: capacityGB * 1e6, snapshots: [{ ...nightly, ...snapshot }] }) }),
      restore,
    );

  it.each([
    ['a capacity that is just enough stays', 15, {}, 15e6],
    ['one byte more needs 1e-6 GB more', 15, { usedBytes: 15 * GB + 1 }, 15e6 + 1],
    ['never more than the capacity that the snapshot was taken of', 12, { capacityMicroGB: 14e6 }, 14e6],
    ['nor less than the volume has', 14.9, { capacityMicroGB: 14e6 }, 14.9e6],
  ])('%s', (_, capacityGB, snapshot, toMicroGB) => {
    expect(restored(capacityGB, snapshot)).toMatchObject({ actions: [{ toMicroGB }] });
  });
});

describe('each plan of a scheduled snapshot cites its rules', () => {
  const at = 0;
  const { snapshots } = volumesetSettings(spec({ snapshots: { schedule: '0 * * * *' } }), assume({}));
  const tick = (changes: Parameters<typeof volume>[0]) =>
    planSnapshotTick(snapshots, { set: 'data', volume: volume(changes), usedBytes: 0 }, at);
  const taken = takenSnapshot(
    { set: 'data', volume: volume(), usedBytes: 7 },
    { name: snapshotName('data', 0, at), at, expiresAt: day, by: 'command' },
  );

  it.each<[string, Partial<Volume>, string, string[], string[]]>([
    ['a volume', {}, 'act', ['SNAP-2', 'SNAP-4'], ['cron.zone', 'snapshot.retention']],
    ['a deleted volume', { lifecycle: 'deleted' }, 'hold', ['SNAP-2', 'VOLCMD-8'], []],
    ['a volume that is being created', { lifecycle: 'creating' }, 'hold', ['SNAP-2', 'VOLCMD-8'], []],
    ['a name that is taken', { snapshots: [taken] }, 'refuse', ['SNAP-5'], []],
  ])('%s', (_, changes, kind, rules, assumptions) => {
    const plan = tick(changes);
    expect(plan.kind).toBe(kind);
    expect(plan.reason).toEqual({ rules, assumptions });
  });

  it('without a device there is no last snapshot either', () => {
    const last = (lifecycle: Volume['lifecycle']) =>
      finalSnapshot(snapshots, { set: 'data', volume: volume({ lifecycle }), usedBytes: 0 }, at);
    expect([last('creating'), last('deleted')]).toEqual([null, null]);
    expect(last('unused')).not.toBeNull();
  });

  it('says which name is taken, and that time does not help', () => {
    expect(tick({ snapshots: [taken] })).toMatchObject({
      message: "the volume has a snapshot 'data-0-197001010000' already",
      retryAt: null,
    });
  });

  it('a snapshot has the tags that it is given, or none', () => {
    expect(taken.tags).toEqual({});
    expect(tick({})).toMatchObject({ actions: [{ snapshot: { tags: {}, capacityMicroGB: 10e6 } }] });
  });
});
