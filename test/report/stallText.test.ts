import { describe, expect, it } from 'vitest';
import { stallText } from '../../src/report/stallText.ts';

describe('a rollout without progress, in words', () => {
  const stall = { version: 2, sinceAt: 0, seq: 1 };
  const waiting = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ replica: `web-${i}`, lacks: 'readinessProbe' as const }));

  it.each([
    [0, 1, 'the rollout of version 2 made no progress'],
    [1, 1, 'the rollout of version 2 made no progress: it waits for web-0 (its readiness probe has not succeeded)'],
    [0, 3, 'the rollout of version 2 made no progress; nor did 2 later ones'],
  ])('%i waiting, %i stalls', (count, stalls, text) => {
    expect(stallText({ ...stall, waitsFor: waiting(count) }, stalls)).toBe(text);
  });

  it('names three, and counts the rest', () => {
    const text = stallText({ ...stall, waitsFor: waiting(5) }, 1);
    expect(text).toContain('web-1 (its readiness probe has not succeeded), web-2 (');
    expect(text).toMatch(/\) and 2 more$/);
  });
});
