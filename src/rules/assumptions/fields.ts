import { boolean, fixed, word } from './choice.ts';
import { bound, list, members, narrowed, numbers, partOf } from './collection.ts';
import { drawn, number, pattern, text, uniform } from './quantity.ts';

const published = 'A comparable platform publishes this check.';
const publishedDefault = 'A comparable platform publishes this default.';
const name = '^[a-z]([-a-z0-9]*[a-z0-9])?$';
/** Terms of a field in seconds: whole seconds, at most a day. */
const seconds = { to: 86_400, isWhole: true } as const;
/** A hundred years in seconds: a later instant does not exist in a run. */
const century = 36_500 * 86_400;
const quantity = /^\d+(\.\d+)?(m|[KMGTPE]i|[kMGTPE])?$/;

/** Assumptions about workload types, overrides, tags, locations and unknown fields. */
export const typeAssumptions = {
  'type.default': word(
    ['serverless', 'standard', 'required'],
    'A comparable platform publishes this default, but its clients differ.',
  ),
  'type.metrics': narrowed(
    {
      standard: ['cpu', 'memory', 'rps', 'latency', 'multi', 'keda', 'disabled'],
      stateful: ['cpu', 'memory', 'rps', 'latency', 'multi', 'keda', 'disabled'],
      serverless: ['concurrency', 'rps', 'cpu', 'memory', 'disabled'],
    } as Readonly<Record<'standard' | 'stateful' | 'serverless', readonly string[]>>,
    'A comparable platform publishes this list. Another metric is refused, never replaced.',
  ),
  'type.cronDropped': partOf(
    ['autoscaling', 'readinessProbe', 'livenessProbe', 'timeoutSeconds', 'debug', 'capacityAI'],
    'A comparable platform publishes that fields without a meaning for cron workloads disappear on write.',
  ),
  'scale.zeroBounds': word(
    ['disabledOnly', 'anyMetric', 'refuse'],
    'This was measured on one platform. The evidence is weak.',
  ),
  'name.workload.max': number(
    64,
    'The specification limits every name to 64 characters. A comparable platform publishes 49 for workloads.',
    {
      from: 1,
      alternatives: ['49', 'any'],
    },
  ),
  'autoscaling.metric.default': members(
    { standard: 'cpu', stateful: 'cpu', serverless: 'concurrency' } as Readonly<
      Record<'standard' | 'stateful' | 'serverless', string>
    >,
    'A comparable platform publishes these defaults. They have changed over time.',
    { alternatives: ['any metric for each type', 'standard: disabled'] },
  ),
  'autoscaling.metric.withCapacityAI': word(
    ['disabled', 'asDefault'],
    'The vendor of the platform notes that a standard workload with Capacity AI and no metric gets `disabled`. Another of its notes says cpu.',
  ),
  'capacityAI.model': fixed(
    'stored',
    'The platform does not publish how Capacity AI changes the reserve. A guessed model would show bills that nobody pays.',
  ),
  'resource.min.absent': word(
    ['equalToMax', 'floor'],
    'This is a free choice: an amount that is not lowered is reserved in full.',
  ),
  'resource.ratio.appliesTo': word(
    ['all', 'stateful'],
    'The specification states the ratio for every container. Public manifests of standard workloads have 5:1, and refusals were measured for stateful ones only.',
  ),
  'localOptions.base': word(
    ['platform', 'defaultOptions'],
    'Measurements show that an override replaces `defaultOptions` completely, so missing values are platform defaults.',
  ),
  'localOptions.suspend': word(
    ['own', 'everywhere'],
    'An override replaces the default options, and clients that stop a workload suspend each override. The specification does not mention overrides.',
  ),
  'localOptions.unknown': word(['inert', 'refuse'], 'Measurements show that the platform stores such an override.'),
  'localOptions.duplicate': word(
    ['inert', 'refuse'],
    'Measurements show that the platform stores a second override of a location. That the first has the effect is a free choice.',
  ),
  'firewall.enforce': word(['none', 'external'], 'This is a free choice.'),
  'firewall.duration': drawn('0s', 'The specification gives no time between a change and its effect.', {
    observed: {
      is: uniform('30s', '150s'),
      why: 'Changes of inbound rules were in force after 30 to 150 s (M083, M084).',
    },
  }),
  'firewall.internal': word(
    ['asWritten', 'closed', 'ignored'],
    'The specification lets the settings decide. A comparable platform publishes that the firewall is closed without settings.',
  ),
  'timeout.override': word(
    ['raiseOnly', 'replaces', 'fieldWins'],
    'The specification says that the tag raises the timeout, so a valid tag never lowers it. `check` warns of a value up to 600.',
  ),
  'tag.protocol': word(['tagWins', 'fieldWins'], 'The specification calls the tag an override.'),
  'tag.otherValue': word(['noEffectAndWarning', 'refuse'], 'Tags are free text, so another value has no effect.'),
  'tag.restricted': word(
    ['refuse', 'noEffectAndWarning'],
    'The specification limits where such a tag is allowed. A tag stays, without effect, if its GVC or location changes later.',
  ),
  'tag.byok': word(
    ['anyLocation', 'everyLocation'],
    'A workload is deployed to all locations of its GVC, and its tags apply in all of them.',
  ),
  'location.ipRanges': word(['documentation', 'none'], 'Addresses in a simulation lead nowhere.'),
  'location.geo': word(
    ['whereKnown', 'everywhere'],
    'For a location outside the catalogue, no place is better than a wrong one.',
  ),
  'location.region': word(
    ['name', 'required'],
    '`SVC_LOCATION` contains a region, but the field `region` is not required.',
  ),
  'location.made': word(
    ['byokOnly', 'anyProvider'],
    "The platform's own locations already exist. Customers create locations for their own clusters.",
  ),
  'location.rename': word(
    ['customUnused', 'refuse'],
    'A patch may contain a name, but links refer to resources by name.',
  ),
  'location.providerInUse': word(
    ['change', 'refuse'],
    'A patch may contain a provider, and the specification does not mention GVCs that use the location.',
  ),
  'location.byokStorage': word(
    ['assumed', 'required'],
    'The specification requires a driver and storage classes, but shows no field that states them.',
  ),
  'env.namespace': word(
    ['hashOfSeedAndGvc', 'hashOfSeedAndWorkload'],
    'The generated string must be the same whenever the run is repeated.',
  ),
  'mount.others': word(
    ['keep', 'refuse'],
    'The specification bills mounts of object stores, but shows URIs of volume sets only. A comparable platform publishes mounts of secrets, scratch space and object stores.',
  ),
  'fields.maxUnavailableOnStateful': word(
    ['keep', 'drop'],
    'ROLL-5 names no type. The real platform was seen to drop `maxUnavailableReplicas` from stateful workloads (M095).',
  ),
  'fields.unknown': word(
    ['keep', 'refuse', 'drop'],
    'Real clients send more fields than the specification shows. `check` warns and suggests a known field.',
  ),
} as const;

