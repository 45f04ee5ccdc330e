import type { RuleText } from '../rule.ts';

/** Rules of rollouts, retries, cron workloads, health and suspension. */
export const runningRules = {
  'ROLL-1': {
    kind: 'behaviour',
    source: 'Versioning, rule 3',
    statement: 'A rollout from one workload version to another follows the settings in `rolloutOptions`.',
  },
  'ROLL-2': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.minReadySeconds',
    statement: '`rolloutOptions.minReadySeconds` is a whole number of seconds.',
  },
  'ROLL-3': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.minReadySeconds',
    statement:
      'After a rollout starts a new replica, the rollout waits until that replica has run for `minReadySeconds`.',
  },
  'ROLL-4': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.maxUnavailableReplicas',
    statement: '`rolloutOptions.maxUnavailableReplicas` is a number of replicas or a percentage.',
  },
  'ROLL-5': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.maxUnavailableReplicas',
    statement:
      'During a rollout and during ordinary rescheduling, at most `maxUnavailableReplicas` replicas are unavailable at the same time.',
  },
  'ROLL-6': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.maxSurgeReplicas',
    statement: '`rolloutOptions.maxSurgeReplicas` is a number of replicas or a percentage.',
  },
  'ROLL-7': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.maxSurgeReplicas',
    statement: 'Each batch of a rollout adds `maxSurgeReplicas` new replicas.',
  },
  'ROLL-8': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.scalingPolicy',
    statement: '`rolloutOptions.scalingPolicy` is `OrderedReady` or `Parallel`; the default is `OrderedReady`.',
  },
  'ROLL-9': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.scalingPolicy',
    statement:
      'When `scalingPolicy` is `Parallel`, a scaling operation creates or removes all its replicas at the same time.',
  },
  'ROLL-10': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.scalingPolicy',
    statement: '`scalingPolicy` = `Parallel` has no effect on updates: they proceed as with `OrderedReady`.',
  },
  'ROLL-11': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.terminationGracePeriodSeconds',
    statement: '`rolloutOptions.terminationGracePeriodSeconds` is a whole number of seconds.',
  },
  'RETRY-1': {
    kind: 'shape',
    source: 'Workload, row requestRetryPolicy.attempts',
    statement: '`requestRetryPolicy.attempts` is a whole number; the default is 2.',
  },
  'RETRY-2': {
    kind: 'behaviour',
    source: 'Workload, row requestRetryPolicy.attempts',
    statement: 'Before the client receives a response, the platform retries the request up to `attempts` times.',
  },
  'RETRY-3': {
    kind: 'shape',
    source: 'Workload, row requestRetryPolicy.retryOn',
    statement:
      '`requestRetryPolicy.retryOn` is a list of strings: the HTTP or gRPC conditions that cause a retry. A status code is also written as a string.',
  },
  'RETRY-4': {
    kind: 'shape',
    source: 'Workload, row requestRetryPolicy.retryOn',
    statement:
      'When `retryOn` is not set, the retry conditions are `connect-failure`, `refused-stream`, `unavailable`, `cancelled`, `resource-exhausted` and `retriable-status-codes`.',
  },
  'CRON-1': {
    kind: 'shape',
    source: 'Workload, row job.schedule',
    statement: '`job.schedule` of a cron workload is a cron expression.',
  },
  'CRON-2': {
    kind: 'shape',
    source: 'Workload, row job.concurrencyPolicy',
    statement: '`job.concurrencyPolicy` is one of `Forbid`, `Replace` and `Allow`.',
  },
  'CRON-3': {
    kind: 'behaviour',
    source: 'Cron job execution status',
    statement:
      'When `job.concurrencyPolicy` is `Forbid` and an execution still runs at a scheduled time, the platform skips that time. No new execution starts until the running one ends.',
  },
  'CRON-4': {
    kind: 'behaviour',
    source: 'Cron job execution status',
    statement:
      'When `job.concurrencyPolicy` is `Replace` and an execution still runs at a scheduled time, the platform stops it (`Active` becomes `Removed`) and starts a new one.',
  },
  'CRON-5': {
    kind: 'behaviour',
    source: 'Cron job execution status',
    statement: 'When `job.concurrencyPolicy` is `Allow`, executions may run at the same time.',
  },
  'CRON-6': {
    kind: 'shape',
    source: 'Workload, row job.historyLimit; Limits, row job.historyLimit',
    statement: '`job.historyLimit` is a whole number from 1 to 10 (both included).',
  },
  'CRON-7': {
    kind: 'behaviour',
    source: 'Workload, row job.historyLimit',
    statement: 'The platform keeps as many executions as `historyLimit` states.',
  },
  'CRON-8': {
    kind: 'shape',
    source: 'Workload, row job.restartPolicy',
    statement: '`job.restartPolicy` is either `Never` or `OnFailure`.',
  },
  'CRON-9': {
    kind: 'shape',
    source: 'Workload, row job.activeDeadlineSeconds; Limits, row job.activeDeadlineSeconds',
    statement:
      '`job.activeDeadlineSeconds` is an optional whole number of seconds and has no default. Without it, executions have no time limit.',
  },
  'CRON-10': {
    kind: 'behaviour',
    source: 'Workload, row job.activeDeadlineSeconds; Cron job execution status',
    statement:
      'When an execution runs longer than `activeDeadlineSeconds` (equal is not longer), the platform removes it: its status changes from `Active` to `Removed`.',
  },
  'CRON-11': {
    kind: 'surface',
    source: 'Cron job execution status',
    statement: 'The status of an execution is one of `Invalid`, `Active`, `Success`, `Failure` and `Removed`.',
  },
  'CRON-12': {
    kind: 'surface',
    source: 'Cron job execution status',
    statement: 'An execution is `Removed` when it was deleted before it finished.',
  },
  'CRON-13': {
    kind: 'surface',
    source: '4. Run a cron workload now',
    statement:
      '`POST /org/{org}/gvc/{gvc}/workload/{workload}/-command` runs a cron workload now. The body must contain `type` = `runCronWorkload`.',
  },
  'CRON-14': {
    kind: 'shape',
    source: '4. Run a cron workload now, row spec.location',
    statement: '`runCronWorkload` requires the string `spec.location`, the name of a location of the GVC.',
  },
  'CRON-15': {
    kind: 'shape',
    source: '4. Run a cron workload now, rows spec.containerOverrides[], name',
    statement:
      'In `runCronWorkload`, the list `spec.containerOverrides` is optional. Each entry must contain the string `name`, the container that it overrides.',
  },
  'CRON-16': {
    kind: 'shape',
    source: '4. Run a cron workload now, rows command to env',
    statement:
      'A container override may contain the strings `command`, `cpu`, `memory` and `image`, the string list `args`, and `env`, a list of `{name, value}`.',
  },
  'CRON-17': {
    kind: 'behaviour',
    source: '4. Run a cron workload now, row command, cpu, memory, image',
    statement:
      'When `runCronWorkload` overrides `command`, `cpu`, `memory` or `image`, the override applies only to the execution that this command starts.',
  },
  'CRON-18': {
    kind: 'behaviour',
    source: '4. Run a cron workload now',
    statement: '`runCronWorkload` ignores `job.concurrencyPolicy`: the execution starts under any policy.',
  },
  'CRON-19': {
    kind: 'surface',
    source: '4. Run a cron workload now',
    statement:
      'When a command-line client names no location, the cron workload runs in every location where it is deployed. The client reads a list of container overrides from a file or standard input.',
  },
  'HEALTH-1': {
    kind: 'surface',
    source: 'Workload health',
    statement: 'The health of a workload is one of `Loading`, `Healthy`, `Unhealthy`, `Deleting` and `Unknown`.',
  },
  'SUSP-1': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.suspend',
    statement: 'The field `defaultOptions.suspend` is a boolean.',
  },
  'SUSP-2': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.suspend; Suspension, row running',
    statement:
      'When `defaultOptions.suspend` of a running workload of any type is set to true, the workload is suspended and stops serving at once.',
  },
  'SUSP-3': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.suspend; Suspension, row running',
    statement: 'A suspended workload behaves as if its minimum and maximum scale were both 0.',
  },
  'SUSP-4': {
    kind: 'behaviour',
    source: 'Suspension, row suspended',
    statement:
      'When `defaultOptions.suspend` of a suspended workload is set to false, the workload runs and serves again.',
  },
  'SUSP-5': {
    kind: 'shape',
    source: 'Workload, row job.suspend',
    statement: 'The field `job.suspend` is a boolean.',
  },
  'SUSP-6': {
    kind: 'behaviour',
    source: 'Workload, row job.suspend; Suspension, row cron active',
    statement:
      'When `job.suspend` of an active cron workload is set to true, the workload is suspended: its schedule starts no new executions.',
  },
  'SUSP-7': {
    kind: 'behaviour',
    source: 'Suspension, row cron active; 4. Run a cron workload now',
    statement: '`runCronWorkload` also works while the cron workload is suspended.',
  },
} as const satisfies RuleText;
