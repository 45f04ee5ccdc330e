import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { accept, acme, ask, shop, stateful } from './acme.ts';
import { judge, workloadFindings } from './judged.ts';

const web = { name: 'web', image: 'web:1' };
const port = { ...web, ports: [{ number: 8080 }] };

function of(type: string, more: JsonObject = {}, container: JsonObject = {}): JsonObject {
  const base = type === 'serverless' ? port : web;
  const job = type === 'cron' ? { job: { schedule: '*/5 * * * *' } } : {};
  return { type, containers: [{ ...base, ...container }], ...job, ...more };
}

const scaled = (type: string, autoscaling: JsonObject): JsonObject => of(type, { defaultOptions: { autoscaling } });

describe('workloads that the platform takes', () => {
  it.each([
    ['a standard one without a port (TYPE-2)', of('standard')],
    [
      'a standard one with two ports (TYPE-3)',
      of('standard', {}, { ports: [{ number: 8080 }, { number: 8081, protocol: 'tcp' }] }),
    ],
    [
      'a stateful one with two containers (TYPE-5, WL-2)',
      of('stateful', { containers: [web, { ...web, name: 'log' }] }),
    ],
    ['a serverless one with its port', of('serverless')],
    ['a cron one', of('cron')],
    ['no type: type.default', { containers: [port] }],
    [
      'reserve at the ratio exactly',
      of('standard', {}, { cpu: '1000m', minCpu: '250m', memory: '4Gi', minMemory: '1Gi' }),
    ],
    ['reserve at the gap exactly', of('standard', {}, { cpu: '5', minCpu: '1250m' })],
    ['memory at 8 MiB a millicore exactly', of('standard', {}, { cpu: '100m', memory: '800Mi' })],
    ['the longest timeout (WL-19)', of('standard', { defaultOptions: { timeoutSeconds: 600 } })],
    ['keda reaches zero (TYPE-4)', scaled('standard', { metric: 'keda', minScale: 0 })],
    [
      'disabled and both bounds zero is off (scale.zeroBounds)',
      scaled('standard', { metric: 'disabled', minScale: 0, maxScale: 0 }),
    ],
    ['serverless reaches zero (TYPE-14)', scaled('serverless', { metric: 'rps', minScale: 0 })],
    ['a minimum above the default maximum', scaled('standard', { minScale: 7 })],
    [
      'whole surge as a text',
      of('standard', { rolloutOptions: { maxSurgeReplicas: '2', maxUnavailableReplicas: '0%' } }),
    ],
    ['a surge in percent (ROLL-6)', of('standard', { rolloutOptions: { maxSurgeReplicas: '30%' } })],
    ['replicaDirect of a stateful one (WL-23)', of('stateful', { loadBalancer: { replicaDirect: true } })],
    ['a standard one with two containers (WL-2)', of('standard', { containers: [web, { ...web, name: 'log' }] })],
    ['a serverless one with two containers (WL-2)', of('serverless', { containers: [port, { ...web, name: 'log' }] })],
    [
      'a stateful one with two ports (TYPE-5)',
      of('stateful', {}, { ports: [{ number: 8080 }, { number: 8081, protocol: 'tcp' }] }),
    ],
    ['a stateful one that KEDA brings to zero (TYPE-5)', scaled('stateful', { metric: 'keda', minScale: 0 })],
    ['cpu reserved 4000m below (WL-7)', of('standard', {}, { cpu: '8000m', minCpu: '4000m' })],
    ['memory reserved 4096Mi below (WL-9)', of('standard', {}, { cpu: '2', memory: '8Gi', minMemory: '4Gi' })],
    ['a quarter of memory in other words (WL-5)', of('standard', {}, { cpu: '1', memory: '4096Mi', minMemory: '1Gi' })],
    [
      'all four protocols (WL-12)',
      of(
        'standard',
        {},
        { ports: ['http', 'http2', 'grpc', 'tcp'].map((protocol, i) => ({ number: 8080 + i, protocol })) },
      ),
    ],
    ['the shortest timeout (WL-19)', of('standard', { defaultOptions: { timeoutSeconds: 1 } })],
    ['empty lists that clients send', of('cron', { localOptions: [] }, { env: [], volumes: [], ports: [] })],
  ])('%s', (_, spec) => {
    expect(workloadFindings(spec)).toEqual([]);
  });
});

