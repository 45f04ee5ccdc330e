import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { runsParquet } from '../../../src/node/study/runsParquet.ts';
import type { RunRow } from '../../../src/report/study/runTable.ts';
import { folderOf } from '../cli.ts';

const rows: readonly RunRow[] = [
  { point: 'today', replication: 0, values: { 'bill.total': 765.75, 'load.failed of shop/api': 22_000 } },
  { point: 'today', replication: 1, values: { 'bill.total': 0.1, 'load.failed of shop/api': null } },
  { point: 'größer', replication: 0, values: { 'bill.total': 1e21, 'load.failed of shop/api': 0 } },
].map((row) => ({ ...row, axes: { max: row.point }, seed: 'black-friday', fingerprint: `f${row.replication}` }));

function bufferOf(given: readonly RunRow[]): ArrayBuffer {
  const bytes = runsParquet(given);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

describe('runs.parquet', () => {
  it('read by a library of the same makers, has all rows with their numbers as they are', async () => {
    const read = await parquetReadObjects({ file: bufferOf(rows) });
    expect(read).toEqual([
      {
        point: 'today',
        'axis.max': 'today',
        replication: 0,
        seed: 'black-friday',
        fingerprint: 'f0',
        'bill.total': 765.75,
        'load.failed of shop/api': 22_000,
      },
      expect.objectContaining({ replication: 1, 'bill.total': 0.1, 'load.failed of shop/api': null }),
      expect.objectContaining({ point: 'größer', 'axis.max': 'größer', 'bill.total': 1e21 }),
    ]);
  });

  it('read by DuckDB, has typed columns, nulls, and sums', async () => {
    const path = join(folderOf(), 'runs.parquet');
    writeFileSync(path, runsParquet(rows));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const ask = async (sql: string): Promise<unknown> => (await connection.runAndReadAll(sql)).getRowsJson();
    expect(await ask(`select column_name, column_type from (describe from '${path}')`)).toEqual([
      ['point', 'VARCHAR'],
      ['axis.max', 'VARCHAR'],
      ['replication', 'INTEGER'],
      ['seed', 'VARCHAR'],
      ['fingerprint', 'VARCHAR'],
      ['bill.total', 'DOUBLE'],
      ['load.failed of shop/api', 'DOUBLE'],
    ]);
    expect(
      await ask(
        `select point, count(*)::int, max("bill.total"), count("load.failed of shop/api")::int from '${path}' group by point order by point`,
      ),
    ).toEqual([
      ['größer', 1, 1e21, 1],
      ['today', 2, 765.75, 1],
    ]);
    connection.closeSync();
    instance.closeSync();
  });

  it('has the same bytes for the same rows, and says of its maker nothing that varies', () => {
    expect(Buffer.from(runsParquet(rows)).equals(runsParquet(rows.map((row) => ({ ...row }))))).toBe(true);
    const { created_by: maker, key_value_metadata: others } = parquetMetadata(bufferOf(rows));
    expect(maker).toBe('svcsim');
    expect(others ?? []).toEqual([]);
  });

  it('without any run has the columns that every table has, and no rows', async () => {
    const { num_rows: count, schema } = parquetMetadata(bufferOf([]));
    expect(Number(count)).toBe(0);
    expect(schema.slice(1).map(({ name }) => name)).toEqual(['point', 'replication', 'seed', 'fingerprint']);
  });
});
