import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session();

interface Shown {
  readonly status: {
    readonly locations: readonly {
      readonly name: string;
      readonly volumes: readonly { readonly index: number; readonly currentSize: number; readonly lifecycle: string }[];
    }[];
  };
}

const sizes = async () =>
  (await there.client.json<Shown>('volumeset', 'get', 'data')).status.locations[0]!.volumes.map(
    ({ currentSize }) => currentSize,
  );

const table = async (...args: string[]) => rowsOf(await there.client.text('volumeset', ...args));

const both = ['0', '1'];

describe('the volumes of a volume set', () => {
  it('are listed', async () => {
    expect(await table('volume', 'get', 'data')).toEqual(
      both.map((index) => ({ LOCATION: 'aws-us-east-1', 'VOLUME INDEX': index, LIFECYCLE: 'Bound' })),
    );
  });

  it('are expanded, all or one', async () => {
    const { server } = there;
    expect(await table('expand', 'data', '--new-size', '20')).toMatchObject(
      both.map((index) => ({ 'NEW SIZE': '20GiB', 'VOLUME INDEX': index, STAGE: 'Initiating', TIMEOUT: '600s' })),
    );
    await server.advance(900);
    expect(await sizes()).toEqual([20, 20]);
    await table('expand', 'data', '--new-size', '30', '--volume-index', '1');
    await server.advance(900);
    expect(await sizes()).toEqual([20, 30]);
  });

  it('are shrunk, which loses what is on them', async () => {
    await table('shrink', 'data', '--new-size', '12', '--volume-index', '1', '--location', 'aws-us-east-1');
    await there.server.advance(900);
    expect(await sizes()).toEqual([20, 12]);
  });

  it('are deleted, and made anew for the replica that needs one', async () => {
    expect(await table('volume', 'delete', 'data', '--volume-index', '1')).toMatchObject([{ LIFECYCLE: 'Deleting' }]);
    await there.server.advance(900);
    expect(await sizes()).toEqual([20, 10]);
  });
});

describe('snapshots of volumes', () => {
  it('are made with tags, and listed with them', async () => {
    await table('snapshot', 'create', 'data', '--snapshot-name', 'first', '--tag', 'by=hand');
    await there.server.advance(900);
    expect(await table('snapshot', 'get', 'data')).toMatchObject(
      both.map((index) => ({ NAME: 'first', 'VOLUME INDEX': index, TAGS: 'by="hand"', STAGE: 'Completed' })),
    );
  });

  it('are restored', async () => {
    const { server } = there;
    await table('expand', 'data', '--new-size', '40', '--volume-index', '0');
    await server.advance(900);
    const of = ['--snapshot-name', 'first', '--location', 'aws-us-east-1', '--volume-index', '0'];
    expect(await table('snapshot', 'restore', 'data', ...of)).toMatchObject([{ NAME: 'first', STAGE: 'Restoring' }]);
    await server.advance(900);
    const { items } = await there.client.json<{ items: readonly object[] }>(
      'rest',
      'get',
      '/org/acme/gvc/shop/volumeset/data/-command',
    );
    expect(items[0]).toMatchObject({ type: 'restoreVolume', lifecycleStage: 'completed' });
  });

  it('are deleted', async () => {
    expect(await table('snapshot', 'delete', 'data', '--snapshot-name', 'first')).toMatchObject([
      { STAGE: 'Deleting' },
      { STAGE: 'Deleting' },
    ]);
    await there.server.advance(900);
    expect(await table('snapshot', 'get', 'data')).toEqual([]);
  });
});
