import { boolean, fixed, word } from './choice.ts';
import { bound, list, members, narrowed, numbers, partOf } from './collection.ts';
import { number, pattern, text } from './quantity.ts';

const published = 'a published check of a platform of this kind';
const publishedDefault = 'a published default of a platform of this kind';
const name = '^[a-z]([-a-z0-9]*[a-z0-9])?$';
/** A field in seconds: whole ones, a day at most. */
const seconds = { to: 86_400, isWhole: true } as const;
/** In seconds: what is later is no instant. */
const century = 36_500 * 86_400;
const quantity = /^\d+(\.\d+)?(m|[KMGTPE]i|[kMGTPE])?$/;

/** What a manifest may leave out, and what it may say. */
export const typeAssumptions = {
  'type.default': word(['serverless', 'standard', 'required'], 'published; clients differ'),
  'type.metrics': narrowed(
    {
      standard: ['cpu', 'memory', 'rps', 'latency', 'multi', 'keda', 'disabled'],
      stateful: ['cpu', 'memory', 'rps', 'latency', 'multi', 'keda', 'disabled'],
      serverless: ['concurrency', 'rps', 'cpu', 'memory', 'disabled'],
    } as Readonly<Record<'standard' | 'stateful' | 'serverless', readonly string[]>>,
    'published; another metric is refused, never replaced',
  ),
  'type.cronDropped': partOf(
    ['autoscaling', 'readinessProbe', 'livenessProbe', 'timeoutSeconds', 'debug', 'capacityAI'],
    'published: fields without a meaning for cron vanish on write',
  ),
  'scale.zeroBounds': word(['disabledOnly', 'anyMetric', 'refuse'], 'measured on one platform; thin evidence'),
  'name.workload.max': number(64, 'bound of every name in the specification; published elsewhere 49', {
    from: 1,
    alternatives: ['49', 'any'],
  }),
  'autoscaling.metric.default': members(
    { standard: 'cpu', stateful: 'cpu', serverless: 'concurrency' } as Readonly<
      Record<'standard' | 'stateful' | 'serverless', string>
    >,
    'published, and changed over time',
    { alternatives: ['any for each type', 'standard: disabled'] },
  ),
  'capacityAI.model': fixed(
    'stored',
    'how it moves the reserve is unpublished; a model that is guessed would bill what nobody is charged',
  ),
  'resource.min.absent': word(['equalToMax', 'floor'], 'free choice: what is not lowered is reserved whole'),
  'localOptions.base': word(
    ['platform', 'defaultOptions'],
    'measured: an override stands whole in the place of the default options',
  ),
  'localOptions.suspend': word(
    ['own', 'everywhere'],
    'an override stands in the place of the default options, and clients that stop a workload suspend each of its overrides; the specification knows none',
  ),
  'localOptions.unknown': word(['inert', 'refuse'], 'measured: a location outside the GVC is stored'),
  'firewall.enforce': word(['none', 'external'], 'free choice'),
  'firewall.internal': word(
    ['asWritten', 'closed', 'ignored'],
    'the specification lets the settings decide; where none is written all of the org may call, published elsewhere closed',
  ),
  'timeout.override': word(
    ['raiseOnly', 'replaces', 'fieldWins'],
    'the specification: the tag raises the timeout, so a valid one never lowers it; `check` warns of a value up to 600',
  ),
  'tag.protocol': word(['tagWins', 'fieldWins'], 'the specification calls it an override'),
  'tag.otherValue': word(['noEffectAndWarning', 'refuse'], 'tags are free text: a value outside the list does nothing'),
  'tag.restricted': word(
    ['refuse', 'noEffectAndWarning'],
    'the specification says where alone such a tag may stand: elsewhere it is a mistake; one whose GVC or location has changed since stays, without effect',
  ),
  'tag.byok': word(
    ['anyLocation', 'everyLocation'],
    'a workload is deployed to all locations of its GVC, and a tag holds for it everywhere',
  ),
  'location.ipRanges': word(
    ['documentation', 'none'],
    'the addresses of a simulation lead nowhere: each location of the catalogue has some of those kept for examples',
  ),
  'location.geo': word(
    ['whereKnown', 'everywhere'],
    'nobody says where a location beside the catalogue lies but a scenario: it has no place rather than a false one; everywhere: it lies at 0, 0, in places without a name',
  ),
  'location.region': word(
    ['name', 'required'],
    'nobody has to write a region, and `SVC_LOCATION` names one: what is called home is the region home of its provider',
  ),
  'location.made': word(
    ['byokOnly', 'anyProvider'],
    "the platform's own locations are there already; who brings a cluster makes one for it, and may delete it again",
  ),
  'location.rename': word(
    ['customUnused', 'refuse'],
    "a patch of a location may hold a name, and links name resources: one that nobody uses yet may have another, one of the customer's own alone; its id stays",
  ),
  'location.providerInUse': word(
    ['change', 'refuse'],
    'a patch of a location may hold a provider, and nothing is said of GVCs that use it: what runs there has the new one from that instant, without a new version',
  ),
  'location.byokStorage': word(
    ['assumed', 'required'],
    'the specification demands a driver and classes, and shows no field that says what a location has',
  ),
  'env.namespace': word(['hashOfSeedAndGvc', 'hashOfSeedAndWorkload'], 'a generated string that repeats with its run'),
  'fields.unknown': word(['keep', 'refuse', 'drop'], 'real clients send more fields; `check` warns with a guess'),
} as const;

