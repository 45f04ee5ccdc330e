/**
 * A session: a live run that advances only on request. It takes API requests and timeline steps in order of arrival,
 * and exports what happened as a scenario.
 */

import type { Entry, JournalSink, Reason } from '../../engine/journal.ts';
import { finished } from '../../engine/slices.ts';
import { StandstillError } from '../../engine/standstill.ts';
import { day, type Instant, isoFromInstant } from '../../engine/time.ts';
import { principalLinkOf, statedBy, whyNobody } from '../../platform/api/access/caller.ts';
import { type Connection, type ConnectRequest, connect } from '../../platform/api/access/connect.ts';
import { readBody, unreadableBody } from '../../platform/api/document/body.ts';
import { linkOf } from '../../platform/api/document/link.ts';
import { performRequest } from '../../platform/api/handlers/request.ts';
import { platformView } from '../../platform/api/handlers/view.ts';
import { simulator } from '../../platform/api/records/builtIn.ts';
import type { ReadLogs } from '../../platform/api/records/view.ts';
import { refuse } from '../../platform/api/requests/answer.ts';
import type { ApiRequest, ApiResponse } from '../../platform/api/requests/request.ts';
import { rank } from '../../platform/handlers/eventKinds.ts';
import type { Sim } from '../../platform/handlers/note.ts';
import { explainStandstill, type ZeroTimeLoop } from '../../platform/handlers/standstill.ts';
import { addStep } from '../../platform/handlers/timeline.ts';
import { answerLogs, answerTail, refuseTail, type TailBeginning } from '../../report/logs/answer.ts';
import { Tail } from '../../report/logs/tail.ts';
import { longestDuration } from '../../rules/duration.ts';
import { because } from '../../rules/reason.ts';
import { listOf, namesOf, namesWith } from '../../scenario/read/names.ts';
import { queryOf } from '../../scenario/read/request.ts';
import { readSteps, stepsProblem } from '../../scenario/steps.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import type { TreeMap } from '../../scenario/text/tree.ts';
import { wholeDocument } from '../../scenario/whole.ts';
import type { Run } from '../run.ts';
import { askedStep } from '../setup.ts';
import { exportedPieces, withoutKeys } from './exported.ts';
import { LiveRun, type PieceOfWork, type SessionOrigin, slice } from './liveRun.ts';
import { entryOf, lineOf, type RecordLine } from './record.ts';
import { connectMistake, destinationMistake, found, requestMistake } from './requestMistake.ts';

export interface SessionOptions {
  /** So many of the last journal entries are at hand at least; default 50,000. */
  readonly recentMax?: number;
}

/** Where a session is to go: an instant, included, or so far from now. */
export type Destination = { readonly until: Instant } | { readonly seconds: number };

export interface Advanced {
  readonly now: Instant;
  /** How many events happened. */
  readonly processed: number;
}

/** What became of steps. */
export interface TakenSteps {
  /** How many: all, or none. */
  readonly taken: number;
  readonly problems: readonly Problem[];
}

/** What cannot be done, and why. */
export interface Refused {
  readonly refused: string;
}

/** As long a scenario may be. */
const daysMax = longestDuration / day;
const recentDefault = 50_000;

/**
 * Whatever is asked of it is done whole, or changes nothing: also where an event fails, time would stand still for
 * ever, or a caller gives what is no request. Where that cannot be kept it is closed and says so (`SessionClosed`);
 * what it exports always runs.
 */
export class Session {
  readonly origin: SessionOrigin;
  private readonly live: LiveRun;
  private known: TreeMap | null = null;
  private readonly readLogs: ReadLogs = (call, way) =>
    way === 'tail' ? refuseTail(call) : answerLogs(call, this.live.logs);

  /** @throws StandstillError where the scenario comes to no end of its first instant */
  constructor(origin: SessionOrigin, { recentMax = recentDefault }: SessionOptions = {}, past: LiveRun | null = null) {
    this.origin = origin;
    this.live = past?.fork(origin, recentMax) ?? new LiveRun(origin, recentMax);
  }

  get run(): Run {
    return this.live.run;
  }

  get now(): Instant {
    return this.run.now;
  }

  /** The last instant that it can come to: the scenario says nothing of what is after it. */
  get lastInstant(): Instant {
    return this.origin.scenario.end - 1;
  }

