import { describe, expect, it } from 'vitest';
import { pageDataFrom, pageText } from '../../src/report/page/pageText.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { longScenarios, namedEntries, pageOf, shippedScenario } from './paged.ts';

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
