/**
 * What a secret holds: shown only to who asks for just that.
 */
import { because } from '../../../rules/reason.ts';
import type { PlatformView } from '../records/view.ts';
import { answer, type Call } from '../requests/answer.ts';
import { notFound, recordAt } from '../requests/read.ts';
import type { Outcome } from '../requests/request.ts';
import type { ItemRoute } from '../requests/router.ts';
import { showRecord } from '../requests/show.ts';

const revealed = because(['RES-2'], ['api.storedKinds']);

/** A secret with its `data`, which no other answer shows. */
export function revealSecret(call: Call, item: ItemRoute, platform: PlatformView): Outcome {
  const record = recordAt(call, item);
  if (record === undefined) return notFound(call);
  const { data } = record.more;
  const body = { ...showRecord(record, call.control.config, platform), ...(data === undefined ? {} : { data }) };
  return answer(call, { status: 200, body, reason: revealed });
}
