/**
 * A first lesson: a queue with one server, on the engine alone.
 *
 * Customers arrive at random, wait in line, are served one at a time, and leave (in Kendall's notation M/M/1). With
 * mean gap 1/a between arrivals and mean service 1/s, theory gives the mean time from arrival to leaving as 1 / (s -
 * a), and the mean number present as a / (s - a). The engine has to agree.
 *
 * A model is a world (plain data), a table of handlers, one for each kind of event, and a way to copy the world.
 */
import { type Distribution, draw } from '../../src/engine/distribution.ts';
import { hash32 } from '../../src/engine/hash.ts';
import { Journal, type JournalSink, type Reason, type Subject } from '../../src/engine/journal.ts';
import { Streams } from '../../src/engine/random.ts';
import { TimeSeries } from '../../src/engine/series.ts';
import { type Model, Simulation } from '../../src/engine/simulation.ts';
import { instantFromCivil, minute, second } from '../../src/engine/time.ts';

export const gapMean = minute;
export const serviceMean = 45 * second;

/** Everything that lives across events. Streams and subjects are held by handle. */
export interface Queue {
  readonly gaps: number;
  readonly services: number;
  /** When each customer in the house came, the one being served first. */
  readonly arrivals: number[];
  /** How many are in the house, over time. */
  readonly present: TimeSeries;
  left: number;
  /** How many have been on the way, and how many have been served or are: what the next draws are about. */
  came: number;
  served: number;
  /** Milliseconds from arrival to leaving, of all that have left. */
  timeInHouse: number;
}

const arrive = 0;
const leave = 1;

/** At one instant who leaves makes room before who arrives. */
const rank = { leave: 2, arrive: 6 };

const gap: Distribution = { kind: 'exponential', mean: gapMean };
const service: Distribution = { kind: 'exponential', mean: serviceMean };
const house: Subject = { name: 'house', hash: hash32('house') };
const theory: Reason = { rules: [], assumptions: [] };

const model: Model<Queue> = {
  kinds: ['customer.arrived', 'customer.left'],
  handlers: [onArrive, onLeave],
  subjectName: () => house.name,
  forkWorld: (world) => ({ ...world, arrivals: [...world.arrivals], present: world.present.fork() }),
};

/** A house without customers; the first is on the way. */
export function openHouse(seed: string, sink: JournalSink | null = null): Simulation<Queue> {
  const start = instantFromCivil(2026, 11, 1);
  const streams = new Streams(seed);
  const world: Queue = {
    gaps: streams.open('gap'),
    services: streams.open('service'),
    arrivals: [],
    present: new TimeSeries(),
    left: 0,
    came: 0,
    served: 0,
    timeInHouse: 0,
  };
  world.present.set(start, 0);
  const simulation = new Simulation({ start, world, streams, journal: new Journal(sink), model });
  addArrival(simulation);
  return simulation;
}

function onArrive(simulation: Simulation<Queue>): void {
  const { world, now } = simulation;
  world.arrivals.push(now);
  world.present.set(now, world.arrivals.length);
  note(simulation, 'customer.arrived');
  if (world.arrivals.length === 1) addLeaving(simulation);
  addArrival(simulation);
}

function onLeave(simulation: Simulation<Queue>): void {
  const { world, now } = simulation;
  world.timeInHouse += now - (world.arrivals.shift() ?? now);
  world.left += 1;
  world.present.set(now, world.arrivals.length);
  note(simulation, 'customer.left');
  if (world.arrivals.length > 0) addLeaving(simulation);
}

function addArrival(simulation: Simulation<Queue>): void {
  const { now, world, streams } = simulation;
  const key = streams.keyOf(world.gaps, world.came);
  world.came += 1;
  simulation.add(now + Math.round(draw(gap, key)), rank.arrive, arrive, 0, 0);
}

function addLeaving(simulation: Simulation<Queue>): void {
  const { now, world, streams } = simulation;
  const key = streams.keyOf(world.services, world.served);
  world.served += 1;
  simulation.add(now + Math.round(draw(service, key)), rank.leave, leave, 0, 0);
}

function note({ journal, now, world }: Simulation<Queue>, type: string): void {
  journal.note(now, {
    type,
    subject: house,
    ordinal: null,
    reason: theory,
    cause: null,
    data: { present: world.arrivals.length },
  });
}
