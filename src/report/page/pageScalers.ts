/**
 * The autoscalers of a run: their targets, and their decisions with the arithmetic.
 */

import type { Band, Ratio } from '../../platform/autoscaling/ratio.ts';
import type { AutoscalingSettings } from '../../platform/autoscaling/settings.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { PageChronicle } from '../fold/page/pageChronicle.ts';
import type { ScaledAt } from '../fold/page/scaleDecisions.ts';
import { scaleFormula } from '../why/scaleFormula.ts';
import type { PageChart } from './pageData.ts';
import type { PageDecision, PageMetric, PageScaler } from './pageScaler.ts';

/** Units of the metrics that the platform knows; triggers have names of their own. */
const units: { readonly [metric: string]: string } = {
  cpu: '%',
  memory: '%',
  rps: 'requests/s',
  latency: 'ms',
  concurrency: 'requests',
};

/** A target and what is tolerated around it. */
export type ScalerTarget = Omit<PageMetric, 'chart'>;

/**
 * One for each deployment whose scaler changed its count, in order of subject.
 *
 * @param now deployments at the end of the run
 * @param most decisions of one of them
 */
export function pageScalers(
  { deployments, isNumbered }: PageChronicle,
  now: ReadonlyMap<string, Deployment>,
  charts: readonly PageChart[],
  most: number,
): readonly PageScaler[] {
  const ids = new Set(charts.map(({ id }) => id));
  return [...deployments]
    .filter(([, { decisions }]) => decisions.count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([subject, { decisions }]): PageScaler => {
      const shown = decisions.shown(most);
      const settings = now.get(subject)?.options.autoscaling ?? null;
      return {
        subject,
        metrics: targetsOf(settings).map((target) => {
          const id = scalingChartId(subject, target.name);
          return { ...target, chart: ids.has(id) ? id : null };
        }),
        decisions: shown.map((one) => pageDecision(one, isNumbered)),
        leftOut: decisions.count - shown.length,
      };
    });
}

/** A decision with nothing in it. */
const emptyDecision: PageDecision = { at: 0, from: 0, to: 0, measured: [], formula: [], entry: 0 };

/**
 * Characters that the decisions of `pageScalers` take at least as text. Where there are many autoscalers they are most
 * of a page, and their formulas take long to write.
 */
export function decisionCharactersLeast({ deployments }: PageChronicle, most: number): number {
  let count = 0;
  for (const { decisions } of deployments.values()) count += decisions.shownCount(most);
  return count * JSON.stringify(emptyDecision).length;
}

/** `scaling/shop/workload/api@aws-us-east-1/cpu` */
export function scalingChartId(subject: string, metric: string): string {
  return `scaling/${subject}/${metric}`;
}

/** What an autoscaler aims at, a target for each metric; empty if nothing moves the count, or no trigger has one. */
export function targetsOf(settings: AutoscalingSettings | null): readonly ScalerTarget[] {
  if (settings === null) return [];
  switch (settings.loop) {
    case 'disabled':
      return [];
    case 'kpa':
      return [targetOf(settings, { measures: 'sum', tolerated: null })];
    case 'hpa':
      return settings.metrics.map((one) => targetOf(one, { measures: 'mean', tolerated: settings.sync.tolerated }));
    case 'keda':
      return settings.triggers.flatMap(({ name, metricType, targetMilli }) => {
        const measures = metricType === 'Value' ? 'mean' : 'sum';
        const { tolerated } = settings.sync;
        return targetMilli === null ? [] : [targetOf({ metric: name, targetMilli }, { measures, tolerated })];
      });
  }
}

function targetOf(
  { metric, targetMilli }: { readonly metric: string; readonly targetMilli: number },
  { measures, tolerated }: Pick<PageMetric, 'measures'> & { readonly tolerated: Band | null },
): ScalerTarget {
  const times = ({ part, whole }: Ratio): number => (targetMilli * part) / whole / 1_000;
  return {
    name: metric,
    unit: units[metric] ?? '',
    measures,
    target: targetMilli / 1_000,
    lower: tolerated === null ? null : times(tolerated.least),
    upper: tolerated === null ? null : times(tolerated.greatest),
  };
}

function pageDecision({ at, seq, data }: ScaledAt, isNumbered: boolean): PageDecision {
  const { from, to, measured = [] } = data;
  return {
    at,
    from,
    to,
    measured: measured.map(({ metric, valueMilli }) => ({
      metric,
      value: valueMilli === null ? null : valueMilli / 1_000,
    })),
    formula: scaleFormula(data, at),
    entry: isNumbered ? seq : null,
  };
}
