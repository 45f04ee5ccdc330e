/**
 * Checks whether the targets that a fault names, and the service that it disturbs, can ever exist.
 */

import { workloadType } from '../../../platform/api/document/defaults.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  type Path,
} from '../../../platform/api/document/json.ts';
import type { FaultName } from '../../../platform/fault/fault.ts';
import type { WorkloadType } from '../../../platform/workload/settings.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { shown } from '../../shape/shape.ts';
import { type TreeMap, valueAt } from '../../text/tree.ts';
import { keyOf, listOf, type NamedResource } from '../names.ts';
import { addressTags, asksService, hasPorts } from '../services.ts';
import { fieldsBelow, specPathsOf } from '../specPaths.ts';
import type { FaultEntry } from './faultEntry.ts';

/**
 * Complains of each name that no replica and no execution of the workload can have, whatever the requests of the
 * timeline make of it (REPL-1, REPL-2, TYPE-11).
 */
export function checkWhom(entry: FaultEntry, name: FaultName, workload: NamedResource, { replicas }: TreeMap): void {
  const written = listOf(replicas);
  if (written.length === 0) return;
  const { root, context } = entry;
  const paths = specPathsOf(root, keyOf(workload));
  const types = new Set(paths.flatMap((path) => typeAt(root, path, context.assumptions) ?? []));
  const most = Math.max(0, ...paths.map((path) => mostReplicas(root, path, context.assumptions)));
  for (const [index, one] of written.entries()) {
    if (typeof one !== 'string') continue;
    const at = ['fault', name, 'replicas', index];
    const fitting = [...types].filter((type) => forms[type].fits(one, workload.name));
    if (fitting.length === 0) {
      const examples = [...types].map((type) => forms[type].example(workload.name)).join(' or ');
      const whose = [...types].some((type) => type === 'cron') ? 'execution' : 'replica';
      const message = `no ${whose} of '${workload.gvc}/${workload.name}' can have the name ${shown(one)}: expected one such as ${examples}`;
      entry.complain(at, { code: 'bad-name', rule: 'REPL-1', message });
    } else if (fitting.every((type) => type === 'stateful') && Number(one.slice(workload.name.length + 1)) >= most) {
      const last =
        most === 0 ? 'it has none' : `the last one is ${workload.name}-${most - 1}, because maxScale is ${most}`;
      entry.complain(at, { code: 'bad-name', rule: 'REPL-2', message: `there is never a ${shown(one)}: ${last}` });
    }
  }
}

/** Warns of a slow or failing service that no request meets. */
export function warnOfService(entry: FaultEntry, name: FaultName, workload: NamedResource, { service }: TreeMap): void {
  if ((name !== 'slowService' && name !== 'failingService') || entry.isBroken('fault', name, 'service')) return;
  const { root, path, context } = entry;
  const warn = (key: string, code: string, message: string): void =>
    context.reading.complain(root, [...path, 'fault', name, key], { code, message, severity: 'warning' });
  const who = `the workload '${workload.gvc}/${workload.name}'`;
  if (!hasPorts(root, workload))
    warn('of', 'no-ports', `${who} has no port, so it has no requests that the fault could affect`);
  else if ((service === 'authorization' || service === 'rateLimit') && !asksService(root, workload, service))
    warn('service', 'no-service', `${who} has no tag ${addressTags(root)[service]}, so it has no such service`);
}

/** The type that a specification says or leaves to its default; null: a patch that does not speak of it. */
function typeAt(root: TreeMap, path: Path, assumptions: Assumptions): WorkloadType | null {
  const value = valueAt(root, path);
  const spec = path[0] === 'resources' ? value : objectAt(isObject(value) ? value : {}, 'spec');
  if (!isObject(spec) || (spec.type === undefined && isPatch(root, path))) return null;
  return workloadType(spec, assumptions);
}

/** The greatest scale that a specification allows in any location, or a patch where it speaks of it. */
function mostReplicas(root: TreeMap, path: Path, assumptions: Assumptions): number {
  const usual = assumptions['fields.defaults.maxScale'];
  const ofBlock = (block: JsonObject): number =>
    numberAt(block, 'maxScale') ?? Math.max(usual, numberAt(block, 'minScale') ?? 0);
  const ofOptions = (options: Json): number => (isObject(options) && isObject(options.autoscaling) ? 0 : usual);
  const fields = fieldsBelow(root, path);
  const isLeftOut = !isPatch(root, path) && !fields.some(({ name }) => name === 'defaultOptions');
  return Math.max(
    isLeftOut ? usual : 0,
    ...fields.flatMap(({ name, value }): number | readonly number[] => {
      if (name === 'autoscaling' && isObject(value)) return ofBlock(value);
      if (name === 'minScale' || name === 'maxScale') return typeof value === 'number' ? value : usual;
      if (name === 'defaultOptions') return ofOptions(value);
      return name === 'localOptions' && Array.isArray(value) ? value.map(ofOptions) : [];
    }),
  );
}

function isPatch(root: TreeMap, [list, index = 0]: Path): boolean {
  const entry = list === 'timeline' ? valueAt(root, [list, index]) : undefined;
  return isObject(entry) && entry.patch !== undefined;
}

interface Form {
  readonly fits: (name: string, workload: string) => boolean;
  readonly example: (workload: string) => string;
}

const serial: Form = {
  fits: (name, workload) => name.startsWith(`${workload}-`) && /^\d+-\d+$/.test(name.slice(workload.length + 1)),
  example: (workload) => `${workload}-1-0`,
};

const forms: { readonly [Type in WorkloadType]: Form } = {
  standard: serial,
  serverless: serial,
  stateful: {
    fits: (name, workload) => name.startsWith(`${workload}-`) && /^(0|[1-9]\d*)$/.test(name.slice(workload.length + 1)),
    example: (workload) => `${workload}-0`,
  },
  cron: {
    fits: (name, workload) =>
      /^command-./.test(name) || (name.startsWith(`${workload}-`) && /^\d+$/.test(name.slice(workload.length + 1))),
    example: (workload) => `${workload}-29891700 (the minutes of its tick since 1970)`,
  },
};
