/**
 * The simulation: clock, agenda, world, random streams, journal, and the loop that handles events in order.
 */
import { Agenda } from './agenda/agenda.ts';
import { digest } from './digest.ts';
import type { BundleSink, Journal, JournalSink } from './journal.ts';
import { Processes } from './logicalProcesses.ts';
import type { Streams } from './random.ts';
import { Standstill, StandstillError } from './standstill.ts';
import { type Instant, isoFromInstant } from './time.ts';

/**
 * Handles one kind of event. A handler may change the world, add events at `now` or later, draw random numbers and
 * write journal entries. It keeps no state outside the world.
 */
export type Handler<World> = (simulation: Simulation<World>, subject: number, argument: number) => void;

/** The model: handlers and names by event kind, and how to copy the world. */
export interface Model<World> {
  /** By event kind. */
  readonly handlers: readonly Handler<World>[];
  /** Names by event kind, for messages: `replica.ready`. */
  readonly kinds: readonly string[];
  /** An independent copy; immutable parts may be shared. */
  forkWorld(world: World): World;
  /** The name of a subject, for messages: `shop/web`. */
  subjectName(world: World, subject: number): string;
}

/** The parts of a new run. */
export interface SimulationParts<World> {
  readonly start: Instant;
  readonly world: World;
  readonly streams: Streams;
  readonly journal: Journal;
  readonly model: Model<World>;
  /**
   * Maximum number of events of one subject at one instant; more count as a loop that takes no time. Default 100,000.
   */
  readonly eventsPerInstantMax?: number;
}

/**
 * One run: it handles events in order, forks, and throws if time would run backwards or stop advancing.
 *
 * Synchronous; a caller that must stay responsive runs it in slices (`eventsMax`).
 */
export class Simulation<World> {
  now: Instant = 0;
  /** Number of handled events. */
  events = 0;
  /**
   * Number of further events that were computed in batches, without the agenda. The code that computes a batch adds its
   * count here.
   */
  passed = 0;
  /** The same by kind. */
  private readonly handled: number[];
  /** The common agenda; while a separate group catches up, the agenda of that group. */
  agenda: Agenda;
  readonly world: World;
  readonly streams: Streams;
  readonly journal: Journal;
  private readonly model: Model<World>;
  private readonly eventsPerInstantMax: number;
  /** Event number from which on `suspect` looks at each event, as long as time stands still. */
  private suspectFrom = 0;
  /** Events added before this instant began. */
  private addedBefore = 0;
  private standstill: Standstill | null = null;
  /** The agenda of all subjects without a separate agenda. */
  private readonly common: Agenda;
  /** Where the present `runUntil` stops: before an instant, and after so many events. */
  private bound = Number.NEGATIVE_INFINITY;
  private last = 0;
  private readonly processes: Processes;

  constructor(parts: SimulationParts<World>, agenda: Agenda = new Agenda(), processes: Processes = new Processes()) {
    this.now = parts.start;
    this.world = parts.world;
    this.streams = parts.streams;
    this.journal = parts.journal;
    this.model = parts.model;
    this.handled = parts.model.kinds.map(() => 0);
    this.eventsPerInstantMax = parts.eventsPerInstantMax ?? 100_000;
    this.suspectFrom = this.eventsPerInstantMax;
    this.agenda = agenda;
    this.common = agenda;
    this.processes = processes;
  }

  /**
   * Adds an event to the agenda; `Agenda.add` describes its fields.
   *
   * @throws if the event is in the past. At `now` any rank is allowed; the lowest rank goes next
   */
  add(at: Instant, rank: number, kind: number, subject: number, argument: number): void {
    if (at < this.now) {
      throw new Error(
        `event in the past: ${isoFromInstant(at)} < ${isoFromInstant(this.now)} (${this.name(kind, subject)})`,
      );
    }
    const agenda = this.processes.agendaOf(subject) ?? this.common;
    if (this.agenda !== agenda && this.agenda !== this.common)
      throw new Error(`${this.name(kind, subject)}: added from an agenda that it does not belong to`);
    agenda.add(at, rank, kind, subject, argument);
  }

  /**
   * Gives these subjects an agenda of their own: their events happen when a caller asks for them (`catchUp`), each at
   * its own instant.
   *
   * Their events must affect nothing that the events of other subjects affect, and none of them may wait.
   */
  separate(subjects: readonly number[]): void {
    this.processes.separate(subjects);
  }

  isSeparate(subject: number): boolean {
    return this.processes.agendaOf(subject) !== undefined;
  }

  /** Moves the events of a separate subject and its group back to the common agenda. */
  rejoin(subject: number): void {
    const agenda = this.processes.agendaOf(subject);
    if (agenda === undefined) return;
    this.catchUp(subject);
    this.processes.rejoin(agenda);
    while (agenda.take()) this.add(agenda.instant, agenda.rank, agenda.kind, agenda.subject, agenda.argument);
  }

  /**
   * Handles the due events of a separate subject and its group. Call it before anything of them is read or changed.
   *
   * @param isNowPast whether all events of the present instant have happened; absent: those that come before the event
   * that is being handled
   */
  catchUp(subject: number, isNowPast = false): void {
    const own = this.processes.agendaOf(subject);
    if (own === undefined || own === this.agenda || own.peekInstant() > this.now) return;
    const { now, suspectFrom, addedBefore, standstill } = this;
    this.agenda = own;
    while (own.take(isNowPast ? now + 1 : now)) this.handle();
    while (own.precedes(this.common)) {
      own.take();
      this.handle();
    }
    this.agenda = this.common;
    this.now = now;
    this.suspectFrom = suspectFrom;
    this.addedBefore = addedBefore;
    this.standstill = standstill;
  }

