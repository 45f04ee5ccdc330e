import type { RuleText } from '../rule.ts';

/** How workloads run: rollout, retries, cron, health, suspension. */
export const runningRules = {
  'ROLL-1': {
    kind: 'behaviour',
    source: 'Versioning, rule 3',
    statement: '`rolloutOptions` govern the way from one workload version to the next.',
  },
  'ROLL-2': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.minReadySeconds',
    statement: '`rolloutOptions.minReadySeconds` is a whole number of seconds.',
  },
  'ROLL-3': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.minReadySeconds',
    statement: 'Until a new replica has been running for `minReadySeconds`, the rollout waits.',
  },
  'ROLL-4': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.maxUnavailableReplicas',
    statement: '`rolloutOptions.maxUnavailableReplicas` is a number or a percentage.',
  },
  'ROLL-5': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.maxUnavailableReplicas',
    statement: 'No more than `maxUnavailableReplicas` are missing at a time, in a rollout as in routine rescheduling.',
  },
  'ROLL-6': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.maxSurgeReplicas',
    statement: '`rolloutOptions.maxSurgeReplicas` is a number or a percentage.',
  },
  'ROLL-7': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.maxSurgeReplicas',
    statement: 'Each batch of a rollout brings `maxSurgeReplicas` new replicas.',
  },
  'ROLL-8': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.scalingPolicy',
    statement: '`rolloutOptions.scalingPolicy` is `OrderedReady` or `Parallel`, `OrderedReady` unless written.',
  },
  'ROLL-9': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.scalingPolicy',
    statement: 'Under `Parallel` all replicas that a scaling concerns come or go at once.',
  },
  'ROLL-10': {
    kind: 'behaviour',
    source: 'Workload, row rolloutOptions.scalingPolicy',
    statement: 'Updates go the same way under the `scalingPolicy` `Parallel` as under `OrderedReady`.',
  },
  'ROLL-11': {
    kind: 'shape',
    source: 'Workload, row rolloutOptions.terminationGracePeriodSeconds',
    statement: '`rolloutOptions.terminationGracePeriodSeconds` is a whole number of seconds.',
  },
  'RETRY-1': {
    kind: 'shape',
    source: 'Workload, row requestRetryPolicy.attempts',
    statement: '`requestRetryPolicy.attempts` is a whole number, 2 unless written.',
  },
  'RETRY-2': {
    kind: 'behaviour',
    source: 'Workload, row requestRetryPolicy.attempts',
    statement: 'Before a response goes back to the client, up to `attempts` retries are made.',
  },
  'RETRY-3': {
    kind: 'shape',
    source: 'Workload, row requestRetryPolicy.retryOn',
    statement:
      '`requestRetryPolicy.retryOn` lists, as strings, the HTTP and gRPC conditions that call for a retry, status codes too.',
  },
  'RETRY-4': {
    kind: 'shape',
    source: 'Workload, row requestRetryPolicy.retryOn',
    statement:
      'Unless written, `retryOn` is `connect-failure`, `refused-stream`, `unavailable`, `cancelled`, `resource-exhausted`, `retriable-status-codes`.',
  },
  'CRON-1': {
    kind: 'shape',
    source: 'Workload, row job.schedule',
    statement: '`job.schedule` is written as a cron expression.',
  },
  'CRON-2': {
    kind: 'shape',
    source: 'Workload, row job.concurrencyPolicy',
    statement: '`job.concurrencyPolicy` is `Forbid`, `Replace` or `Allow`.',
  },
  'CRON-3': {
    kind: 'behaviour',
    source: 'Cron job execution status',
    statement:
      'Under `job.concurrencyPolicy` `Forbid` a scheduled time that finds an execution still at work is skipped, and nothing new starts before that one ends.',
  },
  'CRON-4': {
    kind: 'behaviour',
    source: 'Cron job execution status',
    statement:
      'Under `job.concurrencyPolicy` `Replace` a scheduled time that finds an execution still at work stops it (`Active` becomes `Removed`) and starts its own.',
  },
  'CRON-5': {
    kind: 'behaviour',
    source: 'Cron job execution status',
    statement: 'Under `job.concurrencyPolicy` `Allow` executions may overlap.',
  },
  'CRON-6': {
    kind: 'shape',
    source: 'Workload, row job.historyLimit; Limits, row job.historyLimit',
    statement: '`job.historyLimit` is a whole number from 1 to 10, both included.',
  },
  'CRON-7': {
    kind: 'behaviour',
    source: 'Workload, row job.historyLimit',
    statement: 'As many executions are kept as `historyLimit` says.',
  },
  'CRON-8': {
    kind: 'shape',
    source: 'Workload, row job.restartPolicy',
    statement: '`job.restartPolicy` is `Never` or `OnFailure`.',
  },
  'CRON-9': {
    kind: 'shape',
    source: 'Workload, row job.activeDeadlineSeconds; Limits, row job.activeDeadlineSeconds',
    statement:
      '`job.activeDeadlineSeconds` is a whole number of seconds that may be left out, and then executions may take any time.',
  },
  'CRON-10': {
    kind: 'behaviour',
    source: 'Workload, row job.activeDeadlineSeconds; Cron job execution status',
    statement:
      'An execution that runs longer than `activeDeadlineSeconds` (exactly as long is not longer) goes from `Active` to `Removed`.',
  },
  'CRON-11': {
    kind: 'surface',
    source: 'Cron job execution status',
    statement: 'An execution is `Invalid`, `Active`, `Success`, `Failure` or `Removed`.',
  },
  'CRON-12': {
    kind: 'surface',
    source: 'Cron job execution status',
    statement: '`Removed` marks an execution that was deleted before its end.',
  },
  'CRON-13': {
    kind: 'surface',
    source: '4. Run a cron workload now',
    statement:
      'Posting `type` `runCronWorkload` to `/org/{org}/gvc/{gvc}/workload/{workload}/-command` starts a cron workload now.',
  },
  'CRON-14': {
    kind: 'shape',
    source: '4. Run a cron workload now, row spec.location',
    statement: 'To run now, `spec.location` must name a location of the GVC, as text.',
  },
  'CRON-15': {
    kind: 'shape',
    source: '4. Run a cron workload now, rows spec.containerOverrides[], name',
    statement: 'To run now, `spec.containerOverrides` may list overrides, each with the `name` of its container.',
  },
  'CRON-16': {
    kind: 'shape',
    source: '4. Run a cron workload now, rows command to env',
    statement:
      'A container override may carry the strings `command`, `cpu`, `memory` and `image`, a list of strings `args`, and `env` as a list of `{name, value}`.',
  },
  'CRON-17': {
    kind: 'behaviour',
    source: '4. Run a cron workload now, row command, cpu, memory, image',
    statement: 'An overridden `command`, `cpu`, `memory` or `image` lasts for the execution of that one command.',
  },
  'CRON-18': {
    kind: 'behaviour',
    source: '4. Run a cron workload now',
    statement: 'No `job.concurrencyPolicy` stands in the way of running now.',
  },
  'CRON-19': {
    kind: 'surface',
    source: '4. Run a cron workload now',
    statement:
      'From the command line, naming no location runs it in every location it is deployed to; container overrides come as a list from a file or standard input.',
  },
  'HEALTH-1': {
    kind: 'surface',
    source: 'Workload health',
    statement: "A workload's health is `Loading`, `Healthy`, `Unhealthy`, `Deleting` or `Unknown`.",
  },
  'SUSP-1': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.suspend',
    statement: '`defaultOptions.suspend` is true or false.',
  },
  'SUSP-2': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.suspend; Suspension, row running',
    statement:
      'True in `defaultOptions.suspend` suspends a running workload of any type, which serves no longer from that moment.',
  },
  'SUSP-3': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.suspend; Suspension, row running',
    statement: 'Suspended means as if minimum and maximum scale were 0.',
  },
  'SUSP-4': {
    kind: 'behaviour',
    source: 'Suspension, row suspended',
    statement: 'False in `defaultOptions.suspend` wakes a suspended workload, which serves again.',
  },
  'SUSP-5': {
    kind: 'shape',
    source: 'Workload, row job.suspend',
    statement: '`job.suspend` is true or false.',
  },
  'SUSP-6': {
    kind: 'behaviour',
    source: 'Workload, row job.suspend; Suspension, row cron active',
    statement: 'True in `job.suspend` suspends an active cron workload: its schedule starts nothing new.',
  },
  'SUSP-7': {
    kind: 'behaviour',
    source: 'Suspension, row cron active; 4. Run a cron workload now',
    statement: 'A suspended cron workload still obeys `runCronWorkload`.',
  },
} as const satisfies RuleText;
