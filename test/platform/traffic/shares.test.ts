import { describe, expect, it } from 'vitest';
import { sharesOf } from '../../../src/platform/traffic/shares.ts';

const latencies = new Map([
  [
    'b',
    new Map([
      ['a', 20],
      ['berlin', 40],
    ]),
  ],
  [
    'c',
    new Map([
      ['a', 90],
      ['berlin', 40],
    ]),
  ],
]);
const weights = new Map([
  ['c', 3],
  ['d', 0],
]);
const callers = [
  { location: 'a', share: 0.6 },
  { location: 'b', share: 0.4 },
];
const berlin = [{ location: 'berlin', share: 1 }];
const nowhere = [{ location: 'tokyo', share: 1 }];

describe('`traffic.route.location`: who answers', () => {
  it.each([
    ['each for itself', callers, ['a', 'b'], 'nearest', { a: 0.6, b: 0.4 }],
    ['the nearest for one that does not answer', callers, ['b', 'c'], 'nearest', { b: 1 }],
    ['all alike, where distances are equal', berlin, ['b', 'c'], 'nearest', { b: 0.5, c: 0.5 }],
    ['all alike, where no distance is known', nowhere, ['a', 'b'], 'nearest', { a: 0.5, b: 0.5 }],
    ['all alike without origins', [], ['a', 'b', 'c', 'd'], 'nearest', { a: 0.25, b: 0.25, c: 0.25, d: 0.25 }],
    ['all alike by choice', callers, ['a', 'b'], 'equal', { a: 0.5, b: 0.5 }],
    ['by weight, whoever asks', callers, ['a', 'c'], 'weights', { a: 0.25, c: 0.75 }],
    ['not at all with a weight of 0', [], ['a', 'd'], 'weights', { a: 1 }],
    ['all alike where none has a weight', [], ['d'], 'weights', { d: 1 }],
    ['nobody', callers, [], 'nearest', {}],
  ] as const)('%s', (_, origins, answering, how, shares) => {
    expect(Object.fromEntries(sharesOf(origins, answering, { latencies, weights }, how))).toEqual(shares);
  });
});
