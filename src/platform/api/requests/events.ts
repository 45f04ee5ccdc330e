/**
 * The response of GET to the event log (`api.events`).
 */
import { isoFromInstant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { type LoggedEvent, newestEventFirst } from '../../eventLog/event.ts';
import { visibleTo } from '../access/grants.ts';
import { idOf, idOfRecord } from '../document/id.ts';
import type { JsonObject } from '../document/json.ts';
import type { StoredRecord } from '../records/record.ts';
import { listRecords } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { type RequestInHand, refuse } from './answer.ts';
import { answerList } from './list.ts';
import { notFound, recordAt } from './read.ts';
import type { RequestOutcome } from './request.ts';
import type { ItemRoute } from './router.ts';

const listed = because([], ['api.events', 'api.eventsKept', 'api.listOrder', 'api.pageSize']);
const notKept = because([], ['api.events']);

/** An event, and the workload or volume set that it happened to. */
interface OwnedEvent {
  readonly owner: StoredRecord;
  readonly event: LoggedEvent;
}

/**
 * What happened lately, the newest first: to a workload or a volume set; to all of them in a GVC, or in the org. Of
 * other records nothing is told, so that their list is empty.
 */
export function readEvents(call: RequestInHand, item: ItemRoute, platform: PlatformView): RequestOutcome {
  const record = recordAt(call, item);
  if (record === undefined) return notFound(call);
  const items: OwnedEvent[] = [];
  for (const owner of ownersBelow(call, record, platform)) {
    const events = platform.eventsOf(owner);
    if (events === null && call.isRead) return refuseUnkept(call);
    // What is older was told of another record of its name.
    for (const event of events ?? []) if (event.lastAt >= owner.created) items.push({ owner, event });
  }
  items.sort((one, other) => newestEventFirst(one.event, other.event));
  const outcome = answerList(call, {
    itemKind: 'event',
    items,
    keyOf: ({ event: { lastAt, number } }) => `${lastAt}/${number}`,
    order: (one, other) => newestEventFirst(placeOf(one), placeOf(other)),
    show: (one) => showEvent(one, call.control.config.seed),
  });
  return outcome.refusal === null ? { ...outcome, reason: listed } : outcome;
}

/** Of many, those that whoever asks may look at. */
function ownersBelow(call: RequestInHand, record: StoredRecord, platform: PlatformView): readonly StoredRecord[] {
  switch (record.kind) {
    case 'workload':
    case 'volumeset':
      return [record];
    case 'gvc':
    case 'org': {
      const gvc = record.kind === 'gvc' ? record.name : null;
      return (['workload', 'volumeset'] as const).flatMap((kind) =>
        visibleTo(call, kind, listRecords(call.control, kind, gvc), platform),
      );
    }
    default:
      return [];
  }
}

function refuseUnkept(call: RequestInHand): RequestOutcome {
  const message = 'this run keeps no event log: set keepsEventLog, or use svcsim serve';
  return refuse(call, { code: 'NOT_SIMULATED', message, reason: notKept });
}

function placeOf(key: string): Pick<LoggedEvent, 'lastAt' | 'number'> {
  const [lastAt, number] = key.split('/');
  return { lastAt: Number(lastAt), number: Number(number) };
}

function showEvent({ owner, event }: OwnedEvent, seed: string): JsonObject {
  const { category, component, location, message, status, firstAt, lastAt, count } = event;
  return {
    id: idOf(seed, 'event', idOfRecord(owner, seed), category, component, location, message),
    kind: 'event',
    created: isoFromInstant(firstAt),
    lastEventTime: isoFromInstant(lastAt),
    eventCount: count,
    status,
    context: { category, component, location, message },
    links: [{ rel: owner.kind, href: owner.link }],
  };
}
