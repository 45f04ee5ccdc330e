import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../../src/platform/api/document/defaults.ts';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { workloadSettings } from '../../../src/platform/api/settings/workloadSettings.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { workloadFindings } from './judged.ts';

const web = { name: 'web', image: 'web:1', ports: [{ number: 8080 }] };

function fill(spec: JsonObject, tags: JsonObject = {}, assumptions: Assumptions = defaultAssumptions): JsonObject {
  return withDefaults({ kind: 'workload', spec, tags }, assumptions);
}

function settings(spec: JsonObject, tags: JsonObject = {}, overrides: Partial<Assumptions> = {}) {
  const assumptions = { ...defaultAssumptions, ...overrides };
  return workloadSettings(fill(spec, tags, assumptions), tags, assumptions);
}

describe('defaults of a workload (fields.defaults.*)', () => {
  it('of a standard one', () => {
    expect(fill({ type: 'standard', containers: [web] })).toMatchObject({
      containers: [
        { cpu: '50m', memory: '128Mi', minCpu: '50m', minMemory: '128Mi', ports: [{ number: 8080, protocol: 'http' }] },
      ],
      defaultOptions: {
        autoscaling: { metric: 'cpu', target: 95, minScale: 1, maxScale: 5, scaleToZeroDelay: 300, maxConcurrency: 0 },
        timeoutSeconds: 5,
        capacityAI: false,
        debug: false,
        suspend: false,
        multiZone: { enabled: false },
      },
      loadBalancer: { replicaDirect: false },
      rolloutOptions: {
        minReadySeconds: 0,
        maxSurgeReplicas: '25%',
        maxUnavailableReplicas: '25%',
        scalingPolicy: 'OrderedReady',
        terminationGracePeriodSeconds: 90,
      },
      requestRetryPolicy: { attempts: 2 },
      firewallConfig: {},
    });
  });

  it.each([
    ['serverless', {}, { metric: 'concurrency' }, true],
    ['standard', { metric: 'rps' }, { metric: 'rps', maxScale: 5 }, true],
    ['standard', { metric: 'multi' }, { metric: 'multi' }, false],
    ['stateful', { minScale: 7 }, { metric: 'cpu', minScale: 7, maxScale: 7 }, false],
    ['standard', { metric: 'latency' }, { metricPercentile: 'p50' }, true],
    ['standard', { metric: 'keda', keda: {} }, { keda: { pollingInterval: 30, cooldownPeriod: 300 } }, true],
  ])('of the options of a %s one that writes %j', (type, autoscaling, expected, capacityAI) => {
    const { defaultOptions } = fill({ type, containers: [web], defaultOptions: { autoscaling } });
    expect(defaultOptions).toMatchObject({ autoscaling: expected, capacityAI });
  });

  it('of one scaled by keda: in seconds, as `keda.poll` and `keda.cooldown` say', () => {
    const spec = { type: 'standard', containers: [web], defaultOptions: { autoscaling: { metric: 'keda', keda: {} } } };
    const often = { ...defaultAssumptions, 'keda.poll': 5_000, 'keda.cooldown': 60_000 };
    expect(fill(spec, {}, often)).toMatchObject({
      defaultOptions: { autoscaling: { keda: { pollingInterval: 5, cooldownPeriod: 60 } } },
    });
  });

  it('of a cron one: no scale, no timeout, a job', () => {
    const spec = fill({ type: 'cron', containers: [web], job: { schedule: '@daily' } });
    expect(spec.defaultOptions).toEqual({ suspend: false, multiZone: { enabled: false } });
    expect(spec.job).toEqual({
      schedule: '@daily',
      concurrencyPolicy: 'Forbid',
      historyLimit: 5,
      restartPolicy: 'Never',
      suspend: false,
    });
  });

  it('an override stands on the defaults of the platform, or on the default options (localOptions.base)', () => {
    const spec = {
      type: 'standard',
      containers: [web],
      defaultOptions: { autoscaling: { minScale: 3, maxScale: 9 }, timeoutSeconds: 30 },
      localOptions: [{ location: 'a', autoscaling: { maxScale: 4 } }],
    };
    expect(fill(spec).localOptions).toMatchObject([{ autoscaling: { minScale: 1, maxScale: 4 }, timeoutSeconds: 5 }]);
    const above = fill(spec, {}, { ...defaultAssumptions, 'localOptions.base': 'defaultOptions' });
    expect(above.localOptions).toMatchObject([{ autoscaling: { minScale: 3, maxScale: 4 }, timeoutSeconds: 30 }]);
  });

  it('the protocol of ports comes from the tag, where they name none (TAG-3)', () => {
    expect(fill({ type: 'standard', containers: [web] }, { 'svc/protocol': 'grpc' })).toMatchObject({
      containers: [{ ports: [{ protocol: 'grpc' }] }],
    });
  });

  it('filling twice is filling once', () => {
    for (const type of ['standard', 'stateful', 'serverless', 'cron']) {
      const once = fill({ type, containers: [web], localOptions: [{ location: 'a' }], job: { schedule: '@daily' } });
      expect(fill(once)).toEqual(once);
    }
  });
});

