import { describe, expect, it } from 'vitest';
import { stallText } from '../../../src/report/verdict/stallText.ts';

describe('a rollout without progress, in words', () => {
  const stall = { version: 2, sinceAt: 0, seq: 1 };
  const waiting = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ replica: `web-${i}`, lacks: 'readinessProbe' as const }));

  const first = 'web-0 (readiness probe has not succeeded)';

  it.each([
    [0, { times: 1, rollouts: 1 }, 'the rollout of version 2 stalled'],
    [1, { times: 1, rollouts: 1 }, `the rollout of version 2 stalled: it waits for ${first}`],
    [1, { times: 2, rollouts: 1 }, `the rollout of version 2 stalled 2 times: it waits for ${first}`],
    [0, { times: 1, rollouts: 3 }, 'the rollout of version 2 stalled; 2 later rollouts stalled too'],
    [0, { times: 2, rollouts: 2 }, 'the rollout of version 2 stalled 2 times; 1 later rollout stalled too'],
  ])('%i waiting, %j', (count, counts, text) => {
    expect(stallText({ ...stall, waitsFor: waiting(count) }, counts)).toBe(text);
  });

  it('names three, and counts the rest', () => {
    const text = stallText({ ...stall, waitsFor: waiting(5) }, { times: 1, rollouts: 1 });
    expect(text).toContain('web-1 (readiness probe has not succeeded), web-2 (');
    expect(text).toMatch(/\) and 2 more$/);
  });
});
