/**
 * What the platform takes of cron workloads although nothing comes of it: malformed images, and schedules without a
 * tick.
 */

import { isObject, type Json, type Path } from '../../platform/api/document/json.ts';
import { nextTick, parseSchedule } from '../../platform/cron/expression.ts';
import { isMalformedImage } from '../../platform/cron/image.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { listOf } from '../read/names.ts';
import { methods } from '../read/request.ts';
import { workloadOf } from '../read/specPaths.ts';
import { scalarText, shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';

/**
 * Warns of each malformed image that an execution would be given, and of each schedule that never comes: by a resource,
 * a request or an override of the timeline (CRON-11, `cron.invalid`, TYPE-11).
 */
export function warnOfCrons(root: TreeMap, assumptions: Assumptions, reading: ScenarioReading): void {
  const context = { root, assumptions, reading };
  const crons = new Set<string>();
  for (const [index, entry] of listOf(root.resources).entries()) {
    if (!isMap(entry) || entry.kind !== 'workload' || typeOf(entry) !== 'cron') continue;
    crons.add(`${scalarText(entry.gvc)}/${scalarText(entry.name)}`);
    warnBelow(context, ['resources', index, 'spec']);
  }
  for (const [index, entry] of listOf(root.timeline).entries()) {
    if (!isMap(entry)) continue;
    const name = Object.keys(methods)
      .flatMap((method) => (typeof entry[method] === 'string' ? [workloadOf(entry[method], entry.with)] : []))
      .find((one) => one !== null);
    if (name === undefined) continue;
    if (typeOf(entry.with) === 'cron') crons.add(name);
    if (crons.has(name)) warnBelow(context, ['timeline', index, 'with']);
  }
}

interface Context {
  readonly root: TreeMap;
  readonly assumptions: Assumptions;
  readonly reading: ScenarioReading;
}

function typeOf(resource: Json | undefined): Json | undefined {
  return isObject(resource) && isObject(resource.spec) ? resource.spec.type : undefined;
}

/**
 * Every `image` of an entry of a list and every `schedule` of a job, at or below a path, however the patch language
 * wraps it.
 */
function warnBelow(context: Context, path: Path): void {
  const value = valueAt(context.root, path);
  if (Array.isArray(value)) {
    for (const index of value.keys()) warnBelow(context, [...path, index]);
    return;
  }
  if (!isMap(value)) return;
  for (const key of Object.keys(value)) {
    const below = [...path, key];
    const text = value[key];
    if (typeof text !== 'string') warnBelow(context, below);
    else if (key === 'image' && typeof path.at(-1) === 'number') warnOfImage(context, below, text);
    else if (key === 'schedule' && path.at(-1) === 'job') warnOfSchedule(context, below, text);
  }
}

function warnOfImage({ root, reading }: Context, path: Path, image: string): void {
  if (image === '' || !isMalformedImage(image)) return;
  reading.complain(root, path, {
    code: 'malformed-image',
    severity: 'warning',
    rule: 'CRON-11',
    message: `expected an image such as shop/report:1, found ${shown(image)}: no registry can serve it, so every execution with it ends at once as Invalid (cron.invalid)`,
  });
}

function warnOfSchedule({ root, assumptions, reading }: Context, path: Path, text: string): void {
  const schedule = parseSchedule(text, assumptions);
  if ('error' in schedule || nextTick(schedule, 0) !== null) return;
  reading.complain(root, path, {
    code: 'schedule-never-comes',
    severity: 'warning',
    rule: 'TYPE-11',
    message: `expected a schedule with ticks, found ${shown(text)}: it names a day that no month has, so it never starts anything`,
  });
}
