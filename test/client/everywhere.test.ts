import { describe, expect, it } from 'vitest';
import { type Manifest, session, shop } from './shop.ts';

/** The shop in two places. */
const there = session(
  shop
    .filter(({ kind, name }) => kind === 'gvc' || name === 'nightly')
    .map(
      (one): Manifest =>
        one.kind === 'gvc'
          ? {
              ...one,
              spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/gcp-us-east1'] } },
            }
          : one,
    ),
);

const overrides = 'name: main\nimage: shop/nightly:2\nargs: [--all]\n';

interface Command {
  readonly type: string;
  readonly spec: { readonly location: string; readonly containerOverrides: readonly object[] };
}

/** The commands that the platform was given, in the order of their locations. */
async function commands(): Promise<readonly Command[]> {
  const { items } = await there.client.json<{ readonly items: readonly Command[] }>(
    'rest',
    'get',
    '/org/acme/gvc/shop/workload/nightly/-command',
  );
  return items.toSorted((a, b) => (a.spec.location < b.spec.location ? -1 : 1));
}

describe('CRON-19: a client that is given no location', () => {
  it('runs the workload in every location in which it is deployed', async () => {
    await there.client.text('workload', 'cron', 'start', 'nightly');
    expect((await commands()).map(({ type, spec }) => [type, spec.location])).toEqual([
      ['runCronWorkload', 'aws-us-east-1'],
      ['runCronWorkload', 'gcp-us-east1'],
    ]);
  });

  it.each(['a file', 'standard input'])('reads overrides of containers from %s', async (from) => {
    const before = (await commands()).length;
    const file = from === 'a file' ? `${there.folderOf({ 'overrides.yaml': overrides })}/overrides.yaml` : '-';
    const answer = await there.client.call(
      ['workload', 'cron', 'start', 'nightly', '--location', 'gcp-us-east1', '--file', file],
      { input: overrides },
    );
    expect(answer).toMatchObject({ code: 0 });
    const all = await commands();
    expect(all).toHaveLength(before + 1);
    expect(all.map(({ spec }) => spec.containerOverrides)).toContainEqual([
      { name: 'main', image: 'shop/nightly:2', args: ['--all'] },
    ]);
  });
});
