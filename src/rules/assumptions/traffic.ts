import { fixed, word } from './choice.ts';
import { list, numbers } from './collection.ts';
import { duration, number } from './quantity.ts';

const gateway = 'Envoy, and published';
const status = { from: 100, to: 599, isWhole: true } as const;

/** Requests: arrival, routing, waiting, retries. */
export const trafficAssumptions = {
  'fluid.idle': word(
    ['lessThanOne', 'zeroRate'],
    'an amount has no last request: idle is a delay in which not one came',
  ),
  'fluid.overflow': word(['backlog', 'lost'], 'free choice'),
  'fluid.processor': word(['smallestContainer', 'allContainers'], 'a request may need each container of a replica'),
  'fluid.versions': fixed(
    'mean',
    'replicas of two versions share what comes: as if each could do the mean of what all can; apart they would need a line for each',
  ),
  'fluid.notReady': word(
    ['whenAllCallInside', 'never'],
    'amounts that come to a replica are one flow: those of callers inside alone may take one that is not ready',
  ),
  'fluid.latency': word(
    ['queueing', 'exponential', 'serviceTime'],
    'queueing theory, for requests that come at random; approximate for several places (Allen and Cunneen), and for several processors ' +
      'whose requests are not given out at random (traffic.route.replica): near single requests up to four fifths of the capacity',
  ),
  'fluid.percentile': word(['stretched', 'shifted'], 'a shared processor makes each request longer by one factor'),
  'fluid.saturation': number(0.95, 'steady-state formulas have no end at the capacity; free choice', {
    to: 0.999,
    alternatives: ['0.9', 'any'],
  }),
  'traffic.status.unknownHost': number(404, gateway, status),
  'traffic.status.authorizationDenied': number(403, gateway, status),
  'traffic.status.authorizationDown': number(403, gateway, status),
  'traffic.status.off': number(503, gateway, status),
  'traffic.status.firewall': number(403, gateway, status),
  'traffic.status.rateLimited': number(429, gateway, status),
  'traffic.status.noReplica': number(503, gateway, status),
  'traffic.status.queueFull': number(503, gateway, status),
  'traffic.status.failed': number(503, 'a failure that retries by default do something about', {
    ...status,
    alternatives: ['500'],
  }),
  'traffic.status.timeout': number(504, gateway, status),
  'traffic.status.replicaKilled': number(503, gateway, status),
  'traffic.route.location': word(['nearest', 'equal', 'weights'], 'free choice: what a global endpoint is for'),
  'traffic.route.replica': word(['roundRobin', 'leastRequests', 'random'], 'free choice'),
  'traffic.wakeable': word(
    ['unlessNotReady', 'always'],
    'a serverless location that is neither ready, nor asleep, nor loading is no place to send requests to while there is another',
  ),
  'traffic.terminating': word(['whenNoOther', 'never'], 'Kubernetes; measured to serve on for 47 s'),
  'traffic.caller.absent': word(
    ['notSent', 'sent'],
    'a request that a workload is to send where nothing of it runs has no sender',
  ),
  'traffic.queue': number('unlimited', 'Knative; beyond a length 503', {
    words: ['unlimited'],
    isWhole: true,
    alternatives: ['a length'],
  }),
  'rateLimit.failure': word(['allow', 'deny'], 'Envoy lets through what it cannot check'),
  'coldStart.hold': duration('60s', 'thin evidence'),
  'timeout.from': word(['forward', 'arrival'], 'published: per replica; the default of 5 s is below a cold start'),
  'timeout.scope': word(['allTries', 'perTry'], 'Envoy'),
  'retry.backoff': word(['exponential', 'jitter', 'none'], 'meshes built on Envoy, without their jitter'),
  'retry.backoffFirst': duration('25ms', 'meshes built on Envoy'),
  'retry.backoffFactor': number(2, 'meshes built on Envoy', { from: 1 }),
  'retry.backoffCap': duration('250ms', 'meshes built on Envoy'),
  'retry.host': word(['other', 'any'], 'meshes built on Envoy try elsewhere'),
  'retry.statusCodes': numbers([503], 'meshes built on Envoy', status),
  'retry.listedCodes': word(
    ['beside', 'instead'],
    'each listed condition asks for a retry by itself, so a code that is added takes none away; in some meshes codes stand in the place of those of `retriable-status-codes`',
  ),
  'retry.conditions': list(
    [
      'connect-failure',
      'refused-stream',
      'reset',
      '5xx',
      'gateway-error',
      'retriable-4xx',
      'retriable-status-codes',
      'cancelled',
      'deadline-exceeded',
      'internal',
      'resource-exhausted',
      'unavailable',
    ],
    'names of Envoy that a simulated failure can have; any other is kept, and `check` warns of it',
  ),
} as const;
