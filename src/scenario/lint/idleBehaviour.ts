/**
 * Behaviour that a workload or a volume set has no use for: by its type, for it has no probes, or for nobody mounts it.
 */

import { isObject, textAt } from '../../platform/api/document/json.ts';
import { volumesetOfUri } from '../../platform/api/settings/mounts.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { demandsOf } from '../read/amounts.ts';
import { entriesOf, keyOf, listOf, matching, type NamedResource, type Names, parsePattern } from '../read/names.ts';
import { behaviourPaths, fieldsBelow, specPaths, specPathsOf } from '../read/specPaths.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';

/** Keys of a behaviour that only workloads of some types act on, and why the others do not. */
const onlyOf: { readonly [key: string]: { readonly isCron: boolean; readonly why: string; readonly rule: string } } = {
  execution: { isCron: true, why: 'only cron workloads have executions', rule: 'TYPE-11' },
  request: { isCron: false, why: 'cron workloads serve no requests', rule: 'TYPE-8' },
  readyAfter: { isCron: false, why: 'executions of cron workloads have no probes', rule: 'type.cronDropped' },
  preStop: { isCron: false, why: 'executions of cron workloads end without preStop hooks', rule: 'termination.hooks' },
  cpu: { isCron: false, why: 'for a cron workload write execution.cpu', rule: 'TYPE-11' },
  memory: { isCron: false, why: 'svcsim does not simulate the memory usage of executions', rule: 'TYPE-11' },
  ephemeral: { isCron: false, why: 'svcsim does not simulate the ephemeral storage of executions', rule: 'EPH-3' },
  crash: { isCron: false, why: 'execution.duration and execution.failure decide how executions end', rule: 'TYPE-10' },
  mounter: { isCron: false, why: 'executions of cron workloads mount no object store', rule: 'BILL-3' },
};

/** Fields of volumes, which there are none of where nobody mounts the set. */
const ofVolumes = ['usage', 'operations', 'throughput'] as const;

/** Warns of each where none of those whom its key means acts on it, at any time. */
export function warnOfIdleBehaviour(root: TreeMap, context: IdleContext): void {
  const { names, assumptions, reading } = context;
  for (const path of behaviourPaths(root))
    for (const [key, entry] of entriesOf(valueAt(root, path))) {
      const pattern = parsePattern(key);
      if (pattern === null || !isMap(entry)) continue;
      const meant = matching(names, pattern);
      const workloads = meant.filter(({ kind }) => kind === 'workload');
      const volumesets = meant.filter(({ kind }) => kind === 'volumeset');
      const warn = (fields: readonly string[], why: string, rule: string | null): void =>
        reading.complain(root, [...path, key, ...fields], {
          code: 'no-effect',
          severity: 'warning',
          rule,
          message: `'${fields.join('.')}' of '${key}' has no effect: ${why}`,
          atKey: true,
          leadsNowhere: true,
        });
      const has = (field: string, of: readonly NamedResource[]): boolean => of.length > 0 && entry[field] !== undefined;
      for (const [field, { isCron, why, rule }] of Object.entries(onlyOf))
        if (has(field, workloads) && !workloads.some((one) => mayBe(root, one, isCron, assumptions)))
          warn([field], why, rule);
      if (has('readyAfter', workloads) && workloads.every((one) => isUnprobed(root, one, assumptions)))
        warn(['readyAfter'], 'without a probe a replica is ready as soon as it runs; add a readinessProbe', null);
      const served = workloads.filter((one) => mayBe(root, one, false, assumptions));
      if (has('preStop', served) && !served.some((one) => states(root, one, ['preStop'])))
        warn(['preStop'], 'no container has a preStop hook', 'termination.hooks');
      if (isMap(entry.rateLimit) && entry.rateLimit.burst !== undefined && entry.rateLimit.rate === undefined)
        warn(['rateLimit', 'burst'], 'without a rate the rate limiter allows all requests; add a rate', 'TAG-30');
      if (
        isMap(entry.mounter) &&
        Number(entry.mounter.stores ?? 1) > 1 &&
        assumptions['billing.mounterPer'] === 'replica'
      )
        warn(
          ['mounter', 'stores'],
          'a replica has one mounter for all its stores (billing.mounterPer: store has one for each)',
          'billing.mounterPer',
        );
      for (const field of ofVolumes)
        if (has(field, volumesets) && volumesets.every((one) => isUnmounted(root, one, assumptions)))
          warn([field], 'no workload mounts this volume set, so it has no volumes', 'VOL-12');
    }
}

