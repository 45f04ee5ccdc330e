/**
 * Whether a path, as `--set` writes it, leads to a field that is known; if not, which path was probably meant.
 */

import { assumptionNames, isAssumptionName } from '../../rules/assumptions.ts';
import { nearest as nearestWord } from '../../rules/units.ts';
import { keyOf, listOf, madeBy, resourceKeys } from '../read/names.ts';
import { shown } from '../shape/shape.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { freeFields, hintOf, resourceFields, unknownName } from './knownFields.ts';
import { elsewhere, entryNames, type Guess, isListPlace, mended, type Place, stepFrom } from './nearestField.ts';
import { assumptionFields, scenarioFields, spentKeys } from './scenarioFields.ts';
import { type PathWord, resourceIn, wordsOf } from './words.ts';

export interface PathProblem {
  /** What is unknown, and where; a sentence. */
  readonly message: string;
  /** The whole path that was probably meant, ready to copy; null if none is near. */
  readonly nearest: string | null;
  /** What to write instead: the nearest path, or the names that are known there; null if there are too many. */
  readonly hint: string | null;
  /** The unknown part, by its offsets in the path, `to` excluded. */
  readonly from: number;
  readonly to: number;
}

/**
 * What is wrong with a path; null if it leads to a known field, which may be absent so far.
 *
 * Known are the fields of the scenario format and of the platform's resources by kind, names that the document has
 * (resources, behaviours, parameters, entries of lists), `+` for one more entry of a list, and everything below a place
 * that no schema describes, such as the body of a request. Pure: the document stays as it is.
 *
 *   shop/workload/api.spec.defaultOptions.autoscaling.minscale -> nearest: the same with minScale
 *   shop/workload/apy.spec.suspend   -> nearest: shop/workload/api.spec.defaultOptions.suspend
 *   seed, timeline[+], behavior.shop/api.start, shop/workload/api.tags.team -> null
 *
 * @param root the document with its includes, manifests and variants merged; it may still be wrong in any other way
 */
export function pathProblem(root: TreeMap, path: string, guess: Guess = nearestWord): PathProblem | null {
  const led = follow(root, path, guess);
  return 'message' in led ? led : null;
}

/** The place to which a path leads, or what is wrong with it. */
export function follow(root: TreeMap, path: string, guess: Guess): Place | PathProblem {
  const key = resourceIn(root, path);
  if (key !== null) return followInResource(root, key, path, guess);
  const words = wordsOf(path);
  const [first] = words;
  if (first === undefined) {
    const message = `expected a path such as seed or shop/workload/api.spec.defaultOptions.suspend, found ${shown(path)}`;
    return { message, nearest: null, hint: null, from: 0, to: path.length };
  }
  const unread = unreadKey(first.text);
  if (unread !== null) return { message: unread, nearest: null, hint: null, from: first.from, to: first.to };
  if (first.text === 'assumptions' && words.length > 1) return followAssumption(path, words, guess);
  const place = { fields: scenarioFields(root), value: root };
  return followBelow({ place, path, start: 0, isEntry: false, guess }, () => forgotten(root, path, words, guess));
}

/** Why nothing reads a top-level key of a document that has been put together; null if something does. */
function unreadKey(key: string): string | null {
  if (spentKeys.includes(key))
    return `'${key}' cannot be changed by a path, because it is read before paths are applied: change it in the file`;
  return key.startsWith('x-') ? `svcsim does not read ${shown(key)}: this change would have no effect` : null;
}

function followInResource(root: TreeMap, key: string, path: string, guess: Guess): Place | PathProblem {
  const keys = resourceKeys(root);
  const index = keys.indexOf(key);
  if (index !== -1) {
    const value = listOf(root.resources)[index];
    const place = { fields: resourceFields(value), value };
    return followBelow({ place, path, start: key.length, isEntry: true, guess }, () => null);
  }
  return unknownResource(root, key, path.slice(key.length), guess);
}

/**
 * The problem of a `gvc/kind/name` that no resource has. For one that the timeline makes, the nearest path leads to the
 * body of that request.
 *
 * @param rest what follows it in the path
 */
export function unknownResource(root: TreeMap, key: string, rest: string, guess: Guess): PathProblem {
  const index = listOf(root.timeline).findIndex((entry) => {
    const made = madeBy(entry);
    return made !== null && keyOf(made) === key;
  });
  const meant = index === -1 ? resourceMeant(root, key, guess) : null;
  const made = index === -1 ? null : `timeline[${index}].with${rest}`;
  const nearest = meant === null ? made : withField(root, meant, rest, guess);
  const names = resourceKeys(root).filter((one) => one !== '');
  const message = `expected gvc/kind/name of a resource, found ${shown(key)}`;
  return { message, nearest, hint: hintOf(nearest, names), from: 0, to: key.length };
}

/** The resource that another `gvc/kind/name` means, or a part of it: a slip, or the kind or the gvc left out. */
function resourceMeant(root: TreeMap, text: string, guess: Guess): string | null {
  const found = listOf(root.resources).filter(isMap);
  const keys = resourceKeys(root).filter((key) => key !== '');
  const short = found.flatMap(({ gvc, kind, name }) =>
    [`${gvc}/${name}`, `${kind}/${name}`, `${name}`].map((said) => ({
      said,
      key: [gvc, kind, name].filter((part) => part !== undefined).join('/'),
    })),
  );
  const said = short.find((one) => one.said === text) ?? short.find(({ said: one }) => one === guess(text, [one]));
  return guess(text, keys) ?? said?.key ?? null;
}

