import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda } from '../../../src/engine/agenda/agenda.ts';
import type { PendingEvent } from '../../../src/engine/agenda/pendingEvent.ts';
import { Streams, uniformOf } from '../../../src/engine/random.ts';

function inOrder(a: PendingEvent, b: PendingEvent): number {
  return a.instant - b.instant || a.rank - b.rank || a.subject - b.subject || a.sequence - b.sequence;
}

/** The agenda as one would write it without thinking of speed: a list, sorted whenever it is asked. */
class SortedList {
  events: PendingEvent[] = [];
  added = 0;
  private isSorted = true;

  add(instant: number, rank: number, kind: number, subject: number, argument: number): void {
    this.added += 1;
    this.isSorted = false;
    this.events.push({ instant, rank, kind, subject, argument, sequence: this.added });
  }

  take(): PendingEvent | undefined {
    if (!this.isSorted) this.events.sort(inOrder);
    this.isSorted = true;
    return this.events.shift();
  }

  fork(): SortedList {
    return Object.assign(new SortedList(), { events: [...this.events], added: this.added, isSorted: this.isSorted });
  }
}

const start = Date.UTC(2026, 10, 1);

type Step = {
  readonly op: 'add' | 'take' | 'fork' | 'burst' | 'drain';
  readonly delay: number;
  readonly rank: number;
  readonly subject: number;
};

function stepsWith(delay: fc.Arbitrary<number>): fc.Arbitrary<Step[]> {
  const op = fc.oneof(
    { weight: 12, arbitrary: fc.constant('add' as const) },
    { weight: 10, arbitrary: fc.constant('take' as const) },
    { weight: 1, arbitrary: fc.constant('fork' as const) },
    { weight: 1, arbitrary: fc.constant('burst' as const) },
    { weight: 1, arbitrary: fc.constant('drain' as const) },
  );
  return fc.array(fc.record({ op, delay, rank: fc.nat(11), subject: fc.nat(3) }), { maxLength: 400, size: 'max' });
}

function takeBoth(agenda: Agenda, list: SortedList): number {
  const expected = list.take();
  const taken = agenda.take();
  if (expected === undefined) {
    expect(taken).toBe(false);
    return start;
  }
  const { instant, rank, kind, subject, argument, sequence } = agenda;
  // Compared by hand first: a matcher for each of some hundred thousand events takes half a minute.
  const isSame =
    taken &&
    instant === expected.instant &&
    rank === expected.rank &&
    kind === expected.kind &&
    subject === expected.subject &&
    argument === expected.argument &&
    sequence === expected.sequence;
  if (!isSame) expect({ instant, rank, kind, subject, argument, sequence }).toEqual(expected);
  return instant;
}

function follow(steps: readonly Step[]): void {
  let agenda = new Agenda();
  let list = new SortedList();
  let now = start;
  let abandoned: { agenda: Agenda; rest: PendingEvent[] } | null = null;
  let drawn = 0;
  for (const { op, delay, rank, subject } of steps) {
    const count = op === 'burst' || op === 'drain' ? 100 : 1;
    for (let i = 0; i < count; i++) {
      if (op === 'take' || op === 'drain') {
        now = Math.max(now, takeBoth(agenda, list));
      } else if (op === 'add' || op === 'burst') {
        drawn += 1;
        const at = now + delay + (i * delay * 7) / Math.max(1, count) - (((i * delay * 7) / Math.max(1, count)) % 1);
        agenda.add(at, rank, drawn % 64, subject, drawn);
        list.add(at, rank, drawn % 64, subject, drawn);
      } else {
        abandoned = { agenda, rest: agenda.pending() };
        agenda = agenda.fork();
        list = list.fork();
      }
    }
    if (agenda.size !== list.events.length) expect(agenda.size).toBe(list.events.length);
  }
  while (list.events.length > 0) takeBoth(agenda, list);
  expect(agenda.take()).toBe(false);
  if (abandoned !== null) expect(abandoned.agenda.pending()).toEqual(abandoned.rest);
}

describe('the agenda gives back what a sorted list would', () => {
  const delays: readonly (readonly [string, fc.Arbitrary<number>])[] = [
    ['ties: hardly any time between events', fc.nat(2)],
    ['constant: all wait equally long', fc.constant(60_000)],
    ['ordinary delays', fc.nat(100_000)],
    ['cron-like whole seconds', fc.constantFrom(60_000, 300_000, 3_600_000, 86_400_000)],
    [
      'far outliers',
      fc.oneof(
        { weight: 50, arbitrary: fc.nat(1_000) },
        { weight: 1, arbitrary: fc.integer({ min: 1e9, max: 5e14 - 2e12 }).map((n) => Math.floor(n / 8)) },
      ),
    ],
    ['every magnitude', fc.tuple(fc.nat(9), fc.nat(40)).map(([digit, bits]) => digit * Math.floor(2 ** bits))],
  ];
  it.each(delays)('%s', (_, delay) => {
    fc.assert(fc.property(stepsWith(delay), follow), { seed: 1, numRuns: 25 });
  });
});