  get fingerprint(): string {
    return this.run.sim.journal.fingerprint();
  }

  /**
   * A short text of all that decides how the session goes on: two sessions with one digest behave alike. Costs a walk
   * through the whole world.
   */
  digest(): string {
    return this.run.sim.digest();
  }

  /** Number of the last journal entry. */
  get sequence(): number {
    return this.run.sim.journal.seq;
  }

  /** How many events are still to come, as far as they are known. */
  get pending(): number {
    return this.run.sim.agenda.size;
  }

  /** Link of who a credential stands for now; `none`: nobody. */
  principalOf(credential: string | null): string {
    const { world } = this.run.sim;
    return principalLinkOf(
      world.control,
      { authorization: typeof credential === 'string' ? credential : '' },
      platformView(world, this.now),
    );
  }

  /** Why nobody asks as a record of that link; null: somebody may. */
  whyNobody(link: string): string | null {
    const record = this.run.sim.world.control.records.get(link);
    if (record === undefined)
      return `${typeof link === 'string' ? link : found(link)} does not exist; declare it under principals in the scenario`;
    return whyNobody(record);
  }

  /** Link of who asks with a credential that is not known, where any is good enough (`api.auth`). */
  get anybody(): string {
    return linkOf('user', simulator, { org: this.origin.scenario.org, gvc: null });
  }

  /** The instant that a destination names, or why it cannot be gone to. */
  instantOf(to: Destination): Instant | Refused {
    const wrong = destinationMistake(to);
    if (wrong !== null) return { refused: wrong };
    const until = 'until' in to ? to.until : this.now + Math.floor(to.seconds * 1_000);
    if (!Number.isSafeInteger(until)) return { refused: 'expected an instant or a number of seconds' };
    if (until < this.now)
      return {
        refused: `time only moves forward: it is ${isoFromInstant(this.now)}, so ${isoFromInstant(until)} is in the past`,
      };
    return until <= this.lastInstant ? until : this.beyondEnd(until);
  }

  /** Why time does not come to an instant, and what would have it come there. */
  beyondEnd(until: Instant): Refused {
    const { scenario } = this.origin;
    const days = Math.ceil((until + 1 - scenario.start) / day);
    const last = isoFromInstant(this.lastInstant);
    const longer =
      days > daysMax
        ? `a scenario lasts at most ${daysMax} days`
        : `start a session with a longer scenario (--set for=${days}d)`;
    const joint = days > daysMax ? ';' : ', or';
    const otherwise = this.now < this.lastInstant ? `advance to ${last} at most${joint} ${longer}` : longer;
    return { refused: `the scenario ends before ${isoFromInstant(until)}; its last instant is ${last}: ${otherwise}` };
  }

  /**
   * Runs all events up to and including an instant, a slice at a time; only then anything else may be asked. Where time
   * would stand still on the way, the session stops one millisecond before it and returns why.
   */
  *advancing(until: Instant): Generator<unknown, Advanced | Refused> {
    return yield* this.guarded<Advanced | Refused>(
      () => advanced(this.run.sim, until),
      ({ message, hint }) => ({ refused: `${message}; ${hint}` }),
    );
  }

  /** Goes there at once. */
  advance(to: Destination): Advanced | Refused {
    const until = this.instantOf(to);
    return typeof until === 'number' ? finished(this.advancing(until)) : until;
  }

  /**
   * Asks the platform's API now. What follows at once from the answer has happened before anything else is asked
   * (`api.requestOrder`). What is no request, or would have time stand still, is refused with 400 and changes nothing.
   *
   * What leaves no entry in the journal has changed nothing: a run without it is the same run, so that reads need not
   * be kept, however many there are.
   */
  request(request: ApiRequest): ApiResponse {
    return finished(this.requesting(request));
  }

  /** The same in slices: where it fails, what was before is run again. */
  *requesting(request: ApiRequest, readLogs: ReadLogs = this.readLogs): Generator<unknown, ApiResponse> {
    const wrong = requestMistake(request);
    if (wrong !== null) return this.refusal({ method: 'GET', path: '' }, wrong);
    const plain = this.plain(request);
    return yield* this.guarded(
      () => this.asked(plain, readLogs),
      ({ message, hint, rule }) => this.refusal(plain, `${message}; ${hint}`, because(rule === null ? [] : [rule])),
    );
  }

