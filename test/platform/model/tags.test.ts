import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/experiment/run.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';

const document = {
  svcsim: 1,
  name: 'tags',
  start: '2026-11-01T00:00:00Z',
  for: '4h',
  resources: [
    {
      kind: 'gvc',
      name: 'shop',
      tags: { team: 'core' },
      spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } },
    },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'web',
      tags: { tier: 'front' },
      spec: {
        type: 'standard',
        containers: [{ name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi' }],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
      },
    },
  ],
  timeline: [{ at: '+1h', patch: '/gvc/shop/workload/web', with: { tags: { tier: 'back' } } }],
};

function usage(timeline: readonly unknown[]) {
  const { scenario, problems } = parseScenario(JSON.stringify({ ...document, timeline }), { file: 'tags.yaml' });
  if (scenario === null) throw new Error(JSON.stringify(problems));
  const { bill } = simulate(scenario).bill();
  return bill.usage.filter(({ meter }) => meter === 'reserved-cpu').map(({ tags, quantity }) => ({ tags, quantity }));
}

describe('`billing.tagInheritance`: a charge carries the tags of its gvc and its own', () => {
  it('a change of tags counts from its instant and rewrites nothing earlier', () => {
    expect(usage(document.timeline)).toEqual([
      { tags: { team: 'core', tier: 'front' }, quantity: '360.0' },
      { tags: { team: 'core', tier: 'back' }, quantity: '1080.0' },
    ]);
  });

  it('so does a change of the tags of its gvc', () => {
    expect(usage([{ at: '+3h', patch: '/gvc/shop', with: { tags: { team: 'edge' } } }])).toEqual([
      { tags: { team: 'core', tier: 'front' }, quantity: '1080.0' },
      { tags: { team: 'edge', tier: 'front' }, quantity: '360.0' },
    ]);
  });
});
