/** The listening socket: plain HTTP over what the app answers, and an end that leaves no connection open. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { errorCode, exitCode, Stop } from '../exit.ts';
import { endWith } from './rawAnswer.ts';

export interface Listener {
  /** Where it is found: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly server: Server;
  /** Takes no more connections, and ends those there are that speak HTTP. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Takes over a connection that asks for another protocol. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Room for addresses that are too long, so that the app can say so. */
const headerBytesMax = 131_072;

export async function listen(app: Hono<{ Bindings: HttpBindings }>, options: ListenOptions): Promise<Listener> {
  const { host, port, upgrade } = options;
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer({ maxHeaderSize: headerBytesMax }, (request, response) => void answer(request, response));
  server.on('clientError', refuseBroken);
  server.on('upgrade', upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  }).catch((error: unknown) => {
    throw unlistenable(error, host, port);
  });
  const { address, family, port: real } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${real}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const reasons = new Map([
  ['EADDRINUSE', 'something else listens there; choose another port, or --port 0 for any that is free'],
  ['EACCES', 'permission denied; ports below 1024 are for the administrator'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'there is no such host'],
]);

function unlistenable(error: unknown, host: string, port: number): unknown {
  const why = reasons.get(errorCode(error) ?? '');
  return why === undefined ? error : new Stop(exitCode.usage, `cannot listen on ${host}:${port}: ${why}`);
}

/** What is no HTTP comes to no app: it is told so in the platform's shape all the same. */
function refuseBroken(error: Error, socket: Duplex): void {
  if (!socket.writable || (socket as Socket).destroyed) return;
  const isTooLong = errorCode(error) === 'HPE_HEADER_OVERFLOW';
  const [status, code] = isTooLong ? ([413, 'TOO_LARGE'] as const) : ([400, 'INVALID'] as const);
  const message = isTooLong ? 'the address and the headers are too long' : 'this is no HTTP request';
  endWith(socket, { status, headers: {}, body: { status, code, message, details: [], id: '' } });
}
