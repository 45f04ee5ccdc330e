/** Starts `scripts/trial.ts`, gives it trials one after the other, and ends it where one does not end. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Message, Trial } from './trial.ts';

const program = fileURLToPath(new URL('trial.ts', import.meta.url));
/**
 * Milliseconds without any outcome, after which a trial counts as endless; the longest test file needs a third of that.
 */
const patience = 180_000;

/** Why each test file and scenario of a trial failed, by its path; null: it passed. */
export type Outcomes = ReadonlyMap<string, string | null>;

/** A process for trials, started anew when one has ended it. */
export class Trials {
  private process: ChildProcess | null = null;

  /** Runs the tests and scenarios of a trial. What ends the process, or does not end, fails. */
  async outcomesOf(trial: Trial): Promise<Outcomes> {
    const outcomes = new Map<string, string | null>();
    const end = await this.attempt(trial, outcomes);
    const left = {
      tests: trial.tests.filter((file) => !outcomes.has(file)),
      scenarios: trial.scenarios.filter((file) => !outcomes.has(file)),
    };
    const files = [...left.tests, ...left.scenarios];
    if (files.length === 1) for (const file of files) outcomes.set(file, end);
    // One of these made the process stop: each has a trial of its own.
    else
      for (const file of files) {
        const isTest = left.tests.includes(file);
        const single = { ...trial, tests: isTest ? [file] : [], scenarios: isTest ? [] : [file] };
        for (const [name, failed] of await this.outcomesOf(single)) outcomes.set(name, failed);
      }
    return outcomes;
  }

  stop(): void {
    this.process?.kill('SIGKILL');
    this.process = null;
  }

  /** @returns why there are no more outcomes */
  private attempt(trial: Trial, outcomes: Map<string, string | null>): Promise<string> {
    this.process ??= fork(program, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { process } = this;
    return new Promise((resolve) => {
      const finish = (why: string): void => {
        clearTimeout(timer);
        process.off('message', listen);
        process.off('exit', died);
        resolve(why);
      };
      const giveUp = (why: string): void => {
        this.stop();
        finish(why);
      };
      const listen = (message: unknown): void => {
        const outcome = message as Message;
        if (outcome === null) finish('did not run');
        else {
          outcomes.set(outcome.file, outcome.failed);
          timer.refresh();
        }
      };
      const died = (): void => giveUp('ends the process');
      const timer = setTimeout(() => giveUp('does not end'), patience);
      process.on('message', listen);
      process.on('exit', died);
      process.send(trial);
    });
  }
}
