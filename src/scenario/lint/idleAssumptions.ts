/**
 * Assumptions that a scenario chooses although it has nothing that they are about.
 *
 * Only what is simply seen: whether there is a workload of a type, a volume set, a metric, a fault. Whether one really
 * decides is known of a run alone.
 */

import { type JsonObject, type Path, textAt } from '../../platform/api/document/json.ts';
import { type AssumptionName, type Assumptions, assumptionOf, isAssumptionName } from '../../rules/assumptions.ts';
import { listOf, type Names } from '../read/names.ts';
import { fieldsBelow, specPaths } from '../read/specPaths.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { isOwn, isWhole } from './unused.ts';

/** What a scenario has that assumptions may be about, in its resources or by its timeline. */
interface Present {
  readonly types: ReadonlySet<string>;
  readonly hasVolumesets: boolean;
  readonly hasKeda: boolean;
  readonly hasLocalOptions: boolean;
  readonly faults: ReadonlySet<string>;
}

interface Domain {
  readonly of: RegExp;
  readonly isHere: (present: Present) => boolean;
  /** What is missing. */
  readonly wanted: string;
}

const hasType =
  (...types: readonly string[]) =>
  (present: Present): boolean =>
    types.some((type) => present.types.has(type));

/** The first that fits counts. What is in none of them may matter anywhere. */
const domains: readonly Domain[] = [
  {
    // Schedules of snapshots and triggers are read by these too.
    of: /^cron\.(?!dialect$|dayRule$|zone$)|^(?:health\.cron|quota\.cron|billing\.cronOverrideReserve|type\.cronDropped)$/,
    isHere: hasType('cron'),
    wanted: 'no cron workload',
  },
  {
    of: /^(?:volume|snapshot)\.|^billing\.(?:volumeFrom|sharedVolumeFrom|mountBilledTo|mountDefault|expandAt)$/,
    isHere: ({ hasVolumesets }) => hasVolumesets,
    wanted: 'no volume set',
  },
  { of: /^keda\./, isHere: ({ hasKeda }) => hasKeda, wanted: 'no workload with metric keda' },
  {
    of: /^(?:kpa|serverless|rollout\.serverless)\.|^probe\.serverless$/,
    isHere: hasType('serverless'),
    wanted: 'no serverless workload',
  },
  {
    of: /^rollout\.stateful\.|^fields\.maxUnavailableOnStateful$/,
    isHere: hasType('stateful'),
    wanted: 'no stateful workload',
  },
  {
    of: /^(?:hpa|rollout|metric\.sample)\./,
    isHere: hasType('standard', 'stateful', 'serverless'),
    wanted: 'no standard, stateful or serverless workload',
  },
  {
    of: /^localOptions\./,
    isHere: ({ hasLocalOptions }) => hasLocalOptions,
    wanted: 'no workload with localOptions',
  },
  {
    of: /^fault\.nodeLoss\./,
    isHere: ({ faults }) => faults.has('nodeLoss') || faults.has('zoneLoss'),
    wanted: 'no fault nodeLoss',
  },
  {
    of: /^fault\.outage\./,
    isHere: ({ faults }) => faults.has('locationOutage') || faults.has('zoneLoss'),
    wanted: 'no fault locationOutage',
  },
  {
    of: /^fault\.stuckReadiness\./,
    isHere: ({ faults }) => faults.has('stuckReadiness'),
    wanted: 'no fault stuckReadiness',
  },
];

/**
 * Warns of each at its place; not of one that is given its default, which changes nothing anyway, nor of what an
 * included file says for many scenarios.
 */
export function warnOfIdleAssumptions(
  root: TreeMap,
  {
    file,
    names,
    assumptions,
    reading,
  }: {
    readonly file: string;
    readonly names: Names;
    readonly assumptions: Assumptions;
    readonly reading: ScenarioReading;
  },
): void {
  const suspects = chosen(root, assumptions).flatMap((one) => {
    const domain = domains.find(({ of }) => of.test(one.name));
    return domain === undefined ? [] : [{ ...one, domain }];
  });
  if (suspects.length === 0 || !isWhole(root, names)) return;
  const present = presentIn(root, names, assumptions);
  for (const { name, path, domain } of suspects) {
    if (domain.isHere(present) || !isOwn(reading.places.file(root, path), file)) continue;
    reading.complain(root, path, {
      code: 'no-effect',
      severity: 'warning',
      rule: name,
      message: `${name} has no effect: this scenario has ${domain.wanted}, and its timeline creates none`,
      atKey: true,
    });
  }
}

interface Chosen {
  readonly name: AssumptionName;
  readonly path: Path;
}

/** The assumptions that are given another value than their default, with their places. */
function chosen(root: TreeMap, assumptions: Assumptions): readonly Chosen[] {
  const below = (map: TreeMap, prefix: string, path: Path): Chosen[] =>
    Object.entries(map).flatMap(([key, value]): Chosen[] => {
      const name = prefix + (key.endsWith('.*') ? key.slice(0, -2) : key);
      const at = [...path, key];
      if (isAssumptionName(name)) return isDefault(name, assumptions) ? [] : [{ name, path: at }];
      return isMap(value) ? below(value, `${name}.`, at) : [];
    });
  return isMap(root.assumptions) ? below(root.assumptions, '', ['assumptions']) : [];
}

function isDefault(name: AssumptionName, assumptions: Assumptions): boolean {
  return JSON.stringify(assumptions[name]) === JSON.stringify(assumptionOf(name).default);
}

function presentIn(root: TreeMap, names: Names, assumptions: Assumptions): Present {
  const metrics = assumptions['autoscaling.metric.default'];
  const fields = specPaths(root).flatMap(({ path }) => fieldsBelow(root, path));
  return {
    types: typesIn(root, assumptions),
    hasVolumesets: [...names.values()].some(({ kind }) => kind === 'volumeset'),
    hasKeda:
      Object.values(metrics).includes('keda') ||
      fields.some(({ name, value }) => name === 'metric' && value === 'keda'),
    hasLocalOptions: fields.some(({ name }) => name === 'localOptions'),
    faults: new Set(
      listOf(root.timeline).flatMap((entry) => (isMap(entry) && isMap(entry.fault) ? Object.keys(entry.fault) : [])),
    ),
  };
}

/** Types of workloads, `type.default` of those that state none. */
function typesIn(root: TreeMap, assumptions: Assumptions): ReadonlySet<string> {
  return new Set(
    specPaths(root).flatMap(({ path }): string[] => {
      const value = valueAt(root, path);
      const isResource = path.at(-1) === 'spec';
      const spec = isResource ? value : isMap(value) ? value.spec : undefined;
      const type = textAt(spec as JsonObject | undefined, 'type');
      if (type !== undefined) return [type];
      const entry = isResource ? undefined : valueAt(root, path.slice(0, -1));
      const makes = isResource || (isMap(entry) && (entry.post !== undefined || entry.put !== undefined));
      return makes ? [assumptions['type.default']] : [];
    }),
  );
}
