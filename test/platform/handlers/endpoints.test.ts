import { describe, expect, it } from 'vitest';
import { ran, replicas, workload } from './ran.ts';

const containers = [{ name: 'main', image: 'db:1', cpu: '100m', memory: '128Mi', ports: [{ number: 5432 }] }];
const domain = {
  kind: 'domain',
  name: 'www.example.com',
  spec: {
    routes: [{ workloadLink: '//gvc/shop/workload/db' }, { prefix: '/db', workloadLink: '//gvc/shop/workload/db' }],
  },
};

/** What a client reads at the end of a minute. */
function read(path: string, resources: readonly object[], timeline: readonly object[] = []) {
  const { run } = ran({ for: '1m', resources, timeline });
  const get = (one: string) => run.request({ method: 'GET', path: one }).body as Record<string, unknown>;
  return { alias: get('/org/acme/gvc/shop')['alias'], body: get(`/org/acme/gvc/shop/workload/${path}`) };
}

const db = (spec: object = {}): object => workload('db', 'stateful', { containers, ...replicas(2), ...spec });

describe('the endpoints of a workload, as a client reads them', () => {
  it('NET-1 to NET-5: the canonical one, those of domains, of locations, of replicas', () => {
    const { alias, body } = read('db', [db({ loadBalancer: { replicaDirect: true } }), domain]);
    expect(alias).toMatch(/^[a-z0-9]{13}$/);
    const canonical = `https://db-${alias}.app.svcsim.example`;
    const place = 'aws-us-east-1.location.svcsim.example';
    expect(body['status']).toMatchObject({
      endpoint: canonical,
      canonicalEndpoint: canonical,
      endpoints: [
        { url: canonical, origin: 'canonical' },
        { url: 'https://www.example.com', origin: 'domain' },
        { url: 'https://www.example.com/db', origin: 'domain' },
        { url: `https://db-${alias}.${place}`, origin: 'location' },
        { url: `https://db-${alias}-0.${place}`, origin: 'replica' },
        { url: `https://db-${alias}-1.${place}`, origin: 'replica' },
      ],
    });
  });

  it('NET-2: the org endpoint prefix of the GVC stands in the canonical one, from its change on', () => {
    const timeline = [{ at: '+30s', patch: '/gvc/shop', with: { spec: { endpointPrefix: 'acme' } } }];
    const { alias, body } = read('db', [db()], timeline);
    expect(body['status']).toMatchObject({ canonicalEndpoint: `https://db-${alias}.acme.app.svcsim.example` });
  });

  it('NET-5: a domain that comes or goes adds or takes its routes', () => {
    const timeline = [
      { at: '+10s', delete: '/domain/www.example.com' },
      {
        at: '+20s',
        put: '/domain/api.example.com',
        with: { spec: { routes: [{ workloadLink: '//gvc/shop/workload/db' }] } },
      },
    ];
    const { status } = read('db', [db(), domain], timeline).body as {
      status: { endpoints: { url: string; origin: string }[] };
    };
    const found = status.endpoints.filter(({ origin }) => origin === 'domain').map(({ url }) => url);
    expect(found).toEqual(['https://api.example.com']);
  });

  it('NET-3: the deployment of a location shows the endpoint there', () => {
    const { alias, body } = read('db/deployment/aws-us-east-1', [db()]);
    const endpoint = `https://db-${alias}.aws-us-east-1.location.svcsim.example`;
    expect(body['status']).toMatchObject({ endpoint });
  });

  it('address.noPort: a workload that exposes no port has none (TYPE-2)', () => {
    const { status } = read('quiet', [workload('quiet', 'standard')]).body as { status: Record<string, unknown> };
    expect(status['endpoints']).toEqual([]);
    expect(status).not.toHaveProperty('canonicalEndpoint');
  });
});
