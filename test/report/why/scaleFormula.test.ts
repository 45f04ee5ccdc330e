import { describe, expect, it } from 'vitest';
import { scaleFormula } from '../../../src/report/why/scaleFormula.ts';

const bounds = { minScale: 1, maxScale: 20 };
const cpu = { metric: 'cpu', valueMilli: 60_000, targetMilli: 70_000, counted: 20 };

describe('the formula of a count', () => {
  it('tells the counted replicas, the value and the target of a metric, and what they make', () => {
    const decided = { ...bounds, proposed: 18, highestRecent: 18, least: 0, most: 40 };
    expect(scaleFormula({ from: 21, to: 18, measured: [cpu], decided })).toEqual([
      'cpu: 20 counted replicas, 60 % each on average, target 70 %: ceil(20 x 60 % / 70 %) = 18',
      'proposed: 18',
    ]);
  });

  it('does not claim a formula that does not make the proposal, as where replicas are not ready', () => {
    const decided = { ...bounds, proposed: 17, highestRecent: 17, least: 0, most: 40 };
    const [line] = scaleFormula({ from: 20, to: 17, measured: [cpu], decided });
    expect(line).toBe('cpu: 20 counted replicas, 60 % each on average, target 70 %');
  });

  it('tells each limit that has changed the count, in their order', () => {
    const decided = { ...bounds, proposed: 2, highestRecent: 9, least: 8, most: 20 };
    expect(scaleFormula({ from: 10, to: 9, decided })).toEqual([
      'proposed: 2',
      'held up by the scale-down window, whose highest proposal is 9: 9',
    ]);
    const up = { ...bounds, proposed: 50, highestRecent: 50, least: 0, most: 30 };
    expect(scaleFormula({ from: 15, to: 20, decided: up })).toEqual([
      'proposed: 50',
      'the rate limits allow 0 to 30 at once: 30',
      'within minScale 1 and maxScale 20: 20',
    ]);
  });

  it('is empty where no loop has set the count', () => {
    expect(scaleFormula({ from: 1, to: 2 })).toEqual([]);
  });
});
