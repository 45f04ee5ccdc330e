/**
 * Ctrl-C, a closed terminal, a polite kill: the first asks a run to end where it stands, the second ends the program.
 */
import { exitCode, Stop } from './exit.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class Interrupt {
  readonly #controller = new AbortController();
  readonly #ask = (): void => {
    if (this.isRequested) process.exit(exitCode.interrupted);
    this.#controller.abort(new Stop(exitCode.interrupted, 'interrupted'));
  };

  constructor() {
    for (const signal of signals) process.on(signal, this.#ask);
  }

  /** Signals are heard between turns of the event loop: give it one before asking. */
  get isRequested(): boolean {
    return this.signal.aborted;
  }

  /** Ends what happens in other threads at once; its reason is a `Stop`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Signals do again what they do to any program. */
  close(): void {
    for (const signal of signals) process.off(signal, this.#ask);
  }
}
