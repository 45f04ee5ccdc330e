import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf } from '../../src/engine/fingerprint.ts';
import { hash32 } from '../../src/engine/hash.ts';
import { type Entry, Journal, type Note, type Reason } from '../../src/engine/journal.ts';
import type { Facts } from '../../src/engine/value.ts';

const because: Reason = { rules: ['ROLL-1'], assumptions: [] };
const otherwise: Reason = { rules: ['ROLL-2'], assumptions: [] };
const web = { name: 'shop/web', hash: hash32('shop/web') };

function noteOf(change: Partial<Note> = {}): Note {
  return {
    type: 'replica.ready',
    subject: web,
    ordinal: 0,
    reason: because,
    cause: null,
    data: { count: 1 },
    ...change,
  };
}

function fingerprintOf(note: Note, at = 1_000): string {
  const journal = new Journal(null);
  journal.note(at, note);
  return journal.fingerprint();
}

describe('the journal', () => {
  it('adds the same fingerprint for a note given as numbers', () => {
    const facts = { caller: 'shop', from: null, status: 200, held: false, tookMs: 12.5 };
    const written = new Journal(null);
    written.note(5, noteOf({ type: 'call.ended', ordinal: 3, data: facts }));
    const numbered = new Journal(null);
    const values = Float64Array.from([3, ...Object.values(facts)], numberOf);
    expect(numbered.noteNumbers(5, 'call.ended', web, because, values)).toBe(1);
    expect(numbered.fingerprint()).toBe(written.fingerprint());
    expect(numbered.reasons()).toEqual(written.reasons());
    const heard = new Journal(() => {});
    expect(() => heard.noteNumbers(5, 'call.ended', web, because, values)).toThrow('a sink expects it');
  });

  it('numbers the notes from 1 and hands each to the sink as it came', () => {
    const entries: Entry[] = [];
    const journal = new Journal((entry) => entries.push(entry));
    expect(journal.seq).toBe(0);
    expect(journal.note(5, noteOf())).toBe(1);
    expect(journal.note(6, noteOf({ cause: 1, ordinal: 'x' }))).toBe(2);
    expect(entries).toEqual([
      { ...noteOf(), seq: 1, at: 5 },
      { ...noteOf({ cause: 1, ordinal: 'x' }), seq: 2, at: 6 },
    ]);
  });

  it('counts how often each reason decided, in order of the first time', () => {
    const journal = new Journal(null);
    journal.note(1, noteOf({ reason: otherwise }));
    journal.note(2, noteOf());
    journal.note(3, noteOf());
    expect([...journal.reasons()]).toEqual([
      [otherwise, 1],
      [because, 2],
    ]);
  });

  it('a fork has the same past and its own future', () => {
    const heard: number[] = [];
    const journal = new Journal((entry) => heard.push(entry.seq));
    journal.note(1, noteOf());
    const listening: number[] = [];
    const fork = journal.fork((entry) => listening.push(entry.seq));
    expect(fork.fingerprint()).toBe(journal.fingerprint());
    fork.note(2, noteOf());
    expect([heard, listening, journal.seq, fork.seq]).toEqual([[1], [2], 1, 2]);
    expect(journal.reasons().get(because)).toBe(1);
    expect(fork.reasons().get(because)).toBe(2);
    journal.note(2, noteOf());
    expect(fork.fingerprint()).toBe(journal.fingerprint());
  });
});

describe('many notes at once', () => {
  const alike = { count: 2, type: 1, subject: 2, at: new Float64Array([5, 6]), values: [3] };

  it('are numbered, and go into the fingerprint; their reasons are counted beside', () => {
    const journal = new Journal(null);
    const before = journal.fingerprint();
    journal.noteAll(alike);
    journal.count(because, 2);
    journal.count(otherwise, 0);
    expect([journal.seq, journal.note(7, noteOf())]).toEqual([2, 3]);
    expect(journal.fingerprint()).not.toBe(before);
    expect([...journal.reasons()]).toEqual([[because, 3]]);
  });

  it('are refused where somebody listens for entries', () => {
    expect(() => new Journal(() => {}).noteAll(alike)).toThrow('a sink expects them');
  });

  it('are told together to a listener that takes them so', () => {
    const heard: unknown[] = [];
    const journal = new Journal(
      (entry) => heard.push(entry.seq),
      (bundle) => heard.push(bundle),
    );
    const bundle = { type: 'replicas.ready', subject: web, notes: 2 };
    journal.noteAll(alike);
    journal.tell(bundle);
    journal.note(7, noteOf());
    journal.fork().tell(bundle);
    expect(heard).toEqual([bundle, 3]);
  });
});

