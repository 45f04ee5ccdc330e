/**
 * What is asked of a random world: bursts of requests and changes around one workload, seconds apart.
 */
import fc from 'fast-check';
import type { StepDocument } from '../document.ts';
import { type GeneratedType, type PlacedWorkload, resourcesOf, scaleOf, setName } from './workloads.ts';

export interface Burst {
  /** Which of the world's workloads. */
  readonly pick: number;
  /** Share of the run that has passed, in thousandths. */
  readonly at: number;
  readonly moves: readonly Move[];
}

interface Move {
  readonly does: MoveName;
  /** Seconds since the move before. */
  readonly gap: number;
  readonly amount: number;
}

type Action = { readonly [key: string]: unknown };

const patchWorkload = ({ gvc, name }: PlacedWorkload, spec: object): Action => ({
  patch: `/gvc/${gvc}/workload/${name}`,
  with: { spec },
});
const commandWorkload = ({ gvc, name }: PlacedWorkload, type: string, spec: object): Action => ({
  post: `/gvc/${gvc}/workload/${name}/-command`,
  with: { type, spec },
});
const commandVolume = (part: PlacedWorkload, amount: number, type: string, spec: object = {}): Action => ({
  post: `/gvc/${part.gvc}/volumeset/${setName(part)}/-command`,
  with: { type, spec: { location: placeOf(part, amount), volumeIndex: amount % 2, ...spec } },
});
const placeOf = ({ locations }: PlacedWorkload, amount: number): string => locations[amount % locations.length] ?? '';
const setPath = (part: PlacedWorkload): string => `/gvc/${part.gvc}/volumeset/${setName(part)}`;

const oneOf = ({ gvc, name }: PlacedWorkload): string => `${gvc}/workload/${name}`;
/** A name that somebody could have: a fault that names another is refused. */
const nameIn = ({ name, type }: PlacedWorkload): string =>
  type === 'cron' ? 'command-x' : type === 'stateful' ? `${name}-0` : `${name}-99-99`;
const whom = (part: PlacedWorkload, amount: number): object =>
  [{}, { replicas: 1 }, { share: '50%' }, { replicas: [nameIn(part)] }][amount % 4] ?? {};
const lasting = (amount: number): object => (amount % 5 === 4 ? {} : { for: `${1 + amount * 2}m` });
const isCron = ({ type }: PlacedWorkload): boolean => type === 'cron';
const kill = (part: PlacedWorkload, amount: number): Action => ({
  fault: { replicaKill: { of: oneOf(part), ...whom(part, amount) } },
});

/** What goes wrong; what cannot strike a cron workload kills an execution instead. */
const faults = {
  kill,
  crash: (part, amount) => ({ fault: { replicaCrash: { of: oneOf(part), ...whom(part, amount) } } }),
  stuck: (part, amount) =>
    isCron(part)
      ? kill(part, amount)
      : { fault: { stuckReadiness: { of: oneOf(part), ...whom(part, amount) } }, ...lasting(amount) },
  drain: (part, amount) =>
    isCron(part) ? kill(part, amount) : { fault: { drain: { location: placeOf(part, amount) } } },
  node: (part, amount) => ({ fault: { nodeLoss: { of: oneOf(part), ...whom(part, amount) } }, ...lasting(amount) }),
  outage: (part, amount) => ({ fault: { locationOutage: { location: placeOf(part, amount) } }, ...lasting(amount) }),
  disable: (part, amount) => ({ fault: { disable: { location: placeOf(part, amount) } }, ...lasting(amount) }),
  zone: (part, amount) => ({
    fault: { zoneLoss: { location: placeOf(part, amount), zone: 'abc'.charAt(amount % 3) } },
    ...lasting(amount),
  }),
  pull: (part, amount) => ({ fault: { pullFailure: { of: oneOf(part) } }, for: `${1 + amount * 2}m` }),
  jump: (part, amount) =>
    isCron(part)
      ? kill(part, amount)
      : {
          fault: {
            usageJump: {
              of: part.type === 'stateful' && amount % 2 === 0 ? `${part.gvc}/volumeset/${setName(part)}` : oneOf(part),
              add: `${amount - 2}GB`,
            },
          },
        },
  throttle: (_, amount) => ({ fault: { apiThrottle: {} }, for: `${amount * 20}s` }),
} as const satisfies Record<string, (part: PlacedWorkload, amount: number) => Action>;

