/**
 * All checks that the platform makes on a document before it stores it.
 */

import type { AssumptionName, Assumptions } from '../../../rules/assumptions.ts';
import type { RuleId } from '../../../rules/register.ts';
import type { WorkloadType } from '../../workload/settings.ts';
import { checkGroup, checkPolicy, checkUser } from '../checks/access.ts';
import { matches, refusedBy } from '../checks/bound.ts';
import { checkContainers, variableBreaches } from '../checks/containers.ts';
import { checkEndpointPrefix } from '../checks/endpointPrefix.ts';
import { checkFirewall } from '../checks/firewall.ts';
import { checkIdentity, checkIdentityLink } from '../checks/identity.ts';
import { checkIdleFields } from '../checks/idleFields.ts';
import { checkJob, warnOfDropped } from '../checks/job.ts';
import { checkLocation } from '../checks/location.ts';
import { checkOperators } from '../checks/operators.ts';
import { checkLoadBalancer, checkLocalOptions, checkRetries, checkSuspension } from '../checks/options.ts';
import { checkPlacement } from '../checks/placement.ts';
import { checkPorts } from '../checks/ports.ts';
import { checkPullSecrets } from '../checks/pullSecrets.ts';
import { checkResources } from '../checks/resources.ts';
import { checkRollout, droppedUnavailable } from '../checks/rollout.ts';
import { checkRoutes } from '../checks/routes.ts';
import { checkCapacityAI, checkScaling } from '../checks/scaling.ts';
import { checkSecrets } from '../checks/secrets.ts';
import { subjectOf, type WorkloadCheck } from '../checks/subject.ts';
import { checkTags } from '../checks/tags.ts';
import { checkVolumes } from '../checks/volumes.ts';
import { checkCapacity, checkGrowth } from '../checks/volumeset.ts';
import { checkEncryption, checkMount, checkSnapshots } from '../checks/volumesetParts.ts';
import { aliasLength } from '../document/id.ts';
import { isObject, type Json, type JsonObject, objectAt, type Path, textAt, textTags } from '../document/json.ts';
import { normalise } from '../document/normalise.ts';
import type { Kind } from '../records/kinds.ts';
import { quotaBreaches } from '../records/quota.ts';
import { checkQuota } from '../records/quotaRecord.ts';
import { structureOf } from '../schemas/structure.ts';
import { unknownFields } from '../schemas/unknownFields.ts';
import { type Breach, breach, doubt, shown } from './breach.ts';
import type { ValidationContext } from './context.ts';

const workloadChecks: readonly WorkloadCheck[] = [
  checkContainers,
  checkResources,
  checkPorts,
  checkVolumes,
  checkSecrets,
  checkScaling,
  checkCapacityAI,
  checkLocalOptions,
  checkSuspension,
  checkLoadBalancer,
  checkRollout,
  checkRetries,
  checkJob,
  checkTags,
  checkIdentityLink,
  checkFirewall,
  checkIdleFields,
];

const volumesetChecks = [checkCapacity, checkGrowth, checkMount, checkEncryption, checkSnapshots];

/**
 * All errors and warnings about a resource as its author wrote it; paths count from the document's root
 * (`['spec', 'containers', 0, 'cpu']`). No error: the platform takes it.
 */
export function validateResource(kind: Kind, document: Json, context: ValidationContext): readonly Breach[] {
  if (!isObject(document)) return [breach([], 'RES-2', `a ${kind} must be an object; found ${shown(document)}`)];
  const type = textAt(objectAt(document, 'spec'), 'type') ?? '';
  return [
    ...errorsOf(kind, normalise(kind, document, context, context.assumptions), context),
    ...sentDoubts(kind, document, type, context.assumptions),
  ];
}

/**
 * What the platform takes of a body that was sent, and hardly does as its author wants, beside the doubts of its
 * checks: fields that are dropped, and fields that nothing acts on.
 */
export function sentDoubts(kind: Kind, body: JsonObject, type: string, assumptions: Assumptions): readonly Breach[] {
  return [
    ...(kind === 'workload' && type === 'cron'
      ? warnOfDropped(objectAt(body, 'spec'), assumptions['type.cronDropped'])
      : []),
    ...(kind === 'workload' && type === 'stateful' ? droppedUnavailable(objectAt(body, 'spec'), assumptions) : []),
    ...(assumptions['fields.unknown'] === 'refuse' ? [] : unknownFields(kind, body, 'warning')),
  ];
}

