/** A stream of lines over a socket, no faster than it is read. */

import type { WebSocket } from 'ws';
import { streamsOf } from '../../report/logs/answer.ts';
import type { Tail } from '../../report/logs/tail.ts';
import { plainJson } from '../../text/plain.ts';
import { defectText } from '../defect.ts';
import { say } from '../say.ts';
import { Rounds } from './rounds.ts';
import type { ServedSession } from './servedSession.ts';

/** Lines of one message. */
const linesMax = 1_000;
/** Bytes that wait to be read: beyond them nothing more is sent. */
const unreadMax = 1_048_576;

/** Of all streams of this process. */
const rounds = new Rounds();

/**
 * Sends lines as they come, `{"streams": [{stream, values}]}` a message, until either side ends it. Where they are not
 * read they are not made: the session keeps what they follow from.
 *
 * @param version of this program, for defects
 */
export function sendTail(socket: WebSocket, tail: Tail, served: ServedSession, version: string): void {
  const send = (): boolean => {
    try {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount > unreadMax) return false;
      const lines = tail.take(served.session.now, linesMax);
      if (lines.length > 0) socket.send(plainJson({ streams: streamsOf(lines) }), due);
      return lines.length === linesMax || tail.hasMore;
    } catch (error) {
      say(process.stderr, defectText(error, process.argv.slice(2), version));
      socket.close(1011, 'defect in svcsim');
      return false;
    }
  };
  /** Between slices of an advance, so that lines are taken while they come. */
  const due = (): void => rounds.add(send);
  const unwatch = served.watch({ moved: due, ended: () => socket.close(1001, 'the session has ended') });
  // Who breaks the protocol is told so by the socket itself, which then closes.
  socket.on('error', () => {});
  socket.on('close', () => {
    unwatch();
    tail.close();
  });
  due();
}