/** Whether a workload is cron or is not, by its resource or a request that makes it. */
function mayBe(root: TreeMap, workload: NamedResource, isCron: boolean, assumptions: Assumptions): boolean {
  return typesOf(root, workload, assumptions).some((type) => (type === 'cron') === isCron);
}

/** The types that are written of a workload; that of one without a type where none is. */
function typesOf(root: TreeMap, workload: NamedResource, assumptions: Assumptions): readonly string[] {
  const written = specPathsOf(root, keyOf(workload)).flatMap((path) => {
    const value = valueAt(root, path);
    const spec = path.at(-1) === 'spec' ? value : isObject(value) ? value.spec : undefined;
    return textAt(spec, 'type') ?? [];
  });
  return written.length === 0 ? [assumptions['type.default']] : written;
}

/** Whether nobody notices if replicas of a workload answer yet: they have no probe, and get no requests one by one. */
function isUnprobed(root: TreeMap, workload: NamedResource, assumptions: Assumptions): boolean {
  const key = keyOf(workload);
  if (root.session !== undefined || !typesOf(root, workload, assumptions).every((type) => keptUnprobed.includes(type)))
    return false;
  const isProbed = states(root, workload, ['readinessProbe', 'livenessProbe']);
  const isCalled =
    demandsOf(root).some((demand) => !demand.isAmount && keyOf(demand.workload) === key) ||
    listOf(root.timeline).some((entry) => isMap(entry) && entry.probe !== undefined);
  return !isProbed && !isCalled;
}

/** Whether a workload has one of some fields, at any time. */
function states(root: TreeMap, workload: NamedResource, fields: readonly string[]): boolean {
  return specPathsOf(root, keyOf(workload)).some((path) =>
    fieldsBelow(root, path).some(({ name }) => fields.includes(name)),
  );
}

/** Types that have no probe unless they state one. */
const keptUnprobed: readonly string[] = ['standard', 'stateful'];

/**
 * Whether a volume set of the start is never mounted, so that nothing gives it a volume; a shared one has its volumes
 * at once (VOL-17).
 */
function isUnmounted(root: TreeMap, { gvc, name }: NamedResource, assumptions: Assumptions): boolean {
  const made = listOf(root.resources).find(
    (one) => isMap(one) && one.kind === 'volumeset' && one.gvc === gvc && one.name === name,
  );
  const spec = isMap(made) && isObject(made.spec) ? made.spec : null;
  if (root.session !== undefined || spec === null) return false;
  const fileSystem = textAt(spec, 'fileSystemType') ?? assumptions['fields.defaults.fileSystemType'];
  return fileSystem !== 'shared' && !mountedIn(root).has(`${gvc}/${name}`);
}

/** Of each file read: it is asked for by each volume set. */
const memory = new WeakMap<TreeMap, ReadonlySet<string>>();

/** Volume sets that a workload mounts at some time, as `shop/data`. */
function mountedIn(root: TreeMap): ReadonlySet<string> {
  const known = memory.get(root);
  if (known !== undefined) return known;
  const mounted = new Set(
    specPaths(root).flatMap(({ workload, path }) =>
      fieldsBelow(root, path).flatMap(({ name, value }) => {
        const volumeset = name === 'uri' && typeof value === 'string' ? volumesetOfUri(value) : null;
        return volumeset === null ? [] : [`${workload.slice(0, workload.indexOf('/'))}/${volumeset}`];
      }),
    ),
  );
  memory.set(root, mounted);
  return mounted;
}

export interface IdleContext {
  readonly org: string;
  readonly names: Names;
  readonly assumptions: Assumptions;
  readonly reading: ScenarioReading;
}
