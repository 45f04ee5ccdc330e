/**
 * Which workloads and volume sets of a scenario may affect each other.
 */
import type { Expectation } from '../../platform/expectation.ts';
import { endWatchOf } from '../../report/fold/endWatch.ts';
import { watchesOf } from '../../report/fold/watcher.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { costOf } from './cost.ts';
import { mentionedIn, namesOf, nounOf, ownerOf } from './mentions.ts';

/** Workloads and volume sets whose runs may affect each other, and those of no other group. */
export interface TiedGroup {
  /** `gvc/kind/name`. */
  readonly names: readonly string[];
  /** How long its run takes, roughly, in microseconds: only for dealing groups out evenly. */
  readonly cost: number;
}

/** The groups of a scenario, in the order of its resources; one with all names where something ties them together. */
export function groupsOf(scenario: Scenario): readonly TiedGroup[] {
  const ties = new Ties(scenario.resources.flatMap((resource) => nounOf(resource) ?? []));
  if (isHeldTogether(scenario)) ties.tie(ties.names);
  for (const resource of scenario.resources) {
    const name = nounOf(resource);
    if (name !== null) ties.tie([name, ...mentionedIn(resource.doc, resource.gvc)]);
  }
  // A domain leads requests to its workloads.
  for (const { kind, doc } of scenario.resources) if (kind === 'domain') ties.tie(mentionedIn(doc, null));
  for (const { to, caller } of scenario.demand) if (caller.kind === 'workload') ties.tie([to, caller.by]);
  for (const entry of scenario.timeline) ties.tie(namesOf(entry, scenario.org));
  ties.tie(numbered(scenario));
  for (const expectation of scenario.expect) ties.tie(watchedBy(expectation, ties.names));
  const cost = costOf(scenario);
  return ties.groups().map((names) => ({ names, cost: names.reduce((sum, name) => sum + (cost.get(name) ?? 0), 0) }));
}

/**
 * Whether workloads share more than what they name: a session; ties decided by lot; quotas and the API's rate limit,
 * which count the changes of all; requests for anything but a change or a command of a present workload or volume set;
 * a fault without a target; a probe, which may go to any host.
 */
function isHeldTogether({ session, assumptions, quotas, resources, timeline, org }: Scenario): boolean {
  if (session !== null || assumptions['order.ties'] === 'shuffle') return true;
  const requests = timeline.flatMap(({ action }) => (action.kind === 'request' ? [action] : []));
  const hasQuotas = quotas.size > 0 || resources.some(({ kind }) => kind === 'quota');
  if (requests.length > 0 && (hasQuotas || assumptions['api.rateLimit'] !== 'none')) return true;
  const known = new Set(resources.map(nounOf));
  const isOwn = ({ method, path }: (typeof requests)[number]): boolean => {
    const owner = ownerOf(path, org);
    if (owner === null || !known.has(owner.name)) return false;
    return owner.rest === '' ? method === 'PATCH' || method === 'PUT' : method === 'POST' && owner.rest === '/-command';
  };
  if (!requests.every(isOwn)) return true;
  return timeline.some(
    ({ action }) => action.kind === 'probe' || (action.kind === 'fault' && action.fault.of === null),
  );
}

/**
 * Those that an expectation watches together, instant by instant: counts of several workloads are added up as they
 * change. What is only looked at when all is over ties nothing.
 */
function watchedBy(expectation: Expectation, names: readonly string[]): readonly string[] {
  const isWatched = watchesOf([expectation]).length > 0 || endWatchOf([expectation]).isWatching;
  if (!isWatched) return [];
  return names.filter((name) => {
    const [gvc] = name.split('/');
    return expectation.of === null || expectation.of === gvc || expectation.of === name;
  });
}

/** Those that share a count: single requests and faults are numbered through. */
function numbered({ demand, timeline, org }: Scenario): readonly string[] {
  return [
    ...demand.filter(({ arrivals }) => arrivals.kind === 'single').map(({ to }) => to),
    ...timeline.filter(({ action }) => action.kind === 'fault').flatMap((entry) => namesOf(entry, org)),
  ];
}

/** Names that are tied to each other, directly or over others. */
class Ties {
  readonly names: readonly string[];
  /** By name another that it is tied to, on the way to the one that stands for all; that one leads to itself. */
  private readonly leads: Map<string, string>;

  constructor(names: readonly string[]) {
    this.names = names;
    this.leads = new Map(names.map((name) => [name, name]));
  }

  /** Names that there are none of are left out. */
  tie(names: readonly string[]): void {
    let first: string | null = null;
    for (const name of names) {
      if (!this.leads.has(name)) continue;
      const root = this.rootOf(name);
      if (first === null) first = root;
      else this.leads.set(root, first);
    }
  }

  groups(): readonly (readonly string[])[] {
    const groups = new Map<string, string[]>();
    for (const name of this.names) {
      const root = this.rootOf(name);
      const group = groups.get(root);
      if (group === undefined) groups.set(root, [name]);
      else group.push(name);
    }
    return [...groups.values()];
  }

  private rootOf(name: string): string {
    let root = name;
    for (let next = this.leads.get(root); next !== undefined && next !== root; next = this.leads.get(root)) root = next;
    this.leads.set(name, root);
    return root;
  }
}
