import { fixed, word } from './choice.ts';
import { list } from './collection.ts';
import { amount, drawn, duration, number } from './quantity.ts';

/** Life of one replica. */
export const replicaAssumptions = {
  'replica.schedule.duration': drawn('1s', 'with pull and start 14 s, as measured; thin evidence'),
  'replica.pull.duration': drawn('8s', 'with schedule and start 14 s, as measured; thin evidence'),
  'replica.pull.cache': word(
    ['never', 'location', 'always'],
    'replacements measured at 15 s, no quicker than first starts',
  ),
  'replica.start.duration': drawn('5s', 'restarts measured at 15 to 23 s; thin evidence'),
  'replica.stop.duration': drawn('1s', 'stops measured at 45 to 92 s with their grace; thin evidence'),
  'probe.grid': word(['exact', 'randomPhase'], 'Kubernetes shifts the first try at random'),
  'probe.serverless': word(['portOpen', 'readinessDefaults'], 'Knative routes once the port answers'),
  'replica.available.bound': word(
    ['at', 'after'],
    'Kubernetes is strict, a millisecond later; `at` keeps rollout times exact',
  ),
  'replica.crash.first': duration('10s', 'as Kubernetes writes; in practice often at once', {
    alternatives: ['0s', 'any'],
  }),
  'replica.backoff.crashFirst': duration('10s', 'Kubernetes: what the wait after a crash grows from'),
  'replica.backoff.crashFactor': number(2, 'Kubernetes', { from: 1 }),
  'replica.backoff.crashCap': duration('300s', 'Kubernetes'),
  'replica.backoff.reset': duration('600s', 'Kubernetes forgets crashes after this long running'),
  'replica.backoff.pullFirst': duration('10s', 'Kubernetes', { from: '1s' }),
  'replica.backoff.pullFactor': number(2, 'Kubernetes', { from: 1 }),
  'replica.backoff.pullCap': duration('300s', 'Kubernetes', { from: '1s' }),
  'replica.scaleDown.order': word(['leastReady', 'newestFirst', 'random'], 'Kubernetes, without its nodes'),
  'termination.preStop': duration('grace/2', 'published: the stop signal waits half the grace period', {
    words: ['grace/2', 'none'],
  }),
  'termination.notRunning': word(
    ['fullGrace', 'atOnce'],
    'free choice: where one container has exited, or has yet to start, others of its replica may run',
  ),
  'termination.lbDelay': fixed(
    0,
    'published: routing follows within 10 s; a replica that terminates gets no further requests, but where no other is left (traffic.terminating)',
    { written: '0s' },
  ),
  'ephemeral.check': duration('atOnce', 'free choice, thin evidence: a grid of 10 s or 60 s is likelier', {
    words: ['atOnce'],
    alternatives: ['10s', '60s'],
  }),
  'ephemeral.largeDisk': number(10, 'times the ordinary size; thin evidence', { from: 1 }),
} as const;

/** Versions, rollouts, rescheduling, suspension, health. */
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
    'what running replicas must be given, by the specification and as measured',
    {
      of: ['containers', 'identity', 'debug', 'multiZone', 'capacityAI', 'loadBalancer', 'everySpecChange'],
      orBegin: 'tag:',
    },
  ),
  'version.number': word(['resourceVersion', 'counter'], 'free choice'),
  'rollout.surge.default': amount('25%', 'Kubernetes', ['1', 'any']),
  'rollout.unavailable.default': amount('25%', 'Kubernetes', ['0', '1', 'any']),
  'rollout.rounding': word(['surgeUpUnavailableDown', 'bothUp', 'bothDown'], 'Kubernetes'),
  'rollout.bothZero': word(['unavailableOne', 'surgeOne'], 'Kubernetes', { boundary: true }),
  'rollout.window': word(['sliding', 'barrier'], 'Kubernetes moves on with each replica, not with each batch'),
  'rollout.terminating.counts': word(['no', 'yes'], 'Kubernetes does not count replicas that are leaving'),
  'rollout.minReady.from': word(['ready', 'running'], 'Kubernetes; the specification says run'),
  'rollout.progressDeadline': duration('600s', 'Kubernetes'),
  'rollout.revert': fixed(
    'newReplicas',
    'the environment holds the version, so that no replica of an earlier version is one of the version that has its values again',
  ),
  'rollout.stateful.maxUnavailable': word(
    ['ignored', 'honoured'],
    'published; Kubernetes has it as a feature of its own',
  ),
  'rollout.stateful.stuck': word(['stay', 'replaceBroken'], 'Kubernetes waits for the broken replica'),
  'rollout.serverless.initial': word(['minimum', 'current'], 'Knative'),
  'rollout.serverless.old': word(['atSwitch', 'afterWindow'], 'the specification says fast; Knative lingers for 60 s'),
  'reschedule.mode': word(['asRollout', 'evictWithinU'], 'the specification names the bound on unavailable replicas'),
  'suspend.resume.scale': word(['minimum', 'asBefore'], 'free choice'),
  'ignore.effect': word(
    ['stopsPasses', 'terminates'],
    'passed over is left alone: what runs goes on, nothing new is decided',
  ),
  'health.rule': word(['allLocations', 'anyReady'], 'free choice: one location in trouble shows'),
  'health.suspended': word(['Unknown', 'Healthy'], 'free choice: nothing runs that could be judged'),
  'health.cron': word(['deployed', 'lastExecution'], 'free choice'),
} as const;

