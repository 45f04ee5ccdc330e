/**
 * A patch of a location with another name (PATCH-3, `location.rename`).
 */
import { because } from '../../../rules/reason.ts';
import type { Json } from '../document/json.ts';
import type { StoredRecord } from '../records/record.ts';
import { type RequestInHand, refuse } from './answer.ts';
import { shown } from './breach.ts';
import { targetOf } from './judge.ts';
import { userOfLocation } from './remove.ts';
import type { RequestOutcome } from './request.ts';

/** Why a location may have another name, or not. */
export const renamed = because(['PATCH-3'], ['location.rename']);

/**
 * The name that a patch gives to a location; null where it gives none, or its own.
 *
 * @param said what stands under `name`, and under `$replace/name`
 */
export function newNameOf({ control }: RequestInHand, before: StoredRecord, said: readonly Json[]): string | null {
  if (before.kind !== 'location' || control.config.assumptions['location.rename'] === 'refuse') return null;
  const names = said.filter((name) => name !== before.name);
  const [name] = names;
  return names.length === said.length && names.length === 1 && typeof name === 'string' ? name : null;
}

/**
 * Why a location keeps its name: it is the platform's own, a GVC uses it, or another has that name; null: nothing is in
 * the way.
 */
export function renameRefusal(call: RequestInHand, before: StoredRecord, name: string): RequestOutcome | null {
  const found = `found ${shown(name)}`;
  if (before.origin !== 'custom') {
    const message = `name must be ${before.name}, because the location is built in; ${found}`;
    return refuse(call, { code: 'IMMUTABLE', message, reason: renamed });
  }
  const user = userOfLocation(call.control, before.name);
  if (user !== null) {
    const message = `name must be ${before.name} as long as ${user} uses the location; ${found}`;
    const status = call.control.config.assumptions['api.deleteInUse'];
    return refuse(call, { code: 'IN_USE', message, reason: renamed, status });
  }
  const { before: other, link } = targetOf(call.control, 'location', null, name);
  if (other === null) return null;
  return refuse(call, { code: 'EXISTS', message: `${link} already exists; ${found}`, reason: renamed });
}
