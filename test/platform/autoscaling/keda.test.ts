import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import {
  clonePollMemory,
  hasSettled,
  isKedaAtTolerance,
  newPollMemory,
  type PollMemory,
  planPoll,
  pollHolds,
  proposeKeda,
  rememberPoll,
  rememberPolls,
  type TriggerValues,
} from '../../../src/platform/autoscaling/keda.ts';
import type { KedaSettings } from '../../../src/platform/autoscaling/settings.ts';
import { keda, queue, target } from './built.ts';

const now = 1000 * second;
const created = now - 900 * second;
const settings = keda({}, [queue(5), queue('10', { name: 'other' })]);
const fallback = { replicas: 6, failureThreshold: 2 };
const withFallback = keda({ keda: { fallback } }, [queue(5), queue(10)]);

interface Row {
  readonly why: string;
  readonly settings?: KedaSettings;
  readonly current: number;
  /** Of the triggers, in whole units. */
  readonly values: TriggerValues;
  /** `failures` in the order of the triggers. */
  readonly memory?: Partial<Omit<PollMemory, 'failures'>> & { readonly failures?: readonly number[] };
  readonly to: number | keyof typeof pollHolds;
}

/** Failures in the order of the triggers, by their names. */
function failing({ triggers }: KedaSettings, counts: readonly number[] = []): PollMemory['failures'] {
  return new Map(triggers.map(({ name }, index) => [name, counts[index] ?? 0]));
}

// After the KEDA documentation on scaling deployments: activation, cooldown, fallback.
describe('what a poll does', () => {
  it.each<Row>([
    { why: 'TYPE-4: a value above 0 wakes to one', current: 0, values: [0, 1], to: 1 },
    { why: '... or to minScale', settings: keda({ minScale: 3 }, [queue(5)]), current: 0, values: [1], to: 3 },
    { why: 'a value of 0 does not', current: 0, values: [0, 0], to: 'asleep' },
    {
      why: 'nor one at the activation value',
      settings: keda({}, [queue(5, { metadata: { threshold: 5, activationThreshold: 10 } })]),
      current: 0,
      values: [10],
      to: 'asleep',
    },
    {
      why: 'one above it does',
      settings: keda({}, [queue(5, { metadata: { threshold: 5, activationThreshold: 10 } })]),
      current: 0,
      values: [10.001],
      to: 1,
    },
    { why: 'active: how many is for the syncs', current: 4, values: [900, 0], to: 'active' },
    { why: 'active, whatever else fails', current: 0, values: [null, 3], to: 1 },
    {
      why: 'last active exactly a cooldown ago: not yet',
      current: 4,
      values: [0, 0],
      memory: { lastActiveAt: now - 300 * second },
      to: 'coolingDown',
    },
    {
      why: 'a millisecond more: zero, from any count',
      current: 4,
      values: [0, 0],
      memory: { lastActiveAt: now - 300 * second - 1 },
      to: 0,
    },
    {
      why: 'a cooldown of its own',
      settings: keda({ keda: { cooldownPeriod: 60 } }, [queue(5)]),
      current: 1,
      values: [0],
      memory: { lastActiveAt: now - 61 * second },
      to: 0,
    },
    { why: 'never active: zero after creation', current: 1, values: [0, 0], to: 0 },
    { why: '... not at it', current: 1, values: [0, 0], memory: { createdAt: now }, to: 'coolingDownFirst' },
    {
      why: 'an initial cooldown, exactly over: not yet',
      settings: keda({ keda: { initialCooldownPeriod: 900 } }, [queue(5)]),
      current: 1,
      values: [0],
      to: 'coolingDownFirst',
    },
    {
      why: '... a second less: over',
      settings: keda({ keda: { initialCooldownPeriod: 899 } }, [queue(5)]),
      current: 1,
      values: [0],
      to: 0,
    },
    {
      why: 'WL-18: minScale above 0 never goes to zero',
      settings: keda({ minScale: 1 }, [queue(5)]),
      current: 4,
      values: [0],
      to: 'neverZero',
    },
    { why: 'one fails: no change', current: 4, values: [0, null], memory: { failures: [0, 9] }, to: 'failing' },
    { why: 'one fails at zero: no change', current: 0, values: [0, null], memory: { failures: [0, 9] }, to: 'failing' },
    {
      why: 'one fails, not often enough for its fallback',
      settings: withFallback,
      current: 0,
      values: [0, null],
      memory: { failures: [0, 2] },
      to: 'failing',
    },
    {
      why: 'the third time: the fallback, from zero too',
      settings: withFallback,
      current: 0,
      values: [0, null],
      memory: { failures: [0, 3] },
      to: 6,
    },
    {
      why: 'the fallback keeps from zero',
      settings: withFallback,
      current: 4,
      values: [0, null],
      memory: { failures: [0, 3] },
      to: 'fallenBack',
    },
    {
      why: 'within maxScale',
      settings: keda({ maxScale: 4, keda: { fallback } }, [queue(5)]),
      current: 0,
      values: [null],
      memory: { failures: [3] },
      to: 4,
    },
    {
      why: 'a fallback of 0 replicas lets it go to zero',
      settings: keda({ keda: { fallback: { replicas: 0, failureThreshold: 0 } } }, [queue(5)]),
      current: 4,
      values: [null],
      memory: { failures: [1] },
      to: 0,
    },
    {
      why: '... and leaves it there',
      settings: keda({ keda: { fallback: { replicas: 0, failureThreshold: 0 } } }, [queue(5)]),
      current: 0,
      values: [null],
      memory: { failures: [1] },
      to: 'asleep',
    },
    { why: 'no triggers: nothing wakes', settings: keda({}, []), current: 0, values: [], to: 'asleep' },
  ])('$why', ({ settings: own = settings, current, values, memory, to }) => {
    const remembered = { ...newPollMemory(created), ...memory, failures: failing(own, memory?.failures) };
    const plan = planPoll(own, remembered, current, milli(values), now);
    if (typeof to === 'number') expect(target(plan)).toBe(to);
    else expect(plan).toBe(pollHolds[to]);
  });

  it('says what decided', () => {
    const plan = planPoll(settings, newPollMemory(created), 1, [0, 0], now);
    const initial = ['keda.poll', 'keda.initialCooldown', 'keda.creation'];
    expect(plan.reason).toEqual({ rules: ['TYPE-4'], assumptions: initial });
    const cooled = { ...newPollMemory(created), lastActiveAt: created };
    expect(planPoll(settings, cooled, 1, [0, 0], now).reason.assumptions).toContain('keda.cooldown');
  });
});

