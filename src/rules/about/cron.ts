/** What each assumption about cron workloads decides. */
export const aboutCron = {
  'cron.defaultSuspend':
    'What `defaultOptions.suspend` does to running executions of a cron workload: they continue, as with `job.suspend`, or they are removed.',
  'cron.dialect':
    'Which cron expressions are valid. `sundaySeven` also accepts 7 for Sunday; `sixFields` also accepts a first field for seconds.',
  'cron.dayRule':
    'Which days match when both day fields (day of month, weekday) restrict the days. `kubernetes`: either field is enough; `both`: both must match; `stepIsStar`: as `kubernetes`, but a step such as `*/2` does not restrict.',
  'cron.zone': 'The time zone of cron schedules, by its IANA name.',
  'cron.zone.gap':
    'What happens to a scheduled time that the clock leaves out: nothing (`skip`), or one execution when the clock has changed (`after`). Schedules with ticks in every hour have no such times.',
  'cron.zone.overlap':
    'How often a scheduled time starts an execution that the clock shows twice. Schedules with ticks in every hour follow the time as it passes.',
  'cron.runStart.tick': 'Whether a scheduled time exactly at the start of a run fires or is skipped.',
  'cron.forbid.missed':
    'What happens to a scheduled start that `Forbid` prevents: it is skipped for good, or the latest one happens late, when the running execution ends.',
  'cron.resume.missed': 'Which scheduled times that passed during a suspension run when it ends: none, or the latest.',
  'cron.replace.start': 'When `Replace` starts the new execution: at once, or when the old one has stopped.',
  'cron.runNow.counts':
    'Whether an execution of `runCronWorkload` counts as a running execution for `Forbid` and `Replace`.',
  'cron.invalid':
    'Whether an execution whose replica cannot be created is `Invalid` (`final`) or counts as a failure (`asFailure`).',
  'cron.never.retries': 'How many retries a failed execution has with `restartPolicy` `Never`, each in a new replica.',
  'cron.onFailure.limit': 'How many attempts an execution has with `restartPolicy` `OnFailure` before it fails.',
  'cron.backoff.first': 'How long the first retry of an execution waits. Each further retry waits twice as long.',
  'cron.backoff.cap': 'The longest wait between two attempts of an execution.',
  'cron.deadline.from':
    'When `activeDeadlineSeconds` starts to count: when the execution becomes `Active`, or when its containers start.',
  'cron.removed.termination':
    'How long the replica of a removed execution stays, with its reserve, beyond the time in which its process stops.',
  'cron.deadline.tie': 'The status of an execution that ends exactly at its deadline: its own status, or `Removed`.',
  'cron.history.counts':
    'Which executions `historyLimit` counts: all final ones together, each final status separately, or all final ones but `Removed` ones, which are then not kept.',
  'cron.override.env':
    "Whether `env` of a container override is merged by name into the container's variables or replaces all of them.",
  'cron.neverExits':
    'What happens to an execution with a container that never exits: it stays `Active` until its deadline.',
} as const;
