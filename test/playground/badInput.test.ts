import { describe, expect, it } from 'vitest';
import type { OpenedRun } from '../../src/playground/protocol.ts';
import { engineOf, opened, scenarioText } from './runs.ts';

function scenarioWith({ scale = 1, more = '' }: { readonly scale?: number; readonly more?: string }): string {
  return `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 30d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "shop/web:1", cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: ${scale}, maxScale: ${scale} } }
${more}`;
}

/** A clock that tells the real time: the budget is what is tested. */
const budget = { clock: () => performance.now(), msMax: 300, entriesMax: 20_000 };

/** ms on a busy machine: without the bounds these texts would take minutes, or all memory. */
const slowest = 30_000;

function outcome(text: string, more = {}): { readonly run: OpenedRun; readonly ms: number } {
  const ask = engineOf({ ...budget, ...more });
  const began = performance.now();
  return { run: ask('open', { file: 'a.yaml', text, files: {} }), ms: performance.now() - began };
}

function codes(run: OpenedRun): readonly string[] {
  return run.kind === 'invalid' ? run.problems.map(({ code }) => code) : [run.kind];
}

describe('whatever the text, the playground answers with a message', () => {
  it('a YAML alias bomb', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const own = level === 0 ? '[x, x, x, x, x, x, x, x, x]' : `[${`*l${level - 1}, `.repeat(9)}]`;
      return `  l${level}: &l${level} ${own}`;
    });
    const { run, ms } = outcome(`svcsim: 1\nx-bomb:\n${levels.join('\n')}\n`);
    expect(codes(run)).toContain('alias-bomb');
    expect(ms).toBeLessThan(slowest);
  });

  it('a million replicas', () => {
    const { run, ms } = outcome(scenarioWith({ scale: 1_000_000 }));
    expect(run).toMatchObject({ kind: 'invalid', problems: [{ message: expect.stringContaining('1000000') }] });
    expect(ms).toBeLessThan(slowest);
  });

  it('more replicas at the start than the playground can hold', () => {
    const { run, ms } = outcome(scenarioWith({ scale: 50_000 }));
    expect(codes(run)).toEqual(['too-large']);
    expect(ms).toBeLessThan(slowest);
  });

  it('as many later, which one event starts', () => {
    const patch = 'with: { spec: { defaultOptions: { autoscaling: { minScale: 50000, maxScale: 50000 } } } }';
    const more = `timeline:\n  - { at: +1d, patch: /gvc/shop/workload/web, ${patch} }\n`;
    expect(codes(outcome(scenarioWith({ more })).run)).toEqual(['too-large']);
  });

  it('another version of the format', () => {
    const { run } = outcome(scenarioWith({}).replace('svcsim: 1', 'svcsim: 99'));
    expect(run).toMatchObject({ kind: 'invalid', problems: [{ line: 1, severity: 'error' }] });
  });

  it('a loop that takes no time', () => {
    const more = 'timing: instant\nbehavior: { shop/web: { ephemeral: 9GB } }\n';
    const { run } = outcome(scenarioWith({ more }), { entriesMax: 400_000, clock: () => 0 });
    expect(run).toMatchObject({
      kind: 'invalid',
      problems: [{ code: 'zero-time-loop', rule: 'EPH-3', line: 14, hint: expect.stringContaining('ephemeral') }],
    });
  });

  it('a text that is too long', () => {
    const { run, ms } = outcome(scenarioWith({ more: `description: "${'x'.repeat(4_000_000)}"\n` }));
    expect(codes(run)).toEqual(['too-long']);
    expect(ms).toBeLessThan(slowest);
  });

  it.each([
    ['nothing', ''],
    ['a list', '- a\n- b\n'],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000'],
    ['an open brace', 'svcsim: 1\nresources: [{ kind: gvc, name: '],
    ['ten thousand braces', '{'.repeat(10_000)],
  ])('%s', (_, text) => {
    const { run, ms } = outcome(text);
    expect(run.kind).toBe('invalid');
    expect(codes(run).length).toBeGreaterThan(0);
    expect(ms).toBeLessThan(slowest);
  });

  it('a run that takes longer than its budget shows what it has, and says how to run the rest', () => {
    const more = 'behavior: { shop/web: { start: 1s, crash: { every: 20s } } }\n';
    let ticks = 0;
    const clock = (): number => (ticks += 50);
    const { run } = outcome(scenarioWith({ scale: 20, more }), { clock, entriesMax: 400_000 });
    if (run.kind !== 'ran') throw new Error(JSON.stringify(run));
    expect(run.notice).toMatch(/first \d+ % of the run.*svcsim run a\.yaml/);
    expect(run.page.isComplete).toBe(false);
    expect(run.page.end).toBeLessThan(Date.parse('2026-12-01T00:00:00Z'));
    expect(run.instants.at(-1)).toBeLessThanOrEqual(run.page.end);
    expect(run.stopped).toBe('budget');
  });

  it('after a bad text the last run is still there', () => {
    const ask = engineOf();
    const { page } = opened(ask, scenarioText('scenarios/tour/02-a-rollout.yaml'));
    expect(ask('open', { file: 'a.yaml', text: 'no', files: {} }).kind).toBe('invalid');
    expect(ask('seek', { at: page.start }).at).toBe(page.start);
  });
});
