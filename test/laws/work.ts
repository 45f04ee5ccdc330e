/**
 * How much a stretch of a run works: events of the simulation, and functions called, which are the same on every
 * machine.
 */
import { Session } from 'node:inspector';
import type { Run } from '../../src/experiment/run.ts';

export interface Work {
  readonly events: number;
  /** Of functions of the engine and of the platform. */
  readonly calls: number;
}

/** What a run works from now until an instant, or until so many events. */
export function workUntil(run: Run, until: number, eventsMax: number): Work {
  const before = run.sim.events;
  const calls = callsOf(() => {
    run.sim.runUntil(until, { eventsMax });
    run.settle();
  });
  return { events: run.sim.events - before, calls };
}

function callsOf(act: () => void): number {
  const session = new Session();
  session.connect();
  const post = (method: string, params: object = {}): object => {
    let answer: object = {};
    session.post(method, params, (error, result) => {
      if (error !== null) throw new Error(error.message);
      answer = result ?? {};
    });
    return answer;
  };
  try {
    post('Profiler.enable');
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    act();
    const { result } = post('Profiler.takePreciseCoverage') as Coverage;
    const own = result.filter(({ url }) => /\/src\/(engine|platform)\//.test(url));
    return own.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}
