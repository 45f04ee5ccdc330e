import { describe, expect, it } from 'vitest';
import type { PageChart, PageData } from '../../src/report/page/pageData.ts';
import type { PageLane, PageLine } from '../../src/report/picture/picture.ts';
import { picturesOf } from '../../src/web/charts/pictures.ts';
import { groupsOf } from '../../src/web/view/groups.ts';
import { usage } from './usage.ts';

const run = { from: 0, until: 100_000 };

function line(name: string, at: readonly number[], value: readonly (number | null)[]): PageLine {
  return { name, draw: 'steps', at, value, isThinned: false };
}

function chart(subject: string, kind: PageChart['kind'], lines: readonly PageLine[]): PageChart {
  return {
    id: `${kind}/${subject}`,
    kind,
    subject,
    title: `${kind} of ${subject}`,
    unit: 'x',
    note: '',
    lines,
    marks: [],
  };
}

function data(
  charts: readonly PageChart[],
  {
    lanes = [],
    mounts = {},
    findings = [],
    costs = {},
  }: {
    readonly lanes?: readonly PageLane[];
    readonly mounts?: PageData['mounts'];
    readonly findings?: readonly { readonly severity: string; readonly subject: string }[];
    readonly costs?: { readonly [resource: string]: string };
  } = {},
): PageData {
  const rows = Object.entries(costs).map(([resource, cost]) => usage({ resource, cost }));
  return { charts, lanes, mounts, summary: { findings }, bill: { usage: rows } } as unknown as PageData;
}

const titles = ({ drawn }: ReturnType<typeof picturesOf>): string[] =>
  drawn.map((one) => ('chart' in one ? one.chart.title : one.lane.title));

describe('the pictures of one thing', () => {
  const changing = [line('ready', [0, 50_000], [1, 2])];

  it('stand place by place, with the cost last', () => {
    const all = data([
      chart('shop/workload/api', 'cost', [line('total', [0, 10], [1, 9])]),
      chart('shop/workload/api@b', 'replicas', [line('ready', [0, 10], [1, 2])]),
      chart('shop/workload/api@a', 'replicas', changing),
      chart('shop/workload/api2@a', 'replicas', changing),
    ]);
    expect(titles(picturesOf(all, 'shop/workload/api', run))).toEqual([
      'replicas of shop/workload/api@a',
      'replicas of shop/workload/api@b',
      'cost of shop/workload/api',
    ]);
  });

  it('are one where no eye tells them apart, which says of whom else it is', () => {
    const all = data([
      chart('shop/volumeset/data@a/0', 'volume', [line('used', [0, 50_000], [1, 2])]),
      chart('shop/volumeset/data@a/1', 'volume', [line('used', [0, 50_100], [1, 2.001])]),
      chart('shop/volumeset/data@b/0', 'volume', [line('used', [0, 90_000], [1, 2])]),
    ]);
    const pictures = picturesOf(all, 'shop/volumeset/data', run);
    expect(titles(pictures)).toEqual([
      'volume of shop/volumeset/data@a/0 (1 similar not shown)',
      'volume of shop/volumeset/data@b/0',
    ]);
    expect(pictures.drawn[0]).toMatchObject({ chart: { note: 'Similar: data/1 in a.' } });
    expect(titles(picturesOf(all, 'shop/volumeset/data@a/1', run))).toEqual(['volume of shop/volumeset/data@a/1']);
  });

  it('lanes are alike where the same befell them at about the same time', () => {
    const lane = (subject: string, at: number, state = 'expanded'): PageLane => ({
      id: subject,
      kind: 'volume',
      subject,
      title: subject,
      bars: [],
      points: [{ at, state, label: subject, entry: at }],
      leftOut: 0,
      note: '',
    });
    const of = 'shop/volumeset/data';
    const lanes = [
      lane(`${of}@a/0`, 10),
      lane(`${of}@a/1`, 20),
      lane(`${of}@a/2`, 10, 'refused'),
      lane(`${of}@a/3`, 9_000),
    ];
    expect(titles(picturesOf(data([], { lanes }), of, run))).toEqual([
      `${of}@a/0 (1 similar not shown)`,
      `${of}@a/2`,
      `${of}@a/3`,
    ]);
  });

  it('what never changes is told in a sentence, and drawn nowhere; a count that changes by one is drawn', () => {
    const all = data([
      chart('shop/workload/api@a', 'utilisation', [line('used', [0], [0.4]), line('reserved', [0], [0.5])]),
      chart('shop/workload/api@a', 'replicas', [line('ready', [0, 10], [1_000, 1_001])]),
      chart('shop/workload/api', 'cost', [line('total', [0, 10], [1, 1.004])]),
    ]);
    const { drawn, constant } = picturesOf(all, 'shop/workload/api', run);
    expect(drawn).toHaveLength(1);
    expect(constant).toEqual([
      'utilisation of shop/workload/api@a, in x, constant: used 0.4, reserved 0.5',
      'cost of shop/workload/api, in x, constant within 0.5 %: total 1',
    ]);
  });

  it('what begins within the run is drawn, though it never changes', () => {
    const all = data([chart('shop/workload/api@a', 'replicas', [line('ready', [10], [1])])]);
    expect(picturesOf(all, 'shop/workload/api', run).drawn).toHaveLength(1);
  });
});

describe('what is looked at together', () => {
  const costs = {
    'workload/db': '5',
    'volumeset/orders': '20',
    'workload/api': '8',
    'volumeset/old': '1',
    'workload/report': '2',
  };
  const mounts = { 'shop/workload/db': ['shop/volumeset/orders'], 'shop/workload/report': ['shop/volumeset/orders'] };
  const names = (all: PageData): string[] => groupsOf(all).map(({ of }) => of);

  it('is a workload with the volume sets that it mounts, the dearest together first', () => {
    expect(groupsOf(data([], { costs, mounts }))).toMatchObject([
      { of: 'shop/workload/db', resources: ['shop/workload/db', 'shop/volumeset/orders'], cost: { coefficient: 25n } },
      { of: 'shop/workload/api', resources: ['shop/workload/api'] },
      { of: 'shop/workload/report', resources: ['shop/workload/report'] },
      { of: 'shop/volumeset/old', resources: ['shop/volumeset/old'] },
    ]);
  });

  it('comes first where there are errors, of its volumes too; warnings are counted', () => {
    const findings = [
      { severity: 'warning', subject: 'shop/workload/db@a' },
      { severity: 'error', subject: 'shop/volumeset/old@a/0' },
    ];
    const all = data([], { costs, mounts, findings });
    expect(names(all).slice(0, 2)).toEqual(['shop/volumeset/old', 'shop/workload/db']);
    expect(groupsOf(all)[1]?.findings).toBe(1);
  });
});
