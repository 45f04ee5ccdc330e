/**
 * Containers of a workload: how many, their names, images, variables and probes.
 */

import type { AssumptionName } from '../../../rules/assumptions.ts';
import { isList, isObject, type JsonObject, type Path, textAt } from '../document/json.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { matches, outside, refusedBy, underPrefix } from './bound.ts';
import { type Placed, placed, type WorkloadSubject } from './subject.ts';

/** `fields.bounds.containers`, `fields.bounds.name`, `fields.bounds.containerNameRefused`. */
export function checkContainers(workload: WorkloadSubject): readonly Breach[] {
  const { assumptions } = workload.context;
  const list = workload.spec.containers;
  const wanted = isList(list) ? outside(list.length, assumptions['fields.bounds.containers']) : null;
  const count = isList(list) ? list.length : 0;
  const breaches: Breach[] = [];
  if (wanted !== null) {
    const message = `a workload must have ${wanted} containers; found ${count === 0 ? 'none' : count}`;
    breaches.push(breach(['spec', 'containers'], 'fields.bounds.containers', message));
  }
  const names = new Map<string, Path>();
  for (const container of workload.containers) {
    breaches.push(...nameBreaches(workload, container, names), ...imageBreaches(container));
    breaches.push(...variableBreaches(container, workload.context), ...probeBreaches(workload, container));
  }
  return breaches;
}

function nameBreaches(workload: WorkloadSubject, { value, path }: Placed, names: Map<string, Path>): readonly Breach[] {
  const { assumptions, prefix } = workload.context;
  const name = textAt(value, 'name');
  if (name === undefined) return [];
  const at = [...path, 'name'];
  if (names.has(name))
    return [breach(at, 'fields.bounds.name', `container names must be unique in a workload; found ${name} again`)];
  names.set(name, at);
  const pattern = assumptions['fields.bounds.name'];
  if (!matches(name, pattern) || name.length > 64) {
    const message = `a container name must be at most 64 lower-case letters, digits and hyphens, and begin with a letter; found ${shown(name)}`;
    return [breach(at, 'fields.bounds.name', message)];
  }
  const refused = refusedBy(name, underPrefix(assumptions['fields.bounds.containerNameRefused'], prefix));
  if (refused === null) return [];
  return [
    breach(
      at,
      'fields.bounds.containerNameRefused',
      `a container must not be named ${refused}, which is reserved for the platform; found ${name}`,
    ),
  ];
}

/** An image is named (WL-3). */
export function imageBreaches({ value, path }: Placed): readonly Breach[] {
  if (value.image !== '') return [];
  return [breach([...path, 'image'], 'WL-3', 'image must not be empty; write a reference such as shop/api:1')];
}

/** Names and values of the variables of a container, or of a GVC (`fields.bounds.envName` and its neighbours). */
export function variableBreaches(
  owner: Placed,
  { assumptions, prefix }: Pick<ValidationContext, 'assumptions' | 'prefix'>,
): readonly Breach[] {
  const refused = underPrefix(assumptions['fields.bounds.envNameRefused'], prefix);
  return placed(owner.value, 'env', owner.path).flatMap(({ value, path }) => {
    const name = textAt(value, 'name');
    const length = outside(textAt(value, 'value')?.length ?? 0, assumptions['fields.bounds.envValueLength']);
    const breaches: Breach[] = [];
    if (name !== undefined) {
      const nameLength = outside(name.length, assumptions['fields.bounds.envNameLength']);
      const reserved = refusedBy(name, refused);
      const at = [...path, 'name'];
      if (nameLength !== null) {
        breaches.push(
          breach(
            at,
            'fields.bounds.envNameLength',
            `the name of an environment variable must have ${nameLength} characters; found ${name.length}`,
          ),
        );
      } else if (!matches(name, assumptions['fields.bounds.envName'])) {
        breaches.push(
          breach(
            at,
            'fields.bounds.envName',
            `the name of an environment variable must consist of letters, digits, '-', '_' and '.', and must not begin with a digit; found ${name}`,
          ),
        );
      } else if (reserved !== null) {
        breaches.push(
          breach(
            at,
            'fields.bounds.envNameRefused',
            `an environment variable must not be named ${reserved}, which is reserved for the platform; found ${name}`,
          ),
        );
      }
    }
    if (length === null) return breaches;
    const found = textAt(value, 'value')?.length ?? 0;
    return [
      ...breaches,
      breach(
        [...path, 'value'],
        'fields.bounds.envValueLength',
        `the value of an environment variable must have ${length} characters; found ${found}`,
      ),
    ];
  });
}

const probeFields = [
  ['initialDelaySeconds', 'fields.bounds.probeInitialDelaySeconds'],
  ['periodSeconds', 'fields.bounds.probePeriodSeconds'],
  ['timeoutSeconds', 'fields.bounds.probeTimeoutSeconds'],
  ['successThreshold', 'fields.bounds.probeThreshold'],
  ['failureThreshold', 'fields.bounds.probeThreshold'],
] as const satisfies readonly (readonly [string, AssumptionName])[];

function probeBreaches(workload: WorkloadSubject, { value, path }: Placed): readonly Breach[] {
  return ['readinessProbe', 'livenessProbe'].flatMap((field) => {
    const probe = value[field];
    return isObject(probe) ? oneProbe(workload, probe, [...path, field]) : [];
  });
}

function oneProbe(workload: WorkloadSubject, probe: JsonObject, path: Path): readonly Breach[] {
  const ways = ['exec', 'grpc', 'tcpSocket', 'httpGet'].filter((way) => probe[way] !== undefined);
  const breaches: Breach[] = [];
  if (ways.length !== 1) {
    const message = `a probe must have exactly one of exec, grpc, tcpSocket and httpGet; found ${ways.length === 0 ? 'none' : ways.join(' and ')}`;
    breaches.push(breach(path, 'WL-1', message));
  }
  for (const [field, name] of probeFields) {
    const found = probe[field];
    const wanted = typeof found === 'number' ? outside(found, workload.context.assumptions[name]) : null;
    if (wanted !== null)
      breaches.push(breach([...path, field], name, `${field} must be ${wanted}; found ${shown(found)}`));
  }
  return breaches;
}
