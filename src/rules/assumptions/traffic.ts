import { fixed, word } from './choice.ts';
import { list, numbers } from './collection.ts';
import { duration, number } from './quantity.ts';

const gateway = 'Envoy and a comparable platform use this status.';
const mesh = 'Service meshes built on Envoy use this value.';
const status = { from: 100, to: 599, isWhole: true } as const;

/** Assumptions about requests: rate-based requests, statuses, routing, queues, timeouts and retries. */
export const trafficAssumptions = {
  'fluid.idle': word(
    ['lessThanOne', 'zeroRate'],
    'Fluid traffic has no last request, so idle is a delay without a whole request.',
  ),
  'fluid.overflow': word(['backlog', 'lost'], 'This is a free choice.'),
  'fluid.processor': word(['smallestContainer', 'allContainers'], 'A request may need each container of a replica.'),
  'fluid.versions': fixed(
    'mean',
    'Replicas of both versions share the traffic. Separate versions would need a queue for each.',
  ),
  'fluid.notReady': word(
    ['whenAllCallInside', 'never'],
    'The rate-based requests to a replica are one flow. Only a flow that is all internal may use a replica that is not ready.',
  ),
  'fluid.latency': word(
    ['queueing', 'exponential', 'serviceTime'],
    'Queueing theory fits requests that arrive at random. For several serving places it is approximate (Allen and Cunneen). For several replicas whose requests are not routed at random (`traffic.route.replica`), it is close to single requests up to four fifths of the capacity.',
  ),
  'fluid.percentile': word(['stretched', 'shifted'], 'A shared CPU makes every request longer by the same factor.'),
  'fluid.saturation': number(
    0.95,
    'Steady-state formulas grow without bound near the capacity. The value is a free choice.',
    {
      to: 0.999,
      alternatives: ['0.9', 'any'],
    },
  ),
  'traffic.status.unknownHost': number(404, gateway, status),
  'traffic.status.authorizationDenied': number(403, gateway, status),
  'traffic.status.authorizationDown': number(403, gateway, status),
  'traffic.status.off': number(503, gateway, status),
  'traffic.status.firewall': number(403, gateway, status),
  'traffic.status.rateLimited': number(429, gateway, status),
  'traffic.status.noReplica': number(503, gateway, status),
  'traffic.status.queueFull': number(503, gateway, status),
  'traffic.status.failed': number(503, 'With this status, the default retry policy retries the request.', {
    ...status,
    alternatives: ['500'],
  }),
  'traffic.status.timeout': number(504, gateway, status),
  'traffic.status.replicaKilled': number(503, gateway, status),
  'traffic.route.location': word(
    ['nearest', 'equal', 'weights'],
    'This is a free choice: a global endpoint exists to route to the nearest location.',
  ),
  'traffic.route.replica': word(['roundRobin', 'leastRequests', 'random'], 'This is a free choice.'),
  'traffic.wakeable': word(
    ['unlessNotReady', 'always'],
    'Such a location should receive no requests while another location can serve them.',
  ),
  'traffic.terminating': word(
    ['whenNoOther', 'never'],
    'Kubernetes does this. Such a replica was measured to serve for 47 s more.',
  ),
  'traffic.caller.absent': word(
    ['notSent', 'sent'],
    'A request from a workload without a running replica has no sender.',
  ),
  'traffic.queue': number(
    'unlimited',
    'Knative has no limit. A request beyond a limit fails (`traffic.status.queueFull`).',
    {
      words: ['unlimited'],
      isWhole: true,
      alternatives: ['a number of requests'],
    },
  ),
  'rateLimit.failure': word(['allow', 'deny'], 'Envoy allows requests that it cannot check.'),
  'coldStart.hold': duration('60s', 'The evidence is weak.'),
  'timeout.from': word(
    ['forward', 'arrival'],
    'A comparable platform publishes that the timeout holds per replica. Its default of 5 s is shorter than a cold start.',
  ),
  'timeout.scope': word(['allTries', 'perTry'], 'Envoy uses one timeout for all tries.'),
  'retry.backoff': word(
    ['exponential', 'jitter', 'none'],
    'Service meshes built on Envoy use this back-off, but with jitter.',
  ),
  'retry.backoffFirst': duration('25ms', mesh),
  'retry.backoffFactor': number(2, mesh, { from: 1 }),
  'retry.backoffCap': duration('250ms', mesh),
  'retry.host': word(['other', 'any'], 'Service meshes built on Envoy try another replica.'),
  'retry.statusCodes': numbers([503], mesh, status),
  'retry.listedCodes': word(
    ['beside', 'instead'],
    'Each listed condition causes retries by itself, so an added code removes none. In some meshes, listed codes replace the others.',
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
    'These are the Envoy conditions that a simulated failure can have. Other names are kept, and `check` warns of them.',
  ),
} as const;
