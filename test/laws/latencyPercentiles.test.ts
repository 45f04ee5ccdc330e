import { describe, it } from 'vitest';
import { bursts, expectPercentilesNear, places, processors, type Station, times } from './percentilesNear.ts';

describe('latency percentiles of amounts are near those of single requests', () => {
  it.each<[string, Station, keyof typeof times, number]>([
    ['one processor, all alike', processors(1), 'alike', 0.7],
    ['three processors by turns, exponential', processors(3), 'exponential', 0.6],
    ['one place, exponential', places(1, 1), 'exponential', 0.5],
    ['two replicas of five places, all alike', places(2, 5), 'alike', 0.8],
  ])('%s', (_, station, how, busy) => {
    const perSecond = busy * station.capacity;
    const seconds = Math.ceil(200_000 / perSecond);
    expectPercentilesNear({ ...station.shape(times[how]), rate: `${perSecond}/s`, for: `${seconds}s` }, 0.12);
  });

  it.each<[string, Station, keyof typeof bursts]>([
    ['a sudden burst, a shared processor', processors(1), 'sudden'],
    ['a rising burst, places', places(1, 2), 'rising'],
  ])('%s', (_, station, burst) => {
    const rate = bursts[burst](station.capacity, 3);
    expectPercentilesNear({ ...station.shape(times.exponential), rate, for: '1h' }, 0.25);
  });
});
