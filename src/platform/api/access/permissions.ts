/**
 * The permissions of each kind, and which of them bring others along (PERM-1 to PERM-7, `api.permissions`).
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { byCodeUnits } from '../document/json.ts';
import type { Kind } from '../records/kinds.ts';

/**
 * Which permissions there are: those that are published, or of all kinds but volume sets only the five that every kind
 * has.
 */
export type PermissionList = Assumptions['api.permissions'];

/** One permission on records of a kind. */
export interface Permission {
  readonly name: string;
  readonly description: string;
  /** All that whoever has it may do besides, by name; `manage` names itself too (PERM-6). */
  readonly implied: readonly string[];
}

/** The permissions on records of a kind, by name. */
export function permissionsOf(kind: Kind, list: PermissionList): readonly Permission[] {
  let permissions = known[list].get(kind);
  if (permissions === undefined) {
    permissions = listed(kind, list);
    known[list].set(kind, permissions);
  }
  return permissions;
}

/** Names of the permissions on records of a kind, in order. */
export function permissionNames(kind: Kind, list: PermissionList): readonly string[] {
  return permissionsOf(kind, list).map(({ name }) => name);
}

/**
 * What somebody may do who is granted these permissions on records of a kind, in order; a word that is no permission of
 * the kind grants nothing.
 */
export function closureOf(kind: Kind, granted: readonly string[], list: PermissionList): readonly string[] {
  const all = permissionsOf(kind, list);
  const held = all.filter(({ name }) => granted.includes(name));
  return all
    .map(({ name }) => name)
    .filter((name) => held.some((one) => one.name === name || one.implied.includes(name)));
}

/** Whether a permission is for a part of what another one is for: `exec.expandVolume` of `exec` (PERM-4). */
function isWithin(whole: string, part: string): boolean {
  return part.startsWith(`${whole}.`);
}

/** What every kind has, and what that means. */
const common: { readonly [name: string]: string } = {
  create: 'create resources',
  delete: 'delete resources',
  edit: 'change resources',
  manage: 'all permissions on the resource',
  view: 'read resources',
};

/** Of every kind that has them. */
const implications: { readonly [name: string]: readonly string[] } = { edit: ['view'] };

interface Published {
  /** Of the five that every kind has. */
  readonly without?: readonly string[];
  readonly more?: { readonly [name: string]: string };
  /** What these imply beside what they imply everywhere. */
  readonly also?: { readonly [name: string]: readonly string[] };
}

const published: { readonly [kind in Kind]?: Published } = {
  org: {
    without: ['create', 'delete'],
    more: {
      exec: 'run commands for the org',
      grafanaAdmin: 'administer dashboards',
      readLogs: 'read the logs of workloads',
      readMetrics: 'read the metrics of workloads',
      readUsage: 'read usage',
      viewAccessReport: 'read access reports',
    },
    also: { readLogs: ['view'] },
  },
  gvc: { more: { configureLoadBalancer: 'configure dedicated load balancers' } },
  workload: {
    more: {
      configureLoadBalancer: 'configure dedicated load balancers',
      connect: 'open a session in a replica',
      exec: 'run every command',
      'exec.runCronWorkload': 'run a cron workload now',
      'exec.stopReplica': 'stop replicas',
    },
  },
  volumeset: {
    more: {
      exec: 'run every command',
      'exec.createVolumeSnapshot': 'take a snapshot of a volume',
      'exec.deleteVolume': 'delete a volume',
      'exec.deleteVolumeSnapshot': 'delete a snapshot of a volume',
      'exec.expandVolume': 'expand a volume',
      'exec.restoreVolume': 'restore a volume from a snapshot',
      'exec.shrinkVolume': 'replace a volume with a smaller, empty one',
    },
  },
  identity: { more: { use: 'assign an identity to a workload' } },
  image: { more: { pull: 'pull images' }, also: { create: ['pull'], pull: ['view'] } },
  quota: { without: ['delete'] },
  secret: {
    more: { reveal: 'read the data of secrets', use: 'use secrets in a workload' },
    also: { edit: ['reveal'] },
  },
  serviceaccount: { more: { addKey: 'add a key to a service account' } },
  user: { more: { impersonate: 'act as another user', invite: 'invite users' } },
  auditctx: {
    more: { readAudit: 'read the audit trail', writeAudit: 'write to the audit trail' },
    also: { writeAudit: ['view'] },
  },
};

function listed(kind: Kind, list: PermissionList): readonly Permission[] {
  const parts = list === 'published' || kind === 'volumeset' ? (published[kind] ?? {}) : {};
  const { without = [], more = {}, also = {} } = parts;
  const words: { readonly [name: string]: string } = { ...common, ...more };
  const names = Object.keys(words)
    .filter((name) => !without.includes(name))
    .sort(byCodeUnits);
  const direct = (name: string): readonly string[] => [...(implications[name] ?? []), ...(also[name] ?? [])];
  return names.map((name) => {
    const implied =
      name === 'manage' ? names : names.filter((one) => isWithin(name, one) || direct(name).includes(one));
    return { name, description: `${words[name]} (${kind})`, implied };
  });
}

/** What has been asked for. */
const known = {
  published: new Map<Kind, readonly Permission[]>(),
  specOnly: new Map<Kind, readonly Permission[]>(),
} satisfies Record<PermissionList, unknown>;
