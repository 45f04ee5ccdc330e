/**
 * What stands behind each finding: how often and when it happened, the entries that tell of it, and those that tell why
 * it came to that.
 */

import type { Entry } from '../../engine/journal.ts';
import { day, type Instant, instantFromIso } from '../../engine/time.ts';
import type { Happening, Happenings } from '../fold/page/happenings.ts';
import type { ReportFinding } from '../verdict/reportFinding.ts';
import type { PageTrail } from './pageData.ts';

/** So many entries of a finding are enough to see what they have in common. */
const entriesMost = 12;

/** Of what led up to it: the last refusals, and the expansions that used up what was allowed in a day. */
const refusalsMost = 2;
const expansionsMost = 4;

/** What the entries of a kind of finding are; of any other kind they are those of its instant. */
const told: { readonly [kind: string]: Happening | undefined } = {
  'executions-failed': 'execution.failed',
  'executions-skipped': 'execution.skipped',
  'executions-deadline': 'execution.removed',
  'executions-invalid': 'execution.invalid',
  'replicas-evicted': 'replica.evicted',
  'rollout-stalled': 'rollout.stalled',
  'volume-full': 'volume.full',
  'volume-refused': 'expansion.refused',
};

/** One for each finding, in their order; without entries where no journal is kept. @param known in order of `seq` */
export function findingTrails(
  findings: readonly ReportFinding[],
  happenings: Happenings,
  known: ReadonlyMap<number, Entry>,
): readonly PageTrail[] {
  const entries = [...known.values()];
  return findings.map((finding): PageTrail => {
    const type = told[finding.kind];
    if (type === undefined) return { happened: null, entries: seqsOf(ofInstant(finding, entries)), before: [] };
    const own = entries.filter(
      (entry) =>
        entry.type === type &&
        entry.subject.name === finding.subject &&
        (type !== 'execution.removed' || entry.data['why'] === 'deadline'),
    );
    const first = own[0];
    return {
      happened: happenings.of(type, finding.subject),
      entries: seqsOf(spread(own)),
      before: first === undefined || !finding.kind.startsWith('volume-') ? [] : seqsOf(growthBefore(first, entries)),
    };
  });
}

/**
 * Of the instant of a finding, about its subject or what that is a part of; those that cite its rule, where some do.
 */
function ofInstant({ at, subject, rule }: ReportFinding, entries: readonly Entry[]): readonly Entry[] {
  if (at === null) return [];
  const instant = instantFromIso(at);
  const about = entries.filter(
    (entry) => entry.at === instant && (subject === '' || isOfSame(entry.subject.name, subject)),
  );
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

/** Why a volume did not grow: the refusals before it, and the expansions of the day before them. */
function growthBefore(first: Entry, entries: readonly Entry[]): readonly Entry[] {
  const own = entries.filter(({ subject, seq }) => subject.name === first.subject.name && seq <= first.seq);
  const refusals = own.filter(({ type, seq }) => type === 'expansion.refused' && seq < first.seq).slice(-refusalsMost);
  const until: Instant = refusals.at(-1)?.at ?? first.at;
  const expansions = own.filter(({ type, at }) => type === 'volume.expanded' && at <= until && at > until - day);
  return [...expansions.slice(-expansionsMost), ...refusals];
}

/** All of a few; of many the first ones, and some from then until the last one. */
function spread(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length <= entriesMost) return entries;
  const half = entriesMost / 2;
  const step = (entries.length - 1 - half) / (entriesMost - 1 - half);
  return entries.filter((_, i) => i < half || Math.round(Math.round((i - half) / step) * step) === i - half);
}

function seqsOf(entries: readonly Entry[]): number[] {
  return entries.map(({ seq }) => seq);
}
