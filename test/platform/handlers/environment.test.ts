import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { dwellingsIn, environmentIn } from '../../../src/platform/network/handlers/environment.ts';
import { deploymentsOf } from '../../../src/platform/world.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { replicas, workload } from './ran.ts';

/** The environments of all containers of `shop/web` after some time, by replica. */
function environments(
  after: number,
  timeline: readonly object[] = [],
  cellar: object = { provider: 'byok', region: 'home' },
): Map<string, Record<string, string>> {
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/cellar'] } } };
  const document = {
    svcsim: 1,
    start: '2026-11-01T00:00:00Z',
    for: '1h',
    locations: { cellar },
    resources: [gvc, workload('web', 'stateful', replicas(2))],
    timeline,
  };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'env.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const { sim } = new Run(scenario);
  sim.runUntil(scenario.start + after, { included: true });
  const deployments = deploymentsOf(sim.world, '/org/acme/gvc/shop/workload/web');
  return new Map(
    deployments.flatMap((deployment) =>
      dwellingsIn(sim.world, deployment).flatMap((dwelling) =>
        dwelling.containers.map((container) => {
          const variables = environmentIn(sim.world, deployment, dwelling, container);
          return [dwelling.name, Object.fromEntries(variables.map(({ name, value }) => [name, value]))] as const;
        }),
      ),
    ),
  );
}

describe('the environment of replicas', () => {
  it('ENV-4: has the alias that its GVC was given, of 13 letters and digits', () => {
    expect(environments(0).get('web-0')?.SVC_GVC_ALIAS).toMatch(/^[a-z0-9]{13}$/);
  });

  it('ENV-5, ENV-7: names a location of the customer by its provider and region', () => {
    expect(environments(0).get('web-0')).toMatchObject({ SVC_LOCATION: 'byok-home', SVC_PROVIDER: 'byok' });
  });

  it('ENV-5, ENV-7: has both parts also where no region is written, or it has been dropped (`location.region`)', () => {
    const drop = { at: '+1m', patch: '/location/cellar', with: { $drop: ['region', 'provider'] } };
    expect(environments(0, [], { provider: 'byok' }).get('web-0')).toMatchObject({ SVC_LOCATION: 'byok-cellar' });
    expect(environments(0, [drop]).get('web-0')).toMatchObject({ SVC_LOCATION: 'byok-home' });
    expect(environments(120_000, [drop]).get('web-0')).toMatchObject({
      SVC_LOCATION: 'byok-cellar',
      SVC_PROVIDER: 'byok',
    });
    expect(environments(0, [], { provider: 'gcp', region: '' }).get('web-0')).toMatchObject({
      SVC_LOCATION: 'gcp-cellar',
      SVC_PROVIDER: 'gcp',
    });
  });

  it('ENV-10, ENV-12: is that of the version that each one runs, in mid-rollout too', () => {
    const containers = [{ name: 'main', image: 'web:2', env: [{ name: 'LOG', value: 'all' }] }];
    const patch = { at: '+1m', patch: '/gvc/shop/workload/web', with: { spec: { containers } } };
    const found = environments(115_000, [patch]);
    expect(found.get('web-0')).toMatchObject({ SVC_WORKLOAD_VERSION: '1', SVC_IMAGE: 'web:1' });
    expect(found.get('web-0')).not.toHaveProperty('LOG');
    expect(found.get('web-1')).toMatchObject({ SVC_WORKLOAD_VERSION: '2', SVC_IMAGE: 'web:2', LOG: 'all' });
  });
});
