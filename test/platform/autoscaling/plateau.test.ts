import { describe, expect, it } from 'vitest';
import { clonePlateaus, isOn, type Plateaus, plateauOn, widen } from '../../../src/platform/autoscaling/plateau.ts';

const settings = { target: 60 };

describe('loads that leave the count', () => {
  it('are those between two that do; none at first', () => {
    const plateaus: Plateaus = [];
    expect(isOn(plateauOn(plateaus, settings, 3), 10)).toBe(false);
    widen(plateauOn(plateaus, settings, 3), 10);
    widen(plateauOn(plateaus, settings, 3), 14);
    expect([9, 10, 12, 14, 15].map((load) => isOn(plateauOn(plateaus, settings, 3), load))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['another count', [settings, 4]],
    ['other settings, even if they say the same', [{ target: 60 }, 3]],
  ])('are asked for anew on %s', (_, ground) => {
    const plateaus: Plateaus = [];
    widen(plateauOn(plateaus, settings, 3), 10);
    expect(isOn(plateauOn(plateaus, ...ground), 10)).toBe(false);
    expect(isOn(plateauOn(plateaus, settings, 3), 10)).toBe(true);
  });

  it('are forgotten where others were asked for since', () => {
    const plateaus: Plateaus = [];
    widen(plateauOn(plateaus, settings, 3), 10);
    for (let count = 4; count < 30; count += 1) plateauOn(plateaus, settings, count);
    expect(isOn(plateauOn(plateaus, settings, 3), 10)).toBe(false);
    expect(plateaus.length).toBeLessThan(10);
  });

  it('of a copy are its own', () => {
    const plateaus: Plateaus = [];
    const plateau = plateauOn(plateaus, settings, 3);
    const copy = clonePlateaus(plateaus);
    widen(plateau, 10);
    expect(isOn(plateauOn(copy, settings, 3), 10)).toBe(false);
  });
});
