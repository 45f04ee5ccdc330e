import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/experiment/run.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

/** What a shipped scenario came to under other assumptions, and which of them its entries name. */
function ran(name: string, assume: Readonly<Record<string, string>> = {}) {
  const file = `scenarios/tour/${name}.yaml`;
  const read = (path: string): string => readFileSync(path, 'utf8');
  const { scenario } = parseScenario(read(file), { file, read, assume });
  if (scenario === null) throw new Error(`${file} is not valid`);
  const { journal } = simulate(scenario).sim;
  const cited = new Set([...journal.reasons()].flatMap(([{ assumptions }, count]) => (count > 0 ? assumptions : [])));
  return { fingerprint: journal.fingerprint(), cited };
}

describe('an assumption that makes a run another one is named by entries of both', () => {
  const tried: readonly (readonly [scenario: string, others: Readonly<Record<string, string>>])[] = [
    [
      '08-autoscaling',
      {
        'hpa.tolerance': '0',
        'metric.sample.cpuInterval': '37s',
        'replica.schedule.duration': '37s',
        'replica.pull.duration': '37s',
      },
    ],
    [
      '09-scale-to-zero',
      { 'kpa.tick': '37s', 'fluid.overflow': 'lost', 'serverless.wake': 'nextTick', 'replica.start.duration': '37s' },
    ],
    [
      '06-a-bad-day',
      {
        'replica.backoff.crashFactor': '5',
        'replica.backoff.crashCap': '37s',
        'volume.duration.attach': '37s',
        'volume.reading.interval': '37s',
      },
    ],
    ['10-a-location-lost', { 'hpa.cpuInitialization': '0s', 'run.start': 'cold' }],
    ['03-cron-policies', { 'replica.pull.duration': '37s', 'cron.deadline.from': 'containerStart' }],
    ['04-a-stateful-set', { 'volume.duration.detach': '37s', 'rollout.stateful.maxUnavailable': 'honoured' }],
    ['05-predictive-or-reactive', { 'volume.limit.window': 'closed', 'volume.reading.interval': '37s' }],
    [
      '02-a-rollout',
      { 'replica.available.bound': 'after', 'rollout.terminating.counts': 'yes', 'rollout.rounding': 'bothDown' },
    ],
  ];

  it.each(tried)('%s', (scenario, others) => {
    const usual = ran(scenario);
    for (const [name, value] of Object.entries(others)) {
      const other = ran(scenario, { [name]: value });
      const named = [usual, other].map(({ cited }) => cited.has(name));
      expect({ name, isAnother: other.fingerprint !== usual.fingerprint, named }).toEqual({
        name,
        isAnother: true,
        named: [true, true],
      });
    }
  });
});
