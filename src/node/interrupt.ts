/**
 * Ctrl-C, a closed terminal, a polite kill: the first asks a run to end where it stands, the second ends the program.
 */
import { exitCode } from './exit.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class Interrupt {
  #isRequested = false;
  readonly #ask = (): void => {
    if (this.#isRequested) process.exit(exitCode.interrupted);
    this.#isRequested = true;
  };

  constructor() {
    for (const signal of signals) process.on(signal, this.#ask);
  }

  /** Signals are heard between turns of the event loop: give it one before asking. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Signals do again what they do to any program. */
  close(): void {
    for (const signal of signals) process.off(signal, this.#ask);
  }
}
