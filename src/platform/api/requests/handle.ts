/**
 * The single entry point: every change by a client to the requested state goes through here.
 */

import type { Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { callerOf } from '../access/caller.ts';
import { reasonToGrant, refuseForbidden, refuseUnknown } from '../access/gate.ts';
import { addKey } from '../access/keys.ts';
import { readAccessReport, readPermissions } from '../access/report.ts';
import { revealSecret } from '../access/secret.ts';
import { inviteUsers, readUserByEmail } from '../access/users.ts';
import { readAudit } from '../audit/read.ts';
import { noteAudit } from '../audit/trail.ts';
import { type RememberedPatch, takenOf } from '../document/again.ts';
import { readBody } from '../document/body.ts';
import { isObject, type JsonObject } from '../document/json.ts';
import { continueQuery, postQuery } from '../query/ask.ts';
import { collectionMethods, isActedOn, itemMethods, type Method } from '../records/kinds.ts';
import type { Control } from '../records/state.ts';
import { settledRoute } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { nothingThere, type RequestInHand, refuse } from './answer.ts';
import { readEvents } from './events.ts';
import { postCommand } from './order.ts';
import {
  readAbout,
  readCommand,
  readCommands,
  readDeployment,
  readDeployments,
  readDiscovery,
  readItem,
  readList,
  readReplicas,
} from './read.ts';
import { removeRecord } from './remove.ts';
import type { ApiRequest, RequestOutcome } from './request.ts';
import { type ApiRoute, routeOf } from './router.ts';
import { patchItem, postItem, putItem, writeAgain } from './write.ts';

const untold = because([], ['api.logsKept', 'api.logsRead']);
const limited = because([], ['api.limits']);
const storedOnly = because([], ['api.storedKinds']);

/**
 * Answers a request at an instant; changes `control` only where the request is accepted. Never throws on a client's
 * mistake, never answers 5xx. A `?` in the path begins the query, as in an address.
 *
 * @param isRead whether anybody reads the answer; else that of a write that is taken has its status alone
 */
export function handle(
  control: Control,
  request: ApiRequest,
  now: Instant,
  platform: PlatformView,
  isRead = true,
): RequestOutcome {
  const caller = callerOf(control, request, platform);
  const taken = takenOf(request, control);
  // Whoever has to be asked whether it may is asked each time.
  const isTrusted = taken !== null && caller.standing === 'superuser' && platform.throttle === undefined;
  const again = isTrusted ? writeAgain({ control, request, now, caller, isRead }, taken, platform) : null;
  if (again !== null && control.audit === null) return again;
  const call: RequestInHand = { control, request: withQuery(request), now, caller, isRead };
  const route = settledRoute(control, routeOf(call.request.path, control.config.org));
  const answer = again ?? answered(call, route, taken, platform);
  // What is no JSON has asked for nothing.
  const outcome = answer.refusal?.code === 'BAD_JSON' ? answer : noteAudit(call, route, answer);
  return request.method === 'HEAD' ? withoutBody(outcome) : outcome;
}

function answered(
  call: RequestInHand,
  route: ApiRoute,
  taken: RememberedPatch | null,
  platform: PlatformView,
): RequestOutcome {
  const refused =
    refuseUnknown(call, route) ??
    refusedRoute(call, route) ??
    refuseThrottled(call, route, platform) ??
    refuseForbidden(call, route, platform);
  if (refused !== null) return refused;
  const outcome = done(call, route, taken, platform);
  const granted = outcome.refusal === null ? reasonToGrant(call, route) : null;
  return granted === null ? outcome : { ...outcome, reason: alsoBecause(outcome.reason, granted) };
}

/** What comes of a request that may be asked. */
function done(
  call: RequestInHand,
  route: ApiRoute,
  taken: RememberedPatch | null,
  platform: PlatformView,
): RequestOutcome {
  const { control, request } = call;
  if (request.method === 'GET' || request.method === 'HEAD') return read(call, route, platform);
  if (taken !== null) return write(call, route, taken.body, platform);
  // Nothing that is sent with it has a say in a deletion.
  const sent = request.method === 'DELETE' ? undefined : request.body;
  const body = readBody(sent, control.config.assumptions['api.limits'].nesting);
  if ('error' in body) return refuse(call, { code: 'BAD_JSON', message: body.error, reason: limited });
  if (!isObject(body.value))
    return refuse(call, { code: 'INVALID', message: 'the body must be a JSON object', reason: limited });
  return write(call, route, body.value, platform);
}

/** A path that names nothing, a method that it does not take, or a kind that is not kept. */
function refusedRoute(call: RequestInHand, route: ApiRoute): RequestOutcome | null {
  const { method, path } = call.request;
  if (route.what === 'unknown') {
    return refuse(call, { code: 'NOT_FOUND', message: `path ${path} does not exist`, reason: nothingThere });
  }
  if (isRefusedKind(call, route)) {
    return refuse(call, { code: 'NOT_SIMULATED', message: `${path} is not simulated`, reason: storedOnly });
  }
  const allowed = methodsOf(route);
  if (allowed.includes(method)) return null;
  return refuse(call, {
    code: 'METHOD_NOT_ALLOWED',
    message: `the method must be one of ${allowed.join(', ')} at ${path}; found ${method}`,
    reason: nothingThere,
    headers: { Allow: allowed.join(', ') },
  });
}

/**
 * Whoever is known is told that the API takes no change now; what reads is answered, for a client would ask again and
 * again.
 */
function refuseThrottled(call: RequestInHand, { what }: ApiRoute, { throttle }: PlatformView): RequestOutcome | null {
  const { method } = call.request;
  const reads = method === 'GET' || method === 'HEAD' || what === 'query' || what === 'commandQuery';
  if (throttle === undefined || reads) return null;
  return refuse(call, { code: 'THROTTLED', message: 'the quota of requests is used up for now', reason: throttle });
}

function isRefusedKind({ control }: RequestInHand, route: ApiRoute): boolean {
  return 'kind' in route && !isActedOn(route.kind) && control.config.assumptions['api.storedKinds'] === 'refuse';
}

function read(call: RequestInHand, route: ApiRoute, platform: PlatformView): RequestOutcome {
  switch (route.what) {
    case 'item':
      return readItem(call, route, platform);
    case 'collection':
      return readList(call, route, platform);
    case 'commands':
      return readCommands(call, route.owner);
    case 'command':
      return readCommand(call, route.owner, route.id);
    case 'deployments':
      return readDeployments(call, route.workload, platform);
    case 'deployment':
      return readDeployment(call, route.workload, route.location, platform);
    case 'token':
      return continueQuery(call, route.token, platform);
    case 'replicas':
      return readReplicas(call, route.workload, route.location, platform);
    case 'eventlog':
      return readEvents(call, route, platform);
    case 'audit':
      return readAudit(call, route.id);
    case 'permissions':
      return readPermissions(call, route);
    case 'accessreport':
      return readAccessReport(call, route, platform);
    case 'reveal':
      return revealSecret(call, route, platform);
    case 'userByEmail':
      return readUserByEmail(call, route.email, platform);
    case 'logs':
      return platform.readLogs?.(call, route.way) ?? refuseLogs(call);
    case 'about':
      return readAbout(call);
    case 'discovery':
      return readDiscovery(call);
    default:
      throw new Error(`cannot read a route without records: ${route.what}`);
  }
}

/** A run alone does not keep what lines follow from. */
function refuseLogs(call: RequestInHand): RequestOutcome {
  const message = 'logs are available only in a session (svcsim serve); for the logs of a run use svcsim logs';
  return refuse(call, { code: 'NOT_SIMULATED', message, reason: untold });
}

function write(call: RequestInHand, route: ApiRoute, body: JsonObject, platform: PlatformView): RequestOutcome {
  const { method } = call.request;
  if (route.what === 'query' || route.what === 'commandQuery') return postQuery(call, route, body, platform);
  if (route.what === 'commands') return postCommand(call, route.owner, body, platform);
  if (route.what === 'addKey') return addKey(call, route, body);
  if (route.what === 'invite') return inviteUsers(call, body, platform);
  if (route.what === 'collection') {
    return method === 'POST'
      ? postItem(call, route, body, platform)
      : putItem(call, { ...route, name: null }, body, platform);
  }
  if (route.what !== 'item') throw new Error(`${method} on a read-only route: ${route.what}`);
  if (method === 'DELETE') return removeRecord(call, route, platform);
  return method === 'PATCH' ? patchItem(call, route, body, platform) : putItem(call, route, body, platform);
}

const readOnly: readonly Method[] = ['GET', 'HEAD'];
const posted: readonly Method[] = ['POST'];

/** Methods that a path knows (http: resources and paths). */
export function methodsOf(route: ApiRoute): readonly Method[] {
  switch (route.what) {
    case 'item':
      return itemMethods(route.kind);
    case 'collection':
      return collectionMethods(route.kind, route.gvc);
    case 'commands':
      return [...readOnly, 'POST'];
    case 'query':
    case 'commandQuery':
    case 'addKey':
    case 'invite':
      return posted;
    default:
      return readOnly;
  }
}

function withQuery(request: ApiRequest): ApiRequest {
  const mark = request.path.indexOf('?');
  if (mark < 0) return request;
  const query: { [name: string]: string } = { ...request.query };
  for (const pair of request.path.slice(mark + 1).split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (name !== '' && name !== '__proto__') query[name] = decoded(value.join('='));
  }
  return { ...request, path: request.path.slice(0, mark), query };
}

/** A text that is no proper escape stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutBody(outcome: RequestOutcome): RequestOutcome {
  return { ...outcome, response: { ...outcome.response, body: null } };
}
