/**
 * Explains to the author of a scenario why time would not advance: which events repeat, and which field to change.
 */
import type { CycleEvent, StandstillError } from '../../engine/standstill.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { RuleId } from '../../rules/register.ts';
import type { EventKind } from './eventKinds.ts';

/** A cycle of events without any time between them. */
export interface ZeroTimeLoop {
  /** Instant, whose, which events. */
  readonly message: string;
  /** What to change in the scenario. */
  readonly hint: string;
  /** The rule that has the events repeat; null where none is known. */
  readonly rule: RuleId | null;
  /** Whose events repeat, and the part of its behaviour to change, where that is known; null: of no workload alone. */
  readonly about: { readonly of: LoopingWorkload; readonly part: string | null } | null;
}

export interface LoopingWorkload {
  readonly kind: 'workload';
  readonly gvc: string;
  readonly name: string;
}

/**
 * Events that a loop cannot do without, and what the scenario says that has them come back at once. The first that is
 * in a cycle explains it.
 */
const causes: readonly {
  readonly kind: EventKind;
  readonly rule: RuleId;
  readonly cause: string;
  /** Under `behavior` of its workload. */
  readonly part: string;
  readonly change: string;
}[] = [
  {
    kind: 'replica.overflowed',
    rule: 'EPH-3',
    cause: 'each replica exceeds its ephemeral storage as soon as it starts, and so does its replacement',
    part: 'ephemeral',
    change: 'lower behavior.KEY.ephemeral, or raise cpu above one core, which adds storage',
  },
];

/** Explains a cycle in the words of a scenario. */
export function explainStandstill({ at, subject, cycle }: StandstillError): ZeroTimeLoop {
  const found = causes.find(({ kind }) => cycle.some((event) => event.kind === kind));
  const from = cycle.findIndex(({ kind }) => kind === found?.kind);
  const events = [...cycle.slice(Math.max(0, from)), ...cycle.slice(0, Math.max(0, from))];
  const message = `simulated time does not advance beyond ${isoFromInstant(at)}: the events ${eventsOf(events)} of ${subject} repeat without end and take no time`;
  const of = workloadOf(subject);
  const time = 'let starts take time (timing: measured, or replica.start.duration: 1s under assumptions)';
  if (found === undefined)
    return {
      message,
      hint: 'let one of these events take time (timing: measured, or its duration under behavior or assumptions)',
      rule: null,
      about: of === null ? null : { of, part: null },
    };
  return {
    message: `${message}: ${found.cause}`,
    hint: `${found.change.replace('KEY', of === null ? 'KEY' : `${of.gvc}/${of.name}`)}; or ${time}`,
    rule: found.rule,
    about: of === null ? null : { of, part: found.part },
  };
}

function eventsOf(cycle: readonly CycleEvent[]): string {
  const kinds = [...new Set(cycle.map(({ kind }) => kind))];
  return kinds.length > 8 ? `${kinds.slice(0, 8).join(' -> ')} and more` : kinds.join(' -> ');
}

/** The workload of a subject such as `shop/workload/api@aws-us-east-1`; null: it has none. */
function workloadOf(subject: string): LoopingWorkload | null {
  const [gvc = '', kind, name = ''] = (subject.split('@')[0] ?? '').split('/');
  return kind === 'workload' && name !== '' ? { kind, gvc, name } : null;
}
