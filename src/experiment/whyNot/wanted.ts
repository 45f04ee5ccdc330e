/**
 * What somebody wanted instead of what happened: `shop/api <= 7`, `shop/data capacity >= 100GB`, `no
 * expansion.refused`, `shop/report started`.
 */
import { factTypes } from '../../platform/eventLog/eventOfFact.ts';
import { gbOf } from '../../report/why/question.ts';
import { nearest } from '../../rules/units.ts';

/** Whose state or event is wanted: `shop`, `data`, a location, the index of a volume; null: any. */
export interface WantedOf {
  readonly gvc: string;
  readonly name: string;
  readonly location: string | null;
  readonly part: string | null;
}

export type Bound = '<=' | '>=' | '=';

export type Wanted =
  /** So many desired replicas. */
  | { readonly kind: 'count'; readonly of: WantedOf; readonly is: Bound; readonly value: number }
  /** So many GB of capacity. */
  | { readonly kind: 'capacity'; readonly of: WantedOf; readonly is: Bound; readonly value: number }
  /** An event that happens, or does not; of: null: of any resource. */
  | {
      readonly kind: 'event';
      readonly of: WantedOf | null;
      readonly type: WantedEvent;
      readonly happens: boolean;
    };

/** The events that a planner decides on by numbers that can be changed, and whether one wants them. */
const events = {
  'expansion.refused': false,
  'volume.full': false,
  'expansion.accepted': true,
  'execution.skipped': false,
  'execution.started': true,
} as const satisfies { readonly [type: string]: boolean };

export type WantedEvent = keyof typeof events;

const eventTypes = Object.keys(events) as WantedEvent[];

/** What can be asked, for messages. */
export const askable =
  "a number of desired replicas ('shop/api <= 7'), a capacity ('shop/data capacity >= 100GB'), an expansion that was refused or not taken ('shop/data no expansion.refused', 'shop/data expansion.accepted'), a full volume ('shop/data no volume.full') and a tick without an execution ('shop/report started', 'shop/report no skipped')";

/** Reads what was wanted; a text instead of it says what is wrong with it. */
export function wantedOf(text: string): Wanted | string {
  const asked = text.trim();
  const compared = /^(\S+?)(?:\s+(\w+))?\s*(<=|>=|==|=|<|>|!=)\s*(\S.*)$/.exec(asked);
  if (compared !== null) return comparedOf(asked, compared);
  const words = asked.split(/\s+/);
  const event = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const isNot = before.at(-1) === 'no' || before.at(-1) === 'not';
  const [name, more] = isNot ? before.slice(0, -1) : before;
  if (more !== undefined || event === '')
    return `'${text}' is no state that can be wanted. You can ask about ${askable}`;
  const type = eventOf(event);
  if (!isWantedEvent(type)) return type;
  if (events[type] === isNot) return wrongWay(name ?? null, type);
  if (name === undefined) return { kind: 'event', of: null, type, happens: events[type] };
  const of = namedOf(name);
  return typeof of === 'string' ? of : { kind: 'event', of, type, happens: events[type] };
}

function isWantedEvent(text: string): text is WantedEvent {
  return Object.hasOwn(events, text);
}

function comparedOf(asked: string, [, name = '', what, operator = '', amount = '']: RegExpExecArray): Wanted | string {
  const is = boundOf(operator);
  if (is === null) {
    const whole = Number(amount) + (operator === '>' ? 1 : -1);
    return operator === '!='
      ? `'!=' is no bound: write <=, >= or =`
      : `'${operator}' is no bound: write '${name} ${operator}= ${Number.isInteger(whole) ? whole : amount}'`;
  }
  const of = namedOf(name);
  if (typeof of === 'string') return of;
  if (what === undefined || what === 'replicas' || what === 'desired') {
    const value = Number(amount);
    if (/^\d+$/.test(amount)) return { kind: 'count', of, is, value };
    const isSize = /^[\d.]+\s*[GT]i?B$/.test(amount);
    return `'${amount}' is no number of replicas, a whole number from 0${isSize ? `; did you mean '${name} capacity ${is} ${amount}'?` : ''}`;
  }
  if (what === 'capacity') {
    const value = gbOf(amount);
    if (value !== null) return { kind: 'capacity', of, is, value };
    return `'${amount}' is no capacity: write for example ${name} capacity ${is} 100GB`;
  }
  const guess = nearest(what, ['capacity', 'replicas']);
  return `'${what}' in '${asked}' cannot be asked about${guess === null ? '.' : `; did you mean '${guess}'?`} You can ask about ${askable}`;
}

function boundOf(operator: string): Bound | null {
  if (operator === '==') return '=';
  return operator === '<=' || operator === '>=' || operator === '=' ? operator : null;
}

/** Reads `shop/web`, `shop/data@aws-us-east-1/0`. */
function namedOf(text: string): WantedOf | string {
  const [, gvc, name, location = null, part = null] =
    /^([^/@\s]+)\/(?:workload\/|volumeset\/)?([^/@\s]+)(?:@([^/\s]+))?(?:\/(\S+))?$/.exec(text) ?? [];
  if (gvc === undefined || name === undefined)
    return `'${text}' is not the name of a workload or volume set: write gvc/name, such as shop/web`;
  return { gvc, name, location, part };
}

/** The type of an event by its name or by the end of it; else what is wrong. */
function eventOf(word: string): string {
  const first = eventTypes.find((type) => type === word || type.endsWith(`.${word}`));
  if (first !== undefined) return first;
  const known = factTypes.filter((type) => type === word || type.endsWith(`.${word}`));
  if (known.length > 0)
    return `why-not cannot ask about ${known.join(' or ')}: no planner decides on it by numbers that could be changed. You can ask about ${askable}. svcsim why tells what led to an event`;
  const guess = nearest(word, [...eventTypes, ...eventTypes.map((type) => type.slice(type.indexOf('.') + 1))]);
  return `'${word}' is no event that can be asked about${guess === null ? '.' : `; did you mean '${guess}'?`} You can ask about ${askable}`;
}

function wrongWay(name: string | null, type: WantedEvent): string {
  const of = name === null ? '' : `${name} `;
  return events[type]
    ? `why-not asks why ${type} did not happen: write '${of}${type}'; svcsim why tells why it did`
    : `why-not asks what would have prevented ${type}: write '${of}no ${type}'; svcsim why tells why it happened`;
}
