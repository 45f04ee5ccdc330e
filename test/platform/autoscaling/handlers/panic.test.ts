import { describe, expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import { kind } from '../../../../src/platform/handlers/eventKinds.ts';
import { journalLine } from '../../../../src/report/render/journalLine.ts';
import { type Given, ran, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const ports = [{ number: 8080, protocol: 'http' }];
const containers = [{ name: 'main', image: 'api:1', cpu: '500m', memory: '512Mi', ports }];

interface Asked {
  readonly autoscaling: object;
  /** Requests a second, from so many seconds on. */
  readonly steps: readonly (readonly [number, number])[];
  readonly request?: object;
  readonly assumptions?: object;
}

/**
 * Ten minutes of a serverless workload that follows concurrency: `65: 1 -> 5`, and how many ticks were looked at. The
 * literal run is the same.
 */
function played({ autoscaling, steps, request = { cpu: '5ms', duration: '100ms' }, assumptions = {} }: Asked): {
  readonly scalings: readonly string[];
  readonly looks: number;
} {
  const scale = { metric: 'concurrency', target: 1, minScale: 1, maxScale: 10, ...autoscaling };
  const given: Given = {
    for: '10m',
    resources: [
      workload('api', 'serverless', { containers, defaultOptions: { timeoutSeconds: 120, autoscaling: scale } }),
    ],
    behavior: { 'shop/api': { request } },
    demand: [{ to: 'shop/api', rate: { steps: steps.map(([at, rate]) => [`${at}s`, `${rate * 60}/m`]) } }],
    // What a loop does from its least count on is to be seen.
    assumptions: { 'run.start': 'minScale', ...assumptions },
  };
  const [ahead, literal] = [ran(given), ran(given, true)];
  expect(ahead.entries.map(journalLine)).toEqual(literal.entries.map(journalLine));
  return {
    scalings: ahead.of('deployment.scaled').map(({ at, data }) => {
      return `${(at - start) / second}: ${data['from']} -> ${data['to']}`;
    }),
    looks: ahead.run.sim.handledOf(kind['scaler.evaluation']),
  };
}

describe('a panic of a serverless workload, looked at ahead', () => {
  it.each([
    // Ticks are even: where the window is odd, the last one in the panic is a second before its end.
    ['60s', '154: 10 -> 5'],
    ['61s', '154: 10 -> 5'],
    ['31s', '124: 10 -> 5'],
  ])('ends when the threshold was last reached more than a window of %s ago', (window, down) => {
    const steps = [
      [0, 10],
      [60, 300],
      [90, 10],
    ] as const;
    const { scalings, looks } = played({ autoscaling: {}, steps, assumptions: { 'kpa.window': window } });
    expect(scalings).toContain(down);
    expect(looks).toBeLessThan(30);
  });

  it.each([
    [92.1, '160: 10 -> 5'],
    [101, '170: 10 -> 5'],
    // Between a tick that is looked at and the next.
    [104.1, '172: 10 -> 5'],
  ])('begins anew when requests have to wait, as from %s s on', (burst, down) => {
    const assumptions = { 'kpa.panicThreshold': 10 };
    const steps = [
      [0, 10],
      [60, 300],
      [90, 10],
      // More than ten replicas can answer, though not ten times what they are meant to carry.
      [burst, 2_500],
      [burst + 1, 10],
    ] as const;
    const { scalings } = played({ autoscaling: {}, steps, request: { cpu: '5ms', duration: '20ms' }, assumptions });
    expect(scalings).toContain(down);
  });

  it('is forgotten while the workload sleeps', () => {
    const steps = [
      [0, 0],
      [1, 230],
      [100, 0],
      [200, 4],
    ] as const;
    const { scalings } = played({ autoscaling: { minScale: 0, maxScale: 3, scaleToZeroDelay: 30 }, steps });
    // Three at the first tick, were it not forgotten.
    expect(scalings.slice(2, 4)).toEqual(['200.25: 0 -> 1', '202: 1 -> 2']);
  });

  it('begins while the workload sleeps', () => {
    const autoscaling = { target: 2, minScale: 0, scaleToZeroDelay: 30 };
    const steps = [
      [0, 0],
      [200, 0.45],
      [202, 0],
      [232, 0.05],
    ] as const;
    const { scalings } = played({ autoscaling, steps, request: { duration: '60s' } });
    // A single request in flight asks for one; what came before it, asleep, for five.
    expect(scalings).toContain('234: 0 -> 5');
  });
});
