import { word } from './choice.ts';
import { duration, number, text } from './quantity.ts';

/** Cron workloads: expressions, ticks, executions. */
export const cronAssumptions = {
  'cron.defaultSuspend': word(
    ['likeJobSuspend', 'alsoRemove'],
    'the specification names both fields without a difference',
    { simulated: ['alsoRemove'] },
  ),
  'cron.dialect': word(['kubernetes', 'sundaySeven', 'sixFields'], 'what Kubernetes parses', {
    simulated: ['sundaySeven', 'sixFields'],
  }),
  'cron.dayRule': word(['kubernetes', 'stepIsStar', 'both'], 'parsers differ when both day fields are restricted', {
    simulated: ['stepIsStar', 'both'],
  }),
  'cron.zone': text(
    'UTC',
    'published',
    /^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/,
    'UTC or an IANA zone such as Europe/Berlin',
  ),
  'cron.runStart.tick': word(['fires', 'skipped'], 'ticks are counted over a run that includes its start', {
    simulated: ['skipped'],
    boundary: true,
  }),
  'cron.forbid.missed': word(['skip', 'lateStart'], 'the specification says skips; Kubernetes starts late', {
    simulated: ['lateStart'],
  }),
  'cron.resume.missed': word(
    ['none', 'latest'],
    'the specification starts nothing while suspended; Kubernetes makes up the latest',
    { simulated: ['latest'] },
  ),
  'cron.replace.start': word(['atOnce', 'afterStop'], 'Kubernetes does not wait for the old one to end', {
    simulated: ['afterStop'],
  }),
  'cron.runNow.counts': word(['no', 'yes'], 'a command ignores the policy, so the policy ignores its execution', {
    simulated: ['yes'],
  }),
  'cron.invalid': word(['final', 'asFailure'], 'free choice, thin evidence', { simulated: ['asFailure'] }),
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
  'cron.deadline.from': word(['active', 'containerStart'], 'Kubernetes counts from the start of the Job', {
    simulated: ['containerStart'],
  }),
  'cron.deadline.tie': word(['ownStatus', 'removed'], 'the specification says exceeds; Kubernetes removes', {
    simulated: ['removed'],
    boundary: true,
  }),
  'cron.history.counts': word(['allFinal', 'perStatus', 'withoutRemoved'], 'the specification has one limit for all', {
    simulated: ['perStatus', 'withoutRemoved'],
  }),
  'cron.override.env': word(['mergeByName', 'replaceAll'], 'overrides name what differs, as the other fields do'),
  'cron.neverExits': word(
    ['untilDeadline', 'failure'],
    'nothing ends a container that does not exit but its deadline; without one it stays Active',
  ),
} as const;
