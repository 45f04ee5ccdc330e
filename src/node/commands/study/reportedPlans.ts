/**
 * Plans of a comparison that are report folders: runs that are finished already. A report tells its bill, and the
 * metrics that its expectations were about; nothing else can be measured of it.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { billParts } from '../../../experiment/study/billParts.ts';
import { type Measure, measureOf, parseMeasure, type Values } from '../../../experiment/study/measure.ts';
import type { PlanText } from '../../../experiment/study/planText.ts';
import type { RunJob, Runner, RunResult } from '../../../experiment/study/runner.ts';
import { formatDecimal } from '../../../platform/metering/decimal.ts';
import { payableOf } from '../../../report/bill/costs.ts';
import { pivotOf } from '../../../report/bill/pivot.ts';
import { exitCode, Stop } from '../../exit.ts';
import { textOfFile } from '../../lines.ts';
import { readBillOf } from '../../reported/reportedBill.ts';
import { readRun } from '../../reported/reportedRun.ts';

/** A finished run as a plan. */
export interface ReportedPlan {
  readonly folder: string;
  readonly name: string;
  /** Stands for the run in a study; it cannot be read as a scenario. */
  readonly plan: PlanText;
  readonly seed: string;
  readonly replication: number;
  readonly currency: string;
  readonly fingerprint: string;
  /** The bill, and the metrics of expectations: what is measured if nothing else is asked for. */
  readonly usual: readonly Measure[];
  /** The values of a measure; null: the report does not tell them. */
  valuesOf(measure: Measure): Values | null;
}

const shape = z.object({
  replication: z.int().optional(),
  expectations: z.array(z.object({ name: z.string(), measured: z.string().nullable() })),
});

/** Reads a report folder. @throws Stop if it is none, or if a file of it was changed */
export function readReportedPlan(folder: string): ReportedPlan {
  const { name, seed, fingerprint } = readRun(folder);
  const bill = readBillOf(folder);
  const { replication = 0, expectations } = shape.parse(JSON.parse(textOfFile(join(folder, 'summary.json'))));
  const told = new Map<string, number>([['bill.total', Number(formatDecimal(payableOf(bill)))]]);
  for (const { name: text, measured } of expectations) {
    const value = measured === null ? Number.NaN : Number(measured);
    // `load.goodPercentage of shop/api is >= 99.9%`; at an instant or always is another measure.
    const [, measure = ''] = /^(.+) is [<>=!]/.exec(text) ?? [];
    if (typeof parseMeasure(measure) !== 'string' && Number.isFinite(value)) told.set(measure, value);
  }
  return {
    folder,
    name,
    plan: { file: folder, text: '', files: {}, lists: {}, variants: [], set: [], assume: {}, seed },
    seed,
    replication,
    currency: bill.currency,
    fingerprint,
    usual: [...told.keys()].map(measureOf),
    valuesOf: (measure) => {
      if (measure.kind === 'bill') {
        const { rows } = pivotOf(bill.usage, [measure.by], bill.currency);
        return Object.fromEntries(rows.map(({ label, total }) => [`bill.total ${measure.by}=${label}`, Number(total)]));
      }
      if (measure.kind === 'billParts')
        return Object.fromEntries(billParts(bill).map(([text, value]) => [`${measure.name} ${text}`, value]));
      const value = told.get(measure.name);
      return value === undefined ? null : { [measure.name]: value };
    },
  };
}

/**
 * A runner that takes the runs of report folders from these, and performs others in the replication of the reports.
 *
 * @param replication of all reports
 */
export function besideReports(
  runner: Runner,
  reports: ReadonlyMap<PlanText, ReportedPlan>,
  replication: number,
): Runner {
  return {
    width: runner.width,
    async *run(jobs) {
      const performed: RunJob[] = [];
      for (const job of jobs) {
        const report = reports.get(job.plan);
        if (report === undefined) performed.push({ ...job, replication });
        else yield resultOf(job, report);
      }
      yield* runner.run(performed);
    },
  };
}

/** Whether anything was random is not told, so it may have been. */
function resultOf({ key, measures }: RunJob, { fingerprint, valuesOf }: ReportedPlan): RunResult {
  const values = Object.assign({}, ...measures.map((measure) => valuesOf(measure) ?? { [measure.name]: null }));
  return { kind: 'measured', key, fingerprint, isDrawn: true, values };
}

/** Checks that each report tells all measures. @throws Stop for the first one that it does not tell */
export function checkReported(measures: readonly Measure[], reports: readonly ReportedPlan[]): void {
  for (const { folder, valuesOf } of reports)
    for (const measure of measures)
      if (valuesOf(measure) === null)
        throw new Stop(
          exitCode.usage,
          `${folder} does not tell ${measure.name}: a report tells its bill, and the metrics that an expectation of the scenario is about`,
        );
}
