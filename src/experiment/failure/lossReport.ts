/**
 * What is reported of a loss: how much is served, with spare replicas and with the change that was found, over all
 * replications.
 */
import { isoFromInstant } from '../../engine/time.ts';
import { formatDecimal, minus } from '../../platform/metering/decimal.ts';
import { zoneName } from '../../platform/workload/zone.ts';
import type { EstimateResult } from '../../report/study/document.ts';
import type { FailureReport, RemedyReport, Spare, Survival } from '../../report/verdict/failure.ts';
import { decimalText } from '../../report/words/numbers.ts';
import { perMonth } from '../../report/words/perMonth.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { numberOf } from '../recommend/figures.ts';
import { figuresFrom } from '../recommend/figureValues.ts';
import { setText } from '../recommend/setting.ts';
import type { BatchValues } from '../study/batches.ts';
import { type EstimateInput, meanResult, pairedResult } from '../study/estimates.ts';
import type { Values } from '../study/measure.ts';
import { sharedConfidence } from '../study/statistics/manyPlans.ts';
import type { SearchedChange } from './leverSearch.ts';
import type { Loss } from './losses.ts';

/** What the scenario's own replication showed of a loss. */
export interface LossFound {
  readonly loss: Loss;
  readonly before: Values;
  readonly after: Values;
  readonly spares: readonly Spare[];
  readonly limit: FailureReport['limit'];
}

export interface LossReportInput {
  /** Without any change. */
  readonly scenario: Scenario;
  /** Of all intervals of one loss together; above 0, below 1. */
  readonly confidence: number;
}

/**
 * The report of one loss.
 *
 * @param columns after the loss, with the change, the whole run, and the whole run with the change; each by
 *   replication
 */
export function lossReport(
  { loss, before, after, spares, limit }: LossFound,
  change: SearchedChange | null,
  [lost = [], changed = [], whole = [], wholeChanged = []]: readonly (readonly BatchValues[])[],
  { scenario, confidence }: LossReportInput,
): FailureReport {
  const { seen, location, zone, stretch } = loss;
  const isMany = lost.length > 1;
  const name = `${stretch.name} served`;
  const valuesOf = (column: readonly BatchValues[]): (Values | undefined)[] => column.map((one) => one ?? undefined);
  const shared: EstimateInput = {
    confidence: sharedConfidence(confidence, change === null ? 1 : 4),
    chance: 'present',
  };
  const remedy = (found: SearchedChange): RemedyReport | null => {
    const [base, other] = [whole[0], wholeChanged[0]];
    if (base == null || other == null) return null;
    const { lever, proposed, settings } = found.best;
    const values = changed[0] ?? found.best.values;
    return {
      lever,
      proposed,
      set: settings.map(setText),
      ...survivalIn(loss, values),
      ...extraCost(base, other, scenario),
      ...(isMany
        ? {
            runs: {
              served: shareResult(meanResult(valuesOf(changed), name, shared)),
              servedMore: pairedOf(pairedResult(valuesOf(changed), valuesOf(lost), name, shared)),
              costPerMonth: pairedOf(
                pairedResult(monthly(wholeChanged, scenario), monthly(whole, scenario), monthlyCost, shared),
              ),
            },
          }
        : {}),
      others: found.others.map((one) => ({
        lever: one.lever,
        proposed: one.proposed,
        served: survivalIn(loss, one.values).served,
      })),
    };
  };
  return {
    gvc: seen.gvc,
    name: seen.name,
    lost: loss.lost,
    location,
    zone: zone === null ? null : zoneName(zone),
    from: isoFromInstant(stretch.from),
    until: isoFromInstant(stretch.until),
    before: survivalIn(loss, before),
    after: survivalIn(loss, after),
    spares,
    limit,
    ...(isMany ? { runs: { served: shareResult(meanResult(valuesOf(lost), name, shared)) } } : {}),
    remedy: change === null ? null : remedy(change),
  };
}

/** What a scenario costs more than another, without any loss. */
export function extraCost(base: Values, values: Values, scenario: Scenario): Pick<Spare, 'cost' | 'costPerMonth'> {
  const { cost, length } = figuresFrom(base, scenario);
  const extra = minus(figuresFrom(values, scenario).cost, cost);
  return { cost: formatDecimal(extra), costPerMonth: formatDecimal(perMonth(extra, length)) };
}

/** The cost of thirty days in each run. */
function monthly(column: readonly BatchValues[], scenario: Scenario): (Values | undefined)[] {
  return column.map((values) => {
    if (values === null) return undefined;
    const { cost, length } = figuresFrom(values, scenario);
    return { [monthlyCost]: numberOf(perMonth(cost, length)) };
  });
}

const monthlyCost = 'cost a month';

function pairedOf({ reduction: _, ...estimate }: ReturnType<typeof pairedResult>): Omit<typeof estimate, 'reduction'> {
  return estimate;
}

/** An interval of a share ends at 0 and 1. */
function shareResult(estimate: EstimateResult): EstimateResult {
  const { low, high } = estimate;
  return low === null || high === null ? estimate : { ...estimate, low: Math.max(0, low), high: Math.min(1, high) };
}

/** The share of requests that are served in the stretch of a loss; null: there are none. */
export function servedIn({ stretch }: Loss, values: Values): number | null {
  return values[`${stretch.name} served`] ?? null;
}

/** The same as a report tells it, with the minutes in which too few are served. */
export function survivalIn(loss: Loss, values: Values): Survival {
  const served = servedIn(loss, values);
  return {
    served: served === null ? null : decimalText(served),
    breachMinutes: values[`${loss.stretch.name} breach`] ?? 0,
  };
}
