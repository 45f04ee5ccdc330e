/**
 * Parses a scenario's text to a `Scenario`: merges files into one document, applies inputs, checks its shape, then its
 * meaning.
 */

import { exampleDocument } from '../platform/metering/exampleDocument.ts';
import { resolveAssumptions, timings } from '../rules/resolveAssumptions.ts';
import { warnOfFreeRequests } from './lint/costs.ts';
import { warnOfCrons } from './lint/crons.ts';
import { warnOfFirewalls } from './lint/firewalls.ts';
import { warnOfIdle } from './lint/idle.ts';
import { warnOfIdleAssumptions } from './lint/idleAssumptions.ts';
import { warnOfReplaced } from './lint/replacedParts.ts';
import { warnOfConditions } from './lint/retries.ts';
import { warnOfScalers } from './lint/scalers.ts';
import { checkTriggers } from './lint/triggers.ts';
import { pricedIn } from './lint/unknownPriceNames.ts';
import { warnOfUnused, warnOfUnusedParameters } from './lint/unused.ts';
import type { Parameter } from './params/parameter.ts';
import { type Substituted, withParameters } from './params/substitution.ts';
import { readGuessed } from './path/guessed.ts';
import { warnOfAmounts } from './read/amounts.ts';
import { assumptionsGiven } from './read/assumptionsGiven.ts';
import { readBehaviours } from './read/behaviours.ts';
import { readDemand } from './read/demand/demand.ts';
import { demandPeaks } from './read/demand/demandPeak.ts';
import { readExpectations } from './read/expectation.ts';
import { checkFleet } from './read/fleet.ts';
import { applyInputs, type Inputs } from './read/inputs.ts';
import { loadScenario } from './read/load.ts';
import { withManifests } from './read/manifests.ts';
import { entriesOf, listOf, namesOf } from './read/names.ts';
import { checkOwnLines } from './read/ownLines.ts';
import { readPrices } from './read/prices.ts';
import { readPrincipals, warnOfUnknownPrincipals } from './read/principals.ts';
import { readQuotas } from './read/quotas.ts';
import { readResources } from './read/resources.ts';
import { warnOfServices } from './read/services.ts';
import {
  readInstallation,
  readLocations,
  readName,
  readOrg,
  readPeriod,
  replicationOf,
  seedOf,
} from './read/settings.ts';
import { readTimeline } from './read/timeline.ts';
import { readWindow } from './read/window.ts';
import { checkZone } from './read/zones.ts';
import type { Scenario } from './scenario.ts';
import { type AppliedParts, checkShape, scalarText } from './shape/shape.ts';
import { prefixOf, withPrefix } from './text/prefix.ts';
import { inReadingOrder, type Problem } from './text/problem.ts';
import { type Files, relativeTo, ScenarioReading } from './text/reading.ts';
import { isMap, type TreeMap } from './text/tree.ts';
import { mergeVariants, patchResources, takenVariants, variantNames } from './variants.ts';

/**
 * `file`: the name of the file the text came from, as problems show it; other files are found relative to it. `read`
 * gives another file's text (without it other files cannot be read), `list` the files that a glob finds, both by paths
 * relative to where `file` is relative to. `variants`, `set`, `assume`, `seed` and `replication` are applied to the
 * document, as `mergeVariants` and `applyInputs` say.
 */
export interface ParseOptions extends Files, Inputs {
  readonly file: string;
}