  private *asked(plain: ApiRequest, readLogs: ReadLogs): Generator<unknown, PieceOfWork<ApiResponse>> {
    const { sequence, now } = this;
    const { sim } = this.run;
    const written = isWrite(plain) ? lineOf(entryOf(plain, now)) : null;
    if (written !== null && !this.hasRoomFor([written]))
      return { result: this.refusal(plain, fullText, because([], ['api.limits'])), asked: [] };
    const result = sim.interject(rank.last, () => performRequest(sim, plain, null, 'caller', readLogs));
    yield* comingTo(sim, now);
    return { result, asked: this.sequence > sequence ? [written ?? lineOf(entryOf(plain, now))] : [] };
  }

  /**
   * Begins a stream of lines for who may read logs (http: tail); else answers why not. Like a read it leaves no trace.
   *
   * @param request GET of the path of streams, with the parameters of `query_range`
   */
  tail(request: ApiRequest): Tail | ApiResponse {
    const { live } = this;
    let beginning: TailBeginning | null = null;
    const readLogs: ReadLogs = (call) =>
      answerTail(call, live.logs, (begun) => {
        beginning = begun;
      });
    const response = finished(this.requesting(request, readLogs));
    if (beginning === null) return response;
    return new Tail(beginning, this.now, live.logs, (listener) => this.listen(listener));
  }

  /**
   * Whether the caller may connect to a replica now (http: exec). The attempt is recorded in the audit trail only. The
   * journal, the fingerprint, the export and the ids of other entries do not change.
   */
  connect(request: ConnectRequest): Connection {
    this.live.expectOpen();
    const wrong = connectMistake(request);
    if (wrong !== null) return { kind: 'missing', message: wrong };
    const { world } = this.run.sim;
    return connect(world.control, request, this.now, platformView(world, this.now));
  }

  /**
   * Takes steps that the API lacks: entries of a timeline in YAML or JSON, which come from now on, each after all that
   * is due at its instant.
   *
   * @returns how many, and what is wrong with them: errors where none was taken, else at most warnings
   */
  steps(text: string): TakenSteps {
    return finished(this.takingSteps(text));
  }

  /** The same in slices. */
  *takingSteps(text: string): Generator<unknown, TakenSteps> {
    if (typeof text !== 'string') {
      const message = `expected steps as a string in YAML or JSON, found ${found(text)}`;
      return { taken: 0, problems: [stepsProblem({ code: 'wrong-type', message })] };
    }
    return yield* this.guarded(
      () => this.takeSteps(text),
      ({ message, hint, rule }) => ({
        taken: 0,
        problems: [stepsProblem({ code: 'zero-time-loop', message, hint, rule })],
      }),
    );
  }

  private *takeSteps(text: string): Generator<unknown, PieceOfWork<TakenSteps>> {
    const document = this.document();
    const { scenario } = this.origin;
    const { record } = this.live;
    const count = listOf(document.timeline).length + record.size;
    const names = namesWith(namesOf(document), record.names);
    const { steps, problems } = yield* readSteps(text, { scenario, document, names, now: this.now, count });
    const asked = steps.map(({ written }) => lineOf(written));
    if (!this.hasRoomFor(asked))
      return { result: { taken: 0, problems: [stepsProblem({ code: 'session-full', message: fullText })] }, asked: [] };
    for (const { entry } of steps) addStep(this.run.sim, askedStep(entry));
    yield* comingTo(this.run.sim, this.now);
    return { result: { taken: steps.length, problems }, asked };
  }

  /** Whether the scenario and what was asked, with these lines too, can be read again as one file (`api.limits`). */
  private hasRoomFor(lines: readonly RecordLine[]): boolean {
    const { scenario, text } = this.origin;
    return this.live.record.hasRoomFor(lines, scenario.assumptions['api.limits'].sessionLength - text.length);
  }

  /**
   * What happened so far, as a scenario file that needs no other. A run of it has the journal of this session, byte for
   * byte, and its fingerprint.
   *
   * @param end of that run, excluded; absent: a millisecond from now
   */
  exported(end: Instant = this.now + 1, name: string = this.origin.scenario.name): string {
    return [...this.exportedPieces(end, name)].join('');
  }

