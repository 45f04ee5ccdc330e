/** Performs the commands of `svcsim debug` on a run. */
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { day, hour, type Instant, isoFromInstant, minute, second } from '../../../engine/time.ts';
import { ConditionError } from '../../../experiment/debug/condition.ts';
import type { Debugger, StopReason } from '../../../experiment/debug/debugger.ts';
import { stepsOfPlan } from '../../../experiment/study/futureSteps.ts';
import { capturePlan, changedPlan, type PlanText } from '../../../experiment/study/planText.ts';
import { wantedOf } from '../../../experiment/whyNot/wanted.ts';
import { whyNot } from '../../../experiment/whyNot/whyNot.ts';
import type { DebugAnswer, DebugMove } from '../../../report/debug/debugDocument.ts';
import { type StatePart, stateNames, stateOf } from '../../../report/debug/state.ts';
import { stateChanges } from '../../../report/debug/stateText.ts';
import { nameOf } from '../../../report/why/question.ts';
import type { Problem } from '../../../scenario/text/problem.ts';
import { Stop, unwritable } from '../../exit.ts';
import { pointOf } from '../logRange.ts';
import { hintOf } from '../moment.ts';
import { type DebugCommand, helpText } from './command.ts';
import { told, usage, wantedBy, whyOf } from './entries.ts';

type Command<Name extends DebugCommand['name']> = Extract<DebugCommand, { readonly name: Name }>;

/** A move as it is performed, and whether it has been interrupted. */
type Moving = Generator<Instant, StopReason>;

