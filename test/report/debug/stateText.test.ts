import { describe, expect, it } from 'vitest';
import type { StatePart } from '../../../src/report/debug/state.ts';
import { changeTexts, partText, stateChanges } from '../../../src/report/debug/stateText.ts';

const web = (values: StatePart['values']): StatePart => ({ key: 'shop/web@aws-us-east-1', values });
const replica = (ordinal: number, values: StatePart['values']): StatePart => ({
  key: `shop/web@aws-us-east-1/${ordinal}`,
  values,
});

describe('a state in words', () => {
  it('writes names as words, instants as the clock shows them, and nothing as a dash', () => {
    const part = replica(7, {
      phase: 'running',
      ready: true,
      readySinceAt: '2026-11-01T00:30:04.000Z',
      capacityGB: 25.5,
      expansions24h: 4,
      goneAt: null,
      by: '#812',
    });
    expect(partText(part)).toBe(
      'shop/web@aws-us-east-1/7: phase running, ready yes, ready since 1 Nov 00:30:04, capacity GB 25.5, expansions 24h 4, gone -, by #812',
    );
  });
});

describe('the difference of two states', () => {
  it('has a line for each object: what changed, came and went', () => {
    const before = [web({ desired: 2, ready: 2 }), replica(1, { ready: true }), replica(2, { ready: true })];
    const after = [
      web({ desired: 3, ready: 1 }),
      replica(2, { ready: true, goneAt: null }),
      replica(3, { ready: false }),
    ];
    expect(changeTexts(stateChanges(before, after))).toEqual([
      'shop/web@aws-us-east-1: desired 2 -> 3, ready 2 -> 1',
      'shop/web@aws-us-east-1/3: new',
      'shop/web@aws-us-east-1/1: gone',
    ]);
  });

  it('is empty if nothing differs', () => {
    expect(stateChanges([web({ desired: 2 })], [web({ desired: 2 })])).toEqual([]);
  });
});
