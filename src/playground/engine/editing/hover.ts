/**
 * What a key or a value under the pointer means.
 */
import { isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar } from 'yaml';
import { defaultAssumptions, isAssumptionName, writtenValue } from '../../../rules/assumptions.ts';
import { rules } from '../../../rules/register.ts';
import type { SchemaPart } from '../../../scenario/shape/schemaParameter.ts';
import type { HoverView } from '../../protocol.ts';
import { descriptionIn, shapeText, valueOptions } from './completion.ts';
import { type PlaceStep, plainOf } from './cursorPlace.ts';
import { flat, schemaAt } from './schemaAt.ts';

const charactersMax = 400_000;
const wordsMax = 12;
const rulesMost = 3;

/** The description of the key at an offset, or of the key whose value is there; null: nothing is known of it. */
export function hoverAt(text: string, offset: number): HoverView | null {
  if (text.length > charactersMax) return null;
  const { contents } = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
  const found = scalarAt(contents, offset, []);
  if (found === null) return null;
  const { scalar, steps } = found;
  const said = described(steps);
  const [from = offset, to = offset] = scalar.range ?? [];
  return said === null ? null : { from, to, text: said };
}

interface FoundScalar {
  readonly scalar: Scalar;
  /** To the value of the key, or to the value itself. */
  readonly steps: readonly PlaceStep[];
}

function scalarAt(node: unknown, offset: number, steps: readonly PlaceStep[]): FoundScalar | null {
  if (isScalar(node)) return covers(node, offset) ? { scalar: node, steps } : null;
  if (isMap(node)) {
    for (const { key, value } of node.items as Pair[]) {
      if (!isScalar(key)) continue;
      const below = [...steps, { key: String(key.value), inside: plainOf(node) }];
      const found = covers(key, offset) ? { scalar: key, steps: below } : scalarAt(value, offset, below);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isSeq(node)) return null;
  for (const [index, item] of node.items.entries()) {
    const found = scalarAt(item, offset, [...steps, { key: index, inside: plainOf(node) }]);
    if (found !== null) return found;
  }
  return null;
}

function covers({ range }: Scalar, offset: number): boolean {
  return range !== undefined && range !== null && range[0] <= offset && offset <= range[1] && range[1] > range[0];
}

/**
 * Rules that the platform states about a field of a workload or a volume set, those of its behaviour first. They name
 * the field as the platform's table does: `rolloutOptions.minReadySeconds`, `containers[].cpu`.
 */
function rulesOf(steps: readonly PlaceStep[]): readonly string[] {
  const kind = steps.map(({ inside }) => (inside as { readonly kind?: unknown } | null)?.kind).find(Boolean);
  const section = kind === 'workload' ? /^(?:Workload|Cron)/ : kind === 'volumeset' ? /^Volume/ : null;
  const words = steps.map(({ key }) => key);
  const field = words
    .slice(words.indexOf('spec') + 1)
    .reduce<string>(
      (path, word) => (typeof word === 'number' ? `${path}[]` : path === '' ? word : `${path}.${word}`),
      '',
    );
  if (section === null || !words.includes('spec') || field === '') return [];
  const short = field.replace('autoscaling.predictive.', 'predictive.');
  const own = field.replace(/^.*\./, '');
  const names = [field, short, ...(short === field && /[A-Z]/.test(own) ? [own] : [])];
  const about = rules.filter(({ source, statement }) => {
    const named = [...codeIn(statement), ...rowsIn(source)];
    return source.split('; ').some((one) => section.test(one)) && names.some((name) => named.includes(name));
  });
  return [...about.filter((rule) => rule.kind !== 'shape'), ...about.filter((rule) => rule.kind === 'shape')]
    .slice(0, rulesMost)
    .map(({ id, statement }) => `${id}: ${statement.replaceAll('`', '')}`);
}

/** The names within the code of a statement: `minFreePercentage`, `predictive.scalingFactor`. */
function codeIn(statement: string): readonly string[] {
  return [...statement.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/[\w.[\]]+/g) ?? []);
}

/** The fields that a source names: `job.schedule` of `Workload, row job.schedule; Limits, row ...`. */
function rowsIn(source: string): readonly string[] {
  return source.split('; ').flatMap((one) => /^\w[\w ]*, rows? (.+)$/.exec(one)?.[1]?.split(', ') ?? []);
}

/** The value that a field has if it is left out; undefined: none is known. */
function defaultOf(steps: readonly PlaceStep[], parts: readonly SchemaPart[]): unknown {
  const known = parts.find((part) => part.default !== undefined)?.default;
  const name = `fields.defaults.${steps.at(-1)?.key}`;
  if (known !== undefined || !steps.some(({ key }) => key === 'spec') || !isAssumptionName(name)) return known;
  return writtenValue(name, defaultAssumptions);
}

/** The description, the type, the rules, the default and the accepted values of a place, a line each. */
function described(steps: readonly PlaceStep[]): string | null {
  const parts = schemaAt(steps).flatMap((part) => flat(part, undefined));
  const about = descriptionIn(parts);
  const stated = rulesOf(steps);
  const known = defaultOf(steps, parts);
  const words = [...new Set(parts.flatMap(valueOptions).map(({ label }) => label))];
  const type = about === undefined && words.length === 0 ? shapeText(parts) : '';
  // A rule says more than a bare type.
  const shape = stated.length === 0 || / with |\d/.test(type) ? type : '';
  const lines = [
    ...(about === undefined ? [] : [about]),
    ...(shape === '' ? [] : [`${shape[0]?.toUpperCase()}${shape.slice(1)}.`]),
    ...stated,
    ...(known === undefined ? [] : [`Default: ${typeof known === 'object' ? JSON.stringify(known) : String(known)}.`]),
    ...(words.length === 0
      ? []
      : [`Values: ${words.slice(0, wordsMax).join(', ')}${words.length > wordsMax ? ', ...' : ''}.`]),
  ];
  return lines.length === 0 ? null : lines.join('\n');
}
