/**
 * What the server answers, by path: `/-sim` moves time, `/-fork/ID` is another session, all else is the platform's API.
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
  /** What `/-sim` asks for; null: nothing. */
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
          message: 'the session has ended meanwhile',
        });
      say(process.stderr, defectText(error, process.argv.slice(2), version));
      if (error instanceof SessionClosed)
        return faultAnswer(served.session, req.raw, { status: 500, code: 'DEFECT', message: error.message });
      const cause = error instanceof Error ? error.message : String(error);
      const message = `svcsim ${version} met a defect of its own: ${cause}. What failed has changed nothing. To repeat it: svcsim run the scenario of GET /-sim/scenario, then ask ${req.method} ${target}`;
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
  // Who may not ask is told that first, however it is asked.
  const body = 'status' in read ? unreadableBody(read.message) : read.value;
  const method = request.method as ApiRequest['method'];
  // Who a credential is for may change until its turn.
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
