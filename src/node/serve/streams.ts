/** Connections that become streams (http: exec, tail): which one is asked for, and who may have it. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ApiResponse } from '../../platform/api/requests/request.ts';
import { routeOf } from '../../platform/api/requests/router.ts';
import { Tail } from '../../report/logs/tail.ts';
import { defectText } from '../defect.ts';
import { say } from '../say.ts';
import { type RequestError, rawFault } from './answer.ts';
import { callerOf, credentialIn, type Keys } from './caller.ts';
import { answerExec } from './execStream.ts';
import { type PlaceOptions, placeOf, type ServedPlace } from './place.ts';
import { endWith } from './rawAnswer.ts';
import { sendTail } from './tailStream.ts';

export interface StreamOptions extends PlaceOptions {
  readonly keys: Keys;
  /** Real milliseconds that a stream waits for its first message; default 10,000. */
  readonly patience?: number;
  /** Of this program, for defects. */
  readonly version: string;
}

export interface WebSocketStreams {
  /** Takes over a connection that asks for another protocol. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Waits for all streams to end, whose sessions have: not for long. */
  close(): Promise<void>;
}

/** In bytes: a file that is copied is one message; who listens to lines says nothing. */
const messageMax = { exec: 67_108_864, tail: 65_536 };
/** Real milliseconds in which a client is to say that it has heard of the end. */
const farewell = 500;

export function streamsOf(options: StreamOptions): WebSocketStreams {
  const execs = new WebSocketServer({ noServer: true, maxPayload: messageMax.exec });
  const tails = new WebSocketServer({ noServer: true, maxPayload: messageMax.tail });
  const servers = [execs, tails];
  for (const server of servers)
    server.on('wsClientError', ({ message }, socket, request) =>
      refuse(request, socket, options, { status: 400, code: 'INVALID', message }),
    );

  /** @returns what is wrong with it, if anything is */
  async function begin(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<RequestError | ApiResponse | null> {
    const { headers, url = '/' } = request;
    const place = placeOf(url, headers, options);
    if ('status' in place) return place;
    const protocol = headers.upgrade?.toLowerCase();
    const location = execLocation(place.path);
    const from = headerOf(request, 'x-svcsim-from');
    const { served } = place;
    if (protocol === 'websocket' && location !== null) {
      const { patience = 10_000, keys, version } = options;
      execs.handleUpgrade(request, socket, head, (stream) => {
        void answerExec(stream, { served, location, from, keys, patience, version });
      });
      return null;
    }
    if (protocol !== 'websocket' || !isTail(place))
      return { status: 404, code: 'NOT_FOUND', message: 'this path does not support a protocol upgrade' };
    const tail = await beginTail(request, place, options);
    if (!(tail instanceof Tail)) return tail;
    tails.handleUpgrade(request, socket, head, (stream) => sendTail(stream, tail, served, options.version));
    return null;
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      begin(request, socket, head).then(
        (answer) => {
          if (answer !== null) refuse(request, socket, options, answer);
        },
        (error: unknown) => {
          // Where sessions end, whoever waits is not answered.
          if (!options.sessions.main.isClosed)
            say(process.stderr, defectText(error, process.argv.slice(2), options.version));
          socket.destroy();
        },
      );
    },
    async close() {
      const late = setTimeout(() => {
        for (const { clients } of servers) for (const stream of clients) stream.terminate();
      }, farewell);
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      clearTimeout(late);
    },
  };
}

/** The location that stands in `/-remote/LOCATION/exec`; null: another path. */
function execLocation(path: string): string | null {
  const [, written] = /^\/-remote\/([^/]+)\/exec$/.exec(path) ?? [];
  if (written === undefined) return null;
  try {
    return decodeURIComponent(written);
  } catch {
    return null;
  }
}

function isTail({ served, path }: ServedPlace): boolean {
  const route = routeOf(path, served.session.origin.scenario.org);
  return route.what === 'logs' && route.way === 'tail';
}

function beginTail(
  request: IncomingMessage,
  { served, path, query }: ServedPlace,
  { keys }: StreamOptions,
): Promise<Tail | RequestError | ApiResponse> {
  const { session } = served;
  return served.ask(() => {
    const credential = credentialIn(request.headers.authorization ?? '');
    const caller = callerOf(credential, headerOf(request, 'x-svcsim-from'), keys, session);
    return 'status' in caller ? caller : session.tail({ method: 'GET', path: `${path}?${query}`, ...caller });
  });
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** Answers in the platform's one shape, as the app does. */
function refuse(
  request: IncomingMessage,
  socket: Duplex,
  { sessions }: StreamOptions,
  answer: RequestError | ApiResponse,
): void {
  const { method = 'GET', url: target = '/' } = request;
  endWith(socket, 'code' in answer ? rawFault(sessions.main.session, { method, target }, answer) : answer);
}
