import { describe, expect, it } from 'vitest';
import { billedBy } from '../../../src/platform/metering/billedBy.ts';

describe('which amounts of a container are billed (BILL-1, `billing.reserved`, `billing.minHonouredOn`)', () => {
  it.each([
    ['minima', 'allTypes', 'standard', false, 'minima'],
    ['minima', 'allTypes', 'cron', false, 'minima'],
    ['minima', 'statefulOnly', 'standard', true, 'limits'],
    ['minima', 'statefulOnly', 'stateful', false, 'minima'],
    ['limitsWithoutCapacityAI', 'allTypes', 'standard', true, 'minima'],
    ['limitsWithoutCapacityAI', 'allTypes', 'standard', false, 'limits'],
    ['limitsWithoutCapacityAI', 'allTypes', 'stateful', false, 'limits'],
    ['limitsWithoutCapacityAI', 'allTypes', 'cron', false, 'limits'],
    ['limitsWithoutCapacityAI', 'statefulOnly', 'serverless', true, 'limits'],
  ] as const)('%s and %s: %s, Capacity AI %s -> %s', (reserved, honoured, type, hasCapacityAI, by) => {
    const terms = { 'billing.reserved': reserved, 'billing.minHonouredOn': honoured };
    expect(billedBy({ type, hasCapacityAI }, terms)).toBe(by);
  });
});