/** The run, what was set in it, and what it was before the last move. */
export class Desk {
  readonly debugger: Debugger;
  private plan: PlanText;
  /** Each `set` and `do`, with its instant and the plan before it: going back undoes them. */
  private readonly changes: { readonly at: Instant; readonly before: PlanText; readonly command: string }[] = [];
  /** The entry that the last move was to stop at; null: it stopped at none. */
  private stoppedAt: number | null = null;
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
        return await this.moved(this.until(command), isInterrupted);
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
        return await this.whyNot(command, isInterrupted);
      case 'set':
        return this.set(command.text);
      case 'do':
        return this.taken([command.text], `do ${command.text}`);
      case 'save':
        return this.saved(command.text);
      default:
        return { kind: 'help', text: helpText };
    }
  }

  private until({ text, where }: Command<'until'>): Moving {
    const run = this.debugger;
    const { start } = run.session.origin.scenario;
    const [, seq] = /^#?(\d+)$/.exec(text) ?? [];
    const isInstant = /^\+|^\d{4}-|^\d{1,2}:/.test(text);
    if (where !== null && (isInstant || seq !== undefined))
      throw usage(`'where' is about the data of an event, such as until expansion.refused where usedGB > 50`);
    if (seq !== undefined) return this.untilEntry(Number(seq));
    if (!isInstant) return run.seeking(wantedBy(text, where));
    const until = nextTimeOfDay(text, run.now) ?? pointOf('until', text, start);
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
    const undone: string[] = [];
    for (let last = this.changes.at(-1); last !== undefined && last.at > run.now; last = this.changes.at(-1)) {
      this.plan = last.before;
      undone.push(last.command);
      this.changes.pop();
    }
    return { ...this.moveFrom(from, run.entries.length, reason), undone };
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
    this.stoppedAt = reason !== 'interrupted' && reason.kind === 'entry' ? reason.entry.seq : null;
    return {
      kind: 'moved',
      from: isoFromInstant(from),
      stop,
      because,
      undone: [],
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
    const run = this.debugger;
    const { start } = run.session.origin.scenario;
    const asked = of ?? this.lastStop();
    return { kind: 'why', why: whyOf(run, asked, at === null ? run.now : pointOf('--at', at, start)) };
  }

  /** The entry at which the last move stopped, else the first one of this instant or the last one before. */
  private lastStop(): string {
    const { entries, now } = this.debugger;
    const { seq = null } = entries.find((one) => one.at === now) ?? entries.at(-1) ?? {};
    if (seq === null) throw usage('nothing has happened yet: step first');
    return `#${this.stoppedAt ?? seq}`;
  }

  /** About this instant or --at, for the session as a scenario of its own: its runs begin at the start. */
  private async whyNot({ text, at: given }: Command<'why-not'>, isInterrupted: () => boolean): Promise<DebugAnswer> {
    const wanted = wantedOf(text);
    if (typeof wanted === 'string') throw usage(wanted);
    const { session, now } = this.debugger;
    const { start } = session.origin.scenario;
    const at = given === null ? now : pointOf('--at', given, start);
    if (at < start || at > session.lastInstant)
      throw usage(
        `--at must be within the run, from ${isoFromInstant(start)} to ${isoFromInstant(session.lastInstant)}`,
      );
    const { plan, parsed } = capturePlan(session.exported(session.origin.scenario.end), { file: 'session.json' });
    if (parsed.scenario === null) throw new Error('the export of a session is no valid scenario');
    const asking = whyNot({ text, wanted, plan, scenario: parsed.scenario, at }, { asks: 0, runs: 0 });
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
    const { session } = this.debugger;
    const changes = { set: [{ path, value }] };
    const found = stepsOfPlan(this.plan, changes, session.origin.scenario);
    if (found.kind === 'impossible') throw usage(found.message);
    if (found.kind === 'problems') throw usage(firstError(found.problems));
    if (found.steps.length === 0) throw usage(`${path} is ${value} already`);
    const before = this.plan;
    const answer = this.taken(
      found.steps.map((step) => JSON.stringify(step)),
      `set ${text}`,
    );
    if (answer.refused === 0) this.plan = changedPlan(before, changes);
    return answer;
  }

  private taken(steps: readonly string[], command: string): Extract<DebugAnswer, { readonly kind: 'taken' }> {
    const run = this.debugger;
    const count = run.entries.length;
    this.beforeMove();
    const { taken, problems } = run.take(`[${steps.join(',')}]`);
    if (taken === 0) throw usage(firstError(problems));
    this.changes.push({ at: run.now, before: this.plan, command });
    this.stoppedAt = null;
    const fresh = run.entries.slice(count);
    const refused = fresh.filter(({ type }) => type === 'request.refused').length;
    return { kind: 'taken', steps, refused, journal: fresh.map(told) };
  }

  private saved(file: string): DebugAnswer {
    if (existsSync(file)) throw usage(`${file} exists: choose another name, or remove it first`);
    const { session } = this.debugger;
    const name = savedName(file, session.origin.scenario.name);
    try {
      writeFileSync(file, session.exported(session.now + 1, name), { flag: 'wx' });
    } catch (error) {
      throw unwritable(error, file, 'Choose another name.');
    }
    return { kind: 'saved', file, name };
  }
}

/** The name of a saved scenario: that of its file, and never that of the original one, whose reports stay. */
function savedName(file: string, original: string): string {
  const stem = basename(file).replace(/\.\w+$/, '');
  const name = stem
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' || name === original ? `${original}-session` : name;
}

/** The instant at which a time of day comes next: `00:30`, `00:30:34`; null: the text is none. */
function nextTimeOfDay(text: string, now: Instant): Instant | null {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const [inHour, inMinute] = [Number(minutes), Number(seconds)];
  if (Number(hours) > 23 || inHour > 59 || inMinute >= 60) throw usage(`'${text}' is no time of day; write 00:30:34`);
  const today = Math.floor(now / day) * day + Number(hours) * hour + inHour * minute + Math.round(inMinute * second);
  return today > now ? today : today + day;
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

/** The first error, with its hint. */
function firstError(problems: readonly Problem[]): string {
  const error = problems.find(({ severity }) => severity === 'error');
  return `${error?.message ?? ''}${error?.hint == null ? '' : `; ${error.hint}`}`;
}
