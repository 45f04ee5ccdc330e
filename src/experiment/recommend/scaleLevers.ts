/**
 * What else than more replicas may serve the requests that come to nothing: another target or metric, more cpu, a
 * greater maxConcurrency, one more location.
 *
 * A question tries its own field first, which is the limit that binds. Of each other lever the first value that is
 * accepted counts, and of all these the one that solves most, or the same at the lowest cost.
 */
import { concurrencyLever, cpuLever, type Lever, targetLever } from './levers.ts';
import type { Alternative, Question } from './question.ts';
import type { Block, Seen, SeenWorkload } from './seen.ts';
import type { Setting } from './setting.ts';

/** Replicas are full, and autoscaling desires no more: it goes by another metric, or by too high a target. */
export function targetQuestions(
  workload: SeenWorkload,
  block: Block,
  about: Pick<Question, 'kind' | 'target' | 'location' | 'severity' | 'hope' | 'take' | 'reason'>,
): Question[] {
  const { target, options } = block;
  if (target === null) return [];
  const lower = targetLever(workload, [block]);
  const alternatives = [
    ...lower.values.map((value) => ({ ...lower.changeOf(value), proposed: String(value) })),
    ...otherMetrics(workload, block),
    ...fullerAlternatives(workload, block),
  ];
  const now = String(target);
  const reason = `${about.reason}, and autoscaling by ${options.metric} with target ${now} desired no more replicas`;
  return [{ ...about, field: 'target', now, reason, alternatives }];
}

/** What full replicas lack: cpu, or a greater maxConcurrency. */
export function fullerAlternatives(workload: SeenWorkload, block: Block): Alternative[] {
  const time = (limit: 'processor' | 'maxConcurrency'): number =>
    block.places
      .flatMap(({ saturation }) => saturation)
      .reduce((sum, one) => sum + (one.limit === limit ? one.ms : 0), 0);
  if (time('processor') === 0 && time('maxConcurrency') === 0) return [];
  if (time('processor') >= time('maxConcurrency')) {
    const millicores = workload.settings.containers.map(({ cpuMillicores }) => `${cpuMillicores}m`);
    return leverAlternatives(cpuLever(workload), 'cpu', millicores.join(', '));
  }
  const now = String(block.options.maxConcurrency);
  return leverAlternatives(concurrencyLever(workload, [block]), 'maxConcurrency', now);
}

/** A fixed count that follows the load instead, up to twice or four times as many. */
export function followed(workload: SeenWorkload, block: Block): Alternative[] {
  const { minScale, maxScale, metric } = block.options;
  if (metric !== 'disabled') return [];
  const now = Math.max(1, minScale, maxScale);
  return [2 * now, 4 * now].map((most) =>
    metricAlternative(workload, block, { metric: 'cpu', target: targetUsual, maxScale: most }),
  );
}

/** One more location for the whole gvc: one with callers, in which nothing runs yet. At most two are tried. */
export function moreLocations({ trial, gvcs }: Seen, { key, gvc }: SeenWorkload): Alternative[] {
  const { locations = [] } = gvcs.find(({ name }) => name === gvc) ?? {};
  const origins = trial.scenario.demand.flatMap(({ to, caller }) =>
    to === key && caller.kind === 'world' ? caller.origins.map(({ location }) => location) : [],
  );
  const target = `gvc/${gvc}`;
  const missing = [...new Set(origins)].filter((location) => !locations.includes(location)).slice(0, 2);
  return missing.map((location): Alternative => {
    const all = [...locations, location];
    const links = all.map((one) => `//location/${one}`);
    return {
      proposed: `staticPlacement ${all.join(', ')}`,
      lever: { target, field: 'staticPlacement', now: locations.join(', ') },
      settings: [
        { kind: 'field', resource: target, steps: ['spec', 'staticPlacement', 'locationLinks'], value: links },
      ],
    };
  });
}

/**
 * Cpu and requests a second, where autoscaling goes by another metric; the platform refuses what a type may not have.
 */
function otherMetrics(workload: SeenWorkload, block: Block): Alternative[] {
  const { metric } = block.options;
  const perReplica = Math.max(
    0,
    ...block.places.map(({ load }) => {
      const busy = Number(load?.busyReplicas?.max ?? 0);
      return busy === 0 ? 0 : Number(load?.peakPerSecond) / busy;
    }),
  );
  const rps = Math.floor((targetUsual / 100) * perReplica);
  return [
    ...(metric === 'cpu' ? [] : [metricAlternative(workload, block, { metric: 'cpu', target: targetUsual })]),
    ...(metric === 'rps' || rps < 1 ? [] : [metricAlternative(workload, block, { metric: 'rps', target: rps })]),
  ];
}

/**
 * A target of cpu in percent, and the share of what a replica can answer that a target of requests a second asks for.
 */
const targetUsual = 60;

function metricAlternative(
  { key }: SeenWorkload,
  { steps, options }: Block,
  fields: { readonly metric: string; readonly target: number; readonly maxScale?: number },
): Alternative {
  return {
    proposed: Object.entries(fields)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    lever: { field: 'metric', now: options.metric },
    settings: Object.entries(fields).map(
      ([field, value]): Setting => ({ kind: 'field', resource: key, steps: [...steps, 'autoscaling', field], value }),
    ),
  };
}

/** All values of a lever, each named by its field. */
export function leverAlternatives(lever: Lever, field: string, now: string): Alternative[] {
  return lever.values.map((value) => ({ ...lever.changeOf(value), lever: { field, now } }));
}
