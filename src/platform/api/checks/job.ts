/**
 * The job of a cron workload (TYPE-9, TYPE-11, CRON-1, CRON-9), and what cron workloads do without.
 */
import { parseSchedule } from '../../cron/expression.ts';
import { isObject, numberAt, objectAt, textAt } from '../document/json.ts';
import { type Breach, breach, doubt } from '../requests/breach.ts';
import { outside } from './bound.ts';
import { placed, type WorkloadSubject } from './subject.ts';

/** Required for cron, refused for the other types; its schedule can be read. */
export function checkJob({ spec, type, context }: WorkloadSubject): readonly Breach[] {
  const job = spec.job;
  if (type !== 'cron') {
    if (job === undefined) return [];
    return [breach(['spec', 'job'], 'CRON-1', `job is only for cron workloads; this one is ${type}`)];
  }
  if (job === undefined)
    return [breach(['spec', 'job'], 'CRON-1', 'a cron workload requires a job with a schedule; found nothing')];
  if (!isObject(job)) return [];
  const { assumptions } = context;
  const breaches: Breach[] = [];
  const schedule = textAt(job, 'schedule');
  if (schedule !== undefined) {
    const read = parseSchedule(schedule, assumptions);
    if ('error' in read) breaches.push(breach(['spec', 'job', 'schedule'], 'CRON-1', `schedule: ${read.error}`));
  }
  const deadline = numberAt(job, 'activeDeadlineSeconds');
  const wanted = deadline === undefined ? null : outside(deadline, assumptions['fields.bounds.activeDeadlineSeconds']);
  if (wanted !== null) {
    const message = `activeDeadlineSeconds must be ${wanted}; found ${deadline}`;
    breaches.push(breach(['spec', 'job', 'activeDeadlineSeconds'], 'fields.bounds.activeDeadlineSeconds', message));
  }
  return breaches;
}

/**
 * Fields that a cron workload loses on write (`type.cronDropped`), with a word for a scale that asks for zero (TYPE-9).
 */
export function warnOfDropped(spec: WorkloadSubject['spec'], dropped: readonly string[]): readonly Breach[] {
  const options = objectAt(spec, 'defaultOptions');
  const probes = placed(spec, 'containers', ['spec']).flatMap(({ value, path }) =>
    dropped.flatMap((field) => {
      if (value[field] === undefined) return [];
      const message = `${field} does not apply to a cron workload and is dropped`;
      return [doubt([...path, field], 'type.cronDropped', message)];
    }),
  );
  const fields = dropped.flatMap((field) => {
    if (options[field] === undefined) return [];
    const isZero = field === 'autoscaling' && numberAt(objectAt(options, field), 'minScale') === 0;
    const message = isZero
      ? 'a cron workload does not scale, so it cannot scale to zero: autoscaling is dropped'
      : `${field} does not apply to a cron workload and is dropped`;
    return [doubt(['spec', 'defaultOptions', field], isZero ? 'TYPE-9' : 'type.cronDropped', message)];
  });
  return [...fields, ...probes];
}
