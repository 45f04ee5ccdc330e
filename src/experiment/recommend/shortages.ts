/**
 * What the findings of a run call too low: what no change may bring, and no answer to a question may leave as it is.
 */

import type { Report } from '../../report/report.ts';
import type { ReportFinding } from '../../report/verdict/reportFinding.ts';
import { excessesOf } from '../../report/verdict/reserveFindings.ts';
import type { Question } from './question.ts';

/** Kinds of findings, by what they call too low. */
const lowIn: ReadonlyMap<ReportFinding['kind'], string> = new Map([
  ['volume-full', 'capacity'],
  ['volume-soon-full', 'capacity'],
  ['volume-refused', 'capacity'],
  ['volume-overworked', 'performanceClass'],
  ['replicas-evicted', 'ephemeral storage'],
  ['at-max-scale', 'maxScale'],
  ['no-replica-ready', 'ready replicas'],
]);

/** What each finding says, by who is short of what: `shop/workload/api: minCpu`, `shop/volumeset/data: capacity`. */
export function shortagesOf({ capacity, summary }: Report): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { kind, subject, message } of summary.findings) {
    const [target = ''] = subject.split('@');
    const low = lowIn.get(kind);
    if (low !== undefined) found.set(`${target}: ${low}`, message);
  }
  for (const one of capacity.workloads)
    for (const { kind, text } of excessesOf(one))
      found.set(`${one.gvc}/workload/${one.name}: ${kind === 'cpu' ? 'minCpu' : 'minMemory'}`, text);
  return found;
}

/** What the field that a question is about would be called, were it too low; null: no finding speaks of it. */
export function shortageOf({ kind, target, field }: Pick<Question, 'kind' | 'target' | 'field'>): string | null {
  if (kind === 'volume') return `${target}: capacity`;
  return kind === 'reserve' ? `${target}: ${field}` : null;
}
