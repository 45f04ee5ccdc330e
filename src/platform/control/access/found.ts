/**
 * Which records the query of a policy or a group finds.
 */
import type { JsonObject } from '../json.ts';
import type { Kind } from '../kinds.ts';
import type { StoredRecord } from '../record.ts';
import type { Scene } from './grants.ts';

/** The test of a `targetQuery` or a `memberQuery` on records of a kind. No query is read yet: none finds anything, so that nobody is given what it might not mean. */
export function finderOf(_scene: Scene, _query: JsonObject, _kind: Kind): (record: StoredRecord) => boolean {
  return () => false;
}
