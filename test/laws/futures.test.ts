/**
 * A fork with more steps is, byte for byte, the run of a scenario that has these steps in its timeline from the start.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, type Instant, isoFromInstant } from '../../src/engine/time.ts';
import { simulate } from '../../src/experiment/run.ts';
import { parseEvent } from '../../src/experiment/study/eventMeasure.ts';
import type { FutureResult } from '../../src/experiment/study/forkedRun.ts';
import { stepChanges, stepTexts, timelineLength } from '../../src/experiment/study/futureSteps.ts';
import { measureRun } from '../../src/experiment/study/measuredRun.ts';
import { capturePlan, changedPlan, type PlanText, parsePlan } from '../../src/experiment/study/planText.ts';
import { JobPerformer } from '../../src/experiment/study/runner.ts';
import { usualMeasures } from '../../src/experiment/study/usualMeasures.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { TreeMap } from '../../src/scenario/text/tree.ts';
import { holds } from './play.ts';
import { shipped } from './shipped.ts';
import { world } from './worlds.ts';

/** Steps by turns: of each resource, something that changes it. */
function stepsOf({ resources }: Scenario, turn: number): TreeMap[] {
  const things = resources.filter(({ kind }) => kind === 'workload' || kind === 'volumeset' || kind === 'gvc');
  const { kind, gvc, name, doc } = things[turn % things.length] ?? {};
  if (kind === undefined) return [];
  const path = gvc === null ? `/${kind}/${name}` : `/gvc/${gvc}/${kind}/${name}`;
  if (kind === 'gvc') return [{ patch: path, with: { tags: { turn: `${turn}` } } }];
  if (kind === 'volumeset')
    return turn % 2 === 0
      ? [{ delete: path }]
      : [
          {
            patch: path,
            with: { spec: { autoscaling: { minFreePercentage: 40, scalingFactor: 2, maxCapacity: 5000 } } },
          },
        ];
  const { spec } = doc as { spec: { type?: string; containers?: { name: string }[] } };
  const container = spec.containers?.[0]?.name ?? 'main';
  const patches: TreeMap[] = [
    { patch: path, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 7 } } } } },
    { patch: path, with: { spec: { containers: [{ name: container, image: 'other:2' }] } } },
    { patch: path, with: { spec: { defaultOptions: { suspend: true } } } },
    { fault: { replicaKill: { of: `${gvc}/${name}` } } },
    { delete: path },
    { patch: path, with: { spec: { defaultOptions: { autoscaling: { maxScale: -1 } } } } },
  ];
  return [patches[turn % patches.length] ?? {}];
}

/** What a fork comes to, and what the whole run does. */
function both(
  plan: PlanText,
  scenario: Scenario,
  at: Instant,
  steps: readonly TreeMap[],
): readonly [FutureResult | undefined, object] {
  const texts = stepTexts(steps, at);
  const measures = usualMeasures([scenario]);
  const { replication } = scenario;
  const result = new JobPerformer().perform({
    key: 'base',
    plan,
    replication,
    measures,
    futures: {
      entries: timelineLength(plan),
      all: [{ key: 'future', at, steps: texts, isCompared: false }],
      isBaseMeasured: true,
    },
  });
  if (result.kind !== 'measured') throw new Error(JSON.stringify(result));
  const whole = parsePlan(changedPlan(plan, stepChanges(texts)), replication);
  if (whole.scenario === null) throw new Error(JSON.stringify(whole.problems));
  return [result.futures?.[0], measureRun(whole.scenario, replication, measures)];
}

function planOf(file: string): { readonly plan: PlanText; readonly scenario: Scenario | null } {
  const read = (path: string) => readFileSync(path, 'utf8');
  const { plan, parsed } = capturePlan(read(file), { file, read });
  return { plan, scenario: parsed.scenario };
}

/** Instants at a share of a run, and on a whole hour, where much happens at once. */
function instantOf({ start, end }: Scenario, share: number): Instant {
  const at = start + Math.floor(((end - start) * share) / 1000);
  return share % 2 === 0 ? Math.max(start, at - (at % hour)) : at;
}

