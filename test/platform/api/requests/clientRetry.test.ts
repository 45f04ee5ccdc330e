import { describe, expect, it } from 'vitest';
import { clientWait } from '../../../../src/platform/api/requests/clientRetry.ts';

describe('`api.throttle.retry`: how long a client waits before it asks again', () => {
  it('clientBackoff doubles from 1 s to 20 s, ten times', () => {
    const waits = Array.from({ length: 11 }, (_, retries) => clientWait(retries, 'clientBackoff'));
    expect(waits).toEqual([1, 2, 4, 8, 16, 20, 20, 20, 20, 20].map((one) => one * 1_000).concat(null as never));
  });

  it('none does not', () => {
    expect(clientWait(0, 'none')).toBeNull();
  });
});
