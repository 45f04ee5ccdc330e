import { describe, expect, it } from 'vitest';
import { second } from '../../src/engine/time.ts';
import { engineOf, opened, scenarioText } from './runs.ts';

const rollout = scenarioText('scenarios/tour/02-a-rollout.yaml');

describe('a step leads from entry to entry', () => {
  it('forward and back over every instant that has an entry', () => {
    const ask = engineOf();
    const { instants, page } = opened(ask, rollout);
    const any = { of: null, only: 'any' } as const;
    const forward: number[] = [];
    for (let at: number | null = page.start - 1; at !== null; ) {
      ({ at } = ask('step', { from: at, by: 1, ...any }));
      if (at !== null) forward.push(at);
    }
    expect(forward).toEqual([...instants]);
    expect(ask('step', { from: instants[3]!, by: -1, ...any }).at).toBe(instants[2]);
    expect(ask('step', { from: instants[0]!, by: -1, ...any }).at).toBeNull();
  });

  it('to the next decision of a workload', () => {
    const ask = engineOf();
    const { page } = opened(ask, scenarioText('scenarios/tour/08-autoscaling.yaml'));
    const of = page.lanes[0]?.subject.replace(/@.*/, '') ?? '';
    const { at } = ask('step', { from: page.start, by: 1, of, only: 'decision' });
    if (at === null) throw new Error(`no decision of ${of}`);
    const { entries } = ask('entries', { from: at, until: at + 1, of });
    expect(entries.map(({ type }) => type)).toContain('deployment.scaled');
    expect(ask('step', { from: page.start, by: 1, of: 'shop/workload/none', only: 'any' }).at).toBeNull();
  });
});

describe('what is at the cursor', () => {
  it('says what an instant changed, with the entries that did', () => {
    const ask = engineOf();
    const { page } = opened(ask, rollout);
    const at = page.start + 30 * 60 * second;
    const moment = ask('seek', { at });
    expect(moment.entries.map(({ type }) => type)).toContain('replica.created');
    expect(moment.entries.every(({ sentence }) => sentence.length > 10)).toBe(true);
    expect(moment.changes.length).toBeGreaterThan(0);
    const quiet = ask('seek', { at: at - 1 });
    expect(quiet).toMatchObject({ entries: [], changes: [] });
    expect(quiet.world.workloads[0]).toMatchObject({ desired: 10, ready: 10, available: 10, terminating: 0 });
    expect(moment.world.workloads[0]?.replicas.some(({ phase }) => phase === 'starting')).toBe(true);
  });

  it('what was charged grows with time, up to the bill', () => {
    const ask = engineOf();
    const { page } = opened(ask, rollout);
    const costs = [0, 0.25, 0.5, 1].map((share) => {
      return Number(ask('seek', { at: page.start + share * (page.end - page.start) }).cost.amount);
    });
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    expect(costs[0]).toBe(0);
    const total = page.bill.invoices.reduce((sum, { payable }) => sum + Number(payable), 0);
    expect(costs.at(-1)).toBeCloseTo(total, 3);
  });

  it('an evaluation that keeps the count gives its numbers, or the reason of its hold', () => {
    const ask = engineOf();
    const { page } = opened(ask, scenarioText('scenarios/tour/08-autoscaling.yaml'));
    const asked = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((share) =>
      ask('decisions', { at: Math.round(page.start + share * (page.end - page.start)) }),
    );
    expect(asked.length).toBeGreaterThan(0);
    for (const { plan, sentence, subject } of asked) {
      expect(['hold', 'act', 'refuse']).toContain(plan);
      expect(sentence).not.toBe('');
      expect(subject).toContain('/');
    }
    expect(asked.some(({ formula }) => formula.length > 0)).toBe(true);
  });

  it('asking changes nothing', () => {
    const ask = engineOf();
    const { fingerprint, page } = opened(ask, rollout);
    const middle = (page.start + page.end) / 2;
    const before = ask('seek', { at: middle });
    ask('decisions', { at: middle });
    ask('seek', { at: page.end });
    ask('glance', { at: page.start });
    expect(ask('seek', { at: middle })).toEqual(before);
    expect(opened(ask, rollout).fingerprint).toBe(fingerprint);
  });
});

