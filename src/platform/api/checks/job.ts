/**
 * The job of a cron workload (TYPE-9, TYPE-11, CRON-1, CRON-9), and what cron workloads do without.
 */
import { parseSchedule } from '../../cron/expression.ts';
import { isObject, type JsonObject, numberAt, objectAt, type Path, textAt } from '../document/json.ts';
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
 * Fields that a cron workload loses on write (`type.cronDropped`), named together where they stand together; a scale
 * that asks for zero has a warning of its own (TYPE-9).
 */
export function warnOfDropped(spec: WorkloadSubject['spec'], dropped: readonly string[]): readonly Breach[] {
  const options = objectAt(spec, 'defaultOptions');
  const isZero = dropped.includes('autoscaling') && numberAt(objectAt(options, 'autoscaling'), 'minScale') === 0;
  const zero = 'a cron workload does not scale, so it cannot scale to zero: autoscaling is dropped';
  return [
    ...(isZero ? [doubt(['spec', 'defaultOptions', 'autoscaling'], 'TYPE-9', zero)] : []),
    ...droppedIn(
      options,
      ['spec', 'defaultOptions'],
      isZero ? dropped.filter((one) => one !== 'autoscaling') : dropped,
    ),
    ...placed(spec, 'containers', ['spec']).flatMap(({ value, path }) => droppedIn(value, path, dropped)),
  ];
}

function droppedIn(holder: JsonObject, path: Path, dropped: readonly string[]): readonly Breach[] {
  const found = dropped.filter((field) => holder[field] !== undefined);
  const [first] = found;
  if (first === undefined) return [];
  const what = found.length === 1 ? `${first} does not apply` : `${found.join(', ')} do not apply`;
  const are = found.length === 1 ? 'is' : 'are';
  const message = `${what} to a cron workload and ${are} dropped`;
  return [doubt([...path, first], 'type.cronDropped', message)];
}
