/**
 * A reference model of what the platform's API promises about records: much smaller than the platform, and right for
 * every order of requests.
 *
 * It knows GVCs, workloads, volume sets, identities and policies: which exist, with which description, tag and version,
 * which workload uses what, and which are being deleted. It knows who may change them, and the commands that the
 * platform has accepted.
 */

import { Session } from '../../experiment/session/session.ts';
import type { ApiRequest, ApiResponse } from '../../platform/api/requests/request.ts';
import { parseScenario } from '../../scenario/parse.ts';

/** The org of every session of the model, as a path. */
export const org = '/org/acme';

/** Kinds of records that the model knows. */
export type ModelledKind = 'gvc' | 'workload' | 'volumeset' | 'identity' | 'policy';

/** What the model knows about one record. */
export interface ModelledRecord {
  readonly kind: ModelledKind;
  readonly name: string;
  description: string;
  team: string | null;
  version: number;
  /** Deleted, but perhaps not gone yet: the deletion of a workload waits for its replicas. */
  isGoing: boolean;
  /** Link of the volume set or the identity that a workload uses; absent: none. */
  readonly uses?: string;
}

/** What the model knows about a command that was accepted. */
export interface ModelledCommand {
  /** Link of its workload or volume set. */
  readonly owner: string;
  /** Its final stage (`completed`, `failed`, `cancelled`), which stays; null: none yet. */
  final: string | null;
}

/** The records and commands by their links, and the time of the session. */
export interface ApiModel {
  readonly records: Map<string, ModelledRecord>;
  readonly commands: Map<string, ModelledCommand>;
  /** Instants of the accepted expansions of each volume set, which has one volume at most. */
  readonly expansions: Map<string, number[]>;
  /** How often each answer has come: `POST volumeset 201`, `DELETE gvc 403 as guest`, `POST -command 429`. */
  readonly seen: Map<string, number>;
  now: number;
  /** The end of the last outage of the location; in the past if there is none. */
  outageUntil: number;
}

/** The session that is tested; a command may go on in a fork of it. */
export interface LiveApi {
  session: Session;
}

/**
 * Who asks: null is the superuser. A guest may view everything, and may change what policies let it; no policy names
 * the stranger.
 */
export type Caller = 'guest' | 'stranger' | null;

/** A model and a session at their start: an org without GVCs, with a guest and a stranger, for two days. */
export function beginSession(): { readonly model: ApiModel; readonly real: LiveApi } {
  const text = JSON.stringify({
    svcsim: 1,
    name: 'session',
    org: 'acme',
    start: '2026-11-02T00:00:00Z',
    for: '2d',
    principals: [{ serviceaccount: 'guest', groups: ['viewers'] }, { serviceaccount: 'stranger' }],
    resources: [],
  });
  const options = { file: 'session.json' };
  const { scenario } = parseScenario(text, options);
  if (scenario === null) throw new Error('the scenario of a session has errors');
  const session = new Session({ scenario, text, options });
  const { now } = session;
  const model = {
    records: new Map(),
    commands: new Map(),
    expansions: new Map(),
    seen: new Map(),
    now,
    outageUntil: now,
  };
  return { model, real: { session } };
}

/** A request as the model sends it. */
export interface AskedRequest {
  readonly method: ApiRequest['method'];
  readonly path: string;
  readonly body?: unknown;
  /** Left out: the first superuser. */
  readonly as?: Caller;
}

/** Sends a request to the session. */
export function ask({ session }: LiveApi, { method, path, body, as = null }: AskedRequest): ApiResponse {
  return session.request({
    method,
    path,
    ...(body === undefined ? {} : { body }),
    ...(as === null ? {} : { as: `//serviceaccount/${as}` }),
  });
}

/** Sends a request, checks the status of the answer, and counts it. */
export function askExpecting(model: ApiModel, real: LiveApi, request: AskedRequest, expected: number): ApiResponse {
  const { method, path, as = null } = request;
  const response = ask(real, request);
  promised(`${method} ${path}${as === null ? '' : ` as ${as}`}`, expected, response.status);
  const parts = path.split('/').slice(1);
  const isCollection = parts.length % 2 === 1;
  const kind = parts.at(isCollection ? -1 : -2) ?? '';
  const what = `${method} ${kind} ${expected}${as === null ? '' : ` as ${as}`}`;
  model.seen.set(what, (model.seen.get(what) ?? 0) + 1);
  return response;
}

/** Throws, as a sentence, unless what was observed is what the model promises. */
export function promised(what: string, expected: unknown, observed: unknown): void {
  const [ours, theirs] = [JSON.stringify(expected), JSON.stringify(observed)];
  if (ours !== theirs) throw new Error(`${what}: the model promises ${ours}, the session has ${theirs}`);
}

/**
 * Whether a caller has a permission on records of a kind: the superuser has all, a guest what a policy grants, at once
 * and as long as the policy is there (`api.authDelay`). `manage` includes all others (PERM-6).
 */
export function mayDo({ records }: ApiModel, as: Caller, permission: string, kind: string): boolean {
  if (as !== 'guest') return as === null;
  return [permission, 'manage'].some((held) => records.has(`${org}/policy/${held}-${kind}`));
}

/** What a record of the API says, as far as the model knows it; null if it does not exist. */
export function readRecord(real: LiveApi, link: string): Omit<ModelledRecord, 'isGoing' | 'uses'> | null {
  const { status, body } = ask(real, { method: 'GET', path: link });
  if (status === 404) return null;
  promised(`GET ${link}`, 200, status);
  const { kind, name, description, tags, version } = body as unknown as {
    readonly kind: ModelledRecord['kind'];
    readonly name: string;
    readonly description: string;
    readonly tags: { readonly team?: string };
    readonly version: number;
  };
  return { kind, name, description, team: tags.team ?? null, version };
}

/** Checks every record and command that the model knows, and forgets those whose deletion has ended meanwhile. */
export function compareRecords(model: ApiModel, real: LiveApi): void {
  const { records, expansions } = model;
  for (const [link, record] of records) {
    const found = readRecord(real, link);
    if (record.isGoing && found === null) {
      records.delete(link);
      expansions.delete(link);
    } else if (!record.isGoing) {
      const { isGoing: _, uses: __, ...known } = record;
      promised(`GET ${link}`, known, found);
    }
  }
  compareCommands(model, real);
}

/** A command is there as long as its owner, and its final stage stays. */
function compareCommands({ commands, records }: ApiModel, real: LiveApi): void {
  for (const [link, command] of commands) {
    if (!records.has(command.owner)) {
      commands.delete(link);
      continue;
    }
    const { status, body } = ask(real, { method: 'GET', path: link });
    promised(`GET ${link}`, 200, status);
    const { lifecycleStage: stage } = body as unknown as { readonly lifecycleStage: string };
    const isFinal = ['completed', 'failed', 'cancelled'].includes(stage);
    promised(
      `the stage ${stage} of ${link} is one that commands have`,
      true,
      isFinal || /^(pending|running)$/.test(stage),
    );
    if (command.final !== null) promised(`the final stage of ${link}`, command.final, stage);
    if (isFinal) command.final = stage;
  }
}
