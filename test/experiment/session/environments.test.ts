import { describe, expect, it } from 'vitest';
import {
  type EnvironmentQuery,
  type Environments,
  environmentsOf,
} from '../../../src/experiment/session/environments.ts';
import { platform } from '../../specification/platform.ts';

/** Of a platform at its start; throws where it is refused. */
function found(asked: EnvironmentQuery): Environments {
  const environments = environmentsOf(platform().run, asked);
  if ('refused' in environments) throw new Error(environments.refused);
  return environments;
}

describe('the environments of a workload, asked for in a session', () => {
  it('ENV-1: are those of every container of every replica, in each location', () => {
    const { items } = found({ gvc: 'shop', workload: 'db' });
    expect(items.map(({ replica, location, version, container }) => [replica, location, version, container])).toEqual([
      ['db-0', 'aws-us-east-1', 1, 'main'],
      ['db-1', 'aws-us-east-1', 1, 'main'],
      ['db-0', 'gcp-us-east1', 1, 'main'],
      ['db-1', 'gcp-us-east1', 1, 'main'],
    ]);
    expect(items[2]?.variables).toContainEqual({
      name: 'SVC_LOCATION',
      value: 'gcp-us-east1',
      from: 'platform',
      rules: ['ENV-5'],
      assumptions: ['env.location'],
    });
  });

  it('are those of one replica by its name, everywhere or in one location', () => {
    const named = (asked: Partial<EnvironmentQuery>): readonly string[] =>
      found({ gvc: 'shop', workload: 'db', ...asked }).items.map(({ replica, location }) => `${replica} ${location}`);
    expect(named({ replica: 'db-1' })).toEqual(['db-1 aws-us-east-1', 'db-1 gcp-us-east1']);
    expect(named({ location: 'gcp-us-east1' })).toEqual(['db-0 gcp-us-east1', 'db-1 gcp-us-east1']);
    expect(named({ replica: 'db-1', location: 'gcp-us-east1' })).toEqual(['db-1 gcp-us-east1']);
  });

  it('are none of a schedule that is not running, and those of its executions while they run', () => {
    const { run, taken } = platform();
    const asked = { gvc: 'shop', workload: 'nightly' };
    expect(environmentsOf(run, asked)).toMatchObject({ items: [] });
    const spec = { location: 'gcp-us-east1' };
    const { id } = taken('POST', '/org/acme/gvc/shop/workload/nightly/-command', { type: 'runCronWorkload', spec });
    expect(environmentsOf(run, asked)).toMatchObject({
      items: [{ location: 'gcp-us-east1', replica: expect.stringContaining(String(id)) }],
    });
  });

  it.each<[string, Partial<EnvironmentQuery>, string]>([
    ['a workload', { workload: 'none' }, 'workload shop/none does not exist'],
    ['a GVC', { gvc: 'none' }, 'workload none/db does not exist'],
    ['a replica', { replica: 'db-7' }, 'shop/db has no replica db-7; found db-0, db-1'],
    [
      'a replica there',
      { replica: 'db-7', location: 'gcp-us-east1' },
      'shop/db has no replica db-7 in gcp-us-east1; found db-0, db-1',
    ],
    ['a location', { location: 'mars' }, 'shop/db does not run in location mars; found aws-us-east-1, gcp-us-east1'],
    ['an execution', { workload: 'nightly', replica: 'x' }, 'shop/nightly has no replica x; none exists now'],
  ])('are refused where there is no such %s', (_, asked, refused) => {
    expect(environmentsOf(platform().run, { gvc: 'shop', workload: 'db', ...asked })).toEqual({ refused });
  });
});
