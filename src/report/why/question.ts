/**
 * Which journal entries a question is about: `shop/web/7 gone`, `shop/api = 8`, `shop/api panic`.
 */

import { factTypes } from '../../platform/eventLog/eventOfFact.ts';
import type { FactData } from '../../platform/facts.ts';
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
  /** The number of desired replicas that was set; null: any. */
  readonly count: number | null;
  /** Only changes of the count with which a panic of the KPA begins or has ended. */
  readonly isPanic: boolean;
}

const scaled = ['deployment.scaled', 'deployment.resumed', 'deployment.opened'] as const;

/** Reads a question; a text instead of it says what is wrong with it. */
export function questionOf(text: string): EntryQuestion | string {
  const words = text.trim().split(/\s+/);
  const [, name, count] = /^(\S+)\s*=\s*(\d+)$/.exec(text.trim()) ?? [];
  if (name !== undefined) {
    const of = nameOf(name);
    return typeof of === 'string' ? of : { ...of, types: new Set(scaled), count: Number(count), isPanic: false };
  }
  if (words.length > 2) return `'${text}' has more than a name and an event: write for example 'shop/web/7 gone'`;
  const [first = '', second] = words;
  const event = second ?? first;
  const isPanic = event === 'panic';
  const types = isPanic ? new Set(['deployment.scaled']) : typesOf(event);
  if (types.size === 0) return unknownEvent(event);
  const asked = { types, count: null, isPanic };
  if (second === undefined) return { gvc: null, name: null, location: null, part: null, ...asked };
  const of = nameOf(first);
  return typeof of === 'string' ? of : { ...of, ...asked };
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
  return { gvc, name, location, part };
}

/** An event by its type, `replica.gone`, or by the end of it, `gone`. */
function typesOf(event: string): ReadonlySet<string> {
  return new Set(factTypes.filter((type) => type === event || type.endsWith(`.${event}`)));
}

function unknownEvent(event: string): string {
  const known = [...factTypes, ...factTypes.map((type) => type.slice(type.indexOf('.') + 1))];
  const near = nearest(event, known);
  return `'${event}' is no event${near === null ? '.' : `; did you mean '${near}'?`} Events are types of journal entries (replica.gone) or their ends (gone); 'shop/api = 8' asks for a number of desired replicas, 'shop/api panic' for a panic of a KPA`;
}

/** Whether an entry is one that is asked for. */
export function isAsked(question: EntryQuestion, entry: PageEntry): boolean {
  const { gvc, name, location, part, types, count, isPanic } = question;
  if (!types.has(entry.type)) return false;
  if (isPanic && !turnsPanic(entry)) return false;
  if (count !== null && entry.data['to'] !== count && entry.data['desired'] !== count) return false;
  if (gvc === null) return true;
  const [, owner, own, place = null, ordinal = null] =
    /^([^/@]+)\/[^/@]+\/([^/@]+)(?:@([^/]+))?(?:\/(.+))?$/.exec(entry.subject) ?? [];
  if (owner !== gvc || own !== name) return false;
  return (location === null || location === place) && (part === null || part === ordinal);
}

/** Whether a panic begins with a change of the count, or has ended before it. */
function turnsPanic({ at, data }: PageEntry): boolean {
  const { panics, panic } = (data as Readonly<FactData['deployment.scaled']>).decided ?? {};
  if (panic === undefined) return false;
  return panics === true ? panic.untilAt === null || panic.untilAt < at : panic.untilAt !== null;
}
