/** `svcsim request`: sends one request to a workload at an instant of a run, and prints its trace. */
import { setImmediate } from 'node:timers/promises';
import type { Entry } from '../../engine/journal.ts';
import { isoFromInstant } from '../../engine/time.ts';
import { isObject } from '../../platform/api/document/json.ts';
import { linkOf } from '../../platform/api/document/link.ts';
import { isAccepted } from '../../platform/api/records/locations.ts';
import { sendProbe } from '../../platform/call/handlers/probe.ts';
import type { Hop, ProbeTarget, TestRequest } from '../../platform/call/probe.ts';
import type { FactData } from '../../platform/facts.ts';
import { dwellingsIn, environmentIn } from '../../platform/network/handlers/environment.ts';
import { deploymentsOf, type World } from '../../platform/world.ts';
import { isRuleId, ruleOf } from '../../rules/register.ts';
import { headerMistake, isHostText } from '../../scenario/read/probe.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { fitted } from '../columns.ts';
import { exitCode, Stop } from '../exit.ts';
import type { RequestFlags } from '../flags.ts';
import { paintFor } from '../paint.ts';
import { say } from '../say.ts';
import { amountsNow, amountText, type FluidLoad } from './amounts.ts';
import { hintOf, momentOf, named } from './moment.ts';

/** Events between two checks for the answer. */
const slice = 20_000;

/** Indent of the wrapped lines of a rule, so that they continue beside its name. */
const besideRule = 9;

/** The caller name of this request in journal entries. */
const name = 'request';

/** All workloads that exist at some time of the scenario, as `gvc/name`. */
function workloadsOf({ resources, timeline }: Scenario): readonly string[] {
  const first = resources.flatMap((one) => (one.kind === 'workload' ? [`${one.gvc}/${one.name}`] : []));
  const later = timeline.flatMap(({ action }) => {
    if (action.kind !== 'request' || (action.method !== 'POST' && action.method !== 'PUT')) return [];
    const [, owner, own] = /\/gvc\/([^/]+)\/workload(?:\/([^/]+))?\/?$/.exec(action.path) ?? [];
    const given = own ?? (isObject(action.body) ? action.body.name : undefined);
    return owner === undefined || typeof given !== 'string' ? [] : [`${owner}/${given}`];
  });
  return [...first, ...later];
}

/** Refuses a workload that never exists in the scenario: it is certainly a mistake. */
function checkWorkload(scenario: Scenario, { gvc, name: workload }: { gvc: string; name: string }): void {
  const names = workloadsOf(scenario);
  const wanted = `${gvc}/${workload}`;
  if (names.includes(wanted)) return;
  const hint = names.length === 0 ? 'it has no workloads' : hintOf(wanted, names);
  throw usage(`the scenario has no workload '${wanted}'; ${hint}`);
}

/** A hint if the target is only a part of a workload's name, which reads as an unknown host; null if it is not. */
function hostHint(scenario: Scenario, { target }: TestRequest): string | null {
  if (target.kind !== 'host') return null;
  const { host } = target;
  const meant = workloadsOf(scenario).filter((one) => one.split('/').includes(host));
  return meant.length === 0
    ? null
    : `'${host}' is read as a host name; write a workload with its gvc: ${meant.slice(0, 8).join(', ')}`;
}

/** Refuses a caller that does not exist. */
function checkCaller(world: World, { from, by }: TestRequest, at: number): void {
  if (by !== null) {
    const { org } = world.setup;
    const places = deploymentsOf(world, linkOf('workload', by.name, { org, gvc: by.gvc })).map(
      ({ location }) => location,
    );
    named(places, (place) => place, from ?? undefined, { what: 'location', owner: `${by.gvc}/${by.name}`, at });
    return;
  }
  if (from === null || isAccepted(from)) return;
  const places = [...world.setup.latencies].flatMap(([location, callers]) => [location, ...callers.keys()]);
  if (!places.includes(from))
    throw usage(`--from must be a location, or a place with a latency in the scenario; found '${from}'`);
}

type Ended = Entry & { readonly data: FactData['call.ended'] };

export async function request(file: string, target: string, flags: RequestFlags): Promise<number> {
  const probe = probeOf(target, flags);
  const heard: { ended: Ended | null } = { ended: null };
  const moment = await momentOf(file, flags, (entry) => {
    if (entry.type === 'call.ended' && entry.data['caller'] === name) heard.ended = entry as Ended;
  });
  if (moment === null) return exitCode.invalid;
  const { scenario, run, world, at } = moment;
  if (probe.target.kind === 'workload') checkWorkload(scenario, probe.target);
  checkCaller(world, probe, at);
  const amounts = amountsNow(run.sim);
  sendProbe(run.sim, probe);
  for (let events = 1; heard.ended === null && run.sim.step(); events += 1)
    if (events % slice === 0) await setImmediate();
  const { ended } = heard;
  if (ended === null) throw new Error('a request came to no end');
  const amount = amounts.get(ended.subject.name) ?? null;
  const hint = ended.data.replica === null && flags.quiet !== true ? hostHint(scenario, probe) : null;
  if (hint !== null) say(process.stderr, fitted(`${hint}\n`, process.stderr));
  if (flags.json === true) {
    say(process.stdout, `${JSON.stringify({ ...documentOf(ended, at, world), amounts: amount }, null, 2)}\n`);
    return exitCode.ok;
  }
  show(ended, at, amount, flags);
  return exitCode.ok;
}