describe('the hold model: take the least, add one later', () => {
  const draws = new Streams('hold');
  const stream = draws.open('increments');
  let drawn = 0;
  const uniform = (): number => {
    drawn += 1;
    return uniformOf(draws.keyOf(stream, drawn));
  };
  const models: readonly (readonly [string, (i: number) => number])[] = [
    ['exponential', () => -1e6 * Math.log(1 - uniform())],
    ['constant', () => 60_000],
    ['cron-like', () => 1_000 * (uniform() < 0.5 ? 60 : uniform() < 0.6 ? 300 : uniform() < 0.75 ? 3_600 : 86_400)],
    ['far outliers', () => (uniform() < 0.001 ? 1e10 : uniform() * 1_000)],
    ['a pace that becomes a thousand times quicker and slower', (i) => uniform() * (i % 20_000 < 10_000 ? 1e3 : 1e6)],
    ['hardly any time passes', () => (uniform() < 0.99 ? 0 : 1)],
  ];

  const cases = models.flatMap(([name, increment]) =>
    // Few enough for buckets of a handful, for buckets that are dealt out, and for those that are longer than the near
    // events' first memory.
    [1_000, 3_000, 30_000].map((pending) => [name, pending, increment] as const),
  );

  it.each(cases)(
    '%s, %i waiting: nothing is lost, all comes in order, in the memory of what waits',
    (_, pending, increment) => {
      const agenda = new Agenda();
      for (let i = 0; i < pending; i++) agenda.add(start + Math.floor(increment(i)), i % 12, i % 64, i % 5, i);
      const waiting = new Array<number>(pending).fill(1);
      let last = { instant: 0, rank: 0, subject: 0, sequence: 0 };
      for (let i = 0; i < 60_000; i++) {
        agenda.take();
        const { instant, rank, subject, sequence, argument } = agenda;
        // A lower rank or subject at the same instant may have been added since.
        const isLater =
          instant > last.instant ||
          sequence > last.sequence ||
          rank > last.rank ||
          (rank === last.rank && subject > last.subject);
        if (!isLater || waiting[argument] !== 1) throw new Error(`out of order at ${i}`);
        last = { instant, rank, subject, sequence };
        agenda.add(instant + Math.floor(increment(i)), i % 12, agenda.kind, i % 5, argument);
      }
      const rest = agenda.pending();
      expect(rest).toHaveLength(pending);
      expect(new Set(rest.map((event) => event.argument)).size).toBe(pending);
      expect(rest).toEqual([...rest].sort(inOrder));
      expect(bytesOf(agenda)).toBeLessThan(pending * 1_000);
    },
  );

  it('a handful of events for ever takes no more memory than a handful', () => {
    const agenda = new Agenda();
    for (let i = 0; i < 10; i++) agenda.add(start + i, 0, 0, 0, i);
    for (let i = 0; i < 100_000; i++) {
      agenda.take();
      agenda.add(agenda.instant + 10, 0, 0, 0, agenda.argument);
    }
    expect(agenda.pending().map((event) => event.instant)).toEqual(
      Array.from({ length: 10 }, (_, i) => start + 100_000 + i),
    );
    expect(bytesOf(agenda)).toBeLessThan(20_000);
  });
});

/** Of all typed arrays below an object. */
function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, field) => sum + bytesOf(field), 0);
}

describe('the order at one instant', () => {
  it('an event added at the current instant with a lower rank goes next', () => {
    const agenda = new Agenda();
    agenda.add(start, 5, 1, 0, 1);
    agenda.add(start, 9, 2, 0, 2);
    agenda.take();
    agenda.add(start, 0, 3, 0, 3);
    agenda.take();
    expect(agenda.kind).toBe(3);
    agenda.take();
    expect(agenda.kind).toBe(2);
  });

  it('rank comes before subject, subject before the order of adding', () => {
    const agenda = new Agenda();
    agenda.add(start, 1, 0, 0, 4);
    agenda.add(start, 0, 0, 7, 3);
    agenda.add(start, 0, 0, 2, 1);
    agenda.add(start, 0, 0, 2, 2);
    expect(agenda.pending().map((event) => event.argument)).toEqual([1, 2, 3, 4]);
  });
});

