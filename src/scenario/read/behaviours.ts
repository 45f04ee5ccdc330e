/**
 * Reads `behavior:` of the file as lookups by name: short keys are completed, and specific entries override wildcards.
 */

import type { Path } from '../../platform/api/document/json.ts';
import {
  type BehaviourChange,
  mergeBehaviour,
  type VolumesetBehaviour,
  type WorkloadBehaviour,
} from '../../platform/behaviour.ts';
import type { BehaviourBook } from '../../platform/setup.ts';
import type { Complaint } from '../text/problem.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';
import { type BehaviourEntry, readEntry } from './behaviourEntry.ts';
import {
  entriesOf,
  fits,
  isWild,
  keyOf,
  matching,
  type NamedKind,
  type NamedResource,
  type Names,
  nearestName,
  type Pattern,
  parsePattern,
} from './names.ts';
import type { UsageContext } from './usageContext.ts';

export interface Behaviours {
  /** By `gvc/workload/name`: all that applies, merged. */
  readonly workloads: ReadonlyMap<string, WorkloadBehaviour>;
  /** By `gvc/volumeset/name`. */
  readonly volumesets: ReadonlyMap<string, VolumesetBehaviour>;
  /** For things made later whose names the file does not know; least specific first. */
  readonly wildcards: readonly Wildcard[];
}

export interface Wildcard {
  /** gvc and name, either with `*` for any run of characters. */
  readonly gvc: string;
  readonly name: string;
  readonly workload: WorkloadBehaviour | null;
  readonly volumeset: VolumesetBehaviour | null;
}

/** A key of the map with what it says, by whom it is meant. */
interface Meant {
  readonly key: string;
  readonly path: Path;
  readonly pattern: Pattern;
  readonly entry: BehaviourEntry;
  readonly targets: readonly NamedResource[];
}

/**
 * Reads `behavior:`. Of several keys that fit one thing, each part (`start`, `execution`, each trigger of `keda`,
 * `usage`, ...) is taken from the most specific key that has it: a name without `*` before one with, then a gvc without
 * before one with, then a key that says its kind before one that does not, then the one with more letters that are no
 * `*`, then the later one in code-unit order.
 */
export function readBehaviours(root: TreeMap, names: Names, context: UsageContext): Behaviours {
  const workloads = new Map<string, WorkloadBehaviour>();
  const volumesets = new Map<string, VolumesetBehaviour>();
  const wildcards: Wildcard[] = [];
  for (const { pattern, entry, targets } of meantBy(root, ['behavior'], names, context)) {
    for (const target of targets) {
      const key = keyOf(target);
      if (target.kind === 'workload')
        workloads.set(key, mergeBehaviour(workloads.get(key) ?? {}, entry.workload ?? {}));
      else volumesets.set(key, { ...volumesets.get(key), ...entry.volumeset });
    }
    if (isWild(pattern)) {
      const workload = pattern.kind === 'volumeset' ? null : entry.workload;
      const volumeset = pattern.kind === 'workload' ? null : entry.volumeset;
      wildcards.push({ gvc: pattern.gvc, name: pattern.name, workload, volumeset });
    }
  }
  return { workloads, volumesets, wildcards };
}

/** Reads `behavior:` of a timeline entry: what changes, by `gvc/kind/name`. */
export function readChanges(
  root: TreeMap,
  path: Path,
  names: Names,
  context: UsageContext,
): ReadonlyMap<string, BehaviourChange> {
  const changes = new Map<string, BehaviourChange>();
  for (const { entry, targets } of meantBy(root, path, names, { ...context, mayAdd: true })) {
    for (const target of targets) {
      const key = keyOf(target);
      const before = changes.get(key);
      if (target.kind === 'workload') {
        changes.set(key, { ...before, workload: mergeBehaviour(before?.workload ?? {}, entry.workload ?? {}) });
        continue;
      }
      const volumeset = entry.volumeset === null ? {} : { volumeset: { ...before?.volumeset, ...entry.volumeset } };
      changes.set(key, {
        ...before,
        ...volumeset,
        ...(entry.addBytes === null ? {} : { usageAddBytes: entry.addBytes }),
      });
    }
  }
  return changes;
}

/** Behaviour by name, also of things that the file does not know. */
export function behaviourBook(behaviours: Behaviours): BehaviourBook {
  return new Book(behaviours);
}

/** Data with lookups on it: a world that holds closures could not be compared with another. */
class Book implements BehaviourBook {
  private readonly behaviours: Behaviours;

