import { describe, expect, it } from 'vitest';
import {
  type Discovery,
  desiredAgain,
  found,
  hiddenReason,
  isFoundFrom,
  planDiscovery,
  sharesFound,
  suspendedAlone,
} from '../../../src/platform/traffic/discovery.ts';

const pending: Discovery = { state: 'pending', at: 90_000, by: 7 };
const state = (name: 'cold' | 'withdrawn' | 'lost'): Discovery => ({ state: name });
const here = { location: 'a', discovery: pending };
const there = { location: 'c', discovery: found };
const gone = { location: 'b', discovery: state('lost') };
const routes = { latencies: new Map(), weights: new Map([['c', 3]]) };

describe('`discovery.duration`: when callers from other locations find what begins to answer', () => {
  const planned = (before: Discovery, takes: number, resume: 'found' | 'lost' = 'found'): Discovery =>
    planDiscovery(before, { 'discovery.resume': resume }, () => takes, { now: 1_000, by: 7 });

  it.each([
    ['cold', state('cold'), 0, found],
    ['cold', state('cold'), 89_000, pending],
    ['withdrawn', state('withdrawn'), 0, found],
    ['withdrawn', state('withdrawn'), 89_000, pending],
  ] as const)('%s: after the drawn time', (_, before, takes, after) => {
    expect(planned(before, takes)).toEqual(after);
  });

  it.each([found, pending, state('lost')])('a restart changes nothing, and draws nothing (%j)', (before) => {
    const draw = (): number => expect.unreachable();
    expect(planDiscovery(before, { 'discovery.resume': 'found' }, draw, { now: 1_000, by: 8 })).toBe(before);
  });

  it('`discovery.resume: lost`: never again, but only after its own options suspended it', () => {
    expect(planned(state('withdrawn'), 89_000, 'lost')).toEqual(state('lost'));
    expect(planned(state('cold'), 89_000, 'lost')).toEqual(pending);
  });

  it('is cold when replicas are desired again, unless it was suspended alone', () => {
    for (const before of [found, pending, state('cold')]) expect(desiredAgain(before)).toEqual(state('cold'));
    for (const before of [state('withdrawn'), state('lost')]) expect(desiredAgain(before)).toBe(before);
    for (const before of [found, pending, state('cold'), state('withdrawn')])
      expect(suspendedAlone(before)).toEqual(state('withdrawn'));
    expect(suspendedAlone(state('lost'))).toEqual(state('lost'));
  });
});

describe('what callers in a location find', () => {
  it('is what answers in their own, and what is found everywhere', () => {
    expect(['a', 'b', 'c', null].map((from) => isFoundFrom(here, from))).toEqual([true, false, false, false]);
    expect(['a', 'b', 'c', null].map((from) => isFoundFrom(there, from))).toEqual([true, true, true, true]);
    expect(isFoundFrom(gone, 'a')).toBe(false);
    expect(isFoundFrom({ location: 'a', discovery: state('cold') }, 'b')).toBe(true);
  });

  it.each([
    ['a', null],
    ['b', ['discovery.duration']],
  ])('from %s: %j is why not', (from, assumptions) => {
    expect(hiddenReason([here, there], from)?.assumptions ?? null).toEqual(assumptions);
  });

  it('names both assumptions if both decide', () => {
    expect(hiddenReason([gone, there], 'a')?.assumptions).toEqual(['discovery.resume']);
    expect(hiddenReason([gone, here], 'c')?.assumptions).toEqual(['discovery.duration', 'discovery.resume']);
  });

  const from = (...shares: readonly (readonly [string, number])[]) =>
    shares.map(([location, share]) => ({ location, share }));

  it.each([
    [
      'the part of others finds nothing',
      from(['a', 0.6], ['b', 0.4]),
      [here],
      { a: 0.6 },
      { 'discovery.duration': 0.4 },
    ],
    [
      'nobody finds anything',
      from(['b', 0.7], ['c', 0.3]),
      [here, { ...gone, location: 'd' }],
      {},
      { 'discovery.duration': 1 },
    ],
    ['nobody will', from(['c', 0.7], ['d', 0.3]), [gone], {}, { 'discovery.resume': 1 }],
    ['others go to what they find', from(['a', 0.6], ['b', 0.4]), [here, there], { a: 0.6, c: 0.4 }, {}],
    ['its own callers go to what is lost', from(['b', 1]), [here, gone], { b: 1 }, {}],
  ])('%s', (_, origins, answering, shares, undiscovered) => {
    const result = sharesFound(origins, answering, routes, 'nearest');
    expect([Object.fromEntries(result.shares), Object.fromEntries(result.undiscovered)]).toEqual([
      shares,
      undiscovered,
    ]);
  });

  it('weighs only what an origin finds', () => {
    const { shares } = sharesFound(from(['a', 0.5], ['b', 0.5]), [here, there], routes, 'weights');
    expect(Object.fromEntries(shares)).toEqual({ a: 0.125, c: 0.375 + 0.5 });
  });
});
