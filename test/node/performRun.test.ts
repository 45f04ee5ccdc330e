import { describe, expect, it } from 'vitest';
import { Interrupt } from '../../src/node/interrupt.ts';
import { performRun } from '../../src/node/performRun.ts';
import { good } from '../scenario/builders.ts';

const daily = `svcsim: 1
start: 2026-01-01T00:00:00Z
for: 3650d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 256Mi }]
      job: { schedule: "0 3 * * *" }
behavior: { shop/job: { execution: { duration: 10s } } }
`;
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
    const { isWhole } = await performRun(good(daily), asked, progress, interrupt);
    interrupt.close();
    expect(isWhole).toBe(true);
    const gaps = [...shares, 1].map((share, i) => share - (shares[i - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(0.02);
  });
});
