import { describe, expect, it } from 'vitest';
import type { FactData } from '../../../src/platform/facts.ts';
import { callFormula } from '../../../src/report/why/callFormula.ts';

type CallEnd = FactData['call.ended'];

const call = (data: Partial<CallEnd>): CallEnd => ({
  caller: 'users',
  from: null,
  status: 200,
  tries: 1,
  latencyMs: 0,
  waitedMs: 0,
  held: false,
  replica: 'api-1-0',
  ...data,
});
const first = { fromMs: 0, tookMs: 800, neededMs: 300, replica: 'api-1-0', status: 503, pauseMs: 25 };

describe('where the time of a request went', () => {
  it('of one that was tried once: the wait, and the time at its replica', () => {
    expect(callFormula(call({ latencyMs: 450, waitedMs: 150 }))).toEqual([
      'try 1: 150ms until replica api-1-0 had room, 300ms there: 200',
      'in all 450ms: 200',
    ]);
  });

  it('of one that was tried again: each try with its answer, and each pause', () => {
    const second = { ...first, fromMs: 2_025, tookMs: 2_975, replica: 'api-1-1', status: 0, pauseMs: 0 };
    expect(callFormula(call({ tries: 2, latencyMs: 5_000, status: 504, each: [first, second] }))).toEqual([
      'try 1: 0s until replica api-1-0 had room, 800ms there, where it needs 300ms alone: 503',
      'pause: 25ms',
      'try 2: 1.2s until replica api-1-1 had room, 2.975s there, where it needs 300ms alone: no answer',
      'in all 5s: 504',
    ]);
  });

  it('of one that ended in a pause, or in the line after it', () => {
    expect(callFormula(call({ latencyMs: 810, status: 504, each: [first] })).slice(1)).toEqual([
      'pause: 10ms',
      'in all 810ms: 504',
    ]);
    expect(callFormula(call({ latencyMs: 1_000, status: 504, each: [first] })).slice(1)).toEqual([
      'pause: 25ms',
      '175ms without a replica that had room',
      'in all 1s: 504',
    ]);
  });

  it('of one that no replica got is the wait alone', () => {
    expect(callFormula(call({ tries: 0, replica: null, latencyMs: 5_000, waitedMs: 5_000, status: 504 }))).toEqual([
      '5s without a replica that had room',
      'in all 5s: 504',
    ]);
    expect(callFormula(call({ tries: 0, replica: null, status: 403 }))).toEqual(['in all 0s: 403']);
  });
});
