import { second } from '../../../src/engine/time.ts';
import type { RunAssumptions } from '../../../src/platform/cron/runPlan.ts';

/** What is assumed by default about attempts, as literals: a change of the register must not move these tests. */
export const assumed: RunAssumptions = {
  'cron.never.retries': 0,
  'cron.onFailure.limit': 6,
  'cron.backoff.first': 10 * second,
  'cron.backoff.cap': 600 * second,
  'replica.crash.first': 10 * second,
  'replica.backoff.crashFirst': 10 * second,
  'replica.backoff.crashFactor': 2,
  'replica.backoff.crashCap': 300 * second,
  'replica.backoff.reset': 600 * second,
  'cron.invalid': 'final',
  'cron.deadline.from': 'active',
  'cron.deadline.tie': 'ownStatus',
};

/** What is assumed by default about the time zone of schedules. */
export const inUtc = { 'cron.zone': 'UTC', 'cron.zone.gap': 'skip', 'cron.zone.overlap': 'twice' } as const;
