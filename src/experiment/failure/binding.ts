/**
 * Which limit keeps a workload from serving its requests after a loss.
 */
import type { FailureReport, LimitName } from '../../report/verdict/failure.ts';
import { type Block, blocksOf, type SeenWorkload } from '../recommend/seen.ts';
import type { Values } from '../study/measure.ts';
import { limitValue, type StretchLimit } from '../study/stretch.ts';
import type { Loss } from './losses.ts';

/** The limit that binds, and the blocks of options of the locations where it does. */
export interface Binding {
  readonly limit: LimitName;
  /** Empty if no location is left. */
  readonly blocks: readonly Block[];
  /** What a full replica lacks; null: no replica was full. */
  readonly fullBy: 'processor' | 'maxConcurrency' | null;
}

/** In this order: the first one that is found anywhere binds. */
const order: readonly LimitName[] = ['maxScale', 'replicas', 'scaleUp', 'target'];

/**
 * The limit that binds in the hour after a loss, in the locations that are left.
 *
 * - `location`: no location is left.
 * - `zones`: a zone is lost, and the replicas are not spread over zones.
 * - `maxScale`: the workload is at maxScale for some time.
 * - `replicas`: the count is fixed, and replicas are full or missing.
 * - `scaleUp`: replicas are desired that are not ready yet.
 * - `target`: all ready replicas are full, and autoscaling desires no more.
 *
 * Null: no limit is reached, for example because requests find no location that is healthy.
 *
 * @param values of the run with the loss
 */
export function bindingOf(loss: Loss, values: Values): Binding | null {
  const { lost } = loss;
  const left = blocksLeft(loss);
  if (left.length === 0) return { limit: 'location', blocks: [], fullBy: null };
  const unspread = left.filter(({ options }) => !options.multiZone);
  if (lost === 'zone' && unspread.length > 0)
    return { limit: 'zones', blocks: unspread, fullBy: fullBy(loss, left, values) };
  for (const limit of order) {
    const blocks = left.filter((block) => limitOf(loss, block, values) === limit);
    if (blocks.length > 0) return { limit, blocks, fullBy: fullBy(loss, blocks, values) };
  }
  return null;
}

/** Blocks of options by which any location goes that is not lost. */
export function blocksLeft({
  seen,
  lost,
  location,
}: { readonly seen: SeenWorkload } & Pick<FailureReport, 'lost' | 'location'>): Block[] {
  return blocksOf(seen).filter(({ places }) => lost !== 'location' || places.some((one) => one.location !== location));
}

function limitOf(loss: Loss, block: Block, values: Values): LimitName | null {
  const { metric, minScale, maxScale, suspend } = block.options;
  if (suspend) return null;
  const reached = (limit: StretchLimit): boolean => totalOf(loss, block, values, limit) > 0;
  const isFull = reached('processor') || reached('maxConcurrency');
  if (metric === 'disabled' || minScale >= maxScale) return isFull || reached('missing') ? 'replicas' : null;
  if (reached('maxScale')) return 'maxScale';
  if (reached('missing')) return 'scaleUp';
  return isFull ? 'target' : null;
}

/** Whether a workload is at maxScale for some time of the hour, in any of these locations. */
export function isAtMaxScale(loss: Loss, blocks: readonly Block[], values: Values): boolean {
  return blocks.some((block) => totalOf(loss, block, values, 'maxScale') > 0);
}

function fullBy(loss: Loss, blocks: readonly Block[], values: Values): Binding['fullBy'] {
  const [processor, places] = (['processor', 'maxConcurrency'] as const).map((limit) =>
    blocks.reduce((sum, block) => sum + totalOf(loss, block, values, limit), 0),
  );
  if ((processor ?? 0) === 0 && (places ?? 0) === 0) return null;
  return (processor ?? 0) >= (places ?? 0) ? 'processor' : 'maxConcurrency';
}

function totalOf({ lost, location, stretch }: Loss, { places }: Block, values: Values, limit: StretchLimit): number {
  return places
    .filter((one) => lost !== 'location' || one.location !== location)
    .reduce((sum, one) => sum + (values[limitValue(stretch, limit, one.location)] ?? 0), 0);
}
