import { describe, expect, it } from 'vitest';
import {
  type AssumptionName,
  type Assumptions,
  assumptionNames,
  assumptionOf,
  defaultAssumptions,
} from '../../src/rules/assumptions.ts';
import { otherValues } from '../../src/rules/otherValues.ts';
import { resolveAssumptions } from '../../src/rules/resolveAssumptions.ts';

const given = (overrides: Readonly<Record<string, unknown>>): Assumptions =>
  resolveAssumptions(overrides, 'measured').assumptions;

describe('other values of an assumption', () => {
  it.each<[AssumptionName, readonly unknown[], string]>([
    ['cron.forbid.missed', ['lateStart'], 'its other words'],
    ['api.deleteStatus', [200, 204], 'its other numbers, and no half of them'],
    ['cron.backoff.cap', ['6m', '5m', '20m'], 'named alternatives, then half and double'],
    ['cron.never.retries', [6], 'half and double of 0 are 0'],
    ['hpa.downPercent', [50], 'double is above its range'],
    ['metric.sample.cpuWindow', ['8s', '30s'], 'half of 15 s, in whole seconds'],
    ['fields.defaults.probeFailureThreshold', [2, 6], 'half of 3, as a whole number'],
    ['rollout.surge.default', [1, '13%', '50%'], 'a percentage'],
    ['volume.reading.interval', ['exact', '30s', '2m'], 'a word beside a range'],
    ['snapshot.final', [false], 'a truth value'],
    ['traffic.status.noReplica', [], 'half of a status code means nothing'],
    ['api.ids', [], 'nothing else is simulated'],
    ['billing.chargedMeters', [], 'lists cannot be listed'],
  ])('of %s are %j: %s', (name, values) => {
    expect(otherValues(name, defaultAssumptions)).toEqual(values);
  });

  it('include the default, and not the value that a scenario has chosen', () => {
    expect(otherValues('cron.forbid.missed', given({ 'cron.forbid.missed': 'lateStart' }))).toEqual(['skip']);
    expect(otherValues('replica.stop.duration', given({ 'replica.stop.duration': '3s' }))).toEqual([
      '1s',
      '1s500ms',
      '6s',
    ]);
  });

  it('scale the durations of a distribution and keep its shape', () => {
    const assumptions = given({ 'replica.start.duration': { lognormal: { mean: '10s', cv: 0.5 } } });
    expect(otherValues('replica.start.duration', assumptions)).toEqual([
      '5s',
      { lognormal: { mean: '5s', cv: 0.5 } },
      { lognormal: { mean: '20s', cv: 0.5 } },
    ]);
  });

  it('are accepted by the assumption, and each differs from the value', () => {
    for (const name of assumptionNames) {
      const { read, write } = assumptionOf(name);
      const present = JSON.stringify(write(defaultAssumptions[name]));
      const values = otherValues(name, defaultAssumptions);
      for (const value of values) {
        expect(read(value), name).toHaveProperty('value');
        expect(JSON.stringify(value), name).not.toBe(present);
      }
      expect(new Set(values.map((value) => JSON.stringify(value))).size, name).toBe(values.length);
    }
  });
});
