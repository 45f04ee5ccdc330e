import { describe, expect, it } from 'vitest';
import { second } from '../../src/engine/time.ts';
import { mostTelling } from '../../src/report/fold/page/rolloutHistory.ts';
import { pageText } from '../../src/report/page/pageText.ts';
import { good } from '../scenario/builders.ts';
import { pageOf, shippedScenario } from './paged.ts';
import { eventful } from './ran.ts';

describe('the rollouts of a page', () => {
  const data = pageOf(shippedScenario('scenarios/tour/02-a-rollout.yaml'));

  it('are told one by one, with the fewest available replicas, the batches and the entries', () => {
    const [first, second_] = data.rollouts;
    expect(first).toMatchObject({ nth: 1, from: 1, to: 2, desired: 10, surge: 3, unavailable: 2, end: 'completed' });
    expect((first?.endedAt ?? 0) - (first?.startedAt ?? 0)).toBe(68 * second);
    expect([first?.leastAvailable, first?.leastReady]).toEqual([8, 8]);
    expect(first?.batches.map(([, created]) => created)).toEqual([5, 5]);
    expect(second_).toMatchObject({ nth: 2, from: 2, to: 3 });
    const types = new Map(data.entries.map(({ seq, type }) => [seq, type]));
    expect(types.get(first?.entries.started ?? 0)).toBe('rollout.started');
    expect(types.get(first?.entries.ended ?? 0)).toBe('rollout.completed');
    expect(data.rolloutsLeftOut).toBe(0);
  });

  it('agree with the journal on the fewest ready replicas', () => {
    const completed = data.entries.filter(({ type }) => type === 'rollout.completed');
    expect(data.rollouts.map(({ leastReady }) => leastReady)).toEqual(
      completed.map((entry) => entry.data['lowestReady']),
    );
  });

  it('that stall, and are superseded, say so', () => {
    const { rollouts } = pageOf(shippedScenario('scenarios/tour/06-a-bad-day.yaml'));
    const [stalled, next] = rollouts.filter(({ subject }) => subject.includes('/web@'));
    expect(stalled).toMatchObject({ end: 'superseded', endedAt: next?.startedAt, stalledAt: stalled?.startedAt });
    expect(next).toMatchObject({ nth: 2, end: 'completed', stalledAt: null });
  });

  it('have no entries without a journal', () => {
    const { rollouts } = pageOf(good(eventful), { isNumbered: false });
    expect(rollouts.length).toBeGreaterThan(0);
    expect(rollouts.flatMap(({ entries }) => Object.values(entries)).every((entry) => entry === null)).toBe(true);
  });

  it('that are too many leave out those without trouble that took the shortest', () => {
    const one = (startedAt: number, tookMs: number, end: 'completed' | 'superseded' = 'completed') => ({
      startedAt,
      endedAt: startedAt + tookMs,
      end,
    });
    const all = [one(1, 5), one(2, 9), one(3, 1, 'superseded'), one(4, 7)];
    expect(mostTelling(all, 3).map(({ startedAt }) => startedAt)).toEqual([2, 3, 4]);
  });
});

describe('the bars of replicas', () => {
  const { lanes } = pageOf(shippedScenario('scenarios/tour/02-a-rollout.yaml'));
  const bars = lanes.find(({ kind }) => kind === 'versions')?.bars ?? [];

  it('have a name, and phases from their start on', () => {
    const fourteenth = bars.find(({ name }) => name === 'replica 14');
    expect(fourteenth?.phases?.map(([phase]) => phase)).toEqual(['starting', 'ready', 'available', 'terminating']);
    for (const { from, until, phases = [] } of bars) {
      expect(phases[0]?.[1]).toBe(from);
      const instants = phases.map(([, at]) => at);
      expect([...instants].sort((a, b) => a - b)).toEqual(instants);
      expect(instants.every((at) => at <= until)).toBe(true);
    }
  });

  it('lose their phases on a page with too little room, which says so', () => {
    const scenario = shippedScenario('scenarios/tour/02-a-rollout.yaml');
    const small = pageOf(scenario, { bytesMax: pageText(pageOf(scenario)).length - 10 });
    expect(small.lanes.flatMap((lane) => lane.bars).filter(({ phases }) => phases !== undefined)).toEqual([]);
    expect(small.notices).toContain('Phases of replicas are hidden: the page has no room for them.');
  });
});
