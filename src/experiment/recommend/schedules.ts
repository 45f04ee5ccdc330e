/**
 * Schedules whose ticks are skipped, and schedules that all tick at once (CRON-3 to CRON-5).
 */
import { type Duration, hour, isoFromInstant, minute } from '../../engine/time.ts';
import { objectAt, textAt } from '../../platform/api/document/json.ts';
import { nextTick } from '../../platform/cron/expression.ts';
import { durationText } from '../../report/words/format.ts';
import { crowdLeast } from './figures.ts';
import type { Alternative, Question } from './question.ts';
import type { Seen, SeenWorkload } from './seen.ts';

export function scheduleQuestions(seen: Seen): Question[] {
  const { start, end } = seen.trial.scenario;
  return [...seen.workloads.flatMap((workload) => policyOf(workload, end - start)), ...spreadOf(seen)];
}

/** Ticks that Forbid skips: fewer of them, or what starts them all the same. */
function policyOf(workload: SeenWorkload, length: Duration): Question[] {
  const { settings, crons, key } = workload;
  const skipped = crons.reduce((sum, one) => sum + one.skipped, 0);
  if (skipped === 0 || settings.job?.concurrencyPolicy !== 'Forbid') return [];
  const started = crons.reduce((sum, one) => sum + one.started, 0);
  const longest = Math.max(...crons.map(({ longestMs }) => longestMs));
  const problem = `${key}: skipped ticks`;
  const field = (name: string, value: string): Alternative => ({
    proposed: `${name} ${value}`,
    settings: [{ kind: 'field', resource: key, steps: ['spec', 'job', name], value }],
  });
  const text = textAt(objectAt(workload.spec, 'job'), 'schedule') ?? '';
  const rarer = rarerSchedule(text, longest);
  // Only where as many start as do now: whoever wants an execution every hour is not helped by one every other.
  const mostStarted = Math.max(...crons.map((one) => one.started));
  const isKept = rarer !== null && mostStarted * rarer.interval <= length * (1 + fewerMost);
  return [
    {
      kind: 'cron',
      target: key,
      location: null,
      field: 'job',
      now: `schedule ${text}, concurrencyPolicy Forbid`,
      reason: `${skipped} of ${skipped + started} ticks were skipped because an execution was still Active; the longest took ${durationText(longest)}`,
      severity: 'warning',
      hope: skipped,
      take: 'all',
      alternatives: [
        ...(isKept
          ? [{ ...field('schedule', rarer.text), told: () => 'the number of executions stays the same' }]
          : []),
        {
          ...field('concurrencyPolicy', 'Allow'),
          worthNothing: problem,
          told: ({ atOnce }) => `up to ${atOnce.get(key) ?? 0} of its executions then run at the same time`,
        },
        field('concurrencyPolicy', 'Replace'),
      ],
    },
  ];
}

/** A rarer schedule may start so much less than is started now. */
const fewerMost = 0.02;

/**
 * The schedule that ticks at some of the instants of another, no more often than an execution takes; null where there
 * is none so simple.
 *
 *   *&#47;10 * * * *, 14 minutes -> *&#47;20 * * * * 5 * * * *, 70 minutes -> 5 *&#47;2 * * * 0 3 * * *, 30 hours ->
 *   null
 *
 * @returns the text, and the time between its ticks
 */
export function rarerSchedule(
  text: string,
  longest: Duration,
): { readonly text: string; readonly interval: Duration } | null {
  const [minutes = '', hours = '', ...days] = (macros.get(text.trim()) ?? text).trim().split(/\s+/);
  if (days.length !== 3 || hours !== '*') return null;
  const [, offset, every] = /^(?:(\d+)-59|\*)\/(\d+)$/.exec(minutes) ?? [];
  const step = minutes === '*' ? 1 : Number(every ?? 0);
  const isHourly = /^\d+$/.test(minutes);
  if (!isHourly && (step < 1 || 60 % step !== 0)) return null;
  const first = isHourly ? minutes : (offset ?? '0');
  const least = divisors(60).find((one) => one > step && one < 60 && one % step === 0 && one * minute >= longest);
  if (!isHourly && least !== undefined)
    return {
      text: [`${offset === undefined ? '*' : `${offset}-59`}/${least}`, '*', ...days].join(' '),
      interval: least * minute,
    };
  const apart = divisors(24).find((one) => (one > 1 || !isHourly) && one < 24 && one * hour >= longest);
  if (apart === undefined) return null;
  return { text: [first, apart === 1 ? '*' : `*/${apart}`, ...days].join(' '), interval: apart * hour };
}

