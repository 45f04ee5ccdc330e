import { CronExpressionParser } from 'cron-parser';
import type { Instant } from '../../src/engine/time.ts';
import { nextTick, parseSchedule, type Schedule } from '../../src/platform/cron/expression.ts';
import { inUtc } from '../platform/cron/assumed.ts';
import { type Bench, costRow, nanoseconds, type Row, speedRow } from './rows.ts';

const rounds = 7;
const ourTurns = 300_000;
const theirTurns = 300;
const from = Date.UTC(2026, 0, 1);
/** Within reach of leap days from `from`: 2100 has none, and both walks start again before it. */
const until = Date.UTC(2090, 0, 1);

const cases = [
  { text: '*/5 * * * *', goalNanoseconds: 100 },
  { text: '0 3 * * 1-5', goalNanoseconds: 300 },
  { text: '0 0 29 2 *', goalNanoseconds: 3_000 },
];

/** P6: the next tick of a cron expression, from each tick to the one after. */
export const cronBench: Bench = {
  id: 'P6',
  name: 'cron',
  run: () => [
    ...cases.flatMap(({ text, goalNanoseconds }) => rowsOf(text, goalNanoseconds)),
    ...cases.map(({ text }) => zonedRow(text)),
  ],
};

/** The same schedule in a zone whose clock changes twice a year: at most ten times the time of one in UTC. */
function zonedRow(text: string): Row {
  const [utc, berlin] = ['UTC', 'Europe/Berlin'].map((zone) => scheduleIn(zone, text)) as [Schedule, Schedule];
  for (const schedule of [utc, berlin]) walk(schedule, ourTurns);
  const costs = Array.from({ length: rounds }, () => ({
    value: nanoseconds(ourTurns, () => walk(berlin, ourTurns)),
    yardstick: nanoseconds(ourTurns, () => walk(utc, ourTurns)),
  }));
  return speedRow(`P6 cron ${text} in Europe/Berlin`, 'ns', 0.1, costs, 'the same schedule in UTC');
}

function scheduleIn(zone: string, text: string): Schedule {
  const assumed = { 'cron.dialect': 'kubernetes', 'cron.dayRule': 'kubernetes', ...inUtc } as const;
  const schedule = parseSchedule(text, { ...assumed, 'cron.zone': zone });
  if ('error' in schedule) throw new Error(schedule.error);
  return schedule;
}

function rowsOf(text: string, goalNanoseconds: number): Row[] {
  const schedule = scheduleIn('UTC', text);
  walk(schedule, ourTurns);
  compare(schedule, text);
  const costs = Array.from({ length: rounds }, () => ({
    value: nanoseconds(ourTurns, () => walk(schedule, ourTurns)),
    yardstick: nanoseconds(theirTurns, () => walkParser(text, theirTurns)),
  }));
  return [
    costRow(
      `P6 cron ${text}`,
      'ns',
      goalNanoseconds,
      costs.map(({ value }) => value),
    ),
    speedRow(`P6 cron ${text} against cron-parser`, 'ns', 100, costs, 'cron-parser, the same ticks'),
  ];
}

function walk(schedule: Schedule, turns: number): Instant {
  let at: Instant = from;
  for (let turn = 0; turn < turns; turn += 1) at = at > until ? from : (nextTick(schedule, at) ?? from);
  return at;
}

/** The same walk by cron-parser, which is given the start anew instead of each tick. */
function walkParser(text: string, turns: number): number {
  let parser = CronExpressionParser.parse(text, { tz: 'UTC', currentDate: new Date(from) });
  let last = from;
  for (let turn = 0; turn < turns; turn += 1) {
    if (last > until) parser = CronExpressionParser.parse(text, { tz: 'UTC', currentDate: new Date(from) });
    last = parser.next().getTime();
  }
  return last;
}

/** Throws where the two part within fifteen ticks: a fast wrong answer is no result. */
function compare(schedule: Schedule, text: string): void {
  const parser = CronExpressionParser.parse(text, { tz: 'UTC', currentDate: new Date(from) });
  let at: Instant = from;
  for (let tick = 0; tick < 15; tick += 1) {
    at = nextTick(schedule, at) ?? Number.NaN;
    const theirs = parser.next().getTime();
    if (at !== theirs) throw new Error(`${text}: ${at} here, ${theirs} by cron-parser`);
  }
}
