/**
 * Series of a recording, as monitoring systems export them: a name, labels, and samples.
 */

import type { Instant } from '../../../engine/time.ts';
import type { TraceProblem } from '../../text/problem.ts';
import type { SampleKind } from './sampleText.ts';

/** One series. The three lists have one entry a sample; samples without a number are counted only. */
export interface Series {
  /** Its metric's name, the heading of its column, or its labels: never empty. */
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly at: Instant[];
  /** In the unit of `kind`. */
  readonly values: number[];
  /** Where each sample stands: an index into the text. */
  readonly marks: number[];
  /** What the samples say of themselves: `3.4 GiB` is a size; null: bare numbers. */
  kind: SampleKind | null;
  /** Samples that are no number: NaN, infinite, null or empty. */
  missing: number;
  /** Where the first of them stands; -1: there is none. */
  firstMissing: number;
}

/** The series of a file. Where there is an error, they are not complete. */
export interface SeriesRead {
  readonly series: readonly Series[];
  /** The column of the stamps, in a CSV. */
  readonly time: string | null;
  readonly problems: readonly TraceProblem[];
}

export function emptySeries(name: string, labels: ReadonlyMap<string, string> = labelsIn(name)): Series {
  return { name, labels, at: [], values: [], marks: [], kind: null, missing: 0, firstMissing: -1 };
}

/** Counts a sample that is no number. */
export function addMissing(series: Series, mark: number): void {
  series.missing += 1;
  if (series.firstMissing === -1) series.firstMissing = mark;
}

/**
 * The labels of a name as Prometheus and Grafana write it.
 *
 *   requests_total{code="200", job="web"} -> __name__ requests_total, code 200, job web
 *   web                                   -> none
 */
export function labelsIn(text: string): ReadonlyMap<string, string> {
  const written = /^\s*([a-zA-Z_:][\w:]*)?\s*\{(.*)\}\s*$/s.exec(text);
  const labels = new Map<string, string>();
  if (written === null) return labels;
  const [, name, inner = ''] = written;
  if (name !== undefined) labels.set('__name__', name);
  for (const [, label = '', value = ''] of inner.matchAll(/([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"/g))
    labels.set(label, value.replace(/\\(.)/g, '$1'));
  return labels;
}

/** A series' name from its labels, as Prometheus writes it: `requests_total{code="200"}`. */
export function nameOf(labels: ReadonlyMap<string, string>): string {
  const inner = [...labels].filter(([label]) => label !== '__name__').map(([label, value]) => `${label}="${value}"`);
  const name = labels.get('__name__') ?? '';
  return inner.length === 0 ? name || '{}' : `${name}{${inner.join(', ')}}`;
}

/** The place of an index into a text, one character wide. */
export function placeOfMark(text: string, mark: number): Pick<TraceProblem, 'line' | 'column' | 'endColumn'> {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < mark; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: mark - start + 1, endColumn: mark - start + 2 };
}