describe('workloads that the platform refuses', () => {
  const c = 'spec.containers.0';
  const auto = 'spec.defaultOptions.autoscaling';
  it.each([
    ['an unknown type', of('daemon'), 'TYPE-1 spec.type'],
    ['no containers', { type: 'standard' }, 'WL-1 spec.containers'],
    ['an empty list of containers', { type: 'standard', containers: [] }, 'fields.bounds.containers spec.containers'],
    [
      'nine containers',
      { type: 'standard', containers: Array.from({ length: 9 }, (_, i) => ({ ...web, name: `c${i}` })) },
      'fields.bounds.containers spec.containers',
    ],
    ['no image', { type: 'standard', containers: [{ name: 'web' }] }, `WL-3 ${c}.image`],
    ['an empty image', of('standard', {}, { image: '' }), `WL-3 ${c}.image`],
    ['one name twice', { type: 'standard', containers: [web, web] }, 'fields.bounds.name spec.containers.1.name'],
    [
      'a reserved container name',
      of('standard', {}, { name: 'svc-proxy' }),
      `fields.bounds.containerNameRefused ${c}.name`,
    ],
    ['a number where a text belongs', of('standard', {}, { cpu: 1 }), `WL-4 ${c}.cpu`],
    ['unreadable memory', of('standard', {}, { memory: '1GB' }), `WL-5 ${c}.memory`],
    ['too little cpu', of('standard', {}, { cpu: '24m' }), `fields.bounds.cpuMillicores ${c}.cpu`],
    ['too little memory', of('standard', {}, { memory: '31Mi' }), `fields.bounds.memoryMi ${c}.memory`],
    ['reserve more than 4000m below', of('standard', {}, { cpu: '8000m', minCpu: '3999m' }), `WL-7 ${c}.minCpu`],
    ['reserve below a quarter', of('standard', {}, { cpu: '1000m', minCpu: '249m' }), `WL-8 ${c}.minCpu`],
    [
      'memory reserve too far below',
      of('standard', {}, { cpu: '4', memory: '9Gi', minMemory: '4Gi' }),
      `WL-9 ${c}.minMemory`,
    ],
    [
      'memory reserve below a quarter',
      of('standard', {}, { memory: '256Mi', minMemory: '63Mi' }),
      `WL-10 ${c}.minMemory`,
    ],
    ['reserve above the default limit', of('standard', {}, { minCpu: '51m' }), `fields.bounds.minAboveMax ${c}.minCpu`],
    [
      'too much memory for the cpu',
      of('standard', {}, { cpu: '100m', memory: '801Mi' }),
      `fields.bounds.memoryMiPerMillicore ${c}.memory`,
    ],
    [
      'a volume that is no object (WL-13)',
      of('stateful', {}, { volumes: ['svc://volumeset/data'] }),
      `WL-13 ${c}.volumes.0`,
    ],
    [
      'zones by a word (WL-20)',
      of('standard', { defaultOptions: { multiZone: { enabled: 'yes' } } }),
      'WL-20 spec.defaultOptions.multiZone.enabled',
    ],
    ['env without a name', of('standard', {}, { env: [{ value: 'x' }] }), `WL-11 ${c}.env.0.name`],
    [
      'env of the platform',
      of('standard', {}, { env: [{ name: 'SVC_ORG', value: 'x' }] }),
      `fields.bounds.envNameRefused ${c}.env.0.name`,
    ],
    [
      'an unknown protocol',
      of('standard', {}, { ports: [{ number: 80, protocol: 'udp' }] }),
      `WL-12 ${c}.ports.0.protocol`,
    ],
    ['a low port', of('standard', {}, { ports: [{ number: 79 }] }), `fields.bounds.portNumber ${c}.ports.0.number`],
    [
      'a reserved port',
      of('standard', {}, { ports: [{ number: 8012 }] }),
      `fields.bounds.portRefused ${c}.ports.0.number`,
    ],
    [
      'a port twice over containers',
      { type: 'standard', containers: [port, { ...port, name: 'b' }] },
      'fields.bounds.portRepeated spec.containers.1.ports.0.number',
    ],
    ['a cron port', of('cron', {}, { ports: [{ number: 80 }] }), `TYPE-8 ${c}.ports`],
    ['a serverless one without port', of('serverless', {}, { ports: [] }), `TYPE-16 ${c}.ports`],
    [
      'a serverless one with two ports',
      of('serverless', {}, { ports: [{ number: 80 }, { number: 81 }] }),
      `TYPE-15 ${c}.ports.1`,
    ],
    [
      'a serverless tcp port',
      of('serverless', {}, { ports: [{ number: 80, protocol: 'tcp' }] }),
      `TYPE-15 ${c}.ports.0.protocol`,
    ],
    [
      'volumes of a standard one',
      of('standard', {}, { volumes: [{ uri: 'svc://volumeset/data', path: '/d' }] }),
      `WL-14 ${c}.volumes`,
    ],
    [
      'another scheme',
      of('stateful', {}, { volumes: [{ uri: 'cpln://volumeset/data', path: '/d' }] }),
      `WL-15 ${c}.volumes.0.uri`,
    ],
    [
      'a volume set that is not there',
      of('stateful', {}, { volumes: [{ uri: 'svc://volumeset/none', path: '/d' }] }),
      `WL-17 ${c}.volumes.0.uri`,
    ],
    [
      'a relative path',
      of('stateful', {}, { volumes: [{ uri: 'svc://volumeset/data', path: 'd' }] }),
      `fields.bounds.volumePathRelative ${c}.volumes.0.path`,
    ],
    [
      'a reserved path',
      of('stateful', {}, { volumes: [{ uri: 'svc://volumeset/data', path: '/tmp/' }] }),
      `fields.bounds.volumePathRefused ${c}.volumes.0.path`,
    ],
    [
      'nested paths',
      of('stateful', {}, { volumes: ['/d', '/d/e'].map((path) => ({ uri: 'svc://volumeset/data', path })) }),
      `fields.bounds.volumePathNested ${c}.volumes.1.path`,
    ],
    ['a probe without a way', of('standard', {}, { readinessProbe: { periodSeconds: 5 } }), `WL-1 ${c}.readinessProbe`],
    [
      'a probe too rare',
      of('standard', {}, { livenessProbe: { tcpSocket: { port: 80 }, periodSeconds: 601 } }),
      `fields.bounds.probePeriodSeconds ${c}.livenessProbe.periodSeconds`,
    ],
    ['concurrency on stateful', scaled('stateful', { metric: 'concurrency' }), `TYPE-7 ${auto}.metric`],
    ['concurrency on standard', scaled('standard', { metric: 'concurrency' }), `type.metrics ${auto}.metric`],
    ['latency on serverless', scaled('serverless', { metric: 'latency' }), `type.metrics ${auto}.metric`],
    ['zero by cpu', scaled('standard', { metric: 'cpu', minScale: 0 }), `TYPE-4 ${auto}.minScale`],
    [
      'zero by rps, both bounds',
      scaled('stateful', { metric: 'rps', minScale: 0, maxScale: 0 }),
      `TYPE-4 ${auto}.minScale`,
    ],
    [
      'zero of a serverless one without a metric',
      scaled('serverless', { metric: 'disabled', minScale: 0 }),
      `type.metrics ${auto}.minScale`,
    ],
    [
      'bounds that cross',
      scaled('standard', { minScale: 3, maxScale: 2 }),
      `fields.bounds.minScaleAboveMax ${auto}.minScale`,
    ],
    [
      'a maximum below the default minimum',
      scaled('standard', { maxScale: 0 }),
      `fields.bounds.minScaleAboveMax ${auto}.maxScale`,
    ],
    ['a negative scale', scaled('standard', { minScale: -1 }), `fields.bounds.scale ${auto}.minScale`],
    ['half a replica', scaled('standard', { minScale: 0.5 }), `WL-18 ${auto}.minScale`],
    ['101 percent', scaled('standard', { metric: 'cpu', target: 101 }), `fields.bounds.targetPercent ${auto}.target`],
    [
      'a target beside keda',
      scaled('standard', { metric: 'keda', target: 5 }),
      `fields.bounds.targetWithKedaOrMulti ${auto}.target`,
    ],
    [
      'one metric twice',
      scaled('standard', { metric: 'multi', multi: [{ metric: 'cpu' }, { metric: 'cpu' }] }),
      `fields.bounds.multiMetrics ${auto}.multi.1.metric`,
    ],
    [
      'Capacity AI on stateful',
      of('stateful', { defaultOptions: { capacityAI: true } }),
      'TYPE-6 spec.defaultOptions.capacityAI',
    ],
    [
      'Capacity AI with cpu',
      of('standard', { defaultOptions: { capacityAI: true, autoscaling: { metric: 'cpu', target: 80 } } }),
      'fields.bounds.capacityAIWithCpu spec.defaultOptions.capacityAI',
    ],
    [
      'a timeout of 601',
      of('standard', { defaultOptions: { timeoutSeconds: 601 } }),
      'WL-19 spec.defaultOptions.timeoutSeconds',
    ],
    [
      'overrides of a cron one',
      of('cron', { localOptions: [{ location: 'aws-us-east-1' }] }),
      'TYPE-13 spec.localOptions',
    ],
    [
      'an override with zero',
      of('standard', { localOptions: [{ location: 'a', autoscaling: { minScale: 0 } }] }),
      'TYPE-4 spec.localOptions.0.autoscaling.minScale',
    ],
    [
      'replicaDirect on standard',
      of('standard', { loadBalancer: { replicaDirect: true } }),
      'WL-23 spec.loadBalancer.replicaDirect',
    ],
    [
      'half a surge',
      of('standard', { rolloutOptions: { maxSurgeReplicas: '12.5%' } }),
      'ROLL-6 spec.rolloutOptions.maxSurgeReplicas',
    ],
    [
      'more than all unavailable',
      of('standard', { rolloutOptions: { maxUnavailableReplicas: '101%' } }),
      'fields.bounds.maxUnavailablePercent spec.rolloutOptions.maxUnavailableReplicas',
    ],
    [
      'no surge, none unavailable',
      of('standard', { rolloutOptions: { maxSurgeReplicas: 0, maxUnavailableReplicas: '0%' } }),
      'fields.bounds.surgeAndUnavailableZero spec.rolloutOptions.maxUnavailableReplicas',
    ],
    [
      'an unknown scaling policy',
      of('stateful', { rolloutOptions: { scalingPolicy: 'parallel' } }),
      'ROLL-8 spec.rolloutOptions.scalingPolicy',
    ],
    [
      'a long grace',
      of('standard', { rolloutOptions: { terminationGracePeriodSeconds: 901 } }),
      'fields.bounds.terminationGracePeriodSeconds spec.rolloutOptions.terminationGracePeriodSeconds',
    ],
    [
      'half a second',
      of('standard', { rolloutOptions: { minReadySeconds: 0.5 } }),
      'ROLL-2 spec.rolloutOptions.minReadySeconds',
    ],
    [
      'eleven tries',
      of('standard', { requestRetryPolicy: { attempts: 11 } }),
      'fields.bounds.retryAttempts spec.requestRetryPolicy.attempts',
    ],
    [
      'a status code as a number',
      of('standard', { requestRetryPolicy: { retryOn: [503] } }),
      'RETRY-3 spec.requestRetryPolicy.retryOn.0',
    ],
    ['a job elsewhere', of('standard', { job: { schedule: '* * * * *' } }), 'CRON-1 spec.job'],
    ['cron without a job', { type: 'cron', containers: [web] }, 'CRON-1 spec.job'],
    ['an unreadable schedule', of('cron', { job: { schedule: '61 * * * *' } }), 'CRON-1 spec.job.schedule'],
    [
      'an unknown policy',
      of('cron', { job: { schedule: '@daily', concurrencyPolicy: 'Skip' } }),
      'CRON-2 spec.job.concurrencyPolicy',
    ],
    ['history of none', of('cron', { job: { schedule: '@daily', historyLimit: 0 } }), 'CRON-6 spec.job.historyLimit'],
    [
      'an unknown restart policy',
      of('cron', { job: { schedule: '@daily', restartPolicy: 'Always' } }),
      'CRON-8 spec.job.restartPolicy',
    ],
    [
      'a deadline of 0',
      of('cron', { job: { schedule: '@daily', activeDeadlineSeconds: 0 } }),
      'fields.bounds.activeDeadlineSeconds spec.job.activeDeadlineSeconds',
    ],
    ['suspend as a number', of('standard', { defaultOptions: { suspend: 1 } }), 'SUSP-1 spec.defaultOptions.suspend'],
    ['a container that is a text', { type: 'standard', containers: ['web'] }, 'WL-1 spec.containers.0'],
    ['a container named by a number', { type: 'standard', containers: [{ ...web, name: 5 }] }, `WL-3 ${c}.name`],
    ['a command in pieces', of('standard', {}, { command: ['run', 'me'] }), `WL-3 ${c}.command`],
    ['arguments in one text', of('standard', {}, { args: 'run me' }), `WL-3 ${c}.args`],
    ['memory as a number', of('standard', {}, { memory: 256 }), `WL-5 ${c}.memory`],
    ['a reserve of cpu as a number', of('standard', {}, { minCpu: 1 }), `WL-6 ${c}.minCpu`],
    ['a reserve of memory as a number', of('standard', {}, { minMemory: 64 }), `WL-6 ${c}.minMemory`],
    [
      'memory reserved 4097Mi below',
      of('standard', {}, { cpu: '2', memory: '8Gi', minMemory: '4095Mi' }),
      `WL-9 ${c}.minMemory`,
    ],
    ['a value that is a number', of('standard', {}, { env: [{ name: 'A', value: 5 }] }), `WL-11 ${c}.env.0.value`],
    ['half a port', of('standard', {}, { ports: [{ number: 80.5 }] }), `WL-12 ${c}.ports.0.number`],
    [
      'a volume without a path',
      of('stateful', {}, { volumes: [{ uri: 'svc://volumeset/data' }] }),
      `WL-13 ${c}.volumes.0.path`,
    ],
    ['a volume without a uri', of('stateful', {}, { volumes: [{ path: '/d' }] }), `WL-13 ${c}.volumes.0.uri`],
    ['half a replica at most', scaled('standard', { maxScale: 1.5 }), `WL-18 ${auto}.maxScale`],
    [
      'a timeout of 0',
      of('standard', { defaultOptions: { timeoutSeconds: 0 } }),
      'WL-19 spec.defaultOptions.timeoutSeconds',
    ],
    [
      'a timeout of half a second more',
      of('standard', { defaultOptions: { timeoutSeconds: 1.5 } }),
      'WL-19 spec.defaultOptions.timeoutSeconds',
    ],
    [
      'Capacity AI on stateful in one location',
      of('stateful', { localOptions: [{ location: 'a', capacityAI: true }] }),
      'TYPE-6 spec.localOptions.0.capacityAI',
    ],
    [
      'replicaDirect on serverless',
      of('serverless', { loadBalancer: { replicaDirect: true } }),
      'WL-23 spec.loadBalancer.replicaDirect',
    ],
    [
      'replicaDirect by a word',
      of('stateful', { loadBalancer: { replicaDirect: 'maybe' } }),
      'WL-23 spec.loadBalancer.replicaDirect',
    ],
    [
      'half of what may be unavailable',
      of('standard', { rolloutOptions: { maxUnavailableReplicas: '12.5%' } }),
      'ROLL-4 spec.rolloutOptions.maxUnavailableReplicas',
    ],
    [
      'what may be unavailable as true or false',
      of('standard', { rolloutOptions: { maxUnavailableReplicas: true } }),
      'ROLL-4 spec.rolloutOptions.maxUnavailableReplicas',
    ],
    [
      'a surge that is true or false',
      of('standard', { rolloutOptions: { maxSurgeReplicas: true } }),
      'ROLL-6 spec.rolloutOptions.maxSurgeReplicas',
    ],
    [
      'half a second of grace',
      of('standard', { rolloutOptions: { terminationGracePeriodSeconds: 0.5 } }),
      'ROLL-11 spec.rolloutOptions.terminationGracePeriodSeconds',
    ],
    [
      'half an attempt',
      of('standard', { requestRetryPolicy: { attempts: 1.5 } }),
      'RETRY-1 spec.requestRetryPolicy.attempts',
    ],
    [
      'a cron suspension as a number',
      of('cron', { job: { schedule: '@daily', suspend: 1 } }),
      'SUSP-5 spec.job.suspend',
    ],
  ])('%s', (_, spec, finding) => {
    expect(workloadFindings(spec)).toEqual([finding]);
  });

  it.each([
    ['65 characters', 'a'.repeat(65), 'RES-3'],
    ['a capital', 'Api', 'api.namePattern'],
    ['a hyphen at the end', 'api-', 'api.namePattern'],
    ['a reserved ending', 'api-headless', 'fields.bounds.workloadNameRefused'],
  ])('a name with %s', (_, name, rule) => {
    expect(judge('workload', { name, spec: of('standard') }).map((one) => one.rule)).toEqual([rule]);
    const longest = judge('workload', { name: 'a'.repeat(64), spec: of('standard') });
    expect(longest.map((one) => `${one.severity} ${one.rule}`)).toEqual(['warning NET-1']);
    expect(judge('workload', { name: 'a'.repeat(49), spec: of('standard') })).toEqual([]);
  });

  it('a description beyond 250 characters (RES-4)', () => {
    const described = (length: number) =>
      judge('workload', { name: 'a', description: 'é'.repeat(length), spec: of('standard') });
    expect(described(250)).toEqual([]);
    expect(described(251).map((one) => one.rule)).toEqual(['RES-4']);
  });

  it('messages say what was expected and what was found', () => {
    const message = (spec: JsonObject) => judge('workload', { name: 'new', spec })[0]?.message;
    expect(message(of('standart'))).toBe(
      'type must be one of standard, stateful, cron, serverless; found standart: did you mean standard?',
    );
    expect(message(of('standard', {}, { cpu: 1 }))).toBe('cpu must be a string; found 1 as a number: quote it');
    expect(message(of('standard', {}, { cpu: '8000m', minCpu: '3999m' }))).toBe(
      'cpu is 8000m, so minCpu must be at least 4000m (at most 4000m apart); found 3999m',
    );
    expect(message({ type: 'standard', containers: [{ name: 'web' }] })).toBe('image is required; found nothing');
  });
});

