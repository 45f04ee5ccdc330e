import { describe, expect, it } from 'vitest';
import { hour, second } from '../../../src/engine/time.ts';
import { ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const web = { of: 'shop/web' };

/**
 * The exits of a replica with two containers, each with its wait in seconds, its start of 5 s left out. A fault crashes
 * the first, `main`; while the replica does not answer, the liveness probe of `side` has that one ended after two
 * tries, each 5 s.
 */
function exits(timeline: readonly object[]): readonly unknown[] {
  const livenessProbe = { exec: { command: ['true'] }, initialDelaySeconds: 0, periodSeconds: 5, failureThreshold: 2 };
  const container = { image: 'web:1', cpu: '100m', memory: '128Mi' };
  const containers = [
    { name: 'main', ...container },
    { name: 'side', ...container, livenessProbe },
  ];
  const { of } = ran({ for: '1h', resources: [workload('web', 'standard', { containers, ...replicas(1) })], timeline });
  return of('replica.exited').map(({ at, data }) => [
    (at - start) / second,
    data['container'],
    (Number(data['restartAt']) - at) / second - 5,
  ]);
}

const crash = (at: string): object => ({ at, fault: { replicaCrash: web } });
/** A replica that does not answer for 8 s: the tries at its begin and 5 s later are missed. */
const silence = (at: string): object => ({ at, fault: { stuckReadiness: { ...web, replicas: 1 } }, for: '8s' });

describe('`replica.backoff.reset`: the wait of a container that has exited', () => {
  it('counts its own exits, not those of its neighbour', () => {
    expect(exits([silence('+1m'), crash('+2m'), crash('+3m'), silence('+4m')])).toEqual([
      [65, 'side', 10],
      [120, 'main', 10],
      [180, 'main', 20],
      [245, 'side', 20],
    ]);
  });

  it('is the first again after 600 s of its own run, though its neighbour was started anew in between', () => {
    // `main` runs again from 75 s on.
    expect(exits([crash('+1m'), silence('+8m'), crash('+675s')])).toEqual([
      [60, 'main', 10],
      [485, 'side', 10],
      [675, 'main', 10],
    ]);
    expect(exits([crash('+1m'), silence('+8m'), crash('+674s')])).toEqual([
      [60, 'main', 10],
      [485, 'side', 10],
      [674, 'main', 20],
    ]);
  });

  it('is in the entry: exits in a row, the wait, and how long it had run, beside the instant of the restart', () => {
    const at = { for: '1h', resources: [workload('web', 'standard', replicas(1))] };
    const { of } = ran({ ...at, timeline: [crash('+1m'), crash('+2m'), crash('+20m')] });
    expect(of('replica.exited').map(({ data }) => [data['inRow'], data['waitMs'], data['ranMs']])).toEqual([
      [1, 10 * second, undefined],
      [2, 20 * second, 45 * second],
      [1, 10 * second, 1_055 * second],
    ]);
  });
});

describe('an eviction', () => {
  const ephemeral = { start: '0.4GB', growth: '0.1GB/h' };

  it('says what the replica used, and how it came to that', () => {
    const { of } = ran({
      for: '8h',
      resources: [workload('web', 'standard', replicas(1))],
      behavior: { 'shop/web': { ephemeral } },
      timeline: [{ at: '+1h', fault: { usageJump: { ...web, add: '0.3GB' } } }],
    });
    expect(of('replica.evicted').map(({ data }) => data)).toEqual([
      {
        overflowedAt: start + 3 * hour + 1,
        allottedBytes: 1e9,
        usedBytes: 1_000_000_028,
        startedAt: start,
        startBytes: 4e8,
        addedBytes: 3e8,
        growthBytesPerHour: 1e8,
      },
    ]);
  });
});