/** A path below a resource that exists, with its field mended too; the resource alone if no field is near. */
function withField(root: TreeMap, key: string, rest: string, guess: Guess): string {
  if (wordsOf(rest).length === 0) return key;
  const problem = pathProblem(root, `${key}${rest}`, guess);
  return problem === null ? `${key}${rest}` : (problem.nearest ?? key);
}

/** A path whose first word is left out: `api.spec.type`, `cron.forbid.missed`; null if none is. */
function forgotten(root: TreeMap, path: string, words: readonly PathWord[], guess: Guess): string | null {
  const whole = words.map(({ text }) => text).join('.');
  if (isAssumptionName(whole)) return `assumptions.${whole}`;
  const [first, ...more] = words;
  if (first === undefined || more.length === 0) return null;
  const key = resourceMeant(root, first.text, guess);
  return key === null ? null : withField(root, key, path.slice(first.to), guess);
}

function followAssumption(path: string, words: readonly PathWord[], guess: Guess): Place | PathProblem {
  const [, ...rest] = words;
  const name = rest.map(({ text }) => text).join('.');
  const stem = name.endsWith('.*') ? name.slice(0, -2) : name;
  if (isAssumptionName(stem)) return { fields: freeFields, value: undefined };
  const isFamily = assumptionNames.some((one) => one.startsWith(`${stem}.`));
  if (isFamily) return { fields: assumptionFields(`${stem}.`), value: undefined };
  const meant = guess(name, assumptionNames) ?? assumptionNames.find((one) => name.startsWith(`${one}.`)) ?? null;
  const nearest = meant === null ? null : `assumptions.${meant}`;
  const hint = hintOf(nearest, []) ?? '`svcsim rules` lists all assumptions';
  return { message: `there is no assumption ${shown(name)}`, nearest, hint, from: rest[0]?.from ?? 0, to: path.length };
}

interface Search {
  readonly place: Place;
  readonly path: string;
  /** Where in the path the words below the place begin. */
  readonly start: number;
  /** Whether the place is one entry among others: a field that is missed there may be elsewhere below it. */
  readonly isEntry: boolean;
  readonly guess: Guess;
}

function followBelow(search: Search, otherwise: () => string | null): Place | PathProblem {
  const { path, start } = search;
  const words = wordsOf(path, start);
  const ends = [start, ...words.map(({ to }) => (path[to] === ']' ? to + 1 : to))];
  let { place } = search;
  let entry = search.isEntry ? { place, index: 0 } : null;
  for (let index = 0; index < words.length; ) {
    const left = words.slice(index);
    const [word] = left;
    if (word === undefined || isUnjudged(place)) return { fields: freeFields, value: undefined };
    const texts = left.map(({ text }) => text);
    const step = stepFrom(place, texts);
    if (step === null) {
      const meant = mended(place, texts, search.guess);
      // The name of an entry is no field.
      const isEntryName = left.length === 1 && isListPlace(place);
      const isMissed = meant === null && !isEntryName;
      const found = isMissed && entry !== null ? elsewhere(entry.place, textsFrom(words, entry.index)) : null;
      const before = path.slice(0, ends[entry?.index ?? 0]);
      const nearest =
        meant !== null
          ? withTexts(path, left, meant)
          : found !== null
            ? [before, ...found].filter((part) => part !== '').join('.')
            : otherwise();
      const message = unknownAt(place, path.slice(0, ends[index]), word.text);
      return { message, nearest, hint: hintOf(nearest, knownAt(place)), from: word.from, to: word.to };
    }
    index += step.used;
    if (place.fields.isByName || isListPlace(place)) entry = { place: step.place, index };
    place = step.place;
  }
  return place;
}

/** Whether nothing can be said about what stands below: anything may, or the value is a list or a map by mistake. */
function isUnjudged({ fields, value }: Place): boolean {
  const isOfMap = fields.isByName || fields.names.length > 0;
  return fields.isFree || (Array.isArray(value) && fields.ofEntry === null) || (isMap(value) && !isOfMap);
}

function textsFrom(words: readonly PathWord[], index: number): readonly string[] {
  return words.slice(index).map(({ text }) => text);
}

/** The path with the text of some of its words replaced, one for one. */
function withTexts(path: string, words: readonly PathWord[], texts: readonly string[]): string {
  return words.reduceRight(
    (whole, { from, to }, index) => whole.slice(0, from) + (texts[index] ?? '') + whole.slice(to),
    path,
  );
}

/**
 * What is wrong with an unknown word.
 *
 * @param above the path to the place; '' for the whole scenario
 */
function unknownAt(place: Place, above: string, word: string): string {
  if (isListPlace(place))
    return `${shown(above)} has no entry ${shown(word)}: write an index, the name of an entry, or + for one more`;
  return unknownName(place.fields, above, word);
}

function knownAt(place: Place): readonly string[] {
  return isListPlace(place) ? entryNames(Array.isArray(place.value) ? place.value : []) : place.fields.names;
}
