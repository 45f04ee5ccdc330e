import { fixed, word } from './choice.ts';
import { list } from './collection.ts';
import { amount, drawn, duration, number, uniform } from './quantity.ts';

/** Assumptions about the life of one replica: start, probes, restarts, termination. */
export const replicaAssumptions = {
  'replica.schedule.duration': drawn(
    '1s',
    'Scheduling, image pull and start were measured at 14 s together. The evidence is weak.',
  ),
  'replica.pull.duration': drawn(
    '8s',
    'Scheduling, image pull and start were measured at 14 s together. The evidence is weak.',
    {
      observed: {
        is: { empirical: ['1s', '1s', '2s', '4s', '12s'] },
        why: 'Most images are on the node already: an update without a volume was down for 15 s, of which 10 s wait for the probe (M015). One that is not takes longer: a cron run took 14 s before its program ran (M036).',
      },
    },
  ),
  'replica.pull.cache': word(
    ['never', 'location', 'always'],
    'Replacements were measured at 15 s, which is no faster than first starts.',
  ),
  'replica.start.duration': drawn('5s', 'Restarts were measured at 15 to 23 s. The evidence is weak.', {
    observed: {
      is: { empirical: ['1s', '3s', '4s', '6s', '13s'] },
      why: 'A crashed replica was back after 15 to 23 s (M050, M052), of which 10 s are the wait (`replica.crash.first`). An update without a volume leaves 4 s for pull and start (M015), and a wake-up 7 s (M032).',
    },
  }),
  'replica.stop.duration': drawn(
    '1s',
    'Stops were measured at 45 to 92 s, including the grace period. The evidence is weak.',
    {
      observed: {
        is: uniform('1s', '3s'),
        why: 'An updated replica answered until 47.3 to 51 s after the command (M001), of which 45 s are the pre-stop wait.',
      },
    },
  ),
  'probe.grid': word(
    ['exact', 'randomPhase'],
    'Kubernetes shifts the first try at random. The exact time is easier to follow.',
  ),
  'probe.serverless': word(['portOpen', 'readinessDefaults'], 'Knative routes requests as soon as the port answers.'),
  'replica.available.bound': word(
    ['at', 'after'],
    'Kubernetes compares strictly, so there it is a millisecond later. `at` keeps rollout times exact.',
  ),
  'replica.crash.first': duration(
    '10s',
    'Kubernetes documents this wait. In practice, the first restart often follows at once.',
    {
      alternatives: ['0s', 'any'],
    },
  ),
  'replica.backoff.crashFirst': duration('10s', 'Kubernetes grows the wait after a crash from this value.'),
  'replica.backoff.crashFactor': number(2, 'Kubernetes uses this factor.', { from: 1 }),
  'replica.backoff.crashCap': duration('300s', 'Kubernetes uses this maximum.'),
  'replica.backoff.reset': duration('600s', 'Kubernetes forgets crashes after this time of running.'),
  'replica.backoff.pullFirst': duration('10s', 'Kubernetes uses this wait.', { from: '1s' }),
  'replica.backoff.pullFactor': number(2, 'Kubernetes uses this factor.', { from: 1 }),
  'replica.backoff.pullCap': duration('300s', 'Kubernetes uses this maximum.', { from: '1s' }),
  'replica.scaleDown.order': word(
    ['leastReady', 'newestFirst', 'random'],
    'Kubernetes uses this order, apart from its rules about nodes.',
  ),
  'termination.preStop': duration(
    'grace/2',
    'A comparable platform publishes that the stop signal waits for half the grace period.',
    {
      words: ['grace/2', 'none'],
    },
  ),
  'termination.hooks': word(
    ['stated', 'ignored'],
    'A vendor publishes that a custom preStop hook takes the place of its own wait before the stop signal.',
  ),
  'termination.notRunning': word(
    ['fullGrace', 'atOnce'],
    'This is a free choice: other containers of the replica may run while one has exited or has not started yet.',
  ),
  'termination.lbDelay': fixed(
    0,
    'A comparable platform publishes that routing follows within 10 s. In svcsim, a terminating replica receives new requests only if no other is left (`traffic.terminating`).',
    { written: '0s' },
  ),
  'ephemeral.check': duration(
    'atOnce',
    'This is a free choice with weak evidence. A check every 10 s or 60 s is more likely.',
    {
      words: ['atOnce'],
      alternatives: ['10s', '60s'],
    },
  ),
  'ephemeral.largeDisk': number(10, 'The evidence is weak.', { from: 1 }),
} as const;