/**
 * Every move, from an amount between 0 and 11; what makes no sense for a workload is asked all the same, and refused.
 */
const moves = {
  image: (part, amount) => patchWorkload(part, { containers: [{ name: 'main', image: `app:${amount}` }] }),
  reserve: (part, amount) => patchWorkload(part, { containers: [{ name: 'main', minCpu: `${100 + amount}m` }] }),
  scale: (part, amount) => patchWorkload(part, { defaultOptions: { autoscaling: scaleOf(part, 1 + (amount % 7)) } }),
  suspend: (part, amount) =>
    patchWorkload(
      part,
      part.type === 'cron' && amount % 2 === 0 ? { job: { suspend: true } } : { defaultOptions: { suspend: true } },
    ),
  resume: (part) =>
    patchWorkload(part, {
      defaultOptions: { suspend: false },
      ...(part.type === 'cron' ? { job: { suspend: false } } : {}),
    }),
  job: (part, amount) =>
    patchWorkload(part, {
      job: { concurrencyPolicy: ['Forbid', 'Replace', 'Allow'][amount % 3], schedule: `*/${1 + amount} * * * *` },
    }),
  grace: (part, amount) => patchWorkload(part, { rolloutOptions: { terminationGracePeriodSeconds: amount * 10 } }),
  tag: ({ gvc, name }, amount) => ({
    patch: `/gvc/${gvc}/workload/${name}`,
    with: { tags: { team: `t${amount % 3}` } },
  }),
  stop: (part, amount) => commandWorkload(part, 'stopReplica', { location: placeOf(part, amount) }),
  runNow: (part, amount) => commandWorkload(part, 'runCronWorkload', { location: placeOf(part, amount) }),
  expand: (part, amount) => commandVolume(part, amount, 'expandVolume', { newStorageCapacity: 15 + 2 * amount }),
  shrink: (part, amount) => commandVolume(part, amount, 'shrinkVolume', { newStorageCapacity: 10 + (amount % 4) }),
  deleteVolume: (part, amount) => commandVolume(part, amount, 'deleteVolume'),
  snapshot: (part, amount) => commandVolume(part, amount, 'createVolumeSnapshot', { snapshotName: `s${amount % 4}` }),
  restore: (part, amount) => commandVolume(part, amount, 'restoreVolume', { snapshotName: `s${amount % 4}` }),
  use: (part, amount) => ({
    behavior:
      part.type === 'stateful'
        ? { [`${part.gvc}/${setName(part)}`]: { usage: { add: `${amount - 2}GB` } } }
        : { [`${part.gvc}/${part.name}`]: { start: `${amount * 5}s` } },
  }),
  remove: ({ gvc, name }) => ({ delete: `/gvc/${gvc}/workload/${name}` }),
  removeSet: (part) => ({ delete: setPath(part) }),
  removeGvc: ({ gvc }) => ({ delete: `/gvc/${gvc}` }),
  make: (part, amount) => {
    const { resources } = resourcesOf(part, true);
    const one = resources[amount % resources.length];
    return { post: `/gvc/${part.gvc}/${one?.kind}`, with: { kind: one?.kind, name: one?.name, spec: one?.spec } };
  },
  location: (part, amount) => ({
    patch: `/location/${placeOf(part, amount)}`,
    with: { spec: { enabled: amount % 3 > 0 } },
  }),
  placement: (part, amount) => {
    const kept = amount % 3 === 0 ? part.locations.slice(1) : part.locations;
    const locationLinks = kept.map((location) => `//location/${location}`);
    return { patch: `/gvc/${part.gvc}`, with: { spec: { staticPlacement: { locationLinks } } } };
  },
  ...faults,
} as const satisfies Record<string, (part: PlacedWorkload, amount: number) => Action>;

