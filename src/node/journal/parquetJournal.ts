/**
 * `journal.parquet`: the fields of `journal.ndjson` as typed columns, a row for each entry.
 */
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Entry } from '../../engine/journal.ts';
import { type Instant, instantFromIso } from '../../engine/time.ts';
import { rootOf } from '../../platform/root.ts';
import { dataText, subjectText } from '../../report/render/journalLine.ts';
import type { ReportFile } from '../../report/verdict/summary.ts';
import type { ByteFile } from '../byteFile.ts';
import { type JournalOutput, stoppedKey } from './journalFormat.ts';

/** Rows that are encoded together, and held until then. With more of them the file is as large, and the run slower. */
const rowsMax = 1 << 12;

/** Most bytes that are held, before compression: few entries are long, but these may be very long. */
const groupBytesMax = 1 << 24;

/** More than a row takes beside its subject and its data, before compression. */
const rowBytes = 300;

/** More than the metadata at the end takes: for all of the file, and for each group of rows. */
const footerBytes = 1_500;
const groupFooterBytes = 1_500;

/** A group would hold too few rows if the room left were less than this part of the limit: the file is full. */
const leastRoomDivisor = 64;

/**
 * Columns of `journal.parquet`, by the names that the fields have in `journal.ndjson`.
 *
 * `seq` and `cause` are INT64, `at` is a TIMESTAMP in UTC to the millisecond, `rules` and `assumptions` are lists of
 * STRING, the others are STRING; `data` is JSON. `cause` and `root` may be null.
 *
 * The same entries give the same bytes: rows are grouped by their number and length alone, and the file has neither a
 * time nor the version of what wrote it.
 */
export class ParquetJournal implements JournalOutput {
  readonly #file: ByteFile;
  readonly #bytesMax: number;
  readonly #writer: ParquetWriter;
  #groups = 0;
  #columns: JournalColumns = noRows();
  /** At least what `#columns` take in the file. */
  #held = 0;

  constructor(file: ByteFile, bytesMax: number) {
    this.#file = file;
    this.#bytesMax = bytesMax;
    this.#writer = new ParquetWriter({ writer: new GroupBuffer(file), schema, createdBy: 'svcsim' });
  }

  writeEntry(entry: Entry): boolean {
    const { seq, at, type, reason, cause } = entry;
    const { rules, assumptions } = reason;
    const [subject, data, root] = [subjectText(entry), dataText(entry), rootOf(entry)];
    return this.#write({ seq, at, type, subject, rules, assumptions, cause, root, data });
  }

  writeLine(line: string): boolean {
    return this.#write(rowOf(line));
  }

  #write(row: JournalRow): boolean {
    const bytes = row.subject.length + row.data.length + rowBytes;
    if (this.#held + bytes > this.#room()) {
      // Compressed, rows take far less than was held for them, so there is room again once they are written.
      this.#flush();
      if (bytes > this.#room() || this.#room() < this.#bytesMax / leastRoomDivisor) return false;
    }
    addRow(this.#columns, row);
    this.#held += bytes;
    if (this.#columns.seq.length >= rowsMax || this.#held >= groupBytesMax) this.#flush();
    return true;
  }

  stop(text: string): void {
    this.#writer.kvMetadata = [{ key: stoppedKey, value: text }];
  }

  close(): ReportFile {
    this.#flush();
    this.#writer.finish();
    return this.#file.close();
  }

  /** Bytes that the next group may take. */
  #room(): number {
    return this.#bytesMax - this.#file.bytes - footerBytes - (this.#groups + 1) * groupFooterBytes;
  }

  #flush(): void {
    const rows = this.#columns.seq.length;
    if (rows === 0) return;
    this.#writer.write({ columnData: columnsOf(this.#columns), rowGroupSize: rows });
    this.#groups += 1;
    this.#columns = noRows();
    this.#held = 0;
  }
}

/** Holds the bytes of a group until it is complete. */
class GroupBuffer extends ByteWriter {
  readonly #file: ByteFile;

  constructor(file: ByteFile) {
    super();
    this.#file = file;
  }

