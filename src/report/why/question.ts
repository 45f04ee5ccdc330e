/**
 * Which journal entries a question is about: `shop/web/7 gone`, `shop/api = 8`, `shop/data capacity = 50GB`,
 * `shop/api latency >= 5s`, `shop/api panic`.
 */

import { factTypes } from '../../platform/eventLog/eventOfFact.ts';
import type { FactData, FactType } from '../../platform/facts.ts';
import { parseDuration } from '../../rules/duration.ts';
import { nearest } from '../../rules/units.ts';
import type { PageEntry } from '../picture/picture.ts';

/** Whose entries are asked for, and which of them. */
export interface EntryQuestion {
  /** `shop`, `web`, a location, and the ordinal; null: any. */
  readonly gvc: string | null;
  readonly name: string | null;
  readonly location: string | null;
  readonly part: string | null;
  /** Types of entries; any of them. */
  readonly types: ReadonlySet<string>;
  /** The value that was set; null: any. */
  readonly state: EntryState | null;
  /** Only changes of the count with which a panic of the KPA begins or has ended. */
  readonly isPanic: boolean;
}

/** A number of desired replicas, a capacity in 1e-6 GB, or of a request its latency in ms or its status. */
export interface EntryState {
  readonly unit: 'replicas' | 'GB' | 'ms' | 'status';
  readonly value: number;
  /** Whether a greater value is asked for, too; only of latencies. */
  readonly orMore: boolean;
}

/** Entries that tell a value, and the fields of their data that have it. */
const settings = {
  replicas: { types: ['deployment.scaled', 'deployment.resumed', 'deployment.opened'], fields: ['to', 'desired'] },
  GB: {
    types: ['volume.settled', 'volume.created', 'volume.expanded', 'volume.replaced'],
    fields: ['toMicroGB', 'capacityMicroGB'],
  },
  ms: { types: ['call.ended'], fields: ['latencyMs'] },
  status: { types: ['call.ended'], fields: ['status'] },
} as const satisfies {
  readonly [unit in EntryState['unit']]: { readonly types: readonly FactType[]; readonly fields: readonly string[] };
};

/** Reads a question; a text instead of it says what is wrong with it. */
export function questionOf(text: string): EntryQuestion | string {
  const words = text.trim().split(/\s+/);
  const compared = /^(\S+?)(?:\s+([a-zA-Z]+))?\s*(<=|>=|==|=|<|>|!=)\s*(\S.*)$/.exec(text.trim());
  if (compared !== null) return stateQuestion(compared);
  if (words.length > 2) return `'${text}' has more than a name and an event: write for example 'shop/web/7 gone'`;
  const [first = '', second] = words;
  const event = second ?? first;
  const isPanic = event === 'panic';
  const types = isPanic ? new Set(['deployment.scaled']) : typesOf(event);
  if (types.size === 0) return unknownEvent(event);
  const asked = { types, state: null, isPanic };
  if (second === undefined) return { gvc: null, name: null, location: null, part: null, ...asked };
  const of = nameOf(first);
  return typeof of === 'string' ? of : { ...of, ...asked };
}

function stateQuestion([, name = '', what = '', operator = '', amount = '']: RegExpExecArray): EntryQuestion | string {
  const of = nameOf(name);
  if (typeof of === 'string') return of;
  const asked = `${name}${what === '' ? '' : ` ${what}`}`;
  const unit = valueNames.get(what) ?? null;
  if (unit === null) {
    const near = nearest(
      what,
      [...valueNames.keys()].filter((known) => known !== ''),
    );
    return `'${what}' is no value that can be asked for${near === null ? '' : `; did you mean '${near}'?`}: write '${name} = 8' for desired replicas, '${name} capacity = 50GB' for a volume, '${name} latency >= 5s' or '${name} status = 503' for a request`;
  }
  const orMore = unit === 'ms' && operator === '>=';
  if (operator !== '=' && operator !== '==' && !orMore)
    return `why asks for a value that was set: write '${asked} = ${amount}'; svcsim why-not takes <= and >=`;
  const value = amountIn(unit, amount);
  if (value === null) return noValue(unit, { name, asked, amount });
  return { ...of, types: new Set(settings[unit].types), state: { unit, value, orMore }, isPanic: false };
}

/** What a value is called in a question. */
const valueNames: ReadonlyMap<string, EntryState['unit']> = new Map([
  ['', 'replicas'],
  ['replicas', 'replicas'],
  ['desired', 'replicas'],
  ['capacity', 'GB'],
  ['latency', 'ms'],
  ['status', 'status'],
]);