  constructor(behaviours: Behaviours) {
    this.behaviours = behaviours;
  }

  workload(gvc: string, name: string): WorkloadBehaviour {
    const wild = this.later(gvc, name).map((one) => one.workload ?? {});
    const own = this.behaviours.workloads.get(`${gvc}/workload/${name}`) ?? {};
    return [...wild, own].reduce(mergeBehaviour, {});
  }

  volumeset(gvc: string, name: string): VolumesetBehaviour {
    const wild = this.later(gvc, name).map((one) => one.volumeset);
    const own = this.behaviours.volumesets.get(`${gvc}/volumeset/${name}`);
    return Object.assign({}, ...wild, own) as VolumesetBehaviour;
  }

  private later(gvc: string, name: string): readonly Wildcard[] {
    return this.behaviours.wildcards.filter((wildcard) => fits(gvc, wildcard.gvc) && fits(name, wildcard.name));
  }
}

/** Every key with its entry and its targets, the least specific first. */
function meantBy(root: TreeMap, path: Path, names: Names, context: UsageContext): Meant[] {
  const meant: Meant[] = [];
  for (const [key] of entriesOf(valueAt(root, path))) {
    const keyPath = [...path, key];
    const pattern = parsePattern(key);
    if (pattern === null) {
      context.reading.complain(root, keyPath, {
        code: 'bad-name',
        message: `expected gvc/name, gvc/workload/name or gvc/volumeset/name, found '${key}'`,
        atKey: true,
      });
      continue;
    }
    const entry = readEntry(root, keyPath, context);
    const targets = targetsOf(key, pattern, entry, names, context.reading, (complaint) =>
      context.reading.complain(root, keyPath, { ...complaint, atKey: true }),
    );
    meant.push({ key, path: keyPath, pattern, entry, targets });
  }
  return meant.sort((a, b) => bySpecificity(a.pattern, b.pattern) || (a.key < b.key ? -1 : 1));
}

function targetsOf(
  key: string,
  pattern: Pattern,
  entry: BehaviourEntry,
  names: Names,
  reading: ScenarioReading,
  complain: (complaint: Complaint) => void,
): readonly NamedResource[] {
  const saysOf: Readonly<Record<NamedKind, boolean>> = {
    workload: entry.workload !== null,
    volumeset: entry.volumeset !== null || entry.addBytes !== null,
  };
  const found = matching(names, pattern);
  if (isWild(pattern)) {
    if (found.length === 0 && names.size > 0)
      complain({
        code: 'unknown-name',
        severity: 'warning',
        message: `no workload or volume set matches '${key}'`,
        leadsNowhere: true,
      });
    return found.filter((named) => saysOf[named.kind]);
  }
  const [first, second] = found;
  if (first !== undefined && second !== undefined) {
    complain({
      code: 'ambiguous-name',
      message: `'${key}' is both a workload and a volume set`,
      hint: `write ${keyOf(first)} or ${keyOf(second)}`,
    });
    return [];
  }
  const kind = first?.kind ?? pattern.kind ?? (saysOf.volumeset ? 'volumeset' : 'workload');
  const other = kind === 'workload' ? 'volumeset' : 'workload';
  if (saysOf[other]) {
    const message =
      kind === 'workload'
        ? `usage, operations and throughput are only for volume sets, and '${key}' is a workload`
        : `'${key}' is a volume set, which has only usage, operations and throughput`;
    complain({ code: 'wrong-kind', message });
  }
  if (first === undefined) {
    const guess = nearestName(names, key, reading);
    const hint = guess === null ? null : `did you mean '${guess}'?`;
    complain({
      code: 'unknown-name',
      severity: 'warning',
      message: `no resource of this scenario has the name '${key}'`,
      hint,
      leadsNowhere: true,
    });
  }
  return [first ?? { kind, gvc: pattern.gvc, name: pattern.name }];
}

export function bySpecificity(a: Pattern, b: Pattern): number {
  const wild = (text: string): number => (text.includes('*') ? 1 : 0);
  const letters = (pattern: Pattern): number => `${pattern.gvc}${pattern.name}`.replaceAll('*', '').length;
  const kind = (pattern: Pattern): number => (pattern.kind === null ? 1 : 0);
  return wild(b.name) - wild(a.name) || wild(b.gvc) - wild(a.gvc) || kind(b) - kind(a) || letters(a) - letters(b);
}
