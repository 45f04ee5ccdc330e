import { defaultAssumptions, instantFromIso, isoFromInstant, nextTick, parseSchedule } from 'svcsim/planners';

const schedule = parseSchedule('0 3 * * 1', defaultAssumptions);
if ('error' in schedule) throw new Error(schedule.error);
const start = instantFromIso('2026-11-01T00:00:00Z');
if (typeof start !== 'number') throw new Error('no instant');
const next = nextTick(schedule, start);
console.log(next === null ? 'never' : isoFromInstant(next));
