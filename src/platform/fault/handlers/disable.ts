/**
 * A location is disabled for a while, by a request to it (LOC-7).
 */

import { performRequest } from '../../api/handlers/request.ts';
import type { Sim } from '../../handlers/note.ts';
import { isEnabled } from '../../handlers/settings.ts';
import type { FaultUnderWay } from '../fault.ts';
import { underWay } from './state.ts';

/** The location is disabled; one that is so already stays as it is, also at the end. */
export function begun(sim: Sim, { fault: { location }, cause }: FaultUnderWay): void {
  const { faults } = sim.world;
  if (location === null || !isEnabled(sim.world, location)) return;
  faults.disabled = [...faults.disabled.filter((one) => one !== location), location];
  write(sim, location, false, cause);
}

/** It is enabled again, unless another such fault goes on. */
export function ended(sim: Sim, { fault: { location } }: FaultUnderWay, cause: number): void {
  const { faults } = sim.world;
  if (location === null || !faults.disabled.includes(location)) return;
  if (underWay(sim.world, 'disable').some(({ fault }) => fault.location === location)) return;
  faults.disabled = faults.disabled.filter((one) => one !== location);
  if (!isEnabled(sim.world, location)) write(sim, location, true, cause);
}

function write(sim: Sim, location: string, enabled: boolean, cause: number): void {
  const path = `/org/${sim.world.setup.org}/location/${location}`;
  performRequest(sim, { method: 'PATCH', path, body: { spec: { enabled } } }, cause);
}
