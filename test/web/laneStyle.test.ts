import { describe, expect, it } from 'vitest';
import { barStyle, isFilled, pointSign } from '../../src/web/charts/laneStyle.ts';

const lanes = {
  replicas: [
    ...['opened', 'closed', 'scaled', 'suspended', 'resumed', 'exited', 'evicted', 'lost', 'pull failed'],
    ...['unresponsive', 'unready'],
    ...['started', 'completed', 'stalled', 'superseded', 'switched'].map((what) => `rollout ${what}`),
  ],
  executions: ['removed', 'skipped', 'invalid', 'suspended', 'resumed', 'closed'],
  volume: [
    ...['created', 'expansion', 'expanded', 'replaced', 'deleted', 'unused', 'refused', 'full'],
    ...['snapshot', 'snapshot refused'],
  ],
  faults: ['struck', 'missed'],
};

describe('signs of a lane', () => {
  it.each(Object.entries(lanes))('are told apart without colour: %s', (_, states) => {
    const shapes = states.map((state) => `${pointSign(state).d} ${isFilled(pointSign(state))}`);
    expect(new Set(shapes).size).toBe(states.length);
  });
});

it.each([
  ['what may not grow and what is full', ['refused', 'full'], 'volume'],
  ['versions that follow one another', ['version 1', 'version 2', 'version 3', 'version 4'], 'versions'],
  ['how executions end', ['succeeded', 'failed', 'removed', 'active'], 'executions'],
  ['faults', ['locationOutage', 'disable', 'zoneLoss', 'failingService', 'slowService'], 'faults'],
] as const)('bars are told apart by their hatching: %s', (_, states, kind) => {
  expect(new Set(states.map((state) => `${barStyle(state, kind).hatch}`)).size).toBeGreaterThanOrEqual(
    kind === 'versions' ? 3 : states.length,
  );
});
