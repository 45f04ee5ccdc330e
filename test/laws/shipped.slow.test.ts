import { describe, it } from 'vitest';
import { expectAheadSame } from './aheadSame.ts';
import { expectQuietSame } from './deferredSame.ts';
import { scenarioAt, shipped } from './shipped.ts';

describe('shipped scenarios that take long', () => {
  it.each(shipped.long)('looking ahead decides as evaluating every tick in %s', (file) => {
    expectAheadSame(scenarioAt(file));
  });

  it.each(shipped.long)('a run that nobody hears comes to the same in %s', (file) => {
    expectQuietSame(scenarioAt(file));
  });
});