/** What is sampled is kept second by second, for as long as a metric looks back. */
const sampled = { from: '1s', to: '24h', inSeconds: true } as const;

/** What comes round again and again: oftener than each second it would take all the time there is. */
const periodic = { from: '1s', to: '24h' } as const;

/** Automatic scaling of replicas. */
export const scalingAssumptions = {
  'metric.sample.cpuInterval': duration('15s', 'published', sampled),
  'metric.sample.cpuWindow': duration('15s', 'published', sampled),
  'metric.sample.memoryInterval': duration('15s', 'published', sampled),
  'metric.sample.memoryWindow': duration('15s', 'published', sampled),
  'metric.sample.rpsInterval': duration('20s', 'published', sampled),
  'metric.sample.rpsWindow': duration('60s', 'published', sampled),
  'metric.sample.latencyInterval': duration('20s', 'published', sampled),
  'metric.sample.latencyWindow': duration('60s', 'published', sampled),
  'metric.request.counts': fixed(
    'oncePassed',
    'what is refused at the door, or waits there, asks nothing of a replica: its checks come before anything else (TAG-17)',
  ),
  'metric.request.latency': word(['sincePassed', 'sinceArrival'], 'more replicas make no check faster'),
  'hpa.sync': duration('15s', 'Kubernetes', periodic),
  'hpa.cpuInitialization': duration('300s', 'Kubernetes'),
  'hpa.upReplicas': number(4, 'Kubernetes', { isWhole: true }),
  'hpa.upPercent': number(100, 'Kubernetes'),
  'hpa.upPeriod': duration('15s', 'Kubernetes'),
  'hpa.downPercent': number(100, 'Kubernetes', { to: 100 }),
  'hpa.downPeriod': duration('15s', 'Kubernetes'),
  'hpa.tolerance': number(0.1, 'Kubernetes; both ends of the band included', {
    alternatives: ['0', 'any'],
  }),
  'hpa.down.window': duration('scaleToZeroDelay', 'published; the link to that field is thin', {
    words: ['scaleToZeroDelay'],
    alternatives: ['300s', 'any'],
  }),
  'kpa.tick': duration('2s', 'Knative', sampled),
  'kpa.window': duration('60s', 'Knative', sampled),
  'kpa.panicWindow': duration('6s', 'Knative', sampled),
  'kpa.bucket': fixed(1_000, 'Knative: what is measured of calls is measured by whole seconds', { written: '1s' }),
  'kpa.panicThreshold': number(2, 'Knative', { from: 1 }),
  'kpa.upRate': number(1000, 'Knative', { from: 1 }),
  'kpa.downRate': number(2, 'Knative', { from: 1 }),
  'kpa.utilization': number(1, 'published: near but below the target; thin. Knative 0.7', {
    from: 0.01,
    alternatives: ['0.7', 'any'],
  }),
  'serverless.zero': word(['idleAtTick', 'idleExact', 'knative'], 'free choice among near readings of the delay'),
  'serverless.wake': word(['atOnce', 'nextTick'], 'Knative wakes with the first request'),
  'keda.poll': duration('30s', 'KEDA, where a workload states no `pollingInterval`', periodic),
  'keda.cooldown': duration('300s', 'KEDA, where a workload states no `cooldownPeriod`'),
  'keda.initialCooldown': duration('0s', 'KEDA'),
  'keda.fallback.at': word(
    ['exceeded', 'reached'],
    "KEDA's code counts more failures than `failureThreshold`; its documentation says as many",
  ),
  'keda.creation': word(
    ['metric', 'resume'],
    'KEDA counts from the creation of its own object, which comes with the metric and outlasts a suspension',
  ),
  'keda.name.missing': word(
    ['type', 'place'],
    'a trigger needs no name, and its type says what it is; a number follows where another has that name',
  ),
  'keda.target.missing': word(
    ['published', 'none'],
    'KEDA: scalers such as kafka (10) or aws-sqs-queue (5) have a target of their own; without one a trigger only wakes',
  ),
  'keda.value.missing': word(['zero', 'failing'], 'free choice: a source of which nothing is told has nothing to say'),
  'keda.value.location': word(['whole', 'equalShares'], 'KEDA: each cluster asks the same source, and hears it whole'),
} as const;
