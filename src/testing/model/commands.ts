/**
 * Commands for `fc.commands`: requests, time, faults and forks of a session, each checked against the reference model.
 */
import fc from 'fast-check';
import { beginSession, type Caller, type ModelledKind, org } from './apiModel.ts';
import { orderVolume, runNow, stopReplica, volumeOrderTexts } from './orderSteps.ts';
import {
  change,
  changeClass,
  changeNothing,
  changeOutdated,
  list,
  makeGvc,
  makeIdentity,
  makePolicy,
  makeVolumeset,
  makeWorkload,
  read,
  remove,
} from './recordSteps.ts';
import { backwards, deletionSecondsMax, fork, outage, replay, wait } from './sessionSteps.ts';
import { gvcLink, linkIn, type SessionCommand } from './step.ts';

export type { SessionCommand } from './step.ts';

const gvcs = ['ash', 'elm'] as const;
const workloads = ['api', 'web', 'db', 'store', 'job'] as const;
const callers: readonly Caller[] = [null, 'guest', 'stranger'];
const waits = [1, 40, 600, deletionSecondsMax, 86_400] as const;

/** What policies of the model grant: a permission, and the kind that it is on. Few, so that many lists remove one. */
const grants: readonly (readonly [permission: string, kind: ModelledKind])[] = [
  ['manage', 'gvc'],
  ['manage', 'workload'],
  ['edit', 'workload'],
  ['manage', 'volumeset'],
  ['exec', 'volumeset'],
];

/** Links of what a GVC has at some time, its own first. */
function linksIn(gvc: string, workloads: readonly string[]): readonly string[] {
  const own = workloads.map((name) => linkIn(gvc, 'workload', name));
  return [gvcLink(gvc), linkIn(gvc, 'volumeset', 'disk'), linkIn(gvc, 'identity', 'runner'), ...own];
}

/** What commands are about, and by whom. */
interface Cast {
  readonly homes: readonly string[];
  readonly workloads: readonly string[];
  readonly as: readonly Caller[];
}

