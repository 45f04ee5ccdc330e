import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';

const there = session([]);

describe('what the client does in these tests', () => {
  it('is asked of the server alone', async () => {
    expect(await there.client.call(['org', 'get', 'acme'])).toMatchObject({
      code: 0,
      asked: [{ method: 'GET', path: '/org/acme', status: 200 }],
    });
  });

  it('is ended where it reaches for another address: here for news of itself', async () => {
    const call = there.client.call(['org', 'get'], { env: { CPLN_SKIP_UPDATE_CHECK: '' } });
    await expect(call).rejects.toThrow('reached for registry.npmjs.org:80');
  });

  it('is ended where it waits too long', async () => {
    await expect(there.client.call(['org', 'get'], { within: 20 })).rejects.toThrow('did not end within 20 ms');
  });
});
