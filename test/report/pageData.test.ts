import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../../scripts/scenarios.ts';
import { instantFromCivil } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import type { UsageRow } from '../../src/report/bill/billDocument.ts';
import { pageDataFrom, pageText } from '../../src/report/page/pageText.ts';
import { good } from '../scenario/builders.ts';
import { longScenarios, namedEntries, pageOf, shippedScenario } from './paged.ts';
import { eventful } from './ran.ts';

const shipped = ['tour', 'real', 'rules', 'findings', 'regressions']
  .flatMap((folder) => scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`))
  .filter((file) => !longScenarios.includes(file));

/** Whose runs, evaluated literally, take but a moment. */
const literal = shipped.filter((file, index) => !file.includes('/rules/') || index % 4 === 0);

describe('the page of a shipped scenario', () => {
  it.each(shipped)('%s has every entry that something on it leads to, and the words of every rule', (file) => {
    const data = pageOf(shippedScenario(file));
    const known = new Set(data.entries.map(({ seq }) => seq));
    const { shown, billed } = namedEntries(data);
    expect([...shown, ...billed].filter((seq) => !known.has(seq))).toEqual([]);
    expect(data.entries.filter(({ cause }) => cause !== null && !known.has(cause))).toEqual([]);
    const rules = data.entries.flatMap((entry) => [...entry.rules, ...entry.assumptions]);
    expect(rules.filter((id) => data.rules[id] === undefined)).toEqual([]);
    expect(data.summary.findings.filter(({ rule }) => rule !== null && data.rules[rule] === undefined)).toEqual([]);
    expect(data.trails).toHaveLength(data.summary.findings.length);
    expect(
      data.trails.flatMap(({ entries, before }) => [...entries, ...before]).filter((seq) => !known.has(seq)),
    ).toEqual([]);
    expect(data.notices.filter((notice) => !notice.includes('rows of the bill have more journal entries'))).toEqual([]);
    const text = pageText(data);
    expect(text.length).toBeLessThan(1_700_000);
    expect(pageDataFrom(text)).toEqual(data);
  });

  it.each(literal)('%s is the same to the last byte where every tick is evaluated', (file) => {
    const scenario = shippedScenario(file);
    expect(pageText(pageOf(scenario, { isLiteral: true }))).toBe(pageText(pageOf(scenario)));
  });
});

describe('the page of a run', () => {
  const scenario = good(eventful);

  it('is the same again', () => {
    expect(pageText(pageOf(scenario))).toBe(pageText(pageOf(scenario)));
  });

  it('names no entries where no journal is kept, and is the same where executions are told together', () => {
    const data = pageOf(scenario, { isNumbered: false });
    expect(namedEntries(data)).toEqual({ shown: [], billed: [] });
    expect(data.entries).toEqual([]);
    expect(data.notices[0]).toContain('No journal of the whole run was stored');
    expect(pageText(pageOf(scenario, { isNumbered: false, isTogether: true }))).toBe(pageText(data));
  });

  it('shows each replica as a bar of its version, executions by their ends, and the time in which a volume was full', () => {
    const { lanes } = pageOf(scenario);
    const states = (kind: string) =>
      new Set(lanes.filter((lane) => lane.kind === kind).flatMap(({ bars }) => bars.map(({ state }) => state)));
    expect(states('versions')).toEqual(new Set(['version 1', 'version 2']));
    expect([...states('executions')].sort()).toEqual(['failed', 'removed', 'succeeded']);
    expect([...states('volume')]).toEqual(['full']);
  });

  it('tells how often and when a finding happened, by which entries, and what kept a volume from growing', () => {
    const { summary, trails, entries, entriesLeftOut } = pageOf(shippedScenario('scenarios/tour/06-a-bad-day.yaml'));
    // A short run has all of its journal on the page.
    expect([entries.length, entriesLeftOut]).toEqual([summary.journalEntries, []]);
    const trail = (kind: string) => trails[summary.findings.findIndex((finding) => finding.kind === kind)];
    const types = (seqs: readonly number[] = []) => seqs.map((seq) => entries.find((entry) => entry.seq === seq)?.type);
    const full = trail('volume-full');
    expect(types(full?.entries)).toEqual(['volume.full']);
    expect(types(full?.before)).toEqual([...Array(4).fill('volume.expanded'), 'expansion.refused']);
    expect(full?.happened).toMatchObject({ count: 1, days: [[instantFromCivil(2026, 11, 3), 1]] });
    const evicted = trail('replicas-evicted');
    expect([types(evicted?.entries), evicted?.happened?.count]).toEqual([['replica.evicted', 'replica.evicted'], 2]);
  });

  it('names rows of the bill as bill.json does', () => {
    const scenario = shippedScenario('scenarios/tour/01-one-volume.yaml');
    const names = (usage: readonly UsageRow[]) => new Map(usage.map((row) => [row.id, `${row.resource} ${row.meter}`]));
    const run = new Run(scenario, {});
    run.advance();
    const monthly = names(run.bill('month').bill.usage);
    const { rowsPer, usage } = pageOf(scenario).bill;
    expect(rowsPer).toBe('day');
    expect(names(usage)).toEqual(monthly);
  });

  it('counts what happened as often as the finding says, entries kept or not', () => {
    for (const isNumbered of [true, false]) {
      const { summary, trails } = pageOf(shippedScenario('scenarios/tour/03-cron-policies.yaml'), { isNumbered });
      const said = summary.findings.flatMap(({ kind, message }, index) => {
        const happened = trails[index]?.happened ?? null;
        if (happened === null) return [];
        expect(happened.days.reduce((sum, [, count]) => sum + count, 0)).toBe(happened.count);
        return [[kind, Number(message.split(' ')[0]), happened.count] as const];
      });
      expect(said.map(([kind]) => kind)).toContain('executions-skipped');
      for (const [, message, count] of said) expect(count).toBe(message);
    }
  });

  it('draws what a volume stores straight from bend to bend, up to its capacity', () => {
    const { charts } = pageOf(scenario);
    const chart = charts.find(({ id }) => id === 'volume/shop/volumeset/data@aws-us-east-1/0');
    const used = chart?.lines.find(({ name }) => name === 'used');
    const start = scenario.start;
    // 8 GB and 3 GB a day: 10 GB are full after 16 hours.
    expect(used?.at).toEqual([start, start + 16 * 3_600_000, start + 24 * 3_600_000]);
    expect(used?.value).toEqual([8, 10, 10]);
    expect(chart?.note).toBe('Full at the end of the run.');
  });

  it('is thinned until it fits, and says so', () => {
    const whole = pageText(pageOf(scenario)).length;
    const data = pageOf(scenario, { bytesMax: Math.floor(whole * 0.6) });
    expect(pageText(data).length).toBeLessThan(whole * 0.6);
    expect(data.notices.length).toBeGreaterThan(0);
    expect(data.summary.findings).toEqual(pageOf(scenario).summary.findings);
  });
});
