/** Programs that a test of the queue starts, kills and waits for: a Redis, workers, coordinators. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bin, bringUpToDate } from '../../built.ts';

/** Whether this machine has Debian's redis-server; the tests of the queue need it. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0;

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A program that runs beside the test, with all that it prints. */
export class Program {
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  stdout = '';
  stderr = '';

  constructor(command: string, args: readonly string[], cwd: string) {
    this.#child = spawn(command, args, { cwd });
    this.#child.stdout?.on('data', (data) => {
      this.stdout += data;
    });
    this.#child.stderr?.on('data', (data) => {
      this.stderr += data;
    });
    this.#closed = new Promise((resolve) => this.#child.on('close', () => resolve()));
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  send(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Waits for the end. @returns the exit code, or the signal that ended it */
  async ended(): Promise<number | string | null> {
    await this.#closed;
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  /** Waits until the program has printed something on its error stream. */
  async said(text: RegExp): Promise<void> {
    while (this.isRunning && !text.test(this.stderr)) await setTimeout(5);
    if (!text.test(this.stderr)) throw new Error(`the program ended without ${text}: ${this.stderr}`);
  }
}

/** `svcsim`, as a program of its own. */
export function svcsimBeside(args: readonly string[], cwd: string): Program {
  bringUpToDate();
  return new Program(process.execPath, [bin, ...args], cwd);
}

/** A Redis on a free port, which keeps nothing on disk. */
export class TestRedis {
  readonly port: number;
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'svcsim-redis-'));
  #program: Program;

  private constructor(port: number) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#program = this.#started();
  }

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.answers();
    return redis;
  }

  #started(): Program {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    return new Program('redis-server', options, this.#folder);
  }

  async answers(): Promise<void> {
    while (this.ask('ping') !== 'PONG') await setTimeout(20);
  }

  /** What Redis answers to a command. */
  ask(...command: readonly string[]): string {
    return spawnSync('redis-cli', ['-p', String(this.port), ...command], { encoding: 'utf8' }).stdout.trim();
  }

  /** Ends it at once; all that it held is lost. */
  async kill(): Promise<void> {
    this.#program.send('SIGKILL');
    await this.#program.ended();
  }

  async startAgain(): Promise<void> {
    this.#program = this.#started();
    await this.answers();
  }

  async close(): Promise<void> {
    if (this.#program.isRunning) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
