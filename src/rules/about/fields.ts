/** What each assumption about workload types and fields decides. */
export const aboutFields = {
  'type.default': 'The type of a workload that states none. `required`: every workload must state its type.',
  'type.metrics': 'Which autoscaling metrics each workload type may use.',
  'type.cronDropped': 'Which fields the API removes when it stores a cron workload.',
  'scale.zeroBounds':
    'Which standard and stateful workloads may set `minScale` and `maxScale` both to 0: those with the metric `disabled`, those with any metric, or none (`refuse`).',
  'name.workload.max': 'The maximum length of a workload name, in characters (included).',
  'autoscaling.metric.default': 'The autoscaling metric of a workload that states none, for each type.',
  'autoscaling.metric.withCapacityAI':
    'The autoscaling metric of a workload that states none and has Capacity AI on, if its default metric is cpu: `disabled`, or the default.',
  'capacityAI.model': 'What Capacity AI does to reserved resources: nothing, the field is only stored.',
  'resource.min.absent':
    'The reserve of a container without `minCpu` or `minMemory`: its `cpu` or `memory` (`equalToMax`), or the smallest allowed value (`floor`).',
  'resource.ratio.appliesTo':
    'Which workloads must reserve at least a quarter of `cpu` and of `memory`: all of them, or only stateful ones.',
  'localOptions.base':
    'Where a location override (`localOptions`) takes values that it does not state: from the platform defaults or from `defaultOptions`.',
  'localOptions.suspend':
    'What suspends a workload in a location with an override: only `suspend` of the override (`own`), or also `defaultOptions.suspend` (`everywhere`).',
  'localOptions.unknown':
    'What happens to an override for a location outside the GVC: it is stored without effect, or the write is refused.',
  'localOptions.duplicate':
    'What happens to a second override of a location: it is stored without effect, or the write is refused.',
  'firewall.enforce':
    'Whether the external firewall settings block requests: `none` ignores them, `external` enforces them.',
  'firewall.duration': 'How long a change of the firewall takes to be in force; until then the former rules hold.',
  'firewall.internal':
    'Which internal calls the firewall allows. `asWritten`: the settings decide, without settings the whole org may call; `closed`: without settings nobody may call; `ignored`: the whole org may call.',
  'timeout.override':
    'Which request timeout applies if both `svc/timeoutSecondsOverride` and `timeoutSeconds` are set: the larger one (`raiseOnly`), the tag (`replaces`) or the field (`fieldWins`).',
  'tag.protocol': 'Which protocol applies if both `svc/protocol` and `ports[].protocol` are set.',
  'tag.otherValue':
    'What happens to a special tag with a value outside its list: it has no effect and `check` warns, or the write is refused.',
  'tag.restricted':
    'What happens to a tag for BYOK clusters or direct load balancers on another workload: the write is refused, or the tag has no effect and `check` warns.',
  'tag.byok':
    'When a workload counts as one on BYOK clusters: if any location of its GVC is BYOK, or only if every location is.',
  'location.ipRanges':
    'Which `status.ipRanges` a location of the catalogue shows: addresses reserved for documentation, or none.',
  'location.geo':
    'Which locations have coordinates in `status.geo`. `whereKnown`: those of the catalogue and those that a scenario places; `everywhere`: others too, at 0, 0 and without names.',
  'location.region':
    'The region of a location that states none: the one in its name (`name`), or an error (`required`). With `name`, a location `home` has the region `home`.',
  'location.made': 'Which locations a caller may create and delete: only those with the provider `byok`, or any.',
  'location.rename':
    "Whether a patch may change the name of a location. `customUnused`: only if the location is the customer's own and nothing uses it; its id stays.",
  'location.providerInUse':
    'Whether a patch may change the provider of a location that a GVC uses. `change`: running workloads have the new provider at once, without a new version.',
  'location.byokStorage':
    'Whether a BYOK location is assumed to have the storage driver and classes that volume sets need, or must state them.',
  'env.namespace': 'From what `SVC_NAMESPACE` is generated: the seed and the GVC, or the seed and the workload.',
  'mount.others':
    'Whether a workload of any type may mount secrets (`svc://secret/`), scratch space (`scratch://`) and object stores (`s3://`, `gs://`, `azureblob://`, `azurefs://`), which are no volumes, or only volume sets.',
  'fields.maxUnavailableOnStateful':
    'What the API does with `maxUnavailableReplicas` of a stateful workload: it stores the field, or drops it with a warning, so that the default holds (`drop`).',
  'fields.unknown': 'What the API does with a field that it does not know: it keeps, refuses or drops the field.',
  'fields.defaults.cpu': 'The default of `containers[].cpu`.',
  'fields.defaults.memory': 'The default of `containers[].memory`.',
  'fields.defaults.protocol': 'The default of `ports[].protocol`.',
  'fields.defaults.readinessInitialDelaySeconds': 'The default of `readinessProbe.initialDelaySeconds`.',
  'fields.defaults.livenessInitialDelaySeconds': 'The default of `livenessProbe.initialDelaySeconds`.',
  'fields.defaults.probePeriodSeconds': 'The default of `periodSeconds` of a probe.',
  'fields.defaults.probeTimeoutSeconds': 'The default of `timeoutSeconds` of a probe.',
  'fields.defaults.probeSuccessThreshold': 'The default of `successThreshold` of a probe.',
  'fields.defaults.probeFailureThreshold': 'The default of `failureThreshold` of a probe.',
  'fields.defaults.target': 'The default of `autoscaling.target`.',
  'fields.defaults.minScale': 'The default of `autoscaling.minScale`.',
  'fields.defaults.maxScale': 'The default of `autoscaling.maxScale`. A larger `minScale` raises it.',
  'fields.defaults.scaleToZeroDelay': 'The default of `autoscaling.scaleToZeroDelay`, in seconds.',
  'fields.defaults.maxConcurrency': 'The default of `autoscaling.maxConcurrency`; 0 means no limit.',
  'fields.defaults.metricPercentile': 'The default of `autoscaling.metricPercentile`.',
  'fields.defaults.timeoutSeconds': 'The default of `defaultOptions.timeoutSeconds`.',
  'fields.defaults.suspend': 'The default of `defaultOptions.suspend`.',
  'fields.defaults.debug': 'The default of `defaultOptions.debug`.',
  'fields.defaults.replicaDirect': 'The default of `loadBalancer.replicaDirect`.',
  'fields.defaults.capacityAI': 'The default of `defaultOptions.capacityAI` for each workload type.',
  'fields.defaults.minReadySeconds': 'The default of `rolloutOptions.minReadySeconds`.',
  'fields.defaults.terminationGracePeriodSeconds': 'The default of `rolloutOptions.terminationGracePeriodSeconds`.',
  'fields.defaults.concurrencyPolicy': 'The default of `job.concurrencyPolicy`.',
  'fields.defaults.historyLimit': 'The default of `job.historyLimit`.',
  'fields.defaults.restartPolicy': 'The default of `job.restartPolicy`.',
  'fields.defaults.fileSystemType': 'The default of `fileSystemType` of a volume set.',
  'fields.defaults.performanceClass': 'The default of `performanceClass` of a volume set.',
  'fields.defaults.mountMaxCpu': 'The default of `mountOptions.resources.maxCpu`.',
  'fields.defaults.mountMaxMemory': 'The default of `mountOptions.resources.maxMemory`.',
  'fields.defaults.locationEnabled': 'The default of `spec.enabled` of a location.',
  'fields.bounds.name': 'The pattern of container names.',
  'fields.bounds.workloadNameRefused': 'Which names of workloads are refused; `*` matches any text.',
  'fields.bounds.endpointPrefix': 'The pattern of `endpointPrefix` of a GVC.',
  'fields.bounds.domainName': 'The pattern of domain names.',
  'fields.bounds.containers': 'How many containers a workload may have (bounds included).',
  'fields.bounds.containerNameRefused': 'Which names of containers are refused; `*` matches any text.',
  'fields.bounds.cpuMillicores': 'How large `cpu` of a container may be, in millicores (bounds included).',
  'fields.bounds.memoryMi': 'How large `memory` of a container may be, in Mi (bounds included).',
  'fields.bounds.memoryMiPerMillicore':
    'How many Mi of memory a container may have for each millicore of CPU (bounds included).',
  'fields.bounds.minCpuMillicores': 'How large `minCpu` of a container may be, in millicores (bounds included).',
  'fields.bounds.minMemoryMi': 'How large `minMemory` of a container may be, in Mi (bounds included).',
  'fields.bounds.minAboveMax': 'Whether `minCpu` above `cpu`, or `minMemory` above `memory`, is refused.',
  'fields.bounds.portNumber': 'Which port numbers are allowed (bounds included).',
  'fields.bounds.portRefused': 'Which port numbers are refused.',
  'fields.bounds.portRepeated': 'Whether the same port number twice in one workload is refused.',
  'fields.bounds.envName': 'The pattern of the names of environment variables.',
  'fields.bounds.envNameLength': 'How many characters the name of an environment variable may have (bounds included).',
  'fields.bounds.envNameRefused': 'Which names of environment variables are refused; `*` matches any text.',
  'fields.bounds.envValueLength':
    'How many characters the value of an environment variable may have (bounds included).',
  'fields.bounds.volumesOfContainer': 'How many volumes a container may mount (bounds included).',
  'fields.bounds.volumePathRefused': 'Which mount paths of volumes are refused.',
  'fields.bounds.volumePathRelative': 'Whether a mount path that does not start with `/` is refused.',
  'fields.bounds.volumePathNested': 'Whether a mount path inside another mount path is refused.',
  'fields.bounds.probeInitialDelaySeconds': 'Which values `initialDelaySeconds` of a probe may have (bounds included).',
  'fields.bounds.probePeriodSeconds': 'Which values `periodSeconds` of a probe may have (bounds included).',
  'fields.bounds.probeTimeoutSeconds': 'Which values `timeoutSeconds` of a probe may have (bounds included).',
  'fields.bounds.probeThreshold': 'Which values the two thresholds of a probe may have (bounds included).',
  'fields.bounds.target': 'Which values `autoscaling.target` may have (bounds included).',
  'fields.bounds.targetPercent':
    'Which values `autoscaling.target` may have with the metrics cpu and memory (bounds included).',
  'fields.bounds.targetWithKedaOrMulti': 'Whether `autoscaling.target` is refused with the metrics keda and multi.',
  'fields.bounds.scale': 'Which values `minScale` and `maxScale` may have (bounds included).',
  'fields.bounds.minScale': 'The largest `minScale` that a run accepts (included), besides `fields.bounds.scale`.',
  'fields.bounds.minScaleAboveMax': 'Whether a `minScale` above `maxScale` is refused.',
  'fields.bounds.scaleToZeroDelay': 'Which values `scaleToZeroDelay` may have, in seconds (bounds included).',
  'fields.bounds.maxConcurrency': 'Which values `maxConcurrency` may have (bounds included).',
  'fields.bounds.metricPercentile': 'Which values `metricPercentile` may have.',
  'fields.bounds.multiMetrics': 'Which metrics a multi-metric strategy may combine.',
  'fields.bounds.timeoutSecondsOverride':
    'Which values `svc/timeoutSecondsOverride` may have, in seconds (bounds included).',
  'fields.bounds.capacityAIWithCpu': 'Whether Capacity AI is refused with the metric cpu.',
  'fields.bounds.minReadySeconds': 'Which values `minReadySeconds` may have (bounds included).',
  'fields.bounds.maxUnavailablePercent': 'Which percentages `maxUnavailableReplicas` may have (bounds included).',
  'fields.bounds.surgeAndUnavailableZero':
    'Whether `maxSurgeReplicas` and `maxUnavailableReplicas` that are both written as 0 are refused.',
  'fields.bounds.terminationGracePeriodSeconds':
    'Which values `terminationGracePeriodSeconds` may have (bounds included).',
  'fields.bounds.retryAttempts': 'Which values `requestRetryPolicy.attempts` may have (bounds included).',
  'fields.bounds.activeDeadlineSeconds': 'Which values `job.activeDeadlineSeconds` may have (bounds included).',
  'fields.bounds.sharedCapacityGB': 'Which capacities a shared volume may have, in GB (bounds included).',
} as const;
