import { describe, expect, it } from 'vitest';
import { scaleFormula } from '../../../src/report/why/scaleFormula.ts';

const bounds = { minScale: 1, maxScale: 20 };
const cpu = { metric: 'cpu', valueMilli: 60_000, targetMilli: 70_000, counted: 20 };

describe('the formula of a count', () => {
  it('tells the counted replicas, the value and the target of a metric, and what they make', () => {
    const decided = { ...bounds, proposed: 18, highestRecent: 18, least: 0, most: 40 };
    expect(scaleFormula({ from: 21, to: 18, measured: [cpu], decided }, 0)).toEqual([
      'cpu: 20 counted replicas, 60 % each on average, target 70 %: ceil(20 x 60 % / 70 %) = 18',
      'proposed: 18',
    ]);
  });

  it('does not claim a formula that does not make the proposal, as where replicas are not ready', () => {
    const decided = { ...bounds, proposed: 17, highestRecent: 17, least: 0, most: 40 };
    const [line] = scaleFormula({ from: 20, to: 17, measured: [cpu], decided }, 0);
    expect(line).toBe('cpu: 20 counted replicas, 60 % each on average, target 70 %');
  });

  it('tells each limit that has changed the count, in their order', () => {
    const decided = { ...bounds, proposed: 2, highestRecent: 9, least: 8, most: 20 };
    expect(scaleFormula({ from: 10, to: 9, decided }, 0)).toEqual([
      'proposed: 2',
      'held up by the scale-down window, whose highest proposal is 9: 9',
    ]);
    const up = { ...bounds, proposed: 50, highestRecent: 50, least: 0, most: 30 };
    expect(scaleFormula({ from: 15, to: 20, decided: up }, 0)).toEqual([
      'proposed: 50',
      'the rate limits allow 0 to 30 at once: 30',
      'within minScale 1 and maxScale 20: 20',
    ]);
  });

  it('is empty where no loop has set the count', () => {
    expect(scaleFormula({ from: 1, to: 2 }, 0)).toEqual([]);
  });

  describe('of a KPA', () => {
    const at = 100_000;
    const panic = { stableMilli: 7_470, panicMilli: 17_071, from: 4, untilAt: null, most: 0 };
    const base = { minScale: 0, maxScale: 40, proposed: 4, ready: 2, least: 1, most: 2_000, panics: true };
    const measured = [{ metric: 'concurrency', valueMilli: 17_071, targetMilli: 5_000 }];

    it('tells both averages, what each needs, and that a panic begins by which numbers', () => {
      expect(scaleFormula({ from: 2, to: 4, measured, decided: { ...base, panic } }, at)).toEqual([
        'concurrency, average of kpa.window: 7.47, target 5 a replica: ceil(7.47 / 5) = 2',
        'concurrency, average of kpa.panicWindow: 17.071, target 5 a replica: ceil(17.071 / 5) = 4',
        'a panic begins: the short average needs 4 replicas, and 4 are enough for a panic (kpa.panicThreshold, 2 ready replicas)',
        'proposed: 4',
      ]);
    });

    it('tells that a panic goes on, until when, and that it removes no replicas', () => {
      const decided = { ...base, proposed: 26, panic: { ...panic, panicMilli: 1_000, untilAt: 160_000, most: 26 } };
      expect(scaleFormula({ from: 2, to: 26, measured, decided }, at).slice(2)).toEqual([
        'the panic goes on until 1 Jan 00:02:40, for kpa.window after its last reason',
        'a panic removes no replicas: it has proposed 26 before',
        'proposed: 26',
      ]);
    });

    it('tells when a panic has ended, and a rate where it binds', () => {
      const decided = {
        ...base,
        proposed: 20,
        ready: 40,
        least: 20,
        panics: false,
        panic: { ...panic, untilAt: 99_999 },
      };
      expect(scaleFormula({ from: 40, to: 20, measured, decided }, at)).toEqual([
        'concurrency, average of kpa.window: 7.47, target 5 a replica: ceil(7.47 / 5) = 2, but with 40 ready replicas kpa.downRate keeps at least 20: 20',
        'concurrency, average of kpa.panicWindow: 17.071, target 5 a replica: ceil(17.071 / 5) = 4, but with 40 ready replicas kpa.downRate keeps at least 20: 20',
        'the panic has ended: it lasted until 1 Jan 00:01:39.999, for kpa.window after its last reason',
        'proposed: 20',
      ]);
      const up = { ...base, proposed: 3, most: 3, panics: false, panic: { ...panic, stableMilli: 21_000 } };
      const [stable] = scaleFormula({ from: 1, to: 3, measured, decided: up }, at);
      expect(stable).toMatch(/= 5, but with 2 ready replicas kpa\.upRate allows at most 3: 3$/);
    });
  });
});
