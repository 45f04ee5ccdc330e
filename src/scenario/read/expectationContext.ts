/**
 * The parts of a scenario that are needed to read an expectation.
 */

import type { ScenarioReading } from '../text/reading.ts';
import type { Names } from './names.ts';

export interface ExpectationContext {
  readonly names: Names;
  /** Bytes of a GB (`unit.gb`). */
  readonly gbBytes: number;
  /** Of the bill; null: not known, which is a problem of its own. */
  readonly currency: string | null;
  readonly reading: ScenarioReading;
}
