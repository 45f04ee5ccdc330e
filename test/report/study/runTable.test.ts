import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type RunRow, runColumns, runsCsv } from '../../../src/report/study/runTable.ts';

const row = (given: Partial<RunRow>): RunRow => ({
  point: 'today',
  replication: 0,
  seed: '1',
  fingerprint: 'a1',
  values: {},
  ...given,
});

describe('the table of the runs of a study', () => {
  it('has the plan, its axes, the replication, the seed, the fingerprint, then every measure under its name', () => {
    const names = runColumns([
      row({ axes: { min: '2', max: '20' }, values: { 'bill.total': 1 } }),
      row({ axes: { min: '3', max: '20' }, values: { 'bill.total': 1, 'load.failed of shop/api': 7 } }),
    ]).map(({ name }) => name);
    expect(names).toEqual([
      'point',
      'axis.min',
      'axis.max',
      'replication',
      'seed',
      'fingerprint',
      'bill.total',
      'load.failed of shop/api',
    ]);
  });

  it('has no value where a run has none, and 0 for a part of the bill that a run does not charge', () => {
    const columns = runColumns([
      row({ values: { 'executions.missed': null, 'bill.total tag:team=shop': 2.5 } }),
      row({ values: { 'executions.missed': Number.NaN } }),
    ]);
    const valuesOf = (name: string) => columns.find((one) => one.name === name)?.values;
    expect(valuesOf('executions.missed')).toEqual([null, null]);
    expect(valuesOf('bill.total tag:team=shop')).toEqual([2.5, 0]);
  });

  it('as CSV is read back as it was, whatever the names are', () => {
    const point = 'a "quoted", name';
    const text = runsCsv([row({ point, values: { 'bill.total tag:team=a,b': -0.5 } }), row({ replication: 1 })]);
    expect(parse(text)).toEqual([
      ['point', 'replication', 'seed', 'fingerprint', 'bill.total tag:team=a,b'],
      [point, '0', '1', 'a1', '-0.5'],
      ['today', '1', '1', 'a1', '0'],
    ]);
    expect(text.endsWith('\n')).toBe(true);
  });
});