function amountIn(unit: EntryState['unit'], amount: string): number | null {
  if (unit === 'ms') return parseDuration(amount);
  const gb = gbOf(amount);
  if (unit === 'GB') return gb === null ? null : Math.round(gb * 1e6);
  return /^\d+$/.test(amount) ? Number(amount) : null;
}

function noValue(
  unit: EntryState['unit'],
  { name, asked, amount }: { readonly name: string; readonly asked: string; readonly amount: string },
): string {
  switch (unit) {
    case 'GB':
      return `'${amount}' is no capacity: write for example '${asked} = 50GB'`;
    case 'ms':
      return `'${amount}' is no latency: write for example '${asked} >= 5s'`;
    case 'status':
      return `'${amount}' is no status: write for example '${asked} = 503'`;
    case 'replicas':
      return `'${amount}' is no number of replicas, a whole number from 0${gbOf(amount) === null ? '' : `; did you mean '${name} capacity = ${amount}'?`}`;
  }
}

/** `100GB`, `100 GB`, `0.5TB` or `100` in GB; null: it is none. */
export function gbOf(text: string): number | null {
  const [, amount, unit = 'GB'] = /^(\d+(?:\.\d+)?)\s*(GB|TB)?$/.exec(text) ?? [];
  if (amount === undefined) return null;
  return Number(amount) * (unit === 'TB' ? 1_000 : 1);
}

/** A workload or volume set, one of its locations, or a part there: a replica, an execution, a volume. */
export interface NamedSubject {
  readonly gvc: string;
  readonly name: string;
  /** null: all. */
  readonly location: string | null;
  readonly part: string | null;
}

/** Reads `shop/web`, `shop/web/7`, `shop/web@aws-us-east-1/7`; a text instead of it says what is wrong. */
export function nameOf(text: string): NamedSubject | string {
  const [, gvc, name, location = null, part = null] =
    /^([^/@\s]+)\/([^/@\s]+)(?:@([^/\s]+))?(?:\/(\S+))?$/.exec(text) ?? [];
  if (gvc === undefined || name === undefined)
    return `'${text}' is not the name of a workload or volume set: write gvc/name, such as shop/web`;
  if (location === null && part?.includes('@') === true) {
    const [own = '', place = ''] = part.split('@');
    return `'${text}' has its location last: write it before the replica or volume, ${gvc}/${name}@${place}/${own}`;
  }
  return { gvc, name, location, part };
}

/** An event by its type, `replica.gone`, or by the end of it, `gone`. */
function typesOf(event: string): ReadonlySet<string> {
  return new Set(factTypes.filter((type) => type === event || type.endsWith(`.${event}`)));
}

function unknownEvent(event: string): string {
  const known = [...factTypes, ...factTypes.map((type) => type.slice(type.indexOf('.') + 1))];
  const near = nearest(event, known);
  if (near !== null) return `'${event}' is no event; did you mean '${near}'? ${askable}`;
  return `'${event}' is no event. ${askable}. All types: ${factTypes.join(', ')}`;
}

const askable =
  "Events are types of journal entries (replica.gone) or their ends (gone); 'shop/api = 8' asks for a number of desired replicas, 'shop/data capacity = 50GB' for a capacity, 'shop/api latency >= 5s' and 'shop/api status = 503' for a request, 'shop/api panic' for a panic of a KPA";

/** Whether an entry is one that is asked for. */
export function isAsked(question: EntryQuestion, entry: PageEntry): boolean {
  const { gvc, name, location, part, types, state, isPanic } = question;
  if (!types.has(entry.type)) return false;
  if (isPanic && !turnsPanic(entry)) return false;
  if (state !== null && !valuesSet(entry, state.unit).some((value) => isMet(state, value))) return false;
  if (gvc === null) return true;
  const [, owner, own, place = null, ordinal = null] =
    /^([^/@]+)\/[^/@]+\/([^/@]+)(?:@([^/]+))?(?:\/(.+))?$/.exec(entry.subject) ?? [];
  if (owner !== gvc || own !== name) return false;
  return (location === null || location === place) && (part === null || part === ordinal);
}

function isMet({ value, orMore }: EntryState, found: number): boolean {
  return orMore ? found >= value : found === value;
}

/** The values that an entry tells, in their unit. */
export function valuesSet({ data }: Pick<PageEntry, 'data'>, unit: EntryState['unit']): readonly number[] {
  return settings[unit].fields.flatMap((field) => (typeof data[field] === 'number' ? [data[field]] : []));
}

/** Whether a panic begins with a change of the count, or has ended before it. */
function turnsPanic({ at, data }: PageEntry): boolean {
  const { panics, panic } = (data as Readonly<FactData['deployment.scaled']>).decided ?? {};
  if (panic === undefined) return false;
  return panics === true ? panic.untilAt === null || panic.untilAt < at : panic.untilAt !== null;
}
