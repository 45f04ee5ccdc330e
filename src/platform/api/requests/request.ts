/**
 * A request to the control plane and its result: plain values, the same for scenarios, library and HTTP.
 */

import type { Patch } from 'immer';
import type { Reason } from '../../../engine/journal.ts';
import type { Method } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import type { CommandRecord } from '../records/state.ts';

export interface ApiRequest {
  readonly method: Method;
  /** Without query; `/org/acme/gvc/shop/workload/api`. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
  /** Parsed JSON; absent, or null: `{}`. */
  readonly body?: unknown;
  /** Link of the trusted principal, or `none`; absent: the org's superuser. */
  readonly as?: string;
  /** Link of the workload that the request comes from. */
  readonly from?: string;
  /** Address under which the client has reached the API; absent: that of the installation. Shown, never stored. */
  readonly base?: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: unknown;
}

/** One record's change. `deleting` waits for live parts; `deleted` is gone. */
export interface RecordChange {
  readonly what: 'created' | 'changed' | 'deleting' | 'deleted';
  readonly link: string;
  /** null exactly where created. */
  readonly before: StoredRecord | null;
  /** null exactly where deleted. */
  readonly after: StoredRecord | null;
  /** From the document before (the empty one where created) to the one after. */
  readonly patches: readonly Patch[];
  /** Whether running replicas have to be given the change (VER-2); true for a workload just made. */
  readonly newVersion: boolean;
}

export type RefusalCode =
  | 'BAD_JSON'
  | 'INVALID'
  | 'IMMUTABLE'
  | 'BAD_REFERENCE'
  | 'COMMAND_REFUSED'
  | 'IN_USE'
  | 'PROTECTED'
  | 'BUILTIN'
  | 'NOT_SIMULATED'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'EXISTS'
  | 'CONFLICT'
  | 'DELETING'
  | 'QUOTA'
  | 'EXPANSION_QUOTA'
  | 'THROTTLED';

/** Why a request was refused, for the journal. The response says the same in the platform's error body. */
export interface RequestRefusal {
  readonly code: RefusalCode;
  readonly message: string;
}

export interface RequestOutcome {
  readonly response: ApiResponse;
  /** In the order in which they happened; empty for reads, refusals and writes without effect. */
  readonly changes: readonly RecordChange[];
  /** The command that was accepted. */
  readonly command: CommandRecord | null;
  readonly refusal: RequestRefusal | null;
  /** Rules and assumptions that decided the answer. */
  readonly reason: Reason;
}
