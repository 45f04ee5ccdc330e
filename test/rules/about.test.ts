import { describe, expect, it } from 'vitest';
import { aboutAssumption } from '../../src/rules/about.ts';
import { assumptionNames } from '../../src/rules/assumptions.ts';

describe('what an assumption is about', () => {
  const families = ['hpa', 'kpa', 'keda', 'metric', 'serverless', 'rollout', 'probe', 'traffic', 'retry', 'timeout'];

  it('is told of those of autoscaling, rollouts, probes, traffic and retries', () => {
    const silent = assumptionNames.filter((name) => families.some((family) => name.startsWith(`${family}.`)));
    expect(silent.filter((name) => aboutAssumption(name) === null && name !== 'timeout.override')).toEqual([]);
  });

  it('is one sentence', () => {
    const texts = assumptionNames.map(aboutAssumption).filter((text) => text !== null);
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
