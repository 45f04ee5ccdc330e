/**
 * DELETE, and the final removal of a deleted resource when its last replica or volume has gone.
 */

import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { locationNames } from '../checks/placement.ts';
import { byCodeUnits, isList, objectsAt, textOf } from '../document/json.ts';
import { linkOf, nameOfLink } from '../document/link.ts';
import type { Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import { dropRecord, forgetCommands, listRecords, putRecord, workloadsMounting } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { answer, type RequestInHand, refuse } from './answer.ts';
import { targetOf } from './judge.ts';
import { notFound } from './read.ts';
import type { RecordChange, RefusalCode, RequestOutcome } from './request.ts';

const removed = because([], ['api.deleteStatus']);

/**
 * Deletes a record, or begins to: what still has replicas or volumes goes when they have gone. A GVC takes its
 * workloads along.
 */
export function removeRecord(
  call: RequestInHand,
  route: { readonly kind: Kind; readonly gvc: string | null; readonly name: string },
  platform: PlatformView,
): RequestOutcome {
  const { control } = call;
  const record = targetOf(control, route.kind, route.gvc, route.name).before;
  if (record === null) return notFound(call);
  const status = control.config.assumptions['api.deleteStatus'];
  if (record.deletingSince !== null) return answer(call, { status, body: {}, reason: removed });
  const parts = record.kind === 'gvc' ? recordsIn(control, record.name) : [];
  const no = refusalOf(control, record, parts);
  if (no !== null) return refuse(call, no);
  const changes = [...parts, record].flatMap((one) => remove(control, one, call.now, platform));
  return answer(call, { status, body: {}, reason: removed, changes });
}

/**
 * The record of a deletion whose last part has gone, and its GVC's, if that was waiting for it. Its commands go with
 * it: nobody can ask for them any more. Nothing where the record is gone already; throws where it is not being deleted.
 */
export function finishDelete(control: Control, link: string): readonly RecordChange[] {
  const record = control.records.get(link);
  if (record === undefined) return [];
  if (record.deletingSince === null) throw new Error(`not being deleted: ${link}`);
  const own = drop(control, record);
  const owner = record.gvc === null ? undefined : control.records.get(gvcLink(control, record.gvc));
  if (owner === undefined || owner.deletingSince === null || recordsIn(control, owner.name).length > 0) return [own];
  return [own, drop(control, owner)];
}

function remove(control: Control, record: StoredRecord, now: Instant, platform: PlatformView): readonly RecordChange[] {
  if (record.deletingSince !== null) return [];
  const waits = record.kind === 'gvc' ? recordsIn(control, record.name).length > 0 : platform.hasLiveParts(record);
  if (!waits) return [drop(control, record)];
  const after: StoredRecord = { ...record, deletingSince: now };
  putRecord(control, after);
  return [{ what: 'deleting', link: record.link, before: record, after, patches: [], newVersion: false }];
}

function drop(control: Control, record: StoredRecord): RecordChange {
  forgetCommands(control, record);
  dropRecord(control, record);
  return { what: 'deleted', link: record.link, before: record, after: null, patches: [], newVersion: false };
}

interface DeleteRefusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly reason: ReturnType<typeof because>;
  readonly status?: number;
}

/**
 * Why a record may not go: the platform's own, protected by its tag, or in use (`api.deleteInUse`, `api.identityInUse`,
 * `api.principalInUse`).
 */
function refusalOf(control: Control, record: StoredRecord, parts: readonly StoredRecord[]): DeleteRefusal | null {
  const { assumptions, prefix } = control.config;
  const guarded = [record, ...parts].find((one) => textOf(one.tags[`${prefix}/protected`]) === 'true');
  if (guarded !== undefined) {
    const message = `${guarded.link} is protected by the tag ${prefix}/protected; remove the tag first`;
    return { code: 'PROTECTED', message, reason: because(['TAG-1']) };
  }
  const isLocation = record.kind === 'location';
  const isKept = assumptions['api.builtIn'] === 'kept';
  const mayGo =
    record.origin === 'custom' || (assumptions['location.made'] === 'anyProvider' && record.origin !== 'builtin');
  if (isLocation ? !mayGo : record.origin === 'builtin' && isKept) {
    const reason = isLocation ? because([], ['location.made']) : because([], ['api.builtIn']);
    return { code: 'BUILTIN', message: `${record.name} is built in and cannot be deleted`, reason };
  }
  const user = userOf(control, record, parts);
  if (user === null) return null;
  const message = `${record.name} is in use by ${user}`;
  return { code: 'IN_USE', message, reason: inUse[record.kind] ?? inUseAtAll, status: assumptions['api.deleteInUse'] };
}

const inUseAtAll = because([], ['api.deleteInUse']);
const principalInUse = because([], ['api.deleteInUse', 'api.principalInUse']);
const inUse: { readonly [kind in Kind]?: Reason } = {
  identity: because([], ['api.deleteInUse', 'api.identityInUse', 'api.principalInUse']),
  user: principalInUse,
  group: principalInUse,
  serviceaccount: principalInUse,
};

function userOf(control: Control, record: StoredRecord, parts: readonly StoredRecord[]): string | null {
  switch (record.kind) {
    case 'volumeset': {
      const [workload] = workloadsMounting(control, record.link);
      return workload === undefined ? null : `workload ${nameOfLink(workload)}`;
    }
    case 'gvc': {
      const volumeset = parts
        .filter((one) => one.kind === 'volumeset' && one.deletingSince === null)
        .sort((a, b) => byCodeUnits(a.name, b.name))[0];
      return volumeset === undefined ? null : `volume set ${volumeset.name}`;
    }
    case 'identity':
      return workloadOf(control, record) ?? namedBy(control, record);
    case 'user':
    case 'group':
    case 'serviceaccount':
      return namedBy(control, record);
    case 'location':
      return userOfLocation(control, record.name);
    default:
      return null;
  }
}

/** The workload that has an identity, the first by its name (`api.identityInUse`). */
function workloadOf(control: Control, identity: StoredRecord): string | null {
  if (control.config.assumptions['api.identityInUse'] === 'allow') return null;
  const workload = listRecords(control, 'workload', identity.gvc).find(
    (one) => one.deletingSince === null && one.spec.identityLink === identity.link,
  );
  return workload === undefined ? null : `workload ${workload.name}`;
}

/** The policy or the group that names somebody, the first by its name (`api.principalInUse`). */
function namedBy(control: Control, { link }: StoredRecord): string | null {
  if (control.config.assumptions['api.principalInUse'] === 'keepLinks') return null;
  for (const kind of ['policy', 'group'] as const) {
    const found = listRecords(control, kind, null).find(({ more }) => {
      const lists =
        kind === 'policy' ? objectsAt(more, 'bindings').map((one) => one.principalLinks) : [more.memberLinks];
      return lists.some((list) => isList(list) && list.includes(link));
    });
    if (found !== undefined) return `${kind} ${found.name}`;
  }
  return null;
}

/** The GVC that has a location, the first by its name; null: none has. */
export function userOfLocation(control: Control, name: string): string | null {
  const user = listRecords(control, 'gvc', null).find(({ spec }) => locationNames(spec).includes(name));
  return user === undefined ? null : `GVC ${user.name}`;
}

function recordsIn(control: Control, gvc: string): readonly StoredRecord[] {
  return [...control.records.values()].filter((record) => record.gvc === gvc);
}

function gvcLink(control: Control, gvc: string): string {
  return linkOf('gvc', gvc, { org: control.config.org, gvc: null });
}
