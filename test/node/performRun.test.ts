import { describe, expect, it } from 'vitest';
import { Interrupt } from '../../src/node/interrupt.ts';
import { performRun } from '../../src/node/performRun.ts';
import { good, head, shop } from '../scenario/builders.ts';

const tenYears = head.replace('for: 30d', 'for: 3650d') + shop;
const asked = {
  options: { isLiteral: false, events: false, replicas: false, rowsPer: 'month' },
  journal: null,
  listeners: [],
  takesBundles: true,
  threads: 1,
  isQuiet: true,
} as const;

describe('a run for reports', () => {
  it('looks often whether it was interrupted, even where all comes late and little happens', async () => {
    const interrupt = new Interrupt();
    const shares: number[] = [];
    const progress = { update: (share: number) => shares.push(share), say() {}, clear() {} };
    const { isWhole } = await performRun(good(tenYears), asked, progress, interrupt);
    interrupt.close();
    expect(isWhole).toBe(true);
    const gaps = [...shares, 1].map((share, i) => share - (shares[i - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(0.02);
  });
});
