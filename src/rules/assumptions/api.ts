import { fixed, word } from './choice.ts';
import { counts, list, permutation, renamed } from './collection.ts';
import { number, oneOf, pattern } from './quantity.ts';
import { refusal, refusalsOf } from './status.ts';

const client = 'The public command-line client of a comparable platform needs this.';
const silent = 'The specification does not show this.';

const queryOps = ['=', '!=', '<', '<=', '>', '>=', '~', 'exists', '!exists', '=~', 'contains'];
const immutable = ['type', 'performanceClass', 'fileSystemType', 'name', 'customEncryption'];
const events = [
  'scheduled',
  'started',
  'ready',
  'probe-failed',
  'terminated',
  'evicted',
  'rollout',
  'scaled',
  'suspended',
  'execution',
  'volume',
  'snapshot',
  'expansion-refused',
];

/** Assumptions about the API: statuses, words and behaviour of its responses, quotas, permissions, events and logs. */
export const apiAssumptions = {
  'api.ids': fixed('seededHash', 'With counted ids, an unrelated request would change other ids.'),
  'api.deployTimestampAlias': word(['alwaysRollout', 'plainTag'], client),
  'api.warnings': word(
    ['header', 'none'],
    'Kubernetes sends warnings in a `Warning` header with code 299. The response body does not change.',
  ),
  'api.quotaPatch': word(['maxOnly', 'refuse'], silent),
  'api.quotaCurrent': word(['fullest', 'total'], 'The fullest GVC or workload reaches the quota first.'),
  'api.storedKinds': word(['storeOnly', 'refuse'], 'The specification names these kinds, and clients may send them.'),
  'api.versionStep': word(
    ['perRealChange', 'perWrite'],
    'The version starts at 1, and a change of status never increases it.',
  ),
  'api.namePattern': pattern('^[a-z]([-a-z0-9]*[a-z0-9])?$', 'A comparable platform publishes this pattern.'),
  'api.tagLimits': counts(
    { count: 100, keyLength: 128, valueLength: 4096 },
    'This is a free choice: more than anybody writes, but not enough to cause harm.',
    { from: 1 },
  ),
  'api.builtIn': word(['kept', 'free'], 'Without them, nobody could do anything or repair the mistake.'),
  'api.put': word(['replace', 'merge'], client),
  'api.deleteStatus': oneOf([202, 200, 204], 'Some clients accept only 200 to 202.'),
  'api.deleteInUse': refusal(400, 'Clients would retry on 409.', { alternatives: ['409'] }),
  'api.identityInUse': word(
    ['refuse', 'allow'],
    'The workload would have a link to nothing, and the API would refuse every change of it until the link is removed.',
  ),
  'api.principalInUse': word(
    ['keepLinks', 'refuse'],
    'Links are names: a policy or group that names a principal also applies to the next principal with that name.',
  ),
  'api.immutable': list(
    immutable,
    'A comparable platform publishes this list. The specification states the performance class and keys in use; for names see `api.rename`.',
    {
      of: immutable,
      always: ['performanceClass', 'name', 'customEncryption'],
      alternatives: ['the list without type or fileSystemType'],
    },
  ),
  'api.listOrder': word(
    ['nameThenGvc', 'newestFirst'],
    'Commands, events and audit entries are listed newest first in either case.',
  ),
  'api.pageSize': number(100, client, { from: 1, to: 1000 }),
  'api.rename': word(
    ['refuse', 'ignore'],
    'Links refer to resources by name. The specification does not say what a patched name does (for locations see `location.rename`).',
  ),
  'api.coerce': word(['decimalAndBoolean', 'none'], client),
  'api.links': word(['refuseMissing', 'store'], 'A link to a missing resource is a mistake.'),
  'api.locationLinks': word(
    ['asWritten', 'sorted'],
    'The specification does not say that an order changes. Records of the real platform have the links of a GVC sorted.',
  ),
  'api.patchOrder': permutation(
    ['$drop', '$replace/', 'plain', '$drop/', '$patch/', '$append/'],
    'A field that is both dropped and set is set.',
  ),
  'api.patchArrays': word(['containersAndLocalOptions', 'replaceAll'], client),
  'api.lockStatus': refusal(409, client, { alternatives: ['412'] }),
  'api.stalePut': word(
    ['refuse', 'refuseItem', 'ignore'],
    'A client that writes back an outdated record would undo the changes made in between.',
  ),
  'api.locationSpecDrop': list(['enabled'], 'The specification shows only this field of the object.', {
    of: ['enabled', 'storageDriver', 'storageClasses'],
    alternatives: ['any of enabled, storageDriver, storageClasses'],
  }),
  'api.auditKept': number(10_000, 'Memory is limited. The oldest entries are deleted first.', {
    from: 1,
    to: 1_000_000,
  }),
  'api.queryOps': list(queryOps, client, { of: queryOps, always: ['='], alternatives: ['any of these, including ='] }),
  'query.regex': word(
    ['anywhere', 'whole'],
    'The specification shows only the operator `=`. Here `=~` is a regular expression that finds a part of the value.',
  ),
  'query.contains': word(
    ['exactCase', 'anyCase'],
    'The specification shows only the operator `=`. Here `contains` finds a part of the value exactly as written.',
  ),
  'query.star': word(['all', 'literal'], 'The public command-line client also offers `*` for tags and links.'),
  'query.missing': word(['last', 'first'], 'The specification is silent.'),
  'api.quotaStatus': refusalsOf({ POST: 429, PATCH: 429, PUT: 409 }, 'Clients would retry a PUT that gets 429.', [
    'POST',
    'PATCH',
  ]),
  'api.unknownStatus': refusalsOf(
    { path: 404, method: 405 },
    'The specification does not show these responses, so they have the usual statuses.',
  ),
  'api.expandStatus': refusal(429, 'A comparable platform publishes this status.', {
    alternatives: ['400', '409'],
    mayWait: true,
  }),
  'api.rateLimit': number('none', silent, {
    words: ['none'],
    from: 1,
    isWhole: true,
    alternatives: ['a number of writes per minute'],
  }),
  'api.commandQueue': word(['oneByOne', 'refuseSecond'], 'Commands for one volume wait for each other.'),
  'api.commandFields': word(
    ['published', 'specOnly'],
    'Clients send `stopReplica`, time limits and snapshot tags. The specification shows fewer fields.',
  ),
  'api.replicaCounts': word(
    ['standing', 'all'],
    'The specification does not say. A scale asks for replicas that serve or will serve.',
  ),
  'api.removedCommand': word(['failed', 'cancelled', 'completed'], silent),
  'api.snapshotTagsOut': word(['arrayOfMaps', 'map'], 'A map crashes the public command-line client.'),
  'api.deploymentVersion': word(['lastApplied', 'resourceVersion'], client),
  'api.executionWords': word(
    ['spec', 'wire'],
    'These are the words of the specification. Clients of a real platform read other words.',
  ),
  'api.volumeLifecycle': renamed(['creating', 'unbound', 'bound', 'unused', 'repairing', 'deleted'], silent),
  'api.remotePath': word(['perDeployment', 'shared'], client),
  'api.quotas': fixed('unbound', 'The specification shows no quota values.'),
  'quota.replicas': fixed(
    'greatestOption',
    "The specification does not say what quotas count. A write that allows more is refused, so autoscaling stays within; a rollout's surge may exceed it. A sum over locations would let a workload block changes of its GVC.",
  ),
  'quota.amount': word(
    ['allReplicas', 'oneReplica'],
    'The specification does not say what quotas count. A workload can use the limits of all its replicas.',
  ),
  'quota.cron': word(
    ['nothing', 'oneReplica'],
    'The specification does not say what quotas count. A cron workload keeps no replica.',
  ),
  'quota.deleting': word(['counted', 'leftOut'], 'A resource that is being deleted exists until it is gone.'),
  'api.auth': word(['open', 'keysOnly'], 'A simulation without keys has one user.'),
  'api.tokenOrigin': word(['stated', 'ignored'], 'The specification does not say how the platform knows the caller.'),
  'api.identityTarget': word(
    ['principalOnly', 'alsoPrincipal'],
    'The specification leaves open whether the identity is a target or a principal. As a target, the permissions say what others may do to it.',
  ),
  'api.authDelay': fixed(
    0,
    'Permissions follow from the present records: policies apply at once, and nothing expires.',
    { written: '0s' },
  ),
  'api.listFilter': word(['leaveOut', 'refuse'], silent),
  'api.permissions': word(['published', 'specOnly'], 'The specification lists only the permissions on volume sets.'),
  'api.events': list(events, silent, { of: events, alternatives: ['any of these'] }),
  'api.eventsKept': number(200, 'Memory is limited. The oldest events are deleted first.', {
    from: 1,
    to: 10_000,
  }),
  'api.logs': word(
    ['containersAndExecutions', 'scenarioOnly'],
    'The specification does not say which lines logs contain.',
  ),
  'api.logsKept': number(50_000, 'Memory is limited.', { from: 1, to: 10_000_000 }),
  'api.logsRead': number(1_000_000, 'A request for more lines would make all other callers wait.', {
    from: 1,
    to: 100_000_000,
  }),
  'api.requestOrder': fixed(
    'afterAllDue',
    'A session must replay to the same bytes, so events that are due come first.',
  ),
  'api.clientStamps': fixed('data', 'The API would have to guess which texts are stamps.'),
  'api.contentType': word(
    ['ignored', 'jsonOnly'],
    'Some clients send JSON with another `Content-Type`: curl sends a form type by default.',
  ),
  'api.limits': counts(
    {
      bodyBytes: 1_048_576,
      stepsBodyBytes: 16_777_216,
      stepsYamlLength: 131_072,
      nesting: 64,
      urlBytes: 16_384,
      sessionLength: 400_000_000,
    },
    'This is a free choice: wide for manifests, narrow for accidents. Steps in YAML are parsed in one go while other callers wait. A recorded session must fit into one file so that its export replays.',
  ),
  'api.streams': word(['refuse', 'accept'], 'A simulation executes no commands and says so.'),
  'api.throttle.retry': word(
    ['none', 'clientBackoff'],
    'The specification does not say what clients do. A published client retries like `clientBackoff`.',
  ),
} as const;
