/** Performs the commands of `svcsim debug` on a run. */
import { existsSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Entry } from '../../../engine/journal.ts';
import { type Instant, isoFromInstant } from '../../../engine/time.ts';
import { ConditionError, conditionOf } from '../../../experiment/debug/condition.ts';
import type { Debugger, IsWanted, StopReason } from '../../../experiment/debug/debugger.ts';
import { stepsOfPlan } from '../../../experiment/study/futureSteps.ts';
import { capturePlan, changedPlan, type PlanText } from '../../../experiment/study/planText.ts';
import { wantedOf } from '../../../experiment/whyNot/wanted.ts';
import { whyNot } from '../../../experiment/whyNot/whyNot.ts';
import type { DebugAnswer, DebugEntry, DebugMove } from '../../../report/debug/debugDocument.ts';
import { type StatePart, stateNames, stateOf } from '../../../report/debug/state.ts';
import { stateChanges } from '../../../report/debug/stateText.ts';
import { readJournalLine } from '../../../report/explain/journalLines.ts';
import { wordsOf } from '../../../report/explain/words.ts';
import type { PageEntry } from '../../../report/picture/picture.ts';
import { journalLine } from '../../../report/render/journalLine.ts';
import { entrySentence } from '../../../report/why/entrySentence.ts';
import { isAsked, nameOf, questionOf } from '../../../report/why/question.ts';
import { whyDocument } from '../../../report/why/whyDocument.ts';
import { assumptionNames, writtenValue } from '../../../rules/assumptions.ts';
import type { Problem } from '../../../scenario/text/problem.ts';
import { exitCode, Stop, unwritable } from '../../exit.ts';
import { pointOf } from '../logRange.ts';
import { hintOf } from '../moment.ts';
import { type DebugCommand, helpText } from './command.ts';

type Command<Name extends DebugCommand['name']> = Extract<DebugCommand, { readonly name: Name }>;

/** A move as it is performed, and whether it has been interrupted. */
type Moving = Generator<Instant, StopReason>;

/** The run, what was set in it, and what it was before the last move. */
export class Desk {
  readonly debugger: Debugger;
  private plan: PlanText;
  /** Plans before each `set`, with the instant of it: going back undoes them. */
  private readonly plans: { readonly at: Instant; readonly before: PlanText }[] = [];
  private readonly breakpoints: string[] = [];
  private before: { readonly at: Instant; readonly parts: readonly StatePart[] };

  constructor(run: Debugger, plan: PlanText) {
    this.debugger = run;
    this.plan = plan;
    this.before = { at: run.now, parts: this.parts() };
  }

  /** Does what a command asks. What the user did wrong is an answer of kind `error`. */
  async answer(command: Exclude<DebugCommand, Command<'quit'>>, isInterrupted: () => boolean): Promise<DebugAnswer> {
    try {
      return await this.performed(command, isInterrupted);
    } catch (error) {
      if (error instanceof Stop) return { kind: 'error', message: error.message };
      if (error instanceof ConditionError)
        return { kind: 'error', message: `${error.message}; 'clear' removes the breakpoint` };
      throw error;
    }
  }

  private async performed(
    command: Exclude<DebugCommand, Command<'quit'>>,
    isInterrupted: () => boolean,
  ): Promise<DebugAnswer> {
    const run = this.debugger;
    switch (command.name) {
      case 'step':
        return await this.moved(run.stepping(command.count), isInterrupted);
      case 'continue':
        return await this.moved(run.advancing(run.session.lastInstant), isInterrupted);
      case 'until':
        return await this.moved(this.until(command.text), isInterrupted);
      case 'back':
        return this.movedBack(command.count);
      case 'break':
        return this.addBreakpoint(command);
      case 'breakpoints':
        return this.listed();
      case 'clear':
        return this.cleared(command.number);
      case 'state':
        return { kind: 'state', parts: this.named(command.of) };
      case 'diff':
        return this.diff(command.of);
      case 'journal':
        return { kind: 'journal', journal: run.entries.slice(-command.count).map(told) };
      case 'why':
        return this.why(command);
      case 'why-not':
        return await this.whyNot(command.text, isInterrupted);
      case 'set':
        return this.set(command.text);
      case 'do':
        return this.taken([command.text]);
      case 'save':
        return this.saved(command.text);
      default:
        return { kind: 'help', text: helpText };
    }
  }