describe('the fingerprint', () => {
  it('leaves out what a note says beside the facts that it is told to cover', () => {
    const prints = [{}, { path: 'by this way' }, { path: 'by that way' }].map((told) => {
      const journal = new Journal(null);
      journal.note(1, noteOf({ data: { count: 1, ...told } }), { count: 1 });
      return journal.fingerprint();
    });
    expect(new Set([...prints, fingerprintOf(noteOf(), 1)]).size).toBe(1);
  });

  it('is 16 hex digits, also before the first note', () => {
    expect(new Journal(null).fingerprint()).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprintOf(noteOf())).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is the same with a sink and without', () => {
    const journal = new Journal(() => {});
    journal.note(1_000, noteOf());
    expect(journal.fingerprint()).toBe(fingerprintOf(noteOf()));
  });

  it.each<[string, Partial<Note>]>([
    ['type', { type: 'replica.crashed' }],
    ['subject', { subject: { name: 'shop/api', hash: hash32('shop/api') } }],
    ['ordinal', { ordinal: 1 }],
    ['ordinal that is a text', { ordinal: '0' }],
    ['missing ordinal', { ordinal: null }],
    ['number in data', { data: { count: 2 } }],
    ['fraction in data', { data: { count: 1.000001 } }],
    ['text in data', { data: { count: '1' } }],
    ['truth in data', { data: { count: true } }],
    ['null in data', { data: { count: null } }],
    ['more data', { data: { count: 1, more: 1 } }],
    ['nested data', { data: { count: [1, { deep: 1 }] } }],
    ['other nested data', { data: { count: [1, { deep: 2 }] } }],
  ])('changes with another %s', (_, change) => {
    expect(fingerprintOf(noteOf(change))).not.toBe(fingerprintOf(noteOf()));
  });

  it('changes with the instant, to the millisecond, over all of a double', () => {
    const at = Date.UTC(2026, 10, 1);
    expect(new Set([at, at + 1, at + 2 ** 32, at - 2 ** 33].map((each) => fingerprintOf(noteOf(), each))).size).toBe(4);
  });

  it.each<[string, Partial<Note>]>([
    ['reason', { reason: otherwise }],
    ['cause', { cause: 7 }],
    ['name of a value', { data: { total: 1 } }],
  ])('does not change with another %s', (_, change) => {
    expect(fingerprintOf(noteOf(change))).toBe(fingerprintOf(noteOf()));
  });

  it('tells when each note was, and how many, not which of one instant came first', () => {
    const of = (...notes: [at: number, count: number][]): string => {
      const journal = new Journal(null);
      for (const [at, count] of notes) journal.note(at, noteOf({ data: { count } }));
      return journal.fingerprint();
    };
    expect(of([1, 1], [2, 2])).not.toBe(of([1, 2], [2, 1]));
    expect(of([1, 1])).not.toBe(of([1, 1], [1, 1]));
    expect(of([1, 1], [1, 2])).toBe(of([1, 2], [1, 1]));
  });

  it('tells different data apart, and holds for equal data', () => {
    const facts = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null)),
      { minKeys: 1, noNullPrototype: true },
    );
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(facts, (data) => {
        const key = JSON.stringify(
          Object.values(data).map((value) => (typeof value === 'number' ? `${value}` : value === null ? [] : [value])),
        );
        const fingerprint = fingerprintOf(noteOf({ data: data as Facts }));
        expect(seen.get(fingerprint) ?? key).toBe(key);
        seen.set(fingerprint, key);
        expect(fingerprintOf(noteOf({ data: data as Facts }))).toBe(fingerprint);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it('is one that must never change, because recorded runs rest on it', () => {
    expect(fingerprintOf(noteOf())).toMatchInlineSnapshot(`"090f0172d483fe7e"`);
  });
});

describe('hash32', () => {
  it('has no collision among a hundred thousand names', () => {
    const hashes = new Set(Array.from({ length: 100_000 }, (_, i) => hash32(`org/gvc${i % 100}/workload${i}`)));
    // Chance alone makes about one.
    expect(hashes.size).toBeGreaterThan(99_990);
  });
});
