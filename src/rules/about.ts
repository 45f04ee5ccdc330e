/**
 * What an assumption is about, in a sentence, where its name does not tell.
 */
import type { AssumptionName } from './assumptions.ts';

const running = {
  'replica.schedule.duration': 'How long a new replica waits for its place.',
  'replica.pull.duration': 'How long its image takes to arrive, where the workload does not state it.',
  'replica.start.duration': 'How long containers take from their start until they run, also after an exit.',
  'replica.stop.duration': 'How long a process takes to end once it was told to.',
  'replica.available.bound': 'Whether a replica is available at the end of `minReadySeconds`, or a millisecond later.',
  'replica.crash.first': 'How long a container waits to be started again after its first exit.',
  'replica.backoff.crashFirst': 'The wait from which those after further exits in a row grow.',
  'replica.backoff.crashFactor': 'By what the wait grows with each further exit in a row.',
  'replica.backoff.crashCap': 'The longest wait after an exit.',
  'replica.backoff.reset': 'After running for so long, an exit counts as the first again.',
  'replica.backoff.pullFirst': 'How long after a first pull that failed the next one is tried.',
  'replica.backoff.pullFactor': 'By what that wait grows with each further pull that fails.',
  'replica.backoff.pullCap': 'The longest wait between two pulls.',
  'replica.scaleDown.order': 'Which replicas leave first where some must.',
  'termination.preStop': 'How long a replica that leaves runs on before its process is told to stop.',
  'termination.notRunning': 'How long a replica takes to leave whose containers do not run.',
  'probe.grid':
    'When the first try of a probe comes: at the end of its initial delay, or somewhere in the period after it.',
  'probe.serverless': 'How a serverless replica without a readiness probe shows that it is ready.',
  'version.triggers': 'Which changes of a workload make a new version, and so a rollout.',
  'version.number': 'What the number of a version is.',
  'rollout.surge.default':
    'How many replicas a rollout may start beyond the wanted count, where its workload does not say.',
  'rollout.unavailable.default': 'How many replicas a rollout may take away, where its workload does not say.',
  'rollout.rounding': 'Where a percentage of replicas is no whole number: which of the two bounds is rounded up.',
  'rollout.bothZero': 'What a rollout does that may neither start a replica more nor take one away.',
  'rollout.window': 'Whether the next replica is replaced as soon as one is available, or when its whole batch is.',
  'rollout.terminating.counts': 'Whether replicas that are leaving take up room that new ones need.',
  'rollout.minReady.from': 'From when `minReadySeconds` count: since a replica is ready, or since it runs.',
  'rollout.progressDeadline': 'How long a rollout may make no progress before it is said to be stuck.',
  'rollout.revert': 'Whether going back to an earlier image makes new replicas, too.',
  'rollout.stateful.maxUnavailable': 'Whether a stateful rollout may have several indexes away at once.',
  'rollout.stateful.stuck':
    'What becomes of a stateful rollout whose replica never gets ready, once a newer version comes.',
  'rollout.serverless.initial': 'How many replicas a new serverless version starts before requests go to it.',
  'rollout.serverless.old': 'When the replicas of the version before leave.',
  'reschedule.mode': 'How replicas are moved from nodes that are drained.',
  'suspend.resume.scale': 'How many replicas a workload begins with after a suspension.',
  'ignore.effect': 'What the tag that makes the platform pass over a workload does to what runs.',
  'health.rule': 'Whether a workload is as healthy as its worst location, or as its best.',
  'health.suspended': 'What the health of a suspended workload is.',
  'health.cron': 'What the health of a cron workload goes by.',
} as const;

