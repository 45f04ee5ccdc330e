import { describe, expect, it } from 'vitest';
import { instantFromCivil, minute, second } from '../../src/engine/time.ts';
import { leadChart } from '../../src/web/charts/leadChart.ts';
import { openOf, placeOfAnswer, placeOfFinding } from '../../src/web/stories/answers.ts';
import { zoomOfRollout } from '../../src/web/stories/rollouts.ts';
import { pageOfScenario } from './pageRun.ts';

const lost = pageOfScenario('tour/10-a-location-lost');
const rollout = pageOfScenario('tour/02-a-rollout');

describe('the place of an answer', () => {
  it('a finding about a workload opens the location where it happened, at its instant', () => {
    const { of, zoom, picture } = placeOfFinding(lost, 0);
    expect(of).toBe('shop/workload/api@aws-eu-central-1');
    expect(picture?.subject).toBe(of);
    const at = instantFromCivil(2026, 11, 2) + 120 * minute + 25 * second;
    expect(zoom?.from).toBeLessThan(at);
    expect(zoom?.until).toBeGreaterThan(at);
    expect((zoom?.until ?? 0) - (zoom?.from ?? 0)).toBeLessThan(10 * minute);
  });

  it('a rollout opens its lane and the entry that ended it', () => {
    const [first] = rollout.answers;
    if (first === undefined) throw new Error('no answer');
    expect(placeOfAnswer(rollout, first)).toMatchObject({
      of: 'shop/workload/web@aws-us-east-1',
      picture: { kind: 'versions' },
    });
    expect(openOf(first)).toBe(`entry/${rollout.rollouts[0]?.entries.ended}`);
  });

  it('a finding that does not exist has no place', () => {
    expect(placeOfFinding(lost, 99)).toEqual({ picture: null, of: null, zoom: null });
  });
});

it('the zoom to a rollout has all of it, its last replicas included', () => {
  const [one] = rollout.rollouts;
  if (one === undefined) throw new Error('no rollout');
  const zoom = zoomOfRollout(one, { from: rollout.start, until: rollout.end });
  expect(zoom?.from).toBeLessThan(one.startedAt);
  const lastBar = Math.max(
    ...rollout.lanes[0]!.bars.filter(({ state }) => state === 'version 1').map(({ until }) => until),
  );
  expect(zoom?.until).toBeGreaterThanOrEqual(lastBar);
});

it('the first chart of a workload has its traffic behind its replicas', () => {
  const chart = leadChart(lost, 'shop/workload/api@aws-us-east-1');
  expect(chart?.title).toMatch(/^Traffic and replicas/);
  expect(chart?.lines.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['traffic (requests/s, own scale)', 'desired', 'ready', 'billed']),
  );
  expect(leadChart(lost, 'shop/workload/none@nowhere')).toBeNull();
});
