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
      /^simulated time does not advance beyond 2026-11-01T10:06:00.000Z: more than 1000 events of shop\/web at this instant, which repeat [a-z. /]+ -> [a-z. /]+ -> [a-z. /]+$/,
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
      /events of nobody at this instant, which repeat replica.ready nobody$/,
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

describe('a handler that goes on by itself', () => {
  const rank = 6;
  const goesOn: Handler<Log> = (simulation, subject, argument) => {
    log(simulation, subject, argument);
    const at = simulation.now + 5;
    const place = simulation.agenda.keepPlace();
    if (simulation.goTo(place, at, rank, 1, 2, 8)) log(simulation, 2, 8);
    else simulation.agenda.addKept(place, at, rank, 1, 2, 8);
  };

  it('is at the instant of an event that counts as handled', () => {
    const simulation = simulate([goesOn, log]);
    simulation.add(start, 0, 0, 1, 7);
    simulation.add(start + 6, 0, 1, 1, 9);
    const { agenda } = simulation;
    const { goTo } = simulation;
    let isThere = false;
    simulation.goTo = (...event) => {
      isThere = goTo.apply(simulation, event);
      expect([simulation.now, simulation.events]).toEqual([start + 5, 2]);
      expect([agenda.kind, agenda.subject, agenda.argument, agenda.sequence]).toEqual([1, 2, 8, 3]);
      expect([agenda.hasPassed(start + 5, rank, 2), agenda.hasPassed(start + 5, rank, 3)]).toEqual([true, false]);
      return isThere;
    };
    simulation.runUntil(start + 10);
    expect(isThere).toBe(true);
    expect(simulation.world.seen).toEqual(['0 1 7', '5 2 8', '6 1 9']);
    expect([simulation.events, simulation.handledOf(0), simulation.handledOf(1)]).toEqual([3, 1, 2]);
  });

  it('does not, where anything else is due by then', () => {
    const simulation = simulate([goesOn, log]);
    simulation.add(start, 0, 0, 1, 7);
    simulation.add(start + 5, rank, 1, 2, 6);
    simulation.runUntil(start + 10);
    expect(simulation.world.seen).toEqual(['0 1 7', '5 2 6', '5 2 8']);
  });

  it.each<[string, (simulation: Simulation<Log>) => unknown]>([
    ['before that instant', (simulation) => simulation.runUntil(start + 5)],
    ['after one event', (simulation) => simulation.runUntil(start + 10, { eventsMax: 1 })],
    ['with the step that it is', (simulation) => simulation.step()],
  ])('does not, where the run ends %s', (_, run) => {
    const simulation = simulate([goesOn, log]);
    simulation.add(start, 0, 0, 1, 7);
    run(simulation);
    expect(simulation.world.seen).toEqual(['0 1 7']);
    simulation.runUntil(start + 10);
    expect(simulation.world.seen).toEqual(['0 1 7', '5 2 8']);
  });

  it('does, where the run ends at that instant and includes it', () => {
    const simulation = simulate([goesOn, log]);
    simulation.add(start, 0, 0, 1, 7);
    simulation.runUntil(start + 5, { included: true });
    expect(simulation.world.seen).toEqual(['0 1 7', '5 2 8']);
  });

  it('does not in a group that goes by itself, which may not be ahead of who looks', () => {
    const looks: Handler<Log> = (simulation) => simulation.catchUp(1);
    const simulation = simulate([goesOn, log, looks]);
    simulation.separate([1, 2]);
    simulation.add(start, 0, 0, 1, 7);
    simulation.add(start + 3, 0, 2, 0, 0);
    simulation.runUntil(start + 10);
    expect(simulation.world.seen).toEqual(['0 1 7']);
    simulation.catchUp(1);
    expect(simulation.world.seen).toEqual(['0 1 7', '5 2 8']);
  });

  it('is found where no time passes', () => {
    const endless: Handler<Log> = (simulation) => {
      const { agenda, now } = simulation;
      let place = agenda.keepPlace();
      while (simulation.goTo(place, now, rank, 0, 1, 0)) place = agenda.keepPlace();
      agenda.addKept(place, now, rank, 0, 1, 0);
    };
    const simulation = simulate([endless]);
    simulation.add(start, 0, 0, 1, 0);
    expect(() => simulation.runUntil(start + 10)).toThrow(/shop\/web/);
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

describe('a group that goes by itself', () => {
  const kindsOf = { log: 0, twice: 1, look: 2, meddle: 3 } as const;
  /** Adds a follow-up to itself a second later; looks at the group of subject 1; adds an event of another. */
  const handlers: readonly Handler<Log>[] = [
    log,
    (simulation, subject, argument) => {
      log(simulation, subject, argument);
      simulation.add(simulation.now + 1_000, 4, kindsOf.log, subject, argument + 1);
    },
    (simulation, subject, argument) => {
      simulation.catchUp(1);
      log(simulation, subject, argument);
    },
    (simulation) => simulation.add(simulation.now, 4, kindsOf.log, 3, 0),
  ];
  const apart = (): Simulation<Log> => {
    const simulation = simulate(handlers);
    simulation.separate([1, 2]);
    return simulation;
  };

  it('happens when somebody looks, each event at its instant, and no further than to who looks', () => {
    const simulation = apart();
    simulation.add(start + 10, 4, kindsOf.twice, 2, 0);
    simulation.add(start + 20, 4, kindsOf.log, 1, 5);
    simulation.add(start + 1_010, 5, kindsOf.look, 9, 0);
    simulation.add(start + 1_010, 6, kindsOf.log, 1, 8);
    simulation.add(start + 1_010, 4, kindsOf.log, 9, 3);
    simulation.runUntil(start + 5_000);
    expect(simulation.world.seen).toEqual(['1010 9 3', '10 2 0', '20 1 5', '1010 2 1', '1010 9 0']);
    expect([simulation.now, simulation.events]).toEqual([start + 5_000, 5]);
    simulation.catchUp(2);
    expect(simulation.world.seen.at(-1)).toBe('1010 1 8');
    expect(simulation.now).toBe(start + 5_000);
  });

  it('leaves what is due now, unless all of that has happened', () => {
    const simulation = apart();
    simulation.add(start + 10, 0, kindsOf.log, 1, 0);
    simulation.runUntil(start + 10);
    simulation.catchUp(1);
    expect(simulation.world.seen).toEqual([]);
    simulation.catchUp(1, true);
    expect(simulation.world.seen).toEqual(['10 1 0']);
  });

  it('goes with all others again once it is to', () => {
    const simulation = apart();
    simulation.add(start + 10, 4, kindsOf.twice, 1, 0);
    simulation.add(start + 500, 4, kindsOf.log, 9, 0);
    simulation.runUntil(start + 100);
    expect([simulation.isSeparate(2), simulation.world.seen]).toEqual([true, []]);
    simulation.rejoin(2);
    expect([simulation.isSeparate(2), simulation.isSeparate(1), simulation.world.seen]).toEqual([
      false,
      false,
      ['10 1 0'],
    ]);
    simulation.runUntil(start + 5_000);
    expect(simulation.world.seen).toEqual(['10 1 0', '500 9 0', '1010 1 1']);
  });

  it('is forked with all others', () => {
    const simulation = apart();
    simulation.add(start + 10, 4, kindsOf.twice, 1, 0);
    const fork = simulation.fork();
    expect(fork.digest()).toBe(simulation.digest());
    for (const run of [fork, simulation]) run.runUntil(start + 20);
    fork.catchUp(1);
    expect([fork.world.seen, simulation.world.seen]).toEqual([['10 1 0'], []]);
    expect(fork.digest()).not.toBe(simulation.digest());
    simulation.catchUp(2);
    expect(fork.digest()).toBe(simulation.digest());
  });

  it('adds nothing to others, who may be ahead of it', () => {
    const simulation = apart();
    simulation.add(start + 10, 4, kindsOf.meddle, 1, 0);
    simulation.runUntil(start + 20);
    expect(() => simulation.catchUp(1)).toThrow(
      'replica.ready subject 3: added from an agenda that it does not belong to',
    );
  });
});
