/** Laws that compare a journal with what the scenario's documents state: graces, retentions, capacities. */
import type { Distribution } from '../../engine/distribution.ts';
import type { Entry } from '../../engine/journal.ts';
import { day, hour, isoFromInstant, minute, second } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { ResourceDocument, ScenarioDocument } from '../document.ts';
import { violationAt, violationText } from '../invariants/invariant.ts';
import { holds, type Law, skipped, type Verdict } from './law.ts';

/** ROLL-11: nothing that terminates outlives its grace period, but for what stays of a removed execution. */
export const goneWithinGrace: Law = {
  id: 'goneWithinGrace',
  rules: ['ROLL-11'],
  sentence:
    'A replica is gone at the end of its `terminationGracePeriodSeconds` at the latest; that of a removed execution stays for `cron.removed.termination` more.',
  judge: ({ document, scenario, ended }) => {
    const ofSilent = scenario.assumptions['fields.defaults.terminationGracePeriodSeconds'];
    const stays = longestOf(scenario.assumptions['cron.removed.termination']);
    const graces = new Map(
      document.resources
        .filter(({ kind }) => kind === 'workload')
        .map((one) => [`${one.gvc}/workload/${one.name}`, longestGrace(document, one, ofSilent)]),
    );
    return firstBroken(ended.journal, 'the end within the grace period', (entry) => {
      const { type, at, subject, data } = entry;
      const grace = graces.get(subject.name.split('@')[0] ?? '');
      if (type !== 'replica.terminating' && type !== 'execution.removed') return null;
      const takes = Number(data.goneAt) - at;
      const most = (grace ?? 0) * second + (type === 'execution.removed' ? stays : 0);
      if (grace === undefined || takes <= most) return null;
      return `it is gone at ${isoFromInstant(Number(data.goneAt))}, ${takes} ms later; its grace period is ${grace} s`;
    });
  },
};

/** The greatest value that a distribution gives; infinite if it has none. */
function longestOf(distribution: Distribution): number {
  if (distribution.kind === 'constant') return distribution.value;
  if (distribution.kind === 'uniform') return distribution.to;
  if (distribution.kind === 'triangular') return distribution.high;
  return distribution.kind === 'empirical' ? Math.max(...distribution.values) : Number.POSITIVE_INFINITY;
}

/** The longest grace period that a workload ever has, in seconds: in its document, or after a step of the timeline. */
function longestGrace({ timeline }: ScenarioDocument, { name, spec }: ResourceDocument, ofSilent: number): number {
  const { rolloutOptions } = spec as { readonly rolloutOptions?: object };
  const own = gracesIn(JSON.stringify(rolloutOptions ?? {}));
  const changes = timeline.filter((step) => isAbout(step, name));
  // A patch keeps what it does not state; any other request states all of it, or leaves it to its default.
  const isReplaced = changes.some((step) => !('patch' in step));
  const later = changes.flatMap((step) => gracesIn(JSON.stringify(step)));
  return Math.max(...(own.length === 0 || isReplaced ? [ofSilent] : []), ...own, ...later);
}

