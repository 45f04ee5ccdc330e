/**
 * A session of exactly 500 requests at random, as many clients would make it: on ticks and beside them, as anybody,
 * through forks.
 */
import fc from 'fast-check';
import { hour, type Instant, minute, second } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import type { ApiRequest } from '../../../src/platform/api/requests/request.ts';
import { kinds } from '../../../src/platform/handlers/eventKinds.ts';
import { busyShop, gvcPath, requestOf, stepOf } from './asked.ts';
import { type Begun, begun, forkOf, scenarioOf } from './same.ts';

/** The shop with people who may do some of it, an account, and a workload that may run commands. */
const court = {
  ...busyShop,
  principals: [
    { user: 'ann@example.com', groups: ['superusers'], key: 'k-ann' },
    { user: 'bob@example.com', groups: ['viewers'] },
    { user: 'cy@example.com' },
    { serviceaccount: 'ci', key: 'k-ci' },
  ],
  resources: [
    ...busyShop.resources.map((one) =>
      one.name === 'api' ? { ...one, spec: { ...one.spec, identityLink: '//identity/operator' } } : one,
    ),
    { kind: 'identity', gvc: 'shop', name: 'operator' },
    {
      kind: 'policy',
      name: 'workloads',
      targetKind: 'workload',
      target: 'all',
      bindings: [
        { permissions: ['edit', 'create'], principalLinks: ['//serviceaccount/ci'] },
        { permissions: ['exec'], principalLinks: ['//gvc/shop/identity/operator'] },
      ],
    },
    {
      kind: 'policy',
      name: 'volumes',
      targetKind: 'volumeset',
      target: 'all',
      bindings: [{ permissions: ['exec', 'view'], principalLinks: ['//user/cy@example.com'] }],
    },
  ],
};

/** How often each of the simulation's own clocks strikes, in ms. */
const clocks = { cron: 2 * minute, kpa: 2 * second, reading: minute, evaluation: 15 * second, bill: hour };

/** Kinds of events by which the simulation looks at something of its own accord. */
const tickKinds: readonly string[] = ['cron.tick', 'scaler.evaluation', 'volume.reading'];

const requestsMax = 500;

export interface LongSession extends Begun {
  /** Those that the last fork has left behind, each of which went on for itself. */
  readonly left: readonly Begun[];
  /** When each of the 500 was asked. */
  readonly askedAt: readonly Instant[];
  /** How many of the 500 were answered so, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** How often time moved between requests, and how often it was refused to. */
  readonly advances: number;
  readonly refusedAdvances: number;
}

const turn = fc.record({
  move: fc.oneof(
    { weight: 5, arbitrary: fc.constant('stay' as const) },
    { weight: 4, arbitrary: fc.constant('wait' as const) },
    { weight: 4, arbitrary: fc.constant('tick' as const) },
    { weight: 1, arbitrary: fc.constant('refused' as const) },
    { weight: 1, arbitrary: fc.constant('step' as const) },
  ),
  clock: fc.constantFrom(...Object.values(clocks), clocks.reading, clocks.kpa),
  pick: fc.nat(9_999),
  size: fc.nat(99_999),
});

/**
 * Lives a session, always the same for a seed. After each hundred requests it goes on in a fork, and what the fork left
 * goes its own way.
 */
