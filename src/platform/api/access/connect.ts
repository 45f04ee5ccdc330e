/**
 * Who may connect to a replica, as whoever asks for a shell or a command in it does (http: exec, PERM-8).
 */

import type { Instant } from '../../../engine/time.ts';
import { noteConnection } from '../audit/trail.ts';
import type { StoredRecord } from '../records/record.ts';
import type { ConnectionPlace, Control } from '../records/state.ts';
import { listRecords } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import type { RequestInHand } from '../requests/answer.ts';
import { shown } from '../requests/breach.ts';
import type { ApiRequest } from '../requests/request.ts';
import { callerOf } from './caller.ts';
import { lackOf } from './gate.ts';

export interface ConnectRequest extends ConnectionPlace, Pick<ApiRequest, 'as' | 'from'> {
  readonly org: string;
  readonly gvc: string;
}

/** `missing`: somebody may, but there is no such replica. */
export type Connection =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'forbidden' | 'missing'; readonly message: string };

/**
 * Whether somebody may connect to a replica or an execution that is there now. To who may not, one that is not there is
 * refused as one that is, so that nothing is told of it. The audit trail has it, where it is about a workload.
 */
export function connect(control: Control, asked: ConnectRequest, now: Instant, platform: PlatformView): Connection {
  const { as, from, location, replica, container } = asked;
  const said = { ...(as === undefined ? {} : { as }), ...(from === undefined ? {} : { from }) };
  const request: ApiRequest = { method: 'GET', path: `/-remote/${location}/exec`, ...said };
  const call: RequestInHand = { control, request, now, caller: callerOf(control, request, platform), isRead: true };
  const workload = workloadOf(control, asked, platform);
  const refusal = refusalOf(call, asked, workload, platform);
  if (workload !== null)
    noteConnection(call, workload, { location, replica, container: container.slice(0, 64) }, refusal);
  if (refusal !== null) return { kind: 'forbidden', message: refusal };
  return workload === null ? { kind: 'missing', message: `${placeText(asked)} does not exist` } : { kind: 'allowed' };
}

/** The workload whose replica it is; null: there is none of that name. */
function workloadOf(
  control: Control,
  { org, gvc, location, replica }: ConnectRequest,
  platform: PlatformView,
): StoredRecord | null {
  if (org !== control.config.org || gvc === '') return null;
  const has = (workload: StoredRecord): boolean => platform.replicaNames(workload, location).includes(replica);
  return listRecords(control, 'workload', gvc).find(has) ?? null;
}

function refusalOf(
  call: RequestInHand,
  asked: ConnectRequest,
  workload: StoredRecord | null,
  platform: PlatformView,
): string | null {
  const { control, caller } = call;
  switch (caller.standing) {
    case 'superuser':
      return null;
    case 'unknown':
      return 'the token is unknown';
    case 'astray':
      return `the token of ${caller.link} is valid only for requests from that workload`;
    case 'known': {
      const target = workload === null ? null : { link: workload.link, record: workload };
      const lack = lackOf({ control, platform }, caller, { permission: 'connect', kind: 'workload', target });
      if (lack === null) return null;
      return `${caller.link} lacks the permission connect on the workload of ${placeText(asked)}`;
    }
  }
}

function placeText({ org, gvc, location, replica }: ConnectRequest): string {
  return `replica ${shown(replica)} of GVC ${shown(gvc)} of org ${shown(org)} in ${shown(location)}`;
}
