import { describe, expect, it } from 'vitest';
import { busyShop, gvcPath } from '../../experiment/session/asked.ts';
import { served } from './served.ts';

interface Item {
  readonly replica: string;
  readonly variables: readonly { readonly name: string; readonly value: string }[];
}

const valueIn = ({ variables }: Item, wanted: string): string | undefined =>
  variables.find(({ name }) => name === wanted)?.value;

describe('GET /-sim/env/GVC/WORKLOAD', () => {
  it('ENV-1: tells the environment of every container as it is now, in a fork as it is there', async () => {
    const { ask } = await served();
    const asked = await ask('/-sim/env/shop/db');
    expect([asked.status, asked.body.schema, asked.body.at]).toEqual([
      200,
      'svcsim/environments/1',
      '2026-11-01T00:00:00.000Z',
    ]);
    expect(asked.body.items.map(({ replica }: Item) => replica)).toEqual(['db-0', 'db-1']);
    expect(valueIn(asked.body.items[1], 'SVC_WORKLOAD_VERSION')).toBe('1');

    await ask('/-sim/fork', { method: 'POST' });
    const containers = [{ name: 'main', image: 'web:2', env: [{ name: 'LEVEL', value: 'high' }] }];
    await ask(`/-fork/1${gvcPath}/workload/db`, { method: 'PATCH', body: { spec: { containers } } });
    await ask('/-fork/1/-sim/advance', { body: { seconds: 600 } });
    const forked = (await ask('/-fork/1/-sim/env/shop/db/db-1')).body;
    expect(forked).toMatchObject({ at: '2026-11-01T00:10:00.000Z', items: [{ replica: 'db-1', version: 2 }] });
    expect(valueIn(forked.items[0], 'LEVEL')).toBe('high');
    expect((await ask('/-sim/env/shop/db')).text).toBe(asked.text);
  });

  it('is under the prefix of the server, and of one location where that is asked for', async () => {
    const { ask } = await served(
      JSON.parse(JSON.stringify({ ...busyShop, prefix: 'cpln' }).replaceAll('svc://', 'cpln://')),
    );
    const { items } = (await ask('/-sim/env/shop/db/db-0?location=aws-us-east-1')).body;
    expect(valueIn(items[0], 'CPLN_LOCATION')).toBe('aws-us-east-1');
  });

  it.each<[string, string, number, string]>([
    ['no workload', '/-sim/env/shop/none', 404, 'workload shop/none does not exist'],
    ['no GVC', '/-sim/env/none/db', 404, 'workload none/db does not exist'],
    ['no replica', '/-sim/env/shop/db/db-9', 404, 'shop/db has no replica db-9; found db-0, db-1'],
    [
      'no location',
      '/-sim/env/shop/db?location=mars',
      404,
      'shop/db does not run in location mars; found aws-us-east-1',
    ],
    ['no escape', '/-sim/env/shop/%zz', 404, 'no such path: /-sim/env/shop/%zz; /-sim/openapi.json lists all paths'],
    ['no name', '/-sim/env/shop/', 404, 'no such path: /-sim/env/shop/; /-sim/openapi.json lists all paths'],
    [
      'too many names',
      '/-sim/env/shop/db/db-0/main',
      404,
      'no such path: /-sim/env/shop/db/db-0/main; /-sim/openapi.json lists all paths',
    ],
    ['another question', '/-sim/env/shop/db?container=main', 400, 'expected location; found container'],
  ])('says what there is not: %s', async (_, path, status, message) => {
    const { ask } = await served();
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status, message, details: expect.any(Array), id: expect.any(String) });
  });

  it('takes GET alone', async () => {
    const { ask } = await served();
    const answer = await ask('/-sim/env/shop/db', { body: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
