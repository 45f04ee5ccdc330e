/**
 * `runs.parquet`: the runs of a study for DuckDB, pandas and other programs that read columns.
 */
import { parquetWriteBuffer } from 'hyparquet-writer';
import { type RunColumn, type RunRow, runColumns } from '../../report/study/runTable.ts';

/**
 * The columns of `runColumns`: texts are STRING, `replication` is INT32, measures are DOUBLE.
 *
 * The same rows give the same bytes: the file has neither a time nor the version of what wrote it.
 */
export function runsParquet(rows: readonly RunRow[]): Uint8Array {
  const columnData = runColumns(rows).map(({ name, kind, values }) => ({
    name,
    data: [...values],
    type: typeOf[kind],
    nullable: kind !== 'count',
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'svcsim' }));
}

const typeOf = { text: 'STRING', count: 'INT32', number: 'DOUBLE' } as const satisfies {
  readonly [kind in RunColumn['kind']]: string;
};
