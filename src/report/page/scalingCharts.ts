/**
 * The charts of an autoscaler: what it measures, its target, and what it tolerates.
 */

import type { Deployment } from '../../platform/workload/deployment.ts';
import type { DeploymentPicture } from '../fold/page/deploymentPicture.ts';
import type { LoadLines } from '../load/loadLines.ts';
import { short } from '../picture/numberShort.ts';
import type { PageLine } from '../picture/picture.ts';
import type { ThinnedLine } from '../picture/thinnedLine.ts';
import { type ChartDraft, type LineDraft, lineDraft } from './draft.ts';
import { type ScalerTarget, scalingChartId, targetsOf } from './pageScalers.ts';

/** What a chart is made of besides the picture of its deployment. */
interface Scaled {
  readonly load: LoadLines | null;
  readonly now: Deployment | undefined;
}

/**
 * One for each metric of the autoscaler at the end of the run, if its values are known.
 *
 * @param of the deployment in words: `shop/api in aws-us-east-1`
 */
export function scalingCharts(
  subject: string,
  of: string,
  picture: DeploymentPicture,
  { load, now }: Scaled,
): Omit<ChartDraft, 'marks' | 'weight'>[] {
  return targetsOf(now?.options.autoscaling ?? null).flatMap((metric) => {
    const { name, unit, target, lower, upper } = metric;
    const course = load === null ? null : courseOf(name, load);
    const measured = course === null ? [] : lineDraft('measured', course);
    const values = measured.length > 0 ? measured : atDecisions(metric, picture);
    if (values.length === 0) return [];
    const bounds = [
      ['target', target],
      ['lower', lower],
      ['upper', upper],
    ] as const;
    return [
      {
        id: scalingChartId(subject, name),
        kind: 'scaling' as const,
        subject,
        title: `Autoscaling metric ${name} of ${of}`,
        unit,
        note:
          measured.length > 0
            ? 'The scaler sees samples of this line, later and smoothed over its window.'
            : 'Values are known only when the scaler acted: each is shown until the next one.',
        lines: [
          ...values,
          ...bounds.flatMap(([line, value]) => (value === null ? [] : [level(line, value, picture.start)])),
        ],
      },
    ];
  });
}

/** The line of a metric over time; null: no line has its values. */
function courseOf(metric: string, { cpuShare, memoryShare, rpsEach }: LoadLines): ThinnedLine | null {
  switch (metric) {
    case 'cpu':
      return cpuShare;
    case 'memory':
      return memoryShare;
    case 'rps':
      return rpsEach;
    default:
      return null;
  }
}

/** What the scaler measured when it acted, for each replica of before; empty if it never measured this metric. */
function atDecisions({ name, measures }: ScalerTarget, { decisions }: DeploymentPicture): LineDraft[] {
  const told = decisions.shown(Number.POSITIVE_INFINITY).flatMap(({ at, data }) => {
    const one = data.measured?.find((measured) => measured.metric === name);
    if (one === undefined) return [];
    const among = measures === 'sum' ? Math.max(1, data.from) : 1;
    return [{ at, value: one.valueMilli === null ? null : short(one.valueMilli / 1_000 / among) }];
  });
  if (told.length === 0) return [];
  const line: PageLine = {
    name: 'measured',
    draw: 'steps',
    at: told.map(({ at }) => at),
    value: told.map(({ value }) => value),
    isThinned: false,
  };
  return [() => line];
}

function level(name: string, value: number, from: number): LineDraft {
  const line: PageLine = { name, draw: 'steps', at: [from], value: [value], isThinned: false };
  return () => line;
}
