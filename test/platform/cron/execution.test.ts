import { describe, expect, it } from 'vitest';
import { hash32 } from '../../../src/engine/hash.ts';
import { minute, second } from '../../../src/engine/time.ts';
import {
  cloneExecution,
  createExecution,
  drawItemOfExecution,
  executionName,
  executionOrdinal,
  isScheduled,
  type NewExecution,
} from '../../../src/platform/cron/execution.ts';
import { because } from '../../../src/rules/reason.ts';

const tickAt = Date.UTC(2026, 10, 1, 3);
const given: NewExecution = {
  deployment: 2,
  slot: tickAt / minute,
  slotAt: tickAt,
  command: null,
  version: 4,
  startTime: tickAt,
  containers: [],
  run: {
    startTime: tickAt,
    placedAt: tickAt,
    startedAt: tickAt,
    attempts: [],
    finishedAt: null,
    status: 'Active',
    reason: because([]),
  },
  activeDeadline: null,
  cause: 12,
};

describe('the name of an execution', () => {
  it.each([
    ['has the minutes of its tick', tickAt / minute, null, 'nightly-29891700', 29_891_700],
    ['has the seconds of its tick for @every', tickAt / second, null, 'nightly-1793502000', 1_793_502_000],
    ['has the id of its command', -1, '5f3a', 'command-5f3a', '5f3a'],
  ])('%s', (_, slot, command, name, ordinal) => {
    expect(executionOrdinal({ slot, command })).toBe(ordinal);
    expect(executionName('nightly', ordinal)).toBe(name);
    expect(isScheduled({ command })).toBe(command === null);
  });
});

describe('what draws of an execution are about', () => {
  const startTime = tickAt + second;
  it.each([
    ['its tick, though it starts later', tickAt, null, { item: tickAt, turn: 0 }],
    ['its command, at its start', null, '5f3a', { item: startTime, turn: hash32('5f3a') }],
    ['a command without a name, too', null, '', { item: startTime, turn: hash32('') }],
  ])('%s', (_, slotAt, command, expected) => {
    const nightly = { subject: { name: 'nightly', hash: 0 }, handle: 7 };
    expect(drawItemOfExecution(nightly, { slotAt, command }, startTime)).toEqual({
      owner: 'nightly',
      number: 7,
      part: 0,
      ...expected,
    });
    expect(hash32('5f3a')).not.toBe(0);
  });
});

describe('the record of an execution', () => {
  it('is Active when made', () => {
    const fresh = { handle: 0, status: 'Active', finishedAt: null, goneAt: null, spans: [], node: null };
    expect(createExecution(given)).toEqual({ ...given, ...fresh });
  });

  it('has clones of its own', () => {
    const execution = createExecution(given);
    const clone = cloneExecution(execution);
    expect(clone).toEqual(execution);
    clone.status = 'Removed';
    clone.finishedAt = tickAt;
    expect([execution.status, execution.finishedAt]).toEqual(['Active', null]);
  });
});
