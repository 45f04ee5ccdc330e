/**
 * A `fault:` of the timeline while it is read: its place in the file, and whether it was valid so far.
 */

import type { Instant } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { shown } from '../../shape/shape.ts';
import type { Complaint } from '../../text/problem.ts';
import type { ScenarioReading } from '../../text/reading.ts';
import { type Tree, type TreeMap, valueAt } from '../../text/tree.ts';
import type { Names } from '../names.ts';

export interface FaultContext {
  readonly reading: ScenarioReading;
  readonly names: Names;
  readonly assumptions: Assumptions;
  readonly gbBytes: number;
  /** Of the run; null where it is not known. */
  readonly period: { readonly start: Instant; readonly end: Instant } | null;
}

export class FaultEntry {
  readonly root: TreeMap;
  readonly context: FaultContext;
  /** Of the entry in the timeline. */
  readonly path: Path;
  /** Nothing was complained of. */
  isGood = true;

  constructor(root: TreeMap, path: Path, context: FaultContext) {
    this.root = root;
    this.path = path;
    this.context = context;
  }

  /** What stands under keys of the entry. */
  at(...keys: readonly (string | number)[]): Tree | undefined {
    return valueAt(this.root, [...this.path, ...keys]);
  }

  /** The quantity under keys of the entry; null where there is none, or none that can be read, which is a problem. */
  read(keys: readonly string[], parse: (value: unknown) => number | null, expected: string): number | null {
    const value = this.at(...keys);
    if (value === undefined) return null;
    const result = parse(value);
    if (result !== null) return result;
    return this.complain(keys, { code: 'bad-unit', message: `${expected}, found ${shown(value)}` });
  }

  /** Whether a key stands there with a value of another shape, which has been said. */
  isBroken(...keys: readonly string[]): boolean {
    return this.context.reading.hasBreach(this.root, [...this.path, ...keys]);
  }

  /** @returns null, as nothing could be read */
  complain(keys: readonly (string | number)[], complaint: Complaint): null {
    this.isGood = false;
    this.context.reading.complain(this.root, [...this.path, ...keys], complaint);
    return null;
  }
}
