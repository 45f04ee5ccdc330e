import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { isoFromInstant } from '../../../src/engine/time.ts';
import { rootOf } from '../../../src/platform/root.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { because } from '../../../src/rules/reason.ts';
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
