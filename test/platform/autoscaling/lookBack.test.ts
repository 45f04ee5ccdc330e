import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { lookBackOf } from '../../../src/platform/autoscaling/lookBack.ts';
import { hpa, keda, kpa, queue, read } from './built.ts';

const up = { from: 3, to: 5 };
const down = { from: 5, to: 3 };

describe('how far a loop looks back on the requests', () => {
  it('an HPA: a sample, its window, a sync, and for fewer replicas the window of scale-down', () => {
    const cpu = hpa({ metric: 'cpu', target: 60 });
    expect(lookBackOf(cpu, up)).toBe(45 * second);
    expect(lookBackOf(cpu, down)).toBe((45 + 300) * second);
    expect(lookBackOf(hpa({ metric: 'rps', target: 60 }, { 'hpa.down.window': 0 }), down)).toBe(95 * second);
  });

  it('of several metrics that which looks back furthest', () => {
    const multi = [
      { metric: 'latency', target: 60 },
      { metric: 'cpu', target: 60 },
    ];
    expect(lookBackOf(hpa({ metric: 'multi', multi }), up)).toBe(95 * second);
  });

  it('a KPA: its window and a tick, for fewer replicas a panic before it, and before zero the idle time', () => {
    const settings = kpa({ scaleToZeroDelay: 300 });
    expect(lookBackOf(settings, up)).toBe(62 * second);
    expect(lookBackOf(settings, down)).toBe(122 * second);
    expect(lookBackOf(settings, { from: 1, to: 0 })).toBe(122 * second + settings.idleDelay);
  });

  it('triggers and disabled scaling measure no requests', () => {
    expect(lookBackOf(keda({}, [queue(5)]), down)).toBe(0);
    expect(lookBackOf(read('standard', { metric: 'disabled' }), down)).toBe(0);
  });
});
