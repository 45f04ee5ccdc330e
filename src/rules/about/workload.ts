/** What each assumption about replicas, rollouts, health and autoscaling decides. */
export const aboutWorkload = {
  'replica.schedule.duration': 'How long a new replica waits until it is scheduled.',
  'replica.pull.duration': 'How long a replica pulls its image, if the workload does not state it.',
  'replica.pull.cache':
    'Which images a replica does not pull again: none, images that the location has pulled before (`location`), or all (`always`).',
  'replica.start.duration': 'How long containers take from start to running, also when they restart.',
  'replica.stop.duration': 'How long a process takes to end after its stop signal.',
  'probe.grid':
    'When a probe makes its first try: exactly after its initial delay, or at a random point in the period that follows.',
  'probe.serverless':
    'When a serverless replica without a readiness probe is ready: when its port opens, or when a TCP probe of the port with the default settings succeeds.',
  'replica.available.bound':
    'Whether a replica is available exactly at the end of `minReadySeconds` (`at`), or a millisecond later (`after`).',
  'replica.crash.first': 'How long a container waits for its restart after its first exit.',
  'replica.backoff.crashFirst':
    'The base of the restart back-off: the waits after further exits in a row grow from it.',
  'replica.backoff.crashFactor': 'The factor by which the restart wait grows with each further exit in a row.',
  'replica.backoff.crashCap': 'The longest wait for a restart after an exit.',
  'replica.backoff.reset': 'How long a container must run so that its next exit counts as the first again.',
  'replica.backoff.pullFirst': 'How long the platform waits after the first failed image pull before it tries again.',
  'replica.backoff.pullFactor': 'The factor by which that wait grows with each further failed image pull.',
  'replica.backoff.pullCap': 'The longest wait between two image pulls.',
  'replica.scaleDown.order':
    'Which replicas a scale-down removes first. `leastReady`: those not running or not ready, then those ready for the shortest time; `newestFirst`: the newest.',
  'termination.preStop':
    'How long a terminating replica runs before it receives the stop signal. `grace/2` is half the grace period; `none` is at once.',
  'termination.hooks':
    'Whether the preStop hook of a container takes the place of `termination.preStop` (`stated`), or has no effect (`ignored`). Its time is read from its command (`sleep 10`, `true`), else it is `behavior.preStop`, else that of `termination.preStop`.',
  'termination.notRunning':
    'How long a replica whose containers are not running takes to terminate: as long as a running one would, at most its grace period (`fullGrace`), or no time (`atOnce`).',
  'termination.lbDelay': 'How long routing still sends requests to a replica after its termination starts.',
  'ephemeral.check':
    'When the platform checks ephemeral storage: at the instant of the excess (`atOnce`), or periodically.',
  'ephemeral.largeDisk': 'The factor by which `svc/largeDisk` multiplies the ephemeral storage of a replica.',
  'version.triggers': 'Which changes to a workload make a new version and so start a rollout.',
  'rollout.propagation.duration':
    'How long a write of a workload takes to reach the locations: only then they act on it.',
  'version.number':
    'Which number a workload version has: the resource `version` of the write that made it, or a counter of its own.',
  'rollout.surge.default':
    'How many replicas a rollout may add to the desired count, if the workload does not state `maxSurgeReplicas`.',
  'rollout.unavailable.default':
    'How many replicas may be unavailable during a rollout, if the workload does not state `maxUnavailableReplicas`.',
  'rollout.rounding':
    'How a percentage of replicas becomes a whole number: surge rounds up and unavailable down, or both round up, or both down.',
  'rollout.bothZero':
    'Which of the two becomes 1 if a rollout may neither add replicas (surge) nor remove any (unavailable).',
  'rollout.window':
    'When a rollout replaces the next replica: as soon as one is available (`sliding`), or when its whole batch is available (`barrier`).',
  'rollout.terminating.counts':
    'Whether terminating replicas count towards the maximum number of replicas in a rollout.',
  'rollout.minReady.from':
    'When `minReadySeconds` starts to count: when a replica becomes ready, or when it starts to run.',
  'rollout.progressDeadline': 'How long a rollout may make no progress before the platform reports that it is stuck.',
  'rollout.revert': 'What a change back to earlier values does: it makes a new version, with new replicas.',
  'rollout.stateful.maxUnavailable':
    'Whether a rollout of a stateful workload may update several replicas at the same time, as `maxUnavailableReplicas` allows (`honoured`), or only one (`ignored`).',
  'rollout.stateful.stuck':
    'What a newer version does when a stateful rollout waits for a replica that never becomes ready: it waits too (`stay`), or replaces that replica (`replaceBroken`).',
  'rollout.serverless.initial':
    'How many replicas a new serverless version starts before it receives requests: its minimum (at least 1), or at least as many as are desired now.',
  'rollout.serverless.old':
    'When the replicas of the previous serverless version terminate: when requests switch to the new version, or 60 s later.',
  'reschedule.mode':
    'How replicas leave drained nodes: like the old version in a rollout, or by eviction within `maxUnavailableReplicas`.',
  'suspend.resume.scale':
    'How many replicas a workload starts with after a suspension: its minimum, or as many as before.',
  'secret.missing':
    'What happens to a workload that mounts or reads a secret that does not exist: its new deployments are paused until it does (`pause`), it runs all the same (`ignore`), or the platform refuses it (`refuse`). A deployment that exists goes on after its secret was deleted, also with more replicas and new versions.',
  'secret.heal.duration': 'How long after its last missing secret was created a paused deployment goes on.',
  'ignore.effect':
    'What `svc/ignore` does to a running workload: its replicas stay and nothing new is decided (`stopsPasses`), or they terminate.',
  'health.rule':
    'Whether the health of a workload is that of its worst location (`allLocations`) or of its best (`anyReady`).',
  'health.suspended': 'Which health a suspended workload has.',
  'health.cron': 'What decides the health of a cron workload: its deployment, or its last execution.',
  'metric.sample.cpuInterval': 'How often autoscaling measures CPU utilisation.',
  'metric.sample.cpuWindow': 'How much time each measurement of CPU utilisation covers.',
  'metric.sample.memoryInterval': 'How often autoscaling measures memory utilisation.',
  'metric.sample.memoryWindow': 'How much time each measurement of memory utilisation covers.',
  'metric.sample.rpsInterval': 'How often autoscaling measures requests per second.',
  'metric.sample.rpsWindow': 'How much time each measurement of requests per second covers.',
  'metric.sample.latencyInterval': 'How often autoscaling measures latency.',
  'metric.sample.latencyWindow': 'How much time each measurement of latency covers.',
  'metric.request.counts':
    'When a request counts for autoscaling: after it has passed the checks before a replica (external authorization, firewall, rate limit).',
  'metric.request.latency':
    'Whether the latency that autoscaling measures starts after a request has passed authorization and rate limits (`sincePassed`), or when it arrives (`sinceArrival`).',
  'hpa.sync': 'How often horizontal autoscaling compares the replicas with their target.',
  'hpa.cpuInitialization': 'How long after its start the CPU utilisation of a replica that has not settled is ignored.',
  'hpa.cpu.base':
    'What 100 % means for the metric cpu: the `cpu` of the containers (`limit`), or their `minCpu` (`reserve`), of the version that a replica runs.',
  'hpa.upReplicas':
    'How many replicas a scale-up may add within `hpa.upPeriod`. The limit is this number or `hpa.upPercent`, whichever allows more.',
  'hpa.upPercent':
    'Which percentage of the replicas a scale-up may add within `hpa.upPeriod`. The limit is this percentage or `hpa.upReplicas`, whichever allows more.',
  'hpa.upPeriod': 'The period for which the two limits of a scale-up hold.',
  'hpa.downPercent': 'Which percentage of the replicas a scale-down may remove within `hpa.downPeriod`.',
  'hpa.downPeriod': 'The period for which the limit of a scale-down holds.',
  'hpa.tolerance':
    'How far a metric may be from its target, as a fraction of the target, before the replica count changes.',
  'hpa.down.window':
    'The stabilisation window of scale-down: within it, the highest recommendation wins. `scaleToZeroDelay` takes the window from that field. If the window is made longer, recommendations that have already left it do not return.',
  'kpa.tick': 'How often autoscaling evaluates the load of a serverless workload.',
  'kpa.window': 'How much time the stable average of the load covers.',
  'kpa.panicWindow': 'How much time the short average of the load covers, which detects a sudden rise.',
  'kpa.bucket': 'The time resolution of the measured load of a serverless workload.',
  'kpa.panicThreshold':
    'When panic mode starts: when the short average needs at least this many times the ready replicas. In panic mode, no replicas are removed.',
  'kpa.upRate': 'The largest factor by which one autoscaling evaluation may increase the replica count.',
  'kpa.downRate': 'The factor by which one evaluation may decrease the replica count.',
  'kpa.utilization': 'Which fraction of its target a replica should carry.',
  'serverless.zero':
    'When an idle serverless workload scales to zero: at the first tick after `scaleToZeroDelay` (`idleAtTick`), exactly after it (`idleExact`), or by the rules of Knative.',
  'serverless.wake': 'When the first request at zero replicas starts a replica: at once, or at the next tick.',
  'keda.poll': 'How often the platform polls KEDA triggers, if the workload states no `pollingInterval`.',
  'keda.cooldown':
    'How long no trigger may be active before a workload scales to zero, if the workload states no `cooldownPeriod`.',
  'keda.initialCooldown':
    'How long a workload stays up after its creation before it may scale to zero for the first time.',
  'keda.fallback.at':
    'How many failed polls in a row start the fallback: more than `failureThreshold` (`exceeded`), or exactly as many (`reached`).',
  'keda.creation':
    'From when the initial cooldown counts: from when the metric is set (`metric`), or again after each suspension (`resume`).',
  'keda.name.missing': 'The name of a trigger that states none: its type, or its place in the list.',
  'keda.target.missing':
    'The target of a trigger whose metadata states none: the published default of its scaler, or no target.',
  'keda.value.missing':
    'What a trigger returns if the scenario gives no values for it: zero, or a failure (`failing`).',
  'keda.value.location': 'Whether each location sees the whole value of a trigger or an equal share of it.',
} as const;