describe('settings of a workload', () => {
  it('are numbers: millicores, bytes, milliseconds', () => {
    const spec = {
      type: 'stateful',
      containers: [
        { ...web, cpu: '1500m', minCpu: '0.5', memory: '2Gi', volumes: [{ uri: 'svc://volumeset/data', path: '/d' }] },
      ],
      rolloutOptions: {
        minReadySeconds: 5,
        maxSurgeReplicas: 2,
        maxUnavailableReplicas: '10%',
        scalingPolicy: 'Parallel',
      },
    };
    expect(settings(spec)).toEqual({
      type: 'stateful',
      hasPort: true,
      containers: [
        {
          name: 'web',
          image: 'web:1',
          cpuMillicores: 1500,
          memoryBytes: 2_147_483_648,
          minCpuMillicores: 500,
          minMemoryBytes: 2_147_483_648,
          volumes: [{ volumeset: 'data', path: '/d' }],
          readinessProbe: null,
          livenessProbe: null,
          env: [],
          inheritsEnv: false,
        },
      ],
      rollout: {
        minReady: 5000,
        maxSurge: { value: 2, unit: 'replicas' },
        maxUnavailable: { value: 10, unit: 'percent' },
        scalingPolicy: 'Parallel',
        terminationGrace: 90_000,
      },
      job: null,
      options: expect.objectContaining({
        minScale: 1,
        maxScale: 5,
        metric: 'cpu',
        maxConcurrency: null,
        timeout: 5_000,
        timeoutBy: 'field',
        suspend: false,
        multiZone: false,
        debug: false,
      }),
      localOptions: new Map(),
      requests: {
        ports: [8080],
        retry: {
          attempts: 2,
          retryOn: [
            'connect-failure',
            'refused-stream',
            'unavailable',
            'cancelled',
            'resource-exhausted',
            'retriable-status-codes',
          ],
          isGrpc: false,
        },
        authorization: null,
        isLimited: false,
        firewall: { opensOutside: false, inside: null, insideList: [] },
      },
      ignored: false,
      publishesNotReady: false,
      ephemeralBytes: 1_500_000_000,
    });
  });

  it('say what is asked about each request, as special tags do (TAG-17 to TAG-30)', () => {
    const requests = (tags: JsonObject) => settings({ type: 'standard', containers: [web] }, tags).requests;
    const address = { 'svc/externalAuthAddress': 'auth.example.com' };
    const usual = { timeout: 1_000, failureAllow: true, listenPort: null };
    expect(requests({ 'svc/externalAuthTimeout': '5s' }).authorization).toBeNull();
    expect(requests(address).authorization).toEqual(usual);
    const all = {
      'svc/externalAuthTimeout': '5s',
      'svc/externalAuthFailureAllow': 'false',
      'svc/externalAuthListenPort': 80,
    };
    expect(requests({ ...address, ...all }).authorization).toEqual({
      timeout: 5_000,
      failureAllow: false,
      listenPort: 80,
    });
    expect(requests({ ...address, 'svc/externalAuthTimeout': 'soon' }).authorization).toEqual(usual);
    expect(requests({ 'svc/rateLimitAddress': 'limit.example.com' }).isLimited).toBe(true);
    expect(requests({ 'svc/protocol': 'grpc' }).retry.isGrpc).toBe(true);
  });

  it('hold the probes of containers, with their defaults', () => {
    const tcpSocket = { port: 80 };
    const readinessProbe = { tcpSocket, periodSeconds: 5, successThreshold: 2 };
    const { containers } = settings({
      type: 'standard',
      containers: [{ ...web, readinessProbe, livenessProbe: { tcpSocket } }],
    });
    expect(containers[0]).toMatchObject({
      readinessProbe: { initialDelay: 10_000, period: 5_000, successThreshold: 2, failureThreshold: 3 },
      livenessProbe: { initialDelay: 60_000, period: 10_000, successThreshold: 1, failureThreshold: 3 },
    });
  });

  it('give a serverless one a probe of its port only where `probe.serverless` says so', () => {
    const spec = {
      type: 'serverless',
      containers: [
        { ...web, name: 'side', ports: [] },
        { ...web, ports: [{ number: 80 }] },
      ],
    };
    const delays = (overrides: Partial<Assumptions>) =>
      settings(spec, {}, overrides).containers.map(({ readinessProbe }) => readinessProbe?.initialDelay);
    expect(delays({})).toEqual([undefined, undefined]);
    expect(delays({ 'probe.serverless': 'readinessDefaults' })).toEqual([undefined, 10_000]);
  });

  it('keep whether replicas that are not ready are to be reached (TAG-2)', () => {
    const spec = { type: 'standard', containers: [web] };
    expect(settings(spec, { 'svc/publishNotReadyAddresses': 'true' }).publishesNotReady).toBe(true);
    expect(settings(spec, { 'svc/publishNotReadyAddresses': 'yes' }).publishesNotReady).toBe(false);
  });

  it('of a cron one hold its job', () => {
    const job = { schedule: '*/5 * * * *', concurrencyPolicy: 'Replace', activeDeadlineSeconds: 60, suspend: true };
    expect(settings({ type: 'cron', containers: [web], job }).job).toMatchObject({
      concurrencyPolicy: 'Replace',
      historyLimit: 5,
      restartPolicy: 'Never',
      activeDeadline: 60_000,
      suspend: true,
    });
  });

  it.each([
    ['1', '1Gi', 250, 268_435_456],
    ['8', '8Gi', 4000, 4_294_967_296],
    ['50m', '64Mi', 25, 33_554_432],
  ])(
    'resource.min.absent floor: of %s and %s as little as the rules let',
    (cpu, memory, minCpuMillicores, minMemoryBytes) => {
      const spec = { type: 'standard', containers: [{ ...web, cpu, memory }] };
      expect(settings(spec, {}, { 'resource.min.absent': 'floor' }).containers).toMatchObject([
        { minCpuMillicores, minMemoryBytes },
      ]);
    },
  );

  it.each([
    ['cpu', 0, 5, 1],
    ['memory', 0, 0, 0],
    ['rps', 0, 5, 0],
    ['concurrency', 0, 5, 0],
  ])('a serverless one on %s from %d to %d keeps at least %d', (metric, minScale, maxScale, least) => {
    const spec = {
      type: 'serverless',
      containers: [web],
      defaultOptions: { autoscaling: { metric, minScale, maxScale } },
    };
    expect(settings(spec).options.minScale).toBe(least);
  });

  it('follow special tags: ignore (TAG-35), multiZone (TAG-7), largeDisk (TAG-11)', () => {
    const tags = { 'svc/ignore': 'true', 'svc/multiZone': 'true', 'svc/largeDisk': true };
    expect(settings({ type: 'standard', containers: [web] }, tags)).toMatchObject({
      ignored: true,
      options: { multiZone: true },
      ephemeralBytes: 10_000_000_000,
    });
  });

  it('can be read from whatever the checks let through', () => {
    const cpu = fc.constantFrom('25m', '0.5', '1', '3999m', '1e1', '2k');
    const spec = fc.record(
      {
        type: fc.constantFrom('standard', 'stateful', 'serverless', 'cron'),
        containers: fc.constant([web]),
        cpu,
        minCpu: fc.constantFrom('25m', '0.5', '1'),
        job: fc.constantFrom({ schedule: '@hourly' }, { schedule: 'never' }),
        rolloutOptions: fc.record({ maxSurgeReplicas: fc.constantFrom(0, '0', '10%', '2', 'x') }),
      },
      { requiredKeys: ['type', 'containers'] },
    );
    let read = 0;
    fc.assert(
      fc.property(spec, ({ cpu: limit, minCpu, ...rest }) => {
        const ports = rest.type === 'cron' ? {} : { ports: web.ports };
        const amounts = { ...(limit === undefined ? {} : { cpu: limit }), ...(minCpu === undefined ? {} : { minCpu }) };
        const whole: JsonObject = { ...rest, containers: [{ name: 'web', image: 'w', ...ports, ...amounts }] };
        if (workloadFindings(whole).length > 0) return;
        const [container] = settings(whole).containers;
        read++;
        expect(container?.minCpuMillicores).toBeLessThanOrEqual(container?.cpuMillicores ?? 0);
      }),
      { seed: 1, numRuns: 300 },
    );
    expect(read).toBeGreaterThan(15);
  });
});
