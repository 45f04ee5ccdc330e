import { describe, expect, it } from 'vitest';
import { hour, second } from '../../../src/engine/time.ts';
import { evictionFormula, exitFormula } from '../../../src/report/why/troubleFormula.ts';

const values = new Map([
  ['replica.crash.first', '10s'],
  ['replica.backoff.crashFirst', '10s'],
  ['replica.backoff.crashFactor', '2'],
  ['replica.backoff.crashCap', '5m'],
  ['replica.backoff.reset', '10m'],
]);

describe('the formula of an exit', () => {
  const data = { container: 'main', restarts: 4, restartAt: 85 * second, inRow: 4, waitMs: 80 * second };

  it('has the exits in a row, the growth of the back-off, and the instant of the restart', () => {
    expect(exitFormula({ ...data, ranMs: 30 * second }, 0, values)).toEqual([
      'exit 4 in a row of container main: it had run for 30s, less than 10m (replica.backoff.reset)',
      'back-off: 10s x 2^3 = 1m 20s (replica.backoff.crashFirst, replica.backoff.crashFactor)',
      'it runs again at 1 Jan 00:01:25: after 1m 20s of back-off and 5s to start',
    ]);
  });

  it('begins the growth one exit later where the first wait is shorter than its base', () => {
    const sooner = new Map([...values, ['replica.crash.first', '0s']]);
    const [, backoff] = exitFormula({ ...data, waitMs: 40 * second, ranMs: 30 * second }, 0, sooner);
    expect(backoff).toMatch(/^back-off: 10s x 2\^2 = 40s /);
  });

  it('says where the longest wait binds', () => {
    const [, backoff] = exitFormula({ ...data, inRow: 8, waitMs: 300 * second, ranMs: 30 * second }, 0, values);
    expect(backoff).toMatch(/^back-off: 10s x 2\^7, at most 5m: 5m \(.*replica\.backoff\.crashCap\)$/);
  });

  it('tells a first exit from one that counts as the first again, among those of other containers', () => {
    const first = { ...data, restarts: 1, inRow: 1, waitMs: 10 * second };
    expect(exitFormula(first, 0, values).slice(0, 2)).toEqual([
      'the first exit of container main',
      'back-off: 10s after a first exit (replica.crash.first)',
    ]);
    const [again] = exitFormula({ ...first, restarts: 5, ranMs: 600 * second }, 0, values);
    expect(again).toBe(
      'it had run for 10m, no less than 10m (replica.backoff.reset), so that the exits of container main count anew; exit 5 of this replica',
    );
  });

  it('is empty for a journal that does not say the wait', () => {
    expect(exitFormula({ container: 'main', restarts: 4, restartAt: 85 * second } as typeof data, 0, values)).toEqual(
      [],
    );
  });
});

describe('the formula of an eviction', () => {
  const data = { overflowedAt: 18 * hour + 1, allottedBytes: 1e9, startedAt: 0, addedBytes: 0 };

  it('has what was used, since when it grew, the allotment and the overflow', () => {
    const grown = { ...data, usedBytes: 1_000_000_014, startBytes: 1e8, growthBytesPerHour: 5e7 };
    expect(evictionFormula(grown)).toEqual([
      'ephemeral storage: 100,000,000 bytes when its containers started at 1 Jan 00:00:00, 50,000,000 bytes more an hour: 1,000,000,014 bytes',
      'allotted: 1,000,000,000 bytes, exceeded from 1 Jan 18:00:00.001 on',
    ]);
  });

  it('names what was added at once', () => {
    const jumped = { ...data, usedBytes: 2e9, startBytes: 5e8, addedBytes: 15e8, growthBytesPerHour: 0 };
    expect(evictionFormula(jumped)[0]).toMatch(/00:00:00, 1,500,000,000 bytes added at once: 2,000,000,000 bytes$/);
  });
});
