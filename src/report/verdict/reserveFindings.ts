/**
 * Findings about workloads that use more CPU or memory than they reserve. Only the reserved amount is guaranteed, and
 * only the reserved amount is billed.
 */

import { grouped } from '../../engine/grouped.ts';
import { nameOfLink, type World } from '../../platform/world.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { WorkloadCapacity } from '../capacity/capacityWorkloads.ts';
import { sumOf } from '../capacity/use.ts';
import { countText, shortNumber } from '../words/format.ts';
import type { ReportFinding } from './reportFinding.ts';

/** CPU or memory use above the reserved amount. */
export interface Excess {
  readonly kind: 'cpu' | 'memory';
  /**
   * `cpu 90 % of the reserved amount on average, 150 % at p95`; `memory 352 % of the reserved amount` if both are the
   * same.
   */
  readonly text: string;
  /** Used over reserved, over the whole run. */
  readonly mean: number;
  /** What a replica uses of its reserve for all but five hundredths of the time; null where only sums are known. */
  readonly p95: number | null;
}

/**
 * One for each workload whose use is above its reserve on average, or at the p95 over time and replicas: of the
 * location where it is so the most.
 */
export function reserveFindings({ workloads }: Pick<Capacity, 'workloads'>): ReportFinding[] {
  const all = workloads.flatMap((one) => {
    const excesses = excessesOf(one);
    return excesses.length === 0 ? [] : [{ one, excesses }];
  });
  const byWorkload = grouped(all, ({ one: { gvc, name } }) => `${gvc}/workload/${name}`);
  return [...byWorkload].map(([workload, of]) => {
    const most = of.reduce((best, each) => (excessOf(each) > excessOf(best) ? each : best));
    const parts = most.excesses.map(({ text }) => text).join(', ');
    const more =
      of.length === 1 ? '' : `; also in ${countText(of.length - 1)} other location${of.length === 2 ? '' : 's'}`;
    const subject = `${workload}@${most.one.location}`;
    const message = `uses more than it reserves: ${parts}${more}`;
    return { severity: 'warning', kind: 'reserve-exceeded', subject, message, at: null, rule: null };
  });
}

/**
 * One finding for each workload whose `behavior` states more idle use than its containers' limits. The run counts use
 * up to the limit, and kills no container because of it.
 */
export function ceilingFindings({ entities }: Pick<World, 'entities'>): ReportFinding[] {
  const found = new Map<string, ReportFinding>();
  for (const entity of entities) {
    if (entity.kind !== 'deployment') continue;
    const subject = nameOfLink(entity.workload);
    const { cpuMillicores = 0, memoryBytes = 0 } = entity.behaviour;
    const [cpuMost, memoryMost] = [sumOf(entity, 'cpuMillicores'), sumOf(entity, 'memoryBytes')];
    const parts = [
      ...(cpuMillicores > cpuMost ? [`${shortNumber(cpuMillicores)}m cpu (limit ${shortNumber(cpuMost)}m)`] : []),
      ...(memoryBytes > memoryMost ? [`${mebibytes(memoryBytes)} memory (limit ${mebibytes(memoryMost)})`] : []),
    ];
    if (parts.length === 0) continue;
    const message = `the idle use in behavior is above the limits of its containers: ${parts.join(', ')}; use is counted up to the limit`;
    found.set(subject, { severity: 'warning', kind: 'use-above-ceiling', subject, message, at: null, rule: null });
  }
  return [...found.values()];
}

function mebibytes(bytes: number): string {
  return `${shortNumber(bytes / 1_048_576)}Mi`;
}

/** On average, or at the p95 over time and replicas. */
export function excessesOf({ cpu, memory }: Pick<WorkloadCapacity, 'cpu' | 'memory'>): Excess[] {
  const of = [
    { kind: 'cpu', ...cpu },
    { kind: 'memory', ...memory },
  ] as const;
  return of.flatMap(({ kind, efficiency, ofReserve }): Excess[] => {
    const mean = Number(efficiency ?? 0);
    const p95 = ofReserve === null ? null : Number(ofReserve.p95);
    return mean > 1 || (p95 ?? 0) > 1 ? [{ kind, text: excessText(kind, mean, p95), mean, p95 }] : [];
  });
}

function excessOf({ excesses }: { readonly excesses: readonly Excess[] }): number {
  return Math.max(...excesses.map(({ mean, p95 }) => Math.max(mean, p95 ?? 0)));
}

function excessText(kind: string, mean: number, p95: number | null): string {
  const percent = (share: number): string => `${shortNumber(share * 100)} %`;
  if (p95 !== null && percent(mean) === percent(p95)) return `${kind} ${percent(mean)} of the reserved amount`;
  return `${kind} ${percent(mean)} of the reserved amount on average${p95 === null ? '' : `, ${percent(p95)} at p95`}`;
}
