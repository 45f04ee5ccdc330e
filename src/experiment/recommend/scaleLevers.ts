/**
 * What else than more replicas may serve the requests that come to nothing: another target or metric, more cpu, a
 * greater maxConcurrency, one more location.
 *
 * A question tries its own field first, which is the limit that binds. Of each other lever the first value that is
 * accepted counts, and of all these the one that solves most, or the same at the lowest cost.
 */
import { servingOf } from '../../platform/traffic/serving.ts';
import { shortNumber } from '../../report/words/format.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { concurrencyLever, cpuLever, type Lever, targetChange, targetLever } from './levers.ts';
import type { Alternative, Question } from './question.ts';
import type { Block, Seen, SeenWorkload } from './seen.ts';
import type { Setting } from './setting.ts';

/** Replicas are full, and autoscaling desires no more: it goes by another metric, or by too high a target. */
export function targetQuestions(
  seen: Seen,
  workload: SeenWorkload,
  block: Block,
  about: Pick<Question, 'kind' | 'target' | 'location' | 'severity' | 'hope' | 'take' | 'reason'>,
): Question[] {
  const { target, options } = block;
  if (target === null) return [];
  const alternatives = [
    ...lowerTargets(seen, workload, block).map((value) => ({
      ...targetChange(workload, [block], value),
      proposed: String(value),
    })),
    ...otherMetrics(seen, workload, block),
    ...fullerAlternatives(workload, block),
  ];
  const now = String(target);
  const reason =
    beyondText(seen, workload, block) === null
      ? `${about.reason}, and autoscaling by ${options.metric} with target ${now} desired no more replicas`
      : about.reason;
  return [{ ...about, field: 'target', now, reason, alternatives }];
}

/** Lower targets, the nearest first; with one that replicas reach before they are full, if the present one is none. */
export function lowerTargets({ trial }: Seen, workload: SeenWorkload, block: Block): readonly number[] {
  const { values } = targetLever(workload, [block]);
  const beyond = beyondFull(trial.scenario, workload, block);
  if (beyond === null) return values;
  const fitting = Math.max(1, Math.floor((targetUsual / 100) * beyond));
  return values.includes(fitting) || fitting >= beyond ? values : [...values, fitting];
}

/**
 * Why a target of requests in flight, or of requests a second, is too high, in a clause: a full replica has no more. A
 * backlog counts as requests in flight, so autoscaling goes up and down with it. Null: the target is not too high.
 */
export function beyondText({ trial }: Seen, workload: SeenWorkload, block: Block): string | null {
  const full = beyondFull(trial.scenario, workload, block);
  if (full === null) return null;
  return block.options.metric === 'rps'
    ? `a full replica answers ${shortNumber(full, 2)} requests a second, no more than the target of ${block.target}, so autoscaling desires too few replicas`
    : `a full replica serves ${shortNumber(full, 2)} requests at a time, no more than the target of ${block.target}, so autoscaling waits for a backlog, then adds too many replicas, and removes them again`;
}

/** What a full replica has of the metric that autoscaling follows, if that is no more than the target; else null. */
function beyondFull(scenario: Scenario, workload: SeenWorkload, block: Block): number | null {
  const { target, options } = block;
  const full =
    options.metric === 'concurrency' || options.metric === 'rps' ? fullReplica(scenario, workload, block) : null;
  if (full === null || target === null) return null;
  const amount = options.metric === 'rps' ? full.perSecond : full.inFlight;
  return amount <= target ? amount : null;
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
 * The metrics that autoscaling may follow instead: cpu, requests a second, and requests in flight (`concurrency`),
 * whichever the type of the workload may have (`type.metrics`). Targets keep replicas busy for 60 % of the time.
 *
 * `concurrency` has a target of at least 1. If a full replica has no more requests in flight, it is not tried: only a
 * backlog would add replicas.
 */
export function otherMetrics({ trial }: Seen, workload: SeenWorkload, block: Block): Alternative[] {
  const { assumptions } = trial.scenario;
  const { type } = workload.settings;
  const { metric } = block.options;
  if (type === 'cron' || metric === 'disabled') return [];
  const { perSecond, inFlight } = fullReplica(trial.scenario, workload, block) ?? { perSecond: 0, inFlight: 0 };
  const share = targetUsual / 100;
  const targets: readonly (readonly [metric: string, target: number])[] = [
    ['cpu', targetUsual],
    ['rps', Math.floor(share * perSecond)],
    ['concurrency', inFlight <= 1 ? 0 : Math.max(1, Math.floor(share * inFlight))],
  ];
  return targets
    .filter(([name, target]) => name !== metric && target >= 1 && assumptions['type.metrics'][type].includes(name))
    .map(([name, target]) => ({ ...metricAlternative(workload, block, { metric: name, target }), isApart: true }));
}

/** What a replica with as many requests as it can answer has in flight, without those that wait. */
interface FullReplica {
  readonly perSecond: number;
  readonly inFlight: number;
}

/** null: the scenario tells nothing that limits it. */
export function fullReplica(
  { behaviours, assumptions }: Scenario,
  { key, settings: { containers } }: SeenWorkload,
  { options: { maxConcurrency, timeout } }: Block,
): FullReplica | null {
  const behaviour = behaviours.workloads.get(key);
  if (behaviour?.request === undefined) return null;
  const serving = servingOf(behaviour.request, behaviour, { containers, maxConcurrency, timeout }, assumptions);
  const { capacityPerSecond: perSecond, duration } = serving;
  if (!Number.isFinite(perSecond)) return null;
  // A quotient times its divisor: only so many digits are meant.
  return { perSecond, inFlight: Math.round(perSecond * duration * 1_000) / 1_000_000 };
}

/**
 * A target of cpu in percent, and the share of what a replica can answer that another target asks for.
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
function leverAlternatives(lever: Lever, field: string, now: string): Alternative[] {
  return lever.values.map((value) => ({ ...lever.changeOf(value), lever: { field, now } }));
}
