/**
 * A timeline entry that is a request to the API.
 */

import type { Json } from '../../platform/api/document/json.ts';
import type { ExpectedAnswer } from '../../platform/api/requests/expected.ts';

/** A request to the platform's API. */
export interface RequestAction {
  readonly kind: 'request';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The whole path, without query: `/org/acme/gvc/shop/workload/api`. */
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  /** null: none. */
  readonly body: Json;
  /** Link of the principal that asks, `none` without a credential; null: the default of `api.auth`. */
  readonly as: string | null;
  /** Link of the workload the request comes from. */
  readonly from: string | null;
  /** The answer the author expects; null: any. */
  readonly answers: ExpectedAnswer | null;
}
