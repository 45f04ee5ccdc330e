/**
 * The simulation: a clock, what is still to come, the world, chance, and the one loop that brings them together.
 */
import { Agenda } from './agenda/agenda.ts';
import { digest } from './digest.ts';
import type { Journal, JournalSink } from './journal.ts';
import { Processes } from './logicalProcesses.ts';
import type { Streams } from './random.ts';
import { Standstill, StandstillError } from './standstill.ts';
import { type Instant, isoFromInstant } from './time.ts';

/**
 * What an event does. It may change the world, add events from `now` on, draw, and note; it keeps nothing outside the
 * world.
 */
export type Handler<World> = (simulation: Simulation<World>, subject: number, argument: number) => void;

/** What a simulation needs to know of its world. */
export interface Model<World> {
  /** By event kind. */
  readonly handlers: readonly Handler<World>[];
  /** Names by event kind, for messages: `replica.ready`. */
  readonly kinds: readonly string[];
  /** A copy that shares nothing that changes. */
  forkWorld(world: World): World;
  /** What a subject's handle stands for, for messages: `shop/web`. */
  subjectName(world: World, subject: number): string;
}

/** What a run starts with. */
export interface SimulationParts<World> {
  readonly start: Instant;
  readonly world: World;
  readonly streams: Streams;
  readonly journal: Journal;
  readonly model: Model<World>;
  /** Events of one subject at one instant beyond which time is taken to stand still for ever. Default 100,000. */
  readonly eventsPerInstantMax?: number;
}

/**
 * One run: handles events in order, forks, and refuses to let time run back or stand still.
 *
 * Synchronous; a caller that must stay responsive slices it by `eventsMax`.
 */
export class Simulation<World> {
  now: Instant = 0;
  /** How many events have been handled. */
  events = 0;
  /** How many more have happened without the agenda, worked out many at a time by whoever counts them here. */
  passed = 0;
  /** The same by kind. */
  private readonly handled: number[];
  /** What is still to come: of all, or, while a group goes by itself, of that group. */
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
  /** Of all who do not go by themselves. */
  private readonly common: Agenda;
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
   * Adds an event to the agenda; its fields as `Agenda.add` says.
   *
   * @throws where it would lie in the past; at `now` it may have any rank, and goes next if that is the least
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
   * From now on the events of these subjects go by themselves: they happen when somebody asks for it (`catchUp`), each
   * at its own instant.
   *
   * They must touch nothing that the events of others touch, and nothing of theirs may wait.
   */
  separate(subjects: readonly number[]): void {
    this.processes.separate(subjects);
  }

  isSeparate(subject: number): boolean {
    return this.processes.agendaOf(subject) !== undefined;
  }

  /** A subject that goes by itself goes with all others again, and so does its group. */
  rejoin(subject: number): void {
    const agenda = this.processes.agendaOf(subject);
    if (agenda === undefined) return;
    this.catchUp(subject);
    this.processes.rejoin(agenda);
    while (agenda.take()) this.add(agenda.instant, agenda.rank, agenda.kind, agenda.subject, agenda.argument);
  }

  /**
   * Lets happen what is due of a subject that goes by itself and of its group: to be called before anything of them is
   * looked at or changed.
   *
   * @param isNowPast whether all that is due now has happened; absent: what comes before the event that is being
   * handled
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
   * Handles what is due before `until`, and at it where `included`; then it is `until`.
   *
   * @returns `more` where `eventsMax` events have been handled and another is due: `now` is then the last one's instant
   */
  runUntil(
    until: Instant,
    options: { readonly eventsMax?: number; readonly included?: boolean } = {},
  ): 'done' | 'more' {
    if (until < this.now)
      throw new Error(`cannot run backwards: ${isoFromInstant(until)} < ${isoFromInstant(this.now)}`);
    const { eventsMax = Number.POSITIVE_INFINITY, included = false } = options;
    const bound = included ? until + 1 : until;
    const last = this.events + eventsMax;
    while (this.events < last) {
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

  /** Handles the next event, whenever it is; false when none waits. */
  step(): boolean {
    if (!this.agenda.take()) return false;
    this.handle();
    return true;
  }

  /**
   * Does now what comes from outside, in the place that an event of this rank and of no subject has among those due
   * now: all that come before it have been handled. What is asked of the agenda meanwhile (`hasPassed`) is answered as
   * to that event.
   *
   * @throws where something that is due comes first
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

  /** Something comes from outside: however much has happened at this instant, what follows from it is no cycle. */
  countAnew(): void {
    this.suspectFrom = this.events + this.eventsPerInstantMax;
    this.addedBefore = this.agenda.added;
    this.standstill = null;
  }

  /** How many events of a kind have been handled. */
  handledOf(kind: number): number {
    return this.handled[kind] ?? 0;
  }

  /**
   * The same run from here on, on its own: nothing done to one reaches the other. @param sink of its journal; none by
   * default
   */
  fork(sink: JournalSink | null = null): Simulation<World> {
    const fork = new Simulation<World>(
      {
        start: this.now,
        world: this.model.forkWorld(this.world),
        streams: this.streams.fork(),
        journal: this.journal.fork(sink),
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
   * SHA-256 of all that decides the future, and of the past as far as the world and the journal's fingerprint hold it.
   */
  digest(): string {
    const { now, events, passed, world, streams } = this;
    const [agenda, processes] = [this.agenda.pending(), this.processes.pending()];
    return digest({ now, events, passed, world, streams, agenda, processes, journal: this.journal.fingerprint() });
  }

  private handle(): void {
    const { agenda } = this;
    if (agenda.instant !== this.now) {
      this.now = agenda.instant;
      this.suspectFrom = this.events + this.eventsPerInstantMax;
      this.addedBefore = agenda.added;
      this.standstill = null;
    } else if (this.events >= this.suspectFrom) {
      this.suspect();
    }
    this.events += 1;
    const handler = this.model.handlers[agenda.kind];
    if (handler === undefined) throw this.unhandled();
    this.handled[agenda.kind]! += 1;
    handler(this, agenda.subject, agenda.argument);
  }

  private unhandled(): Error {
    const { kind, subject } = this.agenda;
    return new Error(`no handler for event kind ${kind} (${this.name(kind, subject)})`);
  }

  /** Past the lawful number of events at one instant: finds out whether they are a cycle. */
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
