/**
 * Rollout options of a workload (ROLL-2, ROLL-4, ROLL-6, ROLL-11).
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { amountText, parseAmount } from '../document/amount.ts';
import { numberAt, objectAt } from '../document/json.ts';
import { type Breach, breach, doubt, shown } from '../requests/breach.ts';
import { outside } from './bound.ts';
import type { WorkloadSubject } from './subject.ts';

const root = ['spec', 'rolloutOptions'];

/** Amounts that can be read, waits within their bounds, and a rollout that can move at all. */
export function checkRollout(workload: WorkloadSubject): readonly Breach[] {
  const options = objectAt(workload.spec, 'rolloutOptions');
  const { assumptions } = workload.context;
  const breaches: Breach[] = [];
  for (const field of ['minReadySeconds', 'terminationGracePeriodSeconds'] as const) {
    const found = numberAt(options, field);
    const name = `fields.bounds.${field}` as const;
    const wanted = found === undefined ? null : outside(found, assumptions[name]);
    if (wanted !== null) breaches.push(breach([...root, field], name, `${field} must be ${wanted}; found ${found}`));
  }
  const amounts = [
    ['maxSurgeReplicas', 'ROLL-6'],
    ['maxUnavailableReplicas', 'ROLL-4'],
  ] as const;
  for (const [field, rule] of amounts) {
    const found = options[field];
    if ((typeof found !== 'number' && typeof found !== 'string') || parseAmount(found) !== null) continue;
    breaches.push(
      breach(
        [...root, field],
        rule,
        `${field} must be a whole number of replicas, or a percentage such as 25%; found ${shown(found)}`,
      ),
    );
  }
  const surge = parseAmount(options.maxSurgeReplicas);
  const unavailable = parseAmount(options.maxUnavailableReplicas);
  const percent = assumptions['fields.bounds.maxUnavailablePercent'];
  if (unavailable?.unit === 'percent') {
    const wanted = outside(unavailable.value, percent);
    const at = [...root, 'maxUnavailableReplicas'];
    if (wanted !== null)
      breaches.push(
        breach(
          at,
          'fields.bounds.maxUnavailablePercent',
          `maxUnavailableReplicas must be ${wanted} percent; found ${unavailable.value}%`,
        ),
      );
  }
  const isStuck = surge?.value === 0 && unavailable?.value === 0;
  if (isStuck && assumptions['fields.bounds.surgeAndUnavailableZero'] === 'refuse') {
    const message =
      'maxSurgeReplicas and maxUnavailableReplicas must not both be zero, because no rollout could proceed';
    breaches.push(breach([...root, 'maxUnavailableReplicas'], 'fields.bounds.surgeAndUnavailableZero', message));
  }
  return [...breaches, ...ignoredAmounts(workload), ...ignoredPolicy(workload)];
}

/** A policy of ordinals, which only stateful workloads have (ROLL-8). */
function ignoredPolicy({ spec, type }: WorkloadSubject): readonly Breach[] {
  if (type === 'stateful' || objectAt(spec, 'rolloutOptions').scalingPolicy === undefined) return [];
  const message = `scalingPolicy has no effect: it is only for stateful workloads; this one is ${type}`;
  return [doubt([...root, 'scalingPolicy'], 'ROLL-8', message)];
}

/** Options of a rollout, which a cron workload does not have: its next execution takes the new version. */
function withoutRollout({ spec }: WorkloadSubject): readonly Breach[] {
  const options = objectAt(spec, 'rolloutOptions');
  return ['minReadySeconds', 'maxSurgeReplicas', 'maxUnavailableReplicas'].flatMap((field) =>
    options[field] === undefined
      ? []
      : [doubt([...root, field], 'TYPE-12', `${field} has no effect: a cron workload has no rollouts`)],
  );
}

/** Amounts that the type ignores (`rollout.stateful.maxUnavailable`). */
function ignoredAmounts(workload: WorkloadSubject): readonly Breach[] {
  const { spec, type, context } = workload;
  if (type === 'standard') return [];
  if (type === 'cron') return withoutRollout(workload);
  const options = objectAt(spec, 'rolloutOptions');
  const { assumptions } = context;
  const isHeeded = type === 'stateful' && assumptions['rollout.stateful.maxUnavailable'] === 'honoured';
  const defaults = {
    maxSurgeReplicas: assumptions['rollout.surge.default'],
    maxUnavailableReplicas: assumptions['rollout.unavailable.default'],
  };
  return (['maxSurgeReplicas', 'maxUnavailableReplicas'] as const).flatMap((field) => {
    const found = options[field];
    if (found === undefined || (isHeeded && field === 'maxUnavailableReplicas')) return [];
    // The default is no mistake: clients send whole records back.
    if (String(found) === amountText(defaults[field])) return [];
    return [doubt([...root, field], 'rollout.stateful.maxUnavailable', `${field} has no effect on a ${type} workload`)];
  });
}

/** An amount that a stateful workload loses on write (`fields.maxUnavailableOnStateful`). */
export function droppedUnavailable(spec: WorkloadSubject['spec'], assumptions: Assumptions): readonly Breach[] {
  const isDropped = assumptions['fields.maxUnavailableOnStateful'] === 'drop';
  const { maxUnavailableReplicas } = objectAt(spec, 'rolloutOptions');
  if (!isDropped || maxUnavailableReplicas === undefined) return [];
  const message = 'maxUnavailableReplicas is not stored for a stateful workload and is dropped';
  return [doubt([...root, 'maxUnavailableReplicas'], 'fields.maxUnavailableOnStateful', message)];
}
