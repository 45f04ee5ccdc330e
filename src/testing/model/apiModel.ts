/**
 * A reference model of what the platform's API promises about records: much smaller than the platform, and right for
 * every order of requests.
 *
 * It knows GVCs and workloads: which exist, with which description, tag and version, and which are being deleted.
 */

import { Session } from '../../experiment/session/session.ts';
import type { ApiRequest, ApiResponse } from '../../platform/api/requests/request.ts';
import { parseScenario } from '../../scenario/parse.ts';

/** What the model knows about one record. */
export interface ModelledRecord {
  readonly kind: 'gvc' | 'workload';
  readonly name: string;
  description: string;
  team: string | null;
  version: number;
  /** Deleted, but perhaps not gone yet: the deletion of a workload waits for its replicas. */
  isGoing: boolean;
}

/** The records by their links, and the time of the session. */
export interface ApiModel {
  readonly records: Map<string, ModelledRecord>;
  now: number;
}

/** The session that is tested; a command may go on in a fork of it. */
export interface LiveApi {
  session: Session;
}

/** A model and a session at their start: an org without GVCs, for two days. */
export function beginSession(): { readonly model: ApiModel; readonly real: LiveApi } {
  const start = '2026-11-02T00:00:00Z';
  const text = JSON.stringify({ svcsim: 1, name: 'session', org: 'acme', start, for: '2d', resources: [] });
  const options = { file: 'session.json' };
  const { scenario } = parseScenario(text, options);
  if (scenario === null) throw new Error('the scenario of a session has errors');
  const session = new Session({ scenario, text, options });
  return { model: { records: new Map(), now: session.now }, real: { session } };
}

/** Sends a request to the session, as its first superuser. */
export function ask({ session }: LiveApi, method: ApiRequest['method'], path: string, body?: unknown): ApiResponse {
  return session.request({ method, path, ...(body === undefined ? {} : { body }) });
}

/** Throws, as a sentence, unless what was observed is what the model promises. */
export function promised(what: string, expected: unknown, observed: unknown): void {
  const [ours, theirs] = [JSON.stringify(expected), JSON.stringify(observed)];
  if (ours !== theirs) throw new Error(`${what}: the model promises ${ours}, the session has ${theirs}`);
}

/** What a record of the API says, as far as the model knows it; null if it does not exist. */
export function readRecord(real: LiveApi, link: string): Omit<ModelledRecord, 'isGoing'> | null {
  const { status, body } = ask(real, 'GET', link);
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

/** Checks every record that the model knows, and forgets those whose deletion has ended meanwhile. */
export function compareRecords({ records }: ApiModel, real: LiveApi): void {
  for (const [link, record] of records) {
    const found = readRecord(real, link);
    if (record.isGoing && found === null) records.delete(link);
    else if (!record.isGoing) {
      const { isGoing: _, ...known } = record;
      promised(`GET ${link}`, known, found);
    }
  }
}