describe('asking', () => {
  it('an empty agenda has its next instant at infinity', () => {
    expect(new Agenda().peekInstant()).toBe(Number.POSITIVE_INFINITY);
    expect(new Agenda().take()).toBe(false);
  });

  it('take leaves what is due at its bound', () => {
    const agenda = new Agenda();
    agenda.add(start, 3, 0, 0, 0);
    expect(agenda.take(start)).toBe(false);
    expect(agenda.peekInstant()).toBe(start);
    expect(agenda.take(start + 1)).toBe(true);
    expect(agenda.size).toBe(0);
  });

  it('at the ends of time, where a unit is the last bit of a double, nothing is lost', () => {
    for (const end of [-(2 ** 49) + 1, 2 ** 49 - 1 - 70_000]) {
      const agenda = new Agenda();
      for (let i = 0; i < 5_000; i++) agenda.add(end + ((i * 7_919) % 70_000), i % 16, 0, i % 3, i);
      const pending = agenda.pending();
      expect(new Set(pending.map(({ argument }) => argument)).size).toBe(5_000);
      expect(pending).toEqual([...pending].sort(inOrder));
    }
  });

  it('instants before 1970 keep their order', () => {
    const agenda = new Agenda();
    for (const instant of [-1, -1_000, 0, 5]) agenda.add(instant, 3, 1, 2, 3);
    expect(agenda.pending().map((event) => event.instant)).toEqual([-1_000, -1, 0, 5]);
    expect(agenda.pending().every((event) => event.rank === 3)).toBe(true);
  });
});

describe('a field that does not fit', () => {
  const good = { instant: start, rank: 15, kind: 63, subject: 2 ** 20 - 1, argument: 2 ** 47 - 1 };

  it('the greatest of each field come back unharmed', () => {
    const agenda = new Agenda();
    agenda.add(2 ** 49 - 1, good.rank, good.kind, good.subject, good.argument);
    expect(agenda.pending()).toEqual([{ ...good, instant: 2 ** 49 - 1, sequence: 1 }]);
  });

  it.each([
    ['rank 16', { rank: 16 }],
    ['rank below 0', { rank: -1 }],
    ['half a rank', { rank: 0.5 }],
    ['kind 64', { kind: 64 }],
    ['kind NaN', { kind: Number.NaN }],
    ['a kind that is 0 only in 32 bits', { kind: 2 ** 32 }],
    ['subject 2^20', { subject: 2 ** 20 }],
    ['a subject that is 0 only in 32 bits', { subject: 2 ** 32 }],
    ['argument 2^47', { argument: 2 ** 47 }],
    ['argument below 0', { argument: -1 }],
    ['half an argument', { argument: 1.5 }],
    ['argument NaN', { argument: Number.NaN }],
    ['instant 2^49', { instant: 2 ** 49 }],
    ['instant Infinity', { instant: Number.POSITIVE_INFINITY }],
    ['half a millisecond', { instant: start + 0.5 }],
    ['instant NaN', { instant: Number.NaN }],
  ])('%s throws', (_, bad) => {
    const { instant, rank, kind, subject, argument } = { ...good, ...bad };
    const agenda = new Agenda();
    expect(() => agenda.add(instant, rank, kind, subject, argument)).toThrow('event out of range');
    expect(agenda.size).toBe(0);
  });

  it('the sequence after 2^33 - 1 throws', () => {
    const agenda = new Agenda();
    agenda.added = 2 ** 33 - 2;
    agenda.add(start, 0, 0, 2 ** 20 - 1, 0);
    expect(agenda.pending()[0]?.sequence).toBe(2 ** 33 - 1);
    expect(() => agenda.add(start, 0, 0, 0, 0)).toThrow('event out of range');
  });
});

describe('an event whose place was kept', () => {
  it('comes where it would have, had it been added then', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ delay: fc.nat(2), isKept: fc.boolean() }), { maxLength: 40 }), (events) => {
        const [literal, agenda] = [new Agenda(), new Agenda()];
        const kept: [place: number, instant: number, argument: number][] = [];
        events.forEach(({ delay, isKept }, argument) => {
          literal.add(start + delay, 1, 1, 1, argument);
          if (isKept) kept.push([agenda.keepPlace(), start + delay, argument]);
          else agenda.add(start + delay, 1, 1, 1, argument);
        });
        for (const [place, instant, argument] of kept.reverse()) agenda.addKept(place, instant, 1, 1, 1, argument);
        expect(agenda.pending()).toEqual(literal.pending());
        expect(agenda.added).toBe(literal.added);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
