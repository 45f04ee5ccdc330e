import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/engine/digest.ts';
import { second } from '../../../src/engine/time.ts';
import {
  type Autoscaler,
  cloneAutoscaler,
  newAutoscaler,
  nextLook,
} from '../../../src/platform/autoscaling/autoscaler.ts';
import { rememberChange } from '../../../src/platform/autoscaling/changes.ts';
import { rememberPoll } from '../../../src/platform/autoscaling/keda.ts';
import { rememberPanic } from '../../../src/platform/autoscaling/kpa.ts';
import { rememberProposal } from '../../../src/platform/autoscaling/proposals.ts';
import type { AutoscalingSettings } from '../../../src/platform/autoscaling/settings.ts';
import { hpa, keda, kpa, queue, read } from './built.ts';

const loops = [
  hpa({ metric: 'cpu' }),
  kpa({ target: 10 }),
  keda({}, [queue(5)]),
  read('standard', { metric: 'disabled' }),
] as const;

/** Changes everything that a memory holds. */
function live(autoscaler: Autoscaler, settings: AutoscalingSettings, at: number): void {
  if ('sync' in autoscaler) {
    rememberProposal(autoscaler.sync.proposals, at, 7);
    rememberChange(autoscaler.sync.changes, at, 2);
  }
  if (autoscaler.loop === 'keda' && settings.loop === 'keda') rememberPoll(settings, autoscaler.poll, [4000], at);
  if (autoscaler.loop === 'kpa' && settings.loop === 'kpa') {
    rememberPanic(settings, autoscaler.panic, 1, { stableMilli: 90_000, panicMilli: 90_000 }, at);
  }
}

describe('what autoscaling remembers', () => {
  it.each(loops.map((settings) => [settings.loop, settings] as const))(
    '%s: a copy is equal and independent',
    (_, settings) => {
      const original = newAutoscaler(settings, 0);
      live(original, settings, 10 * second);
      const before = digest(original);
      const copy = cloneAutoscaler(original);
      expect(digest(copy)).toBe(before);
      live(copy, settings, 20 * second);
      expect(digest(original)).toBe(before);
      if (settings.loop !== 'disabled') expect(digest(copy)).not.toBe(before);
      const other = cloneAutoscaler(original);
      live(original, settings, 30 * second);
      expect(digest(other)).toBe(before);
    },
  );

  it('nothing, at first', () => {
    const empty = { proposals: { entries: [] }, changes: { entries: [] } };
    expect(newAutoscaler(loops[0], 5)).toEqual({ loop: 'hpa', sync: empty });
    expect(newAutoscaler(loops[1], 5)).toMatchObject({
      loop: 'kpa',
      panic: { since: null, most: 0 },
    });
    expect(newAutoscaler(loops[2], 5)).toEqual({
      loop: 'keda',
      sync: empty,
      poll: { createdAt: 5, lastActiveAt: null, failures: new Map() },
    });
    expect(newAutoscaler(loops[3], 5)).toEqual({ loop: 'disabled' });
  });
});

describe('when a loop looks', () => {
  const [hpaLoop, kpaLoop, , disabled] = loops;

  it('at each hpa.sync and kpa.tick, strictly after', () => {
    expect([nextLook(hpaLoop, 0), nextLook(hpaLoop, 15 * second - 1)]).toEqual([15 * second, 15 * second]);
    expect([nextLook(kpaLoop, 1), nextLook(kpaLoop, 2 * second)]).toEqual([2 * second, 4 * second]);
    expect(() => nextLook(disabled, 0)).toThrow('autoscaling is disabled: no evaluation is due');
  });

  it('with keda at each keda.poll, and at each hpa.sync', () => {
    const odd = keda({ keda: { pollingInterval: 20 } }, [queue(5)]);
    const looks = [0, 15, 20, 30, 40, 45].map((after) => nextLook(odd, after * second) / second);
    expect(looks).toEqual([15, 20, 30, 40, 45, 60]);
  });
});