describe('what a workload is shown with where nothing is written', () => {
  const shown = (spec: JsonObject): JsonObject => {
    const control = acme();
    accept(control, 'POST', `${shop}/workload`, { name: 'new', spec });
    return accept(control, 'GET', `${shop}/workload/new`).spec as JsonObject;
  };

  it('WL-20: it does not spread over zones', () => {
    expect(shown(of('standard')).defaultOptions).toMatchObject({ multiZone: { enabled: false } });
  });

  it('ROLL-8: replicas of a stateful one come one after the other', () => {
    expect(shown(of('stateful')).rolloutOptions).toMatchObject({ scalingPolicy: 'OrderedReady' });
  });

  it('RETRY-1, RETRY-4: two more attempts, on six conditions', () => {
    expect(shown(of('standard')).requestRetryPolicy).toEqual({
      attempts: 2,
      retryOn: [
        'connect-failure',
        'refused-stream',
        'unavailable',
        'cancelled',
        'resource-exhausted',
        'retriable-status-codes',
      ],
    });
  });

  it('SUSP-1, SUSP-5: neither a workload nor a cron job is suspended', () => {
    expect(shown(of('standard')).defaultOptions).toMatchObject({ suspend: false });
    expect(shown(of('cron')).job).toMatchObject({ suspend: false });
  });
});

