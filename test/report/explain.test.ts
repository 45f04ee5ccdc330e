import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { hour } from '../../src/engine/time.ts';
import { Run, type RunOptions } from '../../src/experiment/run.ts';
import { formatDecimal, plus, times, zero } from '../../src/platform/metering/decimal.ts';
import type { Bill } from '../../src/report/bill/billDocument.ts';
import { amount } from '../../src/report/bill/costs.ts';
import { stretchOf } from '../../src/report/bill/rowStretch.ts';
import { formulaOf, lineOfRow } from '../../src/report/explain/formula.ts';
import { Links, linkOf, readJournalLine } from '../../src/report/explain/journalLines.ts';
import { RowTrail } from '../../src/report/explain/rowSpans.ts';
import { wordsOf } from '../../src/report/explain/words.ts';
import type { PageEntry } from '../../src/report/picture/picture.ts';
import { journalLine } from '../../src/report/render/journalLine.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { bookOf, files, scenarioOf, scenarios, stateful, web } from './recountScenarios.ts';

function told(scenario: Scenario, options: RunOptions = {}) {
  const lines: string[] = [];
  const run = new Run(scenario, { ...options, sink: (entry: Entry) => lines.push(journalLine(entry)) });
  run.advance();
  const entries = new Map<number, PageEntry>();
  for (const line of lines) {
    const entry = readJournalLine(line);
    if (entry === null) throw new Error(`no entry: ${line}`);
    entries.set(entry.seq, entry);
  }
  return { bill: run.bill().bill, entries, lines };
}

/** Rows whose spans do not add up to what they say, with what is missing. */
function unexplained({ bill, entries }: { readonly bill: Bill; readonly entries: ReadonlyMap<number, PageEntry> }) {
  // A hundred of them, all along, are enough where there are many.
  const step = Math.ceil(bill.usage.length / 100);
  return bill.usage.flatMap((row, index) => {
    if (row.meter === 'mounter-egress' || index % step > 0) return [];
    const trail = new RowTrail(row, bill);
    const needed = new Map([...trail.needed()].flatMap((seq) => [[seq, entries.get(seq)] as const]));
    const found = trail.spans(needed as ReadonlyMap<number, PageEntry>, null);
    return found.unexplained === '0.0' && found.spans.length > 0
      ? []
      : [`${row.id} ${row.meter}: ${found.unexplained}`];
  });
}

const tagged = scenarioOf({
  length: '6h',
  locations: ['aws-us-east-1', 'gcp-us-east1'],
  resources: stateful(files) + web,
  rest: `timeline:
  - { at: +1h, patch: /gvc/shop/workload/web, with: { tags: { team: one } }, answers: 200 }
  - { at: +90m, patch: /gvc/shop/workload/web, with: { tags: { team: two } }, answers: 200 }
  - { at: +2h, patch: /gvc/shop/volumeset/data, with: { tags: { team: three } }, answers: 200 }
  - { at: +3h, patch: /gvc/shop/workload/db, with: { tags: { team: four } }, answers: 200 }
  - { at: +4h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } }, answers: 200 }
`,
});

describe('law: the spans behind a row add up to what it says', () => {
  const all = Object.entries({ ...scenarios, tagged }).map(([name, scenario]) => ({ name, scenario }));
  it.each(all)('$name: by month and by hour, replicas together and apart', ({ scenario }) => {
    expect(unexplained(told(scenario))).toEqual([]);
    expect(unexplained(told(scenario, { rowsPer: 'hour', replicas: true }))).toEqual([]);
  });

  it.each(['created', 'started'] as const)('with replicas billed from %s until they terminate', (from) => {
    const billing = { 'billing.replicaFrom': from, 'billing.replicaUntil': 'terminating' } as const;
    for (const scenario of [scenarios.rollout, scenarios.cron, scenarios.shared]) {
      expect(unexplained(told({ ...scenario, assumptions: { ...scenario.assumptions, ...billing } }))).toEqual([]);
    }
  });

  it('where prices change within a month, each row from then or until then', () => {
    const prices = ['2020-01-01T00:00:00Z', '2026-11-01T01:00:00Z', '2026-11-02T00:00:00Z'].map((from) => ({
      from,
      list: '1',
    }));
    const skus = [
      { id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices },
      { id: 'memory', meters: ['reserved-memory'], unit: 'GiB-Hours', prices: prices.slice(0, 2) },
      { id: 'volume', meters: ['volume-capacity'], unit: 'GB-Months', prices },
    ];
    const priced = told({ ...scenarios.expansion, prices: bookOf({}, { skus }) });
    expect(new Set(priced.bill.usage.map(({ skuPriceId }) => skuPriceId)).size).toBeGreaterThan(4);
    expect(unexplained(priced)).toEqual([]);
  });

  it('an hour of a row is the part of its spans in it', () => {
    const { bill, entries } = told(scenarios.expansion);
    const [row] = bill.usage;
    if (row === undefined) throw new Error('no row');
    const trail = new RowTrail(row, bill);
    const { from, until } = stretchOf(row, bill);
    let sum = zero;
    for (let at = from; at < until; at += hour) {
      sum = plus(sum, amount(trail.spans(entries, { from: at, until: at + hour }).quantity));
    }
    expect(formatDecimal(sum)).toBe(row.quantity);
  });
});

