/**
 * What a secret holds: shown only to who asks for just that.
 */
import { because } from '../../../rules/reason.ts';
import type { PlatformView } from '../records/view.ts';
import { answer, type RequestInHand } from '../requests/answer.ts';
import { notFound, recordAt } from '../requests/read.ts';
import type { RequestOutcome } from '../requests/request.ts';
import type { ItemRoute } from '../requests/router.ts';
import { showRecord } from '../requests/show.ts';

const revealed = because(['RES-2'], ['api.storedKinds']);

/** A secret with its `data`, which no other answer shows. */
export function revealSecret(call: RequestInHand, item: ItemRoute, platform: PlatformView): RequestOutcome {
  const record = recordAt(call, item);
  if (record === undefined) return notFound(call);
  const { data } = record.more;
  const body = { ...showRecord(record, call.control.config, platform), ...(data === undefined ? {} : { data }) };
  return answer(call, { status: 200, body, reason: revealed });
}
