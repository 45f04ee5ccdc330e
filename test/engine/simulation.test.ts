import { describe, expect, it } from 'vitest';
import { Journal } from '../../src/engine/journal.ts';
import { Streams } from '../../src/engine/random.ts';
import { type Handler, type Model, Simulation } from '../../src/engine/simulation.ts';
import { instantFromCivil, minute } from '../../src/engine/time.ts';

interface Log {
  readonly seen: string[];
}

const start = instantFromCivil(2026, 11, 1, 10 * 60 * minute + 5 * minute);
const kinds = ['replica.ready', 'cron.fired', 'cron.finished', 'pass.due'];
const names = ['nobody', 'shop/web', 'shop/api'];

function simulate(handlers: readonly Handler<Log>[], eventsPerInstantMax = 1_000): Simulation<Log> {
  const model: Model<Log> = {
    handlers,
    kinds,
    forkWorld: (world) => ({ seen: [...world.seen] }),
    subjectName: (_, subject) => names[subject] ?? `subject ${subject}`,
  };
  return new Simulation({
    start,
    world: { seen: [] },
    streams: new Streams('1'),
    journal: new Journal(null),
    model,
    eventsPerInstantMax,
  });
}

const log: Handler<Log> = ({ world, now }, subject, argument) => {
  world.seen.push(`${now - start} ${subject} ${argument}`);
};

describe('the loop', () => {
  it('handles what is due before its bound, and then it is that time', () => {
    const simulation = simulate([log]);
    simulation.add(start, 0, 0, 1, 7);
    simulation.add(start + 5, 0, 0, 1, 8);
    expect(simulation.runUntil(start + 5)).toBe('done');
    expect([simulation.world.seen, simulation.now]).toEqual([['0 1 7'], start + 5]);
    expect(simulation.runUntil(start + 5, { included: true })).toBe('done');
    expect([simulation.world.seen, simulation.events]).toEqual([['0 1 7', '5 1 8'], 2]);
  });

  it('gives back more when its events are used up and another is due', () => {
    const simulation = simulate([log]);
    for (let i = 0; i < 3; i++) simulation.add(start + i, 0, 0, 0, i);
    expect(simulation.runUntil(start + 10, { eventsMax: 2 })).toBe('more');
    expect(simulation.now).toBe(start + 1);
    expect(simulation.runUntil(start + 10, { eventsMax: 1 })).toBe('done');
    expect(simulation.now).toBe(start + 10);
  });

  it('steps over one event at a time, whenever it is', () => {
    const simulation = simulate([log]);
    simulation.add(start + 77, 0, 0, 0, 0);
    expect(simulation.step()).toBe(true);
    expect(simulation.now).toBe(start + 77);
    expect(simulation.step()).toBe(false);
  });

  it('refuses the past, and names what was to happen in it', () => {
    const simulation = simulate([log]);
    expect(() => simulation.add(start - 5 * minute, 0, 0, 1, 0)).toThrow(
      'event in the past: 2026-11-01T10:00:00.000Z < 2026-11-01T10:05:00.000Z (replica.ready shop/web)',
    );
    expect(() => simulation.runUntil(start - 1)).toThrow('cannot run back');
  });

  it('names a kind without handler', () => {
    const simulation = simulate([log]);
    simulation.add(start, 0, 3, 2, 0);
    expect(() => simulation.step()).toThrow('no handler for event kind 3 (pass.due shop/api)');
  });
});

describe('time that stands still', () => {
  it('is an error that names the instant, the subject and the cycle', () => {
    const again =
      (next: number): Handler<Log> =>
      (simulation, subject) =>
        simulation.add(simulation.now, 5, next, subject, 0);
    const simulation = simulate([log, again(2), again(3), again(1)]);
    simulation.add(start + minute, 0, 1, 1, 0);
    expect(() => simulation.runUntil(start + 2 * minute)).toThrow(
      /^time stands still at 2026-11-01T10:06:00.000Z: more than 1000 events of shop\/web \(subject 1\), again and again [a-z. /]+ -> [a-z. /]+ -> [a-z. /]+$/,
    );
  });

  it('is found where two subjects wake each other', () => {
    const other: Handler<Log> = (simulation, subject) => simulation.add(simulation.now, 5, 0, 3 - subject, 0);
    const simulation = simulate([other]);
    simulation.add(start, 0, 0, 1, 0);
    expect(() => simulation.runUntil(start + 1)).toThrow(/replica.ready shop\/\w+ -> replica.ready shop\/\w+$/);
  });

  it('is found for anonymous events', () => {
    const again: Handler<Log> = (simulation) => simulation.add(simulation.now, 5, 0, 0, 0);
    const simulation = simulate([again]);
    simulation.add(start, 0, 0, 0, 0);
    expect(() => simulation.runUntil(start + 1)).toThrow(
      /events of nobody \(subject 0\), again and again replica.ready nobody$/,
    );
  });

  it('is not: 2,500 cron ticks at midnight, each of which starts and ends something', () => {
    const fire: Handler<Log> = (simulation, subject) => simulation.add(simulation.now, 2, 0, subject, 0);
    const simulation = simulate([() => {}, fire], 10);
    for (let subject = 1; subject <= 2_500; subject++) simulation.add(start + minute, 5, 1, subject, 0);
    expect(simulation.runUntil(start + 2 * minute)).toBe('done');
    expect(simulation.events).toBe(5_000);
  });

  it('is not: many anonymous events that were waiting, each with a follow-up', () => {
    const fire: Handler<Log> = (simulation) => simulation.add(simulation.now, 2, 0, 0, 0);
    const simulation = simulate([() => {}, fire], 10);
    for (let i = 0; i < 5_000; i++) simulation.add(start + minute, 5, 1, 0, i);
    simulation.step();
    const fork = simulation.fork();
    for (const run of [simulation, fork]) {
      expect(run.runUntil(start + 2 * minute)).toBe('done');
      expect(run.events).toBe(10_000);
    }
  });

  it('is not: the same subject a thousand times, if a millisecond passes now and then', () => {
    const again: Handler<Log> = (simulation, subject, argument) => {
      if (argument < 20_000)
        simulation.add(simulation.now + (argument % 900 === 0 ? 1 : 0), 5, 0, subject, argument + 1);
    };
    const simulation = simulate([again]);
    simulation.add(start, 0, 0, 1, 0);
    expect(simulation.runUntil(start + minute)).toBe('done');
  });
});

describe('a fork in the middle of an instant', () => {
  it('handles the rest of it on both sides', () => {
    const simulation = simulate([log]);
    for (let i = 0; i < 4; i++) simulation.add(start, 0, 0, 0, i);
    simulation.step();
    const fork = simulation.fork();
    simulation.runUntil(start + 1);
    expect(fork.world.seen).toHaveLength(1);
    fork.runUntil(start + 1);
    expect(fork.world.seen).toEqual(simulation.world.seen);
    expect(fork.digest()).toBe(simulation.digest());
  });
});