type MoveName = keyof typeof moves;

const weights: readonly (readonly [number, MoveName])[] = [
  [8, 'image'],
  [2, 'reserve'],
  [4, 'scale'],
  [4, 'suspend'],
  [3, 'resume'],
  [2, 'job'],
  [1, 'grace'],
  [1, 'tag'],
  [2, 'stop'],
  [2, 'runNow'],
  [7, 'expand'],
  [1, 'shrink'],
  [1, 'deleteVolume'],
  [2, 'snapshot'],
  [1, 'restore'],
  [4, 'use'],
  [3, 'remove'],
  [1, 'removeSet'],
  [1, 'removeGvc'],
  [2, 'make'],
  [1, 'location'],
  [1, 'placement'],
  [3, 'kill'],
  [3, 'crash'],
  [2, 'stuck'],
  [2, 'drain'],
  [2, 'node'],
  [2, 'outage'],
  [1, 'disable'],
  [2, 'zone'],
  [2, 'pull'],
  [2, 'jump'],
  [1, 'throttle'],
];
const move: fc.Arbitrary<Move> = fc.record({
  does: fc.oneof(...weights.map(([weight, name]) => ({ weight, arbitrary: fc.constant(name) }))),
  gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 600 })),
  amount: fc.nat(11),
});

/** Moves that meet each other where they come soon after one another, and the type of workload that they are for. */
const meetings: readonly (readonly [GeneratedType, readonly MoveName[]])[] = [
  ['stateful', ['expand', 'remove']],
  ['stateful', ['image', 'expand', 'scale']],
  ['stateful', ['expand', 'expand', 'suspend', 'resume']],
  ['stateful', ['shrink', 'expand', 'deleteVolume', 'restore']],
  ['standard', ['image', 'scale', 'image']],
  ['standard', ['image', 'location', 'location']],
  ['serverless', ['image', 'suspend', 'image', 'resume']],
  ['cron', ['runNow', 'suspend', 'resume', 'remove']],
  ['standard', ['image', 'kill', 'drain', 'outage']],
  ['stateful', ['expand', 'node', 'outage', 'image']],
  ['cron', ['pull', 'crash', 'kill', 'outage']],
  ['serverless', ['drain', 'image', 'zone']],
];
const meeting: fc.Arbitrary<readonly Move[]> = fc
  .constantFrom(...meetings.map(([, names]) => names))
  .chain((names) =>
    fc.tuple(...names.map((does) => fc.record({ does: fc.constant(does), gap: fc.nat(40), amount: fc.nat(11) }))),
  );

export const bursts: fc.Arbitrary<Burst> = fc.record({
  pick: fc.nat(3),
  at: fc.integer({ min: 0, max: 900 }),
  moves: fc.oneof(fc.array(move, { minLength: 1, maxLength: 8 }), meeting),
});

/** Whether a step is a fault that lasts to the end of the run. */
export function isForGood({ fault, for: duration }: StepDocument): boolean {
  const [name = ''] = Object.keys((fault as object | undefined) ?? {});
  return duration === undefined && ['stuckReadiness', 'locationOutage', 'disable', 'zoneLoss'].includes(name);
}

/** The steps of a bursts as they stand in a file; what would come after the end is left out. */
export function stepsOf(
  { pick, at, moves: own }: Burst,
  { parts, seconds }: { readonly parts: readonly PlacedWorkload[]; readonly seconds: number },
): StepDocument[] {
  const meant = meetings.find(([, names]) => names.every((name, index) => own[index]?.does === name));
  const fitting = parts.filter(({ type }) => type === meant?.[0]);
  const choice = fitting.length > 0 ? fitting : parts;
  const part = choice[pick % choice.length];
  if (part === undefined) return [];
  // On the grid of a minute, where ticks and readings are too.
  let now = Math.floor((at * seconds) / 60_000) * 60;
  return own.flatMap(({ does, gap, amount }) => {
    now += gap;
    return now < seconds ? [{ at: `+${now}s`, ...moves[does](part, amount) }] : [];
  });
}
