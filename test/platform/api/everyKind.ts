/** One record of each kind, for tests that hold for every kind: a kind that is added to the table later is in. */

import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { collectionMethods, isOfGvc, type Kind, kinds } from '../../../src/platform/api/records/kinds.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { accept, shop } from './acme.ts';

/** Kinds that a client makes, but for locations, of which it makes only its own. */
export const made = kinds.filter((kind) => collectionMethods(kind, 'shop').includes('POST'));

/** Path of the records of a kind, those of the GVC `shop` where it lives in one. */
export const collection = (kind: Kind): string => (isOfGvc(kind) ? `${shop}/${kind}` : `/org/acme/${kind}`);

export const nameOf = (kind: Kind): string => (kind === 'domain' ? 'www.example.com' : 'own');

/** What a kind cannot do without. */
export function needed(kind: Kind): JsonObject {
  switch (kind) {
    case 'workload':
      return { spec: { type: 'standard', containers: [{ name: 'web', image: 'web:1' }] } };
    case 'volumeset':
      return { spec: { initialCapacity: 10 } };
    case 'location':
      return { provider: 'byok' };
    case 'policy':
      return { targetKind: 'gvc' };
    default:
      return {};
  }
}

/** Makes the record of a kind, with what the test wants beside. */
export function make(control: Control, kind: Kind, more: JsonObject = {}): JsonObject {
  return accept(control, 'POST', collection(kind), { name: nameOf(kind), ...needed(kind), ...more });
}