describe('what polls remember', () => {
  it('when a trigger was last active, and how often each failed in a row', () => {
    const memory = newPollMemory(created);
    rememberPoll(settings, memory, [null, 0], now);
    expect(memory).toEqual({ createdAt: created, lastActiveAt: null, failures: new Map([['queue', 1]]) });
    rememberPoll(settings, memory, [null, 4000], now + 30 * second);
    expect(memory).toEqual({ createdAt: created, lastActiveAt: now + 30 * second, failures: new Map([['queue', 2]]) });
    const copy = clonePollMemory(memory);
    rememberPoll(settings, memory, [0, null], now + 60 * second);
    expect(memory).toEqual({ createdAt: created, lastActiveAt: now + 30 * second, failures: new Map([['other', 1]]) });
    expect(copy).toEqual({ createdAt: created, lastActiveAt: now + 30 * second, failures: new Map([['queue', 2]]) });
    rememberPoll(settings, memory, [], now + 90 * second);
    expect(memory.failures).toEqual(
      new Map([
        ['queue', 1],
        ['other', 2],
      ]),
    );
  });

  it('failures by name: a trigger that moves keeps its own, and one that is new begins with none', () => {
    const memory = newPollMemory(created);
    for (const at of [now, now + 30 * second]) rememberPoll(settings, memory, [0, null], at);
    const moved = keda({ keda: { fallback } }, [queue('10', { name: 'other' }), queue(5, { name: 'new' })]);
    rememberPoll(moved, memory, [null, null], now + 60 * second);
    expect(memory.failures).toEqual(
      new Map([
        ['other', 3],
        ['new', 1],
      ]),
    );
    expect(hasSettled(moved, memory, [null, 0])).toBe(true);
    expect(hasSettled(moved, memory, [0, null])).toBe(false);
  });
});