describe('WL-16: a stateful workload may use any number of volume sets', () => {
  it('a hundred of them, each at its own path', () => {
    const control = acme();
    const volumes = Array.from({ length: 100 }, (_, index) => ({
      uri: `svc://volumeset/set-${index}`,
      path: `/data/${index}`,
    }));
    for (const index of volumes.keys())
      accept(control, 'POST', `${shop}/volumeset`, { name: `set-${index}`, spec: { initialCapacity: 10 } });
    accept(control, 'POST', `${shop}/workload`, { name: 'db', spec: of('stateful', {}, { volumes }) });
  });
});

describe('VOL-13: an ext4 or xfs volume set has one workload', () => {
  it('a second one is refused; the first may be changed, and gives the set free when it goes', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/workload`, stateful('db', 'data'));
    const second = ask(control, 'POST', `${shop}/workload`, stateful('db2', 'data'));
    expect(second.reason.rules).toEqual(['VOL-13']);
    accept(control, 'PATCH', `${shop}/workload/db`, { tags: { a: 'b' } });
    accept(control, 'DELETE', `${shop}/workload/db`);
    accept(control, 'POST', `${shop}/workload`, stateful('db2', 'data'));
  });

  it('a patch takes a set, and gives it free', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/volumeset`, { name: 'more', spec: { initialCapacity: 10 } });
    accept(control, 'POST', `${shop}/workload`, stateful('db', 'data'));
    const volumes = [{ uri: 'svc://volumeset/more', path: '/data' }];
    accept(control, 'PATCH', `${shop}/workload/db`, { spec: { '$patch/containers': [{ name: 'db', volumes }] } });
    expect(ask(control, 'POST', `${shop}/workload`, stateful('db2', 'more')).reason.rules).toEqual(['VOL-13']);
    accept(control, 'POST', `${shop}/workload`, stateful('db2', 'data'));
  });

  it('a shared one has any number (VOL-18)', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/volumeset`, {
      name: 'all',
      spec: { fileSystemType: 'shared', initialCapacity: 10 },
    });
    accept(control, 'POST', `${shop}/workload`, stateful('one', 'all'));
    accept(control, 'POST', `${shop}/workload`, stateful('two', 'all'));
  });
});

describe('what a workload was made stays', () => {
  it('type is immutable', () => {
    const control = acme();
    expect(ask(control, 'PATCH', `${shop}/workload/api`, { spec: { type: 'stateful' } }).refusal?.code).toBe(
      'IMMUTABLE',
    );
  });
});

describe('a spec that is none', () => {
  const said = (method: 'PATCH' | 'PUT', body: JsonObject): unknown => {
    const { refusal, response } = ask(acme(), method, `${shop}/workload/api`, body);
    return { code: refusal?.code, details: (response.body as JsonObject).details };
  };

  it.each<[string, JsonObject, string]>([
    ['a number', { spec: 5 }, 'spec must be an object; found 5'],
    ['a list', { spec: [1] }, 'spec must be an object; found a list'],
    ['null', { spec: null }, 'spec is required; found nothing'],
    ['dropped', { $drop: ['spec'] }, 'spec is required; found nothing'],
  ])('%s is told for what it is, not for what its defaults would change', (_, body, message) => {
    expect(said('PATCH', body)).toEqual({
      code: 'INVALID',
      details: [{ path: 'spec', rule: expect.anything(), message }],
    });
  });

  it('a default that would change what stays is told as a default', () => {
    const spec = { containers: [{ name: 'web', image: 'web:1' }] };
    const message = 'type cannot change after creation: it is standard; found serverless by default';
    expect(said('PUT', { spec })).toMatchObject({
      code: 'IMMUTABLE',
      details: expect.arrayContaining([{ path: 'spec.type', rule: 'api.immutable', message }]),
    });
  });
});

describe('doubts about workloads', () => {
  const auto = 'spec.defaultOptions.autoscaling';
  it.each([
    [
      'a target inside the tolerance',
      scaled('standard', { metric: 'cpu', target: 91 }),
      `hpa.tolerance ${auto}.target`,
    ],
    [
      'zero of a serverless one by cpu, which stops at 1',
      scaled('serverless', { metric: 'cpu', target: 50, minScale: 0 }),
      `type.metrics ${auto}.minScale`,
    ],
    ['the default target', scaled('standard', { maxScale: 9 }), `hpa.tolerance ${auto}`],
    ['an unknown field', of('standard', { rollout: {} }), 'fields.unknown spec.rollout'],
    ['an unknown field of a list', of('standard', {}, { image2: 'x' }), 'fields.unknown spec.containers.0.image2'],
    ['what cron loses', of('cron', { defaultOptions: { debug: true } }), 'type.cronDropped spec.defaultOptions.debug'],
    ['a cron scale of zero', of('cron', { defaultOptions: { autoscaling: { minScale: 0 } } }), `TYPE-9 ${auto}`],
    [
      'surge of a stateful one',
      of('stateful', { rolloutOptions: { maxSurgeReplicas: 1 } }),
      'rollout.stateful.maxUnavailable spec.rolloutOptions.maxSurgeReplicas',
    ],
    [
      'what a stateful one does not roll out by, but not a default',
      of('stateful', { rolloutOptions: { maxSurgeReplicas: '25%', maxUnavailableReplicas: 1 } }),
      'rollout.stateful.maxUnavailable spec.rolloutOptions.maxUnavailableReplicas',
    ],
    [
      'what cron loses, together',
      of('cron', { defaultOptions: { debug: true, capacityAI: false } }),
      'type.cronDropped spec.defaultOptions.debug',
    ],
  ])('%s', (_, spec, finding) => {
    expect(workloadFindings(spec, 'warning')).toEqual([finding]);
    expect(workloadFindings(spec)).toEqual([]);
  });

  it('SUSP-2: a suspension says which locations it does not reach (`localOptions.suspend`, `localOptions.base`)', () => {
    const suspended = (own: JsonObject): JsonObject => {
      const location = '//location/aws-us-east-1';
      return of('standard', { defaultOptions: { suspend: true }, localOptions: [{ location, ...own }] });
    };
    const found = (own: JsonObject, overrides: Partial<Assumptions> = {}): readonly string[] =>
      judge('workload', { name: 'new', spec: suspended(own) }, acme(overrides))
        .filter(({ rule }) => rule === 'localOptions.suspend')
        .map(({ severity, message }) => `${severity}: ${message}`);
    const words =
      'warning: suspend does not apply in aws-us-east-1, where localOptions replace defaultOptions: set it there too';
    expect(found({ timeoutSeconds: 9 })).toEqual([words]);
    expect(found({ suspend: false })).toEqual([words]);
    expect(found({ suspend: true })).toEqual([]);
    expect(found({ location: 'azure-eastus2' })).toEqual([]);
    expect(found({ timeoutSeconds: 9 }, { 'localOptions.suspend': 'everywhere' })).toEqual([]);
    expect(found({ timeoutSeconds: 9 }, { 'localOptions.base': 'defaultOptions' })).toEqual([]);
    expect(found({ suspend: false }, { 'localOptions.base': 'defaultOptions' })).toEqual([words]);
  });

  it('TAG-35: nobody ends the replicas of a suspended workload that is passed over', () => {
    const spec = of('standard', { defaultOptions: { suspend: true } });
    const finding = 'TAG-35 spec.defaultOptions.suspend';
    expect(workloadFindings(spec, 'warning', { 'svc/ignore': 'true' })).toEqual([finding]);
    expect(workloadFindings(spec, 'warning', { 'svc/ignore': 'no' })).not.toContain(finding);
    expect(workloadFindings(spec, 'warning')).toEqual([]);
  });

  it('a target of 90 scales up, and a fixed scale needs no target', () => {
    expect(workloadFindings(scaled('standard', { metric: 'cpu', target: 90 }), 'warning')).toEqual([]);
    expect(workloadFindings(scaled('standard', { minScale: 2, maxScale: 2 }), 'warning')).toEqual([]);
  });

  it('guesses the field that was meant', () => {
    const [finding] = judge('workload', { name: 'new', spec: of('standard', { defaultOption: {} }) });
    expect(finding).toMatchObject({
      atKey: true,
      message: 'defaultOption is not a known field of spec: did you mean defaultOptions?',
    });
  });

  it.each([
    ['svc/timeoutSecondsOverride', '3601', 'TAG-12'],
    ['svc/publishNotReadyAddresses', 'yes', 'TAG-2'],
    ['svc/protocol', 'udp', 'TAG-3'],
    ['svc/externalAuthTimeout', 'soon', 'TAG-22'],
    ['svc/rateLimitPort', '70000', 'TAG-31'],
    ['svc/largeDisc', 'true', 'TAG-1'],
  ])('%s = %s has no effect (tag.otherValue)', (key, value, rule) => {
    expect(workloadFindings(of('standard'), 'warning', { [key]: value })).toContain(`${rule} tags.${key}`);
    expect(workloadFindings(of('standard'), 'error', { [key]: value })).toEqual([]);
  });

  it('TAG-12: up to 600 seconds belong in timeoutSeconds', () => {
    const found = (value: string): readonly string[] =>
      workloadFindings(of('standard'), 'warning', { 'svc/timeoutSecondsOverride': value });
    expect(found('10')).toEqual(['TAG-12 tags.svc/timeoutSecondsOverride']);
    expect(found('600')).toEqual(['TAG-12 tags.svc/timeoutSecondsOverride']);
    expect(found('601')).toEqual([]);
  });

  it('special tags with values of their lists are well, and plain tags are free', () => {
    const tags = {
      'svc/timeoutSecondsOverride': '3600',
      'svc/largeDisk': 'true',
      'svc/ignore': true,
      team: 'a',
      'cpln/x': 'y',
    };
    expect(workloadFindings(of('standard'), 'warning', tags)).toEqual([]);
  });

  it('settings of external authorization need its address (TAG-18)', () => {
    expect(workloadFindings(of('standard'), 'warning', { 'svc/externalAuthPort': '443' })).toEqual([
      'TAG-18 tags.svc/externalAuthPort',
    ]);
  });

  it('deprecated tags say what to write instead (VER-4)', () => {
    for (const [tag, value] of [
      ['svc/multiZone', 'true'],
      ['svc/protocol', 'http'],
    ] as const)
      expect(workloadFindings(of('standard'), 'warning', { [tag]: value })).toEqual([`VER-4 tags.${tag}`]);
  });
});
