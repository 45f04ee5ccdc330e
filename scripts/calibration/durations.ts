/**
 * Recorded amounts: how long changes take, and what they cost in requests.
 */
import type { Measured } from './fact.ts';
import {
  between,
  calledFromElsewhere,
  caller,
  changeAt,
  changed,
  command,
  data,
  database,
  failedRequests,
  hooked,
  patch,
  probed,
  redeployed,
  type Seen,
  type SmallWorld,
  volumes,
  web,
  withProbes,
} from './worlds.ts';

const templates = 'controlplane-com/templates';

function measured(
  id: string,
  what: string,
  [low, high]: readonly [number, number],
  source: string,
  {
    unit = 's',
    ...how
  }: Pick<Measured, 'world' | 'measure' | 'heldOut' | 'because'> & { readonly unit?: Measured['unit'] },
): Measured {
  return { kind: 'measured', id, what, low, high, unit, source: `${templates}:${source}`, ...how };
}

/** Probes are those of the published charts of the applications. */
const unprobed: SmallWorld = { resources: database(), timeline: [redeployed] };
const one = withProbes(unprobed, 10, 10);
const down = (seen: Seen): number => between(seen, 'replica.gone', 'replica.ready');
const ready = ({ lastAt }: Seen): number => lastAt('replica.ready');
const rolledOut = ({ lastAt }: Seen): number => lastAt('rollout.completed');

/** The same set of documents, installed in minute 10. */
const installed = (container: object): SmallWorld => ({
  resources: [data],
  timeline: [
    { at: changeAt, post: '/gvc/shop/workload', with: web({ type: 'stateful', container: { volumes, ...container } }) },
  ],
});

const busy = (replicas: number, timeline: readonly object[]): SmallWorld => ({
  resources: [web({ replicas, container: probed() })],
  behavior: { 'shop/web': { request: { duration: '50ms' } } },
  demand: [{ to: 'shop/web', rate: '2/s', arrivals: 'poisson' }],
  timeline,
});
const asked = (world: SmallWorld): Pick<Measured, 'world' | 'measure' | 'unit'> => ({
  world,
  measure: failedRequests,
  unit: 'requests',
});

const suspend = (at: string, isSuspended: boolean): object => ({
  ...patch({ defaultOptions: { suspend: isSuspended } }),
  at,
});
/** Suspended so many seconds before it is woken in minute 10. */
const woken = (resources: readonly object[], seconds = 540): SmallWorld => ({
  resources,
  timeline: [suspend(`+${600 - seconds}s`, true), suspend(changeAt, false)],
});

const cron = (job: object): object => web({ type: 'cron', spec: { job: { schedule: '0 0 1 1 *', ...job } } });
const runNow = command('runCronWorkload', {});
const limited: SmallWorld = {
  resources: [cron({ activeDeadlineSeconds: 30 })],
  behavior: { 'shop/web': { execution: { duration: '1h' } } },
  timeline: [runNow],
};

const crashed: SmallWorld = {
  resources: database(),
  timeline: [{ at: changeAt, fault: { replicaCrash: { of: 'shop/web' } } }],
};

const outage = 'an update of one stateful replica with a volume, grace 90 s';

/** When fewer than two of the three locations have a ready replica, in seconds. */
function quorumLost({ entries }: Seen): number {
  const lost = new Set<string>();
  let since: number | null = null;
  let longest = 0;
  for (const { type, subject, at } of entries) {
    if (type === 'replica.gone') lost.add(subject.name);
    if (type === 'replica.ready') lost.delete(subject.name);
    if (lost.size >= 2) since ??= at;
    else if (since !== null) {
      longest = Math.max(longest, at - since);
      since = null;
    }
  }
  return longest / 1_000;
}

const restored: SmallWorld = {
  resources: database({ container: probed(5, 5) }),
  timeline: [
    { ...command('createVolumeSnapshot', { volumeIndex: 0, snapshotName: 'saved' }, 'volumeset/data'), at: '+5m' },
    command('restoreVolume', { volumeIndex: 0, snapshotName: 'saved' }, 'volumeset/data'),
  ],
};

const secret = { kind: 'secret', name: 'word', type: 'opaque', data: { payload: 'a' } };
const lacking = database({ container: { env: [{ name: 'WORD', value: 'svc://secret/word' }] } });
const links = { 'api.links': 'store' };
/** A workload whose secret is created in minute 10. */
const healed: SmallWorld = {
  resources: lacking,
  timeline: [{ at: changeAt, post: '/secret', with: secret }],
  assumptions: links,
};
/** The same, with a secret that was created just before, and a forced redeployment. */
const repaired: SmallWorld = {
  resources: lacking,
  timeline: [{ at: '+590s', post: '/secret', with: secret }, redeployed],
  assumptions: links,
};

