/**
 * Recorded defaults, bounds and answers of the API.
 */
import type { JsonObject } from '../../src/platform/api/document/json.ts';
import { type Answered, answer } from './fact.ts';
import {
  calledFromElsewhere,
  caller,
  changeAt,
  command,
  data,
  database,
  here,
  hooked,
  patch,
  redeployed,
  type SmallWorld,
  web,
} from './worlds.ts';

const templates = 'controlplane-com/templates';
const skills = 'controlplane-com/ai-plugin:plugins/cpln/skills';
const terraform = 'controlplane-com/terraform-provider-cpln';

function answered(
  id: string,
  what: string,
  expected: Answered['expected'],
  source: string,
  how: Pick<Answered, 'world' | 'found' | 'because'>,
): Answered {
  return { kind: 'answered', id, what, expected, source, ...how };
}

/** Asks for a workload in minute 10; its status is what is found. */
function posted(document: object): Pick<Answered, 'world' | 'found'> {
  return {
    world: { resources: [data], timeline: [{ at: changeAt, post: '/gvc/shop/workload', with: document }] },
    found: answer,
  };
}

/** Asks for something else of `web` or its volume set. */
function asked(world: SmallWorld): Pick<Answered, 'world' | 'found'> {
  return { world, found: answer };
}

/** Looks at what is stored of a workload, one key after the other. */
function stored(document: object, ...path: readonly (string | number)[]): Pick<Answered, 'world' | 'found'> {
  return { world: { resources: [data, document] }, found: ({ spec }) => at(spec('workload/web'), path) };
}

function at(spec: JsonObject, path: readonly (string | number)[]): unknown {
  return (
    path.reduce<unknown>((found, key) => (found as Record<string | number, unknown> | undefined)?.[key], spec) ?? 'none'
  );
}

const job = { schedule: '0 0 1 1 *' };
const cron = (more: object): object => web({ type: 'cron', spec: { job: { ...job, ...more } } });
const reserve = (cpu: string, minCpu: string): object => web({ type: 'stateful', container: { cpu, minCpu } });
const expand = (hour: number, newCapacity: number): object => ({
  ...command('expandVolume', { volumeIndex: 0, newStorageCapacity: newCapacity }, 'volumeset/data'),
  at: `+${hour}h`,
});
const graced = (seconds: number): object =>
  web({ spec: { rolloutOptions: { terminationGracePeriodSeconds: seconds } } });

/** Suspends `web` in its location alone, or resumes it. */
const suspendedHere = (when: string, suspend: boolean): object => ({
  ...patch({
    localOptions: [{ location: `//location/${here}`, suspend, autoscaling: { minScale: 1, maxScale: 1 } }],
  }),
  at: when,
});

