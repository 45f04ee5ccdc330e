import { describe, expect, it } from 'vitest';
import { Session } from '../../../src/experiment/session/session.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';

const head = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 1d
`;
const gvc = `resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
`;
const container = { name: 'main', image: 'web:1' };

/** Of the workload or volume set, what check warns of and what the answer to its POST says. */
function told(kind: string, name: string, spec: object, assumptions: object = {}) {
  const assumed = `assumptions: ${JSON.stringify(assumptions)}\n`;
  const whole = `${head}${assumed}${gvc}  - ${JSON.stringify({ kind, gvc: 'shop', name, spec })}\n`;
  const check = parseScenario(whole, { file: 's.yaml' }).problems.map(({ severity, message }) => {
    expect(severity).toBe('warning');
    return message;
  });
  const text = head + assumed + gvc;
  const { scenario } = parseScenario(text, { file: 's.yaml' });
  if (scenario === null) throw new Error('no scenario');
  const session = new Session({ scenario, text, options: { file: 's.yaml' } });
  const path = `/org/acme/gvc/shop/${kind}`;
  const response = session.request({ method: 'POST', path, body: { name, spec } });
  return { check, status: response.status, header: response.headers.Warning ?? '', session, path: `${path}/${name}` };
}

const cron = (spec: object) => ({ type: 'cron', job: { schedule: '@daily' }, containers: [container], ...spec });
const workload = (name: string, spec: object) => told('workload', name, { containers: [container], ...spec });

describe('check and the API warn alike, the API in the header Warning (`api.warnings`)', () => {
  it.each([
    [
      'a target that is never exceeded',
      () => workload('web', { type: 'standard', defaultOptions: { autoscaling: { metric: 'cpu' } } }),
      /^299 - "spec\.defaultOptions\.autoscaling: this workload never scales up: utilisation is at most 100%/,
    ],
    [
      '`fields.maxUnavailableOnStateful` drop: an amount that is not stored',
      () =>
        told(
          'workload',
          'db',
          { type: 'stateful', containers: [container], rolloutOptions: { maxUnavailableReplicas: 2 } },
          { 'fields.maxUnavailableOnStateful': 'drop' },
        ),
      /^299 - "spec\.rolloutOptions\.maxUnavailableReplicas: maxUnavailableReplicas is not stored for a stateful workload and is dropped/,
    ],
    [
      'ROLL-8: a scaling policy of a type that ignores it',
      () => workload('web', { type: 'standard', rolloutOptions: { scalingPolicy: 'Parallel' } }),
      /^299 - "spec\.rolloutOptions\.scalingPolicy: scalingPolicy has no effect: it is only for stateful workloads; this one is standard/,
    ],
    [
      'TYPE-12: options of a rollout of a cron workload',
      () => workload('job', { type: 'cron', job: { schedule: '@daily' }, rolloutOptions: { minReadySeconds: 5 } }),
      /^299 - "spec\.rolloutOptions\.minReadySeconds: minReadySeconds has no effect: a cron workload has no rollouts/,
    ],
    [
      'NET-1: a name too long for DNS',
      () => workload('a'.repeat(64), { type: 'standard' }),
      /^299 - "name: .* the label has 78 characters, and DNS accepts at most 63; choose a name of at most 49 characters"$/,
    ],
    [
      'TYPE-9: a cron workload that is to scale to zero',
      () =>
        workload('job', {
          type: 'cron',
          job: { schedule: '@daily' },
          defaultOptions: { autoscaling: { minScale: 0 } },
        }),
      /^299 - "spec\.defaultOptions\.autoscaling: a cron workload does not scale, so it cannot scale to zero/,
    ],
    [
      'an override of a location that the gvc does not have (`localOptions.unknown`)',
      () => workload('web', { type: 'standard', localOptions: [{ location: 'gcp-us-east1', suspend: true }] }),
      /^299 - "spec\.localOptions\[0\]\.location: shop has no location gcp-us-east1, so this entry has no effect"$/,
    ],
    [
      'SNAP-1: snapshots that are kept for no time',
      () =>
        told('volumeset', 'data', {
          initialCapacity: 10,
          performanceClass: 'general-purpose-ssd',
          fileSystemType: 'ext4',
          snapshots: { schedule: '0 3 * * *', retentionDuration: '0d' },
        }),
      /^299 - "spec\.snapshots\.retentionDuration: with retentionDuration 0d each snapshot expires as soon as it is taken/,
    ],
    [
      'a field that nothing acts on (`fields.unknown`)',
      () => workload('web', { type: 'standard', flavour: 3 }),
      /^299 - "spec\.flavour: flavour is not a known field of spec"$/,
    ],
    [
      'type.cronDropped: the probes of a cron workload',
      () =>
        told(
          'workload',
          'job',
          cron({ containers: [{ ...container, readinessProbe: { exec: { command: ['ok'] } } }] }),
        ),
      /^299 - "spec\.containers\[0\]\.readinessProbe: readinessProbe does not apply to a cron workload and is dropped"$/,
    ],
    [
      'TYPE-8: retries of a cron workload',
      () => told('workload', 'job', cron({ requestRetryPolicy: { attempts: 3 } })),
      /^299 - "spec\.requestRetryPolicy: requestRetryPolicy has no effect: a cron workload serves no requests"$/,
    ],
    [
      'hooks of containers that svcsim cannot read (`termination.hooks`)',
      () =>
        told('workload', 'web', {
          type: 'standard',
          containers: [{ ...container, lifecycle: { preStop: { exec: { command: ['drain'] } } } }],
        }),
      /^299 - "spec\.containers\[0\]\.lifecycle\.preStop: svcsim cannot tell how long this preStop hook takes/,
    ],
    [
      'hooks of containers that do nothing (`termination.hooks`)',
      () => told('workload', 'web', { type: 'standard', containers: [{ ...container, lifecycle: { preStop: {} } }] }),
      /^299 - "spec\.containers\[0\]\.lifecycle: lifecycle has no effect/,
    ],
    [
      'VOLAUTO-4: a prediction that nobody has switched on',
      () =>
        told('volumeset', 'data', {
          initialCapacity: 10,
          autoscaling: { minFreePercentage: 20, scalingFactor: 2, predictive: { lookbackHours: 48 } },
        }),
      /^299 - "spec\.autoscaling\.predictive: predictive\.lookbackHours has no effect: enabled is false by default/,
    ],
    [
      'RETRY-1: conditions of no tries',
      () => workload('web', { type: 'standard', requestRetryPolicy: { attempts: 0, retryOn: ['5xx'] } }),
      /^299 - "spec\.requestRetryPolicy\.retryOn: retryOn has no effect: attempts is 0, so no request is retried"$/,
    ],
    ['nothing', () => workload('web', { type: 'standard' }), /^$/],
  ])('%s', (_, tell, expected) => {
    const { check, status, header } = tell();
    expect(status).toBe(201);
    expect(header).toMatch(expected);
    for (const message of check) expect(header).toContain(message);
    expect(header.split('299 - ').length - 1).toBe(check.length);
  });

  it('a patch is answered with the doubts of what it leads to, whether it was seen before or not', () => {
    const { session, path } = workload('web', { type: 'standard', rolloutOptions: { scalingPolicy: 'Parallel' } });
    const request = { method: 'PATCH', path, body: { spec: { flavour: 3 } } } as const;
    const before = session.fork();
    const first = session.request(request).headers.Warning;
    expect(first).toMatch(/scalingPolicy.*flavour/);
    expect(before.request(request).headers.Warning).toBe(first);
  });

  it('a command is answered with the fields that its type has not (`fields.unknown`)', () => {
    const { session, path } = workload('job', { type: 'cron', job: { schedule: '@daily' } });
    const command = (spec: object) => {
      const body = { type: 'runCronWorkload', spec: { location: 'aws-us-east-1', ...spec } };
      return session.request({ method: 'POST', path: `${path}/-command`, body });
    };
    expect(command({}).headers.Warning).toBeUndefined();
    const { status, headers } = command({ containerOverrides: [{ name: 'main', minCpu: '50m' }] });
    expect(status).toBe(201);
    expect(headers.Warning).toBe(
      '299 - "spec.containerOverrides[0].minCpu: minCpu is not a known field of runCronWorkload and has no effect"',
    );
  });

  it('a header holds plain characters, ten warnings at most, and none where that is assumed', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`flav"öu\nr${index}`, 1]));
    const { header } = workload('web', { type: 'standard', ...many });
    expect(header).toMatch(/^[ -~]*$/);
    expect(header.match(/299 - /g)).toHaveLength(10);
    expect(header).toMatch(/299 - "and 21 more"$/);
    const spec = { type: 'standard', containers: [container], flavour: 3 };
    expect(told('workload', 'web', spec, { 'api.warnings': 'none' }).header).toBe('');
  });
});

