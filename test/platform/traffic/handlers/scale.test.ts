import { describe, expect, it } from 'vitest';
import { journalLine } from '../../../../src/report/render/journalLine.ts';
import { parseScenario } from '../../../../src/scenario/parse.ts';
import { billText, capacityText } from '../../../laws/play.ts';
import { ran, replicas, workload } from '../../handlers/ran.ts';

const ports = [{ number: 8080, protocol: 'http' }];
const containers = [{ name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi', ports }];
const resources = [workload('web', 'standard', { containers, ...replicas(2) })];
const behavior = { 'shop/web': { request: { cpu: '10ms', duration: '20ms' } } };
const timeline = [
  { at: '+20m', demand: { 'shop/web': { scale: 4 } } },
  { at: '+40m', demand: { 'shop/workload/web': { scale: 0 } } },
  { at: '+50m', demand: { 'shop/web': { scale: 1 } } },
];
const steps = [
  ['0m', '10/s'],
  ['20m', '40/s'],
  ['40m', '0/s'],
  ['50m', '10/s'],
];
const noise = { every: '7m', cv: 0.3 };

describe('a demand that the timeline scales', () => {
  it.each([['fluid'], ['poisson'], [{ gamma: { cv: 2 } }]])('is the same as one whose rate says so: %o', (arrivals) => {
    const given = { for: '1h', resources, behavior };
    const scaled = ran({ ...given, demand: [{ to: 'shop/web', rate: '10/s', noise, arrivals }], timeline });
    const stepped = ran({ ...given, demand: [{ to: 'shop/web', rate: { steps }, noise, arrivals }] });
    const text = ({ run, entries }: ReturnType<typeof ran>) => capacityText({ run, journal: entries });
    expect(text(scaled)).toBe(text(stepped));
    expect(billText(scaled.run)).toBe(billText(stepped.run));
    const calls = ({ of }: ReturnType<typeof ran>) => of('call.answered').map(({ at, data }) => [at, data]);
    expect(calls(scaled)).toEqual(calls(stepped));
  });

  it('decides the same ahead and at every tick', () => {
    const autoscaling = { metric: 'cpu', target: 50, minScale: 1, maxScale: 9 };
    const given = {
      for: '2h',
      resources: [workload('web', 'standard', { containers, defaultOptions: { autoscaling } })],
      behavior,
      demand: [{ to: 'shop/web', rate: '5/s' }],
      timeline,
    };
    const [ahead, literal] = [ran(given), ran(given, true)];
    expect(ahead.entries.map(journalLine)).toEqual(literal.entries.map(journalLine));
    expect(ahead.of('deployment.scaled').length).toBeGreaterThan(2);
  });

  it('is told, and so is where it goes; what was demanded is told with it', () => {
    const { of } = ran({ for: '1h', resources, behavior, demand: [{ to: 'shop/web', rate: '10/s' }], timeline });
    expect(of('demand.scaled').map(({ data }) => data)).toEqual([{ scale: 4 }, { scale: 0 }, { scale: 1 }]);
    const here = { demand: 'shop/workload/web/1', shares: { 'aws-us-east-1': 1 }, unrouted: 0 };
    expect(of('demand.routed').map(({ data }) => data.demands)).toEqual([
      [here],
      [{ ...here, scale: 4 }],
      [{ ...here, scale: 0 }],
      [here],
    ]);
  });

  it.each([
    [{ 'shop/wev': { scale: 2 } }, /this scenario has no demand to 'shop\/wev'/],
    [{ 'shop/idle': { scale: 2 } }, /this scenario has no demand to 'shop\/idle'/],
    [{ 'shop/web': { scale: -1 } }, /at least 0/],
    [{ 'shop/web': { scale: 1_001 } }, /at most 1000/],
    [{ 'shop/web': {} }, /scale/],
    [{ 'shop/web': { rate: '1/s' } }, /rate/],
  ])('%o is a problem of the file', (demand, message) => {
    const gvc = {
      kind: 'gvc',
      name: 'shop',
      spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } },
    };
    const document = {
      svcsim: 1,
      name: 'odd',
      start: '2026-11-01T00:00:00Z',
      for: '1h',
      resources: [gvc, ...resources, workload('idle', 'standard', { containers })],
      behavior,
      demand: [{ to: 'shop/web', rate: '10/s' }],
      timeline: [{ at: '+1m', demand }],
    };
    const { problems } = parseScenario(JSON.stringify(document), { file: 'odd.json' });
    const errors = problems.filter(({ severity }) => severity === 'error').map((problem) => problem.message);
    expect(errors.join('\n')).toMatch(message);
  });
});
