/**
 * The built-in records of an org beside its locations: the superusers and viewers groups, and the policies that grant
 * their rights.
 */
import type { Instant } from '../../../engine/time.ts';
import type { JsonObject } from '../document/json.ts';
import { type LinkBase, linkOf } from '../document/link.ts';
import { isKind, type Kind, kinds } from './kinds.ts';
import type { StoredRecord } from './record.ts';

/** Name of the user that stands for whoever gives no name. */
export const simulator = 'simulator';

/** Name of the group that may do everything. */
export const superusers = 'superusers';

/** Whether a policy of this name is the platform's own. */
export function isBuiltInPolicy(name: string): boolean {
  const dash = name.indexOf('-');
  return Object.hasOwn(groups, name.slice(0, Math.max(dash, 0))) && isKind(name.slice(dash + 1));
}

/** The built-in groups, with the permission that the policies give each on every kind. */
const groups = { [superusers]: 'manage', viewers: 'view' } as const;

/** Groups, the platform's own account, the one user, and two policies a kind (http: built-in records). */
export function builtInRecords(org: string, now: Instant): readonly StoredRecord[] {
  const base: LinkBase = { org, gvc: null };
  const user = linkOf('user', simulator, base);
  const record = (kind: Kind, name: string, more: JsonObject): StoredRecord =>
    Object.freeze({
      kind,
      link: linkOf(kind, name, base),
      name,
      gvc: null,
      description: name,
      tags: none,
      spec: none,
      more: Object.freeze(more),
      alias: null,
      origin: 'builtin',
      version: 1,
      workloadVersion: null,
      created: now,
      lastModified: now,
      deletingSince: null,
      incarnation: 0,
    });
  return [
    record('user', simulator, { email: simulator }),
    record('serviceaccount', 'controlplane', {}),
    record('group', superusers, { memberLinks: Object.freeze([user]) }),
    record('group', 'viewers', { memberLinks: Object.freeze([]) }),
    ...Object.entries(groups).flatMap(([group, permission]) =>
      kinds.map((kind) =>
        record('policy', `${group}-${kind}`, {
          targetKind: kind,
          target: 'all',
          bindings: Object.freeze([
            Object.freeze({
              permissions: Object.freeze([permission]),
              principalLinks: Object.freeze([linkOf('group', group, base)]),
            }),
          ]),
        }),
      ),
    ),
  ];
}

const none: JsonObject = Object.freeze({});
