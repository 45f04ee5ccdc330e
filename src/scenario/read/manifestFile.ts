/**
 * One file that `manifests:` names or finds: its documents, or why it is none.
 */

import { shown } from '../shape/shape.ts';
import { readDocuments } from '../text/document.ts';
import { placeAt } from '../text/places.ts';
import type { Complaint, FilePlace } from '../text/problem.ts';
import { problemAt, type ScenarioReading } from '../text/reading.ts';
import { type Fill, filledText, type TemplateMark, templateMarks } from '../text/template.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';

/** A document, and what it stands in: a list with its index, or null for a document of its own. */
export interface ManifestDocument {
  readonly value: Tree;
  readonly list: Tree[] | null;
  readonly index: number;
}

export interface ManifestFile {
  readonly documents: readonly ManifestDocument[];
  /** Names of `fill` that the file has. */
  readonly used: readonly string[];
}

/** A text that is to be read as a manifest. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
  readonly fill: Fill;
  /** Whether a pattern or a folder found it: what is no manifest is then left out with a warning. */
  readonly isFound: boolean;
}

/**
 * Reads the documents of a file: several, lists of them, or `kind: list`. A template is one problem, whatever its text
 * looks like otherwise.
 */
export function readManifestFile(given: ManifestText, reading: ScenarioReading): ManifestFile {
  const { file, isFound } = given;
  const { text, used } = filledText(given.text, given.fill);
  const { values, problems, source } = readDocuments(text, file, reading.places);
  const at = ({ from, to }: Pick<TemplateMark, 'from' | 'to'>): FilePlace => placeAt(source, from, to);
  const marks = templateMarks(text);
  const isTemplate = marks.length > 0 && (problems.length > 0 || values.some(isUnfilled));
  if (isTemplate) {
    const expression = marks.find(({ name }) => name === null);
    const complaint =
      expression === undefined ? unfilledMarks(marks, text) : template(textOf(expression, text), isFound);
    reading.add(problemAt(at(expression ?? marks[0] ?? { from: 0, to: 1 }), complaint));
    return { documents: [], used };
  }
  for (const problem of problems) {
    const isLeftOut = isFound && problem.code === 'not-text';
    reading.add(isLeftOut ? { ...problem, severity: 'warning', message: `left out: ${problem.message}` } : problem);
  }
  const start = at({ from: 0, to: 1 });
  const documents = values.flatMap((value) => documentsOf(value, { place: start, isFound }, reading));
  const words = [
    ...new Set(documents.flatMap(({ value }) => (isMap(value) ? [value.name, value.gvc] : [])).filter(isPlaceholder)),
  ];
  const [word = ''] = words;
  if (word === '') return { documents, used };
  const from = text.search(new RegExp(`\\b${word}\\b`));
  reading.add(problemAt(at({ from, to: from + word.length }), unfilled(words, words)));
  return { documents: [], used };
}

function textOf({ from, to }: TemplateMark, text: string): string {
  return text.slice(from, to);
}

function unfilledMarks(marks: readonly TemplateMark[], text: string): Complaint {
  const byName = new Map(marks.toReversed().map((mark) => [mark.name ?? '', textOf(mark, text)]));
  const names = [...byName.keys()].reverse();
  return unfilled(
    names.map((name) => byName.get(name) ?? ''),
    names,
  );
}

function unfilled(texts: readonly string[], names: readonly string[]): Complaint {
  const [text = ''] = texts;
  const values = names.map((name) => `${name}: ...`).join(', ');
  const what =
    names.length === 1 ? `placeholder ${text} has no value` : `placeholders ${texts.join(', ')} have no values`;
  return {
    code: 'unfilled-placeholder',
    message: `this is a template: its ${what}`,
    hint: `write manifests: { files: ..., fill: { ${values} } }`,
  };
}

/** The names that the hint of an unfilled template asks for (`unfilled`); null: another problem. */
export function namesToFill({ code, hint = '' }: Pick<Complaint, 'code' | 'hint'>): readonly string[] | null {
  const values = code === 'unfilled-placeholder' ? /fill: \{ (.*) \} \}$/.exec(hint ?? '')?.[1] : undefined;
  return values?.split(', ').map((value) => value.replace(': ...', '')) ?? null;
}

function template(expression: string, isFound: boolean): Complaint {
  return {
    code: 'template',
    severity: isFound ? 'warning' : 'error',
    message: `this is a template${isFound ? ', left out' : ''}: ${expression} is filled by the tool that it was written for`,
    hint: 'render it first (such as `helm template CHART > rendered.yaml`), and name the result in manifests',
  };
}

/** A name in capitals is none that the platform takes. */
function isPlaceholder(name: Tree | undefined): name is string {
  return typeof name === 'string' && /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*$/.test(name);
}

/** Keys whose texts belong to an application, which may have templates of its own. */
const ofApplications: readonly string[] = ['data', 'args', 'command', 'description', 'tags'];

/** Whether a part that the platform reads is still to be filled. */
function isUnfilled(value: Tree): boolean {
  if (typeof value === 'string') return templateMarks(value).length > 0;
  if (Array.isArray(value)) return value.some(isUnfilled);
  if (!isMap(value)) return false;
  return Object.entries(value).some(([key, inner]) => {
    if (ofApplications.includes(key)) return false;
    return key === 'value' && !/^\w+:\/\//.test(String(inner)) ? false : isUnfilled(inner);
  });
}

function documentsOf(
  value: Tree,
  from: { readonly place: FilePlace; readonly isFound: boolean },
  reading: ScenarioReading,
): ManifestDocument[] {
  if (Array.isArray(value)) return value.flatMap((_, index) => entryOf(value, index, from, reading));
  if (!isMap(value)) {
    const message = `expected a resource of the platform (kind, name, spec), found ${shown(value)}`;
    reading.add(problemAt(from.place, { code: 'wrong-type', message, severity: from.isFound ? 'warning' : 'error' }));
    return [];
  }
  if (value.kind === 'list' && Array.isArray(value.items)) return documentsOf(value.items, from, reading);
  return isResource(value, from.isFound, reading) ? [{ value, list: null, index: 0 }] : [];
}

function entryOf(
  list: Tree[],
  index: number,
  { isFound }: { readonly isFound: boolean },
  reading: ScenarioReading,
): ManifestDocument[] {
  const value = list[index] ?? null;
  // The check of the shape later reports an entry that is no map, at its place.
  if (!isMap(value)) return isFound ? [] : [{ value, list, index }];
  return isResource(value, isFound, reading) ? [{ value, list, index }] : [];
}

/** Of files that were found, scenarios and price books are left out silently, other documents with a warning. */
function isResource(value: TreeMap, isFound: boolean, reading: ScenarioReading): boolean {
  if (!isFound || (typeof value.kind === 'string' && value.apiVersion === undefined && value.kind !== 'pricebook'))
    return true;
  if (value.svcsim === undefined && value.kind !== 'pricebook') {
    const what =
      value.apiVersion === undefined
        ? "this is no manifest of the platform (it has no 'kind')"
        : 'this is a manifest of Kubernetes, not of the platform';
    reading.complain(value, [], { code: 'no-manifest', severity: 'warning', message: `${what}: left out` });
  }
  return false;
}
