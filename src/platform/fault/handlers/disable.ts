/**
 * Disables a location for a while, like a request to it would (LOC-7).
 */

import { performRequest } from '../../api/handlers/request.ts';
import type { Sim } from '../../handlers/note.ts';
import { isEnabled } from '../../handlers/settings.ts';
import type { FaultUnderWay } from '../fault.ts';
import { underWay } from './state.ts';

/** Disables the location; one that is already disabled stays disabled, also at the end of the fault. */
export function beginDisable(sim: Sim, { fault: { location }, cause }: FaultUnderWay): void {
  const { faults } = sim.world;
  if (location === null || !isEnabled(sim.world, location)) return;
  faults.disabled = [...faults.disabled.filter((one) => one !== location), location];
  write(sim, location, false, cause);
}

/** Enables the location again, unless another such fault is still active. */
export function endDisable(sim: Sim, { fault: { location } }: FaultUnderWay, cause: number): void {
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
