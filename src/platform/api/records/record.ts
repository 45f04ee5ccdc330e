/**
 * Records of the requested state: one for each resource, an immutable document with its place and its history.
 */
import type { Instant } from '../../../engine/time.ts';
import type { JsonObject } from '../document/json.ts';
import type { Kind } from './kinds.ts';

/** The parts of a record that a client writes (RES-2). */
export interface Document {
  /** The name where the client gave none. */
  readonly description: string;
  readonly tags: JsonObject;
  /** As written, normalised, without defaults: `withDefaults` adds them. */
  readonly spec: JsonObject;
  /**
   * Further top-level fields: a location's `provider` and `region`, and what the platform does not know
   * (`fields.unknown`).
   */
  readonly more: JsonObject;
}

/** One resource as the control plane keeps it; shared by forks, replaced whole by every change. */
export interface StoredRecord extends Document {
  readonly kind: Kind;
  /** `/org/acme/gvc/shop/workload/api`. */
  readonly link: string;
  readonly name: string;
  /** The link that it was made with, where it has had another name since (`location.rename`): its id follows that. */
  readonly firstLink?: string;
  /** The name of the GVC it lives in; null for kinds of the org. */
  readonly gvc: string | null;
  /** GVCs only: 13 of `[a-z0-9]` (ENV-4); null for the rest. */
  readonly alias: string | null;
  /** Of locations (LOC-4), and of other kinds that the platform brings along; null for the rest. */
  readonly origin: 'builtin' | 'default' | 'custom' | null;
  /** Of locations: where the scenario says that they lie; absent: where the catalogue says (LOC-8). */
  readonly geo?: JsonObject;
  /** Starts at 1, one more per real change of writable content (VER-1, `api.versionStep`). */
  readonly version: number;
  /**
   * Record version of the last change that running replicas had to be given (VER-2, `version.number`); null but for
   * workloads.
   */
  readonly workloadVersion: number | null;
  readonly created: Instant;
  readonly lastModified: Instant;
  /** Since when a deletion waits for its last replica or volume; null while it lives. */
  readonly deletingSince: Instant | null;
  /** How many records had the link before that it was made with. */
  readonly incarnation: number;
}
