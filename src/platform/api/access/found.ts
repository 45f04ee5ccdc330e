/**
 * Which records the query of a policy or a group finds.
 */

import type { JsonObject } from '../document/json.ts';
import { readQuery } from '../query/query.ts';
import { testOf } from '../query/term.ts';
import type { Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import { showRecord } from '../requests/show.ts';
import type { Scene } from './scene.ts';

/**
 * The test of a `targetQuery` or a `memberQuery` on records of a kind, as they are shown; one that cannot be read, or
 * asks for another kind, finds none.
 */
export function finderOf(
  { control, platform }: Scene,
  body: JsonObject,
  kind: Kind,
): (record: StoredRecord) => boolean {
  const { config } = control;
  const query = readQuery(body, kind, config.assumptions);
  if (!('kind' in query)) return () => false;
  const test = testOf(query, config.assumptions);
  return (record) => test(showRecord(record, config, platform));
}
