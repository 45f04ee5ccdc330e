import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../src/engine/time.ts';
import { forecastWindow, pushReading } from '../../../src/platform/volume/forecast.ts';
import type { VolumeUsage } from '../../../src/platform/volume/usage.ts';
import {
  capacityBytesOf,
  cloneVolume,
  newVolume,
  noteExpansion,
  readingFromBytes,
  setUse,
  usedBytesOf,
} from '../../../src/platform/volume/volume.ts';
import { GB, settings, volume } from './specs.ts';

const set = settings({});
const growing: VolumeUsage = { kind: 'line', startBytes: 8 * GB, growthBytesPerHour: GB };
const usedGB = (one: ReturnType<typeof volume>, at: number, usage = growing): number =>
  usedBytesOf(one, usage, set, at) / GB;

describe('what a volume stores', () => {
  it('follows the curve up to the capacity', () => {
    const one = volume();
    expect([0, hour, 2 * hour, 3 * hour].map((at) => usedGB(one, at))).toEqual([8, 9, 10, 10]);
  });

  it('starts from 0 after a loss of data, with the growth of the curve', () => {
    const one = volume();
    setUse(one, growing, hour, 0);
    expect([hour, 3 * hour].map((at) => usedGB(one, at))).toEqual([0, 2]);
  });

  it('follows the curve from where its clock started', () => {
    expect(usedGB(volume({ usageClockAt: hour }), 2 * hour)).toBe(9);
  });

  it('is empty and without a past when it is new', () => {
    expect(newVolume({ volumeset: 1, location: 2, index: 3 }, set, hour)).toEqual({
      volumeset: 1,
      location: 2,
      index: 3,
      lifecycle: 'creating',
      generation: 1,
      capacityMicroGB: 10_000_000,
      keyId: null,
      createdAt: hour,
      usageClockAt: hour,
      usageOffsetBytes: 0,
      steadySince: hour,
      past: [],
      isFull: false,
      expansions: [],
      snapshots: [],
      reading: null,
      forecast: null,
      standingRefusal: null,
    });
  });

  it('is nothing without a device', () => {
    expect(usedGB(volume({ lifecycle: 'deleted' }), hour)).toBe(0);
    expect(usedGB(volume({ lifecycle: 'creating' }), hour)).toBe(0);
  });
});

describe('numbers of a volume', () => {
  it.each([
    ['10 GB', 10e6, 1e9, 10e9],
    ['one millionth of a GB is 1000 bytes', 1, 1e9, 1000],
    ['a GB of 2^30 bytes, rounded down', 10_000_001, 2 ** 30, 10_737_419_313],
    ['the largest volume, exactly', 65_536e6, 2 ** 30, 65_536 * 2 ** 30],
  ])('%s', (_, microGB, bytesPerGB, bytes) => {
    expect(capacityBytesOf(microGB, bytesPerGB)).toBe(bytes);
  });

  it('readings are whole MB, halves up', () => {
    expect([1_499_999, 1_500_000].map((bytes) => readingFromBytes(bytes, set))).toEqual([1, 2]);
  });

  it('expansions older than 24 hours are forgotten, one exactly that old is not', () => {
    const one = volume({ expansions: [0, 1] });
    noteExpansion(one, day + 1);
    expect(one.expansions).toEqual([1, day + 1]);
  });

  it('a copy shares nothing that changes', () => {
    const forecast = forecastWindow({ anchor: 0, step: 1, lookback: 10, readingMax: 5 });
    const one = volume({ forecast });
    const copy = cloneVolume(one);
    expect(copy).toEqual(one);
    expect(copy.expansions).not.toBe(one.expansions);
    expect(copy.past).not.toBe(one.past);
    expect(copy.snapshots).not.toBe(one.snapshots);
    noteExpansion(copy, 5);
    pushReading(forecast, 3, 1);
    expect(one.expansions).toEqual([]);
    expect(copy.forecast?.length).toBe(0);
  });
});
