/**
 * Queries as they are asked: with `-query`, and page after page with a token (QUERY-1).
 */

import { because } from '../../../rules/reason.ts';
import { refuseForbidden } from '../access/gate.ts';
import { visibleTo } from '../access/grants.ts';
import type { JsonObject } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { StoredRecord } from '../records/record.ts';
import type { CommandRecord } from '../records/state.ts';
import { listCommands, listRecords } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { nothingThere, type RequestInHand, refuse, refuseDocument } from '../requests/answer.ts';
import { breach } from '../requests/breach.ts';
import { byRecordKey, type Listing, recordKey } from '../requests/list.ts';
import { recordAt } from '../requests/read.ts';
import type { RequestOutcome } from '../requests/request.ts';
import { type ApiRoute, routeOf } from '../requests/router.ts';
import { showCommand, showRecord } from '../requests/show.ts';
import { answerQuery } from './page.ts';
import { readQuery } from './query.ts';
import { type Continued, readToken } from './token.ts';

type QueryRoute = Extract<ApiRoute, { readonly what: 'query' | 'commandQuery' }>;

/** The first page of what a body asks of a collection, or of the commands of a workload or a volume set. */
export function postQuery(
  call: RequestInHand,
  route: QueryRoute,
  body: JsonObject,
  platform: PlatformView,
): RequestOutcome {
  const of = call.request.path.slice(0, -'/-query'.length);
  return ask(call, route, { of, query: body }, platform);
}

/** A further page: the same question asked again, by whoever asks now, and answered from where the last page ended. */
export function continueQuery(call: RequestInHand, token: string, platform: PlatformView): RequestOutcome {
  const { assumptions, org } = call.control.config;
  const continued = readToken(token, assumptions['api.limits'].nesting);
  const route = continued === null ? null : routeOf(`${continued.of}/-query`, org);
  if (continued !== null && (route?.what === 'query' || route?.what === 'commandQuery')) {
    return refuseForbidden(call, route, platform) ?? ask(call, route, continued, platform);
  }
  const message = 'this token is not a valid next page: send the query again and follow the next link of the response';
  const details = [breach(['token'], 'api.pageSize', message)];
  return refuse(call, { code: 'INVALID', message, reason: because([], ['api.pageSize']), details });
}

/** A question of which page, of which list. */
type Question = Pick<Continued, 'of' | 'query'> | Continued;

function ask(call: RequestInHand, route: QueryRoute, question: Question, platform: PlatformView): RequestOutcome {
  if (route.what === 'query') return askOf(call, recordListing(call, route, platform), question);
  const owner = recordAt(call, route.owner);
  return askOf(call, owner === undefined ? null : commandListing(call, owner), question);
}

function askOf<Item>(call: RequestInHand, listing: Listing<Item> | null, question: Question): RequestOutcome {
  if (listing === null) {
    return refuse(call, { code: 'NOT_FOUND', message: `${question.of} does not exist`, reason: nothingThere });
  }
  const query = readQuery(question.query, listing.itemKind, call.control.config.assumptions);
  if (!('kind' in query)) return refuseDocument(call, query);
  return answerQuery(call, { ...question, query, listing });
}

/** What the caller may see of it, by name, then by GVC; null where there is no such GVC. */
function recordListing(
  call: RequestInHand,
  { kind, gvc }: Extract<QueryRoute, { readonly what: 'query' }>,
  platform: PlatformView,
): Listing<StoredRecord> | null {
  const { control } = call;
  const { config, records } = control;
  if (gvc !== null && !records.has(linkOf('gvc', gvc, { org: config.org, gvc: null }))) return null;
  return {
    itemKind: kind,
    items: visibleTo(call, kind, listRecords(control, kind, gvc), platform),
    keyOf: recordKey,
    order: byRecordKey,
    show: (record) => showRecord(record, config, platform),
  };
}

/** The newest first. */
function commandListing({ control }: RequestInHand, owner: StoredRecord): Listing<CommandRecord> {
  return {
    itemKind: 'command',
    items: listCommands(control, owner),
    keyOf: ({ ordinal }) => String(ordinal),
    order: (one, other) => Number(other) - Number(one),
    show: showCommand,
  };
}
