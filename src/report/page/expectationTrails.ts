/**
 * The evidence for each expectation: the journal entry that decided it, and those that it counts.
 */
import type { Entry } from '../../engine/journal.ts';
import { hour, type Instant } from '../../engine/time.ts';
import { type Expectation, metrics } from '../../platform/expectation.ts';
import { placeOfSubject } from '../fold/fact.ts';
import { covers, isAbout, isLoadMetric, isMoney, movedBy } from '../fold/measure.ts';
import type { ExpectationResult } from '../verdict/expectations.ts';
import { spread } from './findingTrails.ts';
import type { PageVerdictTrail } from './pageData.ts';

const nothing: PageVerdictTrail = { by: null, entries: [] };

/** One for each expectation, in order; empty for money and for rates of requests. @param known in order of `seq` */
export function expectationTrails(
  results: readonly ExpectationResult[],
  known: ReadonlyMap<number, Entry>,
): readonly PageVerdictTrail[] {
  const entries = [...known.values()];
  return results.map((result) => trailOf(result, known, entries));
}

function trailOf(
  { expectation, pass, firstBrokenAt, brokenBy, worstAt }: ExpectationResult,
  known: ReadonlyMap<number, Entry>,
  entries: readonly Entry[],
): PageVerdictTrail {
  const { metric } = expectation;
  if (isMoney(metric) || isLoadMetric(metric)) return nothing;
  const kind = movedBy(metric);
  const scope = new Map<string, boolean>();
  const covered = entries.filter(({ subject: { name } }) => {
    const known = scope.get(name);
    if (known !== undefined) return known;
    const isIn = isCovered(expectation, kind, name);
    scope.set(name, isIn);
    return isIn;
  });
  const about = covered.filter((entry) => isAbout(metric, entry));
  const at = pass ? worstAt : firstBrokenAt;
  const last = at === null ? about.at(-1) : about.findLast((one) => one.at <= at);
  const then = at === null || last?.at === at ? last : saidOf(covered, at);
  const broke = brokenBy === null ? undefined : known.get(brokenBy);
  const { is, unit } = metrics[metric];
  return {
    by: (broke ?? then ?? last)?.seq ?? null,
    entries: is === 'over' && unit === 'count' ? spread(about).map(({ seq }) => seq) : [],
  };
}

/** What was said of a value that changes between entries, as use does: at that instant, or when it was next read. */
function saidOf(covered: readonly Entry[], at: Instant): Entry | undefined {
  const read = covered.find((one) => one.at >= at && one.at <= at + hour && /^(expansion|volume\.full)/.test(one.type));
  return read ?? covered.findLast((one) => one.at === at);
}

/** @param kind of what moves the metric; null: entries about neither a deployment nor a volume */
function isCovered(expectation: Expectation, kind: 'workload' | 'volumeset' | null, subject: string): boolean {
  if (kind === null) return true;
  const place = placeOfSubject(subject) ?? resourceOf(subject);
  return place !== null && place.kind === kind && covers({ ...expectation, at: placeAt(expectation, place) }, place);
}

/** What is said of a workload as a whole is about each of its locations. */
function placeAt({ at }: Expectation, { location }: { readonly location: string }): string | null {
  return location === '' ? null : at;
}

/** `shop/workload/api`: a workload or volume set without a location. */
function resourceOf(subject: string) {
  const [gvc = '', kind = '', name, more] = subject.split('/');
  if (name === undefined || more !== undefined || (kind !== 'workload' && kind !== 'volumeset')) return null;
  return { gvc, kind, name, location: '' } as const;
}
