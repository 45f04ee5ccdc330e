import { fixed, word } from './choice.ts';
import { counts, list, permutation, renamed } from './collection.ts';
import { number, oneOf, pattern } from './quantity.ts';
import { refusal, refusalsOf } from './status.ts';

const client = 'what the public command-line client of a platform of this kind needs';
const silent = 'the specification shows no such answer';
const uncounted = 'the specification names quotas, not what they count';

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
const onlyEqual = 'the specification shows = alone';

/** The control plane: statuses, words and habits of its answers. */
export const apiAssumptions = {
  'api.ids': fixed('seededHash', 'an unrelated request must change no id, as it would where they are counted'),
  'api.deployTimestampAlias': word(['alwaysRollout', 'plainTag'], client),
  'api.warnings': word(
    ['header', 'none'],
    'Kubernetes sends what is taken and doubtful as a Warning header of code 299; the body stays as the platform has it',
  ),
  'api.quotaPatch': word(['maxOnly', 'refuse'], silent),
  'api.quotaCurrent': word(['fullest', 'total'], 'it is the fullest GVC or workload that a quota for each binds first'),
  'api.storedKinds': word(['storeOnly', 'refuse'], 'kinds without an effect here are kept as they are sent'),
  'api.versionStep': word(['perRealChange', 'perWrite'], 'from 1; status never moves it'),
  'api.namePattern': pattern('^[a-z]([-a-z0-9]*[a-z0-9])?$', 'published'),
  'api.tagLimits': counts(
    { count: 100, keyLength: 128, valueLength: 4096 },
    'free choice: far more than anybody writes, far less than hurts',
    { from: 1 },
  ),
  'api.builtIn': word(['kept', 'free'], 'without its own groups and policies nobody could do anything, nor undo that'),
  'api.put': word(['replace', 'merge'], client),
  'api.deleteStatus': oneOf([202, 200, 204], 'some clients take only 200 to 202'),
  'api.deleteInUse': refusal(400, 'the client would retry on 409', { alternatives: ['409'] }),
  'api.identityInUse': word(
    ['refuse', 'allow'],
    'a workload would be left with a link to nothing, and no change of it would be taken until that has gone',
  ),
  'api.principalInUse': word(
    ['keepLinks', 'refuse'],
    'links name resources: what policies and groups say of a name holds for whoever has it next; refuse: who is named in one cannot be deleted',
  ),
  'api.immutable': list(
    immutable,
    'published; of these the specification states the performance class and used keys, and `api.rename` says what of the name',
    {
      of: immutable,
      always: ['performanceClass', 'name', 'customEncryption'],
      alternatives: ['without type, without fileSystemType'],
    },
  ),
  'api.listOrder': word(
    ['nameThenGvc', 'newestFirst'],
    'commands, events and audit entries are newest first either way',
  ),
  'api.pageSize': number(100, client, { from: 1, to: 1000 }),
  'api.rename': word(
    ['refuse', 'ignore'],
    'links name resources; the specification is silent on what a patched name does (of a location see `location.rename`)',
  ),
  'api.coerce': word(['decimalAndBoolean', 'none'], client),
  'api.links': word(['refuseMissing', 'store'], 'a link to nothing is a mistake'),
  'api.patchOrder': permutation(
    ['$drop', '$replace/', 'plain', '$drop/', '$patch/', '$append/'],
    'what is dropped and set is set',
  ),
  'api.patchArrays': word(['containersAndLocalOptions', 'replaceAll'], client),
  'api.lockStatus': refusal(409, client, { alternatives: ['412'] }),
  'api.stalePut': word(
    ['refuse', 'refuseItem', 'ignore'],
    'who puts back a record that has changed since it was read would undo the change unseen; refuseItem: not where the name stands in the body',
  ),
  'api.locationSpecDrop': list(['enabled'], 'the only field of that object that is shown', {
    of: ['enabled', 'storageDriver', 'storageClasses'],
    alternatives: ['any of enabled, storageDriver, storageClasses'],
  }),
  'api.auditKept': number(10_000, 'memory has an end; the oldest entries go first', { from: 1, to: 1_000_000 }),
  'api.queryOps': list(queryOps, client, { of: queryOps, always: ['='], alternatives: ['any of these, = among them'] }),
  'query.regex': word(['anywhere', 'whole'], `${onlyEqual}: =~ is a regular expression that finds a part of the value`),
  'query.contains': word(['exactCase', 'anyCase'], `${onlyEqual}: contains is a part of the value as it stands`),
  'query.star': word(['all', 'literal'], `${client}: it offers * for tags and links, too`),
  'query.missing': word(['last', 'first'], 'what has no value to sort by; the specification is silent'),
  'api.quotaStatus': refusalsOf({ POST: 429, PATCH: 429, PUT: 409 }, 'the client would retry a PUT on 429', [
    'POST',
    'PATCH',
  ]),
  'api.unknownStatus': refusalsOf(
    { path: 404, method: 405 },
    `${silent} for a path that names nothing or a method that it does not take: the usual ones`,
  ),
  'api.expandStatus': refusal(429, 'published', { alternatives: ['400', '409'], mayWait: true }),
  'api.rateLimit': number('none', silent, {
    words: ['none'],
    from: 1,
    isWhole: true,
    alternatives: ['writes from outside in a minute'],
  }),
  'api.commandQueue': word(['oneByOne', 'refuseSecond'], 'commands of one volume wait for each other'),
  'api.commandFields': word(
    ['published', 'specOnly'],
    'stopReplica, time limits and the tags of snapshots as clients send them; the specification shows fewer fields',
  ),
  'api.replicaCounts': word(
    ['standing', 'all'],
    'nothing says whether status and health count replicas that are leaving: those that serve or will are what a scale asks for',
  ),
  'api.removedCommand': word(['failed', 'cancelled', 'completed'], silent),
  'api.snapshotTagsOut': word(['arrayOfMaps', 'map'], 'a map crashes the client'),
  'api.deploymentVersion': word(['lastApplied', 'resourceVersion'], client),
  'api.executionWords': word(['spec', 'wire'], 'the words of the specification; clients of the real one read others'),
  'api.volumeLifecycle': renamed(['creating', 'unbound', 'bound', 'unused', 'repairing', 'deleted'], silent),
  'api.remotePath': word(['perDeployment', 'shared'], client),
  'api.quotas': fixed('unbound', 'no values are shown: those of the scenario, else too high to bind'),
  'quota.replicas': fixed(
    'greatestOption',
    `${uncounted}: a write that allows more in any location is refused, so that autoscaling stays within; a rollout's surge goes beyond. A sum over locations would refuse changes of the GVC for what its workloads ask`,
  ),
  'quota.amount': word(['allReplicas', 'oneReplica'], `${uncounted}: a workload has the limits of all its replicas`),
  'quota.cron': word(['nothing', 'oneReplica'], `${uncounted}: a cron workload keeps no replica`),
  'quota.deleting': word(['counted', 'leftOut'], 'what is being deleted is there until it has gone'),
  'api.auth': word(['open', 'keysOnly'], 'a simulation without keys has one user'),
  'api.tokenOrigin': word(['stated', 'ignored'], 'the specification does not say how the platform knows the caller'),
  'api.identityTarget': word(
    ['principalOnly', 'alsoPrincipal'],
    'the specification leaves open whether a policy treats an identity as its target or as a principal: where it is aimed at identities, its permissions say what others may do to them',
  ),
  'api.authDelay': fixed(
    0,
    'policies act at once, nothing expires: what somebody may do follows from the records as they stand',
    { written: '0s' },
  ),
  'api.listFilter': word(['leaveOut', 'refuse'], silent),
  'api.permissions': word(['published', 'specOnly'], 'the specification lists those of volume sets only'),
  'api.events': list(events, silent, { of: events, alternatives: ['any of these'] }),
  'api.eventsKept': number(200, 'memory has an end; of each workload and volume set the oldest go first', {
    from: 1,
    to: 10_000,
  }),
  'api.logs': word(['containersAndExecutions', 'scenarioOnly'], 'starts and ends, beside what the scenario writes'),
  'api.logsKept': number(
    50_000,
    'memory has an end: of so many of the last journal entries that lines follow from a session has all, of older ones those of what still runs',
    { from: 1, to: 10_000_000 },
  ),
  'api.logsRead': number(1_000_000, 'whoever asks for more lines at once would keep all others waiting', {
    from: 1,
    to: 100_000_000,
  }),
  'api.requestOrder': fixed(
    'afterAllDue',
    'a session replays to the same bytes: when somebody asks, all that is due by then has happened',
  ),
  'api.clientStamps': fixed(
    'data',
    'what a client puts in a body is data: to tell a stamp from any other text would be to guess',
  ),
  'api.contentType': word(
    ['ignored', 'jsonOnly'],
    'a body is JSON (API-2) at every path, and clients call it many things: curl a form; jsonOnly: another type that a request states gets 415',
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
    'free choice: wide for manifests, narrow for accidents; steps in YAML are parsed in one go, in which nobody else is answered; what a session was asked must fit into one file, so that its export always replays',
  ),
  'api.streams': word(['refuse', 'accept'], 'a simulation runs no commands and says so'),
  'api.throttle.retry': word(['none', 'clientBackoff'], 'a published client waits 1 s, doubling to 20 s, 10 times'),
} as const;
