/**
 * The runs of a study as a table: one row a run, one column for each measure.
 */
import { csvField } from '../words/csvField.ts';

/** One run of a study that has a result. */
export interface RunRow {
  /** The plan, as the study names it. */
  readonly point: string;
  /** The plan's value on each axis of the study, as written; absent: the study has no axes. */
  readonly axes?: { readonly [axis: string]: string };
  /** Counted from 0. */
  readonly replication: number;
  /** Of the scenario. The run's luck is that of this seed and its replication. */
  readonly seed: string;
  readonly fingerprint: string;
  /** By measure, in the unit of `expect`; null: the run has nothing that the measure covers. */
  readonly values: { readonly [measure: string]: number | null };
}

/** A column of the table, in the order of the rows. */
export type RunColumn =
  | { readonly name: string; readonly kind: 'text'; readonly values: readonly (string | null)[] }
  | { readonly name: string; readonly kind: 'count'; readonly values: readonly number[] }
  | { readonly name: string; readonly kind: 'number'; readonly values: readonly (number | null)[] };

/**
 * The columns `point`, `axis.NAME` of each axis, `replication`, `seed`, `fingerprint`, then each measure under its own
 * name. Axes and measures are in the order in which the rows first have them.
 *
 * A value that a run does not have is null, and so is one that is no finite number. What the bill of a run does not
 * name, it does not charge: 0.
 */
export function runColumns(rows: readonly RunRow[]): RunColumn[] {
  const axes = namesIn(rows.map((row) => row.axes ?? {}));
  const measures = namesIn(rows.map(({ values }) => values));
  return [
    { name: 'point', kind: 'text', values: rows.map(({ point }) => point) },
    ...axes.map(
      (axis): RunColumn => ({
        name: `axis.${axis}`,
        kind: 'text',
        values: rows.map((row) => row.axes?.[axis] ?? null),
      }),
    ),
    { name: 'replication', kind: 'count', values: rows.map(({ replication }) => replication) },
    { name: 'seed', kind: 'text', values: rows.map(({ seed }) => seed) },
    { name: 'fingerprint', kind: 'text', values: rows.map(({ fingerprint }) => fingerprint) },
    ...measures.map(
      (measure): RunColumn => ({
        name: measure,
        kind: 'number',
        values: rows.map(({ values }) => {
          const absent = measure.startsWith('bill.total ') ? 0 : null;
          const value = values[measure] === undefined ? absent : values[measure];
          return value === null || !Number.isFinite(value) ? null : value;
        }),
      }),
    ),
  ];
}

function namesIn(records: readonly object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** `runs.csv`: a header and one line for each run (RFC 4180, lines end in LF); null is an empty field. */
export function runsCsv(rows: readonly RunRow[]): string {
  const columns = runColumns(rows);
  const lines = rows.map((_, index) => columns.map(({ values }) => csvField(String(values[index] ?? ''))).join());
  return `${[columns.map(({ name }) => csvField(name)).join(), ...lines].join('\n')}\n`;
}
