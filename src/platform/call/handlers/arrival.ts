/**
 * Arrivals of single calls: when, and from which origin.
 */
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import { isSilent, originsOf } from '../../traffic/handlers/routes.ts';
import type { Rate } from '../../traffic/rate.ts';
import type { ActiveDemand } from '../../world.ts';
import { type CallOrigin, callerOf } from '../call.ts';
import type { ArrivalState } from '../source.ts';
import { drawLocation } from './place.ts';
import { receiveCall } from './reception.ts';
import { drawGap, findNext, settleSource, takeCall } from './source.ts';
import { serveAhead, stationOf } from './stationAhead.ts';

/** Schedules the first call of each demand with single calls. */
export function armArrivals(sim: Sim): void {
  sim.world.activeDemands.forEach(({ demand }, index) => {
    if (demand.arrivals.kind === 'fluid') return;
    const source = sim.world.sources[index]!;
    source.missing = drawGap(sim, demand.name, demand.arrivals, 0);
    addArrival(sim, index, source);
  });
}

/** Sets another rate for a demand from now on; its next call comes sooner or later accordingly. */
export function turnArrivals(sim: Sim, index: number, rate: Rate): void {
  const { world } = sim;
  const source = world.sources[index]!;
  settleSource(sim, source);
  source.flow = [rate];
  if (world.activeDemands[index]!.demand.arrivals.kind !== 'fluid') addArrival(sim, index, source);
}

/** Adds the next call to the agenda. */
function addArrival(sim: Sim, index: number, source: ArrivalState): void {
  findNext(sim, source);
  sim.add(source.dueAt, rank.traffic, kind['call.arrived'], 0, index);
}

export function onCallArrived(sim: Sim, _subject: number, index: number): void {
  const { world, now } = sim;
  const asked = world.activeDemands[index]!;
  const source = world.sources[index]!;
  if (now < source.dueAt) return;
  const { arrivals, name } = asked.demand;
  if (arrivals.kind === 'fluid') throw new Error(`${name} does not generate single requests`);
  const station = stationOf(sim, asked);
  if (station !== null) {
    const caller = callerAt(source, asked, originsOf(world, asked)[0]?.location ?? null);
    serveAhead(sim, station, { index, name, arrivals, source, caller });
    return;
  }
  settleSource(sim, source);
  while (takeCall(sim, source, name, arrivals)) callFrom(sim, asked, source);
  addArrival(sim, index, source);
}

function callFrom(sim: Sim, asked: ActiveDemand, source: ArrivalState): void {
  const { demand, to } = asked;
  const number = source.count;
  const origins = originsOf(sim.world, asked);
  if (isSilent(asked, origins)) return;
  const from = drawLocation(sim, demand.name, number, 'origin', origins);
  receiveCall(sim, to, { caller: callerAt(source, asked, from), number });
}

/** The caller of a demand at a location. */
function callerAt(source: ArrivalState, { demand, by }: ActiveDemand, from: string | null): CallOrigin {
  for (const caller of source.callers) if (caller.from === from) return caller;
  const caller = callerOf({ name: demand.name, from, by, ordinal: null, port: null });
  source.callers = [...source.callers, caller];
  return caller;
}