/** What a field is where a manifest is silent. */
export const fieldDefaults = {
  'fields.defaults.cpu': text('50m', publishedDefault, quantity, 'a quantity such as 50m'),
  'fields.defaults.memory': text('128Mi', publishedDefault, quantity, 'a quantity such as 128Mi'),
  'fields.defaults.protocol': word(['http', 'http2', 'grpc', 'tcp'], publishedDefault),
  'fields.defaults.readinessInitialDelaySeconds': number(10, publishedDefault, seconds),
  'fields.defaults.livenessInitialDelaySeconds': number(60, publishedDefault, seconds),
  'fields.defaults.probePeriodSeconds': number(10, publishedDefault, { ...seconds, from: 1 }),
  'fields.defaults.probeTimeoutSeconds': number(1, publishedDefault, { ...seconds, from: 1 }),
  'fields.defaults.probeSuccessThreshold': number(1, publishedDefault, { from: 1, to: 1000, isWhole: true }),
  'fields.defaults.probeFailureThreshold': number(3, publishedDefault, { from: 1, to: 1000, isWhole: true }),
  'fields.defaults.target': number(95, publishedDefault, { from: 1 }),
  'fields.defaults.minScale': number(1, publishedDefault, { isWhole: true }),
  'fields.defaults.maxScale': number(5, 'published; never below the minimum', { from: 1, isWhole: true }),
  'fields.defaults.scaleToZeroDelay': number(300, publishedDefault, seconds),
  'fields.defaults.maxConcurrency': number(0, publishedDefault, { isWhole: true }),
  'fields.defaults.metricPercentile': word(['p50', 'p75', 'p99'], publishedDefault),
  'fields.defaults.timeoutSeconds': number(5, publishedDefault, { from: 1, to: 600, isWhole: true }),
  'fields.defaults.suspend': boolean(false, publishedDefault),
  'fields.defaults.debug': boolean(false, publishedDefault),
  'fields.defaults.replicaDirect': boolean(false, publishedDefault),
  'fields.defaults.capacityAI': members(
    { standard: 'true', stateful: 'false', serverless: 'true' } as Readonly<
      Record<'standard' | 'stateful' | 'serverless', 'true' | 'false'>
    >,
    'published; false where the metric is cpu or multi',
  ),
  'fields.defaults.minReadySeconds': number(0, publishedDefault, seconds),
  'fields.defaults.terminationGracePeriodSeconds': number(90, publishedDefault, seconds),
  'fields.defaults.concurrencyPolicy': word(['Forbid', 'Replace', 'Allow'], publishedDefault),
  'fields.defaults.historyLimit': number(5, publishedDefault, { from: 1, to: 10, isWhole: true }),
  'fields.defaults.restartPolicy': word(['Never', 'OnFailure'], publishedDefault),
  'fields.defaults.fileSystemType': word(['ext4', 'xfs', 'shared'], publishedDefault),
  'fields.defaults.performanceClass': word(
    ['general-purpose-ssd', 'high-throughput-ssd'],
    'the class with the lower minimum and the lower price',
  ),
  'fields.defaults.mountMaxCpu': text('2000m', publishedDefault, quantity, 'a quantity such as 2000m'),
  'fields.defaults.mountMaxMemory': text('2Gi', publishedDefault, quantity, 'a quantity such as 2Gi'),
  'fields.defaults.locationEnabled': boolean(true, 'a location is there to be used'),
} as const;

