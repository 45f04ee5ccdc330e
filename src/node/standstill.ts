/** A scenario whose time stands still, as the end of a verb. */
import { StandstillError } from '../engine/standstill.ts';
import { explainStandstill } from '../platform/handlers/standstill.ts';
import { exitCode, Stop } from './exit.ts';

/** The same error as a `Stop` that names the loop and what to change; any other comes back as it was. */
export function stopAtStandstill(error: unknown): unknown {
  if (!(error instanceof StandstillError)) return error;
  const { message, hint } = explainStandstill(error);
  return new Stop(exitCode.invalid, `${message}; ${hint}`);
}
