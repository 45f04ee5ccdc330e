import { execFileSync } from 'node:child_process';
import { hash32 } from '../../src/engine/hash.ts';
import { Journal, type Reason, type Subject } from '../../src/engine/journal.ts';
import { Streams } from '../../src/engine/random.ts';
import { type Model, Simulation } from '../../src/engine/simulation.ts';
import { agendaHolder, incrementsOf } from './hold.ts';
import { type Bench, costRow, nanoseconds, type Row, speedRow } from './rows.ts';

const increments = incrementsOf({ kind: 'exponential', mean: 1e7 });

interface Timers {
  next: number;
  fired: number;
}

const subject: Subject = { name: 'bench/timer', hash: hash32('bench/timer') };
const reason: Reason = { rules: [], assumptions: [] };

/** Every event is noted: the dearest case. */
const model: Model<Timers> = {
  handlers: [
    ({ now, world, agenda, journal }, handle, argument) => {
      world.fired += 1;
      if (world.next === increments.length) world.next = 0;
      const data = { fired: world.fired };
      journal.note(now, { type: 'timer.fired', subject, ordinal: argument, reason, cause: null, data });
      agenda.add(now + increments[world.next++]!, 0, 0, handle, argument);
    },
  ],
  kinds: ['timer.fired'],
  forkWorld: (world) => ({ ...world }),
  subjectName: () => subject.name,
};

/** P3: take, dispatch, handle, note into the fingerprint, add again. */
export const engineStep: Bench = {
  id: 'P3',
  name: 'engine step',
  run: () => [stepRow('P3 engine step 1e3', 60, 1_000), stepRow('P3 engine step 1e5', 250, 100_000)],
};

function stepRow(name: string, goal: number, pending: number): Row {
  const world = { next: 0, fired: 0 };
  const simulation = new Simulation({ start: 0, world, streams: new Streams('1'), journal: new Journal(null), model });
  for (let i = 0; i < pending; i++) simulation.add(increments[i % increments.length]!, 0, 0, 0, i);
  const run = (events: number): void => {
    for (let i = 0; i < events; i += 50_000) simulation.runUntil(1e14, { eventsMax: 50_000 });
  };
  run(500_000 + 2 * pending);
  return costRow(
    name,
    'ns/event',
    goal,
    Array.from({ length: 60 }, () => nanoseconds(50_000, () => run(50_000))),
  );
}

const simpy = `
import random, sys, time
try:
    import simpy
except ImportError:
    sys.exit(3)
pending, holds = int(sys.argv[1]), int(sys.argv[2])
env = simpy.Environment()
def timer(env):
    while True:
        yield env.timeout(random.expovariate(1e-7))
for _ in range(pending):
    env.process(timer(env))
for _ in range(2 * pending):
    env.step()
begin = time.process_time()
for _ in range(holds):
    env.step()
print((time.process_time() - begin) * 1e9 / holds)
`;

/** P4: the agenda against SimPy, the usual engine of Python. Left out where that is not installed. */
export const againstSimpy: Bench = {
  id: 'P4',
  name: 'hold model against SimPy',
  run() {
    const rows: Row[] = [];
    for (const pending of [1_000, 15_000, 100_000]) {
      const agenda = agendaHolder();
      const rounds: { value: number; yardstick: number }[] = [];
      for (let i = 0; i < 3; i++) {
        const measured = holdSimpy(pending, 100_000);
        if (measured === null) {
          console.error('P4 left out: python3 with simpy is not here');
          return [];
        }
        rounds.push({ value: agenda.hold(increments, pending, 500_000 + 2 * pending, 500_000), yardstick: measured });
      }
      rows.push(speedRow(`P4 SimPy ${pending}`, 'ns/hold', 10, rounds, 'SimPy'));
    }
    return rows;
  },
};

function holdSimpy(pending: number, holds: number): number | null {
  try {
    const output = execFileSync('python3', ['-c', simpy, String(pending), String(holds)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(output);
  } catch {
    return null;
  }
}
