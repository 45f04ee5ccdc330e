/**
 * Updates the counts of a deployment's waiting line before they are read.
 */
import { type Instant, second } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { replicaAt } from '../../world.ts';
import { advanceGauge, countBusy } from '../gauge.ts';
import { type ProcessorShare, settleProcessorShare } from '../processorShare.ts';
import type { WaitingLine } from '../waitingLine.ts';

export function waitingLineOf({ waitingLine, subject }: Deployment): WaitingLine {
  if (waitingLine === null) throw new Error(`${subject.name} has no waiting line yet`);
  return waitingLine;
}

/** Counts the calls up to now, before any metric is read. */
export function settleCalls(sim: Sim, deployment: Deployment): void {
  const { waitingLine, replicas } = deployment;
  if (waitingLine === null) return;
  advanceGauge(waitingLine.gauge, sim.now);
  for (const handle of replicas) {
    const { processorShare } = replicaAt(sim.world, handle);
    if (processorShare !== null) settleWork(waitingLine, processorShare, sim.now);
  }
}

/** Counts the processor work up to now; the gauge is already advanced to now. */
export function settleWork({ gauge }: WaitingLine, processorShare: ProcessorShare, now: Instant): void {
  if (processorShare.working.length > 0)
    countBusy(gauge, processorShare.processorMillicores, processorShare.countedTo, now);
  settleProcessorShare(processorShare, now);
}

/** The longest time that any metric looks back: its window, from its newest sample on. */
export function longestWindow(assumptions: Assumptions): number {
  const metrics = ['cpu', 'memory', 'rps', 'latency'] as const;
  const spans = metrics.map((metric) => {
    const interval = assumptions[`metric.sample.${metric}Interval`];
    return interval + assumptions[`metric.sample.${metric}Window`];
  });
  return Math.max(...spans, assumptions['kpa.window'], assumptions['kpa.panicWindow']) + second;
}
