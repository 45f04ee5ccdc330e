import { describe, expect, it } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { PageChronicle } from '../../src/report/fold/page/pageChronicle.ts';
import { decisionCharactersLeast, pageScalers } from '../../src/report/page/pageScalers.ts';
import { lineValueAt } from './lineValueAt.ts';
import { pageOf, shippedScenario } from './paged.ts';

describe('the autoscalers of a page', () => {
  const data = pageOf(shippedScenario('scenarios/tour/08-autoscaling.yaml'));
  const [scaler] = data.scalers;

  it('have their target and what is tolerated around it', () => {
    expect(data.scalers).toHaveLength(1);
    expect(scaler?.metrics).toEqual([
      expect.objectContaining({ name: 'cpu', unit: '%', measures: 'mean', target: 60, lower: 54, upper: 66 }),
    ]);
  });

  it('have each decision that acted, with its arithmetic and its entry', () => {
    const scaled = data.entries.filter(({ type }) => type === 'deployment.scaled');
    expect(scaler?.decisions.map(({ entry }) => entry)).toEqual(scaled.map(({ seq }) => seq));
    expect(scaler?.decisions[0]).toMatchObject({ from: 2, to: 3, measured: [{ metric: 'cpu', value: 67 }] });
    expect(scaler?.decisions[0]?.formula[0]).toContain('ceil(2 x 67 % / 60 %) = 3');
    expect(scaler?.leftOut).toBe(0);
  });

  it('are drawn: before it acts, the measured line is outside of the band, and as far as the scaler measured', () => {
    const chart = data.charts.find(({ id }) => id === scaler?.metrics[0]?.chart);
    const [measured, target, lower, upper] = chart?.lines ?? [];
    expect([measured?.name, target?.value, lower?.value, upper?.value]).toEqual(['measured', [60], [54], [66]]);
    const decisions = scaler?.decisions ?? [];
    expect(decisions.length).toBeGreaterThan(5);
    for (const { at, measured: told } of decisions) {
      const [value] = told;
      expect(Math.abs((lineValueAt(measured, at - 1) ?? 0) - (value?.value ?? 0))).toBeLessThan(1.5);
    }
  });
});

describe('what all decisions take at least', () => {
  const scenario = shippedScenario('scenarios/tour/08-autoscaling.yaml');
  const chronicle = new Chronicle(scenario, new PageChronicle(scenario, true));
  new Run(scenario, { sink: (entry) => chronicle.listen(entry) }).advance();
  const page = chronicle.page!;

  it.each([1, 3, 256])('is less than their text, and no less than a tenth of it, for %d of each', (most) => {
    const decisions = pageScalers(page, new Map(), [], most).flatMap((one) => one.decisions);
    const { length } = JSON.stringify(decisions);
    expect(decisions.length).toBeGreaterThan(0);
    expect(decisionCharactersLeast(page, most)).toBeLessThan(length);
    expect(decisionCharactersLeast(page, most)).toBeGreaterThan(length / 10);
  });
});

describe('the autoscaler of a serverless workload', () => {
  it('measures what comes to all replicas, and its chart the part of each', () => {
    const data = pageOf(shippedScenario('scenarios/tour/09-scale-to-zero.yaml'));
    const scaler = data.scalers.find(({ metrics }) => metrics.some(({ measures }) => measures === 'sum'));
    const [metric] = scaler?.metrics ?? [];
    const line = data.charts.find(({ id }) => id === metric?.chart)?.lines[0];
    const decision = scaler?.decisions.find(({ from, measured }) => from > 1 && measured.length > 0);
    expect(decision).toBeDefined();
    const value = decision?.measured[0]?.value ?? Number.NaN;
    expect(lineValueAt(line, decision?.at ?? 0)).toBeCloseTo(value / (decision?.from ?? 1), 4);
  });
});

describe('example requests of a page', () => {
  const { calls } = pageOf(shippedScenario('scenarios/tour/11-retries-make-it-worse.yaml'));

  it('are a few for each workload: the slowest, the one with the most tries, the first failure', () => {
    const subjects = new Set(calls.map(({ subject }) => subject));
    expect(subjects.size).toBe(3);
    for (const subject of subjects) {
      const own = calls.filter((call) => call.subject === subject);
      expect(own.length).toBeLessThanOrEqual(5);
      expect(own.some(({ status }) => status >= 400)).toBe(true);
    }
  });

  it('have every try, with the pause before the next', () => {
    const most = calls.find(({ why }) => why === 'most tries');
    expect(most?.triesCount).toBeGreaterThan(2);
    expect(most?.tries).toHaveLength(most?.triesCount ?? 0);
    for (const [i, one] of (most?.tries ?? []).entries()) {
      const next = most?.tries[i + 1];
      if (next !== undefined) expect(next.fromMs).toBe(one.untilMs + one.pauseMs);
    }
    expect(most?.tries.at(-1)?.untilMs).toBe(most?.latencyMs);
  });

  it('have the hops of a followed request', () => {
    const followed = pageOf(shippedScenario('scenarios/tour/12-one-request.yaml')).calls.filter(
      ({ why }) => why === 'followed',
    );
    expect(followed.length).toBeGreaterThan(0);
    expect(followed.every(({ hops }) => hops.length > 0)).toBe(true);
  });
});

describe('the expansions that a volume has left', () => {
  it('are four at first, none when it is refused, and return after 24 hours', () => {
    const data = pageOf(shippedScenario('scenarios/tour/06-a-bad-day.yaml'));
    const left = data.charts.find(({ kind }) => kind === 'tokens')?.lines[0];
    const refused = data.entries.find(({ type }) => type === 'expansion.refused');
    const accepted = data.entries.filter(({ type }) => type === 'expansion.accepted');
    expect(left?.value[0]).toBe(4);
    expect(lineValueAt(left, refused?.at ?? 0)).toBe(0);
    expect(accepted.slice(0, 4).map(({ at }) => lineValueAt(left, at))).toEqual([3, 2, 1, 0]);
    // The first one returns at the instant at which a fifth expansion takes it.
    const returnsAt = (accepted[1]?.at ?? 0) + 24 * 3_600_000;
    expect([lineValueAt(left, returnsAt - 1), lineValueAt(left, returnsAt)]).toEqual([0, 1]);
  });
});