describe('polls that were passed over', () => {
  it('leave what they would have left one by one', () => {
    const [one, all] = [newPollMemory(created), newPollMemory(created)];
    for (const memory of [one, all]) rememberPoll(settings, memory, [3000, null], now);
    for (const [index, value] of [1000, 2000, 0].entries())
      rememberPoll(settings, one, [value, null], now + (index + 1) * 30 * second);
    rememberPolls(settings, all, { values: [0, null], count: 3, lastActiveAt: now + 60 * second });
    expect(all).toEqual(one);
    expect(all).toEqual({ createdAt: created, lastActiveAt: now + 60 * second, failures: new Map([['other', 4]]) });
    rememberPolls(settings, all, { values: [0, 0], count: 5, lastActiveAt: null });
    expect(all).toEqual({ createdAt: created, lastActiveAt: now + 60 * second, failures: new Map() });
  });

  it.each<[string, KedaSettings, TriggerValues, readonly number[], boolean]>([
    ['nothing fails', withFallback, [0, 1], [0, 0], true],
    ['one fails, without a fallback', settings, [0, null], [0, 0], true],
    ['one fails, and the fallback waits for it', withFallback, [0, null], [0, 2], false],
    ['one fails, often enough', withFallback, [0, null], [0, 3], true],
    ['one had failed, and does no more', withFallback, [0, 1], [0, 2], true],
  ])('make no more difference: %s', (_, own, values, failures, settled) => {
    expect(hasSettled(own, { ...newPollMemory(created), failures: failing(own, failures) }, values)).toBe(settled);
  });
});

describe('what the triggers ask for at a sync', () => {
  const propose = (own: KedaSettings, values: TriggerValues, failures: number[] = [0, 0], current = 3) =>
    proposeKeda(
      own,
      { ...newPollMemory(created), failures: failing(own, failures) },
      { current, ready: current },
      milli(values),
    );

  it.each<[string, number | null, number | null]>([
    ['the largest', propose(settings, [24, 70]), 7],
    ['within the tolerance of one, below of the other: what there is', propose(settings, [16, 1]), 3],
    ['one fails, the other asks for fewer: nothing', propose(settings, [null, 20]), null],
    ['one fails, the other asks for more: that', propose(settings, [null, 70]), 7],
    ['both fail: nothing', propose(settings, [null, null]), null],
    ['one fails, not often enough for the fallback', propose(withFallback, [null, 20], [2, 0]), null],
    ['often enough: the fallback', propose(withFallback, [null, 20], [3, 0]), 6],
    ['the other asks for more than the fallback', propose(withFallback, [null, 70], [3, 0]), 7],
    ['at zero: nothing', propose(settings, [24, 70], [0, 0], 0), null],
    [
      'a trigger without a target asks for no count',
      propose(keda({}, [{ type: 'external' }, queue(10)]), [900, 70]),
      7,
    ],
    ['... and where all are so, nothing is asked', propose(keda({}, [{ type: 'external' }]), [900]), null],
  ])('%s', (_, proposal, to) => {
    expect(proposal).toBe(to);
  });

  it('tells that one is held by the end of the tolerance', () => {
    expect(isKedaAtTolerance(settings, 3, milli([16.5, 1]))).toBe(true);
    expect(isKedaAtTolerance(settings, 3, milli([16, null]))).toBe(false);
  });

  it('more in a queue never asks for less', () => {
    const triggers = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.boolean()), { minLength: 1, maxLength: 3 });
    const value = fc.tuple(fc.nat(500), fc.nat(100), fc.boolean());
    fc.assert(
      fc.property(
        triggers,
        fc.array(value, { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 1, max: 20 }),
        (list, values, current) => {
          const own = keda(
            {},
            list.map(([threshold, isValue]) => queue(threshold, isValue ? { metricType: 'Value' } : {})),
          );
          const low = values.map(([base, , fails]) => (fails ? null : base));
          const high = values.map(([base, more, fails]) => (fails ? null : base + more));
          const less = propose(own, low, [0, 0, 0], current) ?? current;
          expect(propose(own, high, [0, 0, 0], current) ?? current).toBeGreaterThanOrEqual(less);
        },
      ),
      { seed: 1, numRuns: 1000 },
    );
  });
});

function milli(values: TriggerValues): TriggerValues {
  return values.map((value) => (value === null ? null : Math.round(value * 1000)));
}
