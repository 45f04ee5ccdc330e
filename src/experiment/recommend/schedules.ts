/**
 * Schedules whose ticks are skipped, and schedules that all tick at once (CRON-3 to CRON-5).
 */
import { isoFromInstant } from '../../engine/time.ts';
import { objectAt, textAt } from '../../platform/control/json.ts';
import { nextTick } from '../../platform/cron/expression.ts';
import { durationText } from '../../report/format.ts';
import { crowdLeast } from './figures.ts';
import type { Alternative, Question } from './question.ts';
import type { Seen, SeenWorkload } from './seen.ts';

export function scheduleQuestions(seen: Seen): Question[] {
  return [...seen.workloads.flatMap(policyOf), ...spreadOf(seen)];
}

/** Ticks that Forbid skips: what starts them, or makes room for them. */
function policyOf(workload: SeenWorkload): Question[] {
  const { settings, crons, key } = workload;
  const skipped = crons.reduce((sum, one) => sum + one.skipped, 0);
  if (skipped === 0 || settings.job?.concurrencyPolicy !== 'Forbid') return [];
  const started = crons.reduce((sum, one) => sum + one.started, 0);
  const longest = Math.max(...crons.map(({ longestMs }) => longestMs));
  return [
    {
      kind: 'cron',
      target: key,
      location: null,
      field: 'concurrencyPolicy',
      now: 'Forbid',
      reason: `${skipped} of ${skipped + started} ticks started nothing, as an execution was still Active: the longest took ${durationText(longest)}`,
      severity: 'warning',
      hope: skipped,
      take: 'all',
      alternatives: ['Allow', 'Replace'].map(
        (policy): Alternative => ({
          proposed: policy,
          settings: [{ kind: 'field', resource: key, steps: ['spec', 'job', 'concurrencyPolicy'], value: policy }],
        }),
      ),
    },
  ];
}

/** The workloads that tick in the fullest minute, spread over what their schedules leave open. */
function spreadOf({ workloads, trial }: Seen): Question[] {
  const { peak } = trial.crowd;
  if (peak === null || peak.count < crowdLeast) return [];
  const crowd = workloads.flatMap((workload) => {
    const { schedule } = workload.settings.job ?? {};
    if (schedule === undefined || schedule.kind !== 'fields' || nextTick(schedule, peak.at - 1) !== peak.at) return [];
    const text = textAt(objectAt(workload.spec, 'job'), 'schedule') ?? '';
    return spreadSchedule(text, 1, 2) === null ? [] : [{ key: workload.key, text }];
  });
  if (crowd.length < 2) return [];
  const settings = crowd.flatMap(({ key, text }, index) => {
    const value = spreadSchedule(text, index, crowd.length) ?? text;
    return value === text ? [] : [{ kind: 'field' as const, resource: key, steps: ['spec', 'job', 'schedule'], value }];
  });
  if (settings.length === 0) return [];
  return [
    {
      kind: 'cron',
      target: crowd.map(({ key }) => key).join(', '),
      location: null,
      field: 'schedule',
      now: [...new Set(crowd.map(({ text }) => text))].join(', '),
      reason: `${peak.count} executions start in the minute of ${isoFromInstant(peak.at)}; these schedules leave it open when`,
      severity: 'info',
      hope: 0,
      take: 'first',
      alternatives: [{ proposed: settings.map(({ value }) => value).join(', '), settings }],
    },
  ];
}

const macros: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
]);

/**
 * A schedule as one of several that share what its field of minutes leaves open; the first keeps its minute. null: that field leaves nothing open.
 *
 *   0 3 * * *, the second of four -> 15 3 * * *     *&#47;5 * * * *, the third of five -> 2-59/5 * * * *     1,31 * * * * -> null
 *
 * @param index from 0, below `count`
 */
export function spreadSchedule(text: string, index: number, count: number): string | null {
  const words = (macros.get(text.trim()) ?? text).trim().split(/\s+/);
  const [minute = '', ...rest] = words;
  if (words.length !== 5) return null;
  if (index === 0) return text;
  if (/^\d+$/.test(minute)) {
    // Only the rest of the hour is open: an hour later is another time of day.
    const from = Number(minute);
    return [from + Math.floor((index * (60 - from)) / count), ...rest].join(' ');
  }
  const step = Number(/^\*\/(\d+)$/.exec(minute)?.[1] ?? 0);
  if (step < 2 || 60 % step !== 0) return null;
  const offset = Math.floor((index * step) / count);
  return offset === 0 ? text : [`${offset}-59/${step}`, ...rest].join(' ');
}
