/** A stream as a client has it. */
import { once } from 'node:events';
import WebSocket, { type ClientOptions } from 'ws';
import type { SimServer } from '../../../src/node/serve/server.ts';

export interface Stream {
  readonly socket: WebSocket;
  /** All that came so far: texts, or bytes. */
  readonly messages: (string | Buffer)[];
  /** Code of its end. */
  readonly ended: Promise<number>;
}

/** Opens a stream; throws where it is refused. */
export async function opened(
  { url }: Pick<SimServer, 'url'>,
  path: string,
  options: ClientOptions = {},
): Promise<Stream> {
  const socket = new WebSocket(`${url}${path}`, options);
  const messages: (string | Buffer)[] = [];
  socket.on('message', (data: Buffer, isBinary) => messages.push(isBinary ? data : String(data)));
  const ended = new Promise<number>((resolve) => socket.on('close', resolve));
  await once(socket, 'open');
  return { socket, messages, ended };
}

/** What is answered to who asks for a stream and gets none. */
export function refused(
  { url }: Pick<SimServer, 'url'>,
  path: string,
  options: ClientOptions = {},
): Promise<{ readonly status: number; readonly headers: object; readonly body: unknown }> {
  const socket = new WebSocket(`${url}${path}`, options);
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error(`${path} was not refused`)));
    socket.on('error', () => {});
    socket.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (data) => {
        text += data;
      });
      const { statusCode = 0, headers } = response;
      response.on('end', () => resolve({ status: statusCode, headers, body: JSON.parse(text) }));
    });
  });
}

/** Says one thing, and hears all until the end. */
export async function said(
  server: Pick<SimServer, 'url'>,
  path: string,
  ...texts: readonly string[]
): Promise<Stream & { readonly code: number }> {
  const stream = await opened(server, path);
  for (const text of texts) stream.socket.send(text);
  return { ...stream, code: await stream.ended };
}

/** Waits until something is so, which takes less than ten seconds. */
export async function until(isSo: () => boolean): Promise<void> {
  const since = performance.now();
  while (!isSo()) {
    if (performance.now() - since > 10_000) throw new Error(`not so in time: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
