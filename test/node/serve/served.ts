/** A server in this process, on any port that is free, and how it is asked. */
import { type AddressInfo, connect } from 'node:net';
import { afterEach } from 'vitest';
import { asciiJson } from '../../../src/experiment/session/record.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import { type ServerOptions, type SimServer, serveSession } from '../../../src/node/serve/server.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { busyShop } from '../../experiment/session/asked.ts';

const open: SimServer[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks at is what it expects.
  readonly body: any;
}

export interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  /** As it is sent, in the place of `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Server extends SimServer {
  ask(path: string, asked?: Asked): Promise<Answer>;
}

/** Serves a document, `busyShop` by default, until the test is over. */
export async function served(doc: object = busyShop, options: Partial<ServerOptions> = {}): Promise<Server> {
  const text = asciiJson(doc);
  const file = { file: 'shop.json' };
  const { scenario, problems } = parseScenario(text, file);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  const session = new Session({ scenario, text, options: file });
  const given = { host: '127.0.0.1', port: 0, keys: new Map<string, string>(), simKey: null, version: '0.0.0' };
  const server = await serveSession(session, { ...given, ...options });
  open.push(server);
  return { ...server, ask: (path, asked) => ask(server.url, path, asked) };
}

export async function ask(url: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method, body, raw, headers = {} } = asked;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${url}${path}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: { Authorization: 'Bearer any', ...headers },
    redirect: 'manual',
    ...(sent === undefined ? {} : { body: sent as string }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonIn(text) };
}

/** Sends bytes as they are. @returns all that comes back until the connection ends */
export function sendRaw({ server }: SimServer, text: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', (data) => {
      heard += String(data);
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
