import { describe, expect, it } from 'vitest';
import { pageDataOf } from '../../src/report/page/pageDataOf.ts';
import { pageDataFrom, pageText } from '../../src/report/page/pageText.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { good } from '../scenario/builders.ts';
import { longScenarios, namedEntries, pageOf, reportedPage, shippedScenario } from './paged.ts';

describe('the page of a long run', () => {
  it.each(longScenarios)('stays below 2 MB, bills by day, and says how many entries are missing: %s', (file) => {
    const data = pageOf(shippedScenario(file));
    const text = pageText(data);
    expect(text.length).toBeLessThan(1_700_000);
    expect(pageDataFrom(text)).toEqual(data);
    expect(data.bill.rowsPer).toBe('day');
    const known = new Set(data.entries.map(({ seq }) => seq));
    const { shown, billed } = namedEntries(data);
    const missing = new Set([...shown, ...billed].filter((seq) => !known.has(seq)));
    const said = data.notices.find((notice) => notice.includes('journal entries that this page refers to'));
    expect(said === undefined ? 0 : Number(said.split(' ')[0]?.replaceAll(',', ''))).toBe(missing.size);
    const left = data.entriesLeftOut.reduce((sum, [, count]) => sum + count, 0);
    expect(left + data.entries.length).toBe(data.summary.journalEntries);
    const inCharts = data.charts.flatMap(({ marks }) => marks).filter((seq) => !known.has(seq));
    expect(inCharts).toEqual([]);
  });
});

describe('the page of a run with many findings', () => {
  const cron = (i: number): object => ({
    kind: 'workload',
    gvc: 'shop',
    name: `job-${i}`,
    spec: {
      type: 'cron',
      containers: [{ name: 'main', image: 'job:1', cpu: '100m', memory: '128Mi' }],
      job: { schedule: `${i} * * * *`, concurrencyPolicy: 'Forbid', historyLimit: 5, restartPolicy: 'Never' },
    },
  });
  const scenario = good(
    JSON.stringify({
      svcsim: 1,
      name: 'failing',
      start: '2026-01-01T00:00:00Z',
      for: '90d',
      resources: [
        { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
        ...Array.from({ length: 40 }, (_, i) => cron(i)),
      ],
      behavior: { 'shop/*': { execution: { duration: '60s', failure: '40%' } } },
    }),
  );
  const isCut = (notice: string): boolean => notice.includes('findings are shown without the days');

  it('says of each on which days it happened while there is room', () => {
    const { summary, trails, notices } = pageOf(scenario, { isNumbered: false });
    expect(summary.findings.map(({ kind }) => kind)).toEqual(Array(40).fill('executions-failed'));
    expect(trails.map(({ happened }) => happened?.days.length)).toEqual(Array(40).fill(90));
    expect(notices.filter(isCut)).toEqual([]);
  });

  it('says it of the first ones where there is little, and how many do not say it', () => {
    const { trails, notices } = pageOf(scenario, { isNumbered: false, bytesMax: 1 });
    const told = [...Array(5).fill(90), ...Array(35).fill(undefined)];
    expect(trails.map(({ happened }) => happened?.days.length)).toEqual(told);
    const said = '35 findings are shown without the days on which they happened: the page has no room for them.';
    expect(notices.filter(isCut)).toEqual([said]);
  });

  it('becomes smaller step by step, and takes the first step that fits', () => {
    const { run, report } = reportedPage(scenario, { isNumbered: false });
    const sizeWithin = (bytesMax: number): number => {
      const text = pageText(pageDataOf(report, run, bytesMax));
      return Buffer.byteLength(text) + 5 * (text.split('<').length - 1);
    };
    const sizes = [sizeWithin(150_000)];
    while (sizeWithin(sizes.at(-1)! - 1) < sizes.at(-1)!) sizes.push(sizeWithin(sizes.at(-1)! - 1));
    expect(sizes).toHaveLength(3);
    // What fits is not left out where there is just as much room.
    for (const size of sizes) expect(sizeWithin(size)).toBe(size);
  });
});

describe('the page of a large organization', () => {
  it('draws the first 2,000 deployments and costs by day, and says so', () => {
    const container = { name: 'main', image: 'web:1', cpu: '500m', memory: '512Mi' };
    const autoscaling = { metric: 'disabled', minScale: 1, maxScale: 1 };
    const spec = { type: 'standard', containers: [container], defaultOptions: { autoscaling } };
    const locationLinks = ['//location/aws-us-east-1', '//location/aws-eu-central-1', '//location/gcp-us-central1'];
    const document = {
      svcsim: 1,
      name: 'large',
      start: '2026-01-01T00:00:00Z',
      for: '2d',
      resources: [
        { kind: 'gvc', name: 'org', spec: { staticPlacement: { locationLinks } } },
        ...Array.from({ length: 700 }, (_, i) => ({ kind: 'workload', gvc: 'org', name: `web-${i}`, spec })),
      ],
    };
    const { scenario } = parseScenario(JSON.stringify(document), { file: 'large.json' });
    if (scenario === null) throw new Error('no scenario');
    const { lanes, notices } = pageOf(scenario, { isNumbered: false });
    expect(lanes.length).toBeLessThanOrEqual(2_000);
    expect(notices).toEqual(
      expect.arrayContaining([
        '100 deployments are not drawn (at most 2,000 are); they are in capacity.json.',
        'Cost charts are by day: the hourly bill would have 201,600 rows.',
      ]),
    );
  }, 60_000);
});