function probeOf(target: string, { from, by, location, replica, path, header = [] }: RequestFlags): TestRequest {
  if (!path.startsWith('/')) throw usage(`--path must begin with /, found '${path}'`);
  if (by !== undefined && from === undefined) throw usage('--by needs --from, the location of the calling workload');
  return {
    name,
    target: targetOf(target, { location, replica, isInside: by !== undefined }),
    path,
    headers: Object.fromEntries(header.map(headerOf)),
    from: from ?? null,
    by: by === undefined ? null : workloadOf('--by', by),
    answers: null,
  };
}

function targetOf(
  text: string,
  { location, replica, isInside }: { location?: string | undefined; replica?: string | undefined; isInside: boolean },
): ProbeTarget {
  const inUrl = /^[a-z]+:\/\/([^\s/?#@]+)(\/.*)?$/i.exec(text);
  if (inUrl !== null) {
    const [, host = '', path = '/'] = inUrl;
    throw usage(`write the host without a scheme: ${host}${path === '/' ? '' : ` --path '${path}'`}; found '${text}'`);
  }
  if (!text.includes('/')) {
    const flag = location !== undefined ? '--location' : replica !== undefined ? '--replica' : null;
    if (flag !== null) throw usage(`${flag} applies only to a workload given as gvc/name, not to a host`);
    if (!isHostText(text)) throw usage(`the target must be a workload as gvc/name or a host, found '${text}'`);
    return { kind: 'host', host: text };
  }
  if (replica !== undefined && !/^\d{1,9}$/.test(replica))
    throw usage(`--replica must be a number, found '${replica}'`);
  if (isInside && location !== undefined && replica === undefined)
    throw usage('--location with --by also needs --replica: only replicas have an internal address in each location');
  if (replica !== undefined && location === undefined && !isInside)
    throw usage('--replica needs --location: each location numbers its own replicas');
  return {
    kind: 'workload',
    ...workloadOf('the target', text),
    location: location ?? null,
    replica: replica === undefined ? null : Number(replica),
  };
}

function workloadOf(what: string, text: string): { readonly gvc: string; readonly name: string } {
  const parts = text.split('/');
  const [gvc = '', workload = '', ...more] =
    parts.length === 3 && parts[1] === 'workload' ? [parts[0], parts[2]] : parts;
  if (gvc === '' || workload === '' || more.length > 0) throw usage(`${what} must be gvc/workload, found '${text}'`);
  return { gvc, name: workload };
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw usage(`-H takes a header as 'name: value'; found '${text}'`);
  const [key, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  const mistake = headerMistake(key, value);
  if (mistake !== null) throw usage(`-H: ${mistake}`);
  return [key, value];
}

function documentOf({ subject, data }: Ended, at: number, world: World): object {
  const { path = [], headers = {}, status, latencyMs, waitedMs, held, tries, replica, from } = data;
  const [, location = null] = subject.name.split('@');
  const hops = path.map((hop) => ({ ...hop, at: isoFromInstant(hop.at) }));
  const about = { at: isoFromInstant(at), from, status, latencyMs, waitedMs, held, tries, location, replica, headers };
  return { schema: 'svcsim/request/1', ...about, environment: environmentOf(world, subject.name, replica), path: hops };
}

/** Environment variables of the first container of the replica that answered; null if no replica answered. */
function environmentOf(world: World, subject: string, replica: string | null): object | null {
  for (const entity of world.entities) {
    if (entity.kind !== 'deployment' || entity.subject.name !== subject) continue;
    const dwelling = dwellingsIn(world, entity).find((one) => one.name === replica);
    const container = dwelling?.containers[0];
    if (dwelling === undefined || container === undefined) continue;
    return Object.fromEntries(environmentIn(world, entity, dwelling, container).map((one) => [one.name, one.value]));
  }
  return null;
}

function show({ subject, data }: Ended, at: number, amount: FluidLoad | null, flags: RequestFlags): void {
  const paint = paintFor(process.stdout);
  const { status, latencyMs, path = [] } = data;
  const verdict = status === 0 ? 'not sent' : `${status} after ${latencyMs} ms`;
  write(
    `${paint.bold(subject.name)}  ${status > 0 && status < 400 ? paint.good(verdict) : paint.bad(verdict)}  ${paint.dim(isoFromInstant(at))}`,
  );
  write('');
  const times = path.map((hop) => `+${hop.at - at} ms`);
  const width = Math.max(...times.map((text) => text.length));
  path.forEach((hop, index) => {
    const cited = [...hop.rules, ...hop.assumptions].join(' ');
    const line = `  ${(times[index] ?? '').padStart(width)}  ${hop.what}${cited === '' ? '' : `  ${paint.dim(cited)}`}`;
    write(line, 4 + width - line.search(/\S/));
  });
  if (amount !== null) {
    write('');
    write(`  ${paint.warn(amountText(amount))}  ${paint.dim('fluid.latency')}`);
  }
  if (flags.quiet === true) return;
  const rules = rulesOf(path);
  if (rules.length > 0) write('');
  for (const rule of rules)
    write(`  ${paint.accent(rule.padEnd(7))}  ${isRuleId(rule) ? ruleOf(rule).statement : ''}`, besideRule);
}

function rulesOf(path: readonly Hop[]): string[] {
  return [...new Set(path.flatMap(({ rules }) => rules))];
}

/** @param hang as of `fitted` */
function write(line: string, hang?: number): void {
  say(process.stdout, `${fitted(line, process.stdout, hang)}\n`);
}

function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}
