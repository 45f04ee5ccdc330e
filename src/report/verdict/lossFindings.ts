/**
 * Losses that a workload would not outlive unharmed, as findings.
 */

import { partText } from '../words/format.ts';
import type { FailureReport } from './failure.ts';
import { worstFirst } from './findings.ts';
import type { ReportFinding } from './reportFinding.ts';

/** Of its requests in the worst hour; where a loss leaves less, somebody should know before it comes. */
const servedLeast = 0.99;

/** One for each workload of which a loss leaves too little, with all such losses, the worst first. */
export function lossFindings(failures: readonly FailureReport[]): ReportFinding[] {
  const harmful = new Map<string, FailureReport[]>();
  for (const one of failures) {
    const served = Number(one.after.served ?? 1);
    // What is no better without a loss is told otherwise.
    if (served >= servedLeast || served >= Number(one.before.served ?? 1)) continue;
    const subject = `${one.gvc}/workload/${one.name}`;
    harmful.set(subject, [...(harmful.get(subject) ?? []), one]);
  }
  return [...harmful].map(([subject, losses]) => {
    const named = losses
      .sort((a, b) => Number(a.after.served) - Number(b.after.served))
      .map((one) => `${partText(Number(one.after.served), 1)} ${lostText(one)}`);
    return {
      severity: 'warning',
      kind: 'failure-loss',
      subject,
      message: `a loss in the hour of most requests would leave less than ${partText(servedLeast, 1)} of them served: ${named.join(', ')}`,
      at: losses[0]?.from ?? null,
      rule: null,
    };
  });
}

/** Findings of a run and of the losses that were tried, the worst first. */
export function withLosses(findings: readonly ReportFinding[], failures: readonly FailureReport[]): ReportFinding[] {
  return worstFirst([...findings, ...lossFindings(failures)]);
}

function lostText({ lost, location, zone }: FailureReport): string {
  if (lost === 'location') return `without ${location}`;
  return lost === 'zone' ? `without zone ${zone} of ${location}` : `without a replica in ${location}`;
}
