/** What each assumption about the API decides. */
export const aboutApi = {
  'api.ids': 'How the API makes ids: from a hash of the seed.',
  'api.deployTimestampAlias':
    'Whether a changed tag `cpln/deployTimestamp` starts a rollout under any tag prefix, or is a plain tag.',
  'api.warnings': 'Whether the API reports doubtful but accepted fields in a `Warning` header.',
  'api.quotaPatch': 'What a patch of a quota may change: only `max`, or nothing.',
  'api.quotaCurrent':
    'What `current` shows for a quota per GVC or per workload: the usage of the fullest one, or the total.',
  'api.storedKinds':
    'What the API does with kinds that have no effect in a simulation: it stores them as they are sent, or refuses them.',
  'api.versionStep':
    'When the `version` of a resource increases: with each write that changes something, or with each write.',
  'api.namePattern': 'The pattern of resource names.',
  'api.tagLimits': 'How many tags a resource may have, and how long their keys and values may be (bounds included).',
  'api.builtIn': 'Whether the built-in groups and policies are protected from changes.',
  'api.put': 'Whether PUT replaces a record or merges into it.',
  'api.deleteStatus': 'The status of a successful DELETE.',
  'api.deleteInUse': 'The status of a DELETE of a resource that is in use.',
  'api.identityInUse': 'Whether deleting an identity that a workload uses is refused.',
  'api.principalInUse':
    'What happens to policies and groups when a principal in them is deleted: their links stay, or the deletion is refused (`refuse`).',
  'api.immutable': 'Which fields cannot be changed after creation.',
  'api.listOrder': 'The order of lists: by name and then GVC, or the newest first.',
  'api.pageSize': 'How many items a page of a list has by default.',
  'api.rename': 'What a patch with another `name` does: it is refused, or the name is ignored.',
  'api.coerce': 'Whether the API accepts numbers and booleans that are written as text.',
  'api.links':
    'What the API does with a link (a reference) to a resource that does not exist: it refuses the write, or stores the link.',
  'api.locationLinks': 'In which order a record shows the locations of a GVC: as written, or sorted by their links.',
  'api.patchOrder': 'The order in which the operators of a patch apply.',
  'api.patchArrays':
    'Whether a patch merges the lists `containers` and `localOptions` entry by entry or replaces them. Other lists are always replaced.',
  'api.lockStatus': 'The status of a write with a `version` or `id` that the record no longer has.',
  'api.stalePut':
    'When a PUT with an outdated `version` or `id` is refused: always (`refuse`), only if the name is in the path (`refuseItem`), or never (`ignore`).',
  'api.locationSpecDrop': 'Which fields of its `spec` a location patch may remove with `spec.$drop`.',
  'api.auditKept': 'How many audit entries are kept.',
  'api.queryOps': 'Which operators a query may use.',
  'query.regex': 'What the operator `=~` must match: any part of a value, or the whole value.',
  'query.contains': 'Whether the operator `contains` distinguishes upper and lower case.',
  'query.star': 'Whether `*` as the name of a tag or link means all of them or is a literal name.',
  'query.missing': 'Where items without a value for the sort field appear: last or first.',
  'api.quotaStatus': 'The status of a write that exceeds a quota, for each method.',
  'api.unknownStatus': 'The status of a request with an unknown path, or with a method that the path does not accept.',
  'api.expandStatus': 'The status of a fifth `expandVolume` within 24 hours.',
  'api.rateLimit': 'How many writes per minute the API accepts from all callers together.',
  'api.commandQueue': 'What happens to a second command for a volume while one is running: it waits, or it is refused.',
  'api.commandFields':
    'Which commands and command fields the API accepts: those that clients send, or only those in the specification.',
  'api.replicaCounts':
    'Whether the replica counts in status and health exclude terminating replicas (`standing`) or include them (`all`).',
  'api.removedCommand': 'The final stage of a `runCronWorkload` command whose execution is removed.',
  'api.snapshotTagsOut':
    'How the API returns the tags of a snapshot: as a list of maps with one key each, or as one map.',
  'api.deploymentVersion':
    'What `expectedDeploymentVersion` shows: the workload version that was applied last, or the resource `version`.',
  'api.executionWords':
    'Which words the API uses for the status of executions: those of the specification (`spec`), or those that clients of a real platform read (`wire`).',
  'api.volumeLifecycle': 'The words for the lifecycle states of a volume, in this order.',
  'api.remotePath': 'Whether the replica addresses of each deployment have their own path or all share one.',
  'api.quotas': 'The maximum of a quota that the scenario does not state: too high to be reached.',
  'quota.replicas': 'How many replicas of a workload a quota counts: the largest `maxScale` in any location.',
  'quota.amount': 'How much CPU and memory of a workload a quota counts: the limits of all its replicas, or of one.',
  'quota.cron': 'How many replicas of a cron workload a quota counts: none, or one.',
  'quota.deleting': 'Whether a quota counts resources that are being deleted.',
  'api.auth':
    'Who may call the API without a known key: anybody, if no keys are given (`open`), or nobody (`keysOnly`).',
  'api.tokenOrigin':
    'Whether the API checks from which workload a request with `SVC_TOKEN` comes: `stated` uses the origin that the request states, `ignored` checks nothing.',
  'api.identityTarget':
    'Whether an identity that is the target of a policy also receives its permissions (`alsoPrincipal`). `principalOnly`: only identities that the policy names as principals do.',
  'api.authDelay': 'How long a change of policies takes to apply.',
  'api.listFilter':
    'What a list does with records that the caller may not view: it leaves them out, or the request is refused.',
  'api.permissions':
    'Which permissions exist: those that a comparable platform publishes, or only those in the specification.',
  'api.events': 'Which categories of events the event log contains.',
  'api.eventsKept': 'How many events are kept for each workload and volume set.',
  'api.logs':
    "Which lines the logs contain: starts and ends of containers and executions besides the scenario's own lines, or only the scenario's own.",
  'api.logsKept':
    'How many of the latest journal entries that produce log lines a session keeps. Of older ones, it keeps only those of replicas and executions that still run.',
  'api.logsRead': 'How many log lines one request may read.',
  'api.requestOrder': 'When a request is processed: after all events that are due at its instant.',
  'api.clientStamps':
    'How the API treats time stamps and random names that a client puts into a request body: as plain data.',
  'api.contentType': 'Whether the API checks `Content-Type`. `jsonOnly`: a request that states another type gets 415.',
  'api.limits': 'How large request bodies, nesting, URLs and a recorded session may be.',
  'api.streams':
    'How the API ends a request for a shell or a command in a replica: the client exits with an error (`refuse`), or it exits as after a success (`accept`).',
  'api.throttle.retry':
    "Whether the scenario's own requests are retried when the API throttles them. `clientBackoff` waits 1 s, doubling to 20 s, at most 10 times.",
} as const;
