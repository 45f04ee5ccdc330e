import { fixed, word } from './choice.ts';
import { duration, number, text } from './quantity.ts';

/** Cron workloads: expressions, ticks, executions. */
export const cronAssumptions = {
  'cron.defaultSuspend': word(
    ['likeJobSuspend', 'alsoRemove'],
    'the specification names both fields without a difference',
  ),
  'cron.dialect': word(['kubernetes', 'sundaySeven', 'sixFields'], 'what Kubernetes parses'),
  'cron.dayRule': word(['kubernetes', 'stepIsStar', 'both'], 'parsers differ when both day fields are restricted'),
  'cron.zone': text(
    'UTC',
    'published',
    /^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/,
    'UTC or an IANA zone such as Europe/Berlin',
  ),
  'cron.runStart.tick': word(['fires', 'skipped'], 'ticks are counted over a run that includes its start', {
    boundary: true,
  }),
  'cron.forbid.missed': word(['skip', 'lateStart'], 'the specification says skips; Kubernetes starts late'),
  'cron.resume.missed': word(
    ['none', 'latest'],
    'the specification starts nothing while suspended; Kubernetes makes up the latest',
  ),
  'cron.replace.start': word(['atOnce', 'afterStop'], 'Kubernetes does not wait for the old one to end'),
  'cron.runNow.counts': word(['no', 'yes'], 'a command ignores the policy, so the policy ignores its execution'),
  'cron.invalid': word(['final', 'asFailure'], 'free choice, thin evidence'),
  'cron.never.retries': number(0, '`Never` taken at its word; a Kubernetes Job tries 6 times', {
    to: 1000,
    isWhole: true,
    alternatives: ['6', 'any'],
  }),
  'cron.onFailure.limit': number(6, 'back-off limit of a Kubernetes Job', { from: 1, to: 1000, isWhole: true }),
  'cron.backoff.first': duration('10s', 'Kubernetes, doubling with each retry'),
  'cron.backoff.cap': duration('600s', 'as Kubernetes is coded; its text says 360 s', {
    alternatives: ['360s', 'any'],
  }),
  'cron.deadline.from': word(['active', 'containerStart'], 'Kubernetes counts from the start of the Job'),
  'cron.deadline.tie': word(['ownStatus', 'removed'], 'the specification says exceeds; Kubernetes removes', {
    boundary: true,
  }),
  'cron.history.counts': word(['allFinal', 'perStatus', 'withoutRemoved'], 'the specification has one limit for all'),
  'cron.override.env': word(['mergeByName', 'replaceAll'], 'overrides name what differs, as the other fields do'),
  'cron.neverExits': fixed(
    'untilDeadline',
    'nothing ends a container that does not exit but its deadline; without one it stays Active, for nothing says when else it would have failed',
  ),
} as const;
