/** What of a deployment's replicas and executions its later lines depend on. */
import type { Instant } from '../../engine/time.ts';
import type { OwnLine } from '../../platform/behaviour.ts';
import type { ReplicaStart, Reserve } from '../../platform/facts.ts';
import type { Labels } from './line.ts';

/** That containers start: told beforehand, and void where their replica is told to stop before. */
export interface Start {
  readonly at: Instant;
  isVoid: boolean;
}

/** One replica, or the replica that an execution has now. */
export interface Life {
  /** Of the replica or the execution. */
  readonly name: string;
  readonly version: number;
  containers: readonly string[];
  start: Start;
  /** Containers that do not run although they have started: one that waits to be started again, or all of them. */
  stopped: ReadonlySet<string>;
  /** Since when those run that were started again in place. */
  restarts: ReadonlyMap<string, Instant>;
  /** Told to stop. */
  isLeaving: boolean;
  /** A container of it will be ended because it does not answer. */
  isDead: boolean;
  /** Numbers of its own lines that are to come. */
  voices: readonly number[];
}

/** A workload in a location, with those that live there by their ordinals. */
export interface LogPlace {
  readonly gvc: string;
  readonly workload: string;
  readonly location: string;
  readonly provider: string;
  readonly isStateful: boolean;
  readonly lives: Map<string, Life>;
  /** What its containers write beside starts and ends. */
  lines: readonly OwnLine[];
}

/** A line that will be written at its instant. */
export interface Draft {
  readonly at: Instant;
  readonly labels: Labels;
  readonly text: string;
  /** What it depends on; null: it is sure. */
  readonly start: Start | null;
}

export const none: ReadonlySet<string> = new Set();

export function newLife(
  name: string,
  { version, reserved, startedAt }: Pick<ReplicaStart, 'version' | 'reserved' | 'startedAt'>,
): Life {
  return {
    name,
    version,
    containers: containersOf(reserved),
    start: { at: startedAt, isVoid: false },
    stopped: none,
    restarts: new Map(),
    isLeaving: false,
    isDead: false,
    voices: [],
  };
}

export function containersOf(reserved: readonly Reserve[]): readonly string[] {
  return reserved.map(({ container }) => container);
}

/** The containers that run at an instant; one that starts at the instant itself does. */
export function running(life: Life, at: Instant): readonly string[] {
  return life.containers.filter((container) => (runsSince(life, container) ?? Number.POSITIVE_INFINITY) <= at);
}

/** When a container that runs, or will, started last; null for any other. */
export function runsSince({ containers, start, stopped, restarts }: Life, container: string): Instant | null {
  if (start.isVoid || stopped.has(container) || !containers.includes(container)) return null;
  return restarts.get(container) ?? start.at;
}

/** Containers that have not started by an instant will not. */
export function preventStart({ start }: Life, at: Instant): void {
  if (start.at > at) start.isVoid = true;
}

interface Saying {
  readonly at: Instant;
  readonly text: string;
  /** Absent: a line about the whole replica or execution. */
  readonly container?: string;
  readonly isTrouble?: boolean;
  readonly start?: Start;
}

export function draftOf(place: LogPlace, life: Life, saying: Saying): Draft {
  const { at, text, container = '', isTrouble = false, start = null } = saying;
  const labels = {
    gvc: place.gvc,
    workload: place.workload,
    container,
    location: place.location,
    provider: place.provider,
    replica: life.name,
    stream: isTrouble ? 'stderr' : 'stdout',
    version: `${life.version}`,
  };
  return { at, labels, text, start };
}

/** One line for each container that starts, at the start's own instant. */
export function startLines(place: LogPlace, life: Life): Draft[] {
  return life.containers.map((container) => startLine(place, life, container));
}

export function startLine(place: LogPlace, life: Life, container: string): Draft {
  const { start, version } = life;
  const text = `container ${container} started, version ${version}`;
  return draftOf(place, life, { at: start.at, container, start, text });
}

/** Exit codes that follow from how an end came about: a simulated program has none of its own. */
export const exitCodes = { stopped: 0, failed: 1, killed: 137 } as const;

/** @param why a clause to follow the exit code; '' for none */
export function endLine(place: LogPlace, life: Life, at: Instant, container: string, code: number, why = ''): Draft {
  const clause = why === '' ? '' : `: ${why}`;
  const text = `container ${container} ended, version ${life.version}, exit code ${code}${clause}`;
  return draftOf(place, life, { at, container, isTrouble: code !== 0, text });
}

/** All containers that run end with one exit code, and do not run from here on. */
export function endLines(place: LogPlace, life: Life, at: Instant, code: number, why = ''): Draft[] {
  const lines = running(life, at).map((container) => endLine(place, life, at, container, code, why));
  life.stopped = new Set(life.containers);
  return lines;
}