describe('why, why not, and what if', () => {
  it('an entry is explained with its chain of causes', () => {
    const ask = engineOf();
    const { page } = opened(ask, rollout);
    const { entries } = ask('entries', { from: page.start, until: page.end, of: 'shop/workload/web' });
    const ready = entries.find(({ type }) => type === 'replica.terminating');
    if (ready === undefined) throw new Error('no replica ends');
    expect(JSON.stringify(ask('why', { seq: ready.seq }))).toContain('ROLL-');
  });

  it('a wanted count that did not come is explained, and a question without sense is refused', () => {
    const ask = engineOf();
    const { page } = opened(ask, rollout);
    const at = Math.floor((page.start + page.end) / 2);
    expect(ask('whyNot', { wanted: 'shop/web = 20', at }).text).toMatch(/maxScale|minScale/);
    expect(() => ask('whyNot', { wanted: 'what?', at })).toThrow();
  });

  it('a change at the cursor is added to the text, comments kept, and both runs are compared', () => {
    const ask = engineOf();
    opened(ask, rollout);
    const step =
      '{ at: +1h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 20, maxScale: 20 } } } } }';
    const { text, run, differences } = ask('branch', { step });
    for (const line of rollout.text.split('\n').filter((one) => one.startsWith('#'))) expect(text).toContain(line);
    expect(run.kind).toBe('ran');
    const told = differences.map((one) => one.text).join('\n');
    expect(told).toMatch(/^It costs .* more/m);
    expect(told).toMatch(/at most \d+ replicas? instead of \d+/);
    // The opened run is still the unchanged one.
    expect(ask('branch', { step }).text).toBe(text);
  });

  it('what gets worse is told before the money that it saves, and the reverse is told as better', () => {
    const ask = engineOf();
    opened(ask, scenarioText('scenarios/tour/08-autoscaling.yaml'));
    const scaled = (most: number): string =>
      `{ at: +0s, patch: /gvc/shop/workload/api, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: ${most} } } } } }`;
    const { text, run, differences } = ask('branch', { step: scaled(3) });
    if (run.kind !== 'ran') throw new Error('the change does not run');
    const failed = run.page.capacity.demand.find(({ name }) => name === 'api')?.failed ?? '0';
    expect(Number(failed)).toBeGreaterThan(0);
    expect(differences[0]?.tone).toBe('worse');
    expect(differences[0]?.text.replaceAll(',', '')).toContain(`${Math.round(Number(failed))} requests`);
    const worse = differences.filter(({ tone }) => tone === 'worse').map((one) => one.text);
    expect(worse.join('\n')).toMatch(/New problem: shop\/api.*timed out/);
    expect(worse.join('\n')).toMatch(/p99 latency of shop\/api .* instead of/);
    expect(differences.findIndex((one) => /^It costs .* less/.test(one.text))).toBeGreaterThanOrEqual(worse.length);

    opened(ask, { ...scenarioText('scenarios/tour/08-autoscaling.yaml'), text });
    const back = ask('branch', { step: scaled(20) }).differences;
    expect(back.filter(({ tone }) => tone === 'worse')).toEqual([]);
    expect(back.map((one) => one.text).join('\n')).toMatch(/fail instead of 4,/);
  });

  it('a change that cannot be read names the mistake', () => {
    const ask = engineOf();
    opened(ask, rollout);
    expect(() => ask('branch', { step: '[' })).toThrow(/cannot be read/);
    expect(() => ask('branch', { step: 'word' })).toThrow(/entry of a timeline/);
  });
});
