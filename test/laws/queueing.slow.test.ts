/** The closed forms that take minutes to see: the busier a server is, the longer one draw of bad luck lasts. */
import { describe, it } from 'vitest';
import {
  constant,
  expectLost,
  expectSharedProcessor,
  expectSingleServer,
  expectWaiting,
  exponential,
  uneven,
} from './station.ts';

const timeout = 1_200_000;

describe('requests of several replicas', () => {
  it('are lost as Erlang says where none may wait (B), half busy', { timeout }, () => expectLost(0.5, 240_000));
  it('wait as Erlang says (C), nine tenths busy', { timeout }, () => expectWaiting(0.9, 500_000));
});

describe('requests that one replica takes one by one wait for as long as Pollaczek and Khinchine say (M/G/1)', () => {
  it.each([
    ['all alike', 0.9, constant, 2_600_000],
    ['exponential', 0.5, exponential, 240_000],
    ['exponential', 0.7, exponential, 1_500_000],
    ['exponential', 0.9, exponential, 7_000_000],
    ['uneven', 0.5, uneven, 400_000],
    ['uneven', 0.7, uneven, 1_300_000],
    ['uneven', 0.9, uneven, 12_000_000],
  ])('%s, busy for %d of the time', { timeout }, (_, busy, each, calls) => expectSingleServer(busy, each, calls));
});

describe('requests that share one processor take 1 / (1 - busy) times their own time (M/G/1 processor sharing)', () => {
  it.each([
    ['exponential', 0.7, exponential, 700_000],
    ['exponential', 0.9, exponential, 7_000_000],
    ['uneven', 0.5, uneven, 400_000],
    ['uneven', 0.7, uneven, 1_400_000],
  ])('%s, busy for %d of the time', { timeout }, (_, busy, each, calls) => expectSharedProcessor(busy, each, calls));
});
