/**
 * The form of a workload (WL, ROLL, RETRY, CRON): types and the bounds that the platform states. Bounds that are
 * assumed, and whatever holds between fields, are checks.
 */
import * as z from 'zod';
import { day, second } from '../../../engine/time.ts';
import { longestDuration } from '../../../rules/duration.ts';

const anything = z.record(z.string(), z.unknown());
const whole = z.int();
/** What is later than this is no instant. */
const seconds = whole.min(0).max(longestDuration / second);

const probe = z.looseObject({
  exec: z.looseObject({ command: z.array(z.string()).optional() }).optional(),
  grpc: z.looseObject({ port: whole.optional() }).optional(),
  tcpSocket: z.looseObject({ port: whole.optional() }).optional(),
  httpGet: z
    .looseObject({
      path: z.string().optional(),
      port: whole.optional(),
      scheme: z.string().optional(),
      httpHeaders: z.array(anything).optional(),
    })
    .optional(),
  initialDelaySeconds: whole.optional(),
  periodSeconds: whole.optional(),
  timeoutSeconds: whole.optional(),
  successThreshold: whole.optional(),
  failureThreshold: whole.optional(),
});

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  cpu: z.string().optional(),
  memory: z.string().optional(),
  minCpu: z.string().optional(),
  minMemory: z.string().optional(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).optional(),
  inheritEnv: z.boolean().optional(),
  port: whole.optional(),
  ports: z
    .array(z.looseObject({ number: whole, protocol: z.enum(['http', 'http2', 'grpc', 'tcp']).optional() }))
    .optional(),
  volumes: z
    .array(z.looseObject({ uri: z.string(), path: z.string(), recoveryPolicy: z.string().optional() }))
    .optional(),
  gpu: anything.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  workingDir: z.string().optional(),
  lifecycle: anything.optional(),
  metrics: anything.optional(),
});

const autoscaling = z.looseObject({
  metric: z.enum(['cpu', 'memory', 'rps', 'latency', 'concurrency', 'multi', 'keda', 'disabled']).optional(),
  target: z.number().optional(),
  minScale: whole.optional(),
  maxScale: whole.optional(),
  scaleToZeroDelay: whole.optional(),
  maxConcurrency: whole.optional(),
  metricPercentile: z.enum(['p50', 'p75', 'p99']).optional(),
  multi: z.array(z.looseObject({ metric: z.enum(['cpu', 'memory', 'rps']), target: z.number().optional() })).optional(),
  keda: z
    .looseObject({
      triggers: z.array(anything).optional(),
      pollingInterval: whole
        .min(1)
        .max(day / second)
        .optional(),
      cooldownPeriod: seconds.optional(),
      initialCooldownPeriod: seconds.optional(),
      fallback: z
        .looseObject({
          failureThreshold: whole.min(0).optional(),
          replicas: whole.min(0).optional(),
          behavior: z.string().optional(),
        })
        .optional(),
      advanced: anything.optional(),
    })
    .optional(),
});

const optionFields = {
  autoscaling: autoscaling.optional(),
  timeoutSeconds: whole.min(1).max(600).optional(),
  capacityAI: z.boolean().optional(),
  debug: z.boolean().optional(),
  suspend: z.boolean().optional(),
  multiZone: z.looseObject({ enabled: z.boolean().optional() }).optional(),
  spot: z.boolean().optional(),
};

const replicas = z.union([z.number(), z.string()]);

export const workloadSpec = z.looseObject({
  type: z.enum(['standard', 'stateful', 'cron', 'serverless']).optional(),
  containers: z.array(container),
  defaultOptions: z.looseObject(optionFields).optional(),
  localOptions: z.array(z.looseObject({ location: z.string(), ...optionFields })).optional(),
  loadBalancer: z.looseObject({ replicaDirect: z.boolean().optional(), direct: anything.optional() }).optional(),
  rolloutOptions: z
    .looseObject({
      minReadySeconds: whole.optional(),
      maxUnavailableReplicas: replicas.optional(),
      maxSurgeReplicas: replicas.optional(),
      scalingPolicy: z.enum(['OrderedReady', 'Parallel']).optional(),
      terminationGracePeriodSeconds: whole.optional(),
    })
    .optional(),
  requestRetryPolicy: z.looseObject({ attempts: whole.optional(), retryOn: z.array(z.string()).optional() }).optional(),
  job: z
    .looseObject({
      schedule: z.string(),
      concurrencyPolicy: z.enum(['Forbid', 'Replace', 'Allow']).optional(),
      historyLimit: whole.min(1).max(10).optional(),
      restartPolicy: z.enum(['Never', 'OnFailure']).optional(),
      activeDeadlineSeconds: whole.optional(),
      suspend: z.boolean().optional(),
    })
    .optional(),
  identityLink: z.string().optional(),
  firewallConfig: anything.optional(),
  securityOptions: anything.optional(),
  sidecar: anything.optional(),
  extras: z.unknown().optional(),
  supportDynamicTags: z.boolean().optional(),
  endpointNamingFormat: z.string().optional(),
});
