/** `svcsim serve`, started as somebody does who has another program talk to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bin, bringUpToDate } from '../node/built.ts';

export interface Server {
  readonly url: string;
  /** Virtual time goes on by so many seconds. */
  advance(seconds: number): Promise<void>;
  /** From now on virtual time is so many times faster than real time; 0: it stands still. */
  run(factor: number): Promise<void>;
  /** What is known of the session below a path such as `/clock`. */
  sim(path: string): Promise<string>;
  /** Ends it by a signal; throws where it does not go out well. */
  close(): Promise<void>;
}

bringUpToDate();

/** Serves a scenario from its start, where time stands still. Throws where it does not listen. */
export async function serve(text: string): Promise<Server> {
  const child = spawn(process.execPath, [bin, 'serve', '-', '--port', '0', '--json']);
  const ended = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    errors += piece;
  });
  child.stdin.end(text);
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => [null])]);
  if (typeof line !== 'string') throw new Error(`it does not listen: ${errors}`);
  const { url } = JSON.parse(line) as { readonly url: string };

  const ask = async (path: string, body?: object): Promise<string> => {
    const response = await fetch(`${url}/-sim${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`);
    return answer;
  };
  return {
    url,
    async advance(seconds) {
      await ask('/advance', { seconds });
    },
    async run(factor) {
      await (factor === 0 ? ask('/pause', {}) : ask('/run', { factor }));
    },
    sim: (path) => ask(path),
    async close() {
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) throw new Error(`it went out with ${code}: ${errors}`);
    },
  };
}
