/**
 * Overrides of single locations, load balancer and retries of a workload (TYPE-13, WL-23, RETRY-1, SUSP-2,
 * `localOptions.*`).
 */

import { isList, isObject, numberAt, objectAt, textAt } from '../document/json.ts';
import { linkOf, locationNameOf } from '../document/link.ts';
import { isAccepted } from '../records/locations.ts';
import { type Breach, breach, doubt, shown } from '../requests/breach.ts';
import type { Declared } from '../requests/context.ts';
import { specialTag } from '../settings/specialTags.ts';
import { outside } from './bound.ts';
import { locationNames } from './placement.ts';
import { placed, type WorkloadSubject } from './subject.ts';

/** One entry a location; none for cron workloads. */
export function checkLocalOptions(workload: WorkloadSubject): readonly Breach[] {
  const { context, spec, type } = workload;
  const list = spec.localOptions;
  if (!isList(list) || list.length === 0) return [];
  if (type === 'cron')
    return [breach(['spec', 'localOptions'], 'TYPE-13', 'a cron workload must not have localOptions')];
  const known = gvcOf(workload) === null ? null : gvcLocations(workload);
  const isRefused = context.assumptions['localOptions.unknown'] === 'refuse';
  const seen = new Set<string>();
  return placed(spec, 'localOptions', ['spec']).flatMap(({ value, path }) => {
    const location = textAt(value, 'location');
    if (location === undefined) return [];
    const at = [...path, 'location'];
    const name = locationNameOf(location, context);
    if (location.startsWith('/') && !isLocation(name, context)) {
      const message = `location ${location} does not exist: write a name, or a link such as //location/aws-us-east-1`;
      return [breach(at, 'api.links', message, 'BAD_REFERENCE')];
    }
    if (seen.has(name)) {
      const again = `localOptions should have one entry per location; found a second entry for ${name}`;
      return context.assumptions['localOptions.duplicate'] === 'refuse'
        ? [breach(at, 'localOptions.duplicate', again)]
        : [doubt(at, 'localOptions.duplicate', `${again}, which has no effect`)];
    }
    seen.add(name);
    if (known?.includes(name) === true) return [];
    const message = `${context.gvc} has no location ${name}`;
    if (isRefused) return [breach(at, 'localOptions.unknown', message, 'BAD_REFERENCE')];
    return known === null ? [] : [doubt(at, 'localOptions.unknown', `${message}, so this entry has no effect`)];
  });
}

/** Whether a link leads to a location, with that name. */
function isLocation(name: string, context: WorkloadSubject['context']): boolean {
  if (context.assumptions['api.links'] === 'store') return true;
  return !name.startsWith('/') && (isAccepted(name) || context.find(linkOf('location', name, context)) !== null);
}

function gvcOf({ context }: WorkloadSubject): Declared | null {
  return context.gvc === null ? null : context.find(linkOf('gvc', context.gvc, context));
}

/** Names of the locations of its GVC; none where that is not there. */
export function gvcLocations(workload: WorkloadSubject): readonly string[] {
  const gvc = gvcOf(workload);
  return gvc === null ? [] : locationNames(gvc.spec);
}

/** A suspension that is not what it seems: replicas that nobody ends (TAG-35), locations that do not heed it. */
export function checkSuspension(workload: WorkloadSubject): readonly Breach[] {
  const { context, options, tags } = workload;
  const first = options.find(({ value }) => value.suspend === true);
  if (first === undefined || specialTag(tags, context.prefix, 'ignore') === null) return unreached(workload);
  const message = `a suspended workload serves no requests, but keeps its replicas as long as ${context.prefix}/ignore is true`;
  return [doubt([...first.path, 'suspend'], 'TAG-35', message), ...unreached(workload)];
}

/**
 * Where a suspension by the default options does not reach, for there are options of its own (SUSP-2,
 * `localOptions.suspend`).
 */
function unreached(workload: WorkloadSubject): readonly Breach[] {
  const { context, spec } = workload;
  const { 'localOptions.suspend': reach, 'localOptions.base': base } = context.assumptions;
  if (objectAt(spec, 'defaultOptions').suspend !== true || reach === 'everywhere') return [];
  const here = gvcLocations(workload);
  const serving = placed(spec, 'localOptions', ['spec']).flatMap(({ value }) => {
    const name = locationNameOf(textAt(value, 'location') ?? '', context);
    const isSuspended = value.suspend ?? base === 'defaultOptions';
    return here.includes(name) && isSuspended !== true ? [name] : [];
  });
  if (serving.length === 0) return [];
  const message = `suspend does not apply in ${serving.join(', ')}, where localOptions replace defaultOptions: set it there too`;
  return [doubt(['spec', 'defaultOptions', 'suspend'], 'localOptions.suspend', message)];
}

/** Endpoints of single replicas are for stateful workloads (WL-23). */
export function checkLoadBalancer({ spec, type }: WorkloadSubject): readonly Breach[] {
  if (type === 'stateful' || objectAt(spec, 'loadBalancer').replicaDirect !== true) return [];
  const message = `replicaDirect is only for stateful workloads; this one is ${type}`;
  return [breach(['spec', 'loadBalancer', 'replicaDirect'], 'WL-23', message)];
}

/** How often a request is tried again (RETRY-1, `fields.bounds.retryAttempts`). */
export function checkRetries({ spec, context }: WorkloadSubject): readonly Breach[] {
  const policy = spec.requestRetryPolicy;
  const attempts = isObject(policy) ? numberAt(policy, 'attempts') : undefined;
  const wanted = attempts === undefined ? null : outside(attempts, context.assumptions['fields.bounds.retryAttempts']);
  if (wanted === null) return [];
  const message = `attempts must be ${wanted}; found ${shown(attempts)}`;
  return [breach(['spec', 'requestRetryPolicy', 'attempts'], 'fields.bounds.retryAttempts', message)];
}
