/**
 * Whether the values of triggers are told by the names that triggers have.
 */

import { isObject, type Json, type Path, textAt } from '../../platform/api/document/json.ts';
import { isNamed, type TriggerAssumptions, triggersOf } from '../../platform/autoscaling/trigger.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { entriesOf, keyOf, matching, type Names, parsePattern } from '../read/names.ts';
import { behaviourPaths, specPaths } from '../read/specPaths.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';
import { whyNoWindow } from './scalers.ts';

/** A trigger as a record or a request writes it. */
interface Written {
  readonly name: string;
  /** It says so itself. */
  readonly isNamed: boolean;
  readonly path: Path;
  /** Whether its own schedule says when it asks for replicas. */
  readonly hasWindow: boolean;
  /** Why it does not, of a trigger of type cron; empty for others. */
  readonly why: string;
  /** It counts: the metric beside it is keda, or not said there. */
  readonly isUsed: boolean;
}

type Triggers = ReadonlyMap<string, readonly Written[]>;

/**
 * Complains about each value of `keda:` whose trigger no workload that is meant has, in its resource or in a request of
 * the timeline, and warns of each trigger of which nothing is told (`keda.value.missing`). A trigger of type cron with
 * a schedule of its own may do without.
 */
export function checkTriggers(root: TreeMap, names: Names, assumptions: Assumptions, reading: ScenarioReading): void {
  const triggers = triggersByWorkload(root, assumptions);
  const told = new Set<string>();
  for (const path of behaviourPaths(root))
    for (const [key] of entriesOf(valueAt(root, path)))
      for (const one of toldBy(root, [...path, key], meantBy(key, triggers, names), reading)) told.add(one);
  const standIn = assumptions['keda.name.missing'] === 'type' ? 'its type' : 'its position';
  const means = assumptions['keda.value.missing'] === 'zero' ? 'its value is 0' : 'it fails';
  for (const [workload, written] of triggers)
    for (const { name, isNamed, path, hasWindow, why, isUsed } of written) {
      if (told.has(`${workload}/${name}`) || hasWindow || !isUsed) continue;
      reading.complain(root, path, {
        code: 'no-trigger-value',
        severity: 'warning',
        rule: 'keda.value.missing',
        message: `the behavior has no value for the trigger '${name}'${isNamed ? '' : ` (it has no name, so ${standIn} is its name)`}${why === '' ? '' : `, and its schedule gives none because ${why}`}: ${means}`,
        hint: `add keda: { ${name}: ... } to the behavior of ${workload.replace('/workload/', '/')}`,
      });
    }
}

/** The triggers of the workloads that a key of `behavior:` means; null where it means none of this scenario. */
function meantBy(key: string, triggers: Triggers, names: Names): Triggers | null {
  const pattern = parsePattern(key);
  const meant = pattern === null ? [] : matching(names, pattern).filter(({ kind }) => kind === 'workload');
  return meant.length === 0 ? null : new Map(meant.map((one) => [keyOf(one), triggers.get(keyOf(one)) ?? []]));
}

/** What an entry of `behavior:` tells of, as `shop/workload/worker/queue`; complains of what nobody has. */
function toldBy(root: TreeMap, path: Path, meant: Triggers | null, reading: ScenarioReading): readonly string[] {
  if (meant === null) return [];
  const known = [...meant].flatMap(([workload, written]) => written.map(({ name }) => ({ name, workload })));
  const told = (one: (typeof known)[number]): string => `${one.workload}/${one.name}`;
  const at = [...path, 'keda'];
  // What had not its shape is taken out of the file, and there is a problem of its own.
  if (reading.hasBreach(root, at)) return known.map(told);
  return entriesOf(valueAt(root, at)).flatMap(([trigger]) => {
    const found = known.filter(({ name }) => name === trigger);
    if (found.length === 0) {
      const all = [...new Set(known.map(({ name }) => name))];
      const guess = reading.nearest(trigger, all);
      reading.complain(root, [...at, trigger], {
        code: 'unknown-trigger',
        message: `no trigger of '${String(path.at(-1))}' has the name '${trigger}': ${all.length === 0 ? 'it has none' : `it has ${all.join(', ')}`}`,
        hint: guess === null ? null : `did you mean '${guess}'?`,
        atKey: true,
      });
    }
    return found.map(told);
  });
}

/** By `shop/workload/worker`. */
function triggersByWorkload(root: TreeMap, options: TriggerAssumptions): Map<string, Written[]> {
  const found = new Map<string, Written[]>();
  for (const { workload, path } of specPaths(root)) {
    const before = found.get(workload) ?? [];
    const context = { options, before: before.map(({ name }) => name) };
    found.set(workload, [...before, ...triggersBelow(valueAt(root, path) ?? null, path, true, context)]);
  }
  return found;
}

interface Context {
  readonly options: TriggerAssumptions;
  /**
   * Names that stand before those that a patch appends, as far as the file tells: a list that is written whole has none
   * before it.
   */
  readonly before: readonly string[];
}

/** Every list of triggers at or below a path, however the patch language wraps it. */
function triggersBelow(value: Json, path: Path, isUsed: boolean, context: Context): Written[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => triggersBelow(one, [...path, index], isUsed, context));
  if (!isObject(value)) return [];
  const metric = textAt(value, 'metric');
  const isKeda = metric === undefined ? isUsed : metric === 'keda';
  return Object.entries(value).flatMap(([key, inner]): Written[] => {
    if (!/(^|\/)triggers$/.test(key) || !Array.isArray(inner))
      return triggersBelow(inner, [...path, key], isKeda, context);
    const entries = inner.filter(isObject);
    const before = key === '$append/triggers' ? context.before : [];
    return triggersOf(entries, context.options, before).map(({ name, window }, index) => ({
      name,
      isNamed: isNamed(entries[index] ?? {}),
      path: [...path, key, index],
      hasWindow: window !== null,
      why:
        window === null && textAt(entries[index], 'type') === 'cron'
          ? whyNoWindow(entries[index] ?? {}, context.options)
          : '',
      isUsed,
    }));
  });
}