function divisors(number: number): number[] {
  return Array.from({ length: number }, (_, index) => index + 1).filter((one) => number % one === 0);
}

/**
 * The workloads that tick in the fullest minute, and those of one gvc that tick in one, spread over what their
 * schedules leave open.
 */
function spreadOf({ workloads, gvcs, trial }: Seen): Question[] {
  const { peak } = trial.crowd;
  const { start } = trial.scenario;
  const ticking = workloads.flatMap((workload) => {
    const { schedule } = workload.settings.job ?? {};
    const text = textAt(objectAt(workload.spec, 'job'), 'schedule') ?? '';
    if (schedule === undefined || schedule.kind !== 'fields' || spreadSchedule(text, 1, 2) === null) return [];
    return [{ key: workload.key, gvc: workload.gvc, text, schedule }];
  });
  const isCrowded = peak !== null && peak.count >= crowdLeast;
  const inCrowd = isCrowded ? ticking.filter(({ schedule }) => nextTick(schedule, peak.at - 1) === peak.at) : [];
  const crowded = isCrowded
    ? spread(inCrowd, `${peak.count} executions start in the minute from ${isoFromInstant(peak.at)}`)
    : [];
  const together = gvcs.flatMap(({ name }) => {
    const rest = ticking.filter((one) => one.gvc === name && !inCrowd.includes(one));
    const byTick = new Map<number | null, typeof rest>();
    for (const one of rest) {
      const at = nextTick(one.schedule, start - 1);
      byTick.set(at, [...(byTick.get(at) ?? []), one]);
    }
    return [...byTick.values()].flatMap((some) =>
      spread(some, `${some.length} cron workloads of the gvc start in the same minute`),
    );
  });
  return [...crowded, ...together];
}

function spread(jobs: readonly { readonly key: string; readonly text: string }[], seen: string): Question[] {
  if (jobs.length < 2) return [];
  const settings = jobs.flatMap(({ key, text }, index) => {
    const value = spreadSchedule(text, index, jobs.length) ?? text;
    return value === text ? [] : [{ kind: 'field' as const, resource: key, steps: ['spec', 'job', 'schedule'], value }];
  });
  if (settings.length === 0) return [];
  return [
    {
      kind: 'cron',
      target: jobs.map(({ key }) => key).join(', '),
      location: null,
      field: 'schedule',
      now: [...new Set(jobs.map(({ text }) => text))].join(', '),
      reason: `${seen}; their schedules allow other minutes`,
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
 * A schedule as one of several that share what its field of minutes leaves open; the first keeps its minute. null: that
 * field leaves nothing open.
 *
 *   0 3 * * *, the second of four -> 15 3 * * * *&#47;5 * * * *, the third of five -> 2-59/5 * * * * 1,31 * * * * ->
 *   null
 *
 * @param index from 0, below `count`
 */
export function spreadSchedule(text: string, index: number, count: number): string | null {
  const words = (macros.get(text.trim()) ?? text).trim().split(/\s+/);
  const [minutes = '', ...rest] = words;
  if (words.length !== 5) return null;
  if (index === 0) return text;
  if (/^\d+$/.test(minutes)) {
    // Only the rest of the hour is open: an hour later is another time of day.
    const from = Number(minutes);
    return [from + Math.floor((index * (60 - from)) / count), ...rest].join(' ');
  }
  const step = Number(/^\*\/(\d+)$/.exec(minutes)?.[1] ?? 0);
  if (step < 2 || 60 % step !== 0) return null;
  const offset = Math.floor((index * step) / count);
  return offset === 0 ? text : [`${offset}-59/${step}`, ...rest].join(' ');
}