export interface Parsed {
  /** null exactly if a problem is an error. */
  readonly scenario: Scenario | null;
  /** In reading order; warnings stand beside a good scenario. */
  readonly problems: readonly Problem[];
  /** Texts by file, for code frames; inputs are the lines of `--set`, `--assume`, `--seed` and `--replication`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads a scenario: all problems at once, with their places. Never throws, whatever the text. */
export function parseScenario(text: string, options: ParseOptions): Parsed {
  const reading = new ScenarioReading(options);
  const scenario = readScenario(text, options, reading)?.scenario ?? null;
  const problems = inReadingOrder(reading.problems, options.file);
  return { scenario: reading.hasErrors ? null : scenario, problems, texts: reading.texts };
}

/** A document before its shape is checked, with the names of its variants: all, and those that are applied. */
interface ReadDocument extends Substituted {
  /** The document before parameters have their values: the same in each replication. */
  readonly template: TreeMap;
  /** Names of the GVCs that its manifests use and none of them has. */
  readonly madeGvcs: readonly string[];
  readonly known: readonly string[];
  readonly variants: readonly string[];
}

/**
 * The scenario as one document, not checked yet: files that it includes, manifests, variants and inputs are merged into
 * it, then parameters have their values.
 */
export function readDocument(text: string, options: ParseOptions, reading: ScenarioReading): ReadDocument | null {
  const loaded = loadScenario(text, options.file, reading);
  if (loaded === null) return null;
  const known = variantNames(loaded);
  const variants = takenVariants(loaded, options.variants ?? [], reading);
  const merged = withManifests(mergeVariants(loaded, variants, reading), reading);
  const patched = patchResources(merged.root, variants, options, reading);
  const changed = applyInputs(patched, options, reading);
  const draws = { seed: seedOf(changed), replication: replicationOf(changed) };
  const substituted = withParameters(changed, options.file, draws, reading);
  const root = withPrefix(substituted.root, prefixOf(patched), reading.places);
  return { ...substituted, root, template: changed, madeGvcs: merged.madeGvcs, known, variants };
}

/** A scenario, and the document that it was read from, without the parts that have not their shape. */
export interface ScenarioOfDocument {
  readonly scenario: Scenario;
  readonly root: TreeMap;
  /** The same document before parameters have their values. */
  readonly template: TreeMap;
}

/**
 * Reads a scenario into a reading, which has the problems; with an error among them the scenario is not to be run.
 *
 * @param studies names of studies that are read afterwards: in the others a mistake of shape is a warning
 * @returns null if the text is no document
 */
export function readScenario(
  text: string,
  options: ParseOptions,
  reading: ScenarioReading,
  studies: AppliedParts['studies'] = [],
): ScenarioOfDocument | null {
  const document = readDocument(text, options, reading);
  if (document === null) return null;
  const root = checkShape(document.root, { variants: document.variants, studies }, reading);
  return { scenario: scenarioOf(root, document, options, reading), root, template: document.template };
}

function scenarioOf(
  root: TreeMap,
  { madeGvcs, known, variants, parameters, used, unused }: ReadDocument,
  options: ParseOptions,
  reading: ScenarioReading,
): Scenario {
  bringFiles(root, reading);

  const timing = timings.find((one) => one === root.timing) ?? 'measured';
  const { assumptions, findings } = resolveAssumptions(isMap(root.assumptions) ? root.assumptions : {}, timing);
  for (const { path, rule, message, severity, atKey = false } of findings)
    reading.complain(root, path, { code: 'bad-assumption', rule, message, severity, atKey });
  const org = readOrg(root, reading);
  const prefix = prefixOf(root);
  const gbBytes = assumptions['unit.gb'];
  const names = namesOf(root);
  const whole = readPeriod(root, reading);
  checkZone(root, assumptions, whole, reading);
  const window = readWindow(root, ['window'], whole, reading);
  const period = whole === null || window === null ? whole : { start: whole.start, end: window.until };
  const usage = { reading, period, gbBytes, mayAdd: false };
  const quotas = readQuotas(root, gbBytes, reading);
  const principals = readPrincipals(root, org, reading);
  const demand = readDemand(root, { reading, names, assumptions, period, window });
  const behaviours = readBehaviours(root, names, usage);
  const demandsMoreThan = demandPeaks(root, { demand, behaviours, period });
  const timeline = readTimeline(root, { reading, period, org, assumptions, names, usage });
  const judged = { org, prefix, assumptions, quotas, principals, demandsMoreThan, timeline, names, reading };
  const resources = readResources(root, judged);
  warnOfCrons(root, assumptions, reading);
  warnOfConditions(root, assumptions, reading);
  checkFleet(root, assumptions, reading);
  warnOfFirewalls(root, { org, names, assumptions, demand, reading });
  warnOfScalers(root, assumptions, reading);
  checkTriggers(root, names, assumptions, reading);
  checkOwnLines(root, names, reading);
  warnOfServices(root, names, reading);
  warnOfIdle(root, { org, names, assumptions, reading });
  warnOfReplaced(root, names, reading);
  warnOfAmounts(root, reading);
  warnOfFreeRequests(root, demand, names, reading);
  const prices = readPrices(root, { reading, period, org, priced: pricedIn(root) });
  // A book that cannot be read may be in any currency.
  const hasNone = root.prices === undefined && !reading.hasBreach(root, ['prices']);
  const currency = hasNone ? exampleDocument.currency : (prices?.book.currency ?? null);
  warnOfUnknownPrincipals(root, timeline, { org, resources, principals, reading });
  const { file } = options;
  warnOfUnusedParameters(root, { file, used, unused }, reading);
  warnOfUnused(root, { file, names, principals, reading });
  warnOfIdleAssumptions(root, { file, names, assumptions, reading });
  return {
    name: readName(root, options.file, variants, reading),
    description: typeof root.description === 'string' ? root.description : '',
    start: period?.start ?? 0,
    end: period?.end ?? 0,
    window,
    seed: seedOf(root),
    replication: replicationOf(root),
    guessed: readGuessed(root, reading),
    leftOut: leftOut(reading.problems, options.file),
    parameters: parameters.map(({ scalar: _, ...parameter }): Parameter => parameter),
    org,
    timing,
    prefix,
    installation: readInstallation(root),
    locations: readLocations(root, assumptions, reading),
    principals,
    quotas,
    resources,
    madeGvcs,
    behaviours,
    demand,
    timeline,
    session: typeof root.session === 'number' ? Math.min(root.session, listOf(root.timeline).length) : null,
    assumptions,
    assumptionsGiven: assumptionsGiven(root.assumptions),
    variants: { known, taken: variants },
    changes: (options.set ?? []).map(({ path, value }) => `${path}=${value}`),
    prices: prices?.book ?? null,
    pricePlaces: prices?.places ?? new Map(),
    expect: readExpectations(root, { names, gbBytes, currency, reading }),
    files: [...reading.texts.keys()]
      .filter((file) => !file.startsWith('--'))
      .sort((a, b) => rank(a, options.file) - rank(b, options.file) || (a < b ? -1 : 1)),
  };
}

/** Gives the reading what the scenario itself has of other files. */
export function bringFiles(root: TreeMap, reading: ScenarioReading): void {
  const given = entriesOf(root.files).map(([path, text]): [string, string] => {
    return [relativeTo(reading.places.file(root, ['files', path]), path), scalarText(text)];
  });
  reading.bring(new Map(given));
}

/** The files of templates that were left out, from the folder of the scenario, in their order. */
function leftOut(problems: readonly Problem[], file: string): readonly string[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const files = problems.flatMap((one) => (one.code === 'template' && one.severity === 'warning' ? [one.file] : []));
  return [...new Set(files)].map((one) => (one.startsWith(folder) ? one.slice(folder.length) : one));
}

function rank(file: string, first: string): number {
  return file === first ? 0 : 1;
}
