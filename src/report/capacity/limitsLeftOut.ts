/**
 * The platform limits without a bar in a run, each with the reason, so that none is missing silently.
 */
import type { RuleId } from '../../rules/register.ts';
import type { LimitReport } from './capacityLimits.ts';

export interface LimitLeftOut {
  readonly limit: string;
  /** The rule that states it. */
  readonly rule: string;
  readonly why: string;
}

/** Those that a run touches, or does not. */
const touched: readonly {
  readonly limit: string;
  readonly rules: readonly (RuleId | 'api.quotas')[];
  readonly why: string;
}[] = [
  { limit: 'expansions in 24 hours', rules: ['LIMIT-1'], why: 'no volume was expanded' },
  { limit: 'scheduled snapshots in an hour', rules: ['SNAP-3'], why: 'no snapshot was taken by a schedule' },
  { limit: 'volume capacity', rules: ['VOLAUTO-1', 'VOL-7', 'VOL-8'], why: 'there is no volume' },
  { limit: 'cpu above its reserve', rules: ['WL-7', 'WL-8'], why: 'no container may use more cpu than it reserves' },
  {
    limit: 'memory above its reserve',
    rules: ['WL-9', 'WL-10'],
    why: 'no container may use more memory than it reserves',
  },
  {
    limit: 'what mounts may use above their reserve',
    rules: ['VOL-22', 'VOL-24'],
    why: 'there is no shared volume set whose mounts may use more than they reserve',
  },
  { limit: 'scale', rules: ['WL-18'], why: 'no replica was ever wanted' },
  { limit: 'request time', rules: ['WL-19', 'TAG-12'], why: 'no request came one by one and had its answer' },
  { limit: 'termination grace', rules: ['ROLL-11'], why: 'no replica was terminated' },
  { limit: 'kept executions', rules: ['CRON-7'], why: 'no execution ended' },
  { limit: 'active deadline', rules: ['CRON-10'], why: 'no cron workload that ran has one' },
  {
    limit: 'ephemeral storage',
    rules: ['EPH-1', 'EPH-2'],
    why: 'nothing tells of what replicas write to their own disks (behaviour: ephemeral)',
  },
  { limit: 'quotas', rules: ['api.quotas'], why: 'the scenario sets none, or nothing takes of them' },
];

const askedFor =
  'it bounds what may be asked for: a write beyond it is refused, and nothing moves up to it as time goes on';

/** Those that no run can have a bar for. */
const never: readonly (LimitLeftOut & { readonly rule: RuleId })[] = [
  { limit: 'timeoutSeconds that may be asked for', rule: 'WL-19', why: askedFor },
  { limit: 'svc/timeoutSecondsOverride', rule: 'TAG-12', why: askedFor },
  { limit: 'historyLimit that may be asked for', rule: 'CRON-6', why: askedFor },
  { limit: 'minFreePercentage', rule: 'VOLAUTO-2', why: askedFor },
  { limit: 'lookbackHours', rule: 'VOLAUTO-5', why: askedFor },
  { limit: 'projectionHours', rule: 'VOLAUTO-6', why: askedFor },
  { limit: 'minDataPoints', rule: 'VOLAUTO-7', why: askedFor },
  { limit: 'predictive scalingFactor', rule: 'VOLAUTO-9', why: askedFor },
  { limit: 'length of a name', rule: 'RES-3', why: askedFor },
  { limit: 'length of a description', rule: 'RES-4', why: askedFor },
  { limit: 'workloads that use an ext4 or xfs volume set', rule: 'VOL-13', why: askedFor },
  { limit: 'mount points of a shared volume in a replica', rule: 'VOL-20', why: 'each replica has one, never more' },
  { limit: 'IOPS and MB/s of a volume', rule: 'VOL-9', why: 'no scenario tells what volumes read and write' },
];

/** The limits left out, in the order of the register above: first those that this run did not touch. */
export function limitsLeftOut(limits: readonly Pick<LimitReport, 'rule'>[]): LimitLeftOut[] {
  const there = new Set(limits.map(({ rule }) => rule));
  const untouched = touched
    .filter(({ rules }) => !rules.some((rule) => there.has(rule)))
    .map(({ limit, rules, why }) => ({ limit, rule: rules[0] ?? '', why }));
  return [...untouched, ...never];
}
