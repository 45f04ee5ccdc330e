/**
 * CPU and memory of containers (WL-4 to WL-10, `fields.bounds.cpuMillicores` and its neighbours).
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { type Breach, breach } from '../requests/breach.ts';
import { outside } from './bound.ts';
import { amountAt, inUnits, mebibyte, reserveBreaches, unreadable } from './reserve.ts';
import type { Placed, WorkloadSubject } from './subject.ts';

const floors = [
  { field: 'cpu', unit: 'cpu', size: 1, suffix: 'm', name: 'fields.bounds.cpuMillicores' },
  { field: 'memory', unit: 'memory', size: mebibyte, suffix: 'Mi', name: 'fields.bounds.memoryMi' },
  { field: 'minCpu', unit: 'cpu', size: 1, suffix: 'm', name: 'fields.bounds.minCpuMillicores' },
  { field: 'minMemory', unit: 'memory', size: mebibyte, suffix: 'Mi', name: 'fields.bounds.minMemoryMi' },
] as const;

const allFloors = floors.map(({ field }) => field);

const pairs = [
  { unit: 'cpu', low: 'minCpu', gapRule: 'WL-7', ratioRule: 'WL-8' },
  { unit: 'memory', low: 'minMemory', gapRule: 'WL-9', ratioRule: 'WL-10' },
] as const;

/** What a container asks for can be read, is enough to run, and keeps the distance between reserve and limit. */
export function checkResources(workload: WorkloadSubject): readonly Breach[] {
  return workload.containers.flatMap((container) => containerBreaches(workload, container));
}

function containerBreaches(workload: WorkloadSubject, { value, path }: Placed): readonly Breach[] {
  const { assumptions } = workload.context;
  const defaults = { cpu: assumptions['fields.defaults.cpu'], memory: assumptions['fields.defaults.memory'] };
  const breaches: Breach[] = [
    ...unreadable(value, path, 'cpu', 'cpu', 'WL-4', assumptions),
    ...unreadable(value, path, 'memory', 'memory', 'WL-5', assumptions),
    ...unreadable(value, path, 'minCpu', 'cpu', 'WL-6', assumptions),
    ...unreadable(value, path, 'minMemory', 'memory', 'WL-6', assumptions),
  ];
  breaches.push(...floorBreaches({ value, path }, assumptions));
  const order = assumptions['fields.bounds.minAboveMax'];
  const hasRatio = assumptions['resource.ratio.appliesTo'] === 'all' || workload.type === 'stateful';
  for (const { unit, low, gapRule, ratioRule } of pairs) {
    const pair = {
      unit,
      low: { field: low, whenAbsent: null },
      high: { field: unit, whenAbsent: defaults[unit] },
      gapRule,
      ratioRule,
      orderRule: 'fields.bounds.minAboveMax',
    } as const;
    const found = reserveBreaches(value, path, pair, assumptions);
    const isLeft = (rule: Breach['rule']): boolean =>
      (rule === 'fields.bounds.minAboveMax' && order === 'off') || (rule === ratioRule && !hasRatio);
    breaches.push(...found.filter(({ rule }) => !isLeft(rule)));
  }
  return [...breaches, ...proportion(workload, { value, path }, defaults)];
}

/** Amounts under these fields that are too small to run with, or too great. */
export function floorBreaches(
  { value, path }: Placed,
  assumptions: Assumptions,
  fields: readonly string[] = allFloors,
): readonly Breach[] {
  return floors.flatMap(({ field, unit, size, suffix, name }) => {
    if (!fields.includes(field) || typeof value[field] !== 'string') return [];
    const amount = amountAt(value, field, '', unit, assumptions);
    const wanted = amount === null ? null : outside(amount / size, assumptions[name]);
    if (wanted === null) return [];
    return [breach([...path, field], name, `${field} must be ${wanted}${suffix}; found ${value[field]}`)];
  });
}

/** Memory in MiB for each millicore (`fields.bounds.memoryMiPerMillicore`). */
function proportion(
  workload: WorkloadSubject,
  { value, path }: Placed,
  defaults: { readonly cpu: string; readonly memory: string },
): readonly Breach[] {
  const { assumptions } = workload.context;
  const cpu = amountAt(value, 'cpu', defaults.cpu, 'cpu', assumptions);
  const memory = amountAt(value, 'memory', defaults.memory, 'memory', assumptions);
  const bound = assumptions['fields.bounds.memoryMiPerMillicore'];
  if (cpu === null || memory === null || cpu === 0 || bound === 'off') return [];
  if (outside(memory / mebibyte / cpu, bound) === null) return [];
  const most = bound.to === null ? '' : ` at most ${inUnits(Math.floor(cpu * bound.to) * mebibyte, 'memory')}`;
  const least = bound.from === null ? '' : ` at least ${inUnits(Math.ceil(cpu * bound.from) * mebibyte, 'memory')}`;
  const at = [...path, value.memory === undefined ? 'cpu' : 'memory'];
  const message = `cpu is ${cpu}m, so memory must be${least}${most}; found ${value.memory ?? `${defaults.memory} by default`}`;
  return [breach(at, 'fields.bounds.memoryMiPerMillicore', message)];
}
