/** Answers clients that request a shell, a command or a copy of files in a replica over a WebSocket (http: exec). */

import { setTimeout as pass } from 'node:timers/promises';
import type { RawData, WebSocket } from 'ws';
import {
  type ExecMessage,
  type ExecRequest,
  execAnswer,
  execFailure,
  execRefusal,
  readExec,
} from '../../experiment/session/exec.ts';
import type { Session } from '../../experiment/session/session.ts';
import type { Connection } from '../../platform/api/access/connect.ts';
import { defectText } from '../defect.ts';
import { say } from '../say.ts';
import { callerOf, credentialIn, type Keys } from './caller.ts';
import type { ServedSession } from './servedSession.ts';

export interface ExecOptions {
  readonly served: ServedSession;
  /** In which the replica is said to be. */
  readonly location: string;
  /** Link of the workload that it is said to come from; null: of none. */
  readonly from: string | null;
  readonly keys: Keys;
  /** Real milliseconds that it waits for the first message. */
  readonly patience: number;
  /** Of this program, for defects. */
  readonly version: string;
}

/**
 * Real milliseconds between a file and the end: a client that copies ends with the stream, even where it is still
 * writing what came.
 */
const settling = 250;

/** Hears what is asked for, says what there is to say, and ends the stream: always as one that has come to its end. */
export async function answerExec(socket: WebSocket, options: ExecOptions): Promise<void> {
  const { served, version } = options;
  const end = (why = ''): void => socket.close(1000, why);
  const unwatch = served.watch({ moved: () => {}, ended: () => end('the session has ended') });
  socket.on('close', unwatch);
  // Who breaks the protocol is told so by the socket itself, which then closes.
  socket.on('error', () => {});
  try {
    const messages = await conversation(socket, options);
    for (const message of messages) socket.send(message);
    if (messages.some((message) => typeof message !== 'string')) await pass(settling);
    end();
  } catch (error) {
    if (!served.isClosed) {
      say(process.stderr, defectText(error, process.argv.slice(2), version));
      for (const message of execFailure('defect in svcsim')) socket.send(message);
    }
    end();
  }
}

async function conversation(socket: WebSocket, options: ExecOptions): Promise<readonly ExecMessage[]> {
  const { served, patience } = options;
  const { session } = served;
  const { bodyBytes } = session.origin.scenario.assumptions['api.limits'];
  const [first, second] = firstMessages(socket);
  const asked = await within(patience, first);
  if (asked === null) return [];
  if (asked.length > bodyBytes) return execFailure(`the first message may have at most ${bodyBytes} bytes`);
  const request = readExec(asked.toString());
  if (typeof request === 'string') return execFailure(request);
  const connection = await served.ask(() => connectionOf(session, request, options));
  // A client that copies something crashes where it is answered before it is through.
  const uploaded = request.isUpload ? (await second).length : 0;
  if (connection.kind === 'forbidden') return execRefusal(connection.message);
  if (connection.kind === 'missing') return execFailure(connection.message);
  return execAnswer(request, session.origin.scenario.assumptions['api.streams'], uploaded);
}

/** Whether the one who has the token may connect to the replica, as both stand now. */
function connectionOf(
  session: Session,
  { token, org, gvc, pod, container }: ExecRequest,
  { location, from, keys }: ExecOptions,
): Connection {
  const caller = callerOf(credentialIn(token), from, keys, session);
  if ('status' in caller) return { kind: 'forbidden', message: caller.message };
  return session.connect({ ...caller, org, gvc, location, replica: pod, container });
}

/** The first two messages, as they come; more are nobody's. */
function firstMessages(socket: WebSocket): readonly [Promise<Buffer>, Promise<Buffer>] {
  const takers: ((data: Buffer) => void)[] = [];
  const next = (): Promise<Buffer> => new Promise((resolve) => takers.push(resolve));
  socket.on('message', (data: RawData) => takers.shift()?.(data as Buffer));
  return [next(), next()];
}

/** null: it took too long. */
async function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  const outcome = await Promise.race([value, late]);
  clearTimeout(timer);
  return outcome;
}
