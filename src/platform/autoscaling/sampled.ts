/** What the proposal of a metric is made of, for readers of the journal. */
import type { Sampled } from './decision.ts';
import { decidingRatio, type MetricSample } from './metric.ts';

/**
 * What a proposal is made of; null: the mean over the counted replicas says it.
 *
 *   target 60 %, 3 at 20 %, 1 missing -> 4 replicas, 160 % in all
 *
 * @param meanMilli the mean over the counted replicas, as it is journalled
 */
export function sampledOf(targetMilli: number, sample: MetricSample, meanMilli: number): Sampled | null {
  const deciding = decidingRatio(targetMilli, sample);
  if (deciding === null) return { replicas: 0, totalMilli: 0 };
  const { ratio, isAbove, counted, absent } = deciding;
  const replicas = counted + absent;
  // In thousandths of the target of all of them, or of one of them, by how the ratio was taken.
  const totalMilli = sample.of === 'average' ? ratio.part : replicas * ratio.part;
  if (absent === 0 && totalMilli === counted * meanMilli) return null;
  const { missing, unready } = sample;
  return {
    replicas,
    totalMilli,
    ...(missing > 0 && { missing }),
    ...(isAbove && unready > 0 && { unready }),
  };
}
