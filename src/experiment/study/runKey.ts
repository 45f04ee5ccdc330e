/**
 * The key of a run: two runs with the same key give the same results, so one of them is enough.
 *
 * What changes no result is left out: comments and the order of keys, names and descriptions, expectations, studies,
 * and variants that the plan does not apply. A plan is the same, whether a variant or `--set` makes it.
 */
import { digest, sha256Hex } from '../../engine/digest.ts';
import { byCodeUnits } from '../../platform/api/document/json.ts';
import { type ParseOptions, readDocument } from '../../scenario/parse.ts';
import { seedOf } from '../../scenario/read/settings.ts';
import { pathFrom } from '../../scenario/text/digest.ts';
import { relativeTo, ScenarioReading } from '../../scenario/text/reading.ts';
import type { TreeMap } from '../../scenario/text/tree.ts';
import type { PlanText } from './planText.ts';

/** Names a run of a plan, the same in every study. */
export type RunKeyOf = (plan: PlanText, replication: number) => string;

/**
 * Top-level keys that change no result of a run that is only measured; variants are applied already. The seed and the
 * replication are a part of the key of their own.
 */
const without: readonly string[] = [
  'name',
  'description',
  'expect',
  'studies',
  'variants',
  '$schema',
  'seed',
  'replication',
];

/**
 * Makes keys for runs of this build of svcsim: SHA-256, in hex, of the whole document after the plan's changes, the
 * contents of the files that a run reads besides it (traces, price books), `seed/replication`, and the build.
 *
 * Files that are merged into the document (`include`, `manifests`) count by what they say there, not by their text, and
 * by their paths, because paths in them are relative. Paths count from the scenario's folder, so a folder may move.
 *
 * @param build names the code: results of another build are other results
 */
export function runKeys(build: string): RunKeyOf {
  return keysOf(build, ({ digest: whole }) => whole);
}

/**
 * Keys of runs with any prices: plans that differ in their price book alone have the same one. Compare them only within
 * one program.
 */
export function unpricedRunKeys(): RunKeyOf {
  return keysOf('', ({ unpriced }) => unpriced);
}

/** Plans that were read: a store, a queue and a runner ask for keys of the same ones. */
const known = new WeakMap<PlanText, ReadPlan>();

function keysOf(build: string, digestOf: (plan: ReadPlan) => string): RunKeyOf {
  // A plan may have hundreds of files, and a hundred plans share them.
  const contents = new Map<string, string>();
  const contentDigest = (text: string): string => {
    const found = contents.get(text) ?? sha256Hex(text);
    contents.set(text, found);
    return found;
  };
  return (plan, replication) => {
    const found = known.get(plan) ?? readPlan(plan, contentDigest);
    known.set(plan, found);
    return sha256Hex(`${build}\n${digestOf(found)}\n${found.seed}/${replication}`);
  };
}

/** What is hashed of a plan; of its parameters, their distributions. */
interface ReadPlan {
  readonly digest: string;
  /** Without its prices, and the file that holds them. */
  readonly unpriced: string;
  readonly seed: string;
}

function readPlan(plan: PlanText, contentDigest: (text: string) => string): ReadPlan {
  // In the order of reading.
  const merged = new Set<string>();
  const { file, variants, set, assume, seed } = plan;
  const options: ParseOptions = {
    file,
    variants,
    set,
    assume,
    ...(seed === null ? {} : { seed }),
    read: (path) => {
      merged.add(path);
      return plan.files[path] ?? { error: 'it was not read before' };
    },
    list: (pattern) => plan.lists[pattern] ?? [],
  };
  const reading = new ScenarioReading(options);
  const document = readDocument(plan.text, options, reading);
  const template = document?.template ?? {};
  const files = Object.entries(plan.files)
    .filter(([path]) => !merged.has(path))
    .map(([path, text]) => ({
      path,
      line: `${contentDigest(typeof text === 'string' ? text : text.error)}  ${pathFrom(file, path)}`,
    }));
  const book = document === null ? null : priceFileOf(document.root, reading);
  const digestWithout = (left: readonly string[], except: string | null): string =>
    digest({
      document: document === null ? plan.text : counted(template, left),
      // In included files `${name}` is no parameter, which the template does not tell.
      example: document === null || template.params === undefined ? null : counted(document.root, left),
      merged: [...merged].map((path) => pathFrom(file, path)),
      files: files
        .filter(({ path }) => path !== except)
        .map(({ line }) => line)
        .sort(byCodeUnits),
    });
  return {
    digest: digestWithout(without, null),
    unpriced: digestWithout([...without, 'prices'], book),
    seed: seedOf(template),
  };
}

/** The file of the prices; null: they stand in the document, or are the built-in ones. */
function priceFileOf(root: TreeMap, reading: ScenarioReading): string | null {
  return typeof root.prices === 'string' ? relativeTo(reading.places.file(root, ['prices']), root.prices) : null;
}

/** The part of a document that counts. */
function counted(root: TreeMap, left: readonly string[]): TreeMap {
  return Object.fromEntries(Object.entries(root).filter(([key]) => !left.includes(key)));
}
