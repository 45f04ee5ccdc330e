/** The reference organization: a scenario as large as what a real one runs, made by rule. */
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

const locations = ['aws-us-east-1', 'aws-eu-central-1', 'aws-ap-southeast-1', 'gcp-us-central1', 'azure-eastus2'];
const ports = [{ number: 8080, protocol: 'http' }];

export interface Size {
  readonly days: number;
  /** 1: 1,000 workloads beside 500 cron workloads, in five locations each. */
  readonly scale: number;
  /** Absent: all parts. */
  readonly parts?: readonly Part[];
  /** Nothing of it runs, and nothing of it is changed. */
  readonly isSuspended?: boolean;
}

/**
 * `steady`: 300 workloads of three replicas. `stateful`: 200 with two volumes in each location. `cpu`: 400, and
 * `serverless`: 100, by daily profiles.
 */
export type Part = 'cron' | 'steady' | 'stateful' | 'cpu' | 'serverless' | 'deploys';

const all: readonly Part[] = ['cron', 'steady', 'stateful', 'cpu', 'serverless', 'deploys'];

export function organization(size: Size): Scenario {
  const { scenario, problems } = parseScenario(organizationText(size), { file: 'organization.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('; '));
  return scenario;
}

/** Its scenario file. */
export function organizationText({ days, scale, parts = all, isSuspended = false }: Size): string {
  const list = <T>(part: Part, count: number, make: (i: number) => T): T[] =>
    parts.includes(part) ? Array.from({ length: Math.round(count * scale) }, (_, i) => make(i)) : [];
  const steady = list('steady', 300, (i) => workload(`steady-${i}`, 'standard', 'disabled', 3, 3));
  const stateful = list('stateful', 200, (i) => workload(`data-${i}`, 'stateful', 'disabled', 2, 2));
  const cpu = list('cpu', 400, (i) => workload(`web-${i}`, 'standard', 'cpu', 1, 12));
  const serverless = list('serverless', 100, (i) => workload(`fn-${i}`, 'serverless', 'concurrency', 1, 12));
  const deployed = [...steady, ...stateful, ...cpu, ...serverless].map(({ name }) => name);
  const document = {
    svcsim: 1,
    name: 'organization',
    start: '2026-01-01T00:00:00Z',
    for: `${days}d`,
    resources: [
      {
        kind: 'gvc',
        name: 'org',
        spec: { staticPlacement: { locationLinks: locations.map((name) => `//location/${name}`) } },
      },
      ...stateful.map((_, i) => volumeset(`disk-${i}`)),
      ...[...list('cron', 500, cronWorkload), ...steady, ...stateful, ...cpu, ...serverless].map((one) =>
        isSuspended ? suspended(one) : one,
      ),
    ],
    behavior: {
      'org/cron-*': { execution: { duration: { lognormal: { mean: '90s', cv: 0.8 } }, failure: '2%' } },
      'org/disk-*': { usage: { start: '5GB', growth: '0.1GB/d' } },
      'org/web-*': { request: { cpu: '10ms', duration: '50ms' } },
      'org/fn-*': { request: { cpu: '5ms', duration: '200ms' } },
    },
    demand: [
      ...cpu.map(({ name }, i) => ({ to: `org/${name}`, rate: { daily: day(i, 535, 0.67) }, noise: noise(0.04) })),
      ...serverless.map(({ name }, i) => ({
        to: `org/${name}`,
        rate: { daily: day(i, 780, 0.7) },
        noise: noise(0.008),
      })),
    ],
    timeline: parts.includes('deploys') && !isSuspended ? deployed.flatMap(deploys) : [],
  };
  return JSON.stringify(document);
}

const noise = (cv: number): object => ({ every: '1h', cv });

/**
 * 24 points that go up and down once a day, each workload at its own hour: between three and four replicas in each
 * location.
 */
function day(i: number, peak: number, least: number): [string, string][] {
  return Array.from({ length: 24 }, (_, hour) => {
    const height = 1 - Math.abs(((hour + i) % 24) - 12) / 12;
    return [`${String(hour).padStart(2, '0')}:00`, `${Math.round(peak * (least + (1 - least) * height))}/s`];
  });
}

/** Four times a month, spread over the working hours: one build and another by turns, so that each is a rollout. */
function deploys(name: string, i: number): object[] {
  const isStateful = name.startsWith('data-');
  const volumes = isStateful ? [{ uri: `svc://volumeset/disk-${name.slice(5)}`, path: '/data' }] : [];
  const first = 1 + (i % 7);
  return ['even', 'odd'].map((build, turn) => ({
    every: `${i % 60} ${8 + (i % 9)} ${first + 7 * turn},${first + 7 * turn + 14} * *`,
    patch: `/gvc/org/workload/${name}`,
    with: { spec: { containers: [{ ...container, volumes, env: [{ name: 'BUILD', value: build }] }] } },
  }));
}

const container = { name: 'main', image: 'web:1', cpu: '500m', memory: '512Mi', ports };

function workload(name: string, type: string, metric: string, minScale: number, maxScale: number) {
  const target = metric === 'cpu' ? { target: 60 } : metric === 'concurrency' ? { target: 10 } : {};
  const volumes = type === 'stateful' ? [{ uri: `svc://volumeset/disk-${name.slice(5)}`, path: '/data' }] : [];
  return {
    kind: 'workload',
    gvc: 'org',
    name,
    spec: {
      type,
      containers: [{ ...container, volumes }],
      defaultOptions: { autoscaling: { metric, ...target, minScale, maxScale } },
    },
  };
}

/** The same, asked to rest. */
function suspended<Resource extends { readonly spec: object }>(resource: Resource): Resource {
  const { spec } = resource;
  if ('job' in spec) return { ...resource, spec: { ...spec, job: { ...(spec.job as object), suspend: true } } };
  const options = 'defaultOptions' in spec ? spec.defaultOptions : {};
  return { ...resource, spec: { ...spec, defaultOptions: { ...(options as object), suspend: true } } };
}

function volumeset(name: string): object {
  const autoscaling = { maxCapacity: 1_000, minFreePercentage: 20, scalingFactor: 1.5 };
  const spec = { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 20, autoscaling };
  return { kind: 'volumeset', gvc: 'org', name, spec };
}

/** Two of ten every five minutes, three every hour, four daily, one weekly. */
function cronWorkload(i: number) {
  const minute = i % 60;
  const schedules = [
    '*/5 * * * *',
    '*/5 * * * *',
    ...Array.from({ length: 3 }, () => `${minute} * * * *`),
    ...Array.from({ length: 4 }, () => `${minute} 3 * * *`),
    `${minute} 4 * * 1`,
  ];
  return {
    kind: 'workload',
    gvc: 'org',
    name: `cron-${i}`,
    spec: {
      type: 'cron',
      containers: [{ name: 'main', image: 'job:1', cpu: '100m', memory: '128Mi' }],
      job: { schedule: schedules[i % 10], concurrencyPolicy: 'Forbid', historyLimit: 5, restartPolicy: 'Never' },
    },
  };
}
