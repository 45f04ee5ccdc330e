/** What the server answers, by path: `/-sim` moves time, `/-fork/ID` is another session, all else is the platform's API. */
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { ApiRequest, ApiResponse } from '../../platform/control/request.ts';
import { defectText } from '../defect.ts';
import { type Fault, faultAnswer } from './answer.ts';
import { readJsonBody } from './body.ts';
import { callerOf, type Keys } from './caller.ts';
import type { ServedSession } from './servedSession.ts';
import type { Sessions } from './sessions.ts';
import { answerSim } from './sim.ts';

export interface AppOptions {
  readonly sessions: Sessions;
  readonly keys: Keys;
  /** What `/-sim` asks for; null: nothing. */
  readonly simKey: string | null;
  /** Names by which the server may be called, in small letters and without port; null: any. */
  readonly hosts: readonly string[] | null;
  /** Of this program, for defects. */
  readonly version: string;
}

type Env = { Bindings: HttpBindings };

export function appOf(options: AppOptions): Hono<Env> {
  const { sessions, hosts, version } = options;
  const app = new Hono<Env>();
  app.all('*', async (context) => {
    const { req, env } = context;
    const main = sessions.main.session;
    const target = (env.incoming.url ?? '/').replace(/^https?:\/\/[^/]*/i, '');
    const { urlBytes } = main.origin.scenario.assumptions['api.limits'];
    if (target.length > urlBytes)
      return faultAnswer(main, req.raw, {
        status: 413,
        code: 'TOO_LARGE',
        message: `an address has at most ${urlBytes} bytes`,
      });
    if (hosts !== null && !hosts.includes(nameOf(req.header('host') ?? ''))) {
      const message = `this server is called ${hosts.join(' or ')}; found '${req.header('host')}'`;
      return faultAnswer(main, req.raw, { status: 403, code: 'FORBIDDEN', message });
    }
    const [path = '/', ...query] = target.split('?');
    const forked = /^\/-fork\/([^/]+)(\/.*|$)/.exec(path);
    const served = forked === null ? sessions.main : sessions.of(forked[1] ?? '');
    if (served === null)
      return faultAnswer(main, req.raw, { status: 404, code: 'NOT_FOUND', message: `there is no fork ${forked?.[1]}` });
    const inner = forked === null ? path : forked[2] || '/';
    const base = `http://${req.header('host') ?? 'localhost'}${forked === null ? '' : `/-fork/${forked[1]}`}`;
    try {
      if (/^\/-sim(\/|$)/.test(inner)) {
        const simQuery = new URLSearchParams(query.join('?'));
        return await answerSim(req.raw, inner.slice('/-sim'.length), simQuery, {
          served,
          sessions,
          key: options.simKey,
        });
      }
      const address = [inner, ...query].join('?');
      return await answerPlatform(req.raw, address, base, served, options);
    } catch (error) {
      if (served.isClosed)
        return faultAnswer(main, req.raw, {
          status: 404,
          code: 'NOT_FOUND',
          message: 'the session has ended meanwhile',
        });
      process.stderr.write(defectText(error, process.argv.slice(2), version));
      const cause = error instanceof Error ? error.message : String(error);
      const message = `svcsim ${version} met a defect of its own: ${cause}. To repeat it: svcsim run the scenario of GET /-sim/scenario, then ask ${req.method} ${target}`;
      return faultAnswer(served.session, req.raw, { status: 500, code: 'DEFECT', message });
    }
  });
  return app;
}

/** @param address path and query, as they were sent */
async function answerPlatform(
  request: Request,
  address: string,
  base: string,
  served: ServedSession,
  { keys }: AppOptions,
): Promise<Response> {
  const { session } = served;
  const limits = session.origin.scenario.assumptions['api.limits'];
  const body = await readJsonBody(request, limits.bodyBytes);
  if ('status' in body) return faultAnswer(session, request, body);
  const method = request.method as ApiRequest['method'];
  // Who a credential is for may change until its turn.
  const answer = await served.ask((): ApiResponse | Fault => {
    const caller = callerOf(request.headers, keys, session);
    return 'status' in caller ? caller : session.request({ method, path: address, body: body.value, base, ...caller });
  });
  if ('code' in answer) return faultAnswer(session, request, answer);
  const isBare = request.method === 'HEAD' || answer.body === null || bodiless.includes(answer.status);
  return new Response(isBare ? null : JSON.stringify(answer.body), {
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

/** `[::1]:8080` -> `[::1]`. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}
