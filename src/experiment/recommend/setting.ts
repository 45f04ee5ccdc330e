/**
 * One change of a scenario, as `--set` takes it and as YAML has it.
 */
import { stringify } from 'yaml';
import type { Json, JsonObject } from '../../platform/api/document/json.ts';

/** A step into a list names the field that tells its entries apart. */
export type FieldStep = string | { readonly by: 'name' | 'location'; readonly is: string; readonly index: number };

export type Setting =
  /** A field of a resource (`shop/workload/api`); a value of null takes it away. */
  | { readonly kind: 'field'; readonly resource: string; readonly steps: readonly FieldStep[]; readonly value: Json }
  /** The whole resource goes. */
  | { readonly kind: 'remove'; readonly resource: string }
  /** One more entry of the timeline. */
  | { readonly kind: 'request'; readonly entry: JsonObject };

/** What `--set` takes: `shop/workload/api.spec.containers[0].minCpu` and `"250m"`. */
export function inputOf(setting: Setting): { readonly path: string; readonly value: string } {
  switch (setting.kind) {
    case 'field':
      return { path: pathOf(setting.resource, setting.steps), value: valueText(setting.value) };
    case 'remove':
      return { path: setting.resource, value: 'null' };
    case 'request':
      return { path: 'timeline[+]', value: JSON.stringify(setting.entry) };
  }
}

/** As YAML reads it back; quoted where it must be: shells take quotes away. */
function valueText(value: Json): string {
  return typeof value === 'string' && /^(\d+(m|Mi)|[A-Z][a-z]+)$/.test(value) ? value : JSON.stringify(value);
}

/** What a setting sets: of two of one place the later one counts. */
export function placeOf(setting: Setting): string {
  const { path, value } = inputOf(setting);
  return setting.kind === 'request' ? `${path} ${value}` : path;
}

/** A word for a shell: `--set`'s argument. */
export function setText(setting: Setting): string {
  const { path, value } = inputOf(setting);
  return `${path}=${value}`;
}

/** Merges two sets of settings; the later one wins. */
export function mergeSettings(below: readonly Setting[], above: readonly Setting[]): Setting[] {
  const byPlace = new Map(below.map((one) => [placeOf(one), one]));
  for (const one of above) byPlace.set(placeOf(one), one);
  return [...byPlace.values()];
}

/** Two sets that say the same have one key. */
export function keyOf(settings: readonly Setting[]): string {
  return settings.map(setText).sort().join('\n');
}

/** A variant that no scenario of these variants has. */
export function freeVariant(known: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'recommended' : `recommended-${count}`;
    if (!known.includes(name)) return name;
  }
}

/**
 * Settings as a variant of a scenario: resources in the platform's patch language, entries of the timeline as they are.
 * '' for none.
 *
 *   minCpu of the container main -> variants: { recommended: { resources: { shop/workload/api: { spec: { containers: [{
 *   name: main, minCpu: 250m }] } } } } }
 */
export function patchText(settings: readonly Setting[], variant: string): string {
  if (settings.length === 0) return '';
  const resources: { [name: string]: Tree | null } = {};
  const timeline: JsonObject[] = [];
  for (const setting of settings) {
    if (setting.kind === 'request') timeline.push(setting.entry);
    else if (setting.kind === 'remove') resources[setting.resource] = null;
    else {
      const { resource, steps, value } = setting;
      const tree = resources[resource] ?? {};
      resources[resource] = tree;
      put(tree, steps, value);
    }
  }
  const changes = {
    ...(Object.keys(resources).length === 0 ? {} : { resources }),
    ...(timeline.length === 0 ? {} : { timeline }),
  };
  return stringify({ variants: { [variant]: changes } }, { lineWidth: 0 });
}

interface Tree {
  [key: string]: Json | Tree | Tree[];
}

function put(tree: Tree, steps: readonly FieldStep[], value: Json): void {
  const [first, second, ...rest] = steps;
  if (typeof first !== 'string') return;
  if (second === undefined) tree[first] = value;
  else if (typeof second === 'string') put(within(tree, first), [second, ...rest], value);
  else {
    const entries = (tree[first] ?? []) as Tree[];
    tree[first] = entries;
    let entry = entries.find((one) => one[second.by] === second.is);
    if (entry === undefined) {
      entry = { [second.by]: second.is };
      entries.push(entry);
    }
    put(entry, rest, value);
  }
}

function within(tree: Tree, key: string): Tree {
  const inner = (tree[key] ?? {}) as Tree;
  tree[key] = inner;
  return inner;
}

function pathOf(resource: string, steps: readonly FieldStep[]): string {
  return steps.reduce<string>(
    (path, step) => `${path}${typeof step === 'string' ? `.${step}` : `[${step.index}]`}`,
    resource,
  );
}