  private until(text: string): Moving {
    const run = this.debugger;
    const { start } = run.session.origin.scenario;
    const [, seq] = /^#?(\d+)$/.exec(text) ?? [];
    if (seq !== undefined) return this.untilEntry(Number(seq));
    if (!/^\+|^\d{4}-/.test(text)) return run.seeking(wantedBy(text, null));
    const until = pointOf('until', text, start);
    if (until < run.now) throw usage(`${text} is in the past: 'back' goes back`);
    if (until > run.session.lastInstant)
      throw usage(`the run ends at ${isoFromInstant(run.session.origin.scenario.end)}: --set for=... makes it longer`);
    return run.advancing(until);
  }

  private untilEntry(seq: number): Moving {
    const run = this.debugger;
    if (seq <= run.entries.length)
      throw usage(`entry #${seq} is in the past: 'back' goes back, 'why #${seq}' explains it`);
    return run.seeking((entry) => entry.seq === seq);
  }

  private async moved(moving: Moving, isInterrupted: () => boolean): Promise<DebugMove> {
    const run = this.debugger;
    const from = this.beforeMove();
    const count = run.entries.length;
    for (;;) {
      const step = moving.next();
      if (step.done === true) return this.moveFrom(from, count, step.value);
      await setImmediate();
      if (isInterrupted()) return this.moveFrom(from, count, 'interrupted');
    }
  }

  private movedBack(count: number): DebugMove {
    const run = this.debugger;
    const from = this.beforeMove();
    const reason = run.stepBack(count);
    for (let last = this.plans.at(-1); last !== undefined && last.at > run.now; last = this.plans.at(-1)) {
      this.plan = last.before;
      this.plans.pop();
    }
    return this.moveFrom(from, run.entries.length, reason);
  }

  private beforeMove(): Instant {
    const at = this.debugger.now;
    this.before = { at, parts: this.parts() };
    return at;
  }

  private moveFrom(from: Instant, count: number, reason: StopReason | 'interrupted'): DebugMove {
    const { entries, now } = this.debugger;
    const first = entries.findLastIndex(({ at }) => at < now) + 1;
    const { stop, because } = this.stopOf(reason);
    return {
      kind: 'moved',
      from: isoFromInstant(from),
      stop,
      because,
      journal: entries.slice(first).map(told),
      passed: Math.max(0, first - count),
    };
  }

  private stopOf(reason: StopReason | 'interrupted'): Pick<DebugMove, 'stop' | 'because'> {
    if (reason === 'interrupted') return { stop: 'interrupted', because: null };
    switch (reason.kind) {
      case 'entry':
        return reason.breakpoint === null
          ? { stop: 'entry', because: `#${reason.entry.seq}` }
          : { stop: 'breakpoint', because: `${reason.breakpoint + 1} (${this.breakpoints[reason.breakpoint]})` };
      case 'refused':
        return { stop: 'refused', because: reason.message };
      case 'there':
      case 'end':
        return { stop: reason.kind, because: null };
    }
  }

  private addBreakpoint({ on, where }: Command<'break'>): DebugAnswer {
    const wanted = wantedBy(on, where);
    this.debugger.breakpoints.push(wanted);
    this.breakpoints.push(where === null ? on : `${on} where ${where}`);
    return this.listed();
  }

  private cleared(number: number | null): DebugAnswer {
    const { breakpoints } = this.debugger;
    if (number === null) breakpoints.fill(null);
    else if (breakpoints[number - 1] == null) throw usage(`there is no breakpoint ${number}; 'breakpoints' lists them`);
    else breakpoints[number - 1] = null;
    return this.listed();
  }