/** The defaults of fields that a manifest does not state. */
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
  'fields.defaults.maxScale': number(5, 'A comparable platform publishes this default. It is never below `minScale`.', {
    from: 1,
    isWhole: true,
  }),
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
    'A comparable platform publishes these defaults. The default is `false` if the metric is cpu or multi.',
  ),
  'fields.defaults.minReadySeconds': number(0, publishedDefault, seconds),
  'fields.defaults.terminationGracePeriodSeconds': number(90, publishedDefault, seconds),
  'fields.defaults.concurrencyPolicy': word(['Forbid', 'Replace', 'Allow'], publishedDefault),
  'fields.defaults.historyLimit': number(5, publishedDefault, { from: 1, to: 10, isWhole: true }),
  'fields.defaults.restartPolicy': word(['Never', 'OnFailure'], publishedDefault),
  'fields.defaults.fileSystemType': word(['ext4', 'xfs', 'shared'], publishedDefault),
  'fields.defaults.performanceClass': word(
    ['general-purpose-ssd', 'high-throughput-ssd'],
    'This class has the lower minimum capacity and the lower price.',
  ),
  'fields.defaults.mountMaxCpu': text('2000m', publishedDefault, quantity, 'a quantity such as 2000m'),
  'fields.defaults.mountMaxMemory': text('2Gi', publishedDefault, quantity, 'a quantity such as 2Gi'),
  'fields.defaults.locationEnabled': boolean(true, 'A location exists to be used.'),
} as const;

