/**
 * Images of cron workloads whose names are malformed: the platform takes them, and then no execution can start.
 */
import { isObject, type Json, type Path } from '../platform/control/json.ts';
import { isMalformedImage } from '../platform/cron/image.ts';
import { isMap } from './load.ts';
import { listOf } from './names.ts';
import type { Reading } from './reading.ts';
import { methods } from './request.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';

/** Warns of each malformed image that an execution would be given: by a resource, a request or an override of the timeline (CRON-11, `cron.invalid`). */
export function warnOfImages(root: TreeMap, reading: Reading): void {
  const crons = new Set<string>();
  for (const [index, entry] of listOf(root.resources).entries()) {
    if (!isMap(entry) || entry.kind !== 'workload' || typeOf(entry) !== 'cron') continue;
    crons.add(`${String(entry.gvc)}/${String(entry.name)}`);
    warnBelow(root, ['resources', index, 'spec', 'containers'], reading);
  }
  for (const [index, entry] of listOf(root.timeline).entries()) {
    if (!isMap(entry)) continue;
    const name = Object.keys(methods)
      .flatMap((method) => (typeof entry[method] === 'string' ? [workloadOf(entry[method], entry.with)] : []))
      .find((one) => one !== null);
    if (name === undefined) continue;
    if (typeOf(entry.with) === 'cron') crons.add(name);
    if (crons.has(name)) warnBelow(root, ['timeline', index, 'with'], reading);
  }
}

function typeOf(resource: Json | undefined): Json | undefined {
  return isObject(resource) && isObject(resource.spec) ? resource.spec.type : undefined;
}

/** `shop/nightly` of a request to that workload, to its commands, or to the list that it is created in. */
function workloadOf(path: string, body: Json | undefined): string | null {
  const [, gvc = '', inPath] = /\/gvc\/([^/?]+)\/workload(?:\/([^/?]+))?(?:\/-command)?\/?(?:\?|$)/.exec(path) ?? [];
  const name = inPath ?? (isObject(body) ? body.name : undefined);
  return gvc === '' || typeof name !== 'string' ? null : `${gvc}/${name}`;
}

/** Every `image` of an entry of a list, at or below a path, however the patch language wraps it. */
function warnBelow(root: TreeMap, path: Path, reading: Reading): void {
  const value = valueAt(root, path);
  if (Array.isArray(value)) {
    for (const index of value.keys()) warnBelow(root, [...path, index], reading);
  } else if (isMap(value)) {
    for (const key of Object.keys(value)) {
      const image = key === 'image' && typeof path.at(-1) === 'number' ? value[key] : undefined;
      if (typeof image !== 'string') warnBelow(root, [...path, key], reading);
      else if (image !== '' && isMalformedImage(image)) complain(root, [...path, key], image, reading);
    }
  }
}

function complain(root: TreeMap, path: Path, image: string, reading: Reading): void {
  reading.complain(root, path, {
    code: 'malformed-image',
    severity: 'warning',
    rule: 'CRON-11',
    message: `expected an image such as shop/report:1, found ${shown(image)}, which no registry could serve: every execution with it ends at once as Invalid (cron.invalid)`,
  });
}
