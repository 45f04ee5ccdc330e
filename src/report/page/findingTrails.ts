/**
 * The evidence for each finding: how often and when it happened, its journal entries, and the entries that led to it.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Entry } from '../../engine/journal.ts';
import { day, type Instant, instantFromIso } from '../../engine/time.ts';
import type { CountedType, OccurrenceCounts } from '../fold/page/occurrences.ts';
import type { ReportFinding } from '../verdict/reportFinding.ts';
import type { PageTrail } from './pageData.ts';

/** Maximum entries for a finding: enough to see what they have in common. */
const entriesMost = 12;

/** Maximum preceding entries: the last refusals, and the expansions that used up the 24-hour limit. */
const refusalsMost = 2;
const expansionsMost = 4;

/** The entry type of each kind of finding; other kinds show the entries of their instant. */
const told: { readonly [kind: string]: CountedType | undefined } = {
  'executions-failed': 'execution.failed',
  'executions-skipped': 'execution.skipped',
  'executions-deadline': 'execution.removed',
  'executions-invalid': 'execution.invalid',
  'replicas-evicted': 'replica.evicted',
  'rollout-stalled': 'rollout.stalled',
  'volume-full': 'volume.full',
  'volume-refused': 'expansion.refused',
};

/** One trail for each finding, in order; without entries if no journal is stored. @param known in order of `seq` */
export function findingTrails(
  findings: readonly ReportFinding[],
  occurrences: OccurrenceCounts,
  known: ReadonlyMap<number, Entry>,
): readonly PageTrail[] {
  const entries = [...known.values()];
  const bySubject = grouped(entries, ({ subject }) => subject.name);
  return findings.map((finding): PageTrail => {
    const type = told[finding.kind];
    if (type === undefined) {
      const named = known.get(finding.entry ?? 0);
      const own = named === undefined ? ofInstant(finding, entries) : [named];
      return { happened: null, entries: seqsOf(own), before: [] };
    }
    const about = bySubject.get(finding.subject) ?? [];
    const own = about.filter(
      (entry) => entry.type === type && (type !== 'execution.removed' || entry.data['why'] === 'deadline'),
    );
    const first = own[0];
    return {
      happened: occurrences.of(type, finding.subject),
      entries: seqsOf(spread(own)),
      before: first === undefined || !finding.kind.startsWith('volume-') ? [] : seqsOf(growthBefore(first, about)),
    };
  });
}

/**
 * As many trails as the limit allows say when it happened, in their order; the others do not, but for their entries.
 *
 * @param daysMax of all trails together
 */
export function trailsWithin(
  trails: readonly PageTrail[],
  daysMax: number,
): { readonly trails: readonly PageTrail[]; readonly leftOut: number } {
  let days = 0;
  let leftOut = 0;
  const within = trails.map((trail): PageTrail => {
    days += trail.happened?.days.length ?? 0;
    if (trail.happened === null || days <= daysMax) return trail;
    leftOut += 1;
    return { ...trail, happened: null };
  });
  return { trails: within, leftOut };
}

/**
 * The entries at the instant of a finding about its subject: that of its cause, else those that cite its rule, if any
 * do.
 */
function ofInstant({ at: first, subject, rule, cause }: ReportFinding, entries: readonly Entry[]): readonly Entry[] {
  const at = cause?.at ?? first;
  if (at === null) return [];
  const instant = instantFromIso(at);
  const about = entries.filter(
    (entry) => entry.at === instant && (subject === '' || isOfSame(entry.subject.name, subject)),
  );
  const began = about.filter(({ type }) => type === cause?.type);
  if (began.length > 0) return spread(began);
  const decided = about.filter(
    ({ reason }) => rule !== null && (reason.rules.includes(rule) || reason.assumptions.includes(rule)),
  );
  return spread(decided.length > 0 ? decided : about);
}

/**
 * `shop/workload/web` of `shop/workload/web@aws-us-east-1/0`, and the other way round; a command's path names whom it
 * was for, too.
 */
function isOfSame(one: string, other: string): boolean {
  const within = (part: string, whole: string): boolean =>
    part === whole || part.startsWith(`${whole}@`) || part.startsWith(`${whole}/`);
  return within(one, other) || within(other, one);
}

/**
 * Why a volume did not grow: the refusals before it, and the expansions of the day before them.
 *
 * @param about the entries of its subject
 */
function growthBefore(first: Entry, about: readonly Entry[]): readonly Entry[] {
  const own = about.filter(({ seq }) => seq <= first.seq);
  const refusals = own.filter(({ type, seq }) => type === 'expansion.refused' && seq < first.seq).slice(-refusalsMost);
  const until: Instant = refusals.at(-1)?.at ?? first.at;
  const expansions = own.filter(({ type, at }) => type === 'volume.expanded' && at <= until && at > until - day);
  return [...expansions.slice(-expansionsMost), ...refusals];
}

/** All entries if they are few; otherwise the first ones, and some up to the last, evenly spread. */
export function spread(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length <= entriesMost) return entries;
  const half = entriesMost / 2;
  const step = (entries.length - 1 - half) / (entriesMost - 1 - half);
  return entries.filter((_, i) => i < half || Math.round(Math.round((i - half) / step) * step) === i - half);
}

function seqsOf(entries: readonly Entry[]): number[] {
  return entries.map(({ seq }) => seq);
}
