/**
 * What can be written at the cursor: the keys and values of the schema, and the names that the scenario has.
 */
import type { SchemaPart } from '../../../scenario/shape/schemaParameter.ts';
import type { CompletionView } from '../../protocol.ts';
import { type CursorPlace, cursorPlace } from './cursorPlace.ts';
import { namesAt } from './knownNames.ts';
import { flat, schemaAt } from './schemaAt.ts';

type Option = CompletionView['options'][number];

/** More text than this is not looked at: the page would wait for each letter. */
const charactersMax = 400_000;
const optionsMax = 400;

/** Options for the word at an offset, the most fitting first; none where nothing is known. */
export function completionAt(text: string, offset: number): CompletionView {
  const place = text.length > charactersMax ? null : cursorPlace(text, offset);
  if (place === null) return { from: offset, to: offset, options: [] };
  const isTight = text[place.from - 1] === ':';
  const options = optionsAt(place).map((option) => (isTight ? { ...option, apply: ` ${option.label}` } : option));
  return { from: place.from, to: place.to, options: unique(options).slice(0, optionsMax) };
}

function optionsAt(place: CursorPlace): readonly Option[] {
  const parts = schemaAt(place.steps);
  const names = namesAt(place);
  if (!place.isKey) return [...namedOptions(names, 'value'), ...parts.flatMap(valueOptions)];
  const keys = parts.flatMap((part) => keyOptions(part, place));
  if (keys.length > 0 || names.length > 0) {
    const free = names.filter((name) => !place.siblings.includes(name));
    return [...namedOptions(free, 'key'), ...keys];
  }
  // A value on a line of its own reads like a key that has no colon yet: `- web` in a list of names.
  if (place.siblings.length > 0) return [];
  const asValue = { ...place, isKey: false };
  return [...namedOptions(namesAt(asValue), 'value'), ...parts.flatMap(valueOptions)];
}

function keyOptions({ properties = {}, required = [] }: SchemaPart, { siblings }: CursorPlace): readonly Option[] {
  const needed = new Set(required as readonly string[]);
  const own = Object.entries(properties as { readonly [key: string]: SchemaPart });
  return own
    .filter(([key]) => !siblings.includes(key) && key !== '$schema')
    .map(([label, part]) => ({ label, detail: detailOf(part, needed.has(label)), kind: 'key' as const }))
    .sort((a, b) => Number(needed.has(b.label)) - Number(needed.has(a.label)));
}

function detailOf(part: SchemaPart, isRequired: boolean): string {
  const parts = flat(part, undefined);
  const about = descriptionIn(parts);
  const words = parts.flatMap(valueOptions).map(({ label }) => label);
  const shown = typeof about === 'string' ? about : words.length > 0 ? words.slice(0, 6).join(', ') : shapeText(parts);
  return isRequired ? `required. ${shown}` : shown;
}

/** What the schema says of a value; that a parameter may be written in its place is not about it. */
export function descriptionIn(parts: readonly SchemaPart[]): string | undefined {
  const own = parts.find(({ description, pattern }) => typeof description === 'string' && pattern === undefined);
  return own?.description as string | undefined;
}

const typeTexts: { readonly [type: string]: string } = {
  array: 'a list',
  object: 'a map',
  integer: 'a whole number',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
};

/** The type of a value, with its bounds (included) or the keys that it takes; '' if nothing is known. */
export function shapeText(parts: readonly SchemaPart[]): string {
  const keys = [...new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  if (keys.length > 0) return `a map with ${keys.slice(0, 12).join(', ')}${keys.length > 12 ? ', ...' : ''}`;
  const { type, minimum, maximum } = parts.find((part) => part.type !== undefined) ?? {};
  const text = typeTexts[String(Array.isArray(type) ? type[0] : type)] ?? '';
  if (minimum === undefined) return maximum === undefined ? text : `${text} of at most ${maximum}`;
  return maximum === undefined ? `${text} of at least ${minimum}` : `${text} from ${minimum} to ${maximum}`;
}

/** The values that a part names: words, constants, examples, and both truth values. */
export function valueOptions(part: SchemaPart): readonly Option[] {
  const { const: constant, enum: words, examples, type, description } = part;
  const detail = typeof description === 'string' ? description : '';
  const listed = [
    ...(constant === undefined ? [] : [constant]),
    ...(Array.isArray(words) ? words : []),
    ...(Array.isArray(examples) ? examples : []),
    ...(type === 'boolean' || (Array.isArray(type) && type.includes('boolean')) ? [true, false] : []),
  ];
  return listed
    .filter((value) => typeof value !== 'object')
    .map((value) => ({ label: String(value), detail, kind: 'value' as const }));
}

function namedOptions(names: readonly string[], kind: Option['kind']): readonly Option[] {
  return names.map((label) => ({ label, detail: '', kind }));
}

function unique(options: readonly Option[]): readonly Option[] {
  const seen = new Map<string, Option>();
  for (const option of options) if (!seen.has(option.label)) seen.set(option.label, option);
  return [...seen.values()];
}
