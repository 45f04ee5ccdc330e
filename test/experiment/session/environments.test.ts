import { describe, expect, it } from 'vitest';
import { environmentsOf } from '../../../src/experiment/session/environments.ts';
import { platform } from '../../specification/platform.ts';

describe('the environments of a workload, asked for in a session', () => {
  it('ENV-1: are those of every container of every replica, in each location', () => {
    const { run } = platform();
    const found = environmentsOf(run, 'shop', 'db', null);
    expect(found?.replicas.map(({ name, location, version }) => [name, location, version])).toEqual([
      ['db-0', 'aws-us-east-1', 1],
      ['db-1', 'aws-us-east-1', 1],
      ['db-0', 'gcp-us-east1', 1],
      ['db-1', 'gcp-us-east1', 1],
    ]);
    const [first] = found?.replicas[2]?.containers ?? [];
    expect(first?.variables).toContainEqual({
      name: 'SVC_LOCATION',
      value: 'gcp-us-east1',
      from: 'platform',
      rules: ['ENV-5'],
      assumptions: ['env.location'],
    });
  });

  it('are those of one replica by its name', () => {
    const { run } = platform();
    expect(environmentsOf(run, 'shop', 'db', 'db-1')?.replicas.map(({ name }) => name)).toEqual(['db-1', 'db-1']);
  });

  it.each([
    ['a workload', 'none', null],
    ['a replica', 'db', 'db-7'],
  ])('are nothing where there is no such %s', (_, name, replica) => {
    expect(environmentsOf(platform().run, 'shop', name, replica)).toBeNull();
  });
});
