/**
 * Routes requests by path: `/-sim` controls the simulation, `/-fork/ID` is a fork, the rest is the platform API.
 */

import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { SessionClosed } from '../../experiment/session/liveRun.ts';
import { unreadableBody } from '../../platform/api/document/body.ts';
import type { ApiRequest, ApiResponse } from '../../platform/api/requests/request.ts';
import { defectText } from '../defect.ts';
import { say } from '../say.ts';
import { faultAnswer, type RequestError } from './answer.ts';
import { readJsonBody, refusedType } from './body.ts';
import { callerOf, credentialOf, type Keys } from './caller.ts';
import { bodyOf, jsonPieces } from './pieces.ts';
import { type PlaceOptions, placeOf, type ServedPlace } from './place.ts';
import { answerSim } from './sim.ts';

export interface AppOptions extends PlaceOptions {
  readonly keys: Keys;
  /** The key that `/-sim` requires; null: none. */
  readonly simKey: string | null;
  /** Of this program, for defects. */
  readonly version: string;
}

type Env = { Bindings: HttpBindings };

export function appOf(options: AppOptions): Hono<Env> {
  const { sessions, version } = options;
  const app = new Hono<Env>();
  app.all('*', async (context) => {
    const { req, env } = context;
    const main = sessions.main.session;
    const target = env.incoming.url ?? '/';
    const place = placeOf(target, env.incoming.headers, options);
    if ('status' in place) return faultAnswer(main, req.raw, place);
    const { served, path, query } = place;
    const refused = refusedType(req.raw.headers, served.session.origin.scenario.assumptions);
    if (refused !== null) return faultAnswer(served.session, req.raw, refused);
    try {
      if (/^\/-sim(\/|$)/.test(path)) {
        const below = path.slice('/-sim'.length);
        return await answerSim(req.raw, below, new URLSearchParams(query), { served, sessions, key: options.simKey });
      }
      return await answerPlatform(req.raw, place, options);
    } catch (error) {
      if (served.isClosed)
        return faultAnswer(main, req.raw, {
          status: 404,
          code: 'NOT_FOUND',
          message: 'the session has ended',
        });
      say(process.stderr, defectText(error, process.argv.slice(2), version));
      if (error instanceof SessionClosed)
        return faultAnswer(served.session, req.raw, { status: 500, code: 'DEFECT', message: error.message });
      const cause = error instanceof Error ? error.message : String(error);
      const message = `defect in svcsim ${version}: ${cause}. The failed request changed nothing. To reproduce it: serve the scenario from GET /-sim/scenario and send ${req.method} ${target} at its end`;
      return faultAnswer(served.session, req.raw, { status: 500, code: 'DEFECT', message });
    }
  });
  return app;
}

async function answerPlatform(
  request: Request,
  { served, path, query, base }: ServedPlace,
  { keys }: AppOptions,
): Promise<Response> {
  const { session } = served;
  const limits = session.origin.scenario.assumptions['api.limits'];
  const read = await readJsonBody(request, limits.bodyBytes);
  if ('status' in read && read.code !== 'BAD_JSON') return faultAnswer(session, request, read);
  // A caller without permission gets that answer first, even if the body is invalid.
  const body = 'status' in read ? unreadableBody(read.message) : read.value;
  const method = request.method as ApiRequest['method'];
  // The principal of a credential may change until the request's turn.
  const answer = await served.ask(async (): Promise<ApiResponse | RequestError> => {
    const { headers } = request;
    const caller = callerOf(credentialOf(headers), headers.get('x-svcsim-from'), keys, session);
    const address = query === '' ? path : `${path}?${query}`;
    if ('status' in caller) return caller;
    return await served.through(session.requesting({ method, path: address, body, base, ...caller }));
  });
  if ('code' in answer) return faultAnswer(session, request, answer);
  const isBare = request.method === 'HEAD' || answer.body === null || bodiless.includes(answer.status);
  return new Response(isBare ? null : bodyOf(jsonPieces(answer.body)), {
    status: answer.status,
    headers: {
      'Content-Type': 'application/json',
      // A path like those of all links, also in a fork: clients put the address that they have before it.
      ...answer.headers,
    },
  });
}

/** Statuses with which no body may come. */
const bodiless: readonly number[] = [204, 205, 304];