export function longSession(seed: number): LongSession {
  let own = begun(court);
  const left: Begun[] = [];
  const askedAt: Instant[] = [];
  const statuses = new Map<number, number>();
  let [advances, refusedAdvances] = [0, 0];
  const turns = fc.sample(turn, { seed, numRuns: requestsMax });
  for (const [index, { move, clock, pick, size }] of turns.entries()) {
    if (index % 100 === 99) {
      left.push(own);
      own = forkOf(own);
      const [behind] = left.slice(-1);
      for (let other = 0; other < 5; other += 1) behind?.session.request(askedBy(size + other, pick + other));
      behind?.session.advance({ seconds: 77 });
    }
    const { session } = own;
    if (move === 'step') session.steps(JSON.stringify([stepOf(pick, size)]));
    if (move === 'wait' || move === 'tick') {
      const until = move === 'wait' ? session.now + 1 + (size % 90_000) : session.now - (session.now % clock) + clock;
      session.advance({ until });
      advances += 1;
    }
    if (move === 'refused') {
      const outcome = session.advance(size % 2 === 0 ? { seconds: -1 - size } : { seconds: 86_400 * 40 });
      if ('refused' in outcome) refusedAdvances += 1;
    }
    const { status } = session.request(askedBy(pick, size));
    askedAt.push(session.now);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return { ...own, left, askedAt, statuses, advances, refusedAdvances };
}

/**
 * How many of the 500 came at an instant at which the simulation itself looks at something: by kind of event, and in
 * all. A run that looks at each tick says so, of what the session has exported; a billing hour begins without any
 * event.
 */
export function ticksOf({ session, askedAt }: LongSession): { readonly [kind: string]: number } {
  const run = new Run(scenarioOf(session.exported()), { isLiteral: true });
  const counts: { [kind: string]: number } = {
    all: 0,
    hour: 0,
    ...Object.fromEntries(tickKinds.map((one) => [one, 0])),
  };
  let due: readonly string[] = [];
  for (const [index, at] of askedAt.entries()) {
    if (at !== askedAt[index - 1] || index === 0) {
      run.sim.runUntil(at);
      due = tickKinds.filter((name) =>
        run.sim.agenda.pending().some(({ instant, kind }) => instant === at && kinds[kind] === name),
      );
      if (at % hour === 0) due = [...due, 'hour'];
    }
    for (const name of due) counts[name] = (counts[name] ?? 0) + 1;
    if (due.length > 0) counts.all = (counts.all ?? 0) + 1;
  }
  return counts;
}

/** A request at random, by somebody at random: also on what only people with rights may touch. */
function askedBy(pick: number, size: number): ApiRequest {
  const asked = size % 4 === 0 ? ruled(pick, size) : requestOf(pick, size);
  const ann = { as: '/org/acme/user/ann@example.com' };
  const callers: readonly Partial<ApiRequest>[] = [
    {},
    {},
    {},
    ann,
    ann,
    ann,
    { as: '/org/acme/user/bob@example.com' },
    { as: '//user/cy@example.com' },
    { as: '/org/acme/serviceaccount/ci' },
    { headers: { Authorization: 'Bearer k-ci' } },
    { as: `${gvcPath}/workload/api`, from: `${gvcPath}/workload/api` },
  ];
  return { ...asked, ...callers[(pick * 7 + size) % callers.length] };
}

/** What decides who may do what, and what is written down beside workloads. */
function ruled(pick: number, size: number): ApiRequest {
  const org = '/org/acme';
  const name = `r-${size % 5}`;
  const all: readonly ApiRequest[] = [
    { method: 'PUT', path: `${org}/group`, body: { name, memberLinks: ['//user/cy@example.com'] } },
    { method: 'DELETE', path: `${org}/group/${name}` },
    { method: 'POST', path: `${org}/serviceaccount`, body: { name } },
    { method: 'POST', path: `${org}/serviceaccount/ci/-addKey`, body: { description: `key ${size}` } },
    { method: 'POST', path: `${org}/user/-invite`, body: { emails: [`u${size % 9}@example.com`] } },
    {
      method: 'PUT',
      path: `${org}/policy`,
      body: {
        name,
        targetKind: ['gvc', 'workload', 'volumeset'][size % 3],
        target: 'all',
        bindings: [
          {
            permissions: ['manage'],
            principalLinks: ['//user/bob@example.com', '//user/nobody@example.com'].slice(0, 1 + (size % 2)),
          },
        ],
      },
    },
    { method: 'DELETE', path: `${org}/policy/superusers-gvc` },
    { method: 'POST', path: `${org}/secret`, body: { name, type: 'opaque', data: { payload: `p${size}` } } },
    { method: 'GET', path: `${org}/secret/${name}/-reveal` },
    { method: 'PATCH', path: `${org}/quota/workloads-per-gvc`, body: { max: 4 + (size % 20) } },
    { method: 'PATCH', path: gvcPath, body: { tags: { size } } },
    { method: 'POST', path: `${gvcPath}/identity`, body: { name } },
    { method: 'DELETE', path: `${gvcPath}/identity/${name}` },
    { method: 'PATCH', path: `${gvcPath}/workload/api`, body: { '$append/nothing': 1, spec: { $oops: 1 } } },
    { method: 'GET', path: `/audit${org}` },
    { method: 'POST', path: `${org}/workload/-query`, body: { spec: { terms: [{ tag: 'size', op: 'exists' }] } } },
    { method: 'DELETE', path: org },
  ];
  return all[pick % all.length] ?? { method: 'GET', path: org };
}