const closed = { firewallConfig: { external: { inboundAllowCIDR: [] } } };
const opened = { firewallConfig: { external: { inboundAllowCIDR: ['0.0.0.0/0'] } } };
/** Asked twice a second from outside: the first answer that is not as it was tells when a change is in force. */
const rules: SmallWorld = {
  resources: [web({ spec: opened })],
  behavior: { 'shop/web': { request: { duration: '50ms' } } },
  demand: [{ to: 'shop/web', rate: '2/s', arrivals: 'poisson' }],
  timeline: [patch(closed)],
  assumptions: { 'firewall.enforce': 'external' },
};
const inForce = ({ of }: Seen): number => {
  const refused = of('call.ended').find(({ data: { status } }) => status === 403);
  return ((refused?.at ?? Number.NaN) - changed) / 1_000;
};

/** Called twice a second from another location, and cold until minute 10. */
const cold: SmallWorld = {
  resources: [web({ spec: { defaultOptions: { suspend: true } } }), ...caller],
  ...calledFromElsewhere,
  timeline: [patch({ defaultOptions: { suspend: false, autoscaling: { minScale: 1, maxScale: 1 } } })],
};

export const measuredFacts: readonly Measured[] = [
  measured('M001', `${outage}: first failed request after the command`, [47.3, 51], 'briefings/seaweedfs.md', {
    world: one,
    measure: ({ lastAt }) => lastAt('replica.gone'),
  }),
  measured('M002', `${outage}: no answer (seaweedfs)`, [65, 102], 'briefings/seaweedfs.md', {
    world: one,
    measure: down,
  }),
  measured('M003', `${outage}: no answer (qdrant)`, [79, 79], 'briefings/qdrant.md', { world: one, measure: down }),
  measured('M004', `${outage}: no answer (meilisearch)`, [87, 87], 'briefings/meilisearch.md', {
    world: withProbes(unprobed, 10, 15),
    measure: down,
  }),
  measured('M005', `${outage}: from the command to the first success`, [128, 138], 'briefings/seaweedfs.md', {
    world: one,
    measure: ready,
  }),
  measured(
    'M006',
    'a forced redeployment of one stateful replica with a volume: until it serves (openbao)',
    [104, 126],
    'briefings/openbao.md',
    {
      world: withProbes(unprobed, 5, 10),
      measure: ready,
    },
  ),
  measured(
    'M007',
    'a forced redeployment of stateful workloads after a repaired secret: until ready',
    [90, 90],
    'briefings/postgres.md',
    {
      world: repaired,
      measure: ready,
      heldOut: true,
      because: 'Nothing runs that would have to stop, and why it takes so long was not recorded.',
    },
  ),
  measured(
    'M010',
    'a stateful update of 3 replicas with volumes, probes after 30 s every 15 s: whole rollout',
    [388, 542],
    'briefings/manticore.md',
    {
      world: { resources: database({ replicas: 3, container: probed(30, 15) }), timeline: [redeployed] },
      measure: rolledOut,
    },
  ),
  measured(
    'M011',
    'a stateful update of 3 replicas with volumes, scalingPolicy Parallel: whole rollout',
    [173, 173],
    'briefings/redis.md',
    {
      world: {
        resources: database({
          replicas: 3,
          container: probed(10, 5),
          spec: { rolloutOptions: { scalingPolicy: 'Parallel' } },
        }),
        timeline: [redeployed],
      },
      measure: rolledOut,
      heldOut: true,
      because: 'Its replicas overlapped. The specification updates one after the other (ROLL-10).',
    },
  ),
  measured(
    'M013',
    'a stateful update in 3 locations, one replica each: writes lost',
    [66, 66],
    'briefings/etcd-multi-location.md',
    {
      world: { ...unprobed, locations: ['aws-us-east-1', 'aws-eu-central-1', 'gcp-us-east1'] },
      measure: quorumLost,
    },
  ),
  measured(
    'M015',
    'an update of one stateful replica without a volume: unavailable',
    [15, 15],
    'briefings/listmonk.md',
    {
      world: withProbes({ resources: [web({ type: 'stateful' })], timeline: [redeployed] }, 10, 10),
      measure: down,
    },
  ),
  measured(
    'M016',
    'a standard update, 2 replicas: failed requests',
    [0, 0],
    'briefings/polaris.md',
    asked(busy(2, [redeployed])),
  ),
  measured(
    'M019',
    'a standard update, 3 replicas: failed requests',
    [0, 0],
    'briefings/mimir.md',
    asked(busy(3, [redeployed])),
  ),
  measured(
    'M020',
    'a standard update, 1 replica: failed requests',
    [0, 0],
    'briefings/unleash.md',
    asked(busy(1, [redeployed])),
  ),
  measured(
    'M024',
    'scale-down from 2 to 1: failed requests',
    [0, 0],
    'briefings/polaris.md',
    asked(busy(2, [patch({ defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } } })])),
  ),
  measured('M026', 'installation with a new volume (qdrant): until ready', [45, 53], 'briefings/qdrant.md', {
    world: installed(probed()),
    measure: ready,
  }),
  measured('M027', 'installation with a new volume (meilisearch): until ready', [45, 60], 'briefings/meilisearch.md', {
    world: installed(probed(10, 15)),
    measure: ready,
  }),
  measured('M028', 'installation with a new volume (openbao): until ready', [31, 33], 'briefings/openbao.md', {
    world: installed(probed(5, 10)),
    measure: ready,
  }),
  measured('M030', 'cold start with a new volume (redis): until ready', [25, 38], 'briefings/redis.md', {
    world: installed(probed(10, 5)),
    measure: ready,
    because: 'With the probe of its chart no replica with a volume can be ready so soon.',
  }),
  {
    ...measured('M031', 'a guide: provisioning of the first volume of a set', [120, 300], '', {
      world: installed({}),
      measure: (seen) => between(seen, 'replica.created', 'volume.created'),
      because: 'No recorded installation took so long (M026 to M030).',
    }),
    source: 'controlplane-com/ai-plugin:plugins/cpln/skills/stateful-storage/SKILL.md',
  },
  {
    ...measured('M032', 'wake-up from suspension without a volume: until served', [13.5, 13.5], '', {
      world: withProbes(woken([web()]), 1, 2),
      measure: ready,
    }),
    source: 'controlplane-com/scale-to-zero-proxy:README.md',
  },
  measured(
    'M033',
    'wake-up from suspension with a volume that nobody holds: until served',
    [30, 30],
    'briefings/sftpgo.md',
    {
      world: withProbes(woken(database()), 2, 5),
      measure: ready,
    },
  ),
  measured(
    'M034',
    'the same, now and then; here within two minutes after it was suspended: until served',
    [75, 75],
    'briefings/sftpgo.md',
    {
      world: (seed) => withProbes(woken(database(), 10 + 4 * seed), 2, 5),
      measure: ready,
      heldOut: true,
    },
  ),
  measured('M036', 'a cron run: before the program runs', [14, 14], 'briefings/duckdb.md', {
    world: { resources: [cron({})], behavior: { 'shop/web': { execution: { duration: '24s' } } }, timeline: [runNow] },
    measure: ({ lastAt }) => lastAt('execution.succeeded') - 24,
  }),
  {
    ...measured('M044', 'a guide: the load balancer forgets a replica that has gone within', [0, 10], '', {
      world: busy(2, [{ at: changeAt, fault: { replicaKill: { of: 'shop/web', replicas: 1 } } }]),
      measure: ({ lastAt }) => lastAt('replica.lost'),
    }),
    source: 'controlplane-com/ai-plugin:plugins/cpln/skills/workload-security/SKILL.md',
  },
  measured(
    'M046',
    'grace 600 s, and a pre-stop hook that does nothing: until the replica is gone',
    [0, 60],
    'kafka/RELEASES.md',
    {
      world: {
        resources: database({
          container: hooked('true'),
          spec: { rolloutOptions: { terminationGracePeriodSeconds: 600 } },
        }),
        timeline: [redeployed],
      },
      measure: ({ lastAt }) => lastAt('replica.gone'),
    },
  ),
  measured(
    'M047',
    'the command that stops a replica: until its process stops',
    [45, 92],
    'briefings/etcd-multi-location.md',
    {
      world: { resources: database(), timeline: [command('stopReplica', { replica: 'web-0' })] },
      measure: ({ lastAt }) => lastAt('replica.gone'),
    },
  ),
  measured('M048', 'a deleted workload: it served on', [86, 86], 'postgres-multi-location/versions/1.0.3/README.md', {
    world: { resources: database(), timeline: [{ at: changeAt, delete: '/gvc/shop/workload/web' }] },
    measure: ({ lastAt }) => lastAt('replica.gone'),
    heldOut: true,
    because: 'Its connections stayed open for nearly the whole grace period (M043); svcsim has requests only.',
  }),
  measured('M050', 'a crash of one member: recovery', [15, 23], 'briefings/etcd-multi-location.md', {
    world: crashed,
    measure: ready,
  }),
  measured('M051', 'a crash: the container is back', [1, 1], 'briefings/redis.md', {
    world: crashed,
    measure: ready,
    heldOut: true,
    because:
      'The other crashes took 15 to 23 s (M050, M052). A first restart without a wait is `replica.crash.first`: 0s.',
  }),
  measured('M052', 'the first restart after a failed start: after', [20, 20], 'briefings/nocodb.md', {
    world: crashed,
    measure: ready,
  }),
  measured(
    'M054',
    'abrupt loss of 1 replica of 2: failed requests',
    [0, 1],
    'briefings/docmost.md',
    asked(busy(2, [{ at: changeAt, fault: { replicaKill: { of: 'shop/web', replicas: 1 } } }])),
  ),
  measured(
    'M058',
    'a cron run by command whose program takes 24 s: from the command to success',
    [38, 38],
    'briefings/duckdb.md',
    {
      world: {
        resources: [cron({})],
        behavior: { 'shop/web': { execution: { duration: '24s' } } },
        timeline: [runNow],
      },
      measure: ({ lastAt }) => lastAt('execution.succeeded'),
      heldOut: true,
    },
  ),
  measured('M059', 'a cron run with a deadline of 30 s: ended after', [30, 30], 'briefings/duckdb.md', {
    world: limited,
    measure: ({ lastAt }) => lastAt('execution.removed'),
  }),
  measured(
    'M060',
    'the same: its replica is gone, with its whole reserve until then',
    [91, 123],
    'briefings/duckdb.md',
    {
      world: limited,
      measure: (seen) => between(seen, 'execution.removed', 'execution.gone'),
    },
  ),
  measured('M066', 'a restore: from the command to ready again', [150, 150], 'open-webui/versions/1.1.0/README.md', {
    world: restored,
    measure: ready,
  }),
  measured('M067', 'a restore: down', [40, 40], 'open-webui/versions/1.1.0/README.md', {
    world: restored,
    measure: down,
  }),
  measured('M068', 'a restart for a restore: from the stop to ready', [90, 90], 'briefings/vaultwarden.md', {
    world: restored,
    measure: (seen) => between(seen, 'replica.terminating', 'replica.ready'),
  }),
  measured('M083', 'a change of inbound rules: until in force', [30, 150], 'briefings/dbeaver.md', {
    world: rules,
    measure: inForce,
  }),
  measured(
    'M084',
    'inbound rules denied, then allowed again: until in force',
    [124, 147],
    'briefings/etcd-multi-location.md',
    {
      world: rules,
      measure: inForce,
      heldOut: true,
    },
  ),
  measured(
    'M087',
    'a cold start in one location: from ready until callers in another are answered',
    [120, 120],
    'briefings/etcd-multi-location.md',
    {
      world: cold,
      measure: ({ of }) => {
        const answered = of('call.ended').find(({ data: { status } }) => status === 200);
        return ((answered?.at ?? Number.NaN) - (of('replica.ready')[0]?.at ?? Number.NaN)) / 1_000;
      },
    },
  ),
  // More facts from the same notes.
  measured(
    'O001',
    'a secret is created that nine paused applications lack: until ready',
    [330, 630],
    'briefings/keycloak.md',
    {
      world: healed,
      measure: ready,
    },
  ),
  measured('O002', 'installation with a new volume (seaweedfs): until ready', [57, 57], 'briefings/seaweedfs.md', {
    world: installed(probed(10, 10)),
    measure: ready,
  }),
  measured(
    'O003',
    'a killed process of a stateful replica: until it answers (meilisearch)',
    [19, 20],
    'briefings/meilisearch.md',
    {
      world: crashed,
      measure: ready,
    },
  ),
  measured(
    'O004',
    'a standard update, 2 replicas, probes after 15 s every 15 s (nocodb): failed requests',
    [0, 0],
    'briefings/nocodb.md',
    {
      ...asked({ ...busy(2, [redeployed]), resources: [web({ replicas: 2, container: probed(15, 15) })] }),
      heldOut: true,
    },
  ),
  measured(
    'O005',
    'abrupt loss of 1 replica of 2, 1.5 requests a second (nocodb): failed requests',
    [6, 6],
    'briefings/nocodb.md',
    {
      ...asked(busy(2, [{ at: changeAt, fault: { replicaKill: { of: 'shop/web', replicas: 1 } } }])),
      heldOut: true,
      because: 'Of six recorded losses this is the only one with more than one failure (M054).',
    },
  ),
  measured(
    'O006',
    'a restart of the only replica of a stateful workload (mimir): no answer',
    [60, 60],
    'briefings/mimir.md',
    {
      world: withProbes(unprobed, 10, 5),
      measure: down,
      heldOut: true,
    },
  ),
  measured('O007', 'a change of inbound rules (seaweedfs): until in force', [60, 90], 'briefings/seaweedfs.md', {
    world: rules,
    measure: inForce,
    heldOut: true,
  }),
  measured(
    'O008',
    'a change of inbound rules (open-webui): until in force',
    [143, 143],
    'open-webui/versions/1.1.0/README.md',
    {
      world: rules,
      measure: inForce,
      heldOut: true,
    },
  ),
];
