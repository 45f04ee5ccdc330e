/** An answer over a bare connection, where no app gives it. */

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { plainJson } from '../../text/plain.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
}

/**
 * Answers in JSON, and ends the connection: nobody else looks after it any more, and whoever keeps his side of it open
 * keeps no server from ending.
 */
export function endWith(socket: Duplex, { status, headers, body }: RawAnswer): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  const text = plainJson(body);
  const all = { ...headersOf(text), Connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
}

/** Answers in JSON a request that no app is to see; its connection goes on. */
export function answerWith(response: ServerResponse, { status, headers, body }: RawAnswer): void {
  const text = plainJson(body);
  response.writeHead(status, { ...headersOf(text), ...headers });
  response.end(text);
}

function headersOf(text: string): { readonly [name: string]: string } {
  return { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
}
