import { describe, expect, it } from 'vitest';
import { pageDataFrom, pageText } from '../../src/report/page/pageText.ts';
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
    const said = data.notices.find((notice) => notice.includes('journal entries that parts of this page name'));
    expect(said === undefined ? 0 : Number(said.split(' ')[0]?.replaceAll(',', ''))).toBe(missing.size);
    const left = data.entriesLeftOut.reduce((sum, [, count]) => sum + count, 0);
    expect(left + data.entries.length).toBe(data.summary.journalEntries);
    const inCharts = data.charts.flatMap(({ marks }) => marks).filter((seq) => !known.has(seq));
    expect(inCharts).toEqual([]);
  });
});
