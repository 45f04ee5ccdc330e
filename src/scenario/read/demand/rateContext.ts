/**
 * The parts of a scenario that are needed to read a rate.
 */
import type { Instant } from '../../../engine/time.ts';
import type { ScenarioReading } from '../../text/reading.ts';

/** The run that a rate is for. */
export interface RateContext {
  readonly reading: ScenarioReading;
  /** null: it could not be read, which has been told. */
  readonly period: { readonly start: Instant; readonly end: Instant } | null;
}