const scaling = {
  'metric.sample.cpuInterval': 'How often the use of processors is measured for autoscaling.',
  'metric.sample.cpuWindow': 'Over how long each measure of processors looks back.',
  'metric.sample.memoryInterval': 'How often the use of memory is measured for autoscaling.',
  'metric.sample.memoryWindow': 'Over how long each measure of memory looks back.',
  'metric.sample.rpsInterval': 'How often requests a second are measured for autoscaling.',
  'metric.sample.rpsWindow': 'Over how long each measure of requests a second looks back.',
  'metric.sample.latencyInterval': 'How often latency is measured for autoscaling.',
  'metric.sample.latencyWindow': 'Over how long each measure of latency looks back.',
  'metric.request.counts':
    'Whether a request counts for autoscaling when it comes, or once it has passed the checks before a replica.',
  'metric.request.latency': 'Whether the time in those checks is part of its latency.',
  'hpa.sync': 'How often replicas are compared with their target.',
  'hpa.cpuInitialization':
    'For so long after its start the processor use of a replica that has not settled is left out.',
  'hpa.upReplicas': 'So many replicas may be added within a period, whatever share of them that is.',
  'hpa.upPercent': 'Such a share of replicas may be added within a period, where that is more.',
  'hpa.upPeriod': 'The period in which the count may grow by so much.',
  'hpa.downPercent': 'Such a share of replicas may be taken away within a period.',
  'hpa.downPeriod': 'The period in which the count may shrink by so much.',
  'hpa.tolerance': 'How far the measure may be from the target, as a share of it, without a change.',
  'hpa.down.window':
    'How long the highest count that was proposed holds the count up; what it has dropped does not come back with a longer one.',
  'kpa.tick': 'How often the load of a serverless workload is looked at.',
  'kpa.window': 'Over how long its load is averaged.',
  'kpa.panicWindow': 'Over how long the short average goes that shows a sudden rise.',
  'kpa.bucket': 'How finely what is measured is kept.',
  'kpa.panicThreshold':
    'From how many times the ready replicas, by the short average, it counts as a panic, in which nothing is taken away.',
  'kpa.upRate': 'By how many times the count may grow at one look.',
  'kpa.downRate': 'By how many times the count may shrink at one look.',
  'kpa.utilization': 'Which share of its target a replica is meant to carry.',
  'serverless.zero': 'When an idle serverless workload goes to zero.',
  'serverless.wake': 'Whether the first request at zero starts a replica at once, or at the next look.',
  'keda.poll': 'How often triggers are asked.',
  'keda.cooldown': 'How long no trigger may be active before a workload goes to zero.',
  'keda.initialCooldown':
    'How long after its creation a workload stays up before it may go to zero for the first time.',
  'keda.fallback.at': 'How many failed polls in a row bring the fallback: `failureThreshold` itself, or one more.',
  'keda.creation': 'Whether that time begins again after a suspension.',
  'keda.name.missing': 'What a trigger without a name is called.',
  'keda.target.missing': 'The target of a trigger whose metadata states none.',
  'keda.value.missing': 'What a trigger says for which the scenario gives no values.',
  'keda.value.location': 'Whether each location sees the whole value of a trigger, or its share.',
  'scale.zeroBounds': 'Which workloads may have both bounds of their scale at 0.',
} as const;

