/** The exit codes, and the errors that carry one. */

export const exitCode = {
  ok: 0,
  /** An expectation or a comparison failed. */
  failed: 1,
  usage: 2,
  /** Invalid scenario or price book. */
  invalid: 3,
  /** A defect of svcsim. */
  defect: 4,
  /** Cannot write: full disk, read-only folder. */
  unwritable: 5,
  /** The runs that were allowed do not decide the question. */
  undecided: 6,
  interrupted: 130,
} as const;

/** Ends the program with a message for the user and without a stack trace. */
export class Stop extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const writeErrors = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would exceed the allowed size'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'not permitted'],
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EISDIR', 'a folder of this name exists, and a file is needed'],
  ['EEXIST', 'a file of this name exists, and a folder is needed'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['EIO', 'the device does not answer'],
]);

const folderAdvice = 'Nothing was changed. Choose another folder with --out DIR.';

/**
 * Turns an error about writing into a `Stop` with the reason; returns any other error as it is.
 *
 * @param advice a sentence after the reason; '' for none
 */
export function unwritable(error: unknown, path: string, advice: string = folderAdvice): unknown {
  const code = errorCode(error);
  const why = code === null ? undefined : writeErrors.get(code);
  if (why === undefined) return error;
  return new Stop(exitCode.unwritable, `cannot write ${path}: ${why}. ${advice}`.trimEnd());
}

/** The system's error code, such as `ENOENT`, or null. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
