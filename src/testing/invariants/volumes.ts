/** Invariants of volumes: their expansions, their capacity and their snapshots. */
import type { Entry } from '../../engine/journal.ts';
import { day, isoFromInstant } from '../../engine/time.ts';
import { type Invariant, type Violation, violationAt } from './invariant.ts';

/** The number that the rule states; not the platform's own constant, which a law must be able to find wrong. */
const expansionsMax = 4;

/** LIMIT-1: at most four expansions of a volume in any 24 hours, and a refusal names the instant at which it ends. */
export const fourExpansions: Invariant = {
  id: 'fourExpansions',
  rules: ['LIMIT-1'],
  sentence:
    'In any 24 hours, the platform accepts at most four expansions of a volume, and a refusal ends when the fourth newest is 24 hours old.',
  under: { 'volume.limit.window': ['leftOpen'], 'volume.limit.reached': ['drop'] },
  check: (entries) => {
    const accepted = new Map<string, number[]>();
    return entries.flatMap((entry): Violation[] => {
      const { type, at, subject, data } = entry;
      const before = accepted.get(subject.name) ?? [];
      for (const gone of deletedBy(entry))
        for (const name of [...accepted.keys()]) if (name.startsWith(gone)) accepted.delete(name);
      if (type === 'expansion.accepted') {
        accepted.set(subject.name, [...before, at]);
        const fifthBefore = before.at(-expansionsMax);
        if (fifthBefore !== undefined && at - fifthBefore < day)
          return [
            violationAt(entry, `a fifth expansion within 24 hours; the first was at ${isoFromInstant(fifthBefore)}`),
          ];
      }
      if (type !== 'expansion.refused' || !entry.reason.rules.includes('LIMIT-1')) return [];
      const fourth = before.at(-expansionsMax);
      const expected = fourth === undefined ? null : fourth + day;
      if (data.retryAt === expected) return [];
      return [violationAt(entry, `refused until ${timeOf(data.retryAt)}; expected until ${timeOf(expected)}`)];
    });
  },
};

/**
 * How the names of volumes begin whose set, or GVC, a request deletes: a later one of that name is another one. The
 * deletion of a volume alone leaves its expansions in the count.
 */
function deletedBy({ type, data }: Entry): readonly string[] {
  if (type !== 'request.accepted' || data.method !== 'DELETE') return [];
  const [, gvc, volumeset] = /\/gvc\/([^/]+)(?:\/volumeset\/([^/]+))?$/.exec(String(data.path)) ?? [];
  if (gvc === undefined) return [];
  return [volumeset === undefined ? `${gvc}/volumeset/` : `${gvc}/volumeset/${volumeset}@`];
}

function timeOf(value: unknown): string {
  return typeof value === 'number' ? isoFromInstant(value) : 'no instant';
}

/** VOLCMD-5: an expansion makes a volume larger. */
export const expansionsRaise: Invariant = {
  id: 'expansionsRaise',
  rules: ['VOLCMD-5'],
  sentence: 'An expansion makes a volume larger.',
  under: {},
  check: (entries) =>
    entries.flatMap((entry) => {
      const { fromMicroGB, toMicroGB } = entry.data;
      if (entry.type !== 'volume.expanded' || Number(toMicroGB) > Number(fromMicroGB)) return [];
      return [violationAt(entry, `expanded from ${Number(fromMicroGB) / 1e6} GB to ${Number(toMicroGB) / 1e6} GB`)];
    }),
};

/** VOLAUTO-13, VOLAUTO-17: autoscaling never asks for more than `maxCapacity`. */
export const cappedAtMaxCapacity: Invariant = {
  id: 'cappedAtMaxCapacity',
  rules: ['VOLAUTO-13', 'VOLAUTO-17'],
  sentence: 'Autoscaling expands a volume to `maxCapacity` at most.',
  under: {},
  check: (entries) =>
    entries.flatMap((entry) => {
      const { trigger, toMicroGB, capGB } = entry.data;
      const isAutomatic = entry.type === 'expansion.accepted' && trigger !== 'command';
      if (!isAutomatic || typeof capGB !== 'number' || Number(toMicroGB) <= Math.round(capGB * 1e6)) return [];
      return [violationAt(entry, `expands to ${Number(toMicroGB) / 1e6} GB; maxCapacity is ${capGB} GB`)];
    }),
};

/** SNAP-4: a snapshot expires at its `snapshotExpirationDate`. */
export const snapshotsExpireOnTime: Invariant = {
  id: 'snapshotsExpireOnTime',
  rules: ['SNAP-1', 'SNAP-4'],
  sentence: 'A snapshot expires exactly at its expiration date.',
  under: {},
  check: (entries) => {
    const taken = new Map<string, Entry>();
    return entries.flatMap((entry): Violation[] => {
      const name = `${entry.subject.name} ${entry.data.name}`;
      if (entry.type === 'snapshot.taken') taken.set(name, entry);
      if (entry.type !== 'snapshot.expired') return [];
      const expiresAt = taken.get(name)?.data.expiresAt;
      if (expiresAt === undefined || expiresAt === entry.at) return [];
      return [violationAt(entry, `expired at ${isoFromInstant(entry.at)}; its date is ${timeOf(expiresAt)}`)];
    });
  },
};