/**
 * The same for a document that is normalised already: errors, and the warnings that come with their checks. Quotas come
 * last: of a document that is wrong nothing is counted.
 */
export function errorsOf(kind: Kind, document: JsonObject, context: ValidationContext): readonly Breach[] {
  const structural = [
    ...structureOf(kind, document),
    ...checkOperators(kind, document),
    ...envelopeBreaches(kind, document, context),
  ];
  if (context.assumptions['fields.unknown'] === 'refuse') structural.push(...unknownFields(kind, document, 'error'));
  const further = [
    ...immutableBreaches(kind, document, context),
    ...checksOf(kind, document, context),
    ...(context.before === null ? unfindable(kind, textAt(document, 'name') ?? '') : []),
  ];
  if (structural.length === 0) {
    const isWrong = further.some((one) => one.severity === 'error');
    return isWrong ? further : [...further, ...quotaBreaches(kind, document, context)];
  }
  const known = new Set(structural.map((one) => one.path.join('\n')));
  return [...structural, ...further.filter(({ path }) => !isBelow(path, known))];
}

/**
 * Whether a path is one of these, or leads through one: what is said of a part of something that has the wrong form
 * says nothing more.
 */
function isBelow(path: Path, known: ReadonlySet<string>): boolean {
  return path.some((_, index) => known.has(path.slice(0, index + 1).join('\n')));
}

function checksOf(kind: Kind, document: JsonObject, context: ValidationContext): readonly Breach[] {
  const spec = objectAt(document, 'spec');
  switch (kind) {
    case 'gvc':
      return [
        ...checkPlacement(spec, context),
        ...checkEndpointPrefix(spec, context),
        ...checkPullSecrets(spec, context),
        ...variableBreaches({ value: spec, path: ['spec'] }, context),
      ];
    case 'identity':
      return checkIdentity(document, context);
    case 'location':
      return checkLocation(document, context);
    case 'policy':
      return checkPolicy(document, context);
    case 'group':
      return checkGroup(document, context);
    case 'user':
      return checkUser(document, context);
    case 'quota':
      return checkQuota(document);
    case 'domain':
      return checkRoutes(spec, context);
    case 'volumeset': {
      const fileSystem = textAt(spec, 'fileSystemType') ?? context.assumptions['fields.defaults.fileSystemType'];
      const volumeset = { spec, isShared: fileSystem === 'shared', context };
      return volumesetChecks.flatMap((check) => check(volumeset));
    }
    case 'workload': {
      const type = typeOf(spec, context);
      if (type === null)
        return spec.type === undefined ? [breach(['spec', 'type'], 'TYPE-1', 'type is required; found nothing')] : [];
      const workload = subjectOf(type, document, context);
      return workloadChecks.flatMap((check) => check(workload));
    }
    default:
      return [];
  }
}

function typeOf(spec: JsonObject, context: ValidationContext): WorkloadType | null {
  const otherwise = context.assumptions['type.default'];
  const type = spec.type ?? otherwise;
  return type === 'standard' || type === 'stateful' || type === 'cron' || type === 'serverless' ? type : null;
}

/**
 * A name whose host has a label of more than 63 characters, which DNS does not take: nobody finds it (NET-1, NET-6).
 */
function unfindable(kind: Kind, name: string): readonly Breach[] {
  const [label, rule, what]: [number, RuleId, string] =
    kind === 'workload'
      ? [
          name.length + 1 + aliasLength,
          'NET-1',
          'the first label of its canonical endpoint is this name and the alias of its GVC',
        ]
      : [name.length, 'NET-6', 'the internal host names of its workloads contain this name as a label'];
  if ((kind !== 'workload' && kind !== 'gvc') || label <= 63 || name.length > 64) return [];
  const most = kind === 'workload' ? 63 - 1 - aliasLength : 63;
  const message = `${what}: the label has ${label} characters, and DNS accepts at most 63; choose a name of at most ${most} characters`;
  return [doubt(['name'], rule, message)];
}

