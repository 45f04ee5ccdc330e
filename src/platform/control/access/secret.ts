/**
 * What a secret holds: shown only to who asks for just that.
 */
import { because } from '../../rules/reason.ts';
import { answer, type Call } from '../answer.ts';
import { notFound, recordAt } from '../read.ts';
import type { Outcome } from '../request.ts';
import type { ItemRoute } from '../router.ts';
import { showRecord } from '../show.ts';
import type { PlatformView } from '../view.ts';

const revealed = because(['RES-2'], ['api.storedKinds']);

/** A secret with its `data`, which no other answer shows. */
export function revealSecret(call: Call, item: ItemRoute, platform: PlatformView): Outcome {
  const record = recordAt(call, item);
  if (record === undefined) return notFound(call);
  const { data } = record.more;
  const body = { ...showRecord(record, call.control.config, platform), ...(data === undefined ? {} : { data }) };
  return answer(call, { status: 200, body, reason: revealed });
}