describe('a target that is never exceeded, where utilisation is a share of the reserve (`hpa.cpu.base`)', () => {
  const warned = (resources: object): boolean => {
    const spec = {
      type: 'standard',
      containers: [{ ...container, ...resources }],
      defaultOptions: { autoscaling: { metric: 'cpu' } },
    };
    return /never scales up/.test(told('workload', 'web', spec, { 'hpa.cpu.base': 'reserve' }).header);
  };

  it('is one only if replicas reserve all that they may use', () => {
    expect([warned({}), warned({ cpu: '200m', minCpu: '100m' })]).toEqual([true, false]);
  });
});

describe('a workload that never scales up by the defaults, though requests need more than it has (`hpa.tolerance`)', () => {
  const locations = ['aws-us-east-1', 'aws-eu-central-1'];

  /** What check says of it at its start, and what the answer to a PATCH that changes nothing says. */
  function both(
    rate: string,
    { spec = {}, count = 1, more = '' }: { spec?: object; count?: number; more?: string } = {},
  ) {
    const links = locations.slice(0, count).map((name) => `//location/${name}`);
    const web = { type: 'standard', containers: [{ ...container, cpu: '500m', ports: [{ number: 80 }] }], ...spec };
    const text = `${head}resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: ${JSON.stringify(links)} } } }
  - ${JSON.stringify({ kind: 'workload', gvc: 'shop', name: 'web', spec: web })}
behavior: { shop/web: { request: { cpu: 10ms, duration: 20ms } } }
demand: [{ to: shop/web, rate: ${rate} }]
${more}`;
    const { scenario, problems } = parseScenario(text, { file: 's.yaml' });
    if (scenario === null) throw new Error(JSON.stringify(problems));
    const session = new Session({ scenario, text, options: { file: 's.yaml' } });
    const path = '/org/acme/gvc/shop/workload/web';
    const { headers } = session.request({ method: 'PATCH', path, body: { tags: { seen: 'yes' } } });
    return {
      check: problems.flatMap(({ rule, message }) => (rule === 'hpa.tolerance' ? [message] : [])),
      header: headers.Warning ?? '',
    };
  }

  it('check and the API say so alike', () => {
    const { check, header } = both('60/s');
    expect(check).toEqual([
      'requests need more cpu than the 500m of its one replica, and this workload never scales up: the default metric is cpu with target 95, and 100% utilisation is within the tolerance around it; set an autoscaling target of at most 90, or a higher minScale',
    ]);
    expect(header).toMatch(/^299 - "spec\.defaultOptions\.autoscaling: requests need more cpu than the 500m/);
  });

  it.each([
    ['what one replica can do', '50/s', {}, 0],
    ['more for an hour of the day', '{ daily: [[08:00, 5/s], [12:00, 60/s], [13:00, 5/s]] }', {}, 1],
    ['more than two locations have together', '101/s', { count: 2 }, 1],
    ['what two locations may have together', '99/s', { count: 2 }, 0],
    ['more for a workload that is suspended', '60/s', { spec: { defaultOptions: { suspend: true } } }, 0],
    [
      'more for a workload that scales',
      '60/s',
      { spec: { defaultOptions: { autoscaling: { metric: 'cpu', target: 80 } } } },
      0,
    ],
    ['more for a serverless workload, which scales on concurrency', '60/s', { spec: { type: 'serverless' } }, 0],
  ] as const)('of %s', (_, rate, options, count) => {
    const { check, header } = both(rate, options);
    expect(check).toHaveLength(count);
    expect(header.split('299 - ').length - 1).toBe(count);
  });

  it('two demands that are too much together, and one that the timeline scales', () => {
    expect(both('30/s }\n  , { to: shop/web, rate: 30/s').check).toHaveLength(1);
    const more = 'timeline: [{ at: +1h, demand: { shop/web: { scale: 3 } } }]\n';
    expect(both('20/s', { more }).check).toHaveLength(1);
    expect(both('20/s').check).toEqual([]);
  });
});

describe('a field of an autoscaling that its metric or its type does not go by has no effect (`type.metrics`, TYPE-4)', () => {
  const keda = (more: object) => ({
    metric: 'keda',
    keda: {
      triggers: [
        { type: 'cron', name: 'day', metadata: { start: '0 8 * * *', end: '0 9 * * *', desiredReplicas: '2' } },
      ],
      ...more,
    },
  });

  it.each([
    ['a target that is kept while the metric is off', 'standard', { metric: 'disabled', target: 50 }, null],
    ['the target that it would have anyway', 'standard', { metric: 'disabled', target: 95 }, null],
    [
      'a delay of metric disabled',
      'standard',
      { metric: 'disabled', scaleToZeroDelay: 60 },
      /^scaleToZeroDelay has no effect: with metric disabled/,
    ],
    ['a delay that holds the count', 'standard', { metric: 'cpu', target: 50, scaleToZeroDelay: 60 }, null],
    [
      'a delay of what never goes to zero',
      'serverless',
      { metric: 'rps', target: 50, minScale: 1, scaleToZeroDelay: 60 },
      /minScale is 1, so the workload never scales to zero$/,
    ],
    [
      'a delay of what goes to zero',
      'serverless',
      { metric: 'rps', target: 50, minScale: 0, scaleToZeroDelay: 60 },
      null,
    ],
    [
      'requests in flight of a standard workload',
      'standard',
      { metric: 'rps', maxConcurrency: 10 },
      'maxConcurrency has no effect: it applies only to serverless workloads; this one is standard',
    ],
    ['requests in flight of a serverless workload', 'serverless', { metric: 'concurrency', maxConcurrency: 10 }, null],
    [
      'a percentile of metric rps',
      'standard',
      { metric: 'rps', metricPercentile: 'p99' },
      'metricPercentile has no effect: it applies only to metric latency; this one is rps',
    ],
    ['a percentile of latency', 'standard', { metric: 'latency', metricPercentile: 'p99' }, null],
    [
      'keda beside another metric',
      'standard',
      { metric: 'rps', keda: { pollingInterval: 5 } },
      "'keda' applies only with metric: keda, and the metric is rps: it is ignored",
    ],
    [
      'a cooldown of what never goes to zero',
      'standard',
      keda({ cooldownPeriod: 60 }),
      /^cooldownPeriod has no effect: it applies only when the workload can scale to zero, and minScale is 1/,
    ],
    ['a cooldown of what goes to zero', 'standard', { ...keda({ cooldownPeriod: 60 }), minScale: 0 }, null],
    [
      'a fallback to no number',
      'standard',
      keda({ fallback: { failureThreshold: 3 } }),
      /^fallback has no effect without replicas/,
    ],
    [
      'a fallback of an unknown behavior',
      'standard',
      keda({ fallback: { replicas: 3, behavior: 'Static' } }),
      /else static applies; found Static$/,
    ],
    [
      'advanced settings',
      'standard',
      keda({ advanced: { restoreToOriginalReplicaCount: true } }),
      /^advanced has no effect/,
    ],
  ] as const)('%s', (_, type, autoscaling, expected) => {
    const containers = [{ ...container, ports: [{ number: 80 }] }];
    const { check, header } = workload('web', { type, containers, defaultOptions: { autoscaling } });
    expect(check).toEqual(
      expected === null ? [] : [typeof expected === 'string' ? expected : expect.stringMatching(expected)],
    );
    expect(header === '').toBe(expected === null);
    if (check[0] !== undefined) expect(header).toContain(check[0]);
  });

  it('a target has no effect where none is the default metric', () => {
    const spec = { type: 'standard', containers: [container], defaultOptions: { autoscaling: { target: 50 } } };
    const metrics = { standard: 'disabled', stateful: 'cpu', serverless: 'concurrency' };
    const { check } = told('workload', 'web', spec, { 'autoscaling.metric.default': metrics });
    expect(check).toEqual(['target has no effect: metric disabled has no target']);
  });

  it('is of code no-effect in check', () => {
    const spec = {
      type: 'standard',
      containers: [container],
      defaultOptions: { autoscaling: { metric: 'rps', target: 50, metricPercentile: 'p99' } },
    };
    const text = `${head}${gvc}  - ${JSON.stringify({ kind: 'workload', gvc: 'shop', name: 'web', spec })}\n`;
    const { problems } = parseScenario(text, { file: 's.yaml' });
    expect(problems.map(({ code, rule }) => [code, rule])).toEqual([['no-effect', 'type.metrics']]);
  });
});