describe('the formula of a row', () => {
  it('is its consumed quantity over the unit, times the price of its line', () => {
    for (const scenario of [scenarios.expansion, scenarios.shared]) {
      const { bill } = told({ ...scenario, prices: bookOf() });
      for (const row of bill.usage) {
        const placed = lineOfRow(row, bill);
        const formula = formulaOf(row, bill, placed);
        if (formula === null) {
          expect(row.cost).toBeNull();
          continue;
        }
        expect(placed?.line.rows).toContain(row.id);
        const cost = times(amount(formula.contractedPrice), amount(formula.pricingQuantity));
        expect(formatDecimal(cost)).toBe(formula.cost);
        expect(Math.abs(Number(formula.quotient) - Number(formula.pricingQuantity))).toBeLessThanOrEqual(1.1e-9);
        const units = { 'Core-Hours': '3600', 'GiB-Hours': '3600', 'GB-Hours': '3600', 'GB-Months': '2592000' };
        expect(formula.divisor).toBe(Reflect.get(units, formula.pricingUnit) ?? '1');
      }
    }
  });
});

describe('causes', () => {
  it('lead back to what nothing in the run led to, and forth to what each led to', () => {
    const { lines, entries } = told(scenarios.expansion);
    const links = new Links();
    for (const line of lines) {
      const link = linkOf(line);
      if (link === null) throw new Error(line);
      links.add(link);
    }
    const expanded = [...entries.values()].find(({ type }) => type === 'volume.expanded');
    const chain = links.chainOf(expanded?.seq ?? 0);
    expect(entries.get(chain[0] ?? 0)?.type).toBe('expansion.accepted');
    expect(entries.get(chain.at(-1) ?? 0)?.cause).toBeNull();
    expect(links.ledTo(chain[0] ?? 0, 10).first).toContain(expanded?.seq);
    const root = chain.at(-1) ?? 0;
    const children = [...entries.values()].filter(({ cause }) => cause === root).map(({ seq }) => seq);
    expect(links.ledTo(root, 1)).toEqual({ first: children.slice(0, 1), count: children.length });
  });

  it('end where a file leads in a circle, or to what it has not', () => {
    const links = new Links();
    links.add({ seq: 2, cause: 3 });
    links.add({ seq: 3, cause: 2 });
    links.add({ seq: 9, cause: 7 });
    expect(links.chainOf(3)).toEqual([2]);
    expect(links.chainOf(9)).toEqual([7]);
    expect(links.has(7)).toBe(false);
  });

  it('are read from lines whose data look like one', () => {
    const data = { message: '","cause":7,"data":{' };
    const line = `{"seq":5,"at":"2026-11-01T00:00:00.000Z","type":"x","subject":"a","rules":["VOL-1"],"assumptions":[],"cause":null,"data":${JSON.stringify(data)}}`;
    expect(linkOf(line)).toEqual({ seq: 5, cause: null });
    expect(readJournalLine(line)).toMatchObject({ seq: 5, cause: null, data });
    expect(linkOf('{"stopped":"x","seq":5}')).toBeNull();
  });
});

it('rules and assumptions of entries are told in words, with the value that an assumption has', () => {
  const { entries } = told(scenarios.expansion);
  const all = [...entries.values()];
  const words = wordsOf(all, new Map([['replica.start.duration', '30s']]));
  const named = new Set(all.flatMap(({ rules, assumptions }) => [...rules, ...assumptions]));
  expect(Object.keys(words)).toEqual([...named].sort());
  expect(words['replica.start.duration']).toMatchObject({ kind: 'assumption', value: '30s' });
  expect(words['VOLAUTO-11']).toMatchObject({ kind: 'rule', value: null, statement: expect.stringContaining('free') });
});
