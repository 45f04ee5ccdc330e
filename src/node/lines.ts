/** Report files of any size, line by line or piece by piece. */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { errorCode, exitCode, Stop } from './exit.ts';
import { isNamedPipe } from './namedPipe.ts';

const chunkBytes = 1 << 20;

/** The lines of a text file of any size, one after the other, without their ends; an empty last one is left out. */
export function* linesOf(path: string): Generator<string> {
  const lineEnd = 0x0a;
  let rest = Buffer.alloc(0);
  for (const chunk of chunksOf(path)) {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(lineEnd); to !== -1; to = bytes.indexOf(lineEnd, from)) {
      yield bytes.toString('utf8', from, to);
      from = to + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

/** The bytes of a report file, piece by piece; each is overwritten by the next. */
export function* chunksOf(path: string): Generator<Uint8Array> {
  const file = openFile(path);
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let count = read(file, chunk, path); count > 0; count = read(file, chunk, path))
      yield chunk.subarray(0, count);
  } finally {
    closeSync(file);
  }
}

/** Opens a report file for reading. Throws a `Stop` if that fails, or if it is a named pipe. */
export function openFile(path: string): number {
  refusePipe(path);
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** The text of a report file. Throws a `Stop` if it is a named pipe; errors of the system pass through. */
export function textOfFile(path: string): string {
  refusePipe(path);
  return readFileSync(path, 'utf8');
}

function refusePipe(path: string): void {
  if (existsSync(path) && isNamedPipe(path))
    throw new Stop(exitCode.usage, `cannot read ${path}: it is a named pipe, not a report file`);
}

function read(file: number, chunk: Buffer, path: string): number {
  try {
    return readSync(file, chunk);
  } catch (error) {
    throw unreadable(error, path);
  }
}

const reasons = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a folder'],
]);

/** Turns an error of the system into a `Stop` with the reason; returns any other error as it is. */
export function unreadable(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === null) return error;
  return new Stop(exitCode.usage, `cannot read ${path}: ${reasons.get(code) ?? `the system says ${code}`}`);
}
