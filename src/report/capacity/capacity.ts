/**
 * The capacity report of a run: what existed, how it was used, what ran out and what headroom is left.
 */

import { isoFromInstant } from '../../engine/time.ts';
import { metrics } from '../../platform/expectation.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { Bill } from '../bill/billDocument.ts';
import { type CostReport, costReport } from '../bill/costCauses.ts';
import { callUses } from '../fold/callUse.ts';
import { VolumeChronicle } from '../fold/volumeChronicle.ts';
import { byPlace, volumesNow } from '../fold/volumeNow.ts';
import { type ExpectationResult, thresholdText } from '../verdict/expectations.ts';
import type { FailureReport } from '../verdict/failure.ts';
import type { RunOutcome } from '../verdict/outcome.ts';
import type { AdviceWhole, Recommendation } from '../verdict/recommendation.ts';
import { callDemands } from './capacityCalls.ts';
import { type ForecastBlocks, forecastBlocks } from './capacityForecasts.ts';
import { deploymentLimits, type LimitReport, volumeLimits } from './capacityLimits.ts';
import type { DemandReport } from './capacityLoad.ts';
import { quotaLimits } from './capacityQuotas.ts';
import { type CronReport, cronReport, type RolloutReport, rolloutReport } from './capacityRuns.ts';
import { type VolumeCapacity, volumeCapacity } from './capacityVolumes.ts';
import { type WorkloadCapacity, workloadCapacity } from './capacityWorkloads.ts';
import { type LimitLeftOut, limitsLeftOut } from './limitsLeftOut.ts';
import { type ObjectiveReport, objectivesOf } from './objectives.ts';

/** One expectation, in the form of both reports. */
export interface ExpectationVerdict {
  /** As written. */
  readonly name: string;
  readonly threshold: string;
  readonly measured: string | null;
  /**
   * The unit of `measured`: `share` is 0 to 1, while the threshold is written in hundredths; money has the currency of
   * the bill.
   */
  readonly unit: MeasuredUnit;
  readonly pass: boolean;
  /**
   * False if the run was interrupted before its end and the expectation may yet hold: then it is neither met nor
   * broken.
   */
  readonly decided: boolean;
  readonly firstBroken: string | null;
  /** The number of the journal entry with which that began; absent where none is known. */
  readonly entry?: number;
  /** In a sentence: the measured and the expected value. */
  readonly message: string;
}

export type MeasuredUnit = 'count' | 'ms' | 'GB' | '%' | 'share' | 'money';

/** `capacity.json`. Amounts are decimals as text; counts, indexes and ms are whole numbers. */
export interface Capacity extends ForecastBlocks {
  readonly schema: 'svcsim/capacity/1';
  readonly horizon: { readonly start: string; readonly end: string };
  readonly currency: string;
  /** The book of the bill, which determines the costs here. */
  readonly book: Bill['book'];
  readonly verdict: readonly ExpectationVerdict[];
  /** One for each workload with demands that are amounts, and one for each with single requests. */
  readonly demand: readonly DemandReport[];
  readonly workloads: readonly WorkloadCapacity[];
  readonly volumes: readonly VolumeCapacity[];
  /** Expectations with a budget of time or of requests. */
  readonly objectives: readonly ObjectiveReport[];
  readonly cron: readonly CronReport[];
  readonly rollouts: readonly RolloutReport[];
  readonly limits: readonly LimitReport[];
  /** Platform limits without a bar here, each with the reason. */
  readonly limitsLeftOut: readonly LimitLeftOut[];
  /** Only on request: the remaining resources after a loss. */
  readonly failures: readonly FailureReport[];
  /** Losses that were not tried because there are too many; absent if none were requested. */
  readonly failuresUntried?: number;
  /** The cost of the run by cause. */
  readonly cost: CostReport;
  /** Only on request. */
  readonly recommendations: readonly Recommendation[];
  /**
   * All recommendations together, with their patch, and the settings left unchanged; absent if they were not requested.
   */
  readonly advice?: AdviceWhole;
}

