/**
 * Chooses the location of a call.
 */

import { uniformOf } from '../../../engine/random.ts';
import type { Sim } from '../../handlers/note.ts';
import type { DemandOrigin } from '../../traffic/demand.ts';
import { isFoundFrom, isHidden } from '../../traffic/discovery.ts';
import { sharesOf } from '../../traffic/shares.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { deploymentAt, deploymentsOf } from '../../world.ts';
import type { CallSource } from '../call.ts';
import { isOpen } from './openness.ts';

/** Deployments answer, and the caller finds none of them (`discovery.duration`, `discovery.resume`). */
export interface Undiscovered {
  readonly kind: 'undiscovered';
  readonly answering: readonly Deployment[];
}

/**
 * The deployment of a call (13.3): the nearest to its caller among those that answer and that it finds; if none
 * answers, among those that are meant to; else any, which then refuses it. Null if the workload is in no location, or
 * serves no port.
 */
export function placeOf(
  sim: Sim,
  workload: string,
  { caller, number }: CallSource,
  location: string | null,
): Deployment | Undiscovered | null {
  const { world } = sim;
  const { by, from, name } = caller;
  const everywhere = world.deployments.get(workload);
  if (everywhere?.length === 1 && by === null && location === null) {
    // Most workloads are in one place, which callers from outside always find.
    const only = deploymentAt(world, everywhere[0]!);
    return only.settings.hasPort ? only : null;
  }
  const all = deploymentsOf(world, workload).filter(
    (one) => one.settings.hasPort && (location === null || one.location === location),
  );
  const answering = all.filter(({ serves }) => serves);
  const found = by !== null && answering.some(isHidden) ? answering.filter((one) => isFoundFrom(one, from)) : answering;
  if (answering.length > 0 && found.length === 0) return { kind: 'undiscovered', answering };
  const open = answering.length > 0 ? found : all.filter(isOpen);
  const places = open.length > 0 ? open : all;
  if (places.length <= 1) return places[0] ?? null;
  const shares = sharesOf(
    from === null ? [] : [{ location: from, share: 1 }],
    places.map((one) => one.location),
    world.setup,
    world.assumptions['traffic.route.location'],
  );
  const chances = [...shares].map(([place, share]) => ({ location: place, share }));
  const chosen = drawLocation(sim, name, number, 'place', chances);
  return places.find((one) => one.location === chosen) ?? null;
}

/** Draws one of several locations by their shares; with a single one nothing is drawn. Null if there is none. */
export function drawLocation(
  sim: Sim,
  name: string,
  number: number,
  purpose: string,
  chances: readonly DemandOrigin[],
): string | null {
  if (chances.length <= 1) return chances[0]?.location ?? null;
  let left = uniformOf(sim.streams.keyOf(sim.streams.openFor(name, purpose), number));
  for (const { location, share } of chances) {
    left -= share;
    if (left < 0) return location;
  }
  return chances.at(-1)?.location ?? null;
}
