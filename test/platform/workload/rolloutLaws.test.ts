import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RolloutBounds } from '../../../src/platform/workload/bounds.ts';
import { planRollout } from '../../../src/platform/workload/rollout.ts';
import { Fleet, type RolloutPolicy } from './rolloutFleet.ts';

interface Course {
  readonly desired: number;
  readonly surge: number;
  readonly unavailable: number;
  readonly policy: RolloutPolicy;
  readonly steps: readonly Step[];
}
type Step =
  | { readonly do: 'becomeAvailable' | 'crash' | 'lose'; readonly pick: number }
  | { readonly do: 'newVersion' }
  | { readonly do: 'terminated' }
  | { readonly do: 'scale'; readonly to: number };

const pick = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('becomeAvailable' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('crash' as const, 'lose' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('newVersion' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('terminated' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('scale' as const), to: fc.nat(12) }) },
);
const course: fc.Arbitrary<Course> = fc
  .record({
    desired: fc.integer({ min: 1, max: 10 }),
    surge: fc.nat(4),
    unavailable: fc.nat(4),
    policy: fc.record({
      'rollout.terminating.counts': fc.constantFrom('no' as const, 'yes' as const),
      'rollout.window': fc.constantFrom('sliding' as const, 'barrier' as const),
      'reschedule.mode': fc.constantFrom('asRollout' as const, 'evictWithinU' as const),
    }),
    steps: fc.array(step, { maxLength: 40 }),
  })
  .filter(({ surge, unavailable }) => surge + unavailable > 0);

function begin({ desired, surge, unavailable, policy }: Course): Fleet {
  const bounds = (wanted: number): RolloutBounds => {
    const taken = Math.min(unavailable, wanted);
    const isStalled = surge === 0 && taken === 0 && wanted > 0;
    return { surge, unavailable: isStalled ? 1 : taken, decidedBy: 'number' };
  };
  const fleet = new Fleet(desired, bounds, policy);
  fleet.newest = 2;
  return fleet;
}

function take(fleet: Fleet, step: Step): void {
  if (step.do === 'newVersion') fleet.newest += 1;
  else if (step.do === 'terminated') fleet.terminating = 0;
  else if (step.do === 'scale') fleet.desired = step.to;
  else {
    const chosen = fleet.members[step.pick % Math.max(1, fleet.members.length)];
    if (chosen === undefined) return;
    if (step.do === 'lose') fleet.members.splice(fleet.members.indexOf(chosen), 1);
    else chosen.available = step.do === 'becomeAvailable';
  }
}

const check = (law: (course: Course) => void) => fc.assert(fc.property(course, law), { seed: 1, numRuns: 400 });

describe('whatever happens during a rollout', () => {
  it('ROLL-7: there are never more replicas than wanted and surge together', () => {
    check((given) => {
      const fleet = begin(given);
      for (const one of given.steps) {
        take(fleet, one);
        fleet.settle();
        expect(fleet.members.length).toBeLessThanOrEqual(fleet.desired + fleet.bounds(fleet.desired).surge);
      }
    });
  });

  it('ROLL-5: while the wanted count stays, no plan takes available replicas below wanted minus unavailable', () => {
    check((given) => {
      const fleet = begin(given);
      fleet.watch = (view, before) => {
        if (view.previous?.desired !== view.desired) return;
        const availableBefore = before.filter((member) => member.available).length;
        const least = view.desired - view.bounds.unavailable;
        expect(fleet.available).toBeGreaterThanOrEqual(Math.min(availableBefore, least));
      };
      for (const one of given.steps) {
        take(fleet, one);
        fleet.settle();
      }
    });
  });

  it('ROLL-1: it is complete soon after all that starts becomes available', () => {
    check((given) => {
      const fleet = begin(given);
      for (const one of given.steps) {
        take(fleet, one);
        fleet.settle();
      }
      for (let batch = 0; batch < 30 && !fleet.isComplete(); batch += 1) {
        fleet.allBecomeAvailable();
        fleet.settle();
      }
      expect(fleet.isComplete()).toBe(true);
    });
  });

  it('a plan that holds goes on holding while nothing happens', () => {
    check((given) => {
      const fleet = begin(given);
      for (const one of given.steps) {
        take(fleet, one);
        fleet.settle();
        expect(planRollout(fleet.view(), fleet.policy).kind).toBe('hold');
      }
    });
  });
});