const traffic = {
  'fluid.idle': 'When a workload whose requests come as amounts counts as idle.',
  'fluid.overflow': 'Whether amounts that come beyond what replicas can answer wait, or are lost.',
  'fluid.processor': 'Whose processor bounds what a replica of several containers can answer.',
  'fluid.versions': 'How amounts are answered where replicas of two versions serve.',
  'fluid.notReady': 'Whether amounts from callers inside may reach replicas that are not ready.',
  'fluid.latency': 'How the latency of amounts is worked out.',
  'fluid.percentile': 'How percentiles of the latency that autoscaling measures of amounts follow from its mean.',
  'fluid.saturation': 'Up to which load the formulas of a steady state are trusted.',
  'traffic.status.unknownHost': 'The answer to a host that nobody has.',
  'traffic.status.authorizationDenied': 'The answer where the external authorization says no.',
  'traffic.status.authorizationDown': 'The answer where the external authorization does not answer.',
  'traffic.status.off': 'The answer of a workload that is switched off, suspended or deleted.',
  'traffic.status.firewall': 'The answer where a firewall lets the caller not in.',
  'traffic.status.rateLimited': 'The answer beyond a rate limit.',
  'traffic.status.noReplica': 'The answer where no replica is there to take a request.',
  'traffic.status.queueFull': 'The answer where too many wait already.',
  'traffic.status.failed': 'The answer of a replica that fails a request.',
  'traffic.status.timeout': 'The answer once a request has taken too long.',
  'traffic.status.replicaKilled': 'The answer where the replica is gone in the midst of a request.',
  'traffic.route.location': 'To which location a request from elsewhere goes.',
  'traffic.route.replica': 'Which replica of a location gets the next request.',
  'traffic.wakeable': 'Whether requests may go to a location that has nobody ready, and nobody on the way.',
  'traffic.terminating': 'Whether replicas that are leaving still serve where there is no other.',
  'traffic.caller.absent': 'Whether a probe is sent by a workload of which nothing runs.',
  'traffic.queue': 'How many requests may wait for a replica.',
  'rateLimit.failure': 'What becomes of requests while the rate limiter does not answer.',
  'coldStart.hold': 'How long a request is kept for a replica that is yet to come.',
  'timeout.from': 'From when the timeout of a request counts: since it was given to a replica, or since it came.',
  'timeout.scope': 'Whether all tries of a request share one timeout.',
  'retry.backoff': 'How the wait before another try grows.',
  'retry.backoffFirst': 'The wait before the second try.',
  'retry.backoffFactor': 'By what that wait grows with each try.',
  'retry.backoffCap': 'The longest wait between two tries.',
  'retry.host': 'Whether another try goes to another replica.',
  'retry.statusCodes': 'Which answers are tried again under `retriable-status-codes`.',
  'retry.listedCodes':
    'Whether codes that a workload lists count beside those of `retriable-status-codes`, or in their place.',
  'retry.conditions': 'Which conditions of a retry policy are followed.',
} as const;

const billing = {
  'billing.minHonouredOn': 'Of which workloads the least amounts are billed; of others the whole `cpu` and `memory`.',
  'billing.replicaFrom':
    'From when on a replica is billed: its containers, its object stores and its ephemeral storage.',
  'billing.replicaUntil': 'Until when a replica is billed: until it is gone, or until it begins to leave.',
  'billing.restarts': 'Whether a replica is billed between the exit of a container and its next run.',
  'billing.surge':
    'Whether replicas beyond the wanted count are billed; if not, those that came last are free, also while they leave.',
  'billing.zeroReplicas':
    'Whether a workload that wants no replica pays for `minScale` of them; a cron workload has no such bound.',
  'billing.cronOverrideReserve': 'What an execution reserves whose command changes its amounts.',
  'billing.disabledLocation':
    'Whether volumes are billed in a location that is disabled or has left the GVC; its replicas are until they are gone.',
  'billing.volumeFrom': 'From when on a volume of ext4 or xfs is billed.',
  'billing.expandAt':
    'Whether an expansion is billed once it is done, or from its acceptance on; a device that is replaced meanwhile forgets it.',
  'billing.replacementOverlap':
    'Whether the old volume is billed while another is made in its place: the new one is from when it is there.',
  'billing.sharedVolumeFrom': 'From when on the volumes of a shared set are billed.',
  'billing.capacityGrid': 'Whether capacities are billed as they are, or in whole GB, rounded up.',
  'billing.mountDefault': 'What a mount point reserves where its set does not say.',
  'billing.mountBilledTo': 'Who pays for a mount point of a shared set, and whose tags it carries.',
  'billing.mounterReserve': 'What the mounter of an object store reserves where the scenario does not say.',
  'billing.mounterPer': 'How many mounters a replica has: one, or one for each of its stores (`mounter.stores`).',
  'billing.byok': 'What is charged in locations of own clusters.',
  'billing.chargedMeters':
    'Which meters are charged. The nine stand for all with a stated charge: beside them, others are charged that the price book has a SKU for. Any other list is taken at its word.',
  'billing.responseBytes': 'How large each answer is that `workload-egress` counts.',
  'billing.period': 'What one invoice is for. In periods that are no months a GB-Month is 30 days.',
  'billing.tagInheritance': 'Which tags a charge carries.',
} as const;

const about: { readonly [name: string]: string | undefined } = {
  ...running,
  ...scaling,
  ...traffic,
  ...billing,
} satisfies { readonly [Name in AssumptionName]?: string };

/** What it is about; null where its name is all that there is. */
export function aboutAssumption(name: AssumptionName): string | null {
  return about[name] ?? null;
}
