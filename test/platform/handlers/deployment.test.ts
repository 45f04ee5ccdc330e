import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const here = 'aws-us-east-1';
const there = 'gcp-us-east1';
const links = (...locations: string[]) => ({
  staticPlacement: { locationLinks: locations.map((name) => `//location/${name}`) },
});
const placed = (at: string, ...locations: string[]): object => ({
  at,
  patch: '/gvc/shop',
  with: { spec: links(...locations) },
});

/** A run of one workload of a gvc in two locations; what its status shows at instants after the start. */
function shown(resource: object, timeline: readonly object[], behavior: object = {}) {
  const gvc = { kind: 'gvc', name: 'shop', spec: links(here, there) };
  const document = {
    svcsim: 1,
    start: '2026-11-01T00:00:00Z',
    for: '9h',
    resources: [gvc, resource],
    behavior,
    timeline,
  };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'left.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const types: [string, string, number][] = [];
  const run = new Run(scenario, {
    sink: ({ type, subject, at }) => types.push([type, subject.name.slice(subject.name.indexOf('@') + 1), at - start]),
  });
  const path = `/org/acme/gvc/shop/workload/${(resource as { name: string }).name}`;
  const get = (of: string) => run.request({ method: 'GET', path: of });
  return {
    at: (after: number) => {
      run.sim.runUntil(start + after, { included: true });
      const { status, health } = get(path).body as { status: Shown; health: Shown };
      const items = (get(`${path}/deployment`).body as { items: { name: string }[] }).items.map(({ name }) => name);
      return { items, total: health.totalLocations, suspended: status.suspendedStatus };
    },
    statusOf: (location: string) => get(`${path}/deployment/${location}`).status,
    /** Instants after the start of the entries of a type in the second location. */
    of: (type: string) => types.filter((one) => one[0] === type && one[1] === there).map(([, , at]) => at),
    run,
  };
}

interface Shown {
  readonly totalLocations: number;
  readonly suspendedStatus: string;
}

const both = { items: [here, there], total: 2, suspended: 'notSuspended' };
const one = { items: [here], total: 1, suspended: 'notSuspended' };

describe('the deployment of a location that has left the GVC', () => {
  it('is shown until its last replica is gone, and no longer', () => {
    const { at, statusOf } = shown(workload('web', 'standard', replicas(2)), [placed('+1h', here)]);
    expect(at(hour + 46 * second - 1)).toEqual(both);
    expect(statusOf(there)).toBe(200);
    expect(at(hour + 46 * second)).toEqual(one);
    expect(statusOf(there)).toBe(404);
  });

  it('goes at once where nothing runs there, and takes its suspension along', () => {
    const localOptions = [{ location: there, suspend: true }];
    const { at } = shown(workload('web', 'standard', { ...replicas(1), localOptions }), [placed('+1h', here)]);
    expect(at(hour - 1)).toEqual({ ...both, suspended: 'partiallySuspended' });
    expect(at(hour)).toEqual(one);
  });

  it('stays where the location is disabled, until it leaves as well', () => {
    const disabled = { at: '+1h', patch: `/location/${there}`, with: { spec: { enabled: false } } };
    const { at } = shown(workload('web', 'standard', replicas(1)), [disabled, placed('+2h', here)]);
    expect(at(hour + 10 * minute)).toEqual(both);
    expect(at(2 * hour)).toEqual(one);
  });

  it('stays where the location comes back before the last replica is gone', () => {
    const { at, of } = shown(workload('web', 'standard', replicas(1)), [
      placed('+1h', here),
      placed('+3630s', here, there),
    ]);
    expect(at(2 * hour)).toEqual(both);
    expect(of('deployment.reopened')).toEqual([hour + 30 * second]);
  });

  it('is a new one where the location comes back later', () => {
    const { at, of } = shown(workload('db', 'stateful', replicas(2)), [
      placed('+1h', here),
      placed('+2h', here, there),
    ]);
    expect(at(3 * hour)).toEqual(both);
    expect(of('deployment.opened')).toEqual([0, 2 * hour]);
    expect(of('deployment.reopened')).toEqual([]);
    expect(of('replica.ready')).toEqual([2 * hour + 14 * second, 2 * hour + 28 * second]);
  });

  it('fires no tick any more, and those of its schedule once each after the location has come back (TYPE-12)', () => {
    const { at, of, run } = shown(
      workload('job', 'cron', { job: { schedule: '0 * * * *' } }),
      [placed('+90m', here), placed('+255m', here, there)],
      { 'shop/job': { execution: { duration: '40m' } } },
    );
    expect(at(90 * minute + 1)).toEqual(both);
    expect(at(91 * minute)).toEqual(one);
    run.advance();
    expect(of('execution.removed')).toEqual([90 * minute]);
    expect(of('execution.started')).toEqual([0, hour, 5 * hour, 6 * hour, 7 * hour, 8 * hour]);
  });
});

describe('a workload without a location', () => {
  it('is refused a run on command for its type, not for its locations (CRON-13)', () => {
    const { run } = shown(workload('web', 'standard', replicas(1)), [placed('+1h')]);
    run.advance();
    const body = { type: 'runCronWorkload', spec: { location: here } };
    const { status, body: error } = run.request({
      method: 'POST',
      path: '/org/acme/gvc/shop/workload/web/-command',
      body,
    });
    expect([status, error]).toMatchObject([400, { code: 'COMMAND_REFUSED' }]);
  });
});
