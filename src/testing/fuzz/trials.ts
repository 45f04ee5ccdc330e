/**
 * What `svcsim fuzz` tries: a sequence of scenarios, scenarios that must be refused, and sessions, all of which a seed
 * decides. The number of a trial alone decides it, so several threads can share the work.
 */
import fc from 'fast-check';
import { hash32 } from '../../engine/hash.ts';
import { assumptionValues } from '../arbitraries/assumptions.ts';
import { scenariosUnderLoad } from '../arbitraries/loadScenarios.ts';
import { nearValidScenarios } from '../arbitraries/nearValid.ts';
import { scenariosWithRequests } from '../arbitraries/requestScenarios.ts';
import { scenarios } from '../arbitraries/scenarios.ts';
import { scenarioWith } from '../arbitraries/scenarioWith.ts';
import type { ScenarioDocument } from '../document.ts';
import { sessionCommands } from '../model/commands.ts';
import { type Corner, corners } from '../reached.ts';

/** One thing that is tried. */
export type FuzzTrial =
  | { readonly kind: 'scenario'; readonly source: string; readonly document: ScenarioDocument }
  | {
      readonly kind: 'refused';
      readonly source: string;
      readonly document: ScenarioDocument;
      /** The rule or assumption that alone must refuse it. */
      readonly rule: string;
    }
  | { readonly kind: 'session'; readonly source: string; readonly commands: readonly string[] };

type TrialArbitrary = fc.Arbitrary<FuzzTrial>;

const cornerNames = Object.keys(corners) as Corner[];

/** @param source what a report calls trials of this kind */
function tried(source: string, documents: fc.Arbitrary<ScenarioDocument>): TrialArbitrary {
  return documents.map((document): FuzzTrial => ({ kind: 'scenario', source, document }));
}

const oneOf = cornerNames.map((corner) => tried('one situation', scenarioWith({ corners: [corner], size: 'small' })));
const twoOf = cornerNames.map((corner) =>
  tried(
    'two situations',
    fc.constantFrom(...cornerNames).chain((other) => scenarioWith({ corners: [corner, other], size: 'small' })),
  ),
);
const otherReadingsOf = cornerNames.map((corner) =>
  tried('other assumptions', scenarioWith({ corners: [corner], size: 'small', assumptions: assumptionValues() })),
);

const underLoad = tried('load', scenariosUnderLoad);
const withRequests = tried('requests', scenariosWithRequests);
const small = tried('small', scenarioWith({ size: 'small' }));
const bursts = tried('bursts', scenarios({ hours: [2, 4, 9] }));
const calm = tried('calm', scenarios({ hours: [2, 4], isCalm: true }));
const long = tried('long', scenarios({ hours: [27, 50], workloadsMax: 2 }));
const nearValid = nearValidScenarios().map(({ document, rule }): FuzzTrial => {
  return { kind: 'refused', source: 'wrong by one rule', document, rule };
});
const sessions = sessionCommands(25).map((commands): FuzzTrial => {
  return { kind: 'session', source: 'session', commands: [...commands].map(String) };
});

/**
 * Their order. Situations come most often, each in its turn: a fault shows where something happens, and of the plain
 * scenarios only one in some tens reaches a given situation. Load, requests and long ones are rarer because they take
 * most time.
 */
const turns: readonly (TrialArbitrary | readonly TrialArbitrary[])[] = [
  oneOf,
  nearValid,
  oneOf,
  underLoad,
  twoOf,
  oneOf,
  nearValid,
  bursts,
  oneOf,
  sessions,
  otherReadingsOf,
  oneOf,
  withRequests,
  twoOf,
  nearValid,
  oneOf,
  small,
  underLoad,
  oneOf,
  calm,
  otherReadingsOf,
  oneOf,
  long,
];

/** How many turns before each one are about situations, and how many there are in all. */
const situationsBefore = turns.map((_, at) => turns.slice(0, at).filter((turn) => 'length' in turn).length);
const situationTurns = turns.filter((turn) => 'length' in turn).length;

/** The trial with this number, from 0. Equal seeds and numbers give equal trials on every machine. */
export function trialAt(seed: string, index: number): FuzzTrial {
  const at = index % turns.length;
  const turn = turns[at] ?? small;
  const situation = Math.floor(index / turns.length) * situationTurns + (situationsBefore[at] ?? 0);
  const arbitrary = 'length' in turn ? (turn[situation % turn.length] ?? small) : turn;
  const [trial] = fc.sample(arbitrary, { seed: hash32(`${seed}/${index}`), numRuns: 1 });
  if (trial === undefined) throw new Error(`no trial ${index} of seed ${seed}`);
  return trial;
}