  private listed(): DebugAnswer {
    const breakpoints = this.breakpoints.flatMap((on, index) =>
      this.debugger.breakpoints[index] === null ? [] : [{ number: index + 1, on }],
    );
    return { kind: 'breakpoints', breakpoints };
  }

  private parts(): readonly StatePart[] {
    const { session, now } = this.debugger;
    return stateOf(session.run.sim.world, now, null);
  }

  private named(name: string | null): readonly StatePart[] {
    if (name === null) return this.parts();
    const { session, now } = this.debugger;
    const { world } = session.run.sim;
    const of = nameOf(name);
    if (typeof of === 'string') throw usage(of);
    const parts = stateOf(world, now, of);
    if (parts.length > 0) return parts;
    const known = stateNames(world);
    if (known.includes(`${of.gvc}/${of.name}`)) throw usage(`'${name}' has no replica, execution or volume now`);
    throw usage(
      known.length === 0
        ? 'there is no workload and no volume set now'
        : `nothing is named '${name}' now; ${hintOf(name, known)}`,
    );
  }

  private diff(name: string | null): DebugAnswer {
    const { at, parts } = this.before;
    const after = this.parts();
    const keys = name === null ? null : keysOf(name, [...parts, ...after]);
    // Says why nothing has this name.
    if (keys?.size === 0) this.named(name);
    const isOf = ({ key }: StatePart): boolean => keys === null || keys.has(key);
    return { kind: 'diff', since: isoFromInstant(at), changes: stateChanges(parts.filter(isOf), after.filter(isOf)) };
  }