  /**
   * Handles the events before `until`, and at `until` if `included`; then `now` is `until`.
   *
   * @returns `more` if `eventsMax` events have been handled and another is due: `now` is then the instant of the last
   * one
   */
  runUntil(
    until: Instant,
    options: { readonly eventsMax?: number; readonly included?: boolean } = {},
  ): 'done' | 'more' {
    if (until < this.now)
      throw new Error(`cannot run backwards: ${isoFromInstant(until)} < ${isoFromInstant(this.now)}`);
    const { eventsMax = Number.POSITIVE_INFINITY, included = false } = options;
    const bound = included ? until + 1 : until;
    this.bound = bound;
    this.last = this.events + eventsMax;
    while (this.events < this.last) {
      if (!this.agenda.take(bound)) {
        this.now = until;
        return 'done';
      }
      this.handle();
    }
    if (this.agenda.peekInstant() < bound) return 'more';
    this.now = until;
    return 'done';
  }

  /**
   * Goes on to an event that the handler which is running handles by itself, with the fields of `Agenda.addKept`.
   *
   * @returns false if something else is due by then, or the run stops before: then the handler adds the event
   */
  goTo(place: number, at: Instant, rank: number, kind: number, subject: number, argument: number): boolean {
    const { agenda } = this;
    if (at >= this.bound || this.events >= this.last) return false;
    if (agenda !== this.common || agenda.peekInstant() <= at) return false;
    // Whether time stands still is found out where events come from the agenda.
    if (at === this.now && this.events >= this.suspectFrom) return false;
    agenda.takeKept(place, at, rank, kind, subject, argument);
    this.count(kind);
    return true;
  }

  /** Handles the next event; false if the agenda is empty. */
  step(): boolean {
    if (!this.agenda.take()) return false;
    this.handle();
    return true;
  }

  /**
   * Runs a function at the present instant, in the place of an event of this rank and of no subject. All events before
   * that place must have been handled. Meanwhile `hasPassed` answers as for such an event.
   *
   * @throws if an event is due before that place
   */
  interject<Result>(rank: number, act: () => Result): Result {
    const { agenda } = this;
    agenda.add(this.now, rank, 0, 0, 0);
    const { added } = agenda;
    if (!agenda.take(this.now + 1) || agenda.sequence !== added)
      throw new Error(
        `an event is due at ${isoFromInstant(this.now)} before rank ${rank}: handle it before you interject`,
      );
    this.countAnew();
    return act();
  }

  /** Restarts the count of events at this instant: a change from outside is no part of a loop. */
  countAnew(): void {
    this.suspectFrom = this.events + this.eventsPerInstantMax;
    this.addedBefore = this.agenda.added;
    this.standstill = null;
  }

  /** Number of handled events of a kind. */
  handledOf(kind: number): number {
    return this.handled[kind] ?? 0;
  }

  /** An independent copy of the run at this point. @param sink of its journal, as `bundles`; default: none */
  fork(sink: JournalSink | null = null, bundles: BundleSink | null = null): Simulation<World> {
    const fork = new Simulation<World>(
      {
        start: this.now,
        world: this.model.forkWorld(this.world),
        streams: this.streams.fork(),
        journal: this.journal.fork(sink, bundles),
        model: this.model,
        eventsPerInstantMax: this.eventsPerInstantMax,
      },
      this.agenda.fork(),
      this.processes.fork(),
    );
    fork.events = this.events;
    fork.passed = this.passed;
    this.handled.forEach((count, kind) => {
      fork.handled[kind] = count;
    });
    fork.suspectFrom = this.suspectFrom;
    fork.addedBefore = this.addedBefore;
    return fork;
  }

  /**
   * SHA-256 of everything that decides the future, and of the past as far as the world and the journal's fingerprint
   * hold it.
   */
  digest(): string {
    const { now, events, passed, world } = this;
    const { seed } = this.streams;
    const [agenda, processes] = [this.agenda.pending(), this.processes.pending()];
    return digest({ now, events, passed, world, seed, agenda, processes, journal: this.journal.fingerprint() });
  }

  private handle(): void {
    const { agenda } = this;
    if (this.events >= this.suspectFrom && agenda.instant === this.now) this.suspect();
    const handler = this.model.handlers[agenda.kind];
    if (handler === undefined) throw this.unhandled();
    this.count(agenda.kind);
    handler(this, agenda.subject, agenda.argument);
  }

  /** Counts the event that the agenda tells of, and goes to its instant. */
  private count(kind: number): void {
    const { instant, added } = this.agenda;
    if (instant !== this.now) {
      this.now = instant;
      this.suspectFrom = this.events + this.eventsPerInstantMax;
      this.addedBefore = added;
      this.standstill = null;
    }
    this.events += 1;
    this.handled[kind]! += 1;
  }

  private unhandled(): Error {
    const { kind, subject } = this.agenda;
    return new Error(`no handler for event kind ${kind} (${this.name(kind, subject)})`);
  }

  /** Checks, after many events at one instant, whether they are a loop. */
  private suspect(): void {
    const { agenda } = this;
    this.standstill ??= new Standstill(this.eventsPerInstantMax, this.addedBefore);
    if (this.standstill.isCycle(agenda.kind, agenda.subject, agenda.sequence)) {
      const subjectOf = (subject: number): string => this.model.subjectName(this.world, subject);
      const cycle = this.standstill.cycle().map(({ kind, subject }) => ({
        kind: this.model.kinds[kind] ?? `kind ${kind}`,
        subject: subjectOf(subject),
      }));
      throw new StandstillError(this.now, subjectOf(agenda.subject), cycle, this.eventsPerInstantMax);
    }
  }

  private name(kind: number, subject: number): string {
    return `${this.model.kinds[kind] ?? `kind ${kind}`} ${this.model.subjectName(this.world, subject)}`;
  }
}
