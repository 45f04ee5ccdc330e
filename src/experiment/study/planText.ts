/**
 * A plan as plain data: the text of a scenario, all that it is read from, and the changes of the plan. Another thread,
 * or another machine, reads the same scenario from it.
 */
import { type Parsed, type ParseOptions, parseScenario, readDocument } from '../../scenario/parse.ts';
import type { Inputs } from '../../scenario/read/inputs.ts';
import { ScenarioReading } from '../../scenario/text/reading.ts';
import type { TreeMap } from '../../scenario/text/tree.ts';

/** What reading a file gave. */
export type FileText = string | { readonly error: string };

export interface PlanText {
  /** The scenario's file, as problems name it. */
  readonly file: string;
  readonly text: string;
  /** Every other file that was read, by path: includes, traces, price books. */
  readonly files: { readonly [path: string]: FileText };
  /** What each pattern of file names found. */
  readonly lists: { readonly [pattern: string]: readonly string[] };
  readonly variants: readonly string[];
  readonly set: readonly { readonly path: string; readonly value: string }[];
  readonly assume: { readonly [name: string]: unknown };
  /** Null: the file's. */
  readonly seed: string | null;
}

/** Changes that make a plan of a scenario; they come after those of the command line. */
export interface PlanChanges {
  readonly variants?: readonly string[];
  readonly set?: readonly { readonly path: string; readonly value: string }[];
  readonly assume?: { readonly [name: string]: unknown };
  /** The file of a price book; paths of files are relative to where the scenario's own is. */
  readonly prices?: string | null;
}

/** The inputs of the command line, with the changes of a plan after them: first its prices, then what it sets. */
export function inputsWith(
  { variants = [], set = [], assume = {} }: Pick<Inputs, 'variants' | 'set' | 'assume'>,
  changes: PlanChanges,
): Required<Pick<Inputs, 'variants' | 'set' | 'assume'>> {
  const { prices = null } = changes;
  const book = prices === null ? [] : [{ path: 'prices', value: JSON.stringify(prices) }];
  return {
    variants: [...variants, ...(changes.variants ?? [])],
    set: [...set, ...book, ...(changes.set ?? [])],
    assume: { ...assume, ...changes.assume },
  };
}

/** Reads a plan once with the files of this machine. @returns the plan with all texts, and what parsing found */
export function capturePlan(
  text: string,
  options: ParseOptions,
  changes: PlanChanges = {},
): { readonly plan: PlanText; readonly parsed: Parsed } {
  const files: { [path: string]: FileText } = {};
  const lists: { [pattern: string]: readonly string[] } = {};
  const { read = () => ({ error: 'there are no other files' }), list = () => [] } = options;
  const plan = {
    file: options.file,
    text,
    files,
    lists,
    ...inputsWith(options, changes),
    seed: options.seed ?? null,
  };
  const parsed = parseScenario(text, {
    ...inputsOf(plan),
    read: (path) => {
      const found = read(path);
      files[path] = found;
      return found;
    },
    list: (pattern, from) => {
      const found = list(pattern, from);
      lists[pattern] = found;
      return found;
    },
  });
  return { plan, parsed };
}

/**
 * Reads a captured plan again, with nothing but its own texts.
 *
 * @param replication whose parameters are drawn; default: that of the file
 */
export function parsePlan(plan: PlanText, replication?: number): Parsed {
  return parseScenario(plan.text, { ...parseOptionsOf(plan), ...(replication === undefined ? {} : { replication }) });
}

/** A plan with more changes; they come after its own. */
export function changedPlan(plan: PlanText, changes: PlanChanges): PlanText {
  return { ...plan, ...inputsWith(plan, changes) };
}

/** The document of a captured plan, with all its changes and the parameters of its replication; null: it is no map. */
export function documentOf(plan: PlanText): TreeMap | null {
  const options = parseOptionsOf(plan);
  return readDocument(plan.text, options, new ScenarioReading(options))?.root ?? null;
}

/** How a captured plan is parsed: with nothing but its own texts. */
export function parseOptionsOf(plan: PlanText): ParseOptions {
  return {
    ...inputsOf(plan),
    read: (path) => plan.files[path] ?? { error: 'it was not read before' },
    list: (pattern) => plan.lists[pattern] ?? [],
  };
}

function inputsOf({ file, variants, set, assume, seed }: PlanText): ParseOptions {
  return { file, variants, set, assume, ...(seed === null ? {} : { seed }) };
}
