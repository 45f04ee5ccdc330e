/**
 * The demand of a scenario around manifests: what was measured, and a guess for others that users reach.
 */

import { type AroundPart, isOpen, keyOf, type MeasuredDemand } from './aroundParts.ts';
import type { ScenarioResource } from './scenario.ts';

/** The parameter that every demand is scaled by. */
export const traffic = 'traffic';

export interface DemandPart extends AroundPart {
  /** The workloads that have demand. */
  readonly asked: readonly ScenarioResource[];
}

/**
 * A workload whose requests were measured gets these. Of the others those that callers from outside reach get a guess,
 * and what only other workloads reach gets none: nobody knows what a request causes there.
 */
export function demandPart(
  called: readonly ScenarioResource[],
  {
    measured,
    resources,
  }: { readonly measured: readonly MeasuredDemand[]; readonly resources: readonly ScenarioResource[] },
): DemandPart {
  const lines: string[] = [];
  const assumed: string[] = [];
  const guessed: string[] = [];
  const asked: ScenarioResource[] = [];
  const names = new Set<string>();
  const scale = `scale: "\${${traffic}}"`;
  for (const one of called) {
    const key = keyOf(one, resources);
    const trace = measured.find(({ owner }) => owner === one)?.trace;
    if (trace === undefined && !isOpen(one)) {
      assumed.push(`${key} gets no requests: nobody outside reaches it. If its load matters, write demand with by:`);
      continue;
    }
    asked.push(one);
    if (trace !== undefined) {
      lines.push(`  - to: ${key}   # measured`, `    ${scale}`, `    rate: { trace: ${trace} }`);
      continue;
    }
    const name = names.has(`users-of-${one.name}`) ? `users-of-${one.gvc}-${one.name}` : `users-of-${one.name}`;
    names.add(name);
    lines.push(
      `  - { name: ${name}, to: ${key}, ${scale}, rate: { daily: [[04:00, 2/s], [18:00, 20/s]] } }   # assumed`,
    );
    assumed.push(`${key} gets 2 requests a second at 04:00 UTC and 20 at 18:00`);
    guessed.push(`demand.${name}.rate`);
  }
  return { lines, assumed, guessed, asked };
}
