/**
 * The permissions of each kind, and which of them bring others along (PERM-1 to PERM-7, `api.permissions`).
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { byCodeUnits } from '../document/json.ts';
import { type Kind, kinds } from '../records/kinds.ts';

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
  return tables[list][kind];
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
  create: 'make new ones',
  delete: 'delete them',
  edit: 'change them',
  manage: 'all that can be done to them',
  view: 'read them',
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
      grafanaAdmin: 'administer its dashboards',
      readLogs: 'read logs of workloads',
      readMetrics: 'read metrics of workloads',
      readUsage: 'read what is used',
      viewAccessReport: 'see who may do what',
    },
    also: { readLogs: ['view'] },
  },
  gvc: { more: { configureLoadBalancer: 'configure load balancers of their own' } },
  workload: {
    more: {
      configureLoadBalancer: 'configure load balancers of their own',
      connect: 'open a session in a replica',
      exec: 'run every command',
      'exec.runCronWorkload': 'run an execution now',
      'exec.stopReplica': 'stop replicas',
    },
  },
  volumeset: {
    more: {
      exec: 'run every command',
      'exec.createVolumeSnapshot': 'take a snapshot of a volume',
      'exec.deleteVolume': 'delete a volume',
      'exec.deleteVolumeSnapshot': 'delete a snapshot of a volume',
      'exec.expandVolume': 'let a volume grow',
      'exec.restoreVolume': 'restore a volume from a snapshot',
      'exec.shrinkVolume': 'give a volume a smaller, empty one in its place',
    },
  },
  identity: { more: { use: 'give one to a workload' } },
  quota: { without: ['delete'] },
  secret: {
    more: { reveal: 'read what they hold', use: 'give what they hold to a workload' },
    also: { edit: ['reveal'] },
  },
  serviceaccount: { more: { addKey: 'add a key' } },
  user: { more: { impersonate: 'act as another one', invite: 'invite somebody' } },
  auditctx: {
    more: { readAudit: 'read the audit trail', writeAudit: 'add to the audit trail' },
    also: { writeAudit: ['view'] },
  },
};

function tableOf(list: PermissionList): { readonly [kind in Kind]: readonly Permission[] } {
  return Object.fromEntries(kinds.map((kind) => [kind, listed(kind, list)])) as unknown as {
    readonly [kind in Kind]: readonly Permission[];
  };
}

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

const tables = { published: tableOf('published'), specOnly: tableOf('specOnly') };
