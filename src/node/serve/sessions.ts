/** The sessions of a server: the main one and its forks. */
import type { Session } from '../../experiment/session/session.ts';
import type { RealTime } from './liveClock.ts';
import { ServedSession } from './servedSession.ts';

/** Each holds a whole world. */
const forksMax = 100;

export class Sessions {
  readonly main: ServedSession;
  private readonly forks = new Map<string, ServedSession>();
  private count = 0;
  /** Forks that wait for their turn to be made. */
  private begun = 0;

  constructor(main: Session, real: RealTime) {
    this.main = new ServedSession(main, real);
  }

  /** Names of the forks, in the order in which they were made. */
  get names(): readonly string[] {
    return [...this.forks.keys()];
  }

  of(name: string): ServedSession | null {
    return this.forks.get(name) ?? null;
  }

  /** Creates a fork. @returns its name; null if there are too many */
  async fork(of: ServedSession): Promise<string | null> {
    if (this.forks.size + this.begun >= forksMax) return null;
    this.count += 1;
    const name = String(this.count);
    this.begun += 1;
    try {
      this.forks.set(name, await of.fork());
    } finally {
      this.begun -= 1;
    }
    return name;
  }

  /** @returns whether there was one of that name */
  drop(name: string): boolean {
    this.forks.get(name)?.close();
    return this.forks.delete(name);
  }

  close(): void {
    for (const one of [this.main, ...this.forks.values()]) one.close();
  }
}
