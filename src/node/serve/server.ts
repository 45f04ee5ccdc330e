/** The server of a session: combines sessions, app, streams and listener. */
import type { Session } from '../../experiment/session/session.ts';
import { rawFault } from './answer.ts';
import { appOf } from './app.ts';
import type { Keys } from './caller.ts';
import { type Listener, type ListenOptions, listen } from './listener.ts';
import type { RealTime } from './liveClock.ts';
import { Sessions } from './sessions.ts';
import { type StreamOptions, streamsOf } from './streams.ts';

export interface ServerOptions extends Omit<ListenOptions, 'upgrade' | 'refusal'>, Pick<StreamOptions, 'patience'> {
  readonly keys: Keys;
  /** Required unless the server listens on a loopback address. */
  readonly simKey: string | null;
  readonly version: string;
  readonly real?: RealTime;
}

export interface SimServer extends Listener {
  readonly sessions: Sessions;
}

/** Serves a session until it is closed. */
export async function serveSession(session: Session, options: ServerOptions): Promise<SimServer> {
  const { real = () => performance.now() } = options;
  const sessions = new Sessions(session, real);
  const own = { ...options, sessions, hosts: hostsFor(options.host) };
  const streams = streamsOf(own);
  const refusal: ListenOptions['refusal'] = (asked, fault) => rawFault(session, asked, fault);
  const listener = await listen(appOf(own), { ...options, upgrade: streams.upgrade, refusal });
  return {
    ...listener,
    sessions,
    async close() {
      sessions.close();
      await Promise.all([streams.close(), listener.close()]);
    },
  };
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Host names that the server accepts, which protects it from DNS rebinding by pages of other sites; null (any) if it
 * listens on all addresses, whose names it cannot know.
 */
function hostsFor(host: string): readonly string[] | null {
  if (host === '0.0.0.0' || host === '::') return null;
  const own = host.includes(':') ? `[${host}]` : host.toLowerCase();
  return [...new Set([...loopback, own])];
}
