import { describe, it } from 'vitest';
import { second } from '../../src/engine/time.ts';
import { expectFlowNear } from './flowNear.ts';
import { sharers } from './station.ts';

const exponential = { exponential: { mean: '60ms' } };

describe('a flow takes about as long as single requests that are given to several replicas', () => {
  it.each<[string, 'roundRobin' | 'leastRequests' | 'random', number, object, number]>([
    ['by turns, all alike', 'roundRobin', 6, { cpu: '60ms', duration: '200ms' }, 0.76],
    ['by turns, exponential', 'roundRobin', 3, { cpu: exponential }, 0.7],
    ['by turns, on many', 'roundRobin', 20, { cpu: '60ms' }, 0.8],
    ['to who has the fewest', 'leastRequests', 6, { cpu: '60ms', duration: '200ms' }, 0.76],
    ['at random', 'random', 6, { cpu: '60ms', duration: '200ms' }, 0.5],
  ])('%s', (_, how, count, request, busy) => {
    const shape = { spec: sharers(count), request, perSecond: (busy * count * second) / 60 };
    expectFlowNear(shape, how, 40_000, 0.05);
  });
});
