import { describe, expect, it } from 'vitest';
import { begun } from '../../experiment/session/same.ts';
import { database } from './ran.ts';

const shop = '/org/acme/gvc/shop';
const data = `${shop}/volumeset/data`;

/** A database of two replicas that need a while to stop, asked by a client. */
function asked(volumeset: object = {}) {
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } };
  const document = {
    svcsim: 1,
    start: '2026-11-01T00:00:00Z',
    for: '1h',
    resources: [gvc, ...database(volumeset, 2)],
    behavior: { 'shop/db': { stop: '20s' } },
  };
  const { session } = begun(document);
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    session.request({ method, path, ...(body === undefined ? {} : { body }) });
  return { session, ask, status: (path: string) => ask('GET', path).status };
}

describe('a volume set that is deleted right after its workload (http: deleting)', () => {
  it('stays with its volumes until the last replica that has one of them is gone', () => {
    const { session, ask, status } = asked();
    expect(ask('DELETE', `${shop}/workload/db`).status).toBe(202);
    expect(ask('DELETE', data).status).toBe(202);
    expect(ask('DELETE', data).status).toBe(202);
    expect(ask('PATCH', data, { description: 'late' }).status).toBe(409);
    expect(ask('POST', `${shop}/volumeset`, { name: 'data' }).status).toBe(409);
    expect(ask('GET', data).body).toMatchObject({
      status: { locations: [{ volumes: [{ lifecycle: 'bound' }, { lifecycle: 'bound' }] }] },
    });
    session.advance({ seconds: 15 });
    expect(status(data)).toBe(200);
    session.advance({ seconds: 60 });
    expect([status(data), status(`${shop}/workload/db`)]).toEqual([404, 404]);
  });

  it('does not hold its GVC, which goes after it', () => {
    const { session, ask, status } = asked();
    for (const path of [`${shop}/workload/db`, data, shop]) expect(ask('DELETE', path).status).toBe(202);
    expect(status(shop)).toBe(200);
    session.advance({ seconds: 75 });
    expect(status(shop)).toBe(404);
  });

  it('is held by replicas of before a rollout, whose workload mounts it no longer', () => {
    const { session, ask, status } = asked();
    ask('PATCH', `${shop}/workload/db`, { spec: { containers: [{ name: 'main', volumes: [] }] } });
    expect(ask('DELETE', data).status).toBe(202);
    expect(status(data)).toBe(200);
    session.advance({ seconds: 1_800 });
    expect(status(data)).toBe(404);
    expect(ask('GET', `${shop}/workload/db`).body).toMatchObject({ health: { readiness: 'Healthy' } });
  });

  it('goes at once where nobody has its volumes', () => {
    const { session, ask, status } = asked();
    ask('DELETE', `${shop}/workload/db`);
    session.advance({ seconds: 75 });
    ask('DELETE', data);
    expect(status(data)).toBe(404);
  });

  it('takes its last snapshot when it goes (`snapshot.final`)', () => {
    const { session, ask } = asked({ snapshots: { createFinalSnapshot: true } });
    const types: string[] = [];
    session.listen(({ type }) => types.push(type));
    ask('DELETE', `${shop}/workload/db`);
    ask('DELETE', data);
    expect(types).not.toContain('snapshot.taken');
    session.advance({ seconds: 75 });
    expect(types.filter((type) => ['snapshot.taken', 'volume.deleted', 'replica.gone'].includes(type))).toEqual([
      'replica.gone',
      'replica.gone',
      'snapshot.taken',
      'volume.deleted',
      'snapshot.taken',
      'volume.deleted',
    ]);
  });
});