function gracesIn(text: string): number[] {
  return [...text.matchAll(/"terminationGracePeriodSeconds":"?(\d+)/g)].map(([, seconds]) => Number(seconds));
}

/** Whether a step of the timeline names a resource, or sends the document of one with its name. */
function isAbout(step: object, name: string): boolean {
  return new RegExp(`(?:/|")${name}(?:/|")`).test(JSON.stringify(step));
}

/** SNAP-1: a snapshot of the schedule is kept for the retention of its set. */
export const snapshotsKeptAsLong: Law = {
  id: 'snapshotsKeptAsLong',
  rules: ['SNAP-1', 'SNAP-4'],
  sentence: 'A scheduled snapshot expires exactly `retentionDuration` after it was taken.',
  judge: ({ document, scenario, ended }) => {
    const kept = new Map<string, number>();
    for (const [key, { spec }] of unchangedSets(document)) {
      const { snapshots } = spec as { readonly snapshots?: { readonly retentionDuration?: unknown } };
      const retention = retentionOf(snapshots?.retentionDuration, scenario.assumptions);
      if (retention !== null) kept.set(key, retention);
    }
    if (kept.size === 0) return skipped('no volume set states a retention for the whole run');
    return firstBroken(ended.journal, 'the retention of the volume set', (entry) => {
      const { type, at, subject, data } = entry;
      const retention = kept.get(setOf(subject.name));
      if (type !== 'snapshot.taken' || data.by !== 'schedule' || retention === undefined) return null;
      const lasts = Number(data.expiresAt) - at;
      return lasts === retention ? null : `the snapshot is kept for ${lasts} ms instead of ${retention} ms`;
    });
  },
};

function retentionOf(text: unknown, assumptions: Assumptions): number | null {
  const [, amount, unit] = /^([\d.]+)([dhm])$/.exec(String(text)) ?? [];
  if (unit === undefined || (unit === 'm' && assumptions['snapshot.retentionUnit'] !== 'minutes')) return null;
  return Math.round(Number(amount) * { d: day, h: hour, m: minute }[unit as 'd' | 'h' | 'm']);
}

/** What is stored on a full volume is exactly what fits (`unit.gb`, `volume.full`). */
export const fullVolumeStoresItsCapacity: Law = {
  id: 'fullVolumeStoresItsCapacity',
  rules: [],
  sentence: 'A snapshot of a full volume whose use only grows has exactly the bytes of its capacity.',
  judge: ({ document, scenario, ended }) => {
    const sets = new Set(
      [...unchangedSets(document)].filter(([, one]) => onlyGrows(document, one)).map(([key]) => key),
    );
    if (sets.size === 0) return skipped('no volume set has a use that only grows');
    const fits = new Map<string, number>();
    return firstBroken(ended.journal, 'as many bytes as fit', (entry) => {
      const { type, subject, data } = entry;
      if (!sets.has(setOf(subject.name))) return null;
      const isOther = type.startsWith('volume.') || type.startsWith('expansion.');
      if (type === 'volume.full')
        fits.set(subject.name, Math.floor((Number(data.capacityMicroGB) * scenario.assumptions['unit.gb']) / 1e6));
      else if (isOther) fits.delete(subject.name);
      const bytes = fits.get(subject.name);
      if (type !== 'snapshot.taken' || bytes === undefined || data.bytes === bytes) return null;
      return `the volume is full with ${bytes} bytes, and its snapshot has ${Number(data.bytes)}`;
    });
  },
};

function onlyGrows({ behavior }: ScenarioDocument, { gvc, name }: ResourceDocument): boolean {
  const { usage } = (behavior[`${gvc}/${name}`] ?? {}) as { readonly usage?: object };
  return usage !== undefined && Object.keys(usage).every((key) => key === 'start' || key === 'growth');
}

/** Volume sets that no step of the timeline is about, by how the subjects of their volumes begin. */
function unchangedSets({ resources, timeline }: ScenarioDocument): ReadonlyMap<string, ResourceDocument> {
  const sets = resources.filter(
    ({ kind, name }) => kind === 'volumeset' && !timeline.some((one) => isAbout(one, name)),
  );
  return new Map(sets.map((one) => [`${one.gvc}/volumeset/${one.name}`, one]));
}

/** The volume set of a volume, by the name of its subject: `ash/volumeset/data` of `ash/volumeset/data@here/0`. */
function setOf(volume: string): string {
  return volume.split('@')[0] ?? '';
}

/** The first entry of which something is wrong, as a verdict. */
function firstBroken(journal: readonly Entry[], expected: string, wrongOf: (entry: Entry) => string | null): Verdict {
  for (const entry of journal) {
    const wrong = wrongOf(entry);
    if (wrong !== null) return { kind: 'broken', expected, observed: violationText(violationAt(entry, wrong)) };
  }
  return holds;
}