export const answeredFacts: readonly Answered[] = [
  answered(
    'M012',
    'an ordered stateful update of 3 replicas: replicas ready at the worst moment',
    2,
    `${templates}:briefings/keycloak.md`,
    {
      world: { resources: database({ replicas: 3 }), timeline: [redeployed] },
      found: ({ of }) => of('rollout.completed')[0]?.data['lowestReady'],
    },
  ),
  answered('M062', 'Forbid: a tick during a long run starts nothing', 1, `${templates}:briefings/cpln-trivy.md`, {
    world: {
      resources: [cron({ schedule: '*/10 * * * *', concurrencyPolicy: 'Forbid' })],
      behavior: { 'shop/web': { execution: { duration: '1h' } } },
    },
    found: ({ of }) => of('execution.started').length,
  }),
  answered(
    'M063',
    'historyLimit that is not written',
    5,
    `${terraform}:docs/resources/workload.md`,
    stored(cron({}), 'job', 'historyLimit'),
  ),
  answered(
    'M064',
    'activeDeadlineSeconds 0',
    400,
    `${terraform}:internal/provider/resource_workload.go`,
    posted(cron({ activeDeadlineSeconds: 0 })),
  ),
  answered(
    'M071',
    'the fifth expansion in 24 hours',
    429,
    `${skills}/stateful-storage/SKILL.md`,
    asked({
      for: '8h',
      resources: database(),
      timeline: [1, 2, 3, 4, 5].map((hour) => expand(hour, 10 + hour)),
    }),
  ),
  answered('M072', 'how often volume autoscaling looks, in seconds', 60, `${skills}/stateful-storage/SKILL.md`, {
    world: {
      resources: database().map((document) =>
        document === data
          ? {
              ...data,
              spec: { ...data.spec, autoscaling: { minFreePercentage: 20, scalingFactor: 1.5, maxCapacity: 100 } },
            }
          : document,
      ),
      behavior: { 'shop/data': { usage: { start: '1GB', growth: '60GB/h' } } },
    },
    // The least distance between a reading that expands and the minute before it.
    found: ({ of }) =>
      of('expansion.accepted').every(({ at: instant }) => instant % 60_000 === 0) ? 60 : 'other instants',
  }),
  answered('M074', 'scalingFactor below 1.1', 400, `${terraform}:docs/resources/volume_set.md`, {
    ...asked({
      resources: [],
      timeline: [
        {
          at: changeAt,
          post: '/gvc/shop/volumeset',
          with: {
            ...data,
            spec: { ...data.spec, autoscaling: { minFreePercentage: 20, scalingFactor: 1.05, maxCapacity: 100 } },
          },
        },
      ],
    }),
    because: 'The specification allows 1 (`volume.factorOne`).',
  }),
  answered(
    'M075',
    'deletion of a volume set in use',
    400,
    `${templates}:briefings/meilisearch.md`,
    asked({
      resources: database(),
      timeline: [{ at: changeAt, delete: '/gvc/shop/volumeset/data' }],
    }),
  ),
  answered(
    'M086',
    'a workload that writes no firewall: the status of a request from outside',
    403,
    `${templates}:briefings/rabbitmq.md`,
    {
      world: {
        resources: [web()],
        timeline: [{ at: changeAt, probe: { to: 'shop/web', from: 'aws-us-east-1' } }],
        assumptions: { 'firewall.enforce': 'external' },
      },
      found: ({ of }) => of('call.ended')[0]?.data['status'],
    },
  ),
  answered(
    'M092',
    'cpu five times minCpu on a stateful workload',
    400,
    `${templates}:briefings/supabase.md`,
    posted(reserve('500m', '100m')),
  ),
  answered(
    'M094',
    'cpu exactly four times minCpu',
    201,
    `${templates}:briefings/supabase.md`,
    posted(reserve('400m', '100m')),
  ),
  answered(
    'M096',
    'termination grace period that is not written',
    90,
    `${templates}:briefings/etcd-multi-location.md`,
    {
      world: { resources: database(), timeline: [redeployed] },
      found: ({ of }) => {
        const [left] = of('replica.terminating');
        return left === undefined ? 'none' : Math.round((Number(left.data['signalAt']) - left.at) / 500);
      },
    },
  ),
  answered(
    'M098',
    'initialDelaySeconds of a readiness probe that is not written',
    10,
    `${templates}:briefings/etcd-multi-location.md`,
    stored(
      web({ container: { readinessProbe: { tcpSocket: { port: 8080 } } } }),
      'containers',
      0,
      'readinessProbe',
      'initialDelaySeconds',
    ),
  ),
  answered(
    'M099',
    'port 9090',
    400,
    `${skills}/workload/SKILL.md`,
    posted(web({ container: { ports: [{ number: 9090, protocol: 'http' }] } })),
  ),
  answered(
    'M100',
    'an environment variable with the reserved prefix',
    400,
    `${templates}:briefings/cpln-jenkins.md`,
    posted(web({ container: { env: [{ name: 'SVC_OWN', value: '1' }] } })),
  ),
  answered(
    'M103',
    'scaleToZeroDelay that is not written',
    300,
    `${skills}/autoscaling-capacity/SKILL.md`,
    stored(web(), 'defaultOptions', 'autoscaling', 'scaleToZeroDelay'),
  ),
  answered(
    'M106',
    'timeoutSeconds 30 and a request that takes longer: the status',
    504,
    `${templates}:briefings/n8n.md`,
    {
      world: {
        resources: [web({ spec: { defaultOptions: { timeoutSeconds: 30 } } })],
        behavior: { 'shop/web': { request: { duration: '60s' } } },
        timeline: [{ at: changeAt, probe: { to: 'shop/web', from: 'aws-us-east-1' } }],
      },
      found: ({ of }) => of('call.ended')[0]?.data['status'],
    },
  ),
  answered('M110', 'a workload name of 50 characters', 400, `${skills}/workload/SKILL.md`, {
    ...posted({ ...web(), name: 'a'.repeat(50) }),
    because: 'The specification allows 64 (`name.workload.max`).',
  }),
  answered(
    'M111',
    '9 MiB of memory per millicore',
    400,
    `${skills}/workload/SKILL.md`,
    posted(web({ container: { cpu: '100m', memory: '900Mi' } })),
  ),
  answered('M112', 'a grace period of 901 s', 400, `${skills}/workload-security/SKILL.md`, posted(graced(901))),
  answered(
    'M082',
    'a changed secret: new versions of the workload that reads it',
    0,
    `${templates}:briefings/pgdog.md`,
    {
      world: {
        resources: [web(), { kind: 'secret', name: 'word', type: 'opaque', data: { payload: 'a' } }],
        timeline: [{ at: changeAt, patch: '/secret/word', with: { data: { payload: 'b' } } }],
      },
      found: ({ of }) => of('rollout.started').length,
    },
  ),
  answered('M080', 'a workload whose secret does not exist: its replicas', 0, `${templates}:briefings/gitea.md`, {
    world: {
      resources: [web({ container: { env: [{ name: 'WORD', value: 'svc://secret/none' }] } })],
      assumptions: { 'api.links': 'store' },
    },
    found: ({ of }) => of('replica.created').length + of('replica.settled').length,
  }),
  answered(
    'M102',
    'Capacity AI on, and no metric written: the metric',
    'disabled',
    `${skills}/autoscaling-capacity/SKILL.md`,
    stored(
      web({ spec: { defaultOptions: { capacityAI: true, autoscaling: { minScale: 1, maxScale: 1 } } } }),
      'defaultOptions',
      'autoscaling',
      'metric',
    ),
  ),
  answered(
    'M114',
    'a pre-stop hook of its own, `sleep 5`: seconds until the stop signal',
    5,
    `${templates}:kafka/RELEASES.md`,
    {
      world: { resources: database({ container: hooked('sleep', '5') }), timeline: [redeployed] },
      found: ({ of }) => {
        const [left] = of('replica.terminating');
        return left === undefined ? 'none' : (Number(left.data['signalAt']) - left.at) / 1_000;
      },
    },
  ),
  answered('M091', 'a location with maxScale 0: its replicas', 0, `${templates}:documenso`, {
    world: { resources: [web({ replicas: 0 })], timeline: [patch({ description: 'off' })] },
    found: ({ of }) => of('replica.created').length + of('replica.settled').length,
  }),
  answered(
    'M088',
    'localOptions suspended and resumed a location: the status of requests from others (with `discovery.resume: lost`)',
    503,
    `${templates}:briefings/etcd-multi-location.md`,
    {
      world: {
        resources: [web(), ...caller],
        ...calledFromElsewhere,
        timeline: [suspendedHere(changeAt, true), suspendedHere('+12m', false)],
        assumptions: { 'discovery.resume': 'lost' },
      },
      found: ({ of }) => of('call.ended').at(-1)?.data['status'],
    },
  ),
];
