/** The reference page of metrics, from their closed list. */
import { type Metric, metrics } from '../../../src/platform/expectation.ts';
import { inline, table } from '../html.ts';

const subjects = { workload: 'a workload', volumeset: 'a volume set', none: 'the whole run' } as const;
const values = { over: 'the total of the run', end: 'the value at the end' } as const;

/** All metrics, each with its unit and subject. */
export function metricsHtml(): string {
  const rows = Object.entries(metrics).map(([name, metric]: [string, Metric]) => [
    `<code id="${name}">${name}</code>`,
    inline(metric.says),
    metric.unit,
    subjects[metric.of],
    metric.isPeak === true ? 'a maximum or a share of the run' : values[metric.is],
    metric.isOfWhole === true ? 'no' : 'yes',
  ]);
  const heads = ['Metric', 'Meaning', 'Unit', 'Of', '<code>is</code> compares', 'At an instant'];
  return `<p>The ${rows.length} metrics that <code>expect:</code> of a scenario, goals of lessons and studies may name. A metric of a
workload may also be summed over all workloads that have a tag. A metric with <em>no</em> in the last column is measured over the
whole run only: <code>at</code> and <code>always</code> do not take it.</p>\n${table(heads, rows)}`;
}
