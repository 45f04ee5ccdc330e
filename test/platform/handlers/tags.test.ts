import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/experiment/run.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { database, type Given, ran, workload } from './ran.ts';

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

/** Quantities by meter, those before a change of tags and those after it. */
function cut(given: Given, patch: string): Record<string, readonly string[]> {
  const timeline = [{ at: '+1h', patch, with: { tags: { team: 'late' } } }];
  const { run } = ran({ timing: 'instant', ...given, for: '4h', timeline });
  const { usage } = run.bill().bill;
  const meters = [...new Set(usage.map(({ meter }) => meter))];
  const quantitiesOf = (meter: string, isLate: boolean): string[] =>
    usage.filter((row) => row.meter === meter && (row.tags.team === 'late') === isLate).map(({ quantity }) => quantity);
  return Object.fromEntries(
    meters.map((meter) => [meter, [...quantitiesOf(meter, false), ...quantitiesOf(meter, true)]]),
  );
}

describe('a change of tags cuts whatever is held at that instant', () => {
  const shared = database({ fileSystemType: 'shared', performanceClass: 'shared', initialCapacity: 10 });
  const stores = { 'shop/db': { mounter: { cpu: '200m', memory: '1Gi', egress: '1GB/h' } } };

  it('of a workload: its containers, mount points, object stores and what flows from them', () => {
    expect(cut({ for: '4h', resources: shared, behavior: stores }, '/gvc/shop/workload/db')).toEqual({
      'reserved-cpu': ['360.0', '1080.0'],
      'reserved-memory': ['450.0', '1350.0'],
      'mount-cpu': ['1800.0', '5400.0'],
      'mount-memory': ['3600.0', '10800.0'],
      'mounter-cpu': ['720.0', '2160.0'],
      'mounter-memory': ['3600.0', '10800.0'],
      'mounter-egress': ['1.0', '3.0'],
      'shared-volume-capacity': ['144000.0'],
    });
  });

  it('of a volume set: its volumes, and nothing of the workload that mounts it', () => {
    expect(cut({ for: '4h', resources: shared }, '/gvc/shop/volumeset/data')).toMatchObject({
      'shared-volume-capacity': ['36000.0', '108000.0'],
      'mount-cpu': ['7200.0'],
    });
    expect(cut({ for: '4h', resources: database({}) }, '/gvc/shop/volumeset/data')).toMatchObject({
      'volume-capacity': ['36000.0', '108000.0'],
    });
  });

  it.each(['/gvc/shop', '/'])('of what holds them, %j: all of them, since tags are inherited', (patch) => {
    const found = cut({ for: '4h', resources: shared, behavior: stores }, patch);
    expect(Object.values(found).map(([before, after]) => Number(after) / Number(before))).toEqual(Array(8).fill(3));
  });

  it('an execution under way', () => {
    const job = workload('job', 'cron', { job: { schedule: '30 0 1 11 *' } });
    const behavior = { 'shop/job': { execution: { duration: '2h' } } };
    expect(cut({ for: '4h', resources: [job], behavior }, '/gvc/shop/workload/job')['reserved-cpu']).toEqual([
      '180.0',
      '540.0',
    ]);
  });

  it('what has no tags has an empty set of them, before and after it had some', () => {
    const tags = (at: string, given: object) => ({ at, patch: '/gvc/shop/workload/db', with: given });
    const timeline = [tags('+1h', { tags: { team: 'late' } }), tags('+3h', { '$replace/tags': {} })];
    const { run } = ran({ for: '4h', timing: 'instant', resources: database({}), timeline });
    const rows = run.bill().bill.usage.filter(({ meter }) => meter === 'reserved-cpu');
    expect(rows.map(({ tags: own, quantity }) => [own, quantity])).toEqual([
      [{}, '720.0'],
      [{ team: 'late' }, '720.0'],
    ]);
  });
});