/** Assumptions about versions, rollouts, rescheduling, suspension and health. */
export const rolloutAssumptions = {
  'version.triggers': list(
    [
      'containers',
      'identity',
      'debug',
      'multiZone',
      'capacityAI',
      'loadBalancer',
      'tag:bypassProxyOutbound',
      'tag:disableServiceMesh',
      'tag:disableServiceMeshInboundPort',
      'tag:disableServiceMeshOutboundCIDR',
      'tag:disableServiceMeshOutboundPort',
      'tag:protocol',
      'tag:multiZone',
      'tag:tracingDisabled',
      'tag:largeDisk',
      'tag:deployTimestamp',
    ],
    'Running replicas must be given these changes, according to the specification and to measurements.',
    {
      of: ['containers', 'identity', 'debug', 'multiZone', 'capacityAI', 'loadBalancer', 'everySpecChange'],
      orBegin: 'tag:',
    },
  ),
  'rollout.propagation.duration': drawn('0s', 'The specification gives no time between a write and its effect.', {
    observed: {
      is: uniform('1s', '5s'),
      why: 'Updated replicas failed first 47.3 to 51 s after the command (M001), of which 46 s are their termination.',
    },
  }),
  'version.number': word(['resourceVersion', 'counter'], 'This is a free choice.'),
  'rollout.surge.default': amount('25%', 'Kubernetes uses this default.', ['1', 'any']),
  'rollout.unavailable.default': amount('25%', 'Kubernetes uses this default.', ['0', '1', 'any']),
  'rollout.rounding': word(
    ['surgeUpUnavailableDown', 'bothUp', 'bothDown'],
    'Kubernetes rounds surge up and unavailable down.',
  ),
  'rollout.bothZero': word(['unavailableOne', 'surgeOne'], 'Kubernetes sets unavailable to 1.', { boundary: true }),
  'rollout.window': word(['sliding', 'barrier'], 'Kubernetes continues with each replica, not with each batch.'),
  'rollout.terminating.counts': word(['no', 'yes'], 'Kubernetes does not count terminating replicas.'),
  'rollout.minReady.from': word(
    ['ready', 'running'],
    'Kubernetes counts from ready. The specification says that the replica must run.',
  ),
  'rollout.progressDeadline': duration('600s', 'Kubernetes uses this deadline.'),
  'rollout.revert': fixed(
    'newReplicas',
    'The environment of a replica contains its version, so replicas of the earlier version do not belong to the new one.',
  ),
  'rollout.stateful.maxUnavailable': word(
    ['ignored', 'honoured'],
    'A comparable platform publishes that it does not. In Kubernetes this is a separate feature.',
  ),
  'rollout.stateful.stuck': word(['stay', 'replaceBroken'], 'Kubernetes waits for the broken replica.'),
  'rollout.serverless.initial': word(['minimum', 'current'], 'Knative starts with the minimum.'),
  'rollout.serverless.old': word(
    ['atSwitch', 'afterWindow'],
    'The specification says that the switch is fast, so old replicas terminate at once. Knative keeps them for 60 s.',
  ),
  'reschedule.mode': word(
    ['asRollout', 'evictWithinU'],
    'The specification applies `maxUnavailableReplicas` to rescheduling, too.',
  ),
  'suspend.resume.scale': word(['minimum', 'asBefore'], 'This is a free choice.'),
  'secret.missing': word(
    ['pause', 'ignore', 'refuse'],
    'Notes on a comparable platform: a workload whose secret does not exist is installed, and its deployment is paused (M080). A changed secret has no effect until the workload is deployed again (M082), so more replicas have the former value. That a new version starts without its secret is a free choice.',
  ),
  'secret.heal.duration': drawn('480s', 'Measured at 330 to 630 s: this is the middle. The evidence is weak.', {
    observed: {
      is: uniform('330s', '630s'),
      why: 'Paused deployments went on 330 to 630 s after their secret was created, in notes on nine applications (O001).',
    },
  }),
  'ignore.effect': word(
    ['stopsPasses', 'terminates'],
    'An ignored workload is left alone, so its replicas keep running.',
  ),
  'health.rule': word(['allLocations', 'anyReady'], 'This is a free choice: a problem in one location stays visible.'),
  'health.suspended': word(['Unknown', 'Healthy'], 'This is a free choice: nothing runs whose health could be judged.'),
  'health.cron': word(['deployed', 'lastExecution'], 'This is a free choice.'),
} as const;

/** Measurements are kept per second, for as long as a metric looks back. */
const sampled = { from: '1s', to: '24h', inSeconds: true } as const;

/** Terms of a periodic evaluation. Below one second, a run would do nothing else. */
const periodic = { from: '1s', to: '24h' } as const;

