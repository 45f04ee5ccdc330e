import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { finished } from '../../../src/engine/slices.ts';
import { hour, isoFromInstant, minute, second } from '../../../src/engine/time.ts';
import { ConditionError, conditionOf } from '../../../src/experiment/debug/condition.ts';
import { Debugger } from '../../../src/experiment/debug/debugger.ts';
import { Run } from '../../../src/experiment/run.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';

const text = readFileSync(new URL('../../../scenarios/tour/02-a-rollout.yaml', import.meta.url), 'utf8');
const start = Date.parse('2026-11-01T00:00:00Z');
const at = (after: number) => start + after;

function begun(scenarioText = text): Debugger {
  const options = { file: 'rollout.yaml' };
  const { scenario } = parseScenario(scenarioText, options);
  if (scenario === null) throw new Error('the scenario is invalid');
  return new Debugger(new Session({ scenario, text: scenarioText, options }));
}

const ofType =
  (type: string) =>
  (entry: Entry): boolean =>
    entry.type === type;

describe('a debugger', () => {
  it('steps to the next instant at which something is journalled', () => {
    const run = begun();
    const stops = [1, 2, 3].map(() => {
      finished(run.stepping(1));
      return run.now;
    });
    expect(stops).toEqual([at(30 * minute), at(30 * minute + 14 * second), at(30 * minute + 34 * second)]);
    const other = begun();
    finished(other.stepping(3));
    expect(other.now).toBe(run.now);
  });

  it('goes back over the same instants to the first one, and comes forward to the same bytes', () => {
    const run = begun();
    const digests: string[] = [];
    const seen: (readonly Entry[])[] = [];
    for (let steps = 0; steps < 7; steps += 1) {
      digests.push(run.session.digest());
      seen.push([...run.entries]);
      finished(run.stepping(1));
    }
    for (let steps = 6; steps >= 1; steps -= 1) {
      expect(run.stepBack(1)).toEqual({ kind: 'there' });
      expect(run.session.digest()).toBe(digests[steps]);
      expect(run.entries).toEqual(seen[steps]);
    }
    run.stepBack(1);
    expect(run.now).toBe(start);
    expect(run.stepBack(1)).toEqual({ kind: 'end' });
    finished(run.advancing(run.session.lastInstant));
    expect(run.session.fingerprint).toBe(fingerprintOf(text));
  });

  it('goes on to the entry that is asked for, and to the end if there is none', () => {
    const run = begun();
    expect(finished(run.seeking(ofType('replica.gone')))).toMatchObject({ kind: 'entry', breakpoint: null });
    expect(run.now).toBe(at(30 * minute + 46 * second));
    expect(finished(run.seeking(ofType('expansion.refused')))).toEqual({ kind: 'end' });
    expect(run.now).toBe(run.session.lastInstant);
  });

  it('stops at the first breakpoint on the way, whatever it was asked for', () => {
    const run = begun();
    run.breakpoints.push(null, ofType('replica.terminating'));
    expect(finished(run.advancing(at(hour)))).toMatchObject({ kind: 'entry', breakpoint: 1 });
    expect(run.now).toBe(at(30 * minute));
    expect(finished(run.stepping(5))).toMatchObject({ kind: 'entry', breakpoint: 1 });
    expect(run.now).toBe(at(30 * minute + 34 * second));
    run.breakpoints[1] = null;
    expect(finished(run.advancing(at(hour)))).toEqual({ kind: 'there' });
    expect(run.now).toBe(at(hour));
  });

  it('takes steps, exports them byte for byte, and undoes them by going back', () => {
    const run = begun();
    finished(run.advancing(at(10 * minute)));
    expect(run.take('[{ fault: { replicaCrash: { of: shop/web, replicas: 1 } } }]').problems).toEqual([]);
    const crashed = run.entries.filter(ofType('replica.exited')).length;
    expect(crashed).toBe(1);
    finished(run.advancing(run.session.lastInstant));
    const { end } = run.session.origin.scenario;
    expect(fingerprintOf(run.session.exported(end))).toBe(run.session.fingerprint);
    expect(run.session.fingerprint).not.toBe(fingerprintOf(text));
    run.stepBack(1_000);
    expect(run.entries.filter(ofType('replica.exited'))).toEqual([]);
    finished(run.advancing(run.session.lastInstant));
    expect(run.session.fingerprint).toBe(fingerprintOf(text));
  });

  it('keeps a step that was taken at the instant to which it goes back', () => {
    const run = begun();
    finished(run.advancing(at(10 * minute)));
    run.take('[{ fault: { replicaCrash: { of: shop/web, replicas: 1 } } }]');
    finished(run.stepping(3));
    run.stepBack(3);
    expect(isoFromInstant(run.now)).toBe(isoFromInstant(at(10 * minute)));
    expect(run.entries.filter(ofType('replica.exited'))).toHaveLength(1);
  });

  it('can be left between two slices, and goes on from there', () => {
    const busy = readFileSync(
      new URL('../../../scenarios/tour/11-retries-make-it-worse.yaml', import.meta.url),
      'utf8',
    );
    const run = begun(busy);
    const moving = run.advancing(run.session.lastInstant);
    const left = moving.next();
    expect(left.done).toBe(false);
    moving.return({ kind: 'there' });
    expect(run.now).toBeLessThan(run.session.lastInstant);
    finished(run.advancing(run.session.lastInstant));
    expect(run.session.fingerprint).toBe(fingerprintOf(busy));
  });
});

function fingerprintOf(scenarioText: string): string {
  const { scenario } = parseScenario(scenarioText, { file: 'again.yaml' });
  if (scenario === null) throw new Error('the scenario is invalid');
  const run = new Run(scenario, { events: false });
  while (run.advance() === 'more');
  return run.sim.journal.fingerprint();
}

describe('a condition of a breakpoint', () => {
  const holds = (condition: string, data: Parameters<Exclude<ReturnType<typeof conditionOf>, string>>[0]) => {
    const read = conditionOf(condition, ['index', 'share', 'why', 'capacityMicroGB', 'capacityGB', 'names']);
    if (typeof read === 'string') throw new Error(read);
    return read(data);
  };

  it('compares whole numbers, fractions, texts, and amounts in GB', () => {
    expect(holds('index == 1', { index: 1 })).toBe(true);
    expect(holds('index > 1', { index: 1 })).toBe(false);
    expect(holds('share < 0.5 && why == "older version"', { share: 0.25, why: 'older version' })).toBe(true);
    expect(holds('capacityGB > 100', { capacityMicroGB: 100_000_001 })).toBe(true);
    expect(holds('capacityGB > 100', { capacityMicroGB: 100_000_000 })).toBe(false);
    expect(holds('size(names) == 2', { names: ['a', 'b'] })).toBe(true);
  });

  it('says at once which names there are where one is unknown, and what is no condition', () => {
    expect(conditionOf('indx == 1', ['index', 'why'])).toBe(
      "'indx' is no field of such entries; did you mean 'index'?; they have index, why",
    );
    expect(conditionOf('index == 1', [])).toBe("'index' is no field of such entries; such entries have no data");
    // An entry of another type that fits the question may lack a field.
    expect(() => holds('index == 1', { why: 'x' })).toThrow(ConditionError);
    expect(() => holds('index', { index: 1 })).toThrow("'index' is 1, neither true nor false");
    expect(conditionOf('index ==', ['index'])).toContain("the condition 'index ==' cannot be read");
    expect(conditionOf('1 + 1', [])).toContain('is not true or false');
  });
});
