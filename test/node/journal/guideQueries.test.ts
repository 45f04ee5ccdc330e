import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, svcsim } from '../cli.ts';
import { askDuckDb } from './duckDb.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/GUIDE.md'), 'utf8');
const queries = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, sql = '']) => sql);

const cwd = folderOf();
svcsim(['run', resolve('scenarios/tour/01-one-volume.yaml'), '-q', '--journal-format', 'parquet'], { cwd });
const ask = (index: number) => askDuckDb((queries[index] ?? '').replaceAll(`'reports/`, `'${cwd}/reports/`));

describe('the queries for DuckDB in docs/GUIDE.md', () => {
  it('are three', () => {
    expect(queries).toHaveLength(3);
  });

  it('name the rules that decided most often', async () => {
    const rows = await ask(0);
    expect(rows[0]).toEqual({ rule: 'REPL-2', decisions: '7' });
    expect(rows).toContainEqual({ rule: 'VOLAUTO-11', decisions: '3' });
  });

  it('find the starts of replicas that took longest', async () => {
    const rows = await ask(1);
    expect(rows).toHaveLength(3);
    const took = { months: 0, days: 0, micros: '29000000' };
    expect(rows[0]).toMatchObject({ subject: 'shop/workload/db@aws-eu-central-1/0', took });
  });

  it('follow a chain of causes from its root', async () => {
    const rows = await ask(2);
    expect(rows.map(({ type }) => type)).toEqual([
      'expansion.accepted',
      'volume.expanded',
      'volume.bound',
      'replica.created',
      'replica.ready',
    ]);
  });

  it('what the page says of the columns holds', async () => {
    const file = `'${cwd}/reports/one-volume/journal.parquet'`;
    const sql = `select split_part(subject, '@', 1) as volume, data->>'$.toMicroGB' as to from ${file} where type = 'expansion.accepted' limit 1`;
    expect(await askDuckDb(sql)).toEqual([{ volume: 'shop/volumeset/data', to: '20002500' }]);
    expect(await askDuckDb(`from parquet_kv_metadata(${file})`)).toEqual([]);
  });
});
