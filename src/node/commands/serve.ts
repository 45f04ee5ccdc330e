/** `svcsim serve`: serves the platform's HTTP API in virtual time. */
import { lookup } from 'node:dns/promises';
import { isoFromInstant } from '../../engine/time.ts';
import { Session } from '../../experiment/session/session.ts';
import { fullLink } from '../../platform/api/document/link.ts';
import { exitCode, Stop } from '../exit.ts';
import type { ServeFlags } from '../flags.ts';
import { readScenarios } from '../inputs.ts';
import { makeRoom } from '../memory.ts';
import { showProblems } from '../problems.ts';
import { programVersion } from '../projectFile.ts';
import { say } from '../say.ts';
import { openApiPath } from '../serve/openApi/document.ts';
import { isLoopback, serveSession } from '../serve/server.ts';

/** `svcsim serve --json` prints this document on one line as soon as the server listens. */
export interface ServeDocument {
  readonly schema: 'svcsim/serve/1';
  /** Address of the server: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Of the scenario. */
  readonly name: string;
  readonly org: string;
  /** First instant of the scenario. */
  readonly start: string;
  /** End of the scenario; the last instant that time can reach is one millisecond before it. */
  readonly end: string;
  /** Address of the OpenAPI document. */
  readonly openApi: string;
}

/** Serves a scenario until a signal ends it. @returns the exit code */
export async function serve(file: string, flags: ServeFlags): Promise<number> {
  const { host } = flags;
  const port = portOf(flags.port);
  const factor = factorOf(flags);
  const simKey = flags.simKey ?? null;
  if (!isLoopback(host) && simKey === null) {
    await findHost(host);
    throw new Stop(
      exitCode.usage,
      `--host ${host} is not a loopback address: protect /-sim with a key (--sim-key KEY)`,
    );
  }
  const set = flags.prefix === undefined ? flags.set : [...(flags.set ?? []), `prefix=${flags.prefix}`];
  const [read] = await readScenarios([file], { ...flags, ...(set === undefined ? {} : { set }) });
  if (read === undefined) throw new Error('no scenario was read');
  const { parsed, text, options } = read;
  showProblems(parsed, process.stderr);
  const { scenario } = parsed;
  if (scenario === null) return exitCode.invalid;
  makeRoom(scenario);
  const keys = keysOf(flags.key ?? [], scenario.org);
  const session = new Session({ scenario, text, options });
  for (const principal of keys.values()) {
    const why = session.whyNobody(principal);
    if (why !== null) throw new Stop(exitCode.usage, `--key: ${why}`);
  }
  const server = await serveSession(session, { host, port, keys, simKey, version: programVersion() });
  if (factor !== null) await server.sessions.main.run(factor);
  const { url } = server;
  const { name, org } = scenario;
  const [start, end] = [isoFromInstant(scenario.start), isoFromInstant(scenario.end)];
  const openApi = `${url}${openApiPath}`;
  const document: ServeDocument = { schema: 'svcsim/serve/1', url, name, org, start, end, openApi };
  if (flags.json === true) say(process.stdout, `${JSON.stringify(document)}\n`);
  else
    say(
      process.stdout,
      `${name} listens on ${url} (org ${org}, ${factor === null ? 'paused' : `${factor} times real time`}, from ${start} to ${end})\n`,
    );
  const code = await ended();
  await server.close();
  return code;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Stop(exitCode.usage, `--port takes a number from 0 to 65535; found '${text}'`);
}

/** Stops if the host does not exist; then asking for a key would not help. */
async function findHost(host: string): Promise<void> {
  await lookup(host).catch(() => {
    throw new Stop(
      exitCode.usage,
      `--host takes an address of this machine, such as 0.0.0.0; there is no host '${host}'`,
    );
  });
}

/** The speed of time from the start on, as a multiple of real time; null: paused. */
function factorOf({ rate, paused = false }: ServeFlags): number | null {
  if (rate === undefined) return null;
  if (paused) throw new Stop(exitCode.usage, '--rate and --paused contradict each other; give one of them');
  const factor = Number(rate);
  if (factor > 0 && factor <= 1_000_000) return factor;
  throw new Stop(
    exitCode.usage,
    `--rate takes a number above 0 and at most 1000000, a multiple of real time; found '${rate}'`,
  );
}

/** Links of principals by key, from `KEY=PRINCIPAL`; a key may contain `=`, a link cannot. */
function keysOf(given: readonly string[], org: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const entry of given) {
    const at = entry.lastIndexOf('=');
    const [key, principal] = [entry.slice(0, Math.max(0, at)), fullLink(entry.slice(at + 1), { org, gvc: null })];
    if (key === '' || !principal.startsWith(`/org/${org}/`))
      throw new Stop(exitCode.usage, `--key takes KEY=PRINCIPAL, such as k1=//user/simulator; found '${entry}'`);
    if (keys.has(key)) throw new Stop(exitCode.usage, `--key: ${key} is given twice`);
    keys.set(key, principal);
  }
  return keys;
}

/** Waits for a signal that ends the program. @returns the exit code: 0 after SIGTERM, which is the regular end */
function ended(): Promise<number> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve(exitCode.ok));
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(exitCode.interrupted));
  });
}
