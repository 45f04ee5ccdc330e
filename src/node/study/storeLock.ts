/**
 * A lock file, so that two programs do not write into one store. It outlives a program that is killed, and the next
 * program then sees that its holder is dead.
 */
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../exit.ts';

/** Who holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Tells two processes with one number apart; null: the system does not say when a process began. */
  readonly born: string | null;
}

/** A file that is being written is empty for a moment; one that stays so was left by a program that was killed. */
const patience = { tries: 20, pauseMs: 25 };

export class StoreLock {
  readonly #path: string;
  readonly #text: string;
  readonly #release = (): void => this.release();

  private constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
    process.once('exit', this.#release);
  }

  /**
   * Takes the lock.
   *
   * @returns the lock, with the dead holder that it was taken from, or the living one that keeps it
   * @throws errors of the file system
   */
  static take(path: string): { readonly lock: StoreLock; readonly from: LockHolder | null } | LockHolder {
    const own: LockHolder = { pid: process.pid, host: hostname(), born: bornOf(process.pid) };
    const text = `${JSON.stringify(own)}\n`;
    let from: LockHolder | null = null;
    for (let tries = 0; ; ) {
      if (isCreated(path, text)) return { lock: new StoreLock(path, text), from };
      const found = textOf(path);
      const holder = found === null ? null : holderIn(found);
      if (holder !== null && isAlive(holder)) return holder;
      tries += 1;
      if (holder === null && tries < patience.tries) {
        pause(patience.pauseMs);
      } else if (found !== null) {
        removeStale(path, found);
        from = holder;
      }
    }
  }

  /** Removes the file, unless another program has taken it. */
  release(): void {
    process.off('exit', this.#release);
    if (textOf(this.#path) === this.#text) rmSync(this.#path, { force: true });
  }
}

function isCreated(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

/** Takes a stale file away. If another program was quicker, the file is that program's lock by now, and is put back. */
function removeStale(path: string, text: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (textOf(aside) !== text) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Null: it is not written yet, or was never written whole. */
function holderIn(text: string): LockHolder | null {
  try {
    const { pid, host, born } = JSON.parse(text) as Partial<LockHolder>;
    if (typeof pid !== 'number' || typeof host !== 'string') return null;
    return { pid, host, born: typeof born === 'string' ? born : null };
  } catch {
    return null;
  }
}

/** Of another machine nothing is known, so its programs count as alive. */
function isAlive({ pid, host, born }: LockHolder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  const found = bornOf(pid);
  return found === null || (found !== 'dead' && (born === null || found === born));
}

/**
 * When a process began, as text: the boot of the machine and the ticks since. `dead`: it has ended, and its parent has
 * not noticed yet. Null where the system does not say; Linux does.
 */
function bornOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name of the program, between parentheses, may hold blanks and parentheses.
    const [state = '', ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return 'ZX'.includes(state) ? 'dead' : `${boot} ${fields[18]}`;
  } catch {
    return null;
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