/** The bounds of fields. The API refuses a value outside them. */
export const fieldBounds = {
  'fields.bounds.name': pattern(name, published),
  'fields.bounds.workloadNameRefused': list(['*-headless'], published),
  'fields.bounds.endpointPrefix': pattern(
    '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$',
    'The prefix is a part of host names, so it follows their rules.',
  ),
  'fields.bounds.domainName': pattern(
    '^([a-z0-9]([-a-z0-9]*[a-z0-9])?\\.)+[a-z]([-a-z0-9]*[a-z0-9])?$',
    'Domain names follow the rules of host names.',
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
  'fields.bounds.volumesOfContainer': bound(
    0,
    null,
    'The specification sets no limit for volume sets. The vendor of the platform notes at most 15 volumes of a container (`to: 15`).',
  ),
  'fields.bounds.volumePathRefused': list(['/dev', '/dev/log', '/tmp', '/var', '/var/log'], published),
  'fields.bounds.volumePathRelative': word(['refuse', 'off'], published),
  'fields.bounds.volumePathNested': word(['refuse', 'off'], published),
  'fields.bounds.probeInitialDelaySeconds': bound(0, 600, published),
  'fields.bounds.probePeriodSeconds': bound(1, 600, published),
  'fields.bounds.probeTimeoutSeconds': bound(1, 600, published),
  'fields.bounds.probeThreshold': bound(1, 20, published),
  'fields.bounds.target': bound(1, 20_000, published),
  'fields.bounds.targetPercent': bound(
    1,
    100,
    'A comparable platform publishes this check for the metrics cpu and memory.',
  ),
  'fields.bounds.targetWithKedaOrMulti': word(['refuse', 'off'], published),
  'fields.bounds.scale': bound(0, null, published),
  'fields.bounds.minScale': bound(
    null,
    50_000,
    'The specification is silent. All these replicas may start at the same instant.',
  ),
  'fields.bounds.minScaleAboveMax': word(['refuse', 'off'], published),
  'fields.bounds.scaleToZeroDelay': bound(30, 3600, published),
  'fields.bounds.maxConcurrency': bound(0, 30_000, published),
  'fields.bounds.metricPercentile': partOf(['p50', 'p75', 'p99'], published),
  'fields.bounds.multiMetrics': partOf(['cpu', 'memory', 'rps'], published),
  'fields.bounds.timeoutSecondsOverride': bound(
    1,
    3600,
    'The specification states the upper bound. The lower one is the lower bound of `timeoutSeconds`.',
  ),
  'fields.bounds.capacityAIWithCpu': word(['refuse', 'off'], published),
  'fields.bounds.minReadySeconds': bound(
    0,
    century,
    'A comparable platform publishes the lower bound 0. The upper one is a hundred years.',
  ),
  'fields.bounds.maxUnavailablePercent': bound(0, 100, published),
  'fields.bounds.surgeAndUnavailableZero': word(['refuse', 'off'], published),
  'fields.bounds.terminationGracePeriodSeconds': bound(0, 900, published),
  'fields.bounds.retryAttempts': bound(0, 10, published),
  'fields.bounds.activeDeadlineSeconds': bound(
    1,
    century,
    'A comparable platform publishes the lower bound 1. The upper one is a hundred years.',
  ),
  'fields.bounds.sharedCapacityGB': bound(10, 65_536, 'These are the widest of the stated bounds.'),
} as const;