  flush(): void {
    this.#file.write(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}

/** Rows that were not written yet, by column. Their numbers and texts are what the library takes for its types. */
type JournalColumns = { readonly [field in keyof JournalRow]: JournalRow[field][] };

function noRows(): JournalColumns {
  return { seq: [], at: [], type: [], subject: [], rules: [], assumptions: [], cause: [], root: [], data: [] };
}

function addRow(columns: JournalColumns, row: JournalRow): void {
  columns.seq.push(row.seq);
  columns.at.push(row.at);
  columns.type.push(row.type);
  columns.subject.push(row.subject);
  columns.rules.push(row.rules);
  columns.assumptions.push(row.assumptions);
  columns.cause.push(row.cause);
  columns.root.push(row.root);
  columns.data.push(row.data);
}

/** What a line of `journal.ndjson` holds, field by field. */
interface JournalRow {
  readonly seq: number;
  readonly at: Instant;
  readonly type: string;
  readonly subject: string;
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
  readonly cause: number | null;
  readonly root: string | null;
  /** JSON. */
  readonly data: string;
}

const fields =
  /^\{"seq":(\d+),"at":"([^"]+)","type":"([^"]+)","subject":"((?:[^"\\]|\\.)*)","rules":(\[[^\]]*\]),"assumptions":(\[[^\]]*\]),"cause":(null|\d+)(?:,"root":"([a-z]+)")?,"data":(.*)\}\n$/;

/** The row of a line, which comes from another thread. Its data stays as it is, and is read by nobody here. */
function rowOf(line: string): JournalRow {
  const match = fields.exec(line);
  if (match === null) throw new Error(`no journal entry: ${line}`);
  const [, seq, at = '', type = '', subject = '', rules = '', assumptions = '', cause, root = null, data = ''] = match;
  return {
    seq: Number(seq),
    at: instantOf(at),
    type,
    subject,
    rules: listOf(rules),
    assumptions: listOf(assumptions),
    cause: cause === 'null' ? null : Number(cause),
    root,
    data,
  };
}

const lists = new Map<string, readonly string[]>();

/** A JSON list of rules or assumptions: a journal has few different ones. */
function listOf(text: string): readonly string[] {
  let list = lists.get(text);
  if (list === undefined) {
    list = JSON.parse(text) as readonly string[];
    lists.set(text, list);
  }
  return list;
}

let lastText = '';
let lastAt: Instant = 0;

/** Many entries share an instant. */
function instantOf(text: string): Instant {
  if (text !== lastText) {
    const at = instantFromIso(text);
    if (typeof at !== 'number') throw new Error(`no instant: ${text}`);
    lastAt = at;
    lastText = text;
  }
  return lastAt;
}

/**
 * Numbers that grow are written as differences, which compress far better. The least and the greatest of a group help
 * readers only here.
 */
const growing = { encoding: 'DELTA_BINARY_PACKED' } as const;
const unordered = { statistics: false } as const;

function columnsOf(columns: JournalColumns): ColumnSource[] {
  return [
    { name: 'seq', data: columns.seq, ...growing },
    { name: 'at', data: columns.at, ...growing },
    { name: 'type', data: columns.type, ...unordered },
    { name: 'subject', data: columns.subject, ...unordered },
    { name: 'rules', data: columns.rules as string[][], ...unordered },
    { name: 'assumptions', data: columns.assumptions as string[][], ...unordered },
    { name: 'cause', data: columns.cause, ...growing },
    { name: 'root', data: columns.root, ...unordered },
    // Most are different, so that looking for those that are not would be in vain.
    { name: 'data', data: columns.data, encoding: 'PLAIN', ...unordered },
  ];
}

const string = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const required = { repetition_type: 'REQUIRED' } as const;
const optional = { repetition_type: 'OPTIONAL' } as const;

function listElements(name: string): SchemaElement[] {
  return [
    { name, ...required, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...string, ...required },
  ];
}

const schema: SchemaElement[] = [
  { name: 'journal', num_children: 9 },
  { name: 'seq', type: 'INT64', ...required },
  { name: 'at', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...required },
  { name: 'type', ...string, ...required },
  { name: 'subject', ...string, ...required },
  ...listElements('rules'),
  ...listElements('assumptions'),
  { name: 'cause', type: 'INT64', ...optional },
  { name: 'root', ...string, ...optional },
  { name: 'data', ...string, ...required },
];
