/**
 * The context in which a document is checked: other resources, quotas and the assumptions in force.
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { JsonObject, Path } from '../document/json.ts';
import type { Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Quotas } from '../records/state.ts';

/** What one resource needs to know of another. */
export interface Declared {
  readonly kind: Kind;
  /** With or without defaults; normalised links. */
  readonly spec: JsonObject;
  /** Locations only. */
  readonly provider: string | null;
}

export interface ValidationContext {
  readonly assumptions: Assumptions;
  readonly quotas: Quotas;
  readonly prefix: 'svc' | 'cpln';
  readonly org: string;
  /** The GVC of the document; null for kinds of the org. */
  readonly gvc: string | null;
  /** Link of the document itself. */
  readonly link: string;
  /** The resource that a link names; null where there is none, or one that is being deleted. */
  readonly find: (link: string) => Declared | null;
  /** Links of all workloads that mount a volume set, the document's own perhaps among them. */
  readonly workloadsMounting: (volumeset: string) => readonly string[];
  /**
   * How many records of the document's kind there are in its GVC or, of kinds of the org, at all; its own is not among
   * them. Asked only where `before` is null.
   */
  readonly siblingCount: () => number;
  /** The record that the document is to replace; null where it is to be created. */
  readonly before: StoredRecord | null;
  /**
   * Whether that record has a text already where the document has it, at any index of its lists: what it links may have
   * gone since, and the rest can be changed all the same.
   */
  readonly alreadyContained: (path: Path, text: string) => boolean;
  /** Whether volumes of the set that is to be replaced exist in a location. */
  readonly hasVolumesIn: (location: string) => boolean;
  /**
   * Whether requests to the workload are known to need more millicores than these at some time, in all its locations
   * together.
   */
  readonly demandsMoreThan: (millicores: number) => boolean;
}
