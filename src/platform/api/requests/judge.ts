/**
 * Checks documents against stored records: builds the context in which a write is checked.
 */

import { holdsAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { Kind } from '../records/kinds.ts';
import { locationFields } from '../records/locations.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import { settledRoute, workloadsMounting } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import type { Declared, ValidationContext } from './context.ts';
import { routeOf } from './router.ts';

/** The resource that a write is about, there or not. */
export interface WriteTarget {
  readonly kind: Kind;
  readonly gvc: string | null;
  readonly name: string;
  readonly link: string;
  /** Link of its GVC; null for kinds of the org. */
  readonly owner: string | null;
  readonly before: StoredRecord | null;
}

/** The target of a kind and name as it stands. */
export function targetOf(control: Control, kind: Kind, gvc: string | null, name: string): WriteTarget {
  const { org } = control.config;
  const link = linkOf(kind, name, { org, gvc });
  const owner = gvc === null ? null : linkOf('gvc', gvc, { org, gvc: null });
  return { kind, gvc, name, link, owner, before: control.records.get(link) ?? null };
}

/** What its document is judged by. */
export function contextOf(control: Control, target: WriteTarget, platform: PlatformView): ValidationContext {
  const { quotas } = control;
  const { assumptions, org, prefix } = control.config;
  const { before } = target;
  return {
    assumptions,
    quotas,
    prefix,
    org,
    gvc: target.gvc,
    link: target.link,
    before,
    find(link) {
      return declared(control.records.get(link) ?? userById(control, link));
    },
    workloadsMounting(volumeset) {
      return workloadsMounting(control, volumeset);
    },
    siblingCount() {
      return othersBeside(control, target);
    },
    alreadyContained(path, text) {
      if (before === null) return false;
      return path[0] === 'spec' ? holdsAt(before.spec, path.slice(1), text) : holdsAt(before.more, path, text);
    },
    hasVolumesIn(location) {
      return before !== null && platform.hasVolumesIn(before, location);
    },
    demandsMoreThan(millicores) {
      const { gvc, name } = target;
      return gvc !== null && platform.demandsMoreThan({ gvc, name }, millicores);
    },
  };
}

/** The user whose link has an id in the place of the name. */
function userById(control: Control, link: string): StoredRecord | undefined {
  const { org } = control.config;
  if (!link.startsWith(`/org/${org}/user/`)) return undefined;
  const route = settledRoute(control, routeOf(link, org));
  return route.what === 'item' ? control.records.get(linkOf('user', route.name, { org, gvc: null })) : undefined;
}

/** What is being deleted is there until it has gone (`quota.deleting`). */
function othersBeside({ records, config }: Control, { kind, gvc, link }: WriteTarget): number {
  const countsDeleting = config.assumptions['quota.deleting'] === 'counted';
  let count = 0;
  for (const record of records.values()) {
    if (record.kind !== kind || record.gvc !== gvc || record.link === link) continue;
    if (countsDeleting || record.deletingSince === null) count += 1;
  }
  return count;
}

function declared(record: StoredRecord | undefined): Declared | null {
  if (record === undefined || record.deletingSince !== null) return null;
  const { kind, spec } = record;
  const provider = record.more.provider ?? locationFields(record.name).provider;
  return { kind, spec, provider: kind === 'location' && typeof provider === 'string' ? provider : null };
}