/** The capacity report; the chronicle must be settled. All lists are in the order of gvc, name, location and index. */
export function capacityOf(outcome: RunOutcome, results: readonly ExpectationResult[]): Capacity {
  const { chronicle, world, bill, now } = outcome;
  const { start } = chronicle.input;
  const { demand, loads } = outcome.load;
  const deployments = [...chronicle.deployments.values()].sort((a, b) => byPlace(a.place, b.place));
  const cron = deployments.filter(({ type }) => type === 'cron');
  const rolledOut = deployments.filter(({ rollouts }) => rollouts.isAny);
  const bySubject = new Map<string, Deployment>();
  for (const entity of world.entities) if (entity.kind === 'deployment') bySubject.set(entity.subject.name, entity);
  const entityOf = new Map([...chronicle.deployments].map(([name, one]) => [one, bySubject.get(name)]));
  const volumes = volumesNow(world, now).map((volume) => ({
    volume,
    heard:
      chronicle.volumes.get(volume.entity.subject.name) ??
      new VolumeChronicle(volume.place, volume.set.settings.bytesPerGB),
  }));
  const calls = callUses(chronicle, world, now);
  const workloads = deployments.map((one) => {
    const deployment = entityOf.get(one);
    const use = deployment === undefined ? null : (calls.get(deployment.subject.name) ?? null);
    return workloadCapacity(one, deployment, {
      bill,
      load: loads.get(one) ?? null,
      calls: use,
      idleAtStart: world.setup.behaviours.workload(one.place.gvc, one.place.name),
      start,
      now,
    });
  });
  const about = { bill, assumptions: chronicle.input.assumptions, start, now };
  const limits = [
    ...deployments.flatMap((one) => {
      const isChanged = chronicle.changed.has(`${one.place.gvc}/workload/${one.place.name}`);
      return deploymentLimits(one, {
        deployment: entityOf.get(one),
        isChanged,
        now,
        bytesPerGB: world.assumptions['unit.gb'],
      });
    }),
    ...volumes.flatMap(({ volume, heard }) => volumeLimits(volume, heard)),
    ...quotaLimits(world, start),
  ];
  return {
    schema: 'svcsim/capacity/1',
    horizon: { start: isoFromInstant(chronicle.input.start), end: isoFromInstant(now) },
    currency: bill.currency,
    book: bill.book,
    verdict: results.map(verdictOf),
    demand: [...demand, ...callDemands(chronicle, world)].sort(byName),
    workloads,
    volumes: volumes.map(({ volume, heard }) => volumeCapacity(volume, heard, about)),
    objectives: objectivesOf(outcome, results),
    cron: cron.map((one) => cronReport(one, bill, now)),
    rollouts: rolledOut.map((one) => {
      const { surge } = workloads[deployments.indexOf(one)]?.costByCause ?? { surge: '0.0' };
      return rolloutReport(one, now, surge);
    }),
    limits,
    limitsLeftOut: limitsLeftOut(limits),
    failures: [],
    cost: costReport(bill, workloads),
    ...forecastBlocks(volumes, start, now),
    recommendations: [],
  };
}

/** An expectation and its result, in the form of the files. */
export function verdictOf(one: ExpectationResult): ExpectationVerdict {
  const { expectation, measured, pass, isDecided, firstBrokenAt, brokenBy, message } = one;
  return {
    name: expectation.text,
    threshold: thresholdText(expectation.comparison),
    measured,
    unit: expectation.test === 'share' ? 'share' : measuredUnits[metrics[expectation.metric].unit],
    pass,
    decided: isDecided,
    firstBroken: firstBrokenAt === null ? null : isoFromInstant(firstBrokenAt),
    ...(brokenBy === null ? {} : { entry: brokenBy }),
    message,
  };
}

const measuredUnits = { count: 'count', duration: 'ms', GB: 'GB', percent: '%', money: 'money' } as const;

/** In the order of gvc and name; of one workload, amounts first. */
function byName(a: DemandReport, b: DemandReport): number {
  const [one, other] = [a, b].map(({ gvc, name }) => `${gvc}/workload/${name}`);
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;
}