/** What a field may be; a breach is refused. */
export const fieldBounds = {
  'fields.bounds.name': pattern(name, published),
  'fields.bounds.workloadNameRefused': list(['*-headless'], published),
  'fields.bounds.endpointPrefix': pattern('^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$', 'the rules of host names'),
  'fields.bounds.domainName': pattern(
    '^([a-z0-9]([-a-z0-9]*[a-z0-9])?\\.)+[a-z]([-a-z0-9]*[a-z0-9])?$',
    'the rules of host names',
  ),
  'fields.bounds.containers': bound(1, 8, published),
  'fields.bounds.containerNameRefused': list(
    ['svc-*', 'debugger-*', 'istio-proxy', 'queue-proxy', 'istio-validation'],
    published,
  ),
  'fields.bounds.cpuMillicores': bound(25, null, published),
  'fields.bounds.memoryMi': bound(32, null, published),
  'fields.bounds.memoryMiPerMillicore': bound(null, 8, published),
  'fields.bounds.minCpuMillicores': bound(25, null, published),
  'fields.bounds.minMemoryMi': bound(32, null, published),
  'fields.bounds.minAboveMax': word(['refuse', 'off'], published),
  'fields.bounds.portNumber': bound(80, 65_535, published),
  'fields.bounds.portRefused': numbers(
    [8012, 8022, 9090, 9091, 15_000, 15_001, 15_006, 15_020, 15_021, 15_090, 41_000],
    published,
    { from: 1, to: 65_535 },
  ),
  'fields.bounds.portRepeated': word(['refuse', 'off'], published),
  'fields.bounds.envName': pattern('^[-._a-zA-Z][-._a-zA-Z0-9]*$', published),
  'fields.bounds.envNameLength': bound(1, 120, published),
  'fields.bounds.envNameRefused': list(['SVC_*', 'K_SERVICE', 'K_CONFIGURATION', 'K_REVISION'], published),
  'fields.bounds.envValueLength': bound(0, 4096, published),
  'fields.bounds.volumePathRefused': list(['/dev', '/dev/log', '/tmp', '/var', '/var/log'], published),
  'fields.bounds.volumePathRelative': word(['refuse', 'off'], published),
  'fields.bounds.volumePathNested': word(['refuse', 'off'], published),
  'fields.bounds.probeInitialDelaySeconds': bound(0, 600, published),
  'fields.bounds.probePeriodSeconds': bound(1, 600, published),
  'fields.bounds.probeTimeoutSeconds': bound(1, 600, published),
  'fields.bounds.probeThreshold': bound(1, 20, published),
  'fields.bounds.target': bound(1, 20_000, published),
  'fields.bounds.targetPercent': bound(1, 100, 'a published check for the metrics cpu and memory'),
  'fields.bounds.targetWithKedaOrMulti': word(['refuse', 'off'], published),
  'fields.bounds.scale': bound(0, null, published),
  'fields.bounds.minScale': bound(
    null,
    50_000,
    'the specification is silent; so many replicas may come at one instant',
  ),
  'fields.bounds.minScaleAboveMax': word(['refuse', 'off'], published),
  'fields.bounds.scaleToZeroDelay': bound(30, 3600, published),
  'fields.bounds.maxConcurrency': bound(0, 30_000, published),
  'fields.bounds.metricPercentile': partOf(['p50', 'p75', 'p99'], published),
  'fields.bounds.multiMetrics': partOf(['cpu', 'memory', 'rps'], published),
  'fields.bounds.timeoutSecondsOverride': bound(
    1,
    3600,
    'the upper bound is stated, the lower one is that of the field',
  ),
  'fields.bounds.capacityAIWithCpu': word(['refuse', 'off'], published),
  'fields.bounds.minReadySeconds': bound(0, century, 'published from 0; a hundred years'),
  'fields.bounds.maxUnavailablePercent': bound(0, 100, published),
  'fields.bounds.surgeAndUnavailableZero': word(['refuse', 'off'], published),
  'fields.bounds.terminationGracePeriodSeconds': bound(0, 900, published),
  'fields.bounds.retryAttempts': bound(0, 10, published),
  'fields.bounds.activeDeadlineSeconds': bound(1, century, 'published from 1; a hundred years'),
  'fields.bounds.sharedCapacityGB': bound(10, 65_536, 'the widest of the stated bounds'),
} as const;
