/** The platform's own command line, as a person calls it who has set its environment to a server of these tests. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const program = require.resolve('@controlplane/cli/dist/src/cpln.js');
const guard = join(import.meta.dirname, 'guard.cjs');

/** How it went out where it reached for another address than the server's. */
const strayed = 99;

export interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it asked the server, in order of the answers. */
  readonly asked: readonly Asked[];
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface ClientOptions {
  /** Address of the server; the only one that it may reach. */
  readonly url: string;
  readonly org?: string;
  readonly gvc?: string;
  /** Default: any word, which an open server takes for its simulator. */
  readonly token?: string;
}

export interface CallOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How many times shorter its own waits of half a second and more are; default 1. */
  readonly hurry?: number;
  /** It is ended, with code null, when it has printed so many lines; default: it ends by itself. */
  readonly enough?: number;
  /**
   * Real time after which it is ended, which fails the test; default 60 s: the ten tries of a request that it does not
   * give up take far more.
   */
  readonly within?: number;
}

/** Of one server and one caller, with settings of its own below a folder that `close` removes. */
export class Client {
  private readonly folder = mkdtempSync(join(tmpdir(), 'svcsim-client-'));
  private readonly env: Readonly<Record<string, string>>;
  private calls = 0;

  constructor({ url, org = 'acme', gvc, token = 'anybody' }: ClientOptions) {
    this.env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      CPLN_HOME: join(this.folder, 'settings'),
      CPLN_SKIP_UPDATE_CHECK: '1',
      SKIP_K8S_CONVERTER_LOGGING: 'true',
      CPLN_ENDPOINT: url,
      CPLN_TOKEN: token,
      CPLN_ORG: org,
      ...(gvc === undefined ? {} : { CPLN_GVC: gvc }),
      ONLY: new URL(url).host,
    };
  }

  /** Runs one command to its end. Throws where it does not end in time, or reaches for anything but the server. */
  call(
    args: readonly string[],
    { input = '', env = {}, hurry = 1, enough = Number.POSITIVE_INFINITY, within = 60_000 }: CallOptions = {},
  ): Promise<Answer> {
    const askedPath = join(this.folder, `asked-${++this.calls}`);
    writeFileSync(askedPath, '');
    return new Promise((settle, fail) => {
      const child = spawn(process.execPath, ['--require', guard, program, ...args], {
        cwd: this.folder,
        env: { ...this.env, ASKED: askedPath, HURRY: String(hurry), ...env },
        timeout: within,
        killSignal: 'SIGKILL',
      });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        stdout += text;
        if (stdout.split('\n').length > enough) child.kill();
      });
      child.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text;
      });
      child.on('error', fail);
      child.on('close', (code, signal) => {
        const said = `cpln ${args.join(' ')}\n${stdout}${stderr}`;
        if (signal === 'SIGKILL') fail(new Error(`did not end within ${within} ms: ${said}`));
        else if (code === strayed) fail(new Error(`reached for another address: ${said}`));
        else settle({ code, stdout, stderr, asked: askedIn(readFileSync(askedPath, 'utf8')) });
      });
      child.stdin.on('error', () => {}).end(input);
    });
  }

  /** What a command prints; throws where it fails. */
  async text(...args: string[]): Promise<string> {
    const answer = await this.call(args);
    if (answer.code !== 0)
      throw new Error(`exit ${answer.code}: cpln ${args.join(' ')}\n${answer.stdout}${answer.stderr}`);
    return answer.stdout;
  }

  /** What a command prints as JSON; throws where it fails. */
  async json<Value>(...args: string[]): Promise<Value> {
    return JSON.parse(await this.text(...args, '--output', 'json')) as Value;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function askedIn(lines: string): Asked[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Asked);
}
