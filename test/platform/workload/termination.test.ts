import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { planTermination } from '../../../src/platform/workload/termination.ts';

describe('ROLL-11: how a replica goes', () => {
  it.each<[string, number, number, 'grace/2' | 'none' | number, number, number, boolean]>([
    ['by default', 90, 1, 'grace/2', 45, 46, false],
    ['half of an odd grace is rounded down to whole seconds', 15, 1, 'grace/2', 7, 8, false],
    ['at the end of the grace it is killed', 15, 20, 'grace/2', 7, 15, true],
    ['a stop that takes exactly what is left is no kill', 10, 5, 'grace/2', 5, 10, false],
    ['no grace: gone at once', 0, 1, 'grace/2', 0, 0, true],
    ['one second: the signal comes at once', 1, 1, 'grace/2', 0, 1, false],
    ['`termination.preStop` none: the signal comes at once', 90, 1, 'none', 0, 1, false],
    ['`termination.preStop` of 20 s', 90, 1, 20 * second, 20, 21, false],
    ['no longer than the grace', 10, 1, 20 * second, 10, 10, true],
  ])('%s', (_, grace, stop, preStop, signal, gone, killed) => {
    const view = { grace: grace * second, stop: stop * second };
    expect(planTermination(view, { 'termination.preStop': preStop })).toEqual({
      signalAfter: signal * second,
      goneAfter: gone * second,
      killed,
    });
  });

  it.each<[string, (number | null)[], number, boolean]>([
    ['a hook takes the place of the wait', [10], 10, false],
    ['a hook that does nothing', [0], 0, false],
    ['the last container decides', [10, 30], 30, false],
    ['a container without a hook waits as usual', [10, null], 45, false],
    ['a hook may take longer than the usual wait', [60, null], 60, false],
    ['no longer than the grace', [120], 90, true],
  ])('`termination.hooks`: %s', (_, hooks, signal, killed) => {
    const view = { grace: 90 * second, stop: second, hooks: hooks.map((hook) => hook && hook * second) };
    const { signalAfter, killed: isKilled } = planTermination(view, { 'termination.preStop': 'grace/2' });
    expect([signalAfter, isKilled]).toEqual([signal * second, killed]);
  });
});
