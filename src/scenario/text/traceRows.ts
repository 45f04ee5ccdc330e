/**
 * Lines of CSV (RFC 4180, with a header) or NDJSON as fields by the name of their column. Fields of CSV may also be
 * separated by semicolons or tabs.
 */

import { isObject } from '../../platform/api/document/json.ts';
import { clipped } from '../../text/folded.ts';
import type { TraceProblem } from './problem.ts';

/** Whether a file holds characters that no text has. */
export function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return /[\u0000-\u0008\u000E-\u001F]/.test(text);
}

/** A field and where it stands. */
export interface TraceField {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** Index of its first character in the text. */
  readonly offset: number;
}

export interface TextRow {
  readonly line: number;
  /** Line that names the columns: the header of CSV, the row itself in NDJSON. */
  readonly headerLine: number;
  readonly fields: ReadonlyMap<string, TraceField>;
}

/** A row that cannot be read. */
export interface BadRow {
  readonly problem: Omit<TraceProblem, 'severity'>;
}

/**
 * Rows of a file: NDJSON where its name ends in `.ndjson`, `.jsonl` or `.json`, else CSV. Empty lines are passed over.
 *
 * @param columns those that are read: CSV may name each of them once
 */
export function textRows(text: string, file: string, columns: readonly string[]): Generator<TextRow | BadRow> {
  const plain = withoutMark(text);
  return isNdjson(file) ? jsonRows(plain) : csvRows(plain, columns);
}

/** Whether a file of this name holds one JSON document a line. */
export function isNdjson(file: string): boolean {
  return /\.(ndjson|jsonl|json)$/i.test(file);
}

/** The text without the byte order mark that some programs write first. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * What separates the fields of a CSV: `sep=` says it in the first line, as spreadsheets read it; else a semicolon or a
 * tab where the first line has no comma. The records begin at `from`.
 */
export function separatorOf(text: string): { readonly separator: string; readonly from: number } {
  const said = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text);
  if (said !== null) return { separator: said[1] ?? ',', from: said[0].length };
  const first = (/^\s*([^\n]*)/.exec(text)?.[1] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const separator = first.includes(',') ? ',' : [';', '\t'].find((one) => first.includes(one));
  return { separator: separator ?? ',', from: 0 };
}

/** So many columns are named. */
const namesMax = 12;

/** The columns that a row has, for a message. */
export function fieldsOf(row: TextRow): string {
  const names = [...row.fields.keys()];
  const told = names.slice(0, namesMax).map((name) => `'${clipped(name, 40)}'`);
  const more = names.length > namesMax ? [`${names.length - namesMax} more`] : [];
  return names.length === 0 ? 'none' : [...told, ...more].join(', ');
}

function* jsonRows(text: string): Generator<TextRow | BadRow> {
  for (const [index, written] of text.split('\n').entries()) {
    const line = index + 1;
    if (written.trim() === '') continue;
    const value = parsed(written);
    const whole = { line, column: 1, endColumn: written.length + 1, offset: 0 };
    if (!isObject(value)) {
      yield {
        problem: {
          line,
          column: 1,
          endColumn: whole.endColumn,
          code: 'bad-row',
          message: 'expected a JSON object on each line',
        },
      };
      continue;
    }
    const fields = Object.entries(value).map(([name, inner]): [string, TraceField] => [
      name,
      // A number beyond all numbers has no JSON of its own.
      {
        ...whole,
        text: typeof inner === 'string' || typeof inner === 'number' ? String(inner) : JSON.stringify(inner),
      },
    ]);
    yield { line, headerLine: line, fields: new Map(fields) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* csvRows(text: string, columns: readonly string[]): Generator<TextRow | BadRow> {
  let header: { readonly names: readonly string[]; readonly line: number } | null = null;
  for (const record of csvRecords(text)) {
    if ('problem' in record) {
      yield record;
      return;
    }
    const [first] = record;
    if (first === undefined || (record.length === 1 && first.text === '')) continue;
    if (header === null) {
      const names = record.map((field) => field.text.trim());
      const twice = record.find(
        (_, index) => columns.includes(names[index] ?? '') && names.indexOf(names[index] ?? '') < index,
      );
      if (twice !== undefined) {
        const message = `expected one column '${twice.text.trim()}', found two`;
        yield { problem: { ...placeOf(twice), code: 'bad-row', message } };
        return;
      }
      header = { names, line: first.line };
      continue;
    }
    if (record.length !== header.names.length) {
      const message = `expected ${header.names.length} fields as in the header, found ${record.length}`;
      yield { problem: { code: 'bad-row', line: first.line, column: 1, endColumn: 2, message } };
      continue;
    }
    const names = header.names;
    yield {
      line: first.line,
      headerLine: header.line,
      fields: new Map(record.map((field, index) => [names[index] ?? '', field])),
    };
  }
}

/** The records of a CSV, the one with the names of the columns among them; an empty line is one empty field. */
export function* csvRecords(text: string): Generator<TraceField[] | BadRow> {
  const { separator, from } = separatorOf(text);
  let record: TraceField[] = [];
  let line = from === 0 ? 1 : 2;
  let lineStart = from;
  for (let at = from; at < text.length; ) {
    const start = { line, column: at - lineStart + 1, offset: at };
    let value: string;
    let end: number;
    if (text[at] === '"') {
      end = closingQuote(text, at + 1);
      if (end === text.length) {
        const message = 'expected a closing quote, found none to the end of the file';
        yield { problem: { line, column: start.column, endColumn: start.column + 1, code: 'bad-row', message } };
        return;
      }
      value = text.slice(at + 1, end).replaceAll('""', '"');
      for (
        let newline = text.indexOf('\n', at);
        newline !== -1 && newline < end;
        newline = text.indexOf('\n', newline + 1)
      ) {
        line += 1;
        lineStart = newline + 1;
      }
      end += 1;
      while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
    } else {
      end = at;
      while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
      value = text.slice(at, end).replace(/\r$/, '');
    }
    record.push({ text: value, ...start, endColumn: start.column + Math.max(1, end - at) });
    const isLast = end >= text.length || text[end] === '\n';
    if (
      end < text.length &&
      text[end] === separator &&
      (end + 1 >= text.length || text[end + 1] === '\n' || text[end + 1] === '\r')
    ) {
      record.push({ text: '', line, column: end - lineStart + 2, endColumn: end - lineStart + 3, offset: end + 1 });
      end += 1;
      while (end < text.length && text[end] !== '\n') end += 1;
      yield record;
      record = [];
    } else if (isLast) {
      yield record;
      record = [];
    }
    if (text[end] === '\n') {
      line += 1;
      lineStart = end + 1;
    }
    at = end + 1;
  }
}

function placeOf({ line, column, endColumn }: TraceField): Omit<TraceField, 'text' | 'offset'> {
  return { line, column, endColumn };
}

/** The index of the quote that ends a field; the text's length where none does. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? text.length : at;
}