  /** The same in pieces, for a file that may be too long for one text. What it is asked meanwhile is not in them. */
  exportedPieces(end: Instant = this.now + 1, name: string = this.origin.scenario.name): Generator<string, void> {
    return exportedPieces(withoutKeys(this.document()), name, [...this.live.record.entries], { end });
  }

  /**
   * Up to `max` journal entries after a number, the oldest first; null where they are so old that they come only by
   * running what was exported.
   */
  entriesAfter(seq: number, max: number): readonly Entry[] | null {
    return this.live.recent.after(seq, max);
  }

  /** Has somebody hear every entry from now on. One that throws hears nothing more. @returns what ends that */
  listen(listener: JournalSink): () => void {
    return this.live.listen(listener);
  }

  /** The same session from here on, on its own: neither disturbs the other. */
  fork(): Session {
    return new Session(this.origin, {}, this.live);
  }

  /** Does a piece of work, or leaves all as it was; where time would stand still, says so in the answer. */
  private *guarded<Result>(
    work: () => Generator<unknown, PieceOfWork<Result>>,
    refused: (loop: ZeroTimeLoop) => Result,
  ): Generator<unknown, Result> {
    const whole = (): string => {
      const { scenario } = this.origin;
      return [...exportedPieces(this.document(), scenario.name, this.live.record.entries, scenario)].join('');
    };
    try {
      return yield* this.live.work(work, whole);
    } catch (error) {
      if (error instanceof StandstillError) return refused(explainStandstill(error));
      throw error;
    }
  }

  /** Refuses in the platform's shape what has come to nothing. */
  private refusal(request: ApiRequest, message: string, reason: Reason = because([])): ApiResponse {
    const { control } = this.run.sim.world;
    return refuse({ control, request, now: this.now }, { code: 'INVALID', message, reason }).response;
  }

  /** What it started from, as one document: read again when it is first needed, which for most sessions is never. */
  private document(): TreeMap {
    const { text, options } = this.origin;
    this.known ??= wholeDocument(text, options);
    return this.known;
  }

  /**
   * A request as an export can say it: query apart from path, no body where none is read, and one that is a copy of its
   * own.
   */
  private plain(request: ApiRequest): ApiRequest {
    const { method, path, query, body, headers, ...rest } = request;
    const { world } = this.run.sim;
    const as = statedBy(world.control, request, platformView(world, this.now));
    const { nesting } = this.origin.scenario.assumptions['api.limits'];
    const mark = path.indexOf('?');
    const bare = mark < 0 ? path : path.slice(0, mark);
    const asked = { ...queryOf(mark < 0 ? '' : path.slice(mark + 1)), ...query };
    const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && body !== undefined && body !== null;
    const copy = hasBody ? sentBody(body, nesting) : null;
    return {
      method,
      path: bare,
      ...(Object.keys(asked).length === 0 ? {} : { query: asked }),
      ...(copy === null
        ? {}
        : { body: 'error' in copy ? unreadableBody(copy.error) : JSON.parse(JSON.stringify(copy.value)) }),
      ...rest,
      ...(as === undefined ? {} : { as }),
    };
  }
}

/** Why nothing more is taken; reads go on. */
const fullText =
  'the record of this session is full (api.limits, sessionLength): start a new session with a scenario that holds only what you need';

/** Whether a request is of a method that may change something. */
function isWrite({ method }: ApiRequest): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE';
}

/** A body as it was sent, whatever becomes of it in the hands of who sent it. */
function sentBody(body: unknown, nestingMax: number): ReturnType<typeof readBody> {
  try {
    return readBody(body, nestingMax);
  } catch (error) {
    return { error: `the body is unreadable: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Runs what is due up to an instant, included. */
function* comingTo(sim: Sim, until: Instant): Generator<unknown, void> {
  while (sim.runUntil(until, { eventsMax: slice, included: true }) === 'more') yield sim.now;
}

function* advanced(sim: Sim, until: Instant): Generator<unknown, PieceOfWork<Advanced>> {
  const before = sim.events + sim.passed;
  yield* comingTo(sim, until);
  return { result: { now: sim.now, processed: sim.events + sim.passed - before }, asked: [] };
}
