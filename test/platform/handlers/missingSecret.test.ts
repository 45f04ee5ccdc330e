import { describe, expect, it } from 'vitest';
import { type Given, ran, replicas, workload } from './ran.ts';

const secret = { kind: 'secret', name: 'db', type: 'opaque', data: { payload: 'x' } };
const body = { name: 'db', type: 'opaque', data: { payload: 'x' } };
const container = { name: 'main', image: 'a:1', cpu: '100m', memory: '128Mi', ports: [{ number: 8080 }] };
const reading = { ...container, env: [{ name: 'DB', value: 'svc://secret/db.payload' }] };
const mounting = { ...container, volumes: [{ uri: 'svc://secret/db', path: '/etc/db' }] };
const web = (own: object = reading) => workload('web', 'standard', { ...replicas(2), containers: [own] });
const late = { ...web(), name: 'late' };
const created = { at: '+1h', post: '/secret', with: body };
const base: Given = { timing: 'instant', for: '3h', resources: [web()] };
/** When replicas were ready, in seconds after the start. */
const readyAt = (given: Partial<Given>): number[] => {
  const { entries, run } = ran({ ...base, ...given });
  return entries.filter(({ type }) => type === 'replica.ready').map(({ at }) => (at - run.scenario.start) / 1000);
};
const types = (given: Partial<Given>): string[] => ran({ ...base, ...given }).entries.map(({ type }) => type);

describe('a deployment whose secret does not exist (secret.missing)', () => {
  it.each([
    ['a variable', reading],
    ['a mount', mounting],
  ])('is paused, because of %s: nothing runs', (_, own) => {
    const { entries } = ran({ ...base, resources: [web(own)] });
    const closed = entries.filter(({ type }) => type === 'deployment.closed');
    expect(closed.map(({ data, reason }) => [data, reason.assumptions.includes('secret.missing')])).toEqual([
      [{ why: 'paused' }, true],
    ]);
    expect(entries.some(({ type }) => type.startsWith('replica.'))).toBe(false);
  });

  it('runs if the secret exists, or if its name stands elsewhere', () => {
    expect(types({ resources: [web(), secret] })).not.toContain('deployment.closed');
    expect(types({ resources: [web({ ...container, args: ['svc://secret/db'] })] })).not.toContain('deployment.closed');
  });

  it('is paused because of a variable of its GVC that it inherits (env.inherit)', () => {
    const gvc = { at: '+1m', patch: '/gvc/shop', with: { spec: { env: [{ name: 'DB', value: 'svc://secret/db' }] } } };
    const posted = (own: object) => {
      const post = { at: '+30m', post: '/gvc/shop/workload', with: { ...web(own), name: 'late' } };
      return { resources: [], timeline: [gvc, post, created] };
    };
    expect(readyAt(posted({ ...container, inheritEnv: true }))).toEqual([3600, 3600]);
    expect(readyAt(posted(container))).toEqual([1800, 1800]);
    const own = { ...container, inheritEnv: true, env: [{ name: 'DB', value: 'mine' }] };
    expect(readyAt(posted(own))).toEqual([1800, 1800]);
    const never = { 'env.inherit': 'never' };
    expect(readyAt({ ...posted({ ...container, inheritEnv: true }), assumptions: never })).toEqual([1800, 1800]);
  });

  it('goes on secret.heal.duration after the secret was created', () => {
    const timeline = [created];
    expect(readyAt({ timeline })).toEqual([3600, 3600]);
    expect(readyAt({ timeline, assumptions: { 'secret.heal.duration': '8m' } })).toEqual([4080, 4080]);
    const { entries } = ran({ ...base, timeline });
    const reopened = entries.find(({ type }) => type === 'deployment.reopened')!;
    expect(entries.find(({ seq }) => seq === reopened.cause)).toMatchObject({
      type: 'request.accepted',
      data: { path: '/org/acme/secret' },
    });
  });

  it('... but not while it lacks another one', () => {
    const both = { ...reading, volumes: [{ uri: 'svc://secret/other', path: '/o' }] };
    expect(readyAt({ resources: [web(both)], timeline: [created] })).toEqual([]);
    const other = { at: '+2h', put: '/secret/other', with: { ...body, name: 'other' } };
    expect(readyAt({ resources: [web(both)], timeline: [created, other] })).toEqual([7200, 7200]);
  });

  it('is paused too if it comes during the run, and a cron job starts nothing', () => {
    const post = { at: '+30m', post: '/gvc/shop/workload', with: late };
    expect(readyAt({ resources: [], timeline: [post, created] })).toEqual([3600, 3600]);
    const job = workload('job', 'cron', { containers: [{ ...reading, ports: [] }], job: { schedule: '*/10 * * * *' } });
    const { entries, run } = ran({ ...base, resources: [job], timeline: [created] });
    const starts = entries.filter(({ type }) => type === 'execution.started').map(({ at }) => at - run.scenario.start);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(3_600_000);
    expect(starts.length).toBeGreaterThan(5);
  });

  it('goes on if the secret is deleted while it runs', () => {
    const timeline = [
      { at: '+1h', delete: '/secret/db' },
      { at: '+2h', patch: '/gvc/shop/workload/web', with: { description: 'the same' } },
    ];
    expect(types({ resources: [web(), secret], timeline })).not.toContain('deployment.closed');
  });

  it('... also with more replicas and with a new version', () => {
    const path = '/gvc/shop/workload/web';
    const scaled = { spec: { defaultOptions: { autoscaling: { minScale: 3, maxScale: 3 } } } };
    const timeline = [
      { at: '+1h', delete: '/secret/db' },
      { at: '+90m', patch: path, with: scaled },
      { at: '+2h', patch: path, with: { spec: { containers: [{ ...reading, image: 'a:2' }] } } },
    ];
    expect(readyAt({ resources: [web(), secret], timeline })).toEqual([5400, 7200, 7200, 7200]);
  });

  it('ignore: it runs all the same; refuse: the platform refuses the workload', () => {
    expect(types({ assumptions: { 'secret.missing': 'ignore' } })).toContain('replica.settled');
    const post = { at: '+30m', post: '/gvc/shop/workload', with: late, answers: 400 };
    const refusing = { resources: [], timeline: [post], assumptions: { 'secret.missing': 'refuse' } };
    expect(types(refusing)).toContain('request.refused');
  });
});
