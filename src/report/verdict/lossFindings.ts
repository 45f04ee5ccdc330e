/**
 * Findings of the failure analysis: losses after which a workload would not serve enough of its requests.
 */

import { partText } from '../words/format.ts';
import type { FailureReport } from './failure.ts';
import { worstFirst } from './findings.ts';
import type { ReportFinding } from './reportFinding.ts';

/** The share of requests in the busiest hour that a workload should still serve after a loss; less is a finding. */
const servedLeast = 0.99;

/** One finding for each workload with a harmful loss; it names all such losses, the worst first. */
export function lossFindings(failures: readonly FailureReport[]): ReportFinding[] {
  const harmful = new Map<string, FailureReport[]>();
  for (const one of failures) {
    const served = Number(one.after.served ?? 1);
    // If the hour is no better without the loss, other findings report it.
    if (served >= servedLeast || served >= Number(one.before.served ?? 1)) continue;
    const subject = `${one.gvc}/workload/${one.name}`;
    harmful.set(subject, [...(harmful.get(subject) ?? []), one]);
  }
  return [...harmful].map(([subject, losses]) => {
    const named = losses
      .sort((a, b) => Number(a.after.served) - Number(b.after.served))
      .map((one) => `${partText(Number(one.after.served), 1)} served ${lostText(one)}`);
    return {
      severity: 'warning',
      kind: 'failure-loss',
      subject,
      message: `in the workload's busiest hour, the loss of a replica, zone or location leaves less than ${partText(servedLeast, 1)} of its requests served (${named.join(', ')})`,
      at: losses[0]?.from ?? null,
      rule: null,
    };
  });
}

/** Findings of a run and of the losses that were simulated, the worst first. */
export function withLosses(findings: readonly ReportFinding[], failures: readonly FailureReport[]): ReportFinding[] {
  return worstFirst([...findings, ...lossFindings(failures)]);
}

function lostText({ lost, location, zone }: FailureReport): string {
  if (lost === 'location') return `without ${location}`;
  return lost === 'zone' ? `without zone ${zone} of ${location}` : `without a replica in ${location}`;
}