/** Commands by what they are about. */
function families({ homes, workloads, as }: Cast) {
  const each = (commands: (gvc: string, caller: Caller) => readonly SessionCommand[]): SessionCommand[] =>
    homes.flatMap((gvc) => as.flatMap((caller) => commands(gvc, caller)));
  const links = homes.flatMap((gvc) => linksIn(gvc, workloads));
  // What workloads use is changed and deleted more often: there is less of it.
  const used = links.filter((link) => /\/(volumeset|identity)\//.test(link));
  const policies = grants.map(([permission, kind]) => `${org}/policy/${permission}-${kind}`);
  const grantors = [null, null, 'guest'] as const;
  const changes = (link: string, caller: Caller): SessionCommand[] =>
    (['description', 'team'] as const).flatMap((field) => ['red', 'blue'].map((to) => change(link, field, to, caller)));
  return {
    gvcs: each((gvc, caller) => [makeGvc(gvc, caller)]),
    workloads: each((gvc, caller) => workloads.map((name) => makeWorkload(gvc, name, caller))),
    volumesets: each((gvc, caller) => [makeVolumeset(gvc, 10, caller)]),
    identities: each((gvc, caller) => [makeIdentity(gvc, caller)]),
    policies: grantors.flatMap((caller) => grants.map(([permission, kind]) => makePolicy(permission, kind, caller))),
    changes: as.flatMap((caller) => [...links, ...used].flatMap((link) => changes(link, caller))),
    removals: as.flatMap((caller) => [...links, ...used, ...used].map((link) => remove(link, caller))),
    policyRemovals: grantors.flatMap((caller) => policies.map((link) => remove(link, caller))),
    mistakes: [
      ...homes.flatMap((gvc) => [makeVolumeset(gvc, 9, null), changeClass(gvc)]),
      ...links.flatMap((link) => [changeOutdated(link), changeNothing(link)]),
    ],
    lists: [
      list(`${org}/gvc`),
      ...homes.flatMap((gvc) => ['workload', 'volumeset', 'identity'].map((kind) => list(`${gvcLink(gvc)}/${kind}`))),
    ],
    reads: links.flatMap((link) => [read(link, 'guest'), read(link, 'stranger')]),
    volumeOrders: each((gvc, caller) => volumeOrderTexts.map((text) => orderVolume(gvc, text, caller))),
    expansions: each((gvc, caller) => [orderVolume(gvc, 'expand by 10 GB', caller)]),
    workloadOrders: each((gvc, caller) =>
      workloads.flatMap((name) => [
        runNow(gvc, name, 'here', caller),
        runNow(gvc, name, 'elsewhere', caller),
        stopReplica(gvc, name, 'all', caller),
        stopReplica(gvc, name, 'unknown', caller),
      ]),
    ),
    waits: waits.map(wait),
    past: [backwards()],
    outages: Array.from({ length: 20 }, (_, index) => outage(index + 1)),
    forks: [fork(true), fork(false)],
    exports: [replay()],
  };
}

/** Every command that `sessionCommands` draws, by its text, so that a list can be read again. */
const knownCommands: ReadonlyMap<string, SessionCommand> = new Map(
  Object.values(families({ homes: gvcs, workloads, as: callers }))
    .flat()
    .map((command) => [String(command), command]),
);

/** The commands with these texts (`make gvc ash`, `wait 40 s`). @throws if one is unknown */
export function commandsOf(texts: readonly string[]): SessionCommand[] {
  return texts.map((text) => {
    const known = knownCommands.get(text);
    if (known === undefined) throw new Error(`there is no command '${text}'`);
    return known;
  });
}

/** What lists are about: a family that is named twice comes twice as often. */
type Family = keyof ReturnType<typeof families>;

interface Theme extends Cast {
  /** What a list begins with, so that what follows has something to be about; any of it may be absent. */
  readonly beginning: readonly fc.Arbitrary<SessionCommand>[];
  readonly families: readonly Family[];
}

const wholeHome: readonly SessionCommand[] = [
  makeGvc('ash', null),
  makeVolumeset('ash', 10, null),
  makeWorkload('ash', 'db', null),
  makeIdentity('ash', null),
  makeWorkload('ash', 'job', null),
  wait(600),
];
const always = ['gvcs', 'waits', 'waits', 'outages', 'forks', 'exports'] as const satisfies readonly Family[];

/** About records and what they use; about the volume of a volume set; about who may do what. */
const themes: readonly Theme[] = [
  {
    homes: gvcs,
    workloads,
    as: [null],
    beginning: gvcs.flatMap((gvc) => [makeGvc(gvc, null), makeVolumeset(gvc, 10, null)].map((one) => fc.constant(one))),
    families: [
      ...always,
      ...(['past', 'gvcs', 'workloads', 'workloads', 'volumesets', 'identities'] as const),
      ...(['changes', 'changes', 'removals', 'removals', 'mistakes', 'lists', 'workloadOrders'] as const),
    ],
  },
  {
    homes: ['ash'],
    workloads: ['db', 'store', 'job'],
    as: [null],
    beginning: wholeHome.map((command) => fc.constant(command)),
    families: [
      ...always,
      ...(['volumesets', 'workloads', 'removals', 'workloadOrders', 'workloadOrders'] as const),
      ...(['volumeOrders', 'volumeOrders', 'volumeOrders', 'expansions', 'expansions', 'expansions'] as const),
    ],
  },
  {
    homes: ['ash'],
    workloads: ['api', 'db', 'job'],
    as: ['guest', 'guest', null, 'stranger'],
    beginning: [
      ...wholeHome.map((command) => fc.constant(command)),
      ...[1, 2, 3].map(() => fc.constantFrom(...grants.map((grant) => makePolicy(...grant, null)))),
    ],
    families: [
      ...(['waits', 'waits', 'forks', 'exports'] as const),
      ...(['policies', 'policies', 'policyRemovals', 'policyRemovals', 'volumesets', 'identities'] as const),
      ...([
        'workloads',
        'workloads',
        'changes',
        'changes',
        'removals',
        'removals',
        'removals',
        'reads',
        'reads',
      ] as const),
      ...(['volumeOrders', 'volumeOrders', 'workloadOrders', 'workloadOrders'] as const),
    ],
  },
];

/**
 * Lists of commands for `fc.assert(fc.property(sessionCommands(), runCommands))`, which shrink to a shortest list that
 * still breaks a promise.
 *
 * @param most the most commands of a list after its beginning, which has up to 9; default 40
 */
export function sessionCommands(most = 40): fc.Arbitrary<Iterable<SessionCommand>> {
  const lists = themes.map(({ beginning, families: drawn, ...cast }) => {
    const all = families(cast);
    const first = fc.tuple(...beginning.map((command) => fc.option(command, { freq: 6 })));
    const rest = fc.commands(
      drawn.map((family) => fc.constantFrom(...all[family])),
      { maxCommands: most, size: 'max' },
    );
    return fc.tuple(first, rest).map(([some, others]) => [...some.filter((command) => command !== null), ...others]);
  });
  return fc.oneof(...lists);
}

/**
 * Runs commands on a new session and the model beside it.
 *
 * @throws at the first promise that is broken, as a sentence
 */
export function runCommands(commands: Iterable<SessionCommand>): void {
  fc.modelRun(beginSession, commands);
}
