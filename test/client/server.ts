/** The platform's API over HTTP for a run that stands still until it is told to move: as much of a server as the client needs. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Run } from '../../src/experiment/run.ts';
import type { Method } from '../../src/platform/control/kinds.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

export interface Server {
  readonly url: string;
  /** Virtual time goes on by so many seconds. */
  advance(seconds: number): Promise<void>;
  /** From now on virtual time is so many times faster than real time; 0: it stands still. */
  run(factor: number): Promise<void>;
  close(): Promise<void>;
}

/** Serves a scenario from its start; throws where the text is none. */
export async function serve(text: string): Promise<Server> {
  const { scenario, problems } = parseScenario(text, { file: 'served.yaml' });
  if (scenario === null) throw new Error(`no scenario: ${JSON.stringify(problems)}`);
  const live = new Run(scenario);
  let factor = 0;
  let since = performance.now();

  const move = (milliseconds: number) => {
    live.sim.runUntil(live.now + milliseconds, { included: true });
    live.settle();
  };
  const catchUp = () => {
    const now = performance.now();
    if (factor > 0) move(Math.floor((now - since) * factor));
    since = now;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString('utf8');
    catchUp();
    const {
      status,
      headers,
      body: said,
    } = live.request({
      method: request.method as Method,
      path: request.url ?? '/',
      body: body === '' ? undefined : JSON.parse(body),
      base: url,
      headers: { authorization: request.headers.authorization ?? '' },
    });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(said === null ? undefined : JSON.stringify(said));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      console.error(error);
      response.writeHead(500);
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async advance(seconds) {
      catchUp();
      move(seconds * 1_000);
    },
    async run(times) {
      catchUp();
      factor = times;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
