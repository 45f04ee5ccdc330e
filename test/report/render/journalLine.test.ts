import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { isoFromInstant } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { rootOf } from '../../../src/platform/root.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { because } from '../../../src/rules/reason.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { eventful, ran } from '../ran.ts';

describe('a line of journal.ndjson', () => {
  it('is the entry as JSON, with instants as text and the ordinal in the subject', () => {
    const { entries } = ran(eventful);
    for (const entry of entries) expect(journalLine(entry)).toBe(asJson(entry));
    const types = new Set(entries.map(({ type }) => type));
    for (const end of ['started', 'succeeded', 'failed', 'forgotten']) expect(types).toContain(`execution.${end}`);
    for (const step of ['ready', 'available', 'terminating', 'gone']) expect(types).toContain(`replica.${step}`);
  });

  it('is the same as JSON at any instant, for ticks and commands', () => {
    const instant = fc.integer({ min: -3_000_000_000_000, max: 9_000_000_000_000 });
    const slot = fc.oneof(fc.constant(null), instant, fc.integer({ min: -1, max: 20_000_000 }));
    const property = fc.property(instant, slot, slot, (at, slotAt, placedAt) => {
      const reserved = [{ container: 'a"b', cpuMillicores: 0.5, memoryBytes: 1 }];
      const data = { slotAt, version: 1, placedAt: placedAt ?? 0, startedAt: at, reserved };
      const entry = { ...refused, at, type: 'execution.started', data };
      expect(journalLine(entry)).toBe(asJson(entry));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it('is the same as JSON for replicas that end, whatever is said of them', () => {
    const instant = fc.integer({ min: 0, max: 9_000_000_000_000 });
    const own = fc.record({ ownStop: fc.constant(true), ownHook: fc.constant(true) }, { requiredKeys: [] });
    const property = fc.property(instant, instant, fc.string(), own, (signalAt, goneAt, why, told) => {
      const entry = { ...refused, type: 'replica.terminating', data: { signalAt, goneAt, why, ...told } };
      expect(JSON.parse(journalLine(entry))).toEqual(JSON.parse(asJson(entry)));
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
    const late = { ...refused, type: 'replica.ready', data: { upAt: 5 } };
    expect(journalLine(late)).toBe(asJson(late));
  });

  it('is the same as JSON for replicas that start, whatever is said of them', () => {
    const instant = fc.integer({ min: 0, max: 9_000_000_000_000 });
    const mounter = { cpuMillicores: 50, memoryBytes: 1, egressBytesPerHour: 2 };
    const facts = fc.record({ version: fc.nat(), placedAt: instant, startedAt: instant });
    const steps = fc.record({ mountedAt: instant, pulledAt: instant });
    const prepared = fc.option(fc.record({ preparedAt: instant, preparedBy: fc.constantFrom('create', 'detach') }));
    const stated = fc.record({ addedMs: fc.nat(), ownPull: fc.constant(true) }, { requiredKeys: [] });
    const metered = fc.record({ ephemeralBytes: fc.nat(), zone: fc.constant('b') }, { requiredKeys: [] });
    const rest = fc.tuple(fc.option(steps, { nil: {} }), prepared, stated, metered);
    const property = fc.property(facts, fc.constantFrom(null, null, mounter), rest, (start, mounts, others) => {
      const reserved = [{ container: 'a"b', cpuMillicores: 0.5, memoryBytes: 1 }];
      const [steps, prepared, stated, metered] = others;
      const data = { ...start, reserved, mounter: mounts, ...metered, ...steps, ...prepared, ...stated };
      const entry = { ...refused, type: 'replica.created', data };
      expect(journalLine(entry)).toBe(asJson(entry));
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it('is the same as JSON for changes of a count, whatever they were decided by', () => {
    const number = fc.option(fc.nat());
    const measure = { metric: fc.string(), valueMilli: number, targetMilli: number, counted: fc.nat() };
    const measured = fc.array(fc.record(measure, { requiredKeys: ['metric', 'valueMilli', 'targetMilli'] }));
    const bounds = { least: fc.nat(), most: fc.nat(), minScale: fc.nat(), maxScale: fc.nat() };
    const synced = fc
      .record({
        proposed: number,
        highestRecent: fc.nat(),
        downWindowMs: fc.option(fc.nat(), { nil: undefined }),
        ...bounds,
      })
      .map(({ downWindowMs, ...others }) => {
        const { proposed, highestRecent, ...rest } = others;
        return downWindowMs === undefined ? others : { proposed, highestRecent, downWindowMs, ...rest };
      });
    const { least, most, ...scale } = bounds;
    const panic = fc.record({
      stableMilli: fc.nat(),
      panicMilli: fc.nat(),
      from: fc.nat(),
      untilAt: number,
      most: fc.nat(),
    });
    const panicking = { proposed: number, ready: fc.nat(), ...scale, least, most, panics: fc.boolean(), panic };
    const idle = fc.record({ proposed: number, ready: fc.nat(), ...scale, panics: fc.constant(false) });
    const sampled = fc.array(fc.option(fc.record({ replicas: fc.nat(), totalMilli: fc.nat() })));
    const sampling = fc.tuple(synced, sampled).map(([decision, samples]) => ({ ...decision, sampled: samples }));
    const mixed = synced.map((decision) => ({ ...decision, ready: 1 }));
    const decided = fc.option(fc.oneof(synced, fc.record(panicking), idle, sampling, mixed), { nil: undefined });
    const property = fc.property(
      fc.nat(),
      fc.nat(),
      fc.option(measured, { nil: undefined }),
      decided,
      (from, to, ...by) => {
        const [measurements, decision] = by;
        const data = { from, to, measured: measurements, decided: decision } as Entry['data'];
        const entry = { ...refused, type: 'deployment.scaled', data };
        expect(JSON.parse(journalLine(entry))).toEqual(JSON.parse(asJson(entry)));
        expect(journalLine(entry)).toHaveLength(asJson(entry).length);
      },
    );
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it.each([
    ['of syncs and polls', 'test/bench/ticketShop.yaml', '2d', ['booking', 'mailer']],
    ['of ticks', 'scenarios/real/load-balancer.yaml', '4d', ['images']],
  ])('has the data %s in its order', (_, file, horizon, scaling) => {
    const read = (name: string): string => readFileSync(name, 'utf8');
    const { scenario } = parseScenario(read(file), { file, read, set: [{ path: 'for', value: horizon }] });
    if (scenario === null) throw new Error(`${file} has no scenario`);
    const scaled = new Set<string>();
    const sink = (entry: Entry): void => {
      expect(journalLine(entry)).toBe(asJson(entry));
      if (entry.type === 'deployment.scaled') scaled.add(entry.subject.name.replace(/^.*\/|@.*$/g, ''));
    };
    new Run(scenario, { sink }).advance();
    for (const name of scaling) expect(scaled).toContain(name);
  });

  it('escapes names that the outside world chose', () => {
    expect(JSON.parse(journalLine(refused)).subject).toBe('shop/workload/a"b\\c/é\n"');
    expect(journalLine(refused)).not.toContain('\n');
  });
});

const refused: Entry = {
  seq: 1,
  at: 0,
  type: 'request.refused',
  subject: { name: 'shop/workload/a"b\\c', hash: 1 },
  ordinal: 'é\n"',
  reason: because([]),
  cause: null,
  data: {},
};

function asJson(entry: Entry): string {
  const { seq, at, type, subject, ordinal, reason, cause, data } = entry;
  const name = ordinal === null ? subject.name : `${subject.name}/${ordinal}`;
  const { rules, assumptions } = reason;
  const root = rootOf(entry);
  const ground = root === null ? { cause } : { cause, root };
  return JSON.stringify({ seq, at: isoFromInstant(at), type, subject: name, rules, assumptions, ...ground, data });
}
