/** What a run costs, in events: a property that does not depend on the machine. */
import { hour } from '../engine/time.ts';
import type { Run } from '../experiment/run.ts';

/** Events of a finished run. */
export interface RunCost {
  readonly events: number;
  /** Per hour of virtual time: it rises if the simulator no longer looks ahead. */
  readonly eventsPerHour: number;
}

/** What a run cost so far. */
export function costOf({ scenario, sim, now }: Run): RunCost {
  const hours = (now - scenario.start) / hour;
  return { events: sim.events, eventsPerHour: hours > 0 ? sim.events / hours : 0 };
}
