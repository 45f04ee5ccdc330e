/**
 * The state of the control plane: records, commands, quotas, the audit trail, and the callers.
 */
import type { Patch } from 'immer';
import type { Instant } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { JsonObject } from '../document/json.ts';
import type { Kind } from './kinds.ts';
import type { StoredRecord } from './record.ts';

/** Domains of the installation, and the address of its API (RES-5). */
export interface Installation {
  readonly baseUrl: string;
  readonly appDomain: string;
  readonly locationDomain: string;
  readonly internalDomain: string;
}

export interface ControlConfig {
  readonly org: string;
  readonly seed: string;
  /** In tags, variables, headers and volume URIs (RES-6). */
  readonly prefix: 'svc' | 'cpln';
  readonly installation: Installation;
  readonly assumptions: Assumptions;
  /** Those that bind at the beginning. */
  readonly quotas: Quotas;
  /** Links of principals by the credentials that were given for them at the start. */
  readonly keys: ReadonlyMap<string, string>;
  /** Whether somebody may ask for the audit trail: else none is kept. */
  readonly isAsked: boolean;
}

/** What is asked for. Changed by `handle`, `setStage`, `finishDelete` and nothing else. */
export interface Control {
  readonly config: ControlConfig;
  /** By link. */
  readonly records: Map<string, StoredRecord>;
  /** By id. */
  readonly commands: Map<string, CommandRecord>;
  /** How many commands an owner has had, by its id. */
  readonly commandCounts: Map<string, number>;
  /** How many keys a service account has had, by its id. */
  readonly keyCounts: Map<string, number>;
  /** How many records a link has had, once one of them is gone. */
  readonly incarnations: Map<string, number>;
  /**
   * Links of the workloads that mount a volume set, by its link, in order of their creation; the lists are never
   * mutated.
   */
  readonly mounts: Map<string, readonly string[]>;
  /** The other way round: links of the volume sets that a workload mounts, by its link; none that mounts nothing. */
  readonly mounted: Map<string, readonly string[]>;
  /** The domains among the records, by link. */
  readonly domains: Map<string, StoredRecord>;
  /** The locations among the records, by name. */
  readonly locations: Map<string, StoredRecord>;
  /** The quotas that bind today: the map is never mutated. */
  quotas: Quotas;
  /** The policies and the groups among the records, by link. */
  readonly policies: Map<string, StoredRecord>;
  readonly groups: Map<string, StoredRecord>;
  /** What the records take of quotas, by quota and target; empty where there are none. */
  readonly taken: Map<string, QuotaUse>;
  /** null: nobody asks for it. */
  readonly audit: AuditTrail | null;
  /** How often a record has changed: what is worked out from them all holds for one revision. */
  revision: number;
}

export type ApiCaller =
  /** Nothing was said: the org's superuser, who may do everything. */
  | { readonly standing: 'superuser' }
  /** No credential, or one that stands for nobody; `link` is what was stated. */
  | { readonly standing: 'unknown'; readonly link: string; readonly message: string }
  /** The token of a workload, sent from elsewhere; `from` is null for outside of all workloads. */
  | { readonly standing: 'astray'; readonly link: string; readonly from: string | null }
  | Principal;

/** Somebody known. */
export interface Principal {
  readonly standing: 'known';
  /** Of a user, a service account, an identity, or a workload that holds its token. */
  readonly link: string;
  /** Whom policies name: the user, the account, the identity; null: a workload without identity. */
  readonly record: StoredRecord | null;
}

export type QuotaName = (typeof quotaNames)[number];

/**
 * The most of each that there may be, cpu in millicores and memory in bytes; a name that is not there never binds
 * (`api.quotas`).
 */
export type Quotas = ReadonlyMap<QuotaName, number>;

/** What is kept of it, the oldest first; a fork has its own. */
export interface AuditTrail {
  entries: AuditEntry[];
  /** The instant of the last request that has an entry, and how many there were at it: they tell requests apart. */
  last: { readonly at: Instant; readonly count: number };
  /** How often somebody wanted to connect. */
  connections: number;
}

/** Of one quota and one target: the link of a workload, the name of a GVC, or that of the org. Immutable. */
export interface QuotaUse {
  readonly quota: QuotaName;
  readonly target: string;
  readonly unit: 'count' | 'cpu' | 'memory';
  readonly amount: number;
  readonly peak: number;
  /** Since when it was that much first. */
  readonly peakAt: Instant;
}

export interface CommandRecord {
  readonly id: string;
  /** `<link of the owner>/-command/<id>`. */
  readonly link: string;
  /** Link of the workload or volume set. */
  readonly owner: string;
  readonly ownerId: string;
  /** Counts the owner's commands from 1; their order, and part of the id (`api.ids`). */
  readonly ordinal: number;
  readonly type: string;
  /** As it is carried out: numbers for texts, the location by its name. */
  readonly spec: JsonObject;
  /** The same as it was sent, which readers are shown. */
  readonly sent: JsonObject;
  readonly tags: JsonObject;
  readonly stage: CommandStage;
  readonly messages: readonly CommandMessage[];
  readonly created: Instant;
  readonly lastModified: Instant;
}

export const quotaNames = [
  'agents',
  'domains',
  'identities-per-gvc',
  'workloads-per-gvc',
  'volumesets-per-gvc',
  'replicas-per-workload',
  'cpu-per-workload',
  'memory-per-workload',
] as const;

/** One change of one record, one command, or one request of either that was refused; immutable. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Instant;
  /** The same for all that one request has changed. */
  readonly request: string;
  /** Link of who asked. */
  readonly principal: string;
  readonly action: 'create' | 'edit' | 'delete' | 'exec';
  readonly kind: Kind;
  readonly link: string;
  /** null: of a record that was not made. */
  readonly resourceId: string | null;
  /** The record after it; of a deletion, and of what was refused, as it stood; null: there is none. */
  readonly record: StoredRecord | null;
  readonly command: CommandRecord | null;
  /** Where somebody wanted to execute something; null: nobody did. */
  readonly connection: ConnectionPlace | null;
  readonly patches: readonly Patch[];
  /** null: it was done. */
  readonly refusal: string | null;
}

/** `completed`, `failed` and `cancelled` are final. */
export type CommandStage = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface CommandMessage {
  readonly at: Instant;
  readonly message: string;
}

/** A container of a replica. What was to be executed in it is not kept: it may hold secrets. */
export interface ConnectionPlace {
  readonly location: string;
  readonly replica: string;
  readonly container: string;
}
