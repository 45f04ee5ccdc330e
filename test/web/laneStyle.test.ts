import { describe, expect, it } from 'vitest';
import { barStyle, isFilled, markerFor } from '../../src/web/charts/laneStyle.ts';

const lanes = {
  replicas: [
    ...['deployed', 'undeployed', 'scaled', 'suspended', 'resumed', 'container exited', 'evicted', 'lost'],
    ...['image pull failed', 'liveness probe failed', 'not ready'],
    ...['started', 'completed', 'stalled', 'superseded', 'switched'].map((what) => `rollout ${what}`),
  ],
  executions: ['removed', 'skipped', 'invalid', 'suspended', 'resumed', 'undeployed'],
  volume: [
    ...['created', 'expansion accepted', 'expansion refused', 'expanded', 'replaced', 'deleted', 'unused', 'full'],
    ...['snapshot', 'snapshot refused'],
  ],
  faults: ['fault started', 'target not found'],
};

describe('signs of a lane', () => {
  it.each(Object.entries(lanes))('are told apart without colour: %s', (_, states) => {
    const shapes = states.map((state) => `${markerFor(state).d} ${isFilled(markerFor(state))}`);
    expect(new Set(shapes).size).toBe(states.length);
  });
});

it.each([
  ['what may not grow and what is full', ['expansion blocked', 'full'], 'volume'],
  ['how executions end', ['succeeded', 'failed', 'removed', 'active'], 'executions'],
  ['faults', ['locationOutage', 'disable', 'zoneLoss', 'failingService', 'slowService'], 'faults'],
] as const)('bars are told apart by their hatching: %s', (_, states, kind) => {
  expect(new Set(states.map((state) => `${barStyle(state, kind).hatch}`)).size).toBe(states.length);
});

it('versions that follow one another differ in colour, and have no hatching: that is for phases', () => {
  const styles = [1, 2, 3, 4].map((nth) => barStyle(`version ${nth}`, 'versions'));
  expect(new Set(styles.map(({ style }) => style)).size).toBe(4);
  expect(styles.map(({ hatch }) => hatch)).toEqual([null, null, null, null]);
});
