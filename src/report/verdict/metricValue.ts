/**
 * The value of a metric at the end of a run: what `is` compares, and what a study measures.
 */
import type { MetricName } from '../../platform/expectation.ts';
import { type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import type { Bill } from '../bill/billDocument.ts';
import { type CostFilter, costOf, payableOf } from '../bill/costs.ts';
import {
  type CountedMetric,
  covers,
  freePercentage,
  isLoadMetric,
  isMoney,
  type MoneyMetric,
  measure,
  type Scope,
} from '../fold/measure.ts';
import { type VolumeNow, volumesNow } from '../fold/volumeNow.ts';
import { measureLoad, whyUnmeasured } from './loadMeasure.ts';
import type { MeasuredOutcome } from './outcome.ts';

/**
 * The value of a metric in its unit (durations in ms, money in the currency of the price book); null if the run has
 * nothing that it covers, or could not measure it.
 */
export function metricValue(outcome: MeasuredOutcome, metric: MetricName, scope: Scope): number | null {
  if (isMoney(metric)) return Number(formatDecimal(moneyOf(outcome.bill, rowsAbout(metric, scope))));
  if (whyUnmeasured(outcome, { metric, ...scope }) !== null) return null;
  if (isLoadMetric(metric)) return measureLoad(outcome.load, metric, scope);
  return endValue(outcome, volumesNow(outcome.world, outcome.now), metric, scope);
}

/** The cost of the rows that a filter selects; null: all that is to be paid. */
export function moneyOf(bill: Bill, filter: CostFilter | null): Decimal {
  return filter === null ? payableOf(bill) : costOf(bill, filter);
}

/** Which rows of the bill a metric is about; null: all that is to be paid. */
export function rowsAbout(metric: MoneyMetric, { of, at }: Scope): CostFilter | null {
  const [gvc = null, , name = null] = of?.split('/') ?? [];
  switch (metric) {
    case 'bill.total':
      return null;
    case 'bill.workload':
    case 'bill.workloads':
      return { kind: 'workload', gvc, name, location: at };
    case 'bill.volumeset':
    case 'bill.volumesets':
      return { kind: 'volumeset', gvc, name, location: at };
  }
}

/** As it is when the run ends: the use of volumes is read from the world. */
export function endValue(
  { chronicle, now }: Pick<MeasuredOutcome, 'chronicle' | 'now'>,
  volumes: readonly VolumeNow[],
  metric: CountedMetric,
  scope: Scope,
): number | null {
  if (metric !== 'volumes.usedGB' && metric !== 'volumes.freePercentage') {
    return measure(chronicle, metric, scope, now);
  }
  const present = volumes.filter(({ isPresent, place }) => isPresent && covers(scope, place));
  if (present.length === 0) return null;
  if (metric === 'volumes.usedGB')
    return present.reduce((sum, { usedBytes }) => sum + usedBytes, 0) / chronicle.input.assumptions['unit.gb'];
  return Math.min(...present.map(({ usedBytes, capacityBytes }) => freePercentage(usedBytes, capacityBytes)));
}
