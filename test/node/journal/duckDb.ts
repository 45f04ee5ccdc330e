/** Asks DuckDB, which reads files by their names in a query. */
import { DuckDBInstance } from '@duckdb/node-api';

/** @returns rows by the names of their columns; numbers of 64 bits are texts */
export async function askDuckDb(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