/** Name and description (RES-3, RES-4, `api.namePattern`, `name.workload.max`). */
function envelopeBreaches(kind: Kind, document: JsonObject, context: ValidationContext): readonly Breach[] {
  const { assumptions } = context;
  const breaches: Breach[] = [];
  const name = textAt(document, 'name');
  // A name that stays was judged when it was given, and the platform's own users have none of a client's.
  if (name !== undefined && context.before?.name !== name) {
    const most = kind === 'workload' ? Math.min(64, assumptions['name.workload.max']) : 64;
    const length = [...name].length;
    if (length > most) {
      const rule: 'RES-3' | AssumptionName = length > 64 ? 'RES-3' : 'name.workload.max';
      breaches.push(breach(['name'], rule, `name must have at most ${most} characters; found ${length}`));
    } else if (kind === 'user') {
      if (!/^[^\s/@]+@[^\s/@]+$/.test(name))
        breaches.push(
          breach(['name'], 'api.namePattern', `the name of a user must be an email address; found ${shown(name)}`),
        );
    } else if (kind === 'domain') {
      if (!matches(name, assumptions['fields.bounds.domainName']))
        breaches.push(
          breach(
            ['name'],
            'fields.bounds.domainName',
            `the name of a domain must be its host name, such as www.example.com; found ${shown(name)}`,
          ),
        );
    } else if (!matches(name, assumptions['api.namePattern'])) {
      breaches.push(
        breach(
          ['name'],
          'api.namePattern',
          `name must consist of lower-case letters, digits and hyphens, begin with a letter and not end with a hyphen; found ${shown(name)}`,
        ),
      );
    } else if (kind === 'workload') {
      const refused = refusedBy(name, assumptions['fields.bounds.workloadNameRefused']);
      if (refused !== null)
        breaches.push(
          breach(
            ['name'],
            'fields.bounds.workloadNameRefused',
            `a workload must not be named ${refused}; found ${name}`,
          ),
        );
    }
  }
  const length = [...(textAt(document, 'description') ?? '')].length;
  if (length > 250)
    breaches.push(breach(['description'], 'RES-4', `description must have at most 250 characters; found ${length}`));
  return [...breaches, ...tagLimitBreaches(document, assumptions)];
}

/** How many tags there are, and how long they are, as texts (`api.tagLimits`). */
export function tagLimitBreaches(document: JsonObject, assumptions: Assumptions): readonly Breach[] {
  const tags = Object.entries(textTags(objectAt(document, 'tags')));
  const { count, keyLength, valueLength } = assumptions['api.tagLimits'];
  if (tags.length > count) {
    return [breach(['tags'], 'api.tagLimits', `a resource must have at most ${count} tags; found ${tags.length}`)];
  }
  return tags.flatMap(([key, value]) => {
    const long = { key: [...key].length, value: [...value].length };
    if (long.key > keyLength) {
      const message = `the key of a tag must have at most ${keyLength} characters; found ${long.key}`;
      return [breach(['tags', key], 'api.tagLimits', message)];
    }
    if (long.value <= valueLength) return [];
    const message = `the value of a tag must have at most ${valueLength} characters; found ${long.value}`;
    return [breach(['tags', key], 'api.tagLimits', message)];
  });
}

type ImmutableField = 'type' | 'performanceClass' | 'fileSystemType';
const typeOnly: readonly ImmutableField[] = ['type'];
const classAndFileSystem: readonly ImmutableField[] = ['performanceClass', 'fileSystemType'];

/** Fields that stay what they were made (VOL-5, `api.immutable`). */
function immutableBreaches(kind: Kind, document: JsonObject, context: ValidationContext): readonly Breach[] {
  const { before, assumptions } = context;
  if (before === null || (kind !== 'workload' && kind !== 'volumeset')) return [];
  const fields = kind === 'workload' ? typeOnly : classAndFileSystem;
  const spec = objectAt(document, 'spec');
  return fields.flatMap((field) => {
    const was = stated(before.spec, field, assumptions);
    const is = stated(spec, field, assumptions);
    const isStated = field === 'performanceClass';
    if (was === is || (!isStated && !assumptions['api.immutable'].includes(field))) return [];
    const found = `${shown(is)}${spec[field] === undefined ? ' by default' : ''}`;
    const message = `${field} cannot change after creation: it is ${shown(was)}; found ${found}`;
    return [breach(['spec', field], isStated ? 'VOL-5' : 'api.immutable', message, 'IMMUTABLE')];
  });
}

/**
 * What a field of a spec holds, or comes to where it is left out; the class of a shared volume set is always `shared`.
 */
function stated(spec: JsonObject, field: ImmutableField, assumptions: Assumptions): Json {
  switch (field) {
    case 'type':
      return spec.type ?? assumptions['type.default'];
    case 'fileSystemType':
      return spec.fileSystemType ?? assumptions['fields.defaults.fileSystemType'];
    case 'performanceClass': {
      const isShared = stated(spec, 'fileSystemType', assumptions) === 'shared';
      return isShared ? 'shared' : (spec.performanceClass ?? assumptions['fields.defaults.performanceClass']);
    }
  }
}
