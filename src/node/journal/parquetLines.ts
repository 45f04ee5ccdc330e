/** Reads `journal.parquet` as the lines that `journal.ndjson` of the same run has. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { isoFromInstant } from '../../engine/time.ts';
import { openFile } from '../lines.ts';
import { stoppedKey } from './journalFormat.ts';

/** The lines without their ends, a group of rows at a time, so that memory does not grow with the file. */
export async function* parquetLines(path: string): AsyncGenerator<readonly string[]> {
  const opened = openFile(path);
  try {
    const file = bufferOf(opened);
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const { num_rows: count } of metadata.row_groups) {
      const rowEnd = rowStart + Number(count);
      const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
      yield (rows as unknown as readonly ReadRow[]).map(lineOf);
      rowStart = rowEnd;
    }
    const stopped = metadata.key_value_metadata?.find(({ key }) => key === stoppedKey)?.value;
    if (stopped !== undefined) yield [stopped];
  } finally {
    closeSync(opened);
  }
}

interface ReadRow {
  readonly seq: bigint;
  readonly at: Date;
  readonly type: string;
  readonly subject: string;
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
  readonly cause: bigint | null;
  readonly root: string | null;
  readonly data: string;
}

function lineOf({ seq, at, type, subject, rules, assumptions, cause, root, data }: ReadRow): string {
  const begun = root === null ? '' : `,"root":"${root}"`;
  return `{"seq":${seq},"at":"${isoFromInstant(at.getTime())}","type":"${type}","subject":"${subject}","rules":${JSON.stringify(rules)},"assumptions":${JSON.stringify(assumptions)},"cause":${cause}${begun},"data":${data}}`;
}

function bufferOf(file: number): AsyncBuffer {
  const byteLength = fstatSync(file).size;
  return {
    byteLength,
    slice(from, until = byteLength) {
      const bytes = new Uint8Array(until - from);
      let done = 0;
      while (done < bytes.length) {
        const count = readSync(file, bytes, done, bytes.length - done, from + done);
        if (count === 0) throw new Error('the file ends too early');
        done += count;
      }
      return bytes.buffer;
    },
  };
}