  private why({ of, at }: Command<'why'>): DebugAnswer {
    const { entries, session } = this.debugger;
    const bare = of.replace(/^#/, '');
    const question = /^\d+$/.test(bare) ? Number(bare) : questionOf(of);
    if (typeof question === 'string') throw usage(question);
    const found = entries.flatMap((entry) => {
      if (typeof question === 'number') return entry.seq === question ? [pageEntryOf(entry)] : [];
      if (!question.types.has(entry.type)) return [];
      const read = pageEntryOf(entry);
      return isAsked(question, read) ? [read] : [];
    });
    const until = at === null ? this.debugger.now : pointOf('--at', at, session.origin.scenario.start);
    // The newest one is what a user sees who has just stopped there.
    const entry = found.findLast((one) => one.at <= until);
    if (entry === undefined)
      throw usage(
        typeof question === 'number'
          ? `there is no entry ${bare} yet: the journal has entries 1 to ${entries.length}`
          : `'${of}' did not happen by ${isoFromInstant(until)}`,
      );
    const causes: PageEntry[] = [];
    for (let cause = entry.cause; cause !== null; cause = causes.at(-1)?.cause ?? null) {
      const next = entries[cause - 1];
      if (next === undefined) break;
      causes.push(pageEntryOf(next));
    }
    const others = found.map(({ seq }) => seq).filter((seq) => seq !== entry.seq);
    const { assumptions } = session.origin.scenario;
    const written = new Map<string, unknown>(assumptionNames.map((name) => [name, writtenValue(name, assumptions)]));
    const words = wordsOf([entry, ...causes], written);
    return { kind: 'why', why: whyDocument({ question: of, entry, causes, others, words }) };
  }

  /** About this instant, for the session as a scenario of its own: its runs begin at the start. */
  private async whyNot(text: string, isInterrupted: () => boolean): Promise<DebugAnswer> {
    const wanted = wantedOf(text);
    if (typeof wanted === 'string') throw usage(wanted);
    const { session, now } = this.debugger;
    const { plan, parsed } = capturePlan(session.exported(session.origin.scenario.end), { file: 'session.json' });
    if (parsed.scenario === null) throw new Error('the export of a session is no valid scenario');
    const asking = whyNot({ text, wanted, plan, scenario: parsed.scenario, at: now }, { asks: 0, runs: 0 });
    for (let step = asking.next(); ; step = asking.next()) {
      if (step.done === true) {
        if (typeof step.value === 'string') throw usage(step.value);
        return { kind: 'why-not', whyNot: step.value };
      }
      await setImmediate();
      if (isInterrupted()) throw usage('interrupted');
    }
  }

  private set(text: string): DebugAnswer {
    const [, path, value] = /^([^=]+?)\s*=\s*(.*)$/s.exec(text) ?? [];
    if (path === undefined || value === undefined)
      throw usage(
        `'set' takes PATH=VALUE, such as shop/workload/api.spec.defaultOptions.autoscaling.maxScale=20; found '${text}'`,
      );
    const { session, now } = this.debugger;
    const changes = { set: [{ path, value }] };
    const found = stepsOfPlan(this.plan, changes, session.origin.scenario);
    if (found.kind === 'impossible') throw usage(found.message);
    if (found.kind === 'problems') throw usage(firstError(found.problems));
    if (found.steps.length === 0) throw usage(`${path} is ${value} already`);
    const answer = this.taken(found.steps.map((step) => JSON.stringify(step)));
    this.plans.push({ at: now, before: this.plan });
    this.plan = changedPlan(this.plan, changes);
    return answer;
  }

  private taken(steps: readonly string[]): DebugAnswer {
    const run = this.debugger;
    const count = run.entries.length;
    this.beforeMove();
    const { taken, problems } = run.take(`[${steps.join(',')}]`);
    if (taken === 0) throw usage(firstError(problems));
    return { kind: 'taken', steps, journal: run.entries.slice(count).map(told) };
  }

  private saved(file: string): DebugAnswer {
    if (existsSync(file)) throw usage(`${file} exists: choose another name, or remove it first`);
    try {
      writeFileSync(file, this.debugger.session.exported(), { flag: 'wx' });
    } catch (error) {
      throw unwritable(error, file, 'Choose another name.');
    }
    return { kind: 'saved', file };
  }
}

/** Entries that a question asks for, under a condition. */
function wantedBy(on: string, where: string | null): IsWanted {
  const question = questionOf(on);
  if (typeof question === 'string') throw usage(question);
  const condition = where === null ? null : conditionOf(where);
  if (typeof condition === 'string') throw usage(condition);
  return (entry) => {
    if (!question.types.has(entry.type) || !isAsked(question, pageEntryOf(entry))) return false;
    try {
      return condition === null || condition(entry.data);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      throw new ConditionError(`entry #${entry.seq}, ${entry.type}: ${error.message}`);
    }
  };
}

/** Keys of the parts that a name means. */
function keysOf(name: string, parts: readonly StatePart[]): ReadonlySet<string> {
  const of = nameOf(name);
  if (typeof of === 'string') throw usage(of);
  const head = `${of.gvc}/${of.name}@`;
  const found = parts.flatMap(({ key }) => {
    const [, location, part = null] = /^([^/]+)(?:\/(.+))?$/.exec(key.slice(head.length)) ?? [];
    const isOf = (of.location ?? location) === location && (of.part ?? part) === part;
    return key.startsWith(head) && isOf ? [key] : [];
  });
  return new Set(found);
}

/** An entry as a report folder holds it. */
function pageEntryOf(entry: Entry): PageEntry {
  const read = readJournalLine(journalLine(entry));
  if (read === null) throw new Error(`entry ${entry.seq} cannot be read`);
  return read;
}

function told(entry: Entry): DebugEntry {
  const { seq, at, type, subject, data } = pageEntryOf(entry);
  return { seq, at: isoFromInstant(at), type, subject, sentence: entrySentence({ type, subject, data }) };
}

/** The first error, with its hint. */
function firstError(problems: readonly Problem[]): string {
  const error = problems.find(({ severity }) => severity === 'error');
  return `${error?.message ?? ''}${error?.hint == null ? '' : `; ${error.hint}`}`;
}

function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}
