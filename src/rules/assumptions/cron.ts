import { fixed, word } from './choice.ts';
import { drawn, duration, number, text, uniform } from './quantity.ts';

/** Assumptions about cron workloads: expressions, scheduled times and executions. */
export const cronAssumptions = {
  'cron.defaultSuspend': word(
    ['likeJobSuspend', 'alsoRemove'],
    'The specification names both fields without a difference.',
  ),
  'cron.dialect': word(['kubernetes', 'sundaySeven', 'sixFields'], 'Kubernetes accepts these expressions.'),
  'cron.dayRule': word(
    ['kubernetes', 'stepIsStar', 'both'],
    'Cron parsers differ when both day fields restrict the days.',
  ),
  'cron.zone': text(
    'UTC',
    'A comparable platform publishes that schedules use UTC.',
    /^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/,
    'UTC or an IANA zone such as Europe/Berlin',
  ),
  'cron.zone.gap': word(
    ['skip', 'after'],
    'The parser of Kubernetes runs nothing at a time that the clock leaves out. The cron of most Linux systems runs it when the clock has changed.',
  ),
  'cron.zone.overlap': word(
    ['twice', 'once'],
    'The parser of Kubernetes runs at both times that the clock shows. The cron of most Linux systems avoids the second.',
  ),
  'cron.runStart.tick': word(['fires', 'skipped'], 'A run includes its start, so scheduled times there count.', {
    boundary: true,
  }),
  'cron.forbid.missed': word(
    ['skip', 'lateStart'],
    'The specification says that the time is skipped. Kubernetes starts it late.',
  ),
  'cron.resume.missed': word(
    ['none', 'latest'],
    'The specification starts nothing while suspended. Kubernetes runs the latest.',
  ),
  'cron.replace.start': word(['atOnce', 'afterStop'], 'Kubernetes does not wait for the old execution to end.'),
  'cron.runNow.counts': word(
    ['no', 'yes'],
    'The command ignores the concurrency policy, so the policy ignores its execution.',
  ),
  'cron.invalid': word(['final', 'asFailure'], 'This is a free choice with weak evidence.'),
  'cron.never.retries': number(0, '`Never` is taken literally. A Kubernetes Job tries 6 times.', {
    to: 1000,
    isWhole: true,
    alternatives: ['6', 'any'],
  }),
  'cron.onFailure.limit': number(6, 'This is the back-off limit of a Kubernetes Job.', {
    from: 1,
    to: 1000,
    isWhole: true,
  }),
  'cron.backoff.first': duration('10s', 'Kubernetes uses this wait.'),
  'cron.backoff.cap': duration('600s', 'The code of Kubernetes uses 600 s. Its documentation says 360 s.', {
    alternatives: ['360s', 'any'],
  }),
  'cron.deadline.from': word(['active', 'containerStart'], 'Kubernetes counts from the start of the Job.'),
  'cron.removed.termination': drawn('0s', 'Most processes end at once when they are stopped.', {
    observed: {
      is: uniform('90s', '125s'),
      why: 'A replica whose execution exceeded its deadline was gone 91 to 123 s after it, with its whole reserve until then (M060).',
    },
  }),
  'cron.deadline.tie': word(
    ['ownStatus', 'removed'],
    'The specification removes an execution that exceeds its deadline. Kubernetes removes this one, too.',
    {
      boundary: true,
    },
  ),
  'cron.history.counts': word(['allFinal', 'perStatus', 'withoutRemoved'], 'The specification has one limit for all.'),
  'cron.override.env': word(['mergeByName', 'replaceAll'], 'An override states what differs, as in its other fields.'),
  'cron.neverExits': fixed(
    'untilDeadline',
    'Only a deadline ends such a container. The specification does not say when else the execution fails.',
  ),
} as const;
