import { describe, expect, it } from 'vitest';
import { type PlanSteps, stepsOfPlan, stepTexts } from '../../../src/experiment/study/futureSteps.ts';
import { capturePlan, type PlanChanges } from '../../../src/experiment/study/planText.ts';
import { apiOf, shopOf } from './shops.ts';

const text = `${shopOf('shop', '3h', 'params: { least: 1 }')}
${apiOf(`{ metric: cpu, minScale: "\${least}", maxScale: 3 }`)}
  - { kind: workload, gvc: shop, name: old, spec: { type: standard, containers: [{ name: main, image: old:1 }] } }
behavior: { shop/api: { request: { cpu: 20ms }, start: 3s } }
demand: [{ to: shop/api, rate: 5/s }]
timeline: [{ at: +2h, demand: { shop/api: { scale: 2 } } }]
variants:
  wide:
    resources: { shop/workload/api: { spec: { defaultOptions: { autoscaling: { maxScale: 6 } } } }, shop/workload/old: null }
    timeline: [{ at: +1h30m, fault: { replicaKill: { of: shop/api } } }]
`;
const scale = 'shop/workload/api.spec.defaultOptions.autoscaling.maxScale';

function stepsOf(changes: PlanChanges): PlanSteps {
  const { plan, parsed } = capturePlan(text, { file: 's.yaml' });
  if (parsed.scenario === null) throw new Error(JSON.stringify(parsed.problems));
  return stepsOfPlan(plan, changes, parsed.scenario);
}

const set = (...sets: [string, string][]): PlanChanges => ({ set: sets.map(([path, value]) => ({ path, value })) });

describe('a change of a plan at an instant', () => {
  it('of a field of a resource is a PATCH of that field', () => {
    expect(stepsOf(set([scale, '24']))).toEqual({
      kind: 'steps',
      steps: [
        {
          patch: '/gvc/shop/workload/api',
          with: { spec: { defaultOptions: { autoscaling: { maxScale: 24 } } } },
        },
      ],
    });
  });

  it('keeps the reference to a parameter, whose value is drawn in each run', () => {
    expect(stepsOf(set([scale, `\${least}`]))).toMatchObject({
      steps: [{ with: { spec: { defaultOptions: { autoscaling: { maxScale: `\${least}` } } } } }],
    });
  });

  it('of a variant is what the variant changes: patches, then removals, then steps of its own', () => {
    expect(stepsOf({ variants: ['wide'] })).toEqual({
      kind: 'steps',
      steps: [
        { patch: '/gvc/shop/workload/api', with: { spec: { defaultOptions: { autoscaling: { maxScale: 6 } } } } },
        { delete: '/gvc/shop/workload/old' },
        { at: '+1h30m', fault: { replicaKill: { of: 'shop/api' } } },
      ],
    });
  });

  it('of a behaviour is a step that gives the keys which differ', () => {
    expect(stepsOf(set(['behavior.shop/api.request.cpu', '40ms']))).toMatchObject({
      steps: [{ behavior: { 'shop/api': { request: { cpu: '40ms' } } } }],
    });
  });

  it('of the timeline is one more step, at the instant of the change if it says none', () => {
    const found = stepsOf(set(['timeline.+', '{ demand: { shop/api: { scale: 3 } } }']));
    if (found.kind !== 'steps') throw new Error(found.kind);
    expect(stepTexts(found.steps, 1_793_491_200_000).map((one) => JSON.parse(one))).toEqual([
      { at: '2026-11-01T00:00:00.000Z', demand: { 'shop/api': { scale: 3 } } },
    ]);
  });

  it.each([
    ['demand', set(['demand.0.rate', '9/s']), 'add a step'],
    ['assumptions', set(['assumptions.hpa.tolerance', '5%']), 'hold for a whole run'],
    ['parameters', set(['params.least', '2']), 'drawn once for a whole run'],
    ['prices', set(['prices', '{}']), 'belongs in the price book'],
    ['the seed', set(['seed', '2']), 'seed holds for a whole run'],
    ['the end', set(['for', '9h']), 'for holds for a whole run'],
    ['a step of the file', set(['timeline.0.demand.shop/api.scale', '9']), 'not change those of the file'],
    ['a behaviour that is taken away', set(['behavior.shop/api.start', 'null']), 'cannot be taken away'],
  ] as const)('of %s is impossible, and says what to do', (_, changes, words) => {
    expect(stepsOf(changes)).toMatchObject({ kind: 'impossible', message: expect.stringContaining(words) });
  });

  it('at an unknown path is a problem with the nearest path', () => {
    const found = stepsOf(set([scale.replace('maxScale', 'maxscale'), '24']));
    expect(found).toMatchObject({ kind: 'problems', problems: [{ code: 'unknown-path' }] });
  });

  it('to the value that is there is no step', () => {
    expect(stepsOf(set([scale, '3']))).toEqual({ kind: 'steps', steps: [] });
  });
});