describe('a fork with steps at an instant', () => {
  const files = [...shipped.short].filter((_, index) => index % 7 === 0);
  for (const [index, file] of files.entries())
    it(`is the whole run with these steps: ${file}`, () => {
      const { plan, scenario } = planOf(file);
      if (scenario === null || scenario.session !== null) return;
      for (const share of [0, 250 + index, 731, 998]) {
        const at = instantOf(scenario, share);
        const steps = stepsOf(scenario, index + share);
        if (steps.length === 0) continue;
        const [forked, whole] = both(plan, scenario, at, steps);
        expect(forked, `${share} ${JSON.stringify(steps)}`).toMatchObject({ kind: 'measured', ...whole });
      }
    });

  it('is the whole run with these steps, at random instants of random worlds', () => {
    const asked = fc.tuple(world({ hours: [2, 4, 9] }), fc.integer({ min: 0, max: 999 }), fc.nat(99));
    holds(25, asked, ([doc, share, turn]) => {
      const { plan, parsed } = capturePlan(JSON.stringify(doc), { file: 'world.json' });
      const { scenario } = parsed;
      if (scenario === null) throw new Error('no scenario');
      const steps = stepsOf(scenario, turn);
      const [forked, whole] = both(plan, scenario, instantOf(scenario, share), steps);
      expect(forked).toMatchObject({ kind: 'measured', ...whole });
    });
  });

  it('comes before retries of the same instant, as a step of the timeline does', () => {
    const path = '/gvc/shop/workload/api';
    const scale = (maxScale: number) => ({ spec: { defaultOptions: { autoscaling: { maxScale } } } });
    const doc = {
      svcsim: 1,
      start: '2026-11-01T00:00:00Z',
      for: '1h',
      assumptions: { 'api.throttle.retry': 'clientBackoff' },
      resources: [
        { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
        {
          kind: 'workload',
          gvc: 'shop',
          name: 'api',
          spec: { type: 'standard', containers: [{ name: 'main', image: 'api:1', cpu: '1', memory: '1Gi' }] },
        },
      ],
      timeline: [
        { at: '+10m', fault: { apiThrottle: {} }, for: '3s' },
        { at: '+10m1s', patch: path, with: scale(8) },
      ],
    };
    const { plan, parsed } = capturePlan(JSON.stringify(doc), { file: 'world.json' });
    const { scenario } = parsed;
    if (scenario === null) throw new Error(JSON.stringify(parsed.problems));
    const retried: Instant[] = [];
    simulate(scenario, { sink: ({ type, at }) => type.startsWith('request.') && retried.push(at) });
    const at = retried.at(-1) ?? 0;
    expect(at).toBeGreaterThan(scenario.start + 10 * 60_000 + 1_000);
    const [forked, whole] = both(plan, scenario, at, [{ patch: path, with: scale(4) }]);
    expect(forked).toMatchObject({ kind: 'measured', ...whole });
    const before = both(plan, scenario, at - 1, [{ at: isoFromInstant(at), patch: path, with: scale(4) }]);
    expect(before[0]).toMatchObject({ kind: 'measured', ...whole });
  });

  it('has the same events as the whole run, also if it ends with the first of them', () => {
    const types = ['expansion.accepted', 'replica.terminating', 'execution.failed', 'volume.full'];
    const asked = fc.tuple(world({ hours: [2, 4] }), fc.integer({ min: 0, max: 999 }), fc.nat(99));
    holds(25, asked, ([doc, share, turn]) => {
      const { plan, parsed } = capturePlan(JSON.stringify(doc), { file: 'world.json' });
      const { scenario } = parsed;
      const event = parseEvent(types[turn % types.length] ?? '');
      if (scenario === null || typeof event === 'string') throw new Error('no scenario');
      const at = instantOf(scenario, share);
      const steps = stepTexts(stepsOf(scenario, turn), at);
      const result = new JobPerformer().perform({
        key: 'base',
        plan,
        replication: 0,
        measures: [event],
        futures: {
          entries: timelineLength(plan),
          all: [{ key: 'future', at, steps, isCompared: false, measures: [event] }],
          isBaseMeasured: false,
        },
      });
      const whole = parsePlan(changedPlan(plan, stepChanges(steps)), 0).scenario;
      if (whole === null || result.kind !== 'measured') throw new Error(JSON.stringify(result));
      const [future] = result.futures ?? [];
      if (future?.kind !== 'measured') throw new Error(JSON.stringify(future));
      const [ours, theirs] = [future, measureRun(whole, 0, [event])].map(({ values }) => Number(values[event.name]));
      expect((ours ?? 0) > 0, event.name).toBe((theirs ?? 0) > 0);
    });
  });
});