/** Assumptions about autoscaling: metrics, HPA, KPA and KEDA. */
export const scalingAssumptions = {
  'metric.sample.cpuInterval': duration('15s', 'A comparable platform publishes this interval.', sampled),
  'metric.sample.cpuWindow': duration('15s', 'A comparable platform publishes this window.', sampled),
  'metric.sample.memoryInterval': duration('15s', 'A comparable platform publishes this interval.', sampled),
  'metric.sample.memoryWindow': duration('15s', 'A comparable platform publishes this window.', sampled),
  'metric.sample.rpsInterval': duration('20s', 'A comparable platform publishes this interval.', sampled),
  'metric.sample.rpsWindow': duration('60s', 'A comparable platform publishes this window.', sampled),
  'metric.sample.latencyInterval': duration('20s', 'A comparable platform publishes this interval.', sampled),
  'metric.sample.latencyWindow': duration('60s', 'A comparable platform publishes this window.', sampled),
  'metric.request.counts': fixed(
    'oncePassed',
    'A request that is refused or waits there needs nothing from a replica. External authorization checks it before anything else (TAG-17).',
  ),
  'metric.request.latency': word(['sincePassed', 'sinceArrival'], 'More replicas do not make these checks faster.'),
  'hpa.sync': duration('15s', 'Kubernetes uses this interval.', periodic),
  'hpa.cpuInitialization': duration('300s', 'Kubernetes uses this time.'),
  'hpa.cpu.base': word(
    ['limit', 'reserve'],
    'A comparable platform publishes that utilisation is measured against the cpu limit. Kubernetes measures it against the request.',
  ),
  'hpa.upReplicas': number(4, 'Kubernetes uses this limit.', { isWhole: true }),
  'hpa.upPercent': number(100, 'Kubernetes uses this limit.'),
  'hpa.upPeriod': duration('15s', 'Kubernetes uses this period.'),
  'hpa.downPercent': number(100, 'Kubernetes uses this limit.', { to: 100 }),
  'hpa.downPeriod': duration('15s', 'Kubernetes uses this period.'),
  'hpa.tolerance': number(0.1, 'Kubernetes uses this tolerance. Both ends of the band are included.', {
    alternatives: ['0', 'any'],
  }),
  'hpa.down.window': duration(
    'scaleToZeroDelay',
    'A comparable platform publishes this window. The evidence that `scaleToZeroDelay` sets it is weak.',
    {
      words: ['scaleToZeroDelay'],
      alternatives: ['300s', 'any'],
    },
  ),
  'kpa.tick': duration('2s', 'Knative uses this interval.', sampled),
  'kpa.window': duration('60s', 'Knative uses this window.', sampled),
  'kpa.panicWindow': duration('6s', 'Knative uses this window.', sampled),
  'kpa.bucket': fixed(1_000, 'Knative measures calls in whole seconds.', { written: '1s' }),
  'kpa.panicThreshold': number(2, 'Knative uses this threshold.', { from: 1 }),
  'kpa.upRate': number(1000, 'Knative uses this factor.', { from: 1 }),
  'kpa.downRate': number(2, 'Knative uses this factor.', { from: 1 }),
  'kpa.utilization': number(
    1,
    'A comparable platform publishes that replicas run near but below the target. The evidence is weak, and Knative uses 0.7.',
    {
      from: 0.01,
      alternatives: ['0.7', 'any'],
    },
  ),
  'serverless.zero': word(
    ['idleAtTick', 'idleExact', 'knative'],
    'This is a free choice between similar readings of the delay.',
  ),
  'serverless.wake': word(['atOnce', 'nextTick'], 'Knative starts a replica with the first request.'),
  'keda.poll': duration('30s', 'KEDA uses this default.', periodic),
  'keda.cooldown': duration('300s', 'KEDA uses this default.'),
  'keda.initialCooldown': duration('0s', 'KEDA uses this default.'),
  'keda.fallback.at': word(
    ['exceeded', 'reached'],
    'The code of KEDA requires more failures than `failureThreshold`. Its documentation says as many.',
  ),
  'keda.creation': word(
    ['metric', 'resume'],
    'KEDA counts from the creation of its own object. That object is created with the metric and survives a suspension.',
  ),
  'keda.name.missing': word(
    ['type', 'place'],
    'A trigger needs no name, and its type describes it. A number follows if another trigger has the same name.',
  ),
  'keda.target.missing': word(
    ['published', 'none'],
    'KEDA scalers such as kafka (10) and aws-sqs-queue (5) have a default target. A trigger without a target only wakes the workload.',
  ),
  'keda.value.missing': word(
    ['zero', 'failing'],
    'This is a free choice: a source without data has nothing to report.',
  ),
  'keda.value.location': word(
    ['whole', 'equalShares'],
    'With KEDA, each cluster polls the same source and sees its whole value.',
  ),
} as const;
