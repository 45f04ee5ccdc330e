/**
 * What is said to who asks for a shell, a command or a copy of files in a replica: nothing is executed in a simulation,
 * and a client must hear so in the words that end it (`api.streams`).
 */

import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Assumptions } from '../../rules/assumptions.ts';
import { plainInLine } from '../../text/plain.ts';

/** The first message of an exec stream, as far as it counts. */
export interface ExecRequest {
  readonly token: string;
  readonly org: string;
  readonly gvc: string;
  /** Name of the replica. */
  readonly pod: string;
  readonly container: string;
  /** Empty: a shell is asked for. */
  readonly command: readonly string[];
  /** An upload follows, as one binary message. */
  readonly isUpload: boolean;
}

/** One message: text, or bytes. */
export type ExecMessage = string | Uint8Array;

/** The request in a first message; a text says what is wrong with it. */
export function readExec(text: string): ExecRequest | string {
  const given = parsed(text);
  if (given === null) return 'the first message must be a JSON object';
  const { token = '', command, shell, writeReceivedBytes } = given;
  if (typeof token !== 'string') return 'token must be a string';
  for (const key of ['org', 'gvc', 'pod', 'container'] as const) {
    if (typeof (given[key] ?? '') !== 'string') return `${key} must be a string`;
  }
  const words = typeof command === 'string' ? [command] : (command ?? []);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    return 'command must be a list of strings';
  if (words.length === 0 && shell === undefined) return 'expected command or shell; found neither';
  const textOf = (key: string): string => String(given[key] ?? '');
  return {
    token,
    org: textOf('org'),
    gvc: textOf('gvc'),
    pod: textOf('pod'),
    container: textOf('container'),
    command: words,
    isUpload: writeReceivedBytes === true,
  };
}

/**
 * The messages that end a stream, in their order; then it is closed.
 *
 * @param uploaded bytes of the binary message of an upload, which must be in before anything is answered; 0 where there
 * is none
 */
export function execAnswer(
  { command, isUpload }: Pick<ExecRequest, 'command' | 'isUpload'>,
  streams: Assumptions['api.streams'],
  uploaded: number,
): readonly ExecMessage[] {
  const accepts = streams === 'accept';
  if (isUpload) return accepts ? [String(uploaded)] : [explanation, failure];
  if (command[0] === 'tar' && command[1] === 'cf' && command[2] === '-') {
    return accepts
      ? [fileTar(command[3] ?? '', explanation)]
      : ['tar: cannot run: commands are not executed in a simulation'];
  }
  return accepts ? [explanation] : [explanation, failure];
}

/** What is answered to who may not connect. */
export function execRefusal(message: string): readonly ExecMessage[] {
  return [`Unauthorized: ${plainInLine(message)}`];
}

/** What is answered to who may, where there is nothing to connect to, or nothing that is understood. */
export function execFailure(message: string): readonly ExecMessage[] {
  return [`${notCreated}: ${plainInLine(message)}`];
}

const explanation = 'svcsim: commands are not executed in a simulation\r\n';
const notCreated = 'Failed to create terminal session';
/** A client exits with the number at its end. */
const failure = `${notCreated}: command terminated with exit code 126`;

function parsed(text: string): { readonly [key: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: unknown })
      : null;
  } catch {
    return null;
  }
}

const block = 512;

/**
 * An archive of one file of this path, without the slash before it; a path beyond 100 bytes is cut, which the form has
 * no room for.
 *
 * @param text what is in the file, of at most 512 bytes: a client takes an empty one for one of which something is
 * missing
 */
function fileTar(path: string, text: string): Uint8Array {
  const content = utf8ToBytes(text);
  if (content.length > block) throw new Error(`the content must fit in ${block} bytes; found ${content.length}`);
  // The head, the content, and two empty blocks for the end.
  const archive = new Uint8Array(4 * block);
  archive.set(content, block);
  const put = (text: string, at: number): void => archive.set(utf8ToBytes(text), at);
  archive.set(utf8ToBytes(path.replace(/^\/+/, '')).slice(0, 100), 0);
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  const sum = archive.subarray(0, block).reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
}
