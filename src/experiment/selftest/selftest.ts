/**
 * The self-test: the engine and the request path against closed forms, and answers that must be exact.
 */
import type { ChanceResult, ExactResult, SelftestDocument } from '../../report/selftest/selftestDocument.ts';
import { selftestSentence } from '../../report/selftest/selftestWords.ts';
import type { StudyProgress } from '../study/steps.ts';
import type { ChanceCheck } from './chanceCheck.ts';
import { chanceChecks, exactChecks, isAsked } from './checks.ts';
import type { ExactCheck } from './exactCheck.ts';
import type { SelftestJob, SelftestPart, SelftestRunner } from './jobs.ts';
import { criticalScore, falseAlarm, judge, shownConfidence } from './judge.ts';

/** What a self-test is asked. */
export interface SelftestQuestion {
  readonly seed: string;
  /** Names of checks (`isAsked`); empty: all. */
  readonly only: readonly string[];
}

/** Replications of one job: few enough for a smooth progress bar, enough to read the scenario once for many. */
const jobReplications = 20;

/**
 * Performs the self-test in parts, and judges each check. The document depends on the question alone, not on the order
 * of the parts or on the threads that perform them.
 *
 * A check that is asked for alone is judged as strictly as with all others.
 */
export async function* selftest(
  { seed, only }: SelftestQuestion,
  runner: SelftestRunner,
): AsyncGenerator<StudyProgress, SelftestDocument> {
  const isWanted = (check: ChanceCheck | ExactCheck): boolean =>
    only.length === 0 || only.some((name) => isAsked(check, name));
  const [chance, exact] = [chanceChecks.filter(isWanted), exactChecks.filter(isWanted)];
  const jobs: SelftestJob[] = [
    ...chance.flatMap(({ id, sampling }) =>
      chunksOf(sampling.replications).map((chunk) => ({ seed, check: id, ...chunk })),
    ),
    ...exact.map(({ id }) => ({ seed, check: id, from: 0, count: 1 })),
  ];
  const parts: SelftestPart[] = [];
  yield { done: 0, of: jobs.length };
  for await (const part of runner.run(jobs)) {
    parts.push(part);
    yield { done: parts.length, of: jobs.length };
  }
  parts.sort((a, b) => a.from - b.from);
  const critical = criticalScore(chanceChecks.length);
  const results = {
    seed,
    chance: chance.map((check) => chanceResult(check, partsOf(parts, check), critical)),
    exact: exact.map((check) => exactResult(check, partsOf(parts, check))),
  };
  return {
    schema: 'svcsim/selftest/1',
    sentence: selftestSentence(results),
    verdict: [...results.chance, ...results.exact].every(({ holds }) => holds) ? 'pass' : 'fail',
    seed,
    falseAlarm,
    criticalScore: critical,
    confidence: shownConfidence,
    chance: results.chance,
    exact: results.exact,
  };
}

function chunksOf(replications: number): Pick<SelftestJob, 'from' | 'count'>[] {
  const chunks: Pick<SelftestJob, 'from' | 'count'>[] = [];
  for (let from = 0; from < replications; from += jobReplications)
    chunks.push({ from, count: Math.min(jobReplications, replications - from) });
  return chunks;
}

function partsOf(parts: readonly SelftestPart[], { id }: { readonly id: string }): SelftestPart[] {
  return parts.filter(({ check }) => check === id);
}

/** What runs of a check found. @param parts in the order of their replications */
function chanceResult(check: ChanceCheck, parts: readonly SelftestPart[], critical: number): ChanceResult {
  const { id, chapter, title, formula, source, constants, unit, sampling } = check;
  const theory = check.theory(constants);
  const subject = { id, chapter, title, formula, source, constants, unit, ...sampling, theory };
  const failed = failureIn(parts);
  const nothing = { value: null, low: null, high: null, standardError: null, score: null, findsShare: null };
  if (failed !== null) return { ...subject, ...nothing, holds: false, failed };
  const values = parts.flatMap((part) => (part.kind === 'values' ? part.values : []));
  return { ...subject, ...judge(values, theory, critical) };
}

/** What an exact check found. */
export function exactResult(check: ExactCheck, parts: readonly SelftestPart[]): ExactResult {
  const { id, chapter, title, formula, source, constants } = check;
  const subject = { id, chapter, title, formula, source, constants };
  const [part] = parts;
  if (part?.kind !== 'exact')
    return { ...subject, expected: '', found: null, holds: false, failed: failureIn(parts) ?? 'it was not performed' };
  const { expected, found } = part;
  return { ...subject, expected, found, holds: expected === found };
}

function failureIn(parts: readonly SelftestPart[]): string | null {
  for (const part of parts) if (part.kind === 'failed') return part.message;
  return null;
}
