/** The listening socket: serves the app over plain HTTP, and closes all connections at the end. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { errorCode, exitCode, Stop } from '../exit.ts';
import type { RequestError } from './answer.ts';
import { addressOf } from './head.ts';
import { answerWith, endWith, type RawAnswer } from './rawAnswer.ts';

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
  /** What is answered to what comes to no app; of what is no request, method and target are ''. */
  readonly refusal: (asked: { readonly method: string; readonly target: string }, fault: RequestError) => RawAnswer;
}

/** Room for addresses that are too long, so that the app can say so. */
const headerBytesMax = 131_072;

export async function listen(app: Hono<{ Bindings: HttpBindings }>, options: ListenOptions): Promise<Listener> {
  const { host, port, upgrade, refusal } = options;
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const refused = ({ method = '', url: target = '' }: IncomingMessage, fault: RequestError): RawAnswer =>
    refusal({ method, target }, fault);
  const server = createServer({ maxHeaderSize: headerBytesMax, requireHostHeader: false }, (request, response) => {
    const fault = settleHost(request);
    if (fault === null) void answer(request, response);
    else answerWith(response, refused(request, fault));
  });
  server.on('upgrade', (request, socket, head) => {
    const fault = settleHost(request);
    if (fault === null) upgrade(request, socket, head);
    else endWith(socket, refused(request, fault));
  });
  server.on('connect', (request, socket) => endWith(socket, refused(request, noTunnel)));
  server.on('checkExpectation', (request, response) => answerWith(response, refused(request, unexpected)));
  server.on('clientError', (error, socket) => {
    if (socket.writable && !(socket as Socket).destroyed)
      endWith(socket, refusal({ method: '', target: '' }, brokenOf(error)));
  });
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
  ['EADDRINUSE', 'the port is in use; choose another port, or --port 0 for a free one'],
  ['EACCES', 'permission denied; ports below 1024 need administrator rights'],
  ['EADDRNOTAVAIL', 'this machine does not have this address'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'there is no such host'],
]);

function unlistenable(error: unknown, host: string, port: number): unknown {
  const why = reasons.get(errorCode(error) ?? '');
  return why === undefined ? error : new Stop(exitCode.usage, `cannot listen on ${host}:${port}: ${why}`);
}

/** Has a request call its host by one name; or says why it cannot be told. */
function settleHost(request: IncomingMessage): RequestError | null {
  const address = addressOf(request);
  if ('status' in address) return address;
  request.headers.host = address.host;
  return null;
}

const noTunnel: RequestError = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'the method CONNECT is not supported',
};
const unexpected: RequestError = {
  status: 417,
  code: 'INVALID',
  message: 'the Expect header supports only 100-continue',
};

/** What is wrong with what is no HTTP, or comes to no end. */
function brokenOf(error: Error): RequestError {
  const code = errorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 413, code: 'TOO_LARGE', message: 'the URL and the headers are too long' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, code: 'INVALID', message: 'the request was not complete in time' };
  return { status: 400, code: 'INVALID', message: 'this is not an HTTP request' };
}
