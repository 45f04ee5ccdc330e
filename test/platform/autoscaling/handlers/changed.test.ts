import { describe, expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import { journalLine } from '../../../../src/report/render/journalLine.ts';
import { ran, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const ports = [{ number: 8080, protocol: 'http' }];
const containers = [{ name: 'main', image: 'api:1', cpu: '1000m', memory: '512Mi', ports }];

interface Given {
  readonly type: 'standard' | 'serverless';
  readonly autoscaling: object;
  readonly request: object;
  readonly rate: unknown;
  readonly arrivals?: unknown;
  readonly timeline?: readonly object[];
  readonly length?: string;
}

/** The scalings, after so many seconds: `600: 3 -> 6`. The literal run is the same. */
function scalings({ type, autoscaling, request, rate, arrivals, timeline = [], length = '30m' }: Given): string[] {
  const given = {
    for: length,
    timing: 'instant' as const,
    resources: [workload('api', type, { containers, defaultOptions: { autoscaling } })],
    behavior: { 'shop/api': { request } },
    demand: [{ to: 'shop/api', rate, ...(arrivals === undefined ? {} : { arrivals }) }],
    timeline,
    // What a loop does from its least count on is to be seen.
    assumptions: { 'run.start': 'minScale' },
  };
  const [ahead, literal] = [ran(given), ran(given, true)];
  expect(ahead.entries.map(journalLine)).toEqual(literal.entries.map(journalLine));
  return ahead
    .of('deployment.scaled')
    .map(({ at, data }) => `${(at - start) / second}: ${data['from']} -> ${data['to']}`);
}

const changed = (at: string, autoscaling: object): object => {
  return { at, patch: '/gvc/shop/workload/api', with: { spec: { defaultOptions: { autoscaling } } } };
};

describe('settings that change', () => {
  it.each([
    ['standard', { metric: 'cpu', target: 50, minScale: 3, maxScale: 9 }, ['615: 3 -> 6']],
    ['serverless', { metric: 'concurrency', target: 50, minScale: 3, maxScale: 9 }, ['0: 1 -> 3', '608: 3 -> 6']],
    ['standard', { metric: 'disabled', minScale: 3, maxScale: 9 }, ['607: 3 -> 6']],
  ] as const)('%s: a raised minScale counts at the next look of %o', (type, autoscaling, expected) => {
    const given = { type, autoscaling, request: { cpu: '1ms', duration: '10ms' }, rate: '10/s' };
    const raised = [changed('+10m7s', { minScale: 6 })];
    expect(scalings({ ...given, timeline: raised }).filter((one) => !one.startsWith('0:'))).toEqual(
      expected.filter((one) => !one.startsWith('0:')),
    );
  });

  it('what a window has dropped does not come back with a longer one (`hpa.down.window`)', () => {
    const autoscaling = { metric: 'cpu', target: 50, minScale: 3, maxScale: 10, scaleToZeroDelay: 60 };
    const steps = [
      ['0m', '240/s'],
      ['5m', '150/s'],
      ['6m5s', '40/s'],
    ];
    const timeline = [changed('+10m', { minScale: 1, scaleToZeroDelay: 600 })];
    expect(scalings({ type: 'standard', autoscaling, request: { cpu: '10ms' }, rate: { steps }, timeline })).toEqual([
      '15: 3 -> 5',
      '360: 5 -> 3',
      '600: 3 -> 1',
    ]);
  });
});

describe('what begins to wait between two ticks', () => {
  const autoscaling = { metric: 'concurrency', target: 10, minScale: 1, maxScale: 50, maxConcurrency: 5 };
  const steps = [
    ['0m', '20/s'],
    ['5m', '400/s'],
  ];
  const given = {
    type: 'serverless',
    autoscaling,
    request: { cpu: '1ms', duration: '100ms' },
    rate: { steps },
  } as const;

  it('counts from where it began: 350 more each second, 700 request-seconds of the panic window at the first tick', () => {
    // (700 + 2 * 4 + 5 * 2) / 6 s = 120 in flight, which are 24 replicas of 5.
    expect(scalings(given)[0]).toBe('302: 1 -> 24');
  });

  it('single requests find the same', () => {
    expect(scalings({ ...given, arrivals: { empirical: [1] }, length: '6m' })[0]).toBe('302: 1 -> 24');
  });
});
